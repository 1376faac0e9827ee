"""Checks the ask `bundle`: of all choices of so many options that meet the request, the best under some
conditions.

Options that no choice may combine form a class. The best choice is found class by class: of the sums that so
many options can reach, those are dropped to which two others are at least as good in everything.
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
from cocoa_core.verification.report import Flaw, unequal
from cocoa_core.verification.selection.asks.ask import AskContract, options_of
from cocoa_core.verification.selection.parsed_question import Needs, ParsedQuestion

_FEWEST: Final = 5
"""The fewest options of a question."""
_MOST: Final = 60
"""The most options of a question."""
_MOST_TAKEN: Final = 10
"""The most options of a choice."""
_LEFT: Final = 3
"""The fewest options that a choice leaves over."""
_MOST_SHARED: Final = 12
"""The most options for which questions share their options."""
_MOST_TAKEN_SHARED: Final = 4
"""The most options of a choice for which questions share their options."""
_MOST_KEPT: Final = 100_000
"""Sums that are gone through in one step."""
_SUMMED: Final = ("total", "average")
_COUNTED: Final = ("with", "includes")


class TooManySumsError(Exception):
    """There are more sums than the search goes through."""


@frozen(eq=False)
class BundleConditions:
    """The objective and the conditions, in numbers of the options by label."""

    take: int
    """How many options are chosen."""
    costs: Mapping[str, int]
    """What the objective adds up, with the sign turned so that less is better."""
    bounds: Mapping[str, int] | None = None
    """What a limit adds up, with the sign turned so that less is better; None without a limit."""
    bound: int = 0
    """The most that the sum of the bounds may be."""
    sorts: Mapping[str, Value] | None = None
    """The values of which no two options of a choice may have the same; None without such a condition."""
    has: frozenset[str] | None = None
    """The labels that the condition on a number of options counts; None without such a condition."""
    fewest: int = 0
    """The fewest of them in a choice."""
    most: int = 0
    """The most of them in a choice."""

    def meets(self, chosen: Sequence[str]) -> bool:
        """Returns whether the choice has the right number of different options and meets every condition."""
        if len(set(chosen)) != self.take or len(chosen) != self.take or not set(chosen) <= set(self.costs):
            return False
        if self.bounds is not None and sum(self.bounds[label] for label in chosen) > self.bound:
            return False
        if self.sorts is not None and len({self.sorts[label] for label in chosen}) < self.take:
            return False
        return self.has is None or self.fewest <= len(self.has.intersection(chosen)) <= self.most

    def cost(self, chosen: Sequence[str]) -> int:
        """Returns the sum of what the objective adds up."""
        return sum(self.costs[label] for label in chosen)


def flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds another best choice, conditions that do not exist or decide nothing, and other words."""
    record, asked, bundles = question.record, question.record["asked"], question.domain.bundles
    if bundles is None:
        yield Flaw("bundle", "the domain does not say what several options may have to meet")
        return
    take, taken = asked["take"], _options_taken(record["provenance"]["settings"])
    if not 2 <= take <= min(_MOST_TAKEN, len(question.values) - _LEFT) or take != taken:
        yield Flaw("bundle", "another number of options is to be taken", take, taken)
        return
    yield from unequal(
        "words", "the choice is called otherwise", asked["called"], bundle_called(bundles.called, take)
    )
    first_flaws = [
        *_objective_flaws(question, bundles),
        *_condition_flaws(question, bundles),
        *_number_flaws(question),
    ]
    if first_flaws:
        yield from first_flaws
        return
    yield from _choice_flaws(question)


def _options_taken(settings: Mapping[str, Any]) -> int:
    take = settings.get("take")
    return take if type(take) is int else max(2, min(options_of(settings) // 4, _MOST_TAKEN))


def members(settings: Mapping[str, Any]) -> int:
    """Returns how many questions share few options so that each is in equally many keys; else 1."""
    options, take = options_of(settings), _options_taken(settings)
    return lcm(options, take) // take if options <= _MOST_SHARED and 2 <= take <= _MOST_TAKEN_SHARED else 1


def _objective_flaws(question: ParsedQuestion, bundles: Bundles) -> Iterator[Flaw]:
    objective = question.record["asked"]["objective"]
    name, over, wanted = objective["slot"], objective["over"], objective["wanted"]
    if over not in _SUMMED or name not in bundles.slots[over] or question.domain.wanted(name) != wanted:
        yield Flaw("objective", "the domain has no such objective", f"{wanted} of the {over} {name}")
        return
    slot = question.domain.slots[name]
    if (slot.kind, wanted) not in SUPERLATIVES:
        yield Flaw("objective", "there is no best of such numbers", slot.kind)
        return
    numbers = range(len(BUNDLE_OBJECTIVES))
    wordings = [bundle_objective(slot.kind, wanted, over, slot.label, way) for way in numbers]
    if objective["words"] not in wordings:
        yield Flaw("words", "the objective is said otherwise", objective["words"], " or ".join(wordings))


def _condition_flaws(question: ParsedQuestion, bundles: Bundles) -> Iterator[Flaw]:
    """Finds conditions that the domain does not have, kinds that stand twice, and other words."""
    asked = question.record["asked"]
    kinds = ["limit" if entry["kind"] in _SUMMED else entry["kind"] for entry in asked["conditions"]]
    kinds = ["with" if entry in _COUNTED else entry for entry in kinds]
    if not kinds or len(set(kinds)) < len(kinds):
        yield Flaw("condition", "there is no condition, or one kind stands twice", ", ".join(kinds))
    for number, entry in enumerate(asked["conditions"], 1):
        problem = _problem(question, bundles, entry)
        if problem:
            yield Flaw(
                "condition", f"condition {number} on the choice {problem}", f"{entry['kind']} {entry['slot']}"
            )
            continue
        label = question.domain.slots[entry["slot"]].label
        wordings = [
            bundle_condition(entry["kind"], entry["test"], label, entry["value"], entry["number"], way)
            for way in range(len(BUNDLE_CONDITIONS[entry["kind"], entry["test"]]))
        ]
        if entry["words"] not in wordings:
            yield Flaw(
                "words",
                f"condition {number} on the choice is said otherwise",
                entry["words"],
                " or ".join(wordings),
            )
    slot_names = [asked["objective"]["slot"], *(entry["slot"] for entry in asked["conditions"])]
    expected = {
        name: question.domain.slots[name].label for name in slot_names if name in question.domain.slots
    }
    if list(asked["labels"].items()) != list(expected.items()):
        yield Flaw("words", "the slots are called otherwise", asked["labels"], expected)


def _problem(question: ParsedQuestion, bundles: Bundles, condition: Mapping[str, Any]) -> str:
    kind, name, test, number, value = (condition[key] for key in ("kind", "slot", "test", "number", "value"))
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
    if (slot.worded and slot.plural) != (kind == "includes"):
        return "is of another kind of slot"
    return "" if 1 <= number < question.record["asked"]["take"] else "has a number that means nothing"


def _number_flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds numbers other than the options', and options without a value that a condition needs."""
    asked = question.record["asked"]
    summed = [condition["slot"] for condition in asked["conditions"] if condition["kind"] in _SUMMED]
    names = list(dict.fromkeys([asked["objective"]["slot"], *summed]))
    expected = {name: [values.get(name) for values in question.values.values()] for name in names}
    if asked["numbers"] != expected or list(asked["numbers"]) != names:
        yield Flaw("numbers", "the numbers are not those of the options", asked["numbers"], expected)
    for condition in asked["conditions"]:
        lacking = [
            label for label, values in question.values.items() if values.get(condition["slot"]) is None
        ]
        if lacking:
            yield Flaw(
                "condition",
                f"options lack the {condition['slot']} that a condition speaks of",
                ", ".join(lacking),
            )


def _choice_flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Checks the best choice, the totals, and each choice said to be better without a condition."""
    asked, key = question.record["asked"], question.record["key"]
    everything_asked = _demanded(question, asked["conditions"])
    try:
        best = two_best(everything_asked, question.right)
    except TooManySumsError:
        yield Flaw("bundle", "the options can be chosen in more ways than are gone through")
        return
    if not best or (len(best) > 1 and best[1][0] == best[0][0]):
        yield Flaw("key", "there is no one best choice", key)
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
    for number, condition in enumerate(asked["conditions"], 1):
        without_it = _demanded(question, [other for other in asked["conditions"] if other is not condition])
        better_choice = condition["without"]
        if not (
            without_it.meets(better_choice)
            and set(better_choice) <= set(question.right)
            and without_it.cost(better_choice) < cost
        ):
            problem = f"without condition {number} on the choice these are no better"
            yield Flaw("without", problem, ", ".join(better_choice), "options that it alone keeps out")
        elif better_choice != sorted(better_choice, key=list(question.values).index):
            yield Flaw("without", "the letters are not in order", ", ".join(better_choice))
    better_choice = asked["unasked"]
    if not (everything_asked.meets(better_choice) and everything_asked.cost(better_choice) < cost):
        problem = "without the request these are no better"
        yield Flaw("without", problem, ", ".join(better_choice), "options that the request alone keeps out")
    elif better_choice != sorted(better_choice, key=list(question.values).index):
        yield Flaw("without", "the letters are not in order", ", ".join(better_choice))


def _demanded(question: ParsedQuestion, conditions: Sequence[Mapping[str, Any]]) -> BundleConditions:
    """Returns the objective and these conditions, for all options."""
    asked = question.record["asked"]
    fields: dict[str, Any] = {"take": asked["take"], "costs": _turned(question, asked["objective"]["slot"])}
    for condition in conditions:
        values = {
            label: shown_values.get(condition["slot"]) for label, shown_values in question.values.items()
        }
        if condition["kind"] in _SUMMED:
            times = asked["take"] if condition["kind"] == "average" else 1
            sign = 1 if condition["test"] == "at_most" else -1
            fields |= {
                "bounds": _turned(question, condition["slot"]),
                "bound": sign * condition["number"] * times,
            }
        elif condition["kind"] == "different":
            fields["sorts"] = values
        else:
            slot = question.domain.slots[condition["slot"]]
            has = frozenset(
                label for label, value in values.items() if _says(slot, value, condition["value"])
            )
            is_at_least = condition["test"] == "at_least"
            fields |= {
                "has": has,
                "fewest": condition["number"] if is_at_least else 0,
                "most": asked["take"] if is_at_least else condition["number"],
            }
    return BundleConditions(**fields)


def _says(slot: Slot, value: Value, word: str) -> bool:
    if isinstance(value, frozenset):
        return word in value
    if isinstance(value, bool):
        return word == ("yes" if value else "no")
    return value == word


def _turned(question: ParsedQuestion, name: str) -> dict[str, int]:
    """Returns the numbers of a slot by label, with the sign turned so that less is better."""
    sign = 1 if question.domain.wanted(name) == "less" else -1
    return {
        label: sign * value
        for label, values in question.values.items()
        if isinstance(value := values[name], int)
    }


_Sum = tuple[int, int, tuple[str, ...]]
"""What the limit adds up, what the objective adds up, and the options."""


def two_best(asked: BundleConditions, labels: Sequence[str]) -> list[tuple[int, tuple[str, ...]]]:
    """Returns the best choice of these options with its cost, then the second best; fewer where there are
    fewer.

    Raises:
        TooManySumsError: there are too many sums.
    """
    classes: dict[object, list[str]] = {}
    for label in labels:
        classes.setdefault(label if asked.sorts is None else asked.sorts[label], []).append(label)
    reached: dict[tuple[int, int], list[_Sum]] = {(0, 0): [(0, 0, ())]}
    for class_labels in classes.values():
        extended = {state: list(sums) for state, sums in reached.items()}
        for (number, counted), sums in reached.items():
            for label in class_labels if number < asked.take else ():
                counts = asked.has is not None and label in asked.has
                bound = 0 if asked.bounds is None else asked.bounds[label]
                extended.setdefault((number + 1, counted + counts), []).extend(
                    (bounded + bound, cost + asked.costs[label], (*chosen, label))
                    for bounded, cost, chosen in sums
                )
        reached = {state: _kept(sums) for state, sums in extended.items()}
    ends = [
        (cost, chosen)
        for (number, counted), sums in reached.items()
        for bounded, cost, chosen in sums
        if number == asked.take
        and (asked.has is None or asked.fewest <= counted <= asked.most)
        and (asked.bounds is None or bounded <= asked.bound)
    ]
    return sorted(ends)[:2]


def _kept(sums: list[_Sum]) -> list[_Sum]:
    """Drops sums to which two others are at least as good, both in the limit and in cost."""
    if len(sums) > _MOST_KEPT:
        raise TooManySumsError
    undominated: list[_Sum] = []
    lowest_costs: list[int] = []
    for reached_sum in sorted(sums):
        if len(lowest_costs) < len(("best", "second")) or reached_sum[1] < lowest_costs[-1]:
            undominated.append(reached_sum)
            lowest_costs = sorted([*lowest_costs, reached_sum[1]])[:2]
    return undominated


_SHAPE: Final[Mapping[str, Any]] = {
    "take": int,
    "called": str,
    "conditions": [
        {"kind": str, "slot": str, "test": str, "number": int, "value": str, "words": str, "without": [str]}
    ],
    "objective": {"over": str, "slot": str, "wanted": str, "words": str},
    "labels": {...: str},
    "numbers": {...: [int]},
    "total": int,
    "second": int,
    "unasked": [str],
}

ASK: Final = AskContract(
    flaws, needs=Needs(options=(_FEWEST, _MOST)), asked=_SHAPE, apart=True, members=members
)
