"""From a proved draft and its options to the question as it is written down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.primitives import GroundedLiteral
from cocoa_core.domain.requirement import literal_texts, product_text, requirement_id
from cocoa_core.domain.schema import Schema
from cocoa_core.generation.grounding import Draft
from cocoa_core.generation.ring import Groups, OptionSet, Ring
from cocoa_core.language.frames import said
from cocoa_core.logic.complexity import complexity_of, entropy
from cocoa_core.records.question import (
    BrokenTerm,
    Certificate,
    Complexity,
    DomainRef,
    FailedLiteral,
    LiteralRecord,
    Option,
    Provenance,
    Question,
    RequirementRecord,
    TermUse,
)
from cocoa_core.seeds import stream

__all__ = ["assemble"]

_LETTERS = "ABCDE"

_Texts: TypeAlias = Sequence[Sequence[str]]
"""What each literal of each sum term is in formal notation."""


def assemble(
    groups: Groups,
    ring: Ring,
    member: int,
    option_set: OptionSet,
    request: str,
    label: str,
    name: str,
    provenance: Provenance,
) -> Question:
    """The question of a ring's member over one option set, with the right option at `label`."""
    draft = ring.drafts[member]
    rows = _ordered(option_set, member, label, name)
    schema = groups.domain.schema
    texts = literal_texts(schema, draft.requirement)
    return Question(
        id=name,
        domain=DomainRef(schema.name, schema.version, groups.domain.digest),
        request=request,
        options=tuple(
            Option(letter, groups.domain.catalogue.ids[ring.pool.group.rows[row]], _shown(groups, ring, row))
            for letter, row in zip(_LETTERS, rows, strict=True)
        ),
        answer=label,
        requirement=_requirement(schema, draft, texts),
        certificate=_certificate(groups, ring, draft, texts, rows, label),
        complexity=_complexity(groups, draft, rows),
        provenance=provenance,
        knowledge=schema.knowledge(one.primitive.slot for term in draft.requirement for one in term),
    )


def _ordered(option_set: OptionSet, member: int, label: str, name: str) -> list[int]:
    """The rows by letter: the right one where the schedule wants it, the others shuffled."""
    others = [row for place, row in enumerate(option_set) if place != member]
    stream("order", name).shuffle(others)
    others.insert(_LETTERS.index(label), option_set[member])
    return others


def _shown(groups: Groups, ring: Ring, row: int) -> dict[str, str]:
    return dict(zip(groups.labels, groups.look(ring.pool.group.rows[row]), strict=True))


def _requirement(schema: Schema, draft: Draft, texts: _Texts) -> RequirementRecord:
    """The requirement as data, in the order in which it was drawn."""
    return RequirementRecord(
        id=requirement_id(schema, draft.requirement),
        text=product_text(texts),
        terms=tuple(
            [
                tuple(
                    [_literal(schema.slot(one.primitive.slot).kind, one, one.primitive.rule) for one in term]
                )
                for term in draft.requirement
            ]
        ),
    )


@lru_cache(maxsize=1 << 14)
def _literal(kind: Kind, literal: GroundedLiteral, rule: str) -> LiteralRecord:
    one = literal.primitive
    values = tuple(kind.write_arg(one.test.op, one.test.over, arg) for arg in one.test.args)
    return LiteralRecord(one.slot, rule, one.test.op, one.test.over, values, literal.positive)


def _certificate(
    groups: Groups, ring: Ring, draft: Draft, texts: _Texts, rows: Sequence[int], label: str
) -> Certificate:
    right = rows[_LETTERS.index(label)]
    satisfied = tuple(
        next(place for place, (holds, _) in enumerate(term) if holds >> right & 1) for term in draft.literals
    )
    asked = [
        [(literal.primitive.slot, text) for literal, text in zip(term, written, strict=True)]
        for term, written in zip(draft.requirement, texts, strict=True)
    ]
    broken = {
        letter: tuple(
            [
                BrokenTerm(place, _failures(groups, asked[place], ring.pool.group.rows[row]))
                for place, fails in enumerate(draft.fails)
                if fails >> row & 1
            ]
        )
        for letter, row in zip(_LETTERS, rows, strict=True)
        if letter != label
    }
    breakers: list[list[str]] = [[] for _ in draft.fails]
    for letter, terms in broken.items():
        for one in terms:
            breakers[one.term].append(letter)
    uses = tuple(
        [
            TermUse(tuple(letters), tuple([letter for letter in letters if len(broken[letter]) == 1]))
            for letters in breakers
        ]
    )
    return Certificate(satisfied, broken, uses)


def _failures(groups: Groups, asked: Iterable[tuple[str, str]], row: int) -> tuple[FailedLiteral, ...]:
    """asked: slot and text of each literal."""
    return tuple([FailedLiteral(groups.show(slot, row), text) for slot, text in asked])


def _complexity(groups: Groups, draft: Draft, rows: Sequence[int]) -> Complexity:
    measures = complexity_of(draft.structure.product, len(draft.structure.table.rows))
    holding = [holds for term in draft.literals for holds, _ in term]
    return Complexity(
        slots=measures.slots,
        minterms=measures.minterms,
        sum_terms=measures.sum_terms,
        literals=measures.literals,
        width=measures.width,
        component=measures.component,
        longest_path=measures.longest_path,
        max_degree=measures.max_degree,
        average_degree=measures.average_degree,
        entropy={
            letter: _entropy(sum([holds >> row & 1 for holds in holding]), len(holding))
            for letter, row in zip(_LETTERS, rows, strict=True)
        },
        atypical=_atypical(groups, draft),
    )


@lru_cache(maxsize=1024)
def _entropy(satisfied: int, literals: int) -> float:
    return round(entropy(satisfied, literals), 4)


def _atypical(groups: Groups, draft: Draft) -> tuple[str, ...]:
    """Ids of the rules of literals that few people ask for, sorted."""
    found = set()
    for term in draft.requirement:
        for literal in term:
            rule = groups.rule(literal.primitive.rule)
            what = said(literal)
            if ("not_" if what.negated else "") + what.op in rule.atypical:
                found.add(rule.id)
    return tuple(sorted(found))
