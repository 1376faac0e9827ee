"""Turns a proved draft and its options into the question as it is recorded."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from attrs import evolve, frozen

from cocoa_core.domain import GroundedLiteral, Schema, literal_texts, product_text, requirement_id
from cocoa_core.domain.kinds import Kind
from cocoa_core.families.selection.composition import composed, family_of, sign_of
from cocoa_core.families.selection.generation.context import Drawer, DrawnQuestion
from cocoa_core.families.selection.generation.grounding import EvaluatedRequirement, GroundedRequirement
from cocoa_core.families.selection.generation.groups import Groups
from cocoa_core.families.selection.generation.revising import REVISE, REVISE_VERSION, Revised
from cocoa_core.families.selection.record import (
    SELECTION,
    TO_BE_CONFIRMED,
    BrokenTerm,
    Certificate,
    Complexity,
    Composition,
    DeliveryRecord,
    DomainRef,
    FailedLiteral,
    LiteralRecord,
    Option,
    Question,
    QuestionProvenance,
    RequirementRecord,
    SentenceRecord,
    TermUse,
    TurnRecord,
    labels_of,
)
from cocoa_core.logic import complexity_of, entropy
from cocoa_core.seeds import digest_of, stream

_Texts: TypeAlias = Sequence[Sequence[str]]
"""The formal notation of each literal of each sum term."""
_Truths: TypeAlias = list[list[bool | None]]
"""The truth of each literal of each sum term for one option; see `LabelledOptions.truths`."""


def assemble(
    ask: Drawer,
    options: LabelledOptions,
    name: str,
    group_ids: Mapping[str, str],
    provenance: QuestionProvenance,
) -> Question:
    """Builds the record of a question.

    Args:
        ask: says what the key is.
        options: the question's options with their letters.
        name: the id of the question.
        group_ids: the ids of the groups of questions that it belongs to.
        provenance: where it comes from.
    """
    groups, drawn = options.groups, options.drawn
    draft, request, schema = drawn.draft, drawn.request, groups.domain.schema
    letters = [options.letters[index] for index in range(len(drawn.rows))]
    truths = {letter: options.truths(draft, letter) for letter in options.rows} if draft else {}
    right = [letter for letter, terms in truths.items() if _holds(terms)]
    answer = ask.answer(drawn, letters, right)
    texts = literal_texts(schema, draft.requirement) if draft else ()
    question = Question(
        id=name,
        family=SELECTION,
        ask=ask.name,
        groups=group_ids,
        key=answer.key,
        domain=DomainRef(schema.name, schema.version, groups.domain.digest),
        request=request.text,
        sentences=tuple(
            [SentenceRecord(sentence.text, tuple(sorted(sentence.terms))) for sentence in request.sentences]
        ),
        inert=request.inert,
        options=tuple(
            Option(letter, groups.domain.catalogue.ids[drawn.pool.group.rows[row]], options.shown(letter))
            for letter, row in options.rows.items()
        ),
        answer=answer.answer,
        requirement=requirement_record(schema, draft, texts) if draft else _named_after(answer.asked),
        certificate=drawn.certificate
        or (_certificate(options, truths, draft, texts, right) if draft else Certificate({}, {}, ())),
        complexity=_complexity(groups, truths, draft) if draft else _NO_COMPLEXITY,
        composition=_composition(groups, draft) if draft else None,
        provenance=provenance,
        knowledge=schema.derived_among(
            literal.primitive.slot for term in draft.requirement for literal in term
        )
        if draft
        else (),
        asked=answer.asked,
        differs=drawn.differs,
    )
    return _with_history(question, schema, drawn.revised, letters)


def _with_history(
    question: Question, schema: Schema, revised: Revised | None, letters: Sequence[str]
) -> Question:
    """Returns the question with its conversation; unchanged where it has none."""
    if revised is None:
        return question
    terms = tuple(
        tuple(
            literal_record(schema.slot(literal.primitive.slot).kind, literal, literal.primitive.rule)
            for literal in term
        )
        for term in revised.terms
    )
    return evolve(
        question,
        delivery=DeliveryRecord(REVISE, REVISE_VERSION, terms),
        history=tuple(TurnRecord(text, op) for text, op in zip(revised.texts, revised.ops, strict=True)),
        states=revised.states,
        keys=tuple(tuple(sorted(letters[index] for index in options)) for options in revised.fits),
    )


_NO_COMPLEXITY: Final = Complexity(0, 0, 0, 0, 0, 0, 0, 0, 0.0, {}, (), ())
"""The complexity of questions whose conditions are not a product of sums."""


def _named_after(asked: Mapping[str, Any]) -> RequirementRecord:
    """Returns a requirement without sum terms, whose id is a digest of what the ask adds, which has the
    conditions then.
    """
    text = json.dumps(asked, sort_keys=True, separators=(",", ":"))
    return RequirementRecord(digest_of("asked", text).hex()[:16], "", (), ())


@frozen(eq=False)
class LabelledOptions:
    """The options of a question in the order in which they are shown, with their letters."""

    groups: Groups
    drawn: DrawnQuestion
    letters: Mapping[int, str]
    """The letter of each option, by its index in `drawn.rows`."""
    rows: Mapping[str, int]
    """The row of each option, as an index in the group, by letter."""
    hidden: Mapping[str, frozenset[str]]
    """The names of the slots that an option does not show, by letter."""

    @classmethod
    def of(cls, groups: Groups, drawn: DrawnQuestion, label: str, order: str) -> LabelledOptions:
        """Gives the options of a question their letters in a hashed order.

        Args:
            drawn: the question without letters.
            label: the letter of the placed option, if there is one.
            order: seeds the order of the other options.
        """
        positions = list(range(len(drawn.rows)))
        labels = labels_of(len(positions))
        if drawn.placed is not None:
            positions.remove(drawn.placed)
        stream("order", order).shuffle(positions)
        if drawn.placed is not None:
            positions.insert(labels.index(label), drawn.placed)
        letters = {position: letter for letter, position in zip(labels, positions, strict=True)}
        return cls(
            groups,
            drawn,
            letters,
            {letter: drawn.rows[position] for letter, position in zip(labels, positions, strict=True)},
            {letters[position]: slots for position, slots in drawn.hidden.items()},
        )

    def shown(self, letter: str) -> dict[str, str]:
        """Returns what the option shows, by the labels of the slots."""
        look = self.groups.look(self.drawn.pool.group.rows[self.rows[letter]])
        shown = dict(zip(self.groups.labels, look, strict=True))
        for slot in self.hidden.get(letter, ()):
            shown[self.groups.domain.schema.slot(slot).label] = TO_BE_CONFIRMED
        return shown

    def truths(self, draft: GroundedRequirement, letter: str) -> _Truths:
        """Returns the truth of each literal by sum term; None where undefined or hidden."""
        hidden, bit = self.hidden.get(letter, ()), 1 << self.rows[letter]
        return [
            [
                None
                if hidden and literal.primitive.slot in hidden
                else True
                if holds & bit
                else False
                if fails & bit
                else None
                for literal, (holds, fails) in zip(term, masks, strict=True)
            ]
            for term, masks in zip(draft.requirement, draft.literals, strict=True)
        ]


def _holds(terms: _Truths) -> bool:
    """Returns whether every sum term has a true literal."""
    return all(True in term for term in terms)


def requirement_record(schema: Schema, draft: EvaluatedRequirement, texts: _Texts) -> RequirementRecord:
    """Returns the requirement as data, in the order in which it was drawn.

    Args:
        texts: the texts of its literals, by sum term.
    """
    return RequirementRecord(
        id=requirement_id(schema, draft.requirement),
        text=product_text(texts),
        terms=tuple(
            [
                tuple(
                    [
                        literal_record(
                            schema.slot(literal.primitive.slot).kind, literal, literal.primitive.rule
                        )
                        for literal in term
                    ]
                )
                for term in draft.requirement
            ]
        ),
        demands=draft.demands,
    )


@lru_cache(maxsize=1 << 12)
def literal_record(kind: Kind, literal: GroundedLiteral, rule: str) -> LiteralRecord:
    primitive = literal.primitive
    values = tuple(kind.write_arg(primitive.test.op, primitive.test.over, arg) for arg in primitive.test.args)
    return LiteralRecord(
        primitive.slot, rule, primitive.test.op, primitive.test.over, values, literal.positive
    )


def _certificate(
    options: LabelledOptions,
    truths: Mapping[str, _Truths],
    draft: GroundedRequirement,
    texts: _Texts,
    right: Sequence[str],
) -> Certificate:
    """Returns what every option meets or breaks.

    Options that are undecided, since they hide something, are neither satisfied nor broken.
    """
    satisfied = {letter: tuple([term.index(True) for term in truths[letter]]) for letter in right}
    asked = [
        [(literal.primitive.slot, text) for literal, text in zip(term, written, strict=True)]
        for term, written in zip(draft.requirement, texts, strict=True)
    ]
    rows = options.drawn.pool.group.rows
    broken = {
        letter: tuple(
            [
                BrokenTerm(number, _failures(options.groups, asked[number], rows[options.rows[letter]]))
                for number, term in enumerate(terms)
                if term.count(False) == len(term)
            ]
        )
        for letter, terms in truths.items()
        if letter not in satisfied
    }
    broken = {letter: terms for letter, terms in broken.items() if terms}
    breakers: list[list[str]] = [[] for _ in draft.fails]
    for letter, terms in broken.items():
        for broken_term in terms:
            breakers[broken_term.term].append(letter)
    uses = tuple(
        [
            TermUse(tuple(letters), tuple([letter for letter in letters if len(broken[letter]) == 1]))
            for letters in breakers
        ]
    )
    return Certificate(satisfied, broken, uses)


def _failures(groups: Groups, asked: Iterable[tuple[str, str]], row: int) -> tuple[FailedLiteral, ...]:
    """Returns what a row shows for each literal of a sum term that it breaks."""
    return tuple([FailedLiteral(groups.show(slot, row), text) for slot, text in asked])


def _complexity(groups: Groups, truths: Mapping[str, _Truths], draft: GroundedRequirement) -> Complexity:
    measures = complexity_of(draft.structure.product, len(draft.structure.table.rows))
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
            letter: _entropy(sum([term.count(True) for term in terms]), sum(map(len, terms)))
            for letter, terms in truths.items()
        },
        atypical=_atypical(groups, draft),
        against=_against(groups, draft),
    )


def _composition(groups: Groups, draft: GroundedRequirement) -> Composition:
    terms = [
        [(literal.primitive.slot, sign_of(literal, groups.rule(literal.primitive.rule))) for literal in term]
        for term in draft.requirement
    ]
    slots = {slot for term in terms for slot, _ in term}
    families = {slot: family_of(groups.domain.schema, slot) for slot in slots}
    return composed(terms, draft.demands, families)


@lru_cache(maxsize=1024)
def _entropy(satisfied: int, literals: int) -> float:
    return round(entropy(satisfied, literals), 4)


def _atypical(groups: Groups, draft: GroundedRequirement) -> tuple[str, ...]:
    """Returns the ids of the rules of literals that few people ask for, sorted."""
    result = set()
    for term in draft.requirement:
        for literal in term:
            rule = groups.rule(literal.primitive.rule)
            if literal.effective().key in rule.atypical:
                result.add(rule.id)
    return tuple(sorted(result))


def _against(groups: Groups, draft: GroundedRequirement) -> tuple[str, ...]:
    """Returns the ids of the rules of demands against the direction that people want, sorted."""
    result = set()
    for term, demand in zip(draft.requirement, draft.demands, strict=True):
        rule = groups.rule(term[demand].primitive.rule)
        if rule.direction(term[demand].effective()) < 0:
            result.add(rule.id)
    return tuple(sorted(result))
