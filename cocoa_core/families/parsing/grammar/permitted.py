"""What may be said: of the words and structures that are held out, none, or the one that is tested."""

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

__all__ = ["CASES", "Permitted", "primitives", "verb_named"]

CASES: Final = (*WORD_CASES, *PLACE_CASES, *DEPTH_CASES)
"""All that can be held out, by name."""
_FREE_DEPTH: Final = 3
"""How deep structures are where their depth is not held out, at the most."""


@cache
def verb_named(base: str) -> Verb | None:
    """Returns the verb with this base form."""
    return next((verb for verb in VERBS if verb.base == base), None)


@cache
def _case_of(word: str) -> tuple[str, WordCase] | None:
    return next((found for found in WORD_CASES.items() if word in found[1].words), None)


@frozen
class Permitted:
    """held: the cases that are held out."""

    held: frozenset[str]

    def _stands(self, word: str, place: str) -> bool:
        found = _case_of(word)
        return found is None or found[0] not in self.held or place in found[1].licensed

    def nouns(self, place: str, beings: bool) -> tuple[str, ...]:
        """Returns nouns that may stand there.

        Args:
            beings: only what can act.
        """
        return _nouns(self, place, beings)

    def names(self, place: str) -> tuple[str, ...]:
        """Returns names that may stand there."""
        return _names(self, place)

    def verbs(self, frame: str, place: str) -> tuple[Verb, ...]:
        """Returns verbs of a frame that may be used so.

        Args:
            place: the frame, or `infinitive verb`.
        """
        return _verbs(self, frame, place)

    def structure(self, place: str) -> bool:
        """Returns whether there may be such a thing as `pp:subject`."""
        return not any(place == found and case in self.held for case, found in PLACE_CASES.items())

    def depth(self, case: str) -> int:
        """Returns how deep a structure may be at the most."""
        return DEPTH_CASES[case].learned if case in self.held else _FREE_DEPTH


@cache
def _nouns(permitted: Permitted, place: str, beings: bool) -> tuple[str, ...]:
    return tuple(word for word in (BEINGS if beings else NOUNS) if permitted._stands(word, place))


@cache
def _names(permitted: Permitted, place: str) -> tuple[str, ...]:
    return tuple(word for word in NAMES if permitted._stands(word, place))


@cache
def _verbs(permitted: Permitted, frame: str, place: str) -> tuple[Verb, ...]:
    return tuple(verb for verb in VERBS if frame in verb.frames and permitted._stands(verb.base, place))


@cache
def primitives(held: frozenset[str]) -> tuple[str, ...]:
    """Returns words that are seen alone: those of the held-out cases that ask for it, and some others."""
    alone = (case.words for name, case in WORD_CASES.items() if name in held and not case.licensed)
    return (*SAMPLES, *(word for words in alone for word in words))
