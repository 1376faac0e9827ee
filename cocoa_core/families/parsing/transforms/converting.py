"""Converts a form of COGS to the other notations (ReCOGS, section 5; variable-free forms: L. Qiu et al.,
2022).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final

from attrs import define, evolve

from cocoa_core.errors import MismatchError
from cocoa_core.families.parsing.forms import (
    Abstract,
    Abstraction,
    BareName,
    CogsForm,
    CogsText,
    EventTerm,
    Modifier,
    NounTerm,
    RecogsForm,
    RecogsText,
    RoleTerm,
    Tree,
    VariableFreeText,
    variables,
)
from cocoa_core.families.parsing.transforms.cogs_rows import name_places

POOL: Final = (*range(55), 56, 59)
"""The numbers that variables of ReCOGS get: those that occur in COGS's training rows."""
_MOST_NODES: Final = 10_000
_DEEPEST: Final = 190


def recogs_of(words: Sequence[str], form: CogsText) -> RecogsText:
    """Returns the form in ReCOGS_pos: variables are positions of words, names have variables too, verbs have
    events.

    Args:
        words: the words of the sentence; every name of the form has to be among them.

    Raises:
        KeyError: a name is not among the words.
    """
    if isinstance(form, BareName):
        return Abstraction(("a",), (Abstract(form.name, "", ("a",)),))
    if isinstance(form, Abstraction):
        return _abstraction(form)
    positions = name_places(tuple(words))
    entities = {definite.variable: definite for definite in form.definites}
    body: list[EventTerm | RoleTerm | Modifier] = []
    events: set[EventTerm] = set()
    for conjunct in form.body:
        if isinstance(conjunct, NounTerm):
            entities.setdefault(conjunct.variable, conjunct)
        elif isinstance(conjunct, Modifier):
            body.append(Modifier("", conjunct.relation, conjunct.word, conjunct.head, conjunct.other))
        else:
            event = EventTerm(conjunct.verb, conjunct.event)
            if event not in events:
                events.add(event)
                body.append(event)
            filler = positions[conjunct.filler] if isinstance(conjunct.filler, str) else conjunct.filler
            if isinstance(conjunct.filler, str):
                entities.setdefault(filler, NounTerm(conjunct.filler, filler))
            body.append(RoleTerm("", conjunct.role, conjunct.event, filler))
    return RecogsForm(tuple(entities[index] for index in sorted(entities)), tuple(body))


def _abstraction(form: Abstraction) -> Abstraction:
    verbs = dict.fromkeys(
        (conjunct.predicate, conjunct.arguments[0]) for conjunct in form.body if conjunct.role
    )
    events = tuple(Abstract(verb, "", (event,)) for verb, event in verbs)
    roles = (
        Abstract(conjunct.role, "", conjunct.arguments) if conjunct.role else conjunct
        for conjunct in form.body
    )
    return Abstraction(form.letters, (*events, *roles))


def renamed(form: RecogsForm, names: Mapping[int, int]) -> RecogsForm:
    """Returns the form with its variables replaced.

    Args:
        names: the new number of each variable.
    """
    entities = tuple(evolve(entity, variable=names[entity.variable]) for entity in form.entities)
    body: list[EventTerm | RoleTerm | Modifier] = []
    for conjunct in form.body:
        if isinstance(conjunct, EventTerm):
            body.append(EventTerm(conjunct.verb, names[conjunct.variable]))
        elif isinstance(conjunct, RoleTerm):
            filler = names[conjunct.filler] if isinstance(conjunct.filler, int) else conjunct.filler
            body.append(RoleTerm("", conjunct.role, names[conjunct.event], filler))
        else:
            body.append(
                Modifier("", conjunct.relation, conjunct.word, names[conjunct.head], names[conjunct.other])
            )
    return RecogsForm(entities, tuple(body))


def renumbered(form: RecogsText, rng: random.Random) -> RecogsText:
    """Returns the form with each variable replaced by a number drawn from `POOL`.

    Raises:
        MismatchError: the pool is too small.
    """
    if isinstance(form, Abstraction):
        return form
    found_variables = list(dict.fromkeys(variables(form)))
    if len(found_variables) > len(POOL):
        raise MismatchError(
            f"at most {len(POOL)} variables, as many as there are numbers", str(len(found_variables))
        )
    rng.shuffle(found_variables)
    return renamed(form, dict(zip(found_variables, rng.sample(POOL, len(found_variables)), strict=True)))


def tree_of(words: Sequence[str], form: CogsText) -> VariableFreeText:
    """Returns the form without variables.

    A node that is its own ancestor, such as the head of a relative clause, is a leaf there.

    Raises:
        MismatchError: not exactly one node is nobody's child, a variable has neither noun nor verb, or the
            tree is too large.
    """
    if not isinstance(form, CogsForm):
        return form
    nodes: dict[int | str, tuple[str, bool]] = {
        definite.variable: (definite.predicate, True) for definite in form.definites
    }
    children: dict[int, list[tuple[str, int | str]]] = {}
    inner: set[int | str] = set()
    for conjunct in form.body:
        if isinstance(conjunct, NounTerm):
            nodes.setdefault(conjunct.variable, (conjunct.predicate, False))
            continue
        if isinstance(conjunct, RoleTerm):
            head, label, child, predicate = conjunct.event, conjunct.role, conjunct.filler, conjunct.verb
        else:
            head, label, child, predicate = (
                conjunct.head,
                f"{conjunct.relation} . {conjunct.word}",
                conjunct.other,
                conjunct.noun,
            )
        nodes.setdefault(head, (predicate, False))
        children.setdefault(head, []).append((label, child))
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
    children: Mapping[int, Sequence[tuple[str, int | str]]]
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
