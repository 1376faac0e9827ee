"""Errors that a user can mend, and findings: what was found, what was expected, how to mend it."""

from __future__ import annotations

from typing import Any, Final, Literal, Self, TypeAlias

from attrs import asdict, frozen

_LONGEST_LINE: Final = 300


@frozen
class Place:
    """A position in a file; line and column count from 1, and are 0 where unknown."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        numbers = [str(number) for number in (self.line, self.column) if number]
        return ":".join([self.file, *numbers])


Severity: TypeAlias = Literal["error", "warning", "info"]


@frozen
class Finding:
    """What is wrong at a place. `str` gives the whole message, several lines at most."""

    problem: str
    """One sentence."""
    got: str = ""
    """What was found; empty where there is nothing to say, as are `expected` and `fix`."""
    expected: str = ""
    """What would have been right."""
    fix: str = ""
    """What to do now."""
    place: Place = Place("")
    """File, line and column; without a file where nothing is known of it."""
    severity: Severity = "error"
    code: str = ""
    """A stable name of what is wrong; empty where it has none."""

    def __str__(self) -> str:
        head = f"{self.place}: {self.problem}" if self.place.file else self.problem
        parts = (("got", self.got), ("expected", self.expected), ("fix", self.fix))
        return "\n".join([head, *(f"  {name}: {text}" for name, text in parts if text)])

    def to_json(self) -> dict[str, Any]:
        """Returns the finding as plain data, with the same keys for every finding."""
        named = asdict(self)
        place = named.pop("place")
        return {"severity": named.pop("severity"), "code": named.pop("code"), **place, **named}


class MismatchError(ValueError):
    """A text or number that is not what was wanted, where nothing is known of the file it comes from.

    expected: what would have been right; got: what was found, as messages show it, None where they need not
    """

    def __init__(self, expected: str, got: str | None = None) -> None:
        self.expected, self.got = expected, got
        super().__init__(expected, got)

    def __str__(self) -> str:
        return f"expected {self.expected}" + (f", got {self.got}" if self.got is not None else "")


class CocoaError(Exception):
    """An error a user can mend. `str` gives the whole message, several lines at most.

    problem:  one sentence, what is wrong
    got:      what was found
    expected: what would have been right
    fix:      what to do now
    place:    file, line and column, where there is one
    exit_code: 1 for a finding about data, 2 for a wrong call (a class attribute)
    """

    exit_code = 1

    def __init__(
        self,
        problem: str,
        *,
        got: str | None = None,
        expected: str | None = None,
        fix: str | None = None,
        place: Place | None = None,
    ) -> None:
        self.problem, self.got, self.expected, self.fix, self.place = problem, got, expected, fix, place
        super().__init__(problem)

    @classmethod
    def of(cls, finding: Finding) -> Self:
        """Returns the error of a finding."""
        return cls(
            finding.problem,
            got=finding.got or None,
            expected=finding.expected or None,
            fix=finding.fix or None,
            place=finding.place if finding.place.file else None,
        )

    @property
    def finding(self) -> Finding:
        """What is wrong."""
        return Finding(
            self.problem, self.got or "", self.expected or "", self.fix or "", self.place or Place("")
        )

    def __str__(self) -> str:
        return str(self.finding)

    def __reduce__(self) -> tuple[object, ...]:
        return self.of, (self.finding,)


class UsageError(CocoaError):
    """The call itself is wrong: a flag, a folder, a name."""

    exit_code = 2


class SettingsError(UsageError):
    """Settings that no question of this domain can meet."""


class ExhaustedError(SettingsError):
    """Settings of which a source has fewer items than were asked for."""

    exit_code = 1


class DomainError(CocoaError):
    """A schema, rule set, table or catalogue that cannot be used."""

    _others: tuple[Finding, ...] = ()

    @classmethod
    def of(cls, finding: Finding, *others: Finding) -> Self:
        """Returns the error of a finding, with the others of the same reading attached."""
        error = super().of(finding)
        error._others = others
        return error

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every mistake that one reading found, that of the message first."""
        return (self.finding, *self._others)

    def __str__(self) -> str:
        more = len(self._others)
        if not more:
            return super().__str__()
        remark = f"{more} more mistake{'s' * (more > 1)}"
        return f"{super().__str__()}\n  and {remark}: `cocoa check-domain` names all"

    def __reduce__(self) -> tuple[object, ...]:
        return self.of, self.findings


class FindingsError(CocoaError):
    """A data set that does not hold what it claims."""


def one_line(text: object) -> str:
    """Returns a text as a message shows it: in one line of at most 300 characters, each of which can be
    printed.
    """
    line = str(text)
    cut = line if len(line) <= _LONGEST_LINE else f"{line[: _LONGEST_LINE - 3]}..."
    if cut.isprintable():
        return cut
    signs = (sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in cut)
    return "".join(signs)
