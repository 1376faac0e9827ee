"""What a sentence's words do to its form when they move: numbers follow, conjuncts are ordered anew."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from cocoa_core.families.parsing.forms import CogsForm, Modifier, Noun, Role
from cocoa_core.families.parsing.transforms.cogs_rows import name_places

__all__ = ["lowered", "moved", "ordered"]


def lowered(words: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the words with the first in lower case if it is an article."""
    if words and words[0] in ("The", "A"):
        return (words[0].lower(), *words[1:])
    return words


def moved(form: CogsForm, place: Callable[[int], int]) -> CogsForm:
    """Returns the form with every variable put where `place` says; the order stays."""
    return CogsForm(
        tuple(evolve(definite, variable=place(definite.variable)) for definite in form.definites),
        tuple(_moved(conjunct, place) for conjunct in form.body),
        form.opened,
    )


def _moved(one: Noun | Role | Modifier, place: Callable[[int], int]) -> Noun | Role | Modifier:
    if isinstance(one, Noun):
        return Noun(one.predicate, place(one.variable), one.definite)
    if isinstance(one, Role):
        filler = one.filler if isinstance(one.filler, str) else place(one.filler)
        return Role(one.verb, one.role, place(one.event), filler)
    return Modifier(one.noun, one.relation, one.word, place(one.head), place(one.other))


def ordered(form: CogsForm, words: tuple[str, ...]) -> CogsForm:
    """Returns the form in COGS's order: definites by number; the body by first and second argument, nouns
    first.

    A name counts as the place of its word.
    """
    places = name_places(words)

    def key(one: Noun | Role | Modifier) -> tuple[int, int]:
        if isinstance(one, Noun):
            return one.variable, -1
        if isinstance(one, Role):
            return one.event, places[one.filler] if isinstance(one.filler, str) else one.filler
        return one.head, one.other

    definites = sorted(form.definites, key=lambda definite: definite.variable)
    return CogsForm(tuple(definites), tuple(sorted(form.body, key=key)), form.opened)
