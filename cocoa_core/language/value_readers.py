"""Reading what `spoken_values` says: every way in which a value can start at a place in a text."""

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
"""(tokens, place) -> every (place after, value) that can be read there."""

Candidates = Callable[[tuple[str, ...], int], Iterator[int]]
"""(tokens, place) -> numbers that may be said there; each is said again and compared."""

ListReader = Callable[[tuple[str, ...], int], list[tuple[int, tuple[Scalar, ...]]]]

_TOGETHER = (("both",), ("all", "of"))
_MOST_LISTS = 1_000
"""Beginnings of one list that are followed: words that hold commas can make them grow without bound."""

_BETWEEN = (("and",), ("through",), ("to",))
"""What stands between two ends, of which the first may leave its unit to the second."""

_DAYS = {"day": 1440, "days": 1440, "week": 10_080, "weeks": 10_080}
"""Minutes."""
_WORDS = {word: number for number, word in enumerate(NUMBER_WORDS)}


class TooManyReadingsError(Exception):
    """A text that can be taken apart in more ways than are followed; it is given up."""


def reader_of(domain: Domain, slot: str, over: str | None) -> Reader:
    """Returns the reader for arguments of tests of a slot over `over`."""
    kind = domain.schema.slot(slot).kind
    if isinstance(kind, VocabularyKind) and over is None:
        return _vocabulary_reader(domain.vocabulary(slot))
    candidates = _candidates_of(kind, over)

    def read(text: tuple[str, ...], place: int) -> list[tuple[int, Scalar]]:
        found: list[tuple[int, Scalar]] = []
        for value in candidates(text, place):
            said = tokenized(say(kind, over, value))
            if text[place : place + len(said)] == said:
                found.append((place + len(said), value))
                continue
            bare = tokenized(say_amount(kind, over, value))
            end = place + len(bare)
            if bare and text[place:end] == bare and text[end : end + 1] in _BETWEEN:
                found.append((end, value))
        return found

    return read


def list_reader(one: Reader, conjunction: str) -> ListReader:
    """Returns a reader for "A", "A or B", "A, B or C", and "both A and B", "all of A, B and C": sorted, each
    once.
    """

    def read(text: tuple[str, ...], place: int) -> list[tuple[int, tuple[Scalar, ...]]]:
        if conjunction == "and":
            place += len(next((some for some in _TOGETHER if tuple(text[place:][: len(some)]) == some), ()))
        open_lists: dict[tuple[int, tuple[Scalar, ...]], None] = {
            (end, (value,)): None for end, value in one(text, place)
        }
        found = dict(open_lists)
        seen = set(open_lists)
        while open_lists:
            (end, values), _ = open_lists.popitem()
            if end >= len(text) or text[end] not in (conjunction, ","):
                continue
            longer = [(after, _sorted((*values, value))) for after, value in one(text, end + 1)]
            if text[end] == conjunction:
                found.update(dict.fromkeys(longer))
                continue
            open_lists.update(dict.fromkeys(state for state in longer if state not in seen))
            seen.update(longer)
            if len(seen) > _MOST_LISTS:
                raise TooManyReadingsError
        return list(found)

    return read


def grade_reader(one: Reader, grades: tuple[str, ...]) -> ListReader:
    """Returns a reader for the worst of several grades, from the best on: all of them.

    Args:
        grades: from the best to the worst. The best alone, and all there are, are not said so.
    """
    ranks: dict[Scalar, int] = {grade: rank for rank, grade in enumerate(grades[:-1]) if rank}

    def read(text: tuple[str, ...], place: int) -> list[tuple[int, tuple[Scalar, ...]]]:
        known = [(end, ranks[value]) for end, value in one(text, place) if value in ranks]
        return [(end, _sorted(grades[: rank + 1])) for end, rank in known]

    return read


def _sorted(values: tuple[Scalar, ...]) -> tuple[Scalar, ...]:
    return tuple(sorted(set(values), key=lambda value: (str(type(value)), value)))


def _vocabulary_reader(words: Sequence[str]) -> Reader:
    root: dict[str, object] = {}
    for word in words:
        node = root
        for token in tokenized(word):
            node = node.setdefault(token, {})  # type: ignore[assignment]
        ends = node.setdefault("", [])
        ends.append(word)  # type: ignore[attr-defined]

    def read(text: tuple[str, ...], place: int) -> list[tuple[int, Scalar]]:
        found: list[tuple[int, Scalar]] = []
        node: dict[str, object] | None = root
        while node is not None:
            if "" in node:
                found += [(place, word) for word in node[""]]  # type: ignore[attr-defined]
            if place >= len(text):
                break
            node = node.get(text[place])  # type: ignore[assignment]
            place += 1
        return found

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
        rest = _number(ahead[2]) if ahead[3] in ("minutes", "minute") else None
        if rest is not None:
            yield number * 60 + rest


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
"""By the name of a slot kind: what reads numbers at a place. Words have a reader of their own."""
