"""Logical forms as values: the meaning of a sentence, in the vocabulary of COGS and in that of ReCOGS.

A conjunct has one shape in both: predicates in a row, and arguments. Their numbers say what it is:

              COGS                                     ReCOGS
- noun        cat ( x _ 1 )                            cat ( 1 ), where names are nouns, too
- event                                                see ( 2 )
- role        see . agent ( x _ 2 , x _ 1 )            agent ( 2 , 1 )
- modifier    cat . nmod . on ( x _ 1 , x _ 4 )        nmod . on ( 1 , 4 )

(COGS: N. Kim and T. Linzen, EMNLP 2020. ReCOGS: Z. Wu, C. Manning and C. Potts, TACL 2023. Variable-free
forms: L. Qiu et al., NAACL 2022.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from attrs import evolve, frozen

ROLES: Final = ("agent", "theme", "recipient", "ccomp", "xcomp")
"""The names of roles."""
MODIFIERS: Final = ("nmod", "acl")
"""The relations of modifiers: to a preposition, and to a clause (the verb of a participle, or `that`)."""


@frozen
class Conjunct:
    """One conjunct of a form."""

    path: tuple[str, ...]
    """Its predicates, from the left."""
    args: tuple[int | str, ...]
    """Its arguments: variables; names, as the fillers of roles in COGS; letters in an abstraction."""
    definite: bool = False
    """Whether `*` stands before it; only before a noun."""

    @property
    def variable(self) -> int:
        """The variable of a noun, of an event, or of the head of two arguments."""
        return int(self.args[0])

    def moved(self, new: Callable[[int], int]) -> Conjunct:
        """Returns the conjunct with each variable replaced."""
        return evolve(self, args=tuple(arg if isinstance(arg, str) else new(arg) for arg in self.args))


@frozen
class Form:
    """The form of a sentence."""

    nouns: tuple[Conjunct, ...]
    """The nouns in front, each followed by `;`: in COGS the definite ones, in ReCOGS all, with the names."""
    body: tuple[Conjunct, ...]
    """The other conjuncts, joined by AND."""
    opened: bool = False
    """Whether a `;` stands before the body although there is no noun, as in concatenations of COGS."""

    def moved(self, new: Callable[[int], int]) -> Form:
        """Returns the form with every variable replaced; the order of conjuncts stays.

        Args:
            new: gives the new variable for an old one.
        """
        nouns, body = (tuple(part.moved(new) for part in parts) for parts in (self.nouns, self.body))
        return Form(nouns, body, self.opened)


@frozen
class BareName:
    """A single name: the form of a primitive in COGS."""

    name: str


@frozen
class Abstraction:
    """The form of a primitive: `LAMBDA a . LAMBDA e . walk . agent ( e , a )`."""

    letters: tuple[str, ...]
    body: tuple[Conjunct, ...]


@frozen
class Tree:
    """A node with its labelled children, in order: `see ( agent = * cat , theme = Emma )`."""

    predicate: str
    definite: bool = False
    children: tuple[tuple[str, Tree], ...] = ()


def variables(form: Form) -> Iterator[int]:
    """Yields every occurrence of a variable, from left to right."""
    for conjunct in (*form.nouns, *form.body):
        yield from (arg for arg in conjunct.args if isinstance(arg, int))
