"""Items of a data set as inspect's samples."""

from __future__ import annotations

from itertools import islice
from typing import Any, Final

from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageSystem, ChatMessageUser

from cocoa_core.errors import UsageError
from cocoa_core.items import (
    Conversation,
    Dataset,
    Facet,
    Family,
    Item,
    Prompter,
    distribution_of,
    in_words,
    plain,
)

__all__ = ["CLUSTER", "FAMILY", "RECORD", "STRATEGY", "TURNS", "sample_of", "samples_of"]

RECORD: Final = "cocoa"
FAMILY: Final = "family"
STRATEGY: Final = "strategy"
TURNS: Final = "turns"
CLUSTER: Final = "cluster"
"""Keys of a sample's metadata: the whole record, its family, the strategy's name, the turns after the first,
and what items share that are not independent. `ask`, `groups`, `facets` and `chance` stand beside them."""


def samples_of(
    dataset: Dataset, prompter: Prompter[Any], strategy: str, side: str | None, limit: int | None
) -> MemoryDataset:
    """The samples, with the ids of the records. UsageError where there is no item to ask."""
    fits = getattr(prompter, "fits", lambda item: True)
    split = dataset.manifest.split is not None
    samples = [
        sample_of(dataset.family, item, prompter.conversation(item), strategy, place if split else None)
        for place, item in islice(
            ((place, item) for place, item in dataset.sided(side) if fits(item)), dataset.checked(limit)
        )
    ]
    if not samples:
        raise UsageError(
            "this data set has no questions to ask",
            got=f"{dataset.folder}" + (f", side {side}" if side else ""),
            expected="one question at least",
            fix="generate some with `cocoa generate`, name another side, or choose other demonstrations",
        )
    return MemoryDataset(samples, name=dataset.folder.resolve().name, location=str(dataset.folder))


def sample_of(
    family: Family[Any], item: Item, said: Conversation, strategy: str, side: str | None = None
) -> Sample:
    """One sample: its input is what is said first, its target the key in words.

    side: of a data set that was parted anew, which its records do not know.
    """
    parted: dict[str, Facet] = {}
    if side is not None:
        parted = {"side": side, "distribution": distribution_of(side)}
    messages: list[ChatMessage] = [ChatMessageSystem(content=said.system)] if said.system else []
    for asked, reply in said.examples:
        messages += [ChatMessageUser(content=asked), ChatMessageAssistant(content=reply)]
    messages.append(ChatMessageUser(content=said.first))
    return Sample(
        id=item.id,
        input=messages,
        target=in_words(item.key),
        metadata={
            RECORD: item.to_json(),
            FAMILY: item.family,
            "ask": item.ask,
            "groups": dict(item.groups),
            STRATEGY: strategy,
            TURNS: list(said.turns),
            CLUSTER: family.cluster(item),
            "facets": plain({**family.facets(item), **said.facets, **parted}),
            "chance": family.chance(item),
        },
    )
