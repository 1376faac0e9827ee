"""How each reference model answers a conversation: the whole request, a part of it, or by chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from attrs import frozen

from cocoa_core.errors import UsageError
from cocoa_core.evaluation.layout import ShownQuestion, find_condition, find_letters, find_question
from cocoa_core.evaluation.reference.request_reader import Options, RequestReader, SumTerm, UnreadableError
from cocoa_core.seeds import stream

__all__ = ["PLAYERS", "Message", "Player", "answer"]

UNREAD: Final = "I cannot read this question."
_NONE: Final = "none"


@frozen
class Message:
    """One message of a conversation."""

    role: Literal["system", "user", "assistant", "tool"]
    text: str


@frozen
class _Read:
    """A question as a model that reads understands it."""

    options: Options
    terms: tuple[SumTerm, ...]


Choose: TypeAlias = Callable[[RequestReader, _Read], Sequence[str]]
"""Gives the letters that a model could answer with, each equally good to it."""


@frozen
class Player:
    """One reference model. choose: None for the one that does not read. about: in a few words."""

    name: str
    about: str
    choose: Choose | None = None


def _satisfying(reader: RequestReader, read: _Read, terms: Iterable[SumTerm]) -> list[str]:
    asked = tuple(terms)
    return [
        letter for letter, values in read.options.items() if all(reader.meets(term, values) for term in asked)
    ]


def _oracle(reader: RequestReader, read: _Read) -> Sequence[str]:
    return _satisfying(reader, read, read.terms)


def _first_term(reader: RequestReader, read: _Read) -> Sequence[str]:
    return _satisfying(reader, read, read.terms[:1])


def _literals(reader: RequestReader, read: _Read) -> Sequence[str]:
    counts = {
        letter: sum(reader.truth(one, values) is True for term in read.terms for one in term)
        for letter, values in read.options.items()
    }
    return [letter for letter, count in counts.items() if count == max(counts.values())]


PLAYERS: Final[Mapping[str, Player]] = MappingProxyType(
    {
        one.name: one
        for one in (
            Player("oracle", "reads request and options and works the answer out", _oracle),
            Player("random", "names a letter by chance"),
            Player("literals", "takes the option that satisfies most literals", _literals),
            Player("first-term", "checks the first condition of the request only", _first_term),
        )
    }
)
"""The reference models by name. Equals are drawn between, with a seed made of the question shown."""


def answer(player: Player, reader: RequestReader | None, seed: int, messages: Sequence[Message]) -> str:
    """What the model says next. It sees the messages and, but for chance, knows the domain; nothing else.

    A turn that asks about one condition is answered with the letters of the options that meet it; in the last
    turn of such a conversation the oracle counts on its own answers, as a model has to. Raises UsageError
    where a model that reads has no domain.
    """
    said = [message.text for message in messages if message.role == "user"]
    shown = next(filter(None, map(find_question, reversed(said))), None)
    if shown is None:
        return UNREAD
    draw = stream("reference model", player.name, seed, shown.request, *shown.options)
    condition = find_condition(said[-1])
    if player.choose is None:
        letters = sorted(shown.options)
        if condition is not None:
            return _met_by([letter for letter in letters if draw.random() < 0.5])
        return f"Answer: {draw.choice(letters)}"
    if reader is None:
        raise UsageError(
            f"the model {player.name} has to know the domain",
            got="no model argument `domain`",
            expected="the folder `domain` of the data set",
            fix="add -M domain=FOLDER/domain (`cocoa evaluate` does so by itself)",
        )
    try:
        if condition is not None:
            return _on_condition(reader, shown, condition)
        before = _agreed(messages) if player.name == "oracle" else None
        letters = sorted(before if before is not None else player.choose(reader, _understood(reader, shown)))
    except UnreadableError as error:
        return f"{UNREAD} {error}"
    return f"Answer: {draw.choice(letters)}" if letters else "No option meets all of it."


def _understood(reader: RequestReader, shown: ShownQuestion) -> _Read:
    values = shown.values(reader.domain.labels)
    options = reader.options(values)
    return _Read(options, reader.terms(shown.request, values, options))


def _on_condition(reader: RequestReader, shown: ShownQuestion, condition: str) -> str:
    options = reader.options(shown.values(reader.domain.labels))
    term = reader.term(condition, options)
    return _met_by([letter for letter, values in options.items() if reader.meets(term, values)])


def _met_by(letters: Sequence[str]) -> str:
    return f"Met by: {', '.join(letters) or _NONE}"


def _agreed(messages: Sequence[Message]) -> frozenset[str] | None:
    """The letters in all of the model's own answers on conditions; None where it gave none."""
    given = [find_letters(message.text) for message in messages if message.role == "assistant"]
    lists = [letters for letters in given if letters is not None]
    return frozenset.intersection(*lists) if lists else None
