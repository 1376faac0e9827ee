"""Makes inspect's samples of the items of a data set, and holds back the rest of each item until an answer is
scored.

A solver reads the whole sample: its input, target, metadata and store. So a sample holds what the
conversation needs and nothing else. The record and what follows from it are held in `SampleRecords`, outside
of inspect; the scorer writes them into the log beside the score.
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

FAMILY: Final = "family"
STRATEGY: Final = "strategy"
TURNS: Final = "turns"
CLUSTER: Final = "cluster"
"""Keys of a sample's metadata: the family, the strategy's name, the turns after the first, and the id of what
items share that are not independent.
"""
DELIVERY: Final = "delivery"
ANSWERING_KEY: Final = "answering"
"""Keys of the metadata of a sample that is not delivered in full: the delivery, and when to answer."""

RECORD: Final = "cocoa"
TARGET: Final = "target"
"""Keys that the scorer adds: the whole record, and the key in words. `ask`, `groups`, `facets` and `chance`
stand beside them.
"""


@define(eq=False)
class SampleRecords:
    """What the scorer adds to the metadata of a sample, by the sample's id."""

    folder: str = ""
    """The data set. It is read when a sample is scored for which `keep` was not called, as `inspect score`
    does with the log of an earlier process.
    """
    family: str | None = None
    """The family's name, where it is none of cocoa's own."""
    _lines: dict[str, str] = field(factory=dict)
    _was_read: bool = False

    def keep(
        self, family: Family[Any], item: Item, conversation_facets: Mapping[str, Facet], side: str | None
    ) -> None:
        """Adds one item.

        Args:
            conversation_facets: what is counted of its conversation.
            side: the side of the item in a data set that was split, which its record does not tell; None for
                another.
        """
        side_facets: dict[str, Facet] = {}
        if side is not None:
            side_facets = {"side": side, "distribution": distribution_of(side)}
        added = {
            RECORD: item.to_json(),
            "ask": item.ask,
            "groups": dict(item.groups),
            TARGET: in_words(item.key),
            "facets": plain({**family.facets(item), **conversation_facets, **side_facets}),
            "chance": family.chance(item),
        }
        self._lines[item.id] = json.dumps(added, ensure_ascii=False, separators=(",", ":"))

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
    records: SampleRecords,
) -> MemoryDataset:
    """Returns the samples of the items that the prompter can ask, and adds each item to the records.

    Args:
        side: the only side; None for all.
        limit: how many samples; None for all.

    Raises:
        UsageError: there is no such side, the limit is below 1, or there is no item to ask.
    """
    fits = getattr(prompter, "fits", lambda item: True)
    split = dataset.manifest.split is not None
    samples: list[Sample] = []
    items = ((item_side, item) for item_side, item in dataset.sided(side) if fits(item))
    for item_side, item in islice(items, dataset.checked(limit)):
        conversation = prompter.conversation(item)
        records.keep(dataset.family, item, conversation.facets, item_side if split else None)
        samples.append(sample_of(dataset.family, item, conversation, delivered))
    if not samples:
        delivery = "" if delivered.delivery == FULL else delivered.delivery
        raise UsageError(
            "this data set has no questions to ask",
            got=f"{dataset.folder}"
            + (f", side {side}" if side else "")
            + (f", by the delivery {delivery}" if delivery else ""),
            expected="one question at least",
            fix="generate some with `cocoa generate`, name another side, or choose other demonstrations"
            + ("; or leave out --delivery" if delivery else ""),
        )
    return MemoryDataset(samples, name=dataset.folder.resolve().name, location=str(dataset.folder))


def sample_of(family: Family[Any], item: Item, conversation: Conversation, delivered: Delivered) -> Sample:
    """Returns one sample. Its input is the conversation up to the first question; it has no target, which a
    solver could read.
    """
    messages: list[ChatMessage] = (
        [ChatMessageSystem(content=conversation.system)] if conversation.system else []
    )
    for question, reply in conversation.examples:
        messages += [ChatMessageUser(content=question), ChatMessageAssistant(content=reply)]
    messages.append(ChatMessageUser(content=conversation.first))
    delivery_metadata = {DELIVERY: delivered.delivery, ANSWERING_KEY: delivered.answering}
    return Sample(
        id=item.id,
        input=messages,
        metadata={
            FAMILY: item.family,
            STRATEGY: delivered.label,
            **(delivery_metadata if delivered.delivery != FULL else {}),
            TURNS: list(conversation.turns),
            CLUSTER: family.cluster(item),
        },
    )
