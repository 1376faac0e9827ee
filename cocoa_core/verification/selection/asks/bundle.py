"""`bundle`: of all choices of so many options that meet the request, the best under some conditions.

The best is found class by class of what no two may have alike: of the sums that can be reached with so many
options, those are kept that are not behind two others in everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import lcm
from typing import Any, Final

from attrs import frozen

from cocoa_core.independent import Bundles, Slot, Value, displayed_number
from cocoa_core.lexicon import (
    BUNDLE_CONDITIONS,
    BUNDLE_OBJECTIVES,
    SUPERLATIVES,
    bundle_called,
    bundle_condition,
    bundle_objective,
)
from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.asks.ask import Ask, options_of
from cocoa_core.verification.selection.parsed_question import Needs, ParsedQuestion

__all__ = ["ASK", "Asked", "TooManySumsError", "two_best"]

_FEWEST: Final = 5
_MOST: Final = 60
_MOST_TAKEN: Final = 10
_LEFT: Final = 3
_MOST_SHARED: Final = 12
_MOST_TAKEN_SHARED: Final = 4
_MOST_KEPT: Final = 100_000
"""Sums that are kept in one step."""
_SUMMED: Final = ("total", "average")
_COUNTED: Final = ("with", "includes")


class TooManySumsError(Exception):
    """There are more sums than are gone through."""


@frozen(eq=False)
class Asked:
    """Conditions as the options have them, by label."""

    take: int
    costs: Mapping[str, int]
    bounds: Mapping[str, int] | None = None
    bound: int = 0
    """`bounds` and `bound`: of sums, turned so that less is better."""
    sorts: Mapping[str, Value] | None = None
    has: frozenset[str] | None = None
    """Those that count for the one condition that counts, with the fewest and most of them."""
    fewest: int = 0
    most: int = 0

    def meets(self, chosen: Sequence[str]) -> bool:
        """Returns whether so many different options meet all of it."""
        if len(set(chosen)) != self.take or len(chosen) != self.take or not set(chosen) <= set(self.costs):
            return False
        if self.bounds is not None and sum(self.bounds[one] for one in chosen) > self.bound:
            return False
        if self.sorts is not None and len({self.sorts[one] for one in chosen}) < self.take:
            return False
        return self.has is None or self.fewest <= len(self.has.intersection(chosen)) <= self.most

    def cost(self, chosen: Sequence[str]) -> int:
        """Returns their sum."""
        return sum(self.costs[one] for one in chosen)


def flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Another best choice, conditions that the domain does not have or that decide nothing, other words."""
    record, asked, bundles = question.record, question.record["asked"], question.domain.bundles
    if record["answer"] is not None:
        yield Flaw("key", "several options have no single answer", str(record["answer"]), "null")
    if bundles is None:
        yield Flaw("bundle", "the domain does not say what several options may have to meet")
        return
    take = asked["take"]
    if not 2 <= take <= min(_MOST_TAKEN, len(question.values) - _LEFT) or take != _taken(record):
        yield Flaw("bundle", "another number of options is to be taken", str(take), str(_taken(record)))
        return
    if asked["called"] != bundle_called(bundles.called, take):
        yield Flaw(
            "words", "the choice is called otherwise", asked["called"], bundle_called(bundles.called, take)
        )
    found = [
        *_objective_flaws(question, bundles),
        *_condition_flaws(question, bundles),
        *_number_flaws(question),
    ]
    if found:
        yield from found
        return
    yield from _choice_flaws(question)


def _taken(record: Mapping[str, Any]) -> int:
    return _taken_of(record["provenance"]["settings"])


def _taken_of(settings: Mapping[str, Any]) -> int:
    take = settings.get("take")
    return take if type(take) is int else max(2, min(options_of(settings) // 4, _MOST_TAKEN))


def members(settings: Mapping[str, Any]) -> int:
    """Returns how many questions share their options: where few do, as many as have each in the key equally
    often.
    """
    options, take = options_of(settings), _taken_of(settings)
    return lcm(options, take) // take if options <= _MOST_SHARED and 2 <= take <= _MOST_TAKEN_SHARED else 1


def _objective_flaws(question: ParsedQuestion, bundles: Bundles) -> Iterator[Flaw]:
    given = question.record["asked"]["objective"]
    name, over, wanted = given["slot"], given["over"], given["wanted"]
    if over not in _SUMMED or name not in bundles.slots[over] or question.domain.wanted(name) != wanted:
        yield Flaw("objective", "the domain has no such objective", f"{wanted} of the {over} {name}")
        return
    slot = question.domain.slots[name]
    if (slot.kind, wanted) not in SUPERLATIVES:
        yield Flaw("objective", "there is no best of such numbers", slot.kind)
        return
    ways = range(len(BUNDLE_OBJECTIVES))
    said = [bundle_objective(slot.kind, wanted, over, slot.label, way) for way in ways]
    if given["words"] not in said:
        yield Flaw("words", "the objective is said otherwise", given["words"], " or ".join(said))


def _condition_flaws(question: ParsedQuestion, bundles: Bundles) -> Iterator[Flaw]:
    """Finds what the domain does not have, stands twice, or is said otherwise."""
    asked = question.record["asked"]
    sorts = ["limit" if one["kind"] in _SUMMED else one["kind"] for one in asked["conditions"]]
    sorts = ["with" if one in _COUNTED else one for one in sorts]
    if not sorts or len(set(sorts)) < len(sorts):
        yield Flaw("condition", "there is no condition, or one kind stands twice", ", ".join(sorts))
    for number, one in enumerate(asked["conditions"], 1):
        problem = _problem(question, bundles, one)
        if problem:
            yield Flaw(
                "condition", f"condition {number} on the choice {problem}", f"{one['kind']} {one['slot']}"
            )
            continue
        label = question.domain.slots[one["slot"]].label
        said = [
            bundle_condition(one["kind"], one["test"], label, one["value"], one["number"], way)
            for way in range(len(BUNDLE_CONDITIONS[one["kind"], one["test"]]))
        ]
        if one["words"] not in said:
            yield Flaw(
                "words",
                f"condition {number} on the choice is said otherwise",
                one["words"],
                " or ".join(said),
            )
    named = [asked["objective"]["slot"], *(one["slot"] for one in asked["conditions"])]
    expected = {name: question.domain.slots[name].label for name in named if name in question.domain.slots}
    if list(asked["labels"].items()) != list(expected.items()):
        yield Flaw("words", "the slots are called otherwise", str(asked["labels"]), str(expected))


def _problem(question: ParsedQuestion, bundles: Bundles, one: Mapping[str, Any]) -> str:
    """Returns what is wrong with a condition, "" for nothing."""
    kind, name, test, number, value = (one[key] for key in ("kind", "slot", "test", "number", "value"))
    if (kind, test) not in BUNDLE_CONDITIONS:
        return "is of an unknown kind"
    if name not in bundles.slots["with" if kind in _COUNTED else kind]:
        return "is not one that the domain has"
    slot = question.domain.slots[name]
    if kind in _SUMMED:
        side = {"less": "at_most", "more": "at_least"}.get(question.domain.wanted(name) or "")
        if test != side or name == question.record["asked"]["objective"]["slot"]:
            return "is not on the side that people want, or of what the best is chosen by"
        shown = "" if slot.numbers is None else displayed_number(slot.numbers, number)
        return "" if value == shown else f"has a value that is shown as {shown}"
    if kind == "different":
        return "" if (number, value) == (0, "") else "has a number or a value"
    if (slot.kind == "set") != (kind == "includes"):
        return "is of another kind of slot"
    return "" if 1 <= number < question.record["asked"]["take"] else "has a number that means nothing"


def _number_flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds numbers that are not those that the options show; options that show none, or no value."""
    asked = question.record["asked"]
    summed = [one["slot"] for one in asked["conditions"] if one["kind"] in _SUMMED]
    names = list(dict.fromkeys([asked["objective"]["slot"], *summed]))
    expected = {name: [values.get(name) for values in question.values.values()] for name in names}
    if asked["numbers"] != expected or list(asked["numbers"]) != names:
        yield Flaw(
            "numbers", "the numbers are not those of the options", str(asked["numbers"]), str(expected)
        )
    for one in asked["conditions"]:
        lacking = [label for label, values in question.values.items() if values.get(one["slot"]) is None]
        if lacking:
            yield Flaw(
                "condition", f"options lack the {one['slot']} that a condition speaks of", ", ".join(lacking)
            )


def _choice_flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds the best choice, and what would be better without the request and without each condition."""
    asked, key = question.record["asked"], question.record["key"]
    whole = _asked(question, asked["conditions"])
    try:
        best = two_best(whole, question.right)
    except TooManySumsError:
        yield Flaw("bundle", "the options can be chosen in more ways than are gone through")
        return
    if not best or (len(best) > 1 and best[1][0] == best[0][0]):
        yield Flaw("key", "there is no one best choice", str(key))
        return
    cost, chosen = best[0]
    expected = sorted(chosen, key=list(question.values).index)
    if key != expected:
        yield Flaw("key", "the key is not the best choice", ", ".join(key), ", ".join(expected))
        return
    second = abs(best[1][0]) if len(best) > 1 else None
    if asked["total"] != abs(cost) or asked["second"] != second:
        got = f"{asked['total']} and {asked['second']}"
        yield Flaw(
            "total", "the best choice and the next come to other numbers", got, f"{abs(cost)} and {second}"
        )
    for number, one in enumerate(asked["conditions"], 1):
        rest = _asked(question, [other for other in asked["conditions"] if other is not one])
        given = one["without"]
        if not (rest.meets(given) and set(given) <= set(question.right) and rest.cost(given) < cost):
            what = f"without condition {number} on the choice these are no better"
            yield Flaw("without", what, ", ".join(given), "options that it alone keeps out")
        elif given != sorted(given, key=list(question.values).index):
            yield Flaw("without", "the letters are not in order", ", ".join(given))
    given = asked["unasked"]
    if not (whole.meets(given) and whole.cost(given) < cost):
        what = "without the request these are no better"
        yield Flaw("without", what, ", ".join(given), "options that the request alone keeps out")
    elif given != sorted(given, key=list(question.values).index):
        yield Flaw("without", "the letters are not in order", ", ".join(given))


def _asked(question: ParsedQuestion, conditions: Sequence[Mapping[str, Any]]) -> Asked:
    """Returns the objective and these conditions, of all options."""
    asked = question.record["asked"]
    found: dict[str, Any] = {"take": asked["take"], "costs": _turned(question, asked["objective"]["slot"])}
    for one in conditions:
        values = {label: some.get(one["slot"]) for label, some in question.values.items()}
        if one["kind"] in _SUMMED:
            times = asked["take"] if one["kind"] == "average" else 1
            sign = 1 if one["test"] == "at_most" else -1
            found |= {"bounds": _turned(question, one["slot"]), "bound": sign * one["number"] * times}
        elif one["kind"] == "different":
            found["sorts"] = values
        else:
            slot = question.domain.slots[one["slot"]]
            has = frozenset(label for label, value in values.items() if _says(slot, value, one["value"]))
            least = one["test"] == "at_least"
            found |= {
                "has": has,
                "fewest": one["number"] if least else 0,
                "most": asked["take"] if least else one["number"],
            }
    return Asked(**found)


def _says(slot: Slot, value: Value, word: str) -> bool:
    if isinstance(value, frozenset):
        return word in value
    if slot.kind == "boolean":
        return word == ("yes" if value is True else "no")
    return value == word


def _turned(question: ParsedQuestion, name: str) -> dict[str, int]:
    """Returns the numbers of a slot, so that less is better."""
    sign = 1 if question.domain.wanted(name) == "less" else -1
    return {
        label: sign * value
        for label, values in question.values.items()
        if isinstance(value := values[name], int)
    }


_Sum = tuple[int, int, tuple[str, ...]]
"""What is bounded, what it costs, and of which options."""


def two_best(asked: Asked, labels: Sequence[str]) -> list[tuple[int, tuple[str, ...]]]:
    """The best choice of these options with its cost, and the next one, as far as there are any."""
    classes: dict[object, list[str]] = {}
    for label in labels:
        classes.setdefault(label if asked.sorts is None else asked.sorts[label], []).append(label)
    reached: dict[tuple[int, int], list[_Sum]] = {(0, 0): [(0, 0, ())]}
    for some in classes.values():
        more = {state: list(sums) for state, sums in reached.items()}
        for (number, having), sums in reached.items():
            for label in some if number < asked.take else ():
                counts = asked.has is not None and label in asked.has
                bound = 0 if asked.bounds is None else asked.bounds[label]
                more.setdefault((number + 1, having + counts), []).extend(
                    (bounded + bound, cost + asked.costs[label], (*chosen, label))
                    for bounded, cost, chosen in sums
                )
        reached = {state: _kept(sums) for state, sums in more.items()}
    ends = [
        (cost, chosen)
        for (number, having), sums in reached.items()
        for bounded, cost, chosen in sums
        if number == asked.take
        and (asked.has is None or asked.fewest <= having <= asked.most)
        and (asked.bounds is None or bounded <= asked.bound)
    ]
    return sorted(ends)[:2]


def _kept(sums: list[_Sum]) -> list[_Sum]:
    """Returns those that are not behind two others both in what is bounded and in cost."""
    if len(sums) > _MOST_KEPT:
        raise TooManySumsError
    found: list[_Sum] = []
    least: list[int] = []
    for one in sorted(sums):
        if len(least) < len(("best", "second")) or one[1] < least[-1]:
            found.append(one)
            least = sorted([*least, one[1]])[:2]
    return found


_SHAPE: Final[Mapping[str, Any]] = {
    "take": int,
    "called": str,
    "conditions": [
        {
            "kind": str,
            "slot": str,
            "test": str,
            "number": int,
            "value": str,
            "words": str,
            "without": [str],
        }
    ],
    "objective": {"over": str, "slot": str, "wanted": str, "words": str},
    "labels": {...: str},
    "numbers": {...: [int]},
    "total": int,
    "second": int,
    "unasked": [str],
}

ASK: Final = Ask(flaws, needs=Needs(options=(_FEWEST, _MOST)), asked=_SHAPE, apart=True, members=members)
