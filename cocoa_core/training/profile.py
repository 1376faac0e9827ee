"""How often each item was answered right, from logs: what is worth training on, in which order."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

from cocoa_core.analysis import Reading
from cocoa_core.atomic_files import write_whole
from cocoa_core.errors import FindingsError, UsageError
from cocoa_core.items import CANARY, CARD, features_of, hub_header

__all__ = ["ItemRate", "LevelRate", "Profile", "profile", "write_profile"]

_LEVELS: Final = ("level", "setting", "category", "relations")
"""Facets that levels are read from where nothing is said: the first that the items have."""
_RATES: Final = "rates.jsonl"
_KEPT: Final = "questions.jsonl"


@frozen
class ItemRate:
    """One item."""

    id: str
    family: str
    ask: str
    level: str
    """Of which items are counted together."""
    answers: int
    """How many."""
    right: int
    """Those wholly right."""
    unread: int
    """Those in which no answer could be read."""
    score: float
    """The mean."""
    record: Mapping[str, Any] = field(repr=False, eq=False)
    """As the logs hold it."""

    @property
    def rate(self) -> float:
        """The share of right answers."""
        return self.right / self.answers

    def to_json(self) -> dict[str, Any]:
        """As a line of the list."""
        return {
            "id": self.id,
            "family": self.family,
            "ask": self.ask,
            "level": self.level,
            "answers": self.answers,
            "right": self.right,
            "unread": self.unread,
            "score": round(self.score, 6),
            "rate": round(self.rate, 6),
        }


@frozen
class LevelRate:
    """The items of one level: how many, answers and right ones of all, items kept, always and never right."""

    level: str
    items: int
    answers: int
    right: int
    kept: int
    always: int
    never: int

    @property
    def rate(self) -> float:
        """The share of right answers."""
        return self.right / self.answers


@frozen
class Profile:
    """items: the easiest first; of equal rates by mean score, then by id. keep: rates that stay, inclusive.

    by: the facet that levels are of. runs: the models and strategies that answered. scorers: by family, the
    versions of how answers were read, as the logs state them ("selection-3").
    """

    items: tuple[ItemRate, ...]
    keep: tuple[float, float]
    by: str
    runs: tuple[tuple[str, str], ...]
    scorers: Mapping[str, str]

    @property
    def kept(self) -> tuple[ItemRate, ...]:
        """The items whose rate stays, in their order."""
        low, high = self.keep
        return tuple(item for item in self.items if low <= item.rate <= high)

    @property
    def levels(self) -> tuple[LevelRate, ...]:
        """The levels, the easiest first."""
        kept = Counter(item.level for item in self.kept)
        result = []
        for level in dict.fromkeys(item.level for item in self.items):
            of_it = [item for item in self.items if item.level == level]
            result.append(
                LevelRate(
                    level,
                    len(of_it),
                    sum(item.answers for item in of_it),
                    sum(item.right for item in of_it),
                    kept[level],
                    sum(item.right == item.answers for item in of_it),
                    sum(item.right == 0 for item in of_it),
                )
            )
        return tuple(sorted(result, key=lambda rated: (-rated.rate, rated.level)))


def profile(
    reading: Reading,
    keep: tuple[float, float] = (0.0, 1.0),
    *,
    by: str | None = None,
    models: Sequence[str] = (),
    strategy: str | None = None,
) -> Profile:
    """Pass rates over all answers, epochs and data sets of some logs.

    Args:
        keep: the lowest and the highest rate that stays.
        by: the facet that levels are of; without it the first of level, setting, category and relations that
            the items have, else the ask.
        models, strategy: whose answers count.

    Raises:
        UsageError: a range that is none; several models or strategies of which none is named (rates of
            different policies are no rate); an unknown name.
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
    ways = _chosen({result.strategy for result in results}, [strategy] if strategy else [], "strategy")
    results = tuple(result for result in results if result.model in chosen_models and result.strategy in ways)
    if not results:
        raise FindingsError(
            "there is no answer to profile in these logs", expected="logs of `cocoa evaluate` with answers"
        )
    facet = by or next(
        (level_facet for level_facet in _LEVELS if any(level_facet in r.item.facets for r in results)), "ask"
    )
    if not any(facet in result.item.facets for result in results) and facet != "ask":
        facets = sorted({name for result in results for name in result.item.facets})
        raise UsageError("the items have no such facet", got=facet, expected=", ".join(facets))
    of_items: dict[str, list[Any]] = {}
    for result in results:
        of_items.setdefault(result.sample, []).append(result)
    rates = [_rate(item_results, facet) for item_results in of_items.values()]
    rates.sort(key=lambda rate: (-rate.rate, -rate.score, rate.id))
    read: dict[str, set[str]] = {}
    for result in results:
        version = (
            f"{result.item.family}-{result.reader}"
            if result.reader
            else f"{result.item.family}, version not stated"
        )
        read.setdefault(result.item.family, set()).add(version)
    return Profile(
        tuple(rates),
        keep,
        facet,
        tuple(sorted({(result.model, result.strategy) for result in results})),
        {family: " and ".join(sorted(versions)) for family, versions in sorted(read.items())},
    )


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
    """Writes the list of all items and the records of those kept, both the easiest first, and a card.

    Args:
        folder: new or empty, else UsageError, before anything is written; so where no item is kept. Gives the
            files.
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
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(
            f"{folder} is not an empty folder",
            expected="a new folder, or an empty one",
            fix="name another --out",
        )
    rates = "".join(f"{json.dumps(item.to_json(), ensure_ascii=False)}\n" for item in result.items)
    kept = "".join(
        f"{json.dumps(dict(item_kept.record), ensure_ascii=False, separators=(',', ':'))}\n"
        for item_kept in result.kept
    )
    files = {_RATES: rates, _KEPT: kept, CARD: _card(result, kept)}
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        write_whole(folder / name, text.encode())
    return tuple(folder / name for name in files)


def _card(result: Profile, kept: str) -> str:
    digest = sha256(kept.encode()).hexdigest()
    files = [("train", _KEPT, digest)]
    features = features_of(json.loads(line) for line in kept.encode().splitlines())
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
