"""Reading what `spoken` says: every way in which a value can start at a place in a text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from decimal import Decimal, InvalidOperation

from cocoa_core.domain.domain import Domain
from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.kinds.clock import Clock
from cocoa_core.domain.kinds.date import Date
from cocoa_core.domain.kinds.duration import Duration
from cocoa_core.domain.kinds.number_list import NumberList
from cocoa_core.domain.kinds.quantity import Quantity
from cocoa_core.domain.primitives import Scalar
from cocoa_core.language.phrases import MONTHS, NUMBER_WORDS
from cocoa_core.language.spoken import family_of, same_year, say, say_amount
from cocoa_core.language.tokens import tokens

__all__ = ["ListReader", "Reader", "TooManyReadingsError", "list_reader", "reader_of"]

Reader = Callable[[tuple[str, ...], int], list[tuple[int, Scalar]]]
"""(tokens, place) -> every (place after, value) that can be read there."""

ListReader = Callable[[tuple[str, ...], int], list[tuple[int, tuple[Scalar, ...]]]]

_TOGETHER = (("both",), ("all", "of"))
_MOST_LISTS = 1_000
"""Beginnings of one list that are followed: words that hold commas can make them grow without bound."""

_WORDS = {word: number for number, word in enumerate(NUMBER_WORDS)}


class TooManyReadingsError(Exception):
    """A text that can be taken apart in more ways than are followed; it is given up."""


def reader_of(domain: Domain, slot: str, over: str | None) -> Reader:
    """The reader for arguments of tests of a slot over `over`."""
    kind = domain.schema.slot(slot).kind
    if kind.name in ("category", "set") and over is None:
        return _vocabulary_reader(domain.vocabulary(slot))
    candidates = _candidates_of(kind, over)

    def read(text: tuple[str, ...], place: int) -> list[tuple[int, Scalar]]:
        found: list[tuple[int, Scalar]] = []
        for value in candidates(text, place):
            said = tokens(say(kind, over, value))
            if text[place : place + len(said)] == said:
                found.append((place + len(said), value))
                continue
            bare = tokens(say_amount(kind, over, value))
            if bare and tuple(text[place : place + len(bare) + 1]) == (*bare, "and"):
                found.append((place + len(bare), value))
        return found

    return read


def list_reader(one: Reader, conjunction: str) -> ListReader:
    """A reader for "A", "A or B", "A, B or C", and "both A and B", "all of A, B and C": sorted, each once."""

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


def _sorted(values: tuple[Scalar, ...]) -> tuple[Scalar, ...]:
    return tuple(sorted(set(values), key=lambda value: (str(type(value)), value)))


def _vocabulary_reader(words: Sequence[str]) -> Reader:
    root: dict[str, object] = {}
    for word in words:
        node = root
        for token in tokens(word):
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


def _candidates_of(kind: Kind, over: str | None) -> Callable[[tuple[str, ...], int], Iterator[int]]:
    if family_of(kind, over) == "count":
        return _counts
    inner = kind.items if isinstance(kind, NumberList) else kind
    if isinstance(inner, Duration):
        return _durations
    if isinstance(inner, Clock):
        return _clocks
    if isinstance(inner, Date):
        return _dates_of(inner)
    if isinstance(inner, Quantity):
        return _quantities_of(inner)
    return _nothing


def _nothing(_text: tuple[str, ...], _place: int) -> Iterator[int]:
    return iter(())


def _number(token: str) -> int | None:
    word = _WORDS.get(token)
    if word is not None:
        return word
    digits = token.replace(",", "")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None


def _counts(text: tuple[str, ...], place: int) -> Iterator[int]:
    number = _number(text[place]) if place < len(text) else None
    if number is not None:
        yield number


def _durations(text: tuple[str, ...], place: int) -> Iterator[int]:
    ahead = [*text[place : place + 4], "", "", "", ""][:4]
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
    elif ahead[1] in ("hours", "hour"):
        yield number * 60
        rest = _number(ahead[2]) if ahead[3] in ("minutes", "minute") else None
        if rest is not None:
            yield number * 60 + rest


def _clocks(text: tuple[str, ...], place: int) -> Iterator[int]:
    if place < len(text) and text[place] == "noon":
        yield 720
        return
    if place + 1 >= len(text) or text[place + 1] not in ("AM", "PM"):
        return
    hour, _, minute = text[place].partition(":")
    if hour.isascii() and hour.isdigit() and len(hour) < 3 and (not minute or minute.isdigit()):
        yield int(hour) % 12 * 60 + int(minute or 0) + 720 * (text[place + 1] == "PM")


def _dates_of(kind: Date) -> Callable[[tuple[str, ...], int], Iterator[int]]:
    year = date.fromordinal(kind.minimum).year if same_year(kind) else None

    def candidates(text: tuple[str, ...], place: int) -> Iterator[int]:
        if place + 1 >= len(text) or text[place] not in MONTHS or not text[place + 1].isdigit():
            return
        chosen = year
        if chosen is None and place + 3 < len(text) and text[place + 3].isdigit():
            chosen = int(text[place + 3][:4])
        if chosen is None:
            return
        try:
            yield date(chosen, MONTHS.index(text[place]) + 1, int(text[place + 1][:2])).toordinal()
        except ValueError:
            return

    return candidates


def _quantities_of(kind: Quantity) -> Callable[[tuple[str, ...], int], Iterator[int]]:
    before = len(tokens(kind.symbol))

    def candidates(text: tuple[str, ...], place: int) -> Iterator[int]:
        sign, start = 1, place
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
