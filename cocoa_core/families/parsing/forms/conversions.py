"""Converts a form of COGS to the other notations (ReCOGS, section 5; variable-free forms: L. Qiu et al.,
2022), and draws new variables.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from attrs import define

from cocoa_core.errors import MismatchError
from cocoa_core.families.parsing.forms.linear import LinearText
from cocoa_core.families.parsing.forms.values import Abstraction, BareName, Conjunct, Form, Tree, variables
from cocoa_core.families.parsing.forms.variable_free import VariableFreeText

POOL: Final = (*range(55), 56, 59)
"""The numbers that variables of ReCOGS get: those that occur in COGS's training rows."""
_MOST_NODES: Final = 10_000
_DEEPEST: Final = 190


def recogs_of(words: Sequence[str], form: LinearText) -> Form | Abstraction:
    """Returns the form in ReCOGS_pos: variables are positions of words, names have variables too, verbs have
    events.

    Args:
        words: the words of the sentence; every name of the form has to be among them.

    Raises:
        KeyError: a name is not among the words.
    """
    if isinstance(form, BareName):
        return Abstraction(("a",), (Conjunct((form.name,), ("a",)),))
    if isinstance(form, Abstraction):
        return _abstraction(form)
    positions = name_places(words)
    nouns = {noun.variable: noun for noun in form.nouns}
    body: list[Conjunct] = []
    events: set[Conjunct] = set()
    for conjunct in form.body:
        predicate, *relation = conjunct.path
        if not relation:
            nouns.setdefault(conjunct.variable, conjunct)
            continue
        args = tuple(positions[arg] if isinstance(arg, str) else arg for arg in conjunct.args)
        if len(relation) == 1:  # a role, whose verb becomes an event, and whose name a noun
            event = Conjunct((predicate,), args[:1])
            if event not in events:
                events.add(event)
                body.append(event)
            if isinstance(name := conjunct.args[1], str):
                nouns.setdefault(args[1], Conjunct((name,), args[1:]))
        body.append(Conjunct(tuple(relation), args))
    return Form(tuple(nouns[variable] for variable in sorted(nouns)), tuple(body))


def name_places(words: Sequence[str]) -> dict[str, int]:
    """Returns the position of the first occurrence of each word."""
    return {word: position for position, word in reversed(list(enumerate(words)))}


def _abstraction(form: Abstraction) -> Abstraction:
    events = dict.fromkeys(
        Conjunct(conjunct.path[:1], conjunct.args[:1]) for conjunct in form.body if len(conjunct.path) > 1
    )
    roles = (Conjunct(conjunct.path[-1:], conjunct.args) for conjunct in form.body)
    return Abstraction(form.letters, (*events, *roles))


def joined(forms: Iterable[Form]) -> Form:
    """Returns the form with the nouns of all of these in front, and then the bodies of all."""
    parts = list(forms)
    nouns = tuple(noun for form in parts for noun in form.nouns)
    return Form(nouns, tuple(conjunct for form in parts for conjunct in form.body))


def renumbered(form: Form | Abstraction, rng: random.Random) -> Form | Abstraction:
    """Returns the form with each variable replaced by a number drawn from `POOL`.

    Raises:
        MismatchError: the pool is too small.
    """
    return form if isinstance(form, Abstraction) else renumbered_together([form], rng)


def renumbered_together(forms: Sequence[Form], rng: random.Random) -> Form:
    """Returns these forms as one, each variable of each with a number of its own, drawn from `POOL`.

    Raises:
        MismatchError: the pool is too small.
    """
    pairs = [(part, number) for part, form in enumerate(forms) for number in dict.fromkeys(variables(form))]
    if len(pairs) > len(POOL):
        raise MismatchError(f"at most {len(POOL)} variables, as many as there are numbers", str(len(pairs)))
    rng.shuffle(pairs)
    drawn = dict(zip(pairs, rng.sample(POOL, len(pairs)), strict=True))
    return joined(
        form.moved(lambda number, part=part: drawn[part, number])  # type: ignore[misc]
        for part, form in enumerate(forms)
    )


def tree_of(words: Sequence[str], form: LinearText) -> VariableFreeText:
    """Returns the form without variables.

    A node that is its own ancestor, such as the head of a relative clause, is a leaf there.

    Raises:
        MismatchError: not exactly one node is nobody's child, a variable has neither noun nor verb, or the
            tree is too large.
    """
    if not isinstance(form, Form):
        return form
    nodes: dict[int | str, tuple[str, bool]] = {noun.variable: (noun.path[0], True) for noun in form.nouns}
    children: dict[int | str, list[tuple[str, int | str]]] = {}
    inner: set[int | str] = set()
    for conjunct in form.body:
        predicate, *relation = conjunct.path
        nodes.setdefault(conjunct.variable, (predicate, False))
        if relation:
            head, child = conjunct.args
            children.setdefault(head, []).append((" . ".join(relation), child))
            inner.add(child)
    roots = [node for node in nodes if node not in inner]
    if len(roots) != 1:
        raise MismatchError("one node that is nobody's argument, for a tree", f"{len(roots)} of them")
    return _Growing(nodes, children).tree(roots[0], frozenset())


@define
class _Growing:
    """Builds a tree of bounded size: nodes with several parents are repeated below each."""

    nodes: Mapping[int | str, tuple[str, bool]]
    """The predicate of each node, and whether it is definite."""
    children: Mapping[int | str, Sequence[tuple[str, int | str]]]
    """The labelled children of each node, in order."""
    grown: int = 0
    """The number of nodes so far."""

    def tree(self, node: int | str, above: frozenset[int | str]) -> Tree:
        self.grown += 1
        if self.grown > _MOST_NODES or len(above) > _DEEPEST:
            bounds = f"a tree of at most {_MOST_NODES:,} nodes on {_DEEPEST} levels"
            raise MismatchError(bounds, "a larger one")
        if isinstance(node, str):
            return Tree(node)
        if node not in self.nodes:
            raise MismatchError("a noun or a verb at every variable", f"x _ {node} alone")
        predicate, definite = self.nodes[node]
        if node in above:
            return Tree(predicate, definite)
        below = self.children.get(node, ())
        return Tree(
            predicate, definite, tuple((label, self.tree(child, above | {node})) for label, child in below)
        )
