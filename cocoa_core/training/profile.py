"""Computes from logs how often each item was answered right, to select and order items for training."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from attrs import asdict, field, frozen
from attrs.filters import exclude

from cocoa_core.analysis import LogReading, StoredRecord
from cocoa_core.atomic_files import is_occupied, write_whole
from cocoa_core.errors import FindingsError, UsageError
from cocoa_core.grouping import grouped
from cocoa_core.items import CANARY, CARD, features_of, hub_header
from cocoa_core.suggestions import not_among

_LEVELS: Final = ("level", "setting", "category", "relations")
"""The facets of which the first that the items have gives the levels, where the caller names none."""
_RATES: Final = "rates.jsonl"
_KEPT: Final = "questions.jsonl"


@frozen
class ItemRate:
    """The answers to one item, counted."""

    id: str
    family: str
    ask: str
    level: str
    """Items of the same level are counted together."""
    answers: int
    """The number of answers."""
    right: int
    """The number of answers that were wholly right."""
    unread: int
    """The number of answers that could not be read."""
    score: float
    """The mean score of the answers."""
    record: StoredRecord = field(repr=False, eq=False)
    """The item's record, from the logs."""

    @property
    def rate(self) -> float:
        return self.right / self.answers

    def to_json(self) -> dict[str, Any]:
        """Returns the rate as one line of the list of rates, without the record."""
        return {
            **asdict(self, filter=exclude("record")),
            "score": round(self.score, 6),
            "rate": round(self.rate, 6),
        }


@frozen
class LevelRate:
    """The answers to the items of one level, counted."""

    level: str
    items: int
    """The number of items."""
    answers: int
    right: int
    kept: int
    """The number of items whose pass rate is in the range to be kept."""
    always: int
    """The number of items that were answered right every time."""
    never: int
    """The number of items that were never answered right."""

    @property
    def rate(self) -> float:
        return self.right / self.answers


@frozen
class Profile:
    """The pass rates of all items in some logs."""

    items: tuple[ItemRate, ...]
    """The easiest first; of equal rates the one with the higher mean score, then by id."""
    keep: tuple[float, float]
    """The lowest and the highest pass rate of the items to be kept."""
    by: str
    """The facet of items that gives their levels."""
    runs: tuple[tuple[str, str], ...]
    """The pairs of a model and a strategy that gave the answers."""
    scorers: Mapping[str, str]
    """By family, the versions of the rule by which answers were read, as logs state them ("selection-3")."""

    @property
    def kept(self) -> tuple[ItemRate, ...]:
        """The items whose rate is in the range, in their order."""
        low, high = self.keep
        return tuple(item for item in self.items if low <= item.rate <= high)

    @property
    def levels(self) -> tuple[LevelRate, ...]:
        """The levels, the easiest first."""
        kept_by_level = Counter(item.level for item in self.kept)
        rated_levels = (
            LevelRate(
                level,
                len(items),
                sum(item.answers for item in items),
                sum(item.right for item in items),
                kept_by_level[level],
                sum(item.right == item.answers for item in items),
                sum(item.right == 0 for item in items),
            )
            for level, items in grouped((item.level, item) for item in self.items).items()
        )
        return tuple(sorted(rated_levels, key=lambda rated: (-rated.rate, rated.level)))


def profile(
    reading: LogReading,
    keep: tuple[float, float] = (0.0, 1.0),
    *,
    by: str | None = None,
    models: Sequence[str] = (),
    strategy: str | None = None,
) -> Profile:
    """Computes pass rates over all answers, epochs and data sets of some logs.

    Args:
        reading: the results of the logs.
        keep: the lowest and the highest pass rate of the items to be kept.
        by: the facet that gives the levels; None for the first of level, setting, category and relations that
            the items have, else the ask.
        models: the models whose answers count; may be empty where the logs have only one.
        strategy: the strategy whose answers count; may be None where the logs have only one.

    Raises:
        UsageError: the range is none, a name is unknown, or the logs have several models or strategies and
            none is named: answers of different policies have no common rate.
        FindingsError: no answer is left.
    """
    if not 0 <= keep[0] <= keep[1] <= 1:
        raise UsageError(
            "this is no range of pass rates",
            got=f"{keep[0]:g}..{keep[1]:g}",
            expected="LOW..HIGH with 0 <= LOW <= HIGH <= 1",
        )
    results = reading.results
    chosen_models = _chosen({result.model for result in results}, models, "model")
    chosen_strategies = _chosen(
        {result.strategy for result in results}, [strategy] if strategy else [], "strategy"
    )
    results = tuple(
        result for result in results if result.model in chosen_models and result.strategy in chosen_strategies
    )
    if not results:
        raise FindingsError(
            "there is no answer to profile in these logs", expected="logs of `cocoa evaluate` with answers"
        )
    facet = by or next(
        (level_facet for level_facet in _LEVELS if any(level_facet in r.item.facets for r in results)), "ask"
    )
    if not any(facet in result.item.facets for result in results) and facet != "ask":
        facets = sorted({name for result in results for name in result.item.facets})
        raise UsageError("the items have no such facet", **not_among(facet, facets))
    of_items = grouped((result.sample, result) for result in results)
    rates = [_rate(item_results, facet) for item_results in of_items.values()]
    rates.sort(key=lambda rate: (-rate.rate, -rate.score, rate.id))
    readers = grouped((result.item.family, result.reader) for result in results)
    return Profile(
        tuple(rates),
        keep,
        facet,
        tuple(sorted({(result.model, result.strategy) for result in results})),
        {family: _scorers(family, versions) for family, versions in sorted(readers.items())},
    )


def _scorers(family: str, versions: Sequence[str]) -> str:
    named = {f"{family}-{version}" if version else f"{family}, version not stated" for version in versions}
    return " and ".join(sorted(named))


def _rate(answers: Sequence[Any], facet: str) -> ItemRate:
    first = answers[0]
    level = first.item.facets.get(facet, first.item.ask)
    return ItemRate(
        first.sample,
        first.item.family,
        first.item.ask,
        ", ".join(level) if isinstance(level, tuple) else str(level),
        len(answers),
        sum(answer.correct for answer in answers),
        sum(answer.parse_failure for answer in answers),
        sum(answer.score for answer in answers) / len(answers),
        first.item.record,
    )


def _chosen(present: set[str], named: Sequence[str], kind: str) -> set[str]:
    unknown = sorted(set(named) - present)
    if unknown or (len(present) > 1 and not named):
        raise UsageError(
            f"these logs have no such {kind}" if unknown else f"these logs are of more than one {kind}",
            got=", ".join(unknown or sorted(present)),
            expected=", ".join(sorted(present)) if unknown else f"one {kind}: a pass rate is of one",
            fix=f"name one with --{kind}",
        )
    return set(named) or present


def write_profile(result: Profile, folder: Path) -> tuple[Path, ...]:
    """Writes the list of all rates, the records of the items to be kept and a card; the easiest items first.

    Args:
        folder: a new folder, or an empty one.

    Returns:
        The files.

    Raises:
        UsageError: the folder is not empty, or no item is to be kept. Nothing is written.
    """
    if not result.kept:
        low, high = result.keep
        ends = [f"{rated.rate:g}" for rated in (result.items[-1], result.items[0])]
        raise UsageError(
            "no question has a pass rate to be kept",
            got=f"rates from {ends[0]} to {ends[1]}, none of them in {low:g}..{high:g}",
            fix="widen --keep, or have each question answered more often: cocoa evaluate --epochs 8; "
            "reference models such as cocoa/random say the same each time",
        )
    if is_occupied(folder):
        raise UsageError(
            f"{folder} is not an empty folder",
            expected="a new folder, or an empty one",
            fix="name another --out",
        )
    rates = "".join(f"{json.dumps(item.to_json(), ensure_ascii=False)}\n" for item in result.items)
    records = "".join(
        f"{json.dumps(item.record.unpacked(), ensure_ascii=False, separators=(',', ':'))}\n"
        for item in result.kept
    )
    files = {_RATES: rates, _KEPT: records, CARD: _card(result, records)}
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        write_whole(folder / name, text.encode())
    return tuple(folder / name for name in files)


def _card(result: Profile, records: str) -> str:
    digest = sha256(records.encode()).hexdigest()
    files = [("train", _KEPT, digest)]
    features = features_of(json.loads(line) for line in records.encode().splitlines())
    header = hub_header(" and ".join(result.scorers), len(result.kept), (), files, features)
    runs = "\n".join(f"- {model}, asked by the strategy {strategy}" for model, strategy in result.runs)
    scorers = ", ".join(result.scorers.values())
    low, high = result.keep
    return f"""{header}
# {len(result.kept):,} of {len(result.items):,} questions, by pass rate

`{_KEPT}` holds the records of the questions that were right in a share of {low:g} to {high:g} of
their answers, the easiest first; `{_RATES}` the rate of every question, kept or not. Scored by
{scorers}. Answered by

{runs}

{CANARY}
"""
