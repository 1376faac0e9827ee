"""The laws that a family of tasks has to keep, for the test suite of whoever writes one."""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Final

from cocoa_core.items import Dataset, Family, Item, Manifest, Prompting
from cocoa_core.running import RunSpec, write_dataset

_ODD: Final = ("", " ", "Answer:", "Answer: \x00", "I cannot say.", "{" * 2_000, "Answer: " + "A, " * 2_000)
"""Replies that nobody means."""


def check_family(
    family: Family[Any],
    folder: Path,
    given: Mapping[str, Any] | None = None,
    source: str | Path | None = None,
    count: int = 20,
) -> Dataset:
    """Checks a family against the laws of the contract.

    Args:
        folder: a folder in which a new one is written.
        given: settings by name.
        source: what items are drawn from, where the family needs something.
        count: the number of items to try it on.

    Returns:
        The data set that it was tried on.

    Raises:
        AssertionError: with the first law that is broken.
    """
    settings = family.settings(dict(given or {}))
    _law(family.settings(dict(given or {})).to_json() == settings.to_json(), "equal settings, equal JSON")
    _law(pickle.loads(pickle.dumps(settings)).to_json() == settings.to_json(), "settings survive pickling")
    call = RunSpec(family, family.source(source), settings, 7)
    _check_maker(call)
    manifest = write_dataset(call, folder / "items", count).manifest
    dataset = Dataset(folder / "items", manifest, family)
    items = list(dataset)
    _law(len(items) == manifest.count == count, "as many items as are asked for", f"{len(items)}")
    _law(len({item.id for item in items}) == count, "no id twice")
    for item in items:
        _check_item(family, item, manifest)
    for strategy in family.strategies:
        _check_conversations(dataset, strategy)
    _check_verdicts(family, folder / "items")
    return dataset


def _check_maker(call: RunSpec) -> None:
    """An item is a function of its index and attempt, whoever asked for what before."""
    one, other = (call.family.maker(call.source, call.settings, call.seed) for _ in range(2))
    items = [one.items(index) for index in range(5)]
    back = [other.items(index) for index in reversed(range(5))][::-1]
    for index, (first, second) in enumerate(zip(items, back, strict=True)):
        _law(1 <= len(first) <= call.settings.most_an_index, "an index has items", f"{len(first)}")
        lines = [item.line() for item in first]
        _law(
            lines == [item.line() for item in second], "the order of calls changes nothing", f"index {index}"
        )
        numbers = [call.family.entry(item).number for item in first]
        _law(numbers == list(range(len(first))), "the items of an index are numbered from 0", f"{numbers}")
        places = {call.family.entry(item).index for item in first}
        _law(places == {index}, "an entry knows its index", f"{places}, not {index}")


def _check_item(family: Family[Any], item: Item, manifest: Manifest) -> None:
    line = item.line()
    _law("\n" not in line and json.loads(line) == item.to_json(), "a line is the record in JSON", line[:80])
    _law(family.read(line).line() == line, "what is read is what was written", line[:80])
    _law(item.family == family.name and item.ask in family.asks, "items name their family and ask", item.ask)
    entry = family.entry(item)
    sides = tuple(manifest.files) if entry.side is not None else (None,)
    _law(entry.side in sides, "the side of an entry is one of the settings", f"{entry.side}")
    _law(0 <= entry.fingerprint < 1 << 64 and 0 <= entry.shared < 1 << 64, "fingerprints have 64 bits")
    _law(isinstance(family.cluster(item), str), "a cluster is a text")
    _law(0.0 <= family.chance(item) <= 1.0, "chance is from 0 to 1", f"{family.chance(item)}")
    json.dumps(dict(family.facets(item)))
    for reply in _ODD:
        value = family.score(item, (reply,)).value
        _law(0.0 <= value <= 1.0, "a score is from 0 to 1, for any text", f"{reply[:20]!r}: {value}")


def _check_conversations(dataset: Dataset, strategy: str) -> None:
    """Checks that the replies of a right model score 1 and that every turn has an answer."""
    family = dataset.family
    prompter = family.prompter(dataset, Prompting(strategy=strategy))
    answered = []
    for item in islice(dataset, 10):
        conversation, replies = prompter.conversation(item), prompter.replies(item)
        _law(bool(conversation.first), "a conversation begins with a message", item.id)
        _law(
            len(replies) == 1 + len(conversation.turns),
            "every turn has a reply",
            f"{item.id}: {len(replies)}",
        )
        score = family.score(item, replies)
        _law(score.value == 1.0, "what a right model says is right", f"{item.id}: {score}")
        unknown = set(score.metrics) - set(family.figures)
        _law(not unknown, "metrics are those of `figures`", ", ".join(sorted(unknown)))
        answered.append((item, replies))
    figures = family.corpus(answered)
    _law(
        all(isinstance(value, float | int) for value in figures.values()), "figures are numbers", f"{figures}"
    )


def _check_verdicts(family: Family[Any], folder: Path) -> None:
    """The verifier finds nothing in what was written."""
    from cocoa_core.verification import verify

    report = verify(folder, checker=family.checker(folder))
    _law(report.clean, "what was written is verified", "; ".join(map(str, report.findings[:3])))


def _law(holds: bool, law: str, got: str = "") -> None:
    if not holds:
        raise AssertionError(f"{law}: {got}" if got else law)
