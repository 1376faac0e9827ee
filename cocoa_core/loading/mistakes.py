"""What is wrong with a domain's files: every mistake is noted, and reading goes on beside it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Final, ParamSpec, TypeVar

from attrs import define, field

from cocoa_core.errors import DomainError, MismatchError, Place
from cocoa_core.loading.yaml.nodes import Node, described
from cocoa_core.suggestions import did_you_mean, listed, quoted, shortened

__all__ = [
    "InvalidDependencyError",
    "Mistakes",
    "RefusedError",
    "TooManyError",
    "lacking_key",
    "none_of",
    "refused",
    "unexpected",
    "unknown_word",
]

_P = ParamSpec("_P")
_Read = TypeVar("_Read")

_MOST: Final = 100
"""Mistakes of one file after which the rest of it is not read: each takes time to look for what was meant."""


class InvalidDependencyError(Exception):
    """What is asked for had a mistake, which is noted already: whatever needs it is let be."""


class TooManyError(Exception):
    """There are so many mistakes in a file that it is of no use to look for more."""


class RefusedError(ValueError):
    """A value that a key does not take; whoever knows the key and the place makes a DomainError of it.

    expected, fix: as in CocoaError. problem, got: where the name of the key and the value do not say it.
    what, says: how messages name the value, where that is not by its key, and what they say of it
    """

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
        self.expected, self.fix, self.problem, self.got = expected, fix, problem, got
        self.what, self.says = what, says
        super().__init__(problem or says)

    def at(self, node: Node, what: str) -> DomainError:
        """Returns the error for this node. `what` names the key: "`min`"."""
        return DomainError(
            self.problem or f"{self.what or what} {self.says}",
            got=self.got or described(node),
            expected=self.expected,
            fix=self.fix,
            place=node.place,
        )


@define
class Mistakes:
    """The mistakes so far of one file and of the tables that it names, in the order of finding."""

    file: str
    """How places in it name it."""

    found: list[DomainError] = field(factory=list)
    names: dict[int, str] = field(factory=dict)
    """What the author calls what stands at a node, by the node's `id`: the key in `slots`."""

    def note(self, mistake: DomainError) -> None:
        """Keeps one.

        Raises:
            TooManyError: there are too many.
        """
        self.found.append(mistake)
        if len(self.found) >= _MOST:
            raise TooManyError

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Notes what is refused within, and goes on after it."""
        try:
            yield
        except DomainError as mistake:
            self.note(mistake)
        except InvalidDependencyError:
            pass

    def tried(self, read: Callable[_P, _Read], *args: _P.args, **kwargs: _P.kwargs) -> _Read | None:
        """Returns what `read` gives; None where it refuses, which is noted."""
        with self.kept():
            return read(*args, **kwargs)
        return None

    def in_order(self) -> tuple[DomainError, ...]:
        """Returns each once, by their places: those of the file first, then those of its tables."""
        unique = {(mistake.place, mistake.problem): mistake for mistake in self.found}
        return tuple(sorted(unique.values(), key=self._position))

    def _position(self, mistake: DomainError) -> tuple[bool, str, int, int]:
        position = mistake.place or Place("")
        return position.file != self.file, position.file, position.line, position.column

    def refuse(self) -> None:
        """DomainError with all of them, where there are any."""
        if self.found:
            raise DomainError.of(self.in_order())


def unexpected(node: Node, what: str, expected: str, fix: str | None = None) -> DomainError:
    """Returns the error for a node that is not what belongs there. `what` names it: "`min`"."""
    return RefusedError(expected, fix).at(node, what)


def unknown_word(
    word: str, what: str, choices: Collection[str], place: Place, *, problem: str = ""
) -> DomainError:
    """Returns the error for a word that is none of the choices, with the one it is most like.

    Args:
        problem: where the message is not "there is no {what} {word}".
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
    """Returns the same for a value whose place its reader does not know."""
    return RefusedError(
        f"one of {listed(choices)}" if choices else f"no {what} at all",
        did_you_mean(word, choices),
        problem=f"there is no {what} {quoted(word)}",
        got=quoted(word),
    )


def lacking_key(what: str, key: str, place: Place, *, got: str | None, expected: str) -> DomainError:
    """Returns the error for a mapping without a key that it must have."""
    return DomainError(
        f"{what} lacks the key {key!r}",
        got=got,
        expected=expected,
        fix=f"add a line `{key}: ...`",
        place=place,
    )


def refused(error: MismatchError, problem: str, place: Place, fix: str | None = None) -> DomainError:
    """Returns the error for a text that a kind refused."""
    got = shortened(error.got) if error.got else None
    return DomainError(problem, got=got, expected=shortened(error.expected), fix=fix, place=place)
