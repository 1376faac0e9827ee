"""Logical forms as values: what a sentence means, in the vocabulary of COGS and in that of ReCOGS.

(COGS: N. Kim and T. Linzen, EMNLP 2020. ReCOGS: Z. Wu, C. Manning and C. Potts, TACL 2023. Variable-free
forms: L. Qiu et al., NAACL 2022.)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from attrs import frozen

__all__ = [
    "ROLES",
    "Abstract",
    "Abstraction",
    "BareName",
    "CogsForm",
    "Conjunct",
    "Event",
    "Form",
    "Modifier",
    "Noun",
    "RecogsForm",
    "Role",
    "Tree",
    "variables",
]

ROLES: Final = ("agent", "theme", "recipient", "ccomp", "xcomp")
"""What a role conjunct may be called."""


@frozen
class Noun:
    """`noun ( x _ 3 )`, or `* noun ( x _ 3 )` where it is definite. In ReCOGS names are nouns too."""

    predicate: str
    variable: int
    definite: bool = False


@frozen
class Event:
    """`verb ( 3 )`, in ReCOGS alone."""

    verb: str
    variable: int


@frozen
class Role:
    """`verb . agent ( x _ 2 , x _ 1 )`."""

    verb: str
    """"" in ReCOGS, with its events."""
    role: str
    event: int
    filler: int | str
    """A variable or a name."""


@frozen
class Modifier:
    """`noun . nmod . on ( x _ 1 , x _ 4 )`."""

    noun: str
    """The head's predicate, "" in ReCOGS."""
    relation: str
    """Nmod of a preposition, acl of a clause."""
    word: str
    """The preposition, the verb of a participle, `that`."""
    head: int
    other: int


Conjunct: TypeAlias = Noun | Event | Role | Modifier


@frozen
class CogsForm:
    """A sentence in COGS."""

    definites: tuple[Noun, ...]
    """Those that stand in front, each with `;` after it."""
    body: tuple[Noun | Role | Modifier, ...]
    """Joined by AND."""
    opened: bool = False
    """Whether a `;` stands in front of the body although there is no definite, as in concatenations."""


@frozen
class RecogsForm:
    """A sentence in ReCOGS."""

    entities: tuple[Noun, ...]
    """Nouns and names, each with `;` after it."""
    body: tuple[Event | Role | Modifier, ...]
    """Joined by AND."""


@frozen
class BareName:
    """A name alone: the form of a primitive in COGS."""

    name: str


@frozen
class Abstract:
    """`hug . agent ( e , b )` of a primitive."""

    predicate: str
    role: str
    """"" where there is none."""
    arguments: tuple[str, ...]


@frozen
class Abstraction:
    """`LAMBDA a . LAMBDA e . walk . agent ( e , a )`: the form of a primitive."""

    letters: tuple[str, ...]
    body: tuple[Abstract, ...]


@frozen
class Tree:
    """`see ( agent = * cat , theme = Emma )`: a node with its labelled children, in order."""

    predicate: str
    definite: bool = False
    children: tuple[tuple[str, Tree], ...] = ()


Form: TypeAlias = CogsForm | RecogsForm | Tree | BareName | Abstraction


def variables(form: CogsForm | RecogsForm) -> Iterator[int]:
    """Yields every variable at every place where it stands, from left to right."""
    for noun in form.definites if isinstance(form, CogsForm) else form.entities:
        yield noun.variable
    for conjunct in form.body:
        if isinstance(conjunct, Role):
            yield conjunct.event
            if isinstance(conjunct.filler, int):
                yield conjunct.filler
        elif isinstance(conjunct, Modifier):
            yield conjunct.head
            yield conjunct.other
        else:
            yield conjunct.variable
