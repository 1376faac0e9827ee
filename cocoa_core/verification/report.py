"""The findings of the verifier: each with its place, its kind, what was found and what was expected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import PurePath
from traceback import extract_tb
from typing import Final, ParamSpec

from attrs import define, evolve, field, frozen

from cocoa_core.errors import Place, one_line
from cocoa_core.independent import RESTORE

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
    "domain": "if you changed the domain, give it another version in schema.yaml; to check the questions by "
    "the domain that lies in their folder, name that one: --domain FOLDER/domain",
    "incomplete": "repeat the call of `cocoa generate` that began it: it goes on where it was stopped",
    "unfinished": "restore the file from a copy; if it is as it was written, report it as a fault of cocoa",
    "unknown-file": "move the file out of the folder",
}
"""What to do, by the kind of a finding that is not about a single line."""


def _printable(place: Place) -> Place:
    return evolve(place, file=one_line(place.file))


@frozen
class Flaw:
    """One thing that is wrong with a data set. Each text is kept in one line of at most 300 characters."""

    what: str
    """The kind, a fixed word ("label", "certificate") by which flaws are counted and filtered."""
    problem: str = field(converter=one_line)
    """One sentence. Like `got` and `expected` it is given as anything that `str` takes."""
    got: str = field(default="", converter=one_line)
    expected: str = field(default="", converter=one_line)
    """What would have been right. Like `got` (what was found), empty if not stated."""
    place: Place = field(default=Place(""), converter=_printable)
    """The file and the line. What checks a record leaves it out, since `verify` knows it."""
    question: str = field(default="", converter=one_line)
    """The id of the record as far as it can be read; otherwise empty."""

    def at(self, place: Place, question: str = "") -> Flaw:
        """Returns the flaw at a place."""
        return evolve(self, place=place, question=question)

    @property
    def parts(self) -> tuple[str, ...]:
        """The problem, what was found, what was expected: each in one line."""
        comparison = (("got", self.got), ("expected", self.expected))
        return (self.problem, *(f"{name} {text}" for name, text in comparison if text))

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


def unequal(what: str, problem: str, got: object, expected: object) -> Iterator[Flaw]:
    """Yields a flaw where what was found is not what was expected."""
    if got != expected:
        yield Flaw(what, problem, got, expected)


def to_the_end(
    what: str, flaws: Callable[_P, Iterable[Flaw]], *args: _P.args, **named: _P.kwargs
) -> list[Flaw]:
    """Returns the flaws that a check names. If the check itself raises, that is a flaw, and the run goes on.

    Args:
        what: what is checked, for the message ("the record").
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
class VerificationReport:
    """What the verifier found in a data set."""

    checker: str
    """Who checked each line, in words."""
    checked: int
    """The number of items that were read."""
    findings: tuple[Flaw, ...]
    """The first flaws, in the order of the files."""
    found: int
    """How many flaws there are in all."""
    notes: tuple[str, ...] = ()
    """What is no fault but should be known."""
    plugged: bool = False
    """Whether the checker is a plug-in."""

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong."""
        return self.found == 0


@define
class Findings:
    """Collects flaws: the first `MOST_FINDINGS` are kept, all are counted."""

    kept: list[Flaw] = field(factory=list)
    count: int = 0

    def add(self, finding: Flaw) -> None:
        """Counts a flaw, and keeps it if it is one of the first."""
        self.count += 1
        if len(self.kept) < MOST_FINDINGS:
            self.kept.append(finding)

    def take(self, findings: Iterable[Flaw], count: int) -> None:
        """Adds the flaws of a batch that kept the first of `count`."""
        kept = tuple(findings)
        self.extend(kept)
        self.count += count - len(kept)

    def extend(self, findings: Iterable[Flaw]) -> None:
        """Adds several flaws."""
        for finding in findings:
            self.add(finding)
