"""What a user did wrong, said once: what was found, what was expected, how to mend it."""

from __future__ import annotations

from attrs import frozen

__all__ = ["CocoaError", "DomainError", "FindingsError", "Place", "SettingsError", "UsageError"]


@frozen
class Place:
    """Where in a file something stands; line and column count from 1, 0 where unknown."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        numbers = [str(number) for number in (self.line, self.column) if number]
        return ":".join([self.file, *numbers])


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


class DomainError(CocoaError):
    """A schema, rule set, table or catalogue that cannot be used."""


class FindingsError(CocoaError):
    """A data set that does not hold what it claims."""
