"""Chooses the rows that stand before a sentence as examples: drawn, by its words, or by its form."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from attrs import frozen

from cocoa_core.families.parsing.record import ParsingItem
from cocoa_core.families.parsing.rows import ParsingRow
from cocoa_core.seeds import stream

__all__ = ["ExampleRows"]

_EXAMPLES: Final = 8
_COMPARED: Final = 2_000
"""The most rows that are compared with a sentence; of more, those that have its rarest words. Choosing eight
rows of COGS takes 8 ms; among all 24,155 it took 167 ms.
"""
_BUILD: Final = re.compile(r"\b(?:agent|theme|recipient|ccomp|xcomp|nmod|acl|LAMBDA)\b|\*")
"""What a form is built of, in every notation."""


@frozen(slots=False, eq=False)
class ExampleRows:
    """Rows of training, in their order."""

    rows: Sequence[ParsingRow]

    def drawn(self, item: ParsingItem) -> list[ParsingRow]:
        """Returns up to eight rows, the same at every call."""
        others = [row for row in self.rows if row.sentence != item.sentence]
        return stream("examples", item.id).sample(others, min(_EXAMPLES, len(others)))

    def covering(self, item: ParsingItem) -> list[ParsingRow]:
        """Returns up to eight rows that share the most words with the sentence, the best last.

        They are chosen one after the other, each for the words that none before it has.
        """
        words = set(item.sentence.split())
        uncovered, chosen = set(words), list[ParsingRow]()
        pool = [
            (set(row.sentence.split()), row) for row in self._having(words) if row.sentence != item.sentence
        ]
        while len(chosen) < _EXAMPLES and pool:
            best = max(
                pool,
                key=lambda candidate: (
                    len(candidate[0] & uncovered),
                    len(candidate[0] & words),
                    -len(candidate[0]),
                ),
            )
            pool.remove(best)
            chosen.append(best[1])
            uncovered = (uncovered - best[0]) or set(words)
        return chosen[::-1]

    def matching(self, item: ParsingItem) -> list[ParsingRow]:
        """Returns up to eight rows whose forms have the same roles and modifiers as the item's, or the most
        alike, the best last; of equals those that share the most words with the sentence.
        """
        build, words = _build(item.key), set(item.sentence.split())
        chosen: list[ParsingRow] = []
        for other in sorted(self._by_build, key=lambda other: -_overlap(build, other)):
            alike = [row for row in self._by_build[other] if row.sentence != item.sentence]
            alike.sort(key=lambda row: -len(words & set(row.sentence.split())))
            chosen += alike[: _EXAMPLES - len(chosen)]
            if len(chosen) == _EXAMPLES:
                break
        return chosen[::-1]

    def _having(self, words: set[str]) -> Sequence[ParsingRow]:
        """Returns the rows to compare: all of a few; of many, those that have the rarest of these words."""
        if len(self.rows) <= _COMPARED:
            return self.rows
        chosen: dict[int, None] = {}
        for word in sorted(words, key=lambda word: (len(self._by_word.get(word, ())), word)):
            chosen |= dict.fromkeys(self._by_word.get(word, ())[: _COMPARED // len(words)])
        return [self.rows[number] for number in sorted(chosen)]

    @cached_property
    def _by_word(self) -> Mapping[str, Sequence[int]]:
        result: defaultdict[str, list[int]] = defaultdict(list)
        for number, row in enumerate(self.rows):
            for word in dict.fromkeys(row.sentence.split()):
                result[word].append(number)
        return result

    @cached_property
    def _by_build(self) -> Mapping[tuple[tuple[str, int], ...], Sequence[ParsingRow]]:
        result: defaultdict[tuple[tuple[str, int], ...], list[ParsingRow]] = defaultdict(list)
        for row in self.rows:
            result[_build(row.form)].append(row)
        return result


def _build(form: str) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(Counter(_BUILD.findall(form)).items()))


def _overlap(build: Sequence[tuple[str, int]], other: Sequence[tuple[str, int]]) -> float:
    first, second = Counter(dict(build)), Counter(dict(other))
    whole = (first | second).total()
    return (first & second).total() / whole if whole else 1.0
