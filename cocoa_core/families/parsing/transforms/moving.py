"""Moves variables when a sentence's words move: numbers follow the words, and conjuncts are sorted again."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from cocoa_core.families.parsing.forms import CogsForm, Modifier, NounTerm, RoleTerm
from cocoa_core.families.parsing.transforms.cogs_rows import name_places


def lowered(words: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the words with the first in lower case if it is an article."""
    if words and words[0] in ("The", "A"):
        return (words[0].lower(), *words[1:])
    return words


def moved(form: CogsForm, new_position: Callable[[int], int]) -> CogsForm:
    """Returns the form with every variable moved to its new position; the order of conjuncts stays.

    Args:
        new_position: gives the new position of an old one.
    """
    return CogsForm(
        tuple(evolve(definite, variable=new_position(definite.variable)) for definite in form.definites),
        tuple(_moved(conjunct, new_position) for conjunct in form.body),
        form.opened,
    )


def _moved(
    conjunct: NounTerm | RoleTerm | Modifier, new_position: Callable[[int], int]
) -> NounTerm | RoleTerm | Modifier:
    if isinstance(conjunct, NounTerm):
        return NounTerm(conjunct.predicate, new_position(conjunct.variable), conjunct.definite)
    if isinstance(conjunct, RoleTerm):
        filler = conjunct.filler if isinstance(conjunct.filler, str) else new_position(conjunct.filler)
        return RoleTerm(conjunct.verb, conjunct.role, new_position(conjunct.event), filler)
    return Modifier(
        conjunct.noun,
        conjunct.relation,
        conjunct.word,
        new_position(conjunct.head),
        new_position(conjunct.other),
    )


def ordered(form: CogsForm, words: tuple[str, ...]) -> CogsForm:
    """Returns the form in COGS's order: definites by variable; the body by first and second argument, nouns
    first.

    A name counts as the position of its word.
    """
    positions = name_places(words)

    def key(conjunct: NounTerm | RoleTerm | Modifier) -> tuple[int, int]:
        if isinstance(conjunct, NounTerm):
            return conjunct.variable, -1
        if isinstance(conjunct, RoleTerm):
            return conjunct.event, positions[conjunct.filler] if isinstance(
                conjunct.filler, str
            ) else conjunct.filler
        return conjunct.head, conjunct.other

    definites = sorted(form.definites, key=lambda definite: definite.variable)
    return CogsForm(tuple(definites), tuple(sorted(form.body, key=key)), form.opened)
