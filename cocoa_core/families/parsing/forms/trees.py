"""Logical forms as values: the meaning of a sentence, in the vocabulary of COGS and in that of ReCOGS.

(COGS: N. Kim and T. Linzen, EMNLP 2020. ReCOGS: Z. Wu, C. Manning and C. Potts, TACL 2023. Variable-free
forms: L. Qiu et al., NAACL 2022.)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from attrs import frozen

ROLES: Final = ("agent", "theme", "recipient", "ccomp", "xcomp")
"""The names of roles."""


@frozen
class NounTerm:
    """The conjunct `noun ( x _ 3 )`, with `*` where definite; in ReCOGS names are nouns too."""

    predicate: str
    variable: int
    definite: bool = False


@frozen
class EventTerm:
    """The conjunct `verb ( 3 )`, which only ReCOGS has."""

    verb: str
    variable: int


@frozen
class RoleTerm:
    """The conjunct `verb . agent ( x _ 2 , x _ 1 )`."""

    verb: str
    """The predicate; empty in ReCOGS, which has it in events."""
    role: str
    event: int
    filler: int | str
    """A variable or a name."""


@frozen
class Modifier:
    """The conjunct `noun . nmod . on ( x _ 1 , x _ 4 )`."""

    noun: str
    """The predicate of the head; empty in ReCOGS."""
    relation: str
    """`nmod` for a preposition, `acl` for a clause."""
    word: str
    """The preposition, the verb of a participle, or `that`."""
    head: int
    other: int


Conjunct: TypeAlias = NounTerm | EventTerm | RoleTerm | Modifier


@frozen
class CogsForm:
    """The form of a sentence in COGS."""

    definites: tuple[NounTerm, ...]
    """The definite nouns in front, each followed by `;`."""
    body: tuple[NounTerm | RoleTerm | Modifier, ...]
    """The other conjuncts, joined by AND."""
    opened: bool = False
    """Whether a `;` stands before the body although there is no definite, as in concatenations."""


@frozen
class RecogsForm:
    """The form of a sentence in ReCOGS."""

    entities: tuple[NounTerm, ...]
    """Nouns and names, each followed by `;`."""
    body: tuple[EventTerm | RoleTerm | Modifier, ...]
    """The other conjuncts, joined by AND."""


@frozen
class BareName:
    """A single name: the form of a primitive in COGS."""

    name: str


@frozen
class Abstract:
    """The conjunct `hug . agent ( e , b )` of a primitive."""

    predicate: str
    role: str
    """Empty where there is none."""
    arguments: tuple[str, ...]


@frozen
class Abstraction:
    """The form of a primitive: `LAMBDA a . LAMBDA e . walk . agent ( e , a )`."""

    letters: tuple[str, ...]
    body: tuple[Abstract, ...]


@frozen
class Tree:
    """A node with its labelled children, in order: `see ( agent = * cat , theme = Emma )`."""

    predicate: str
    definite: bool = False
    children: tuple[tuple[str, Tree], ...] = ()


def variables(form: CogsForm | RecogsForm) -> Iterator[int]:
    """Yields every occurrence of a variable, from left to right."""
    for noun in form.definites if isinstance(form, CogsForm) else form.entities:
        yield noun.variable
    for conjunct in form.body:
        if isinstance(conjunct, RoleTerm):
            yield conjunct.event
            if isinstance(conjunct.filler, int):
                yield conjunct.filler
        elif isinstance(conjunct, Modifier):
            yield conjunct.head
            yield conjunct.other
        else:
            yield conjunct.variable
