"""Collects what is wrong with a domain's files: every mistake is noted, and reading goes on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Concatenate, Final, ParamSpec, TypeVar

from attrs import define, field

from cocoa_core.errors import DomainError, Finding, MismatchError, Place
from cocoa_core.loading.yaml import Node, described
from cocoa_core.suggestions import did_you_mean, listed, quoted, shortened

_P = ParamSpec("_P")
_Part = TypeVar("_Part")
_Read = TypeVar("_Read")

_MOST: Final = 100
"""Mistakes after which a file is read no further: each costs a search for what was meant."""


class InvalidDependencyError(Exception):
    """What is asked for has a mistake that is noted already, so whatever needs it is skipped."""


class TooManyMistakesError(Exception):
    """A file has so many mistakes that looking for more is of no use."""


class RefusedError(ValueError):
    """A value that a key does not take. Whoever knows the key and the position makes a DomainError of it."""

    def __init__(
        self,
        expected: str | None,
        fix: str | None = None,
        *,
        problem: str | None = None,
        got: str | None = None,
        what: str | None = None,
        says: str = "cannot be read",
    ) -> None:
        """Notes why the value is refused; what is empty follows from the node and the name of its key."""
        self.expected, self.fix, self.problem, self.got = expected, fix, problem, got
        self.what, self.says = what, says
        super().__init__(problem or says)

    def at(self, node: Node, what: str) -> DomainError:
        """Returns the error for this node.

        Args:
            what: how messages name the key: "`min`".
        """
        return DomainError(
            self.problem or f"{self.what or what} {self.says}",
            got=self.got or described(node),
            expected=self.expected,
            fix=self.fix,
            place=node.place,
        )


@define
class Mistakes:
    """The mistakes so far in one file and in the tables that it names, in order."""

    file: str
    """The file, as positions in it name it."""

    findings: list[Finding] = field(factory=list)
    names: dict[int, str] = field(factory=dict)
    """What the author calls the value at a node: its key, by the `id` of the node."""

    def note(self, mistake: DomainError) -> None:
        """Adds a mistake.

        Raises:
            TooManyMistakesError: there are too many.
        """
        self.findings.append(mistake.finding)
        if len(self.findings) >= _MOST:
            raise TooManyMistakesError

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """Notes a mistake that is raised within the block, and goes on after the block."""
        try:
            yield
        except DomainError as mistake:
            self.note(mistake)
        except InvalidDependencyError:
            pass

    def tried(self, read: Callable[_P, _Read], *args: _P.args, **kwargs: _P.kwargs) -> _Read | None:
        """Returns the result of `read`; None where it raises a mistake, which is noted."""
        with self.collecting():
            return read(*args, **kwargs)
        return None

    def each(
        self,
        read: Callable[Concatenate[_Part, _P], _Read],
        parts: Iterable[_Part],
        *args: _P.args,
        **kwargs: _P.kwargs,
    ) -> tuple[_Read, ...]:
        """Returns what `read` gives for each part; mistakes are noted, and their parts left out."""
        results: list[_Read] = []
        for part in parts:
            with self.collecting():
                results.append(read(part, *args, **kwargs))
        return tuple(results)

    def in_order(self) -> tuple[Finding, ...]:
        """Returns each mistake once, by position: the file's first, then its tables'."""

        def position(mistake: Finding) -> tuple[bool, str, int, int]:
            place = mistake.place
            return place.file != self.file, place.file, place.line, place.column

        unique = {(mistake.place, mistake.problem): mistake for mistake in self.findings}
        return tuple(sorted(unique.values(), key=position))

    def refuse(self) -> None:
        """Raises a DomainError with all mistakes, where there are any."""
        if self.findings:
            raise DomainError.of(*self.in_order())


def unexpected(node: Node, what: str, expected: str, fix: str | None = None) -> DomainError:
    """Returns the error for a node that is not what is expected.

    Args:
        what: how messages name the key: "`min`".
    """
    return RefusedError(expected, fix).at(node, what)


def unknown_word(
    word: str, what: str, choices: Collection[str], place: Place, *, problem: str = ""
) -> DomainError:
    """Returns the error for a word that is none of the choices, with the choice that is most like it.

    Args:
        what: what the choices are: "slot".
        problem: the problem, where it is not "there is no {what} {word}".
    """
    refused = none_of(word, what, choices)
    return DomainError(
        problem or refused.problem or "",
        got=refused.got,
        expected=refused.expected,
        fix=refused.fix,
        place=place,
    )


def none_of(word: str, what: str, choices: Collection[str]) -> RefusedError:
    """Returns the refusal of a word that is no choice, for a reader that does not know its position."""
    return RefusedError(
        f"one of {listed(choices)}" if choices else f"no {what} at all",
        did_you_mean(word, choices),
        problem=f"there is no {what} {quoted(word)}",
        got=quoted(word),
    )


def lacking_key(
    what: str, key: str, place: Place, expected: str, fix: str | None = None, got: str | None = None
) -> DomainError:
    """Returns the error for a mapping without a key that it must have.

    Args:
        what: how messages name the mapping.
        fix: the advice, where it is not to add a line with the key.
    """
    advice = fix or f"add a line `{key}: ...`"
    return DomainError(f"{what} lacks the key {key!r}", got=got, expected=expected, fix=advice, place=place)


def refused(error: MismatchError, problem: str, place: Place, fix: str | None = None) -> DomainError:
    """Returns the error for a text that a kind refused."""
    got = shortened(error.got) if error.got else None
    return DomainError(problem, got=got, expected=shortened(error.expected), fix=fix, place=place)
