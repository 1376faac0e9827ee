"""Finds the conditions that an assistant gets wrong, by slot, test, negation, connective and reply."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final

from attrs import asdict, define, field, frozen

from cocoa_core.assistants.running import CaseOutcome
from cocoa_core.families.selection.targeting.case import BEST, EVERY, NONE, REVISE, Case
from cocoa_core.families.selection.targeting.facets import term_facets
from cocoa_core.items import FULL

_MANY: Final = 6
"""The number of conditions from which a request counts as having many."""
_SEVERAL: Final = 2
"""Conditions with at least this many failed cases are listed before those with one. In fifty cases some test
occurs only once, so its failure rate is 0 or 100 % by chance.
"""
_CLEAR: Final = 2.706
"""The strength from which a condition is one of the worst: at equal rates one in ten conditions has as much.
Without a bound an assistant that invents ids was told of "57%; other conditions 56%".
"""
_KEPT: Final = 5
"""The most examples of a condition."""
_INVENTED: Final = ("reply", "names ids that are not in the catalogue")
_OUTSIDE: Final = ("reply", "names rows of the catalogue that it was not asked about")
_BEST: Final = ("kind", "the best one")
_EVERY: Final = ("kind", "every one")
"""Properties of which one problem of a reply, not its first, may be the example."""


@frozen
class FailureCondition:
    """A property of sum terms, cases or replies, and how often those with it went wrong."""

    facet: str
    """The kind of property, such as "slot", "test", "negation" or "reply"."""
    value: str
    """Its value, such as "Price", "more than", "not" or "invented ids"."""
    cases: int
    """Judged cases with this property."""
    failed: int
    """Those of them that went wrong at it."""
    rate: float
    """The share that went wrong of the sum terms, or of the cases for properties of replies."""
    others: float
    """The same share of those without it."""
    strength: float
    """How strongly the two rates differ: the G statistic; 0 where `rate` is not the higher one."""
    examples: tuple[str, ...] = ()
    """What was broken, with the row and its values."""

    def line(self) -> str:
        """Returns the line of a report."""
        return (
            f"{self.facet} {self.value}: wrong in {self.failed} of {self.cases} cases with it "
            f"({self.failed / self.cases:.0%}); other conditions {self.others:.0%}"
        )

    def to_json(self) -> dict[str, Any]:
        """Returns the object that `--json` prints."""
        rounded = {"rate": round(self.rate, 4), "others": round(self.others, 4)}
        return {**asdict(self), **rounded, "strength": round(self.strength, 3)}


@define
class _Counted:
    """What was counted of one condition."""

    total: int = 0
    """Sum terms or cases with it."""
    blame: float = 0.0
    """The sum of the parts, each from 0 to 1, in which these went wrong."""
    cases: set[str] = field(factory=set)
    failed: set[str] = field(factory=set)
    examples: list[str] = field(factory=list)

    def add(self, case: str, blame: float, examples: Sequence[str]) -> None:
        self.total += 1
        self.blame += blame
        self.cases.add(case)
        if blame:
            self.failed.add(case)
            self.examples += examples[: _KEPT - len(self.examples)]


def conditions_of(cases: Sequence[Case], outcomes: Sequence[CaseOutcome]) -> list[FailureCondition]:
    """Returns every condition of the judged cases, those first that go wrong most clearly.

    A returned row that breaks a request counts against the sum terms that it breaks, with equal parts. If
    rows that fit were not returned, and no other row either, all sum terms count alike: which of them was
    misunderstood shows over many cases. A fault that no reply should have (ids of no row, nothing to read) is
    compared with all cases as if no other case had it.
    """
    by_id = {case.id: case for case in cases}
    terms: dict[tuple[str, str], _Counted] = defaultdict(_Counted)
    replies: dict[tuple[str, str], _Counted] = defaultdict(_Counted)
    all_terms, all_cases = _Counted(), _Counted()
    for outcome in outcomes:
        case = by_id.get(outcome.id)
        if case is None or not outcome.judged:
            continue
        for number, blame in enumerate(_blame(case, outcome)):
            examples = _examples(case, outcome, number)
            all_terms.add(outcome.name, blame, ())
            for name in set(term_facets(case, number)):
                terms[name].add(outcome.name, blame, examples)
        wrong = float(outcome.outcome == "wrong")
        all_cases.add(outcome.name, wrong, ())
        for name, is_wrong in _reply_facets(case, outcome):
            replies[name].add(outcome.name, wrong if is_wrong else 0.0, [_reply_example(outcome, name)])
    result = [_condition(name, counted, all_terms) for name, counted in terms.items()]
    result += [_condition(name, counted, all_cases) for name, counted in replies.items()]
    return sorted(
        result,
        key=lambda condition: (
            condition.failed < _SEVERAL,
            -condition.strength,
            -condition.rate,
            condition.facet,
            condition.value,
        ),
    )


def worst_conditions(conditions: Sequence[FailureCondition], count: int = 3) -> list[FailureCondition]:
    """Returns the first conditions that clearly go wrong more often than the others."""
    return [condition for condition in conditions if condition.strength > _CLEAR and condition.failed][:count]


def _blame(case: Case, outcome: CaseOutcome) -> list[float]:
    """Returns for each sum term the part that went wrong, from 0 to 1."""
    blame = [0.0] * len(case.terms)
    for broken in outcome.broken.values():
        for number in broken:
            blame[number] = max(blame[number], 1 / len(broken))
    elsewhere = outcome.broken or outcome.worse or outcome.unread or outcome.invented or outcome.outside
    if outcome.missed and not elsewhere:
        return [1 / len(blame)] * len(blame)
    return blame


def _examples(case: Case, outcome: CaseOutcome, number: int) -> list[str]:
    """Returns the problems with a sum term: "it costs under $900" is broken by LP-2041 (Price: $949)."""
    return [
        problem
        for row, problem in zip(outcome.broken, outcome.problems, strict=False)
        if number in outcome.broken[row]
    ]


def _reply_example(outcome: CaseOutcome, name: tuple[str, str]) -> str:
    """Returns the problem of a reply that shows this property, else its first; empty where it has none."""
    problems = outcome.problems
    if name == _EVERY and outcome.missed:
        return problems[-1]
    rows = {_INVENTED: outcome.invented, _OUTSIDE: outcome.outside, _BEST: outcome.worse}.get(name, ())
    shown = (
        text
        for row in rows
        for text in problems
        if text.removeprefix("returned ").startswith((f"{row}:", f"{row},"))
    )
    return next(shown, "") or next(iter(problems), "")


def _reply_facets(case: Case, outcome: CaseOutcome) -> Iterator[tuple[tuple[str, str], bool]]:
    """Yields the properties of a case and its reply, each with whether it went wrong there."""
    if outcome.invented:
        yield _INVENTED, True
    if outcome.outside:
        yield _OUTSIDE, True
    if outcome.unread:
        yield ("reply", "names nothing that can be read as a row"), True
    if outcome.delivery != FULL:
        yield ("delivery", outcome.delivery), outcome.outcome == "wrong"
    if case.history and outcome.delivery == REVISE:
        yield ("revision", "what was said is changed later"), outcome.outcome == "wrong"
    if case.wanted == BEST:
        yield _BEST, bool(outcome.worse)
    if case.kind == EVERY:
        yield _EVERY, bool(outcome.missed)
    if case.kind == NONE:
        yield ("kind", "nothing fits"), outcome.outcome == "wrong"
    if len(case.terms) >= _MANY:
        yield ("length", f"{_MANY} conditions or more"), outcome.outcome == "wrong"


def _condition(name: tuple[str, str], inside: _Counted, everything: _Counted) -> FailureCondition:
    always_wrong = name[0] == "reply"
    other_total = everything.total - (0 if always_wrong else inside.total)
    blame_others = 0.0 if always_wrong else max(everything.blame - inside.blame, 0.0)
    rate, rate_others = inside.blame / inside.total, blame_others / other_total if other_total else 0.0
    strength = (
        _likelihood_ratio(inside.blame, inside.total, blame_others, other_total)
        if rate > rate_others
        else 0.0
    )
    return FailureCondition(
        *name,
        cases=len(inside.cases),
        failed=len(inside.failed),
        rate=rate,
        others=rate_others,
        strength=strength,
        examples=tuple(dict.fromkeys(inside.examples)),
    )


def _likelihood_ratio(wrong: float, total: float, wrong_others: float, other_total: float) -> float:
    """Returns G of a two by two table: twice the log-likelihood ratio of two rates to one common rate."""

    def log_likelihood(bad: float, total: float) -> float:
        good = total - bad
        return sum(part * math.log(part / total) for part in (bad, good) if part > 0 and total > 0)

    both = log_likelihood(wrong + wrong_others, total + other_total)
    return max(0.0, 2 * (log_likelihood(wrong, total) + log_likelihood(wrong_others, other_total) - both))
