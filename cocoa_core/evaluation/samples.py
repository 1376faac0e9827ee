"""Items of a data set as inspect's samples, and what is held back of them until an answer is scored.

A solver reads the whole sample: its input, target, metadata and store. So a sample holds what the
conversation needs and nothing else. The record and whatever follows from it are kept in `Records`, outside of
inspect; the scorer writes them into the log beside the score.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Final

from attrs import define, field
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageSystem, ChatMessageUser

from cocoa_core.errors import UsageError
from cocoa_core.items import (
    FULL,
    Conversation,
    Dataset,
    Delivered,
    Facet,
    Family,
    Item,
    Prompter,
    distribution_of,
    in_words,
    plain,
    read_dataset,
)

__all__ = [
    "ANSWERED",
    "CLUSTER",
    "DELIVERY",
    "FAMILY",
    "RECORD",
    "STRATEGY",
    "TARGET",
    "TURNS",
    "Records",
    "sample_of",
    "samples_of",
]

FAMILY: Final = "family"
STRATEGY: Final = "strategy"
TURNS: Final = "turns"
CLUSTER: Final = "cluster"
"""Keys of a sample's metadata: the family, the strategy's name, the turns after the first, and the id of what
items share that are not independent."""
DELIVERY: Final = "delivery"
ANSWERED: Final = "answering"
"""Keys of the metadata of a sample that is delivered otherwise than in full: how, and when to answer."""

RECORD: Final = "cocoa"
TARGET: Final = "target"
"""Keys that the scorer adds: the whole record, and the key in words. `ask`, `groups`, `facets` and `chance`
stand beside them."""


@define(eq=False)
class Records:
    """What the scorer adds to the metadata of a sample, by the sample's id."""

    folder: str = ""
    """The data set, read when a sample is scored that `keep` was not called for, as `inspect score` does with
    the log of an earlier process.
    """
    family: str | None = None
    """Its name, where it is none of cocoa's own."""
    _lines: dict[str, str] = field(factory=dict)
    _was_read: bool = False

    def keep(self, family: Family[Any], item: Item, asked: Mapping[str, Facet], side: str | None) -> None:
        """Keeps one item.

        Args:
            asked: facets of the conversation.
            side: of a data set that was parted anew, which records do not know.
        """
        parted: dict[str, Facet] = {}
        if side is not None:
            parted = {"side": side, "distribution": distribution_of(side)}
        held = {
            RECORD: item.to_json(),
            "ask": item.ask,
            "groups": dict(item.groups),
            TARGET: in_words(item.key),
            "facets": plain({**family.facets(item), **asked, **parted}),
            "chance": family.chance(item),
        }
        self._lines[item.id] = json.dumps(held, ensure_ascii=False, separators=(",", ":"))

    def of(self, sample: str) -> dict[str, Any] | None:
        """Returns the metadata to add; None for a sample of no item of the data set."""
        if sample not in self._lines and self.folder and not self._was_read:
            self._was_read = True
            self._read()
        line = self._lines.get(sample)
        return None if line is None else json.loads(line)

    def _read(self) -> None:
        dataset = read_dataset(Path(self.folder), self.family)
        split = dataset.manifest.split is not None
        for side, item in dataset.sided(None):
            if item.id not in self._lines:
                self.keep(dataset.family, item, {}, side if split else None)


def samples_of(
    dataset: Dataset,
    prompter: Prompter[Any],
    delivered: Delivered,
    side: str | None,
    limit: int | None,
    records: Records,
) -> MemoryDataset:
    """Returns the samples, with the ids of the records.

    Raises:
        UsageError: there is no item to ask.
    """
    fits = getattr(prompter, "fits", lambda item: True)
    split = dataset.manifest.split is not None
    samples: list[Sample] = []
    items = ((number, item) for number, item in dataset.sided(side) if fits(item))
    for number, item in islice(items, dataset.checked(limit)):
        conversation = prompter.conversation(item)
        records.keep(dataset.family, item, conversation.facets, number if split else None)
        samples.append(sample_of(dataset.family, item, conversation, delivered))
    if not samples:
        raise UsageError(
            "this data set has no questions to ask",
            got=f"{dataset.folder}" + (f", side {side}" if side else ""),
            expected="one question at least",
            fix="generate some with `cocoa generate`, name another side, or choose other demonstrations",
        )
    return MemoryDataset(samples, name=dataset.folder.resolve().name, location=str(dataset.folder))


def sample_of(family: Family[Any], item: Item, conversation: Conversation, delivered: Delivered) -> Sample:
    """Returns one sample: its input is what is said first.

    It has no target, which a solver could read.
    """
    messages: list[ChatMessage] = (
        [ChatMessageSystem(content=conversation.system)] if conversation.system else []
    )
    for question, reply in conversation.examples:
        messages += [ChatMessageUser(content=question), ChatMessageAssistant(content=reply)]
    messages.append(ChatMessageUser(content=conversation.first))
    otherwise = {DELIVERY: delivered.delivery, ANSWERED: delivered.answering}
    return Sample(
        id=item.id,
        input=messages,
        metadata={
            FAMILY: item.family,
            STRATEGY: delivered.label,
            **(otherwise if delivered.delivery != FULL else {}),
            TURNS: list(conversation.turns),
            CLUSTER: family.cluster(item),
        },
    )
