"""Reads gates: what must hold for a run to pass, such as `right>=0.9` or `invented=0`."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from attrs import frozen

from cocoa_core.assistants.running import DELIVERIES, ERROR, RIGHT, SKIPPED, CaseOutcome
from cocoa_core.errors import UsageError, one_line
from cocoa_core.families.selection.targeting.case import CASE_KINDS

_SIGNS: Final[Mapping[str, Callable[[float, float], bool]]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "=": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}
_GATE: Final = re.compile(r"([a-z.]+) *(>=|<=|=|>|<) *(0|1|0?[.][0-9]+|1[.]0+)")
_RATES: Final = ("right", "tries", "precision", "invented", "broken", "missed", "unread", "errors")
DEFAULT_GATE: Final = "right=1"
DEFAULT_GATES: Final = (DEFAULT_GATE, "errors=0")
"""The gates where none is given: in CI, a run that passes although cases are wrong, or without a reply, would
be a trap.
"""


@frozen
class Gate:
    """A rate, a sign and a bound from 0 to 1."""

    text: str
    rate: str
    sign: str
    bound: float

    @classmethod
    def of(cls, text: str) -> Gate:
        """Returns the gate of a text such as `right.every>=0.8`.

        Raises:
            UsageError: the text is no gate.
        """
        match = _GATE.fullmatch(text.strip())
        parts = (*CASE_KINDS, *DELIVERIES)
        names = (*_RATES, *(f"right.{part}" for part in parts))
        if match is None or match[1] not in names:
            raise UsageError(
                "there is no such gate",
                got=one_line(text),
                expected=f"{', '.join(_RATES)} or right.{'|'.join(parts)}, then >=, <=, >, <, = and a share",
                fix="such as --gate 'right>=0.9' or --gate 'invented=0'",
            )
        return cls(text.strip(), match[1], match[2], float(match[3]))

    def met(self, rates: Mapping[str, float]) -> bool:
        """Returns whether the rates meet the gate; a gate whose rate is missing is met.

        The rate is missing where no judged case is of the kind, or said in the way, that the gate names.
        """
        return self.rate not in rates or _SIGNS[self.sign](rates[self.rate], self.bound)


def rates_of(outcomes: Sequence[CaseOutcome]) -> Mapping[str, float]:
    """Returns the shares that gates are about, by name.

    All are shares of the judged cases, unless something else is named:
      right: cases that are right each time they are asked (pass^n)
      tries: single tries that are right; the same as right where each case is asked once
      precision: returned rows that fit
      invented: cases with an id that is not in the catalogue
      broken: cases with a row that breaks the request
      missed: cases that lack a row
      unread: cases with a reply in which nothing could be read
      errors: cases without a reply, of all that were asked
      right.KIND, right.DELIVERY: as right, of the cases of one kind, or said in one way
    """
    judged = [outcome for outcome in outcomes if outcome.judged]
    asked = [outcome for outcome in outcomes if outcome.outcome != SKIPPED]
    returned = sum(len(outcome.rows) for outcome in judged)
    wrong_rows = sum(len({*outcome.broken, *outcome.invented, *outcome.outside}) for outcome in judged)

    def share(part: int, total: int) -> float:
        return part / total if total else 0.0

    def share_of(outcomes: Sequence[CaseOutcome], state: str) -> float:
        return share(sum(outcome.outcome == state for outcome in outcomes), len(outcomes))

    rates = {
        "right": share_of(judged, RIGHT),
        "tries": share(sum(outcome.passes for outcome in judged), sum(outcome.tries for outcome in judged)),
    }
    for flaw in ("invented", "unread", "broken", "missed"):
        rates[flaw] = share(sum(bool(getattr(outcome, flaw)) for outcome in judged), len(judged))
    rates |= {"precision": 1 - share(wrong_rows, returned), "errors": share_of(asked, ERROR)}
    for part in (*CASE_KINDS, *DELIVERIES):
        matching = [outcome for outcome in judged if part in (outcome.kind, outcome.delivery)]
        if matching:
            rates[f"right.{part}"] = share_of(matching, RIGHT)
    return rates
