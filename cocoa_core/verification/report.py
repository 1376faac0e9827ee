"""The findings of the verifier: each with its place, its kind, what was found and what was expected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePath
from traceback import extract_tb
from typing import Final, ParamSpec

from attrs import define, field, frozen

from cocoa_core.errors import Place, one_line
from cocoa_core.independent import RESTORE

__all__ = ["MOST_FINDINGS", "Findings", "Flaw", "LocatedFlaw", "VerificationReport", "fault_of", "to_the_end"]

_P = ParamSpec("_P")

MOST_FINDINGS: Final = 100
"""The number of findings that a report keeps; further ones are only counted."""

_RESTORE_LINE: Final = "restore the line from a copy of the data set, or generate the data set again"
_RESTORE_MANIFEST: Final = "restore manifest.json and the files it names from one copy of the data set"
_FIXES: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("card", "digest", "file-missing", "lines", "long-line", "not-a-file", "sha256"), RESTORE
    ),
    **dict.fromkeys(("counts", "letters", "manifest", "missing", "split"), _RESTORE_MANIFEST),
    "incomplete": "repeat the call of `cocoa generate` that began it: it goes on where it was stopped",
    "unfinished": "restore the file from a copy; if it is as it was written, report it as a fault of cocoa",
    "unknown-file": "move the file out of the folder",
}
"""What to do, by the kind of a finding that is not about a single line."""


@frozen
class Flaw:
    """One thing that is wrong with a record, wherever it stands."""

    what: str
    """The kind, a fixed word ("label", "certificate") by which flaws are counted and filtered."""
    problem: str
    """One sentence."""
    got: str = ""
    expected: str = ""
    """What would have been right. Like `got` (what was found), empty if not stated."""


def to_the_end(
    what: str, flaws: Callable[_P, Iterable[Flaw]], *args: _P.args, **named: _P.kwargs
) -> list[Flaw]:
    """Returns the flaws that a check names. If the check itself raises, that is a flaw, and the run goes on.

    Args:
        what: what is checked, for the message ("the record").
        flaws: the check.
        args: its arguments.
        named: its keyword arguments.
    """
    result: list[Flaw] = []
    try:
        result.extend(flaws(*args, **named))
    except Exception as error:
        problem = f"{what} could not be checked to the end, for a fault of the checker's that it brings out"
        result.append(Flaw("unfinished", problem, fault_of(error), "what can be checked"))
    return result


def fault_of(error: Exception) -> str:
    """Returns an error of a checker as text, with the place where it was raised."""
    frame = extract_tb(error.__traceback__)[-1]
    where = f"line {frame.lineno} of {'/'.join(PurePath(frame.filename).parts[-3:])}"
    return f"{type(error).__name__} ({error}) in {frame.name}, {where}"


@frozen
class LocatedFlaw:
    """A flaw at its place."""

    place: Place
    question: str
    """The id of the record as far as it can be read; otherwise empty."""
    what: str
    parts: tuple[str, ...]
    """The problem, what was found, what was expected: each in one line of at most 300 characters."""

    @classmethod
    def of(cls, flaw: Flaw, place: Place, question: str = "") -> LocatedFlaw:
        """Returns the finding of a flaw at a place."""
        parts = [one_line(flaw.problem)]
        comparison = (("got", flaw.got), ("expected", flaw.expected))
        parts += [f"{name} {one_line(text)}" for name, text in comparison if text]
        here = Place(one_line(place.file), place.line, place.column)
        return cls(here, one_line(question), flaw.what, tuple(parts))

    @property
    def message(self) -> str:
        """All that is said of it, in one line."""
        return "; ".join(self.parts)

    @property
    def fix(self) -> str:
        """What to do about it."""
        return _FIXES.get(self.what, _RESTORE_LINE)

    def __str__(self) -> str:
        name = f" {self.question}" if self.question else ""
        return f"{self.place}:{name} [{self.what}] {self.message}"


@frozen
class VerificationReport:
    """checker: who checked each line, in words; plugged: whether that is a plug-in. checked: items read.

    findings: the first of them, in the order of the files. found: how many there are in all.
    notes: what is no fault but should be known.
    """

    checker: str
    checked: int
    findings: tuple[LocatedFlaw, ...]
    found: int
    notes: tuple[str, ...] = ()
    plugged: bool = False

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong."""
        return self.found == 0


@define
class Findings:
    """Findings as they come up: the first `MOST_FINDINGS` are kept, all are counted."""

    kept: list[LocatedFlaw] = field(factory=list)
    found: int = 0

    def add(self, finding: LocatedFlaw) -> None:
        """Takes one."""
        self.found += 1
        if len(self.kept) < MOST_FINDINGS:
            self.kept.append(finding)

    def take(self, findings: Iterable[LocatedFlaw], found: int) -> None:
        """Takes the first of several, `found` in all."""
        kept = tuple(findings)
        self.extend(kept)
        self.found += found - len(kept)

    def extend(self, findings: Iterable[LocatedFlaw]) -> None:
        """Takes several."""
        for finding in findings:
            self.add(finding)
