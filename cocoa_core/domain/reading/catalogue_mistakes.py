"""What is wrong with the options of a catalogue: the first few mistakes in one error."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import define, field, frozen

from cocoa_core.domain.suggestions import closest, quoted, shortened
from cocoa_core.errors import DomainError, Place

__all__ = ["MOST_COUNTED", "REPORTED", "Mistakes", "axioms_broken"]

REPORTED: Final = 5
"""Mistakes that one error names; of others it gives the number."""
MOST_COUNTED: Final = 10_000
"""Mistakes that are counted; with so many, the rows below are not read."""


@frozen
class _Mistake:
    line: int
    column: str
    text: str
    expected: str
    fix: str | None


@define
class Mistakes:
    """The cells that cannot be used: the first REPORTED of them, and how many there are."""

    first: list[_Mistake] = field(factory=list)
    number: int = 0

    @property
    def enough(self) -> bool:
        """Whether it is of no use to look for more."""
        return self.number >= MOST_COUNTED

    def add(self, line: int, column: str, text: str, problem: str, choices: Iterable[str] = ()) -> None:
        """Note a cell. `problem` is "expected ..., got ..."; `choices` are texts that the cell could have."""
        self.number += 1
        if len(self.first) < REPORTED:
            like = closest(text, choices)
            expected = problem.partition(", got ")[0].removeprefix("expected ")
            self.first.append(
                _Mistake(line, column, text, shortened(expected), f"did you mean {like!r}?" if like else None)
            )

    def refuse(self, file: str) -> None:
        """DomainError if there is a mistake."""
        if self.number == 1:
            (one,) = self.first
            raise DomainError(
                f"the cell in column {one.column!r} cannot be used",
                got=quoted(one.text) if one.text else "an empty cell",
                expected=one.expected,
                fix=one.fix or "correct the cell, or what schema.yaml says of the slot",
                place=Place(file, one.line),
            )
        if self.number:
            raise DomainError(
                f"{self.number:,}{' and more' if self.enough else ''} cells cannot be used",
                got=_several([_line(one) for one in self.first], self.number),
                fix="correct the cells, or what schema.yaml says of their slots",
                place=Place(file, self.first[0].line),
            )


def _line(one: _Mistake) -> str:
    fix = f"; {one.fix}" if one.fix else ""
    return f"line {one.line}, column {one.column!r}: {quoted(one.text)}, expected {one.expected}{fix}"


def axioms_broken(first: Sequence[tuple[int, str, str, str]], number: int, file: str) -> DomainError:
    """The error for options that break axioms: line, id, what it has and the axiom, for the first few."""
    first = [(line, row, shortened(values), shortened(axiom)) for line, row, values, axiom in first]
    line, row, values, axiom = first[0]
    fix = "correct the rows, or the axioms in schema.yaml"
    if number == 1:
        return DomainError(
            f"the option {row!r} breaks an axiom",
            got=values,
            expected=axiom,
            fix=fix,
            place=Place(file, line),
        )
    lines = [f"line {line}, option {row!r}: {values}, expected {axiom}" for line, row, values, axiom in first]
    return DomainError(
        f"{number:,} times an option breaks an axiom",
        got=_several(lines, number),
        fix=fix,
        place=Place(file, line),
    )


def _several(lines: Sequence[str], number: int) -> str:
    rest = [f"and {number - len(lines):,} more"] if number > len(lines) else []
    return "\n    ".join(["", *lines, *rest])
