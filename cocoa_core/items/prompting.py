"""Puts an item into the messages that a model is asked with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from cocoa_core.errors import UsageError
from cocoa_core.items.dataset import Dataset, read_dataset
from cocoa_core.items.episode import ANSWERING, FULL
from cocoa_core.items.family import Family, Prompter, Prompting, family_named
from cocoa_core.items.item import Item, wrong_parts
from cocoa_core.suggestions import not_among

_SHARED: Final = ("prompt", "shots", "demonstrations", "order", "delivery", "answering")
"""The fields that mean the same in `PromptOptions` and in `Prompting`."""


@frozen
class PromptOptions:
    """A user's choice of items, and of how they are put to a model."""

    side: str | None = None
    limit: int | None = None
    """The largest number of items; None, like `side`, for all."""
    family: str | None = None
    """The name of the family, where it is none of cocoa's own."""
    strategy: str | None = None
    """None for the family's first."""
    prompt: Path | None = None
    """The user's own template."""
    shots: int | None = None
    demonstrations: str | None = None
    order: str | None = None
    delivery: str = FULL
    answering: str | None = None
    """This and the four before: as in `Prompting`."""

    def prompter(self, dataset: Dataset, side: str | None, *, explained: bool = False) -> Prompter[Any]:
        """Returns what puts the items of a side into messages.

        Raises:
            UsageError: the family has no such delivery or no examples, there is no such way to answer, or as
                the family's `prompter`.
        """
        family = dataset.family
        deliveries = getattr(family, "deliveries", {FULL: ""})
        if self.delivery not in deliveries:
            raise UsageError(
                f"the family {family.name} has no such delivery",
                **not_among(self.delivery, deliveries),
            )
        if self.answering is not None and self.answering not in ANSWERING:
            raise UsageError("there is no such way to answer", **not_among(self.answering, ANSWERING))
        strategy = self.strategy or next(iter(family.strategies))
        same = {name: getattr(self, name) for name in _SHARED}
        how = Prompting(strategy=strategy, side=side, explained=explained, **same)
        prompter: Prompter[Any] = family.prompter(dataset, how)
        if (self.shots or self.demonstrations or self.order) and not hasattr(prompter, "shots"):
            raise UsageError(
                "this family has no examples to show",
                got=f"examples asked for {family.name}",
                expected="no --shots, --demonstrations or --order",
            )
        return prompter


def prompt(
    record: Mapping[str, Any] | Item | str,
    strategy: str | None = None,
    *,
    explain: bool = False,
    dataset: Dataset | str | Path | None = None,
    family: str | None = None,
) -> list[dict[str, str]]:
    """Returns the messages that ask for an item, as chat models and trainers take them: dicts of `role` and
    `content`.

    They hold nothing of key and proof. The same arguments give the same messages.

    Args:
        record: an item, its JSON as a dict, or its JSON as a text.
        strategy: one of the family's strategies; None for its first.
        explain: whether to ask for reasons before the answer, where the strategy asks for the answer alone.
        dataset: the data set of the item, or its folder. Needed for examples, and for a domain that is not
            installed.
        family: the name of the family, where it is none of cocoa's own.

    Raises:
        UsageError: the record cannot be read, the strategy is unknown, needs the data set and has none, or
            asks in several turns, which no single prompt can.
    """
    item_family, item = parse_record(record, family)
    how = Prompting(strategy=strategy or next(iter(item_family.strategies)), explained=explain)
    prompter = (
        item_family.prompter_for(item, how) if dataset is None else _prompter(_read(dataset, family), how)
    )
    return messages_of(prompter, item)


def messages_of(prompter: Prompter[Any], item: Item) -> list[dict[str, str]]:
    """Returns the messages before the model's only reply.

    Raises:
        UsageError: the item asks for more than one reply.
    """
    conversation = prompter.conversation(item)
    if conversation.turns:
        raise UsageError(
            "this is asked in several turns, which no single prompt can",
            got=f"{1 + len(conversation.turns)} turns",
            expected="a strategy that asks once, such as direct",
            fix="take another strategy, or lead the conversation yourself: `cocoa export --to messages` has "
            "every turn",
        )
    return conversation.messages()


def parse_record(
    record: Mapping[str, Any] | Item | str, family: str | None = None
) -> tuple[Family[Any], Any]:
    """Returns the family of a record and the item in it.

    Args:
        record: an item, its JSON as a dict, or its JSON as a text.
        family: the name of the family, where it is none of cocoa's own.

    Raises:
        UsageError: the record cannot be read.
    """
    if isinstance(record, Item):
        return family_named(family or record.family, built_in=family is None), record
    try:
        data = json.loads(record) if isinstance(record, str) else record
        name = data["family"]
        item_family = family_named(family or str(name), built_in=family is None)
        return item_family, item_family.read(record if isinstance(record, str) else json.dumps(data))
    except (ValueError, TypeError, KeyError) as error:
        raise UsageError(
            "This is not the record of an item.",
            got=wrong_parts(error) if isinstance(error, ValueError) else f"a {type(record).__name__}",
            expected="an item, its record as a dict, or the line of a data set, with every key it has there",
            fix="Pass it as it stands in the data set; columns of a table lose parts of it: keep it as text.",
        ) from error


def _read(dataset: Dataset | str | Path, family: str | None) -> Dataset:
    return dataset if isinstance(dataset, Dataset) else read_dataset(dataset, family)


def _prompter(dataset: Dataset, how: Prompting) -> Prompter[Any]:
    """Made once for a state of a data set: it reads examples."""
    manifest = dataset.manifest
    state = f"{manifest.origin} {manifest.count} {manifest.complete}"
    return _cached_prompter(dataset.folder.resolve(), dataset.family.name, state, how)


@lru_cache(maxsize=8)
def _cached_prompter(folder: Path, family: str, state: str, how: Prompting) -> Prompter[Any]:
    dataset = read_dataset(folder, family)
    prompter: Prompter[Any] = dataset.family.prompter(dataset, how)
    return prompter
