"""An item as the messages that a model is asked with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from cocoa_core.errors import UsageError
from cocoa_core.items.dataset import Dataset, read_dataset
from cocoa_core.items.family import Family, Prompter, Prompting, family_named
from cocoa_core.items.item import Item, wrong_parts

__all__ = ["messages_of", "parse_record", "prompt"]


def prompt(
    record: Mapping[str, Any] | Item | str,
    strategy: str | None = None,
    *,
    explain: bool = False,
    dataset: Dataset | str | Path | None = None,
    family: str | None = None,
) -> list[dict[str, str]]:
    """The messages that ask for an item, as chat models and trainers take them: `role` and `content`.

    record:   an item, its JSON dict, or that as a text. strategy: one of its family's, the first if None.
    explain:  ask for reasons before the answer, where the strategy would ask for the answer alone.
    dataset:  what the item is of, or its folder: for examples, and for a domain that is not installed.
    family:   its name, where it is none of cocoa's own.

    Nothing of key and proof is in them. The same arguments give the same messages.
    Raises UsageError for a record that cannot be read, an unknown strategy, one that needs the data set and
    has none, and one that asks in several turns, which no single prompt can.
    """
    found, item = parse_record(record, family)
    how = Prompting(strategy=strategy or next(iter(found.strategies)), explained=explain)
    prompter = found.prompter_for(item, how) if dataset is None else _prompter(_read(dataset, family), how)
    return messages_of(prompter, item)


def messages_of(prompter: Prompter[Any], item: Item) -> list[dict[str, str]]:
    """What is said before the model's one reply. UsageError where it has to reply more than once."""
    said = prompter.conversation(item)
    if said.turns:
        raise UsageError(
            "this is asked in several turns, which no single prompt can",
            got=f"{1 + len(said.turns)} turns",
            expected="a strategy that asks once, such as direct",
            fix="take another strategy, or lead the conversation yourself: `cocoa export --to messages` has "
            "every turn",
        )
    messages = [{"role": "system", "content": said.system}] if said.system else []
    for asked, reply in said.examples:
        messages += [{"role": "user", "content": asked}, {"role": "assistant", "content": reply}]
    return [*messages, {"role": "user", "content": said.first}]


def parse_record(
    record: Mapping[str, Any] | Item | str, family: str | None = None
) -> tuple[Family[Any], Any]:
    """A record's family and item. family: its name, where it is none of cocoa's own.

    Raises UsageError where the record cannot be read.
    """
    if isinstance(record, Item):
        return family_named(family or record.family, built_in=family is None), record
    try:
        data = json.loads(record) if isinstance(record, str) else record
        name = data["family"]
        found = family_named(family or str(name), built_in=family is None)
        return found, found.read(record if isinstance(record, str) else json.dumps(data))
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
    return _made(dataset.folder.resolve(), dataset.family.name, state, how)


@lru_cache(maxsize=8)
def _made(folder: Path, family: str, state: str, how: Prompting) -> Prompter[Any]:
    """state: of the data set; another state, another prompter."""
    dataset = read_dataset(folder, family)
    prompter: Prompter[Any] = dataset.family.prompter(dataset, how)
    return prompter
