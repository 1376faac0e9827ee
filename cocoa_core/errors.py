"""Errors that a user can mend: what was found, what was expected, how to mend it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

__all__ = [
    "CocoaError",
    "DomainError",
    "ExhaustedError",
    "FindingsError",
    "MismatchError",
    "Place",
    "SettingsError",
    "UsageError",
    "one_line",
]

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

    def __str__(self) -> str:
        head = f"{self.place}: {self.problem}" if self.place else self.problem
        parts = (("got", self.got), ("expected", self.expected), ("fix", self.fix))
        return "\n".join([head, *(f"  {name}: {text}" for name, text in parts if text is not None)])

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.problem, self.got, self.expected, self.fix, self.place)


def _rebuild(
    kind: type[CocoaError],
    problem: str,
    got: str | None,
    expected: str | None,
    fix: str | None,
    place: Place | None,
) -> CocoaError:
    return kind(problem, got=got, expected=expected, fix=fix, place=place)


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

    errors: tuple[DomainError, ...] = ()
    """Every mistake that was found, this one first, where one reading found several."""

    @classmethod
    def of(cls, mistakes: Sequence[DomainError]) -> DomainError:
        """Returns the first mistake, with all of them attached; there must be one."""
        first = mistakes[0]
        if len(mistakes) == 1:
            return first
        error = cls(first.problem, got=first.got, expected=first.expected, fix=first.fix, place=first.place)
        error.errors = tuple(mistakes)
        return error

    def __str__(self) -> str:
        more = len(self.errors) - 1
        if more < 1:
            return super().__str__()
        remark = f"{more} more mistake{'s' * (more > 1)}"
        return f"{super().__str__()}\n  and {remark}: `cocoa check-domain` names all"

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild_all, (self.errors,)) if self.errors else super().__reduce__()


def _rebuild_all(mistakes: tuple[DomainError, ...]) -> DomainError:
    return DomainError.of(mistakes)


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
