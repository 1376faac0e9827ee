"""Decides which words and structures a sentence may have: what is held out only where licensed."""

from __future__ import annotations

from functools import cache
from typing import Final

from attrs import frozen

from cocoa_core.lexicon import (
    BEINGS,
    DEPTH_CASES,
    NAMES,
    NOUNS,
    PLACE_CASES,
    SAMPLES,
    VERBS,
    WORD_CASES,
    Verb,
    WordCase,
)

CASES: Final = (*WORD_CASES, *PLACE_CASES, *DEPTH_CASES)
"""The names of everything that can be held out."""
_FREE_DEPTH: Final = 3
"""The greatest depth of a structure whose depth is not held out."""


@cache
def verb_named(base: str) -> Verb | None:
    """Returns the verb with this base form; None if there is none."""
    return next((verb for verb in VERBS if verb.base == base), None)


@cache
def _case_of(word: str) -> tuple[str, WordCase] | None:
    return next((entry for entry in WORD_CASES.items() if word in entry[1].words), None)


@frozen
class Permitted:
    """The words and structures that may be used."""

    held: frozenset[str]
    """The cases that are held out."""

    def _stands(self, word: str, position: str) -> bool:
        case = _case_of(word)
        return case is None or case[0] not in self.held or position in case[1].licensed

    def nouns(self, position: str, beings: bool) -> tuple[str, ...]:
        """Returns the nouns that may stand in a position.

        Args:
            beings: whether only nouns that can act are wanted.
        """
        return _nouns(self, position, beings)

    def names(self, position: str) -> tuple[str, ...]:
        """Returns the names that may stand in a position."""
        return _names(self, position)

    def verbs(self, frame: str, position: str) -> tuple[Verb, ...]:
        """Returns the verbs of a frame that may stand in a position.

        Args:
            position: the frame, or `infinitive verb`.
        """
        return _verbs(self, frame, position)

    def structure(self, position: str) -> bool:
        """Returns whether a structure may stand in a position, such as `pp:subject`."""
        return not any(position == held_out and case in self.held for case, held_out in PLACE_CASES.items())

    def depth(self, case: str) -> int:
        """Returns the greatest depth that a structure may have."""
        return DEPTH_CASES[case].learned if case in self.held else _FREE_DEPTH


@cache
def _nouns(permitted: Permitted, position: str, beings: bool) -> tuple[str, ...]:
    return tuple(word for word in (BEINGS if beings else NOUNS) if permitted._stands(word, position))


@cache
def _names(permitted: Permitted, position: str) -> tuple[str, ...]:
    return tuple(word for word in NAMES if permitted._stands(word, position))


@cache
def _verbs(permitted: Permitted, frame: str, position: str) -> tuple[Verb, ...]:
    return tuple(verb for verb in VERBS if frame in verb.frames and permitted._stands(verb.base, position))


@cache
def primitives(held: frozenset[str]) -> tuple[str, ...]:
    """Returns the words seen alone: those of held-out cases without a licensed position, and samples."""
    alone = (case.words for name, case in WORD_CASES.items() if name in held and not case.licensed)
    return (*SAMPLES, *(word for words in alone for word in words))
