"""Reads values as `spoken_values` says them, in every way in which one can begin at a position in a text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from cocoa_core.domain import Domain, Scalar
from cocoa_core.domain.kinds import Date, Kind, Quantity, VocabularyKind
from cocoa_core.language.spoken_values import family_of, same_year, say, say_amount
from cocoa_core.language.tokenizer import tokenized
from cocoa_core.lexicon import MONTHS, NUMBER_WORDS

__all__ = [
    "HEARD",
    "ListReader",
    "Reader",
    "TooManyReadingsError",
    "grade_reader",
    "list_reader",
    "reader_of",
]

Reader = Callable[[tuple[str, ...], int], list[tuple[int, Scalar]]]
"""Takes tokens and a position; returns every pair of a position and a value, where the value can be read from
the given position up to the returned one.
"""

Candidates = Callable[[tuple[str, ...], int], Iterator[int]]
"""Takes tokens and a position; yields the numbers that may be said there. Each is said again and compared."""

ListReader = Callable[[tuple[str, ...], int], list[tuple[int, tuple[Scalar, ...]]]]
"""Like `Reader`, for lists of values."""

_TOGETHER = (("both",), ("all", "of"))
"""The words that may begin a list with "and"."""
_MOST_LISTS = 1_000
"""The number of beginnings of a list that are followed: words with commas can make it grow without bound."""

_BETWEEN = (("and",), ("through",), ("to",))
"""The words between two ends, of which the first may leave out its unit because the second has it."""

_DAYS = {"day": 1440, "days": 1440, "week": 10_080, "weeks": 10_080}
"""By unit, its minutes."""
_WORDS = {word: number for number, word in enumerate(NUMBER_WORDS)}
"""By number word, its number."""


class TooManyReadingsError(Exception):
    """A text has more readings than are followed, and is given up."""


def reader_of(domain: Domain, slot: str, over: str | None) -> Reader:
    """Returns the reader of arguments of a slot's tests over `over`."""
    kind = domain.schema.slot(slot).kind
    if isinstance(kind, VocabularyKind) and over is None:
        return _vocabulary_reader(domain.vocabulary(slot))
    candidates = _candidates_of(kind, over)

    def read(text: tuple[str, ...], position: int) -> list[tuple[int, Scalar]]:
        readings: list[tuple[int, Scalar]] = []
        for value in candidates(text, position):
            spoken = tokenized(say(kind, over, value))
            if text[position : position + len(spoken)] == spoken:
                readings.append((position + len(spoken), value))
                continue
            bare = tokenized(say_amount(kind, over, value))
            end = position + len(bare)
            if bare and text[position:end] == bare and text[end : end + 1] in _BETWEEN:
                readings.append((end, value))
        return readings

    return read


def list_reader(value_reader: Reader, conjunction: str) -> ListReader:
    """Returns a reader of lists: "A", "A or B", "A, B or C"; with "and" also "both A and B", "all of A and
    B".

    The values of a list are sorted, each once.

    Args:
        value_reader: the reader of a value.
        conjunction: the word before the last value, "or" or "and".

    Raises:
        TooManyReadingsError: a list has too many beginnings; raised while reading.
    """

    def read(text: tuple[str, ...], position: int) -> list[tuple[int, tuple[Scalar, ...]]]:
        if conjunction == "and":
            position += len(
                next((words for words in _TOGETHER if tuple(text[position:][: len(words)]) == words), ())
            )
        open_lists: dict[tuple[int, tuple[Scalar, ...]], None] = {
            (end, (value,)): None for end, value in value_reader(text, position)
        }
        finished = dict(open_lists)
        seen = set(open_lists)
        while open_lists:
            (end, values), _ = open_lists.popitem()
            if end >= len(text) or text[end] not in (conjunction, ","):
                continue
            longer = [(after, _sorted((*values, value))) for after, value in value_reader(text, end + 1)]
            if text[end] == conjunction:
                finished.update(dict.fromkeys(longer))
                continue
            open_lists.update(dict.fromkeys(state for state in longer if state not in seen))
            seen.update(longer)
            if len(seen) > _MOST_LISTS:
                raise TooManyReadingsError
        return list(finished)

    return read


def grade_reader(value_reader: Reader, grades: tuple[str, ...]) -> ListReader:
    """Returns a reader of the worst of several grades, which stands for all grades from the best to this one.

    The best grade alone, and all grades together, are not said so and not read.

    Args:
        value_reader: the reader of a grade.
        grades: all grades, from the best to the worst.
    """
    ranks: dict[Scalar, int] = {grade: rank for rank, grade in enumerate(grades[:-1]) if rank}

    def read(text: tuple[str, ...], position: int) -> list[tuple[int, tuple[Scalar, ...]]]:
        worst_ranks = [(end, ranks[value]) for end, value in value_reader(text, position) if value in ranks]
        return [(end, _sorted(grades[: rank + 1])) for end, rank in worst_ranks]

    return read


def _sorted(values: tuple[Scalar, ...]) -> tuple[Scalar, ...]:
    """Returns each value once, in an order that does not compare values of different types."""
    return tuple(sorted(set(values), key=lambda value: (str(type(value)), value)))


def _vocabulary_reader(words: Sequence[str]) -> Reader:
    root: dict[str, object] = {}
    for word in words:
        node = root
        for token in tokenized(word):
            node = node.setdefault(token, {})  # type: ignore[assignment]
        ends = node.setdefault("", [])
        ends.append(word)  # type: ignore[attr-defined]

    def read(text: tuple[str, ...], position: int) -> list[tuple[int, Scalar]]:
        readings: list[tuple[int, Scalar]] = []
        node: dict[str, object] | None = root
        while node is not None:
            if "" in node:
                readings += [(position, word) for word in node[""]]  # type: ignore[attr-defined]
            if position >= len(text):
                break
            node = node.get(text[position])  # type: ignore[assignment]
            position += 1
        return readings

    return read


def _candidates_of(kind: Kind, over: str | None) -> Candidates:
    return _counts if family_of(kind, over) == "count" else HEARD[kind.name](kind)


def _nothing(_text: tuple[str, ...], _place: int) -> Iterator[int]:
    return iter(())


def _number(token: str) -> int | None:
    word = _WORDS.get(token)
    if word is not None:
        return word
    digits = token.replace(",", "")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None


def _counts(text: tuple[str, ...], position: int) -> Iterator[int]:
    number = _number(text[position]) if position < len(text) else None
    if number is not None:
        yield number


def _durations(text: tuple[str, ...], position: int) -> Iterator[int]:
    ahead = [*text[position : position + 6], *[""] * 6][:6]
    if ahead[0] == "a" and ahead[1] in _DAYS:
        yield _DAYS[ahead[1]]
        return
    if ahead[:2] == ["an", "hour"]:
        yield 60
        yield 90
        return
    number = _number(ahead[0])
    if number is None:
        return
    if ahead[1] == "and":
        yield number * 60 + 30
    elif ahead[1] in ("minutes", "minute"):
        yield number
    elif ahead[1] in _DAYS:
        day_minutes = number * _DAYS[ahead[1]]
        yield day_minutes
        hours = _number(ahead[2]) if ahead[3] in ("hours", "hour") else None
        minutes = _number(ahead[2 if hours is None else 4])
        yield day_minutes + (hours or 0) * 60
        yield day_minutes + (hours or 0) * 60 + (minutes or 0)
    elif ahead[1] in ("hours", "hour"):
        yield number * 60
        minutes_beyond = _number(ahead[2]) if ahead[3] in ("minutes", "minute") else None
        if minutes_beyond is not None:
            yield number * 60 + minutes_beyond


def _clocks(text: tuple[str, ...], position: int) -> Iterator[int]:
    if position < len(text) and text[position] == "noon":
        yield 720
        return
    if position + 1 >= len(text) or text[position + 1] not in ("AM", "PM"):
        return
    hour, _, minute = text[position].partition(":")
    if hour.isascii() and hour.isdigit() and len(hour) < 3 and (not minute or minute.isdigit()):
        yield int(hour) % 12 * 60 + int(minute or 0) + 720 * (text[position + 1] == "PM")


def _dates_of(kind: Date) -> Candidates:
    year = date.fromordinal(kind.minimum).year if same_year(kind) else None

    def candidates(text: tuple[str, ...], position: int) -> Iterator[int]:
        if position + 1 >= len(text) or text[position] not in MONTHS or not text[position + 1].isdigit():
            return
        chosen = year
        if chosen is None and position + 3 < len(text) and text[position + 3].isdigit():
            chosen = int(text[position + 3][:4])
        if chosen is None:
            return
        try:
            yield date(chosen, MONTHS.index(text[position]) + 1, int(text[position + 1][:2])).toordinal()
        except ValueError:
            return

    return candidates


def _quantities_of(kind: Quantity) -> Candidates:
    before = len(tokenized(kind.symbol))

    def candidates(text: tuple[str, ...], position: int) -> Iterator[int]:
        sign, start = 1, position
        if start < len(text) and text[start] in "+-":
            sign, start = (-1 if text[start] == "-" else 1), start + 1
        start += before
        if start >= len(text):
            return
        try:
            number = Decimal(text[start].replace(",", ""))
        except InvalidOperation:
            return
        if number.is_finite() and abs(number) < 10**15:
            scaled = number.scaleb(kind.decimals)
            if scaled == scaled.to_integral_value():
                yield sign * int(scaled)

    return candidates


HEARD: Final[Mapping[str, Callable[[Any], Candidates]]] = {
    "category": lambda _: _nothing,
    "boolean": lambda _: _nothing,
    "quantity": _quantities_of,
    "duration": lambda _: _durations,
    "clock": lambda _: _clocks,
    "date": _dates_of,
    "set": lambda _: _nothing,
    "list": lambda kind: HEARD[kind.items.name](kind.items),
}
"""By the name of a slot kind, what finds candidates for numbers. Words have a reader of their own."""
