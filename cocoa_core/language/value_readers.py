"""Reads values as `spoken_values` says them, in every way in which one can begin at a position in a text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cocoa_core.domain import Domain, Scalar
from cocoa_core.domain.kinds import VocabularyKind, spoken_count
from cocoa_core.language.spoken_values import say, say_amount
from cocoa_core.language.tries import Trie, tokenized

Reader = Callable[[tuple[str, ...], int], list[tuple[int, Scalar]]]
"""Takes tokens and a position; returns every pair of a position and a value, where the value can be read from
the given position up to the returned one.
"""

ListReader = Callable[[tuple[str, ...], int], list[tuple[int, tuple[Scalar, ...]]]]
"""Like `Reader`, for lists of values."""

_TOGETHER = (("both",), ("all", "of"))
"""The words that may begin a list with "and"."""
_MOST_LISTS = 1_000
"""The number of beginnings of a list that are followed: words with commas can make it grow without bound."""

_BETWEEN = (("and",), ("through",), ("to",))
"""The words between two ends, of which the first may leave out its unit because the second has it."""


class TooManyReadingsError(Exception):
    """A text has more readings than are followed, and is given up."""


def spoken_reader(domain: Domain, slot: str, over: str | None) -> Reader:
    """Returns the reader of arguments of a slot's tests over `over`."""
    kind = domain.schema.slot(slot).kind
    if isinstance(kind, VocabularyKind) and over is None:
        return _vocabulary_reader(domain.vocabulary(slot))
    candidates = _counts if over == "count" else kind.spoken_numbers

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
    trie: Trie[Scalar] = Trie()
    for word in words:
        trie.add(tokenized(word), word)
    return trie.at


def _counts(text: tuple[str, ...], position: int) -> Iterator[int]:
    number = spoken_count(text[position]) if position < len(text) else None
    if number is not None:
        yield number
