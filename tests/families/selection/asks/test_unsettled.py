"""`possible` and `missing`: what is said of every option holds of those that there are."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import cocoa_core
from cocoa_core.domain import Domain, GroundedLiteral, Value
from cocoa_core.families.selection import Engine, Question, Settings
from cocoa_core.families.selection.asks.missing import hiding
from cocoa_core.families.selection.asks.missing.hiding import hideable
from cocoa_core.families.selection.asks.possible.ask import POSSIBLE
from cocoa_core.families.selection.explanation import grounded
from cocoa_core.families.selection.generation.context import QuestionSetSpec
from cocoa_core.families.selection.generation.grounding import GroundedRequirement
from cocoa_core.families.selection.generation.set_search import draw_together
from cocoa_core.families.selection.record import TO_BE_CONFIRMED

COUNT = 16
TRIED = 5
Row = dict[str, Value]


@cache
def domain() -> Domain:
    return cocoa_core.load_domain("hotels").domain


@cache
def questions(ask: str) -> tuple[Question, ...]:
    return tuple(cocoa_core.load_domain("hotels").generate(COUNT, seed=8, ask=ask))


def met(question: Question, row: Row) -> list[bool | None]:
    """Of each condition, by strong Kleene logic, from the kinds' own semantics."""
    schema = domain().schema
    found: list[bool | None] = []
    for term in question.requirement.terms:
        truths = []
        for literal in (grounded(schema, one) for one in term):
            primitive = literal.primitive
            truth = schema.slot(primitive.slot).kind.evaluate(primitive.test, row[primitive.slot])
            truths.append(None if truth is None else truth == literal.positive)
        found.append(True if True in truths else None if None in truths else False)
    return found


@cache
def rows() -> tuple[Row, ...]:
    slots = [slot.name for slot in domain().schema.slots]
    return tuple(dict(zip(slots, row, strict=True)) for row in domain().catalogue.rows)


def test_yes_is_right_as_often_as_no_and_every_form_of_clash_occurs() -> None:
    keys = Counter(question.key == ["yes"] for question in questions("possible"))
    assert keys == {True: COUNT // 2, False: COUNT // 2}
    assert {len(question.key) for question in questions("possible") if question.key != ["yes"]} == {2, 3, 4}


def form_of(literal: GroundedLiteral) -> tuple[object, ...]:
    """All that a literal says, but for the arguments of its test."""
    primitive, test = literal.primitive, literal.primitive.test
    return primitive.slot, primitive.rule, test.op, test.over, len(test.args), literal.positive


@pytest.mark.parametrize("name", ["flights", "hotels", "jobs", "diamonds"])
def test_what_can_be_met_is_drawn_like_what_clashes_but_for_the_arguments_of_one_literal(name: str) -> None:
    """By the same draws: yes and no have the same axioms, slots, forms, conditions, refusals."""
    engine = Engine(cocoa_core.load_domain(name).domain, Settings.of(ask="possible"))
    for turn, seed in product(range(0, POSSIBLE.balance_levels(engine.settings), 2), range(4)):
        members = engine.schedule.by_ask["possible"].cells_of(seed)
        alike = []
        for answer in (0, 1):
            plan = QuestionSetSpec(POSSIBLE, members, engine.settings, turn + answer)
            together = draw_together(engine._source, plan, random.Random(seed))
            [[one]] = together.sets
            assert one.draft is not None
            assert any(row["without"] == 0 for row in one.asked["witnesses"]) == (answer == 0)
            terms = sorted(sorted(map(form_of, term), key=repr) for term in one.draft.requirement)
            told = {field: one.asked[field] for field in ("group", "axioms", "about")}
            size = len(one.asked["form"]), sum(bool(sentence.terms) for sentence in one.request.sentences)
            literals = {literal for term in one.draft.requirement for literal in term}
            alike.append((terms, told, size, together.rejections[0].to_json(), literals))
        (*yes, yes_literals), (*no, no_literals) = alike
        assert yes == no
        assert len(yes_literals - no_literals) == len(no_literals - yes_literals) == 1


def test_no_row_of_the_catalogue_meets_what_is_said_to_be_impossible() -> None:
    for question in questions("possible"):
        possible = any(all(met(question, row)) for row in rows())
        assert possible == (question.key == ["yes"])


def test_without_any_condition_of_a_clash_some_row_meets_the_others() -> None:
    for question in questions("possible"):
        for number in question.key if question.key != ["yes"] else ():
            left = (
                [one for index, one in enumerate(met(question, row), 1) if index != int(number)]
                for row in rows()
            )
            assert any(all(some) for some in left)


@pytest.mark.parametrize("number", range(COUNT))
def test_the_key_settles_which_options_fit_and_nothing_does_without_it(number: int) -> None:
    """With values of the catalogue in the hidden cells, a few of each slot."""
    question = questions("missing")[number]
    schema, rng = domain().schema, random.Random(number)
    ids = dict(zip(domain().catalogue.ids, rows(), strict=True))
    labels = {slot.label: slot.name for slot in schema.slots}
    [key] = [labels[one] for one in question.key]
    outcomes = {}
    for option in question.options:
        cells = [labels[label] for label, text in option.shown.items() if text == TO_BE_CONFIRMED]
        values: dict[str, list[Value]] = {}
        for name in cells:
            every = sorted({row[name] for row in rows()}, key=str)
            values[name] = every if name == key else rng.sample(every, min(TRIED, len(every)))
        found: dict[Value, set[tuple[bool | None, ...]]] = {}
        for chosen in islice(product(*values.values()), 4000):
            row = {**ids[option.row], **dict(zip(cells, chosen, strict=True))}
            fits = met(question, row)
            label = False if False in fits else None if None in fits else True
            found.setdefault(row[key] if key in cells else None, set()).add((label,))
        assert all(len(some) == 1 and (None,) not in some for some in found.values())
        outcomes[option.label] = {label for some in found.values() for label in some}
    assert any(len(some) == 2 for some in outcomes.values())
    hidden = Counter(
        label
        for option in question.options
        for label, text in option.shown.items()
        if text == TO_BE_CONFIRMED
    )
    assert len(hidden) >= 3
    assert len(set(hidden.values())) == 1


def test_the_value_that_settles_it_stands_neither_alone_nor_beside_others_more_often() -> None:
    """Who takes the slot of which options lack least else, or most, is right about as often as by chance."""
    right, chance = Counter[str](), 0.0
    for name in ("flights", "hotels"):
        for question in cocoa_core.load_domain(name).generate(60, seed=0, ask="missing"):
            lacking = [
                [label for label, text in option.shown.items() if text == TO_BE_CONFIRMED]
                for option in question.options
            ]
            beside = Counter[str]()
            for labels in lacking:
                beside.update(dict.fromkeys(labels, len(labels)))
            chance += 1 / len(beside)
            for way, pick in (("least", min), ("most", max)):
                best = [label for label, number in beside.items() if number == pick(beside.values())]
                right[way] += (question.key[0] in best) / len(best)
    # of 120 questions 36 by chance, with a standard error of 5; where it was the rule, all of them
    assert all(one < chance * 1.5 for one in right.values()), (right, chance)


@cache
def drawn() -> tuple[tuple[Any, ...], ...]:
    """What was hidden from, of some questions: the arguments of each call of `draw_hidden`."""
    calls, kept = [], hiding.draw_hidden

    def heard(*given: Any) -> Any:
        calls.append(given[:-1])
        return kept(*given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hiding, "draw_hidden", heard)
        list(cocoa_core.load_domain("flights").generate(COUNT // 2, seed=8, ask="missing"))
    return tuple(calls)


def test_what_is_hidden_together_does_not_hang_on_the_answer() -> None:
    """By the same draws each slot is the answer with the same slots hidden together, and can be swapped."""
    answers = 0
    for schema, draft, rows, looks, turn in drawn():
        for count in (3, 4):
            hiddens = [
                hiding.draw_hidden(schema, draft, rows, looks, 2 * which + count - 3, random.Random(turn))
                for which in range(12)
            ]
            if None in hiddens:
                assert not any(hiddens)
                continue
            assert len({repr(sorted(map(sorted, one.cells.values()))) for one in hiddens}) == 1
            together = list(hiddens[0].cells.values())
            hidden = sorted(frozenset[str]().union(*together))
            shared = [sorted(len(slots) for slots in together if slot in slots) for slot in hidden]
            assert all(sizes == shared[0] for sizes in shared)
            assert Counter(one.sufficient for one in hiddens) == dict.fromkeys(hidden, 12 // len(hidden))
            answers += len(hidden)
    assert answers


def test_options_that_differ_in_hidden_cells_alone_are_not_shown() -> None:
    """Of rows that look alike but for hidden cells, each lacks others."""
    refused = 0
    for schema, draft, rows, looks, turn in drawn():
        for seed in range(6):
            hidden = hiding.draw_hidden(
                schema, draft, rows, [looks[0]] * len(rows), turn, random.Random(seed)
            )
            lacking = [hidden.cells.get(index, frozenset()) for index in range(len(rows))] if hidden else []
            assert len(set(lacking)) == len(lacking)
            refused += hidden is None
    assert refused


def hangs_on_undefined(draft: GroundedRequirement, row: int, hidden: frozenset[str]) -> bool:
    """Whether a literal that is shown and undefined leaves a sum term open, and no other one is false."""
    open_term = False
    for term, masks in zip(draft.requirement, draft.literals, strict=True):
        shown = [pair for one, pair in zip(term, masks, strict=True) if one.primitive.slot not in hidden]
        if any(holds >> row & 1 for holds, _ in shown):
            continue
        undefined = any(not fails >> row & 1 for _, fails in shown)
        if not undefined and len(shown) == len(term):
            return False
        open_term |= undefined
    return open_term


def test_no_label_hangs_on_a_literal_that_is_undefined() -> None:
    """Of each draft the literals of one row after the other are made undefined, but for one slot's."""
    hidden_from_more = 0
    for schema, draft, rows, looks, turn in drawn():
        for row, spared in product(rows, {one.primitive.slot for term in draft.requirement for one in term}):
            literals = tuple(
                tuple(
                    pair if one.primitive.slot == spared else (pair[0] & ~(1 << row), pair[1] & ~(1 << row))
                    for one, pair in zip(term, masks, strict=True)
                )
                for term, masks in zip(draft.requirement, draft.literals, strict=True)
            )
            changed = evolve(draft, literals=literals)
            hidden = hiding.draw_hidden(schema, changed, rows, looks, turn, random.Random(row))
            options = hiding._HideableOptions(schema, changed, rows, looks)
            for place, slots in hidden.cells.items() if hidden else ():
                hidden_from_more += len(hidden.cells) > 1
                assert options.slots_that_decide(rows[place], slots) <= {hidden.sufficient}
                assert not hangs_on_undefined(changed, rows[place], slots)
    assert hidden_from_more


def test_what_can_be_worked_out_from_others_is_not_hidden_and_found_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A diamond's price per carat follows from its price and weight, which are shown."""
    diamonds = cocoa_core.load_domain("diamonds")
    computed = frozenset[str]().union(*diamonds.domain.schema.computed)
    assert not hideable(diamonds.domain.schema) & computed
    able = hideable(evolve(diamonds.domain.schema, computed=()))
    assert able & computed
    monkeypatch.setattr(hiding, "hideable", lambda _: able)
    diamonds.write(tmp_path / "exam", count=20, seed=8, ask="missing")
    assert "can be worked out from others" in str(cocoa_core.verify(tmp_path / "exam").findings)


def test_no_clash_hangs_on_a_vocabulary_being_all_there_is() -> None:
    """A condition of a closed slot is said of what its literal denies: it has to deny what it names."""
    conditions = []
    for name in ("hotels", "jobs", "flights", "diamonds"):
        handle = cocoa_core.load_domain(name)
        kinds = {slot.name: slot.kind for slot in handle.domain.schema.slots}
        closed = {slot for slot, kind in kinds.items() if getattr(kind, "closed", False)}
        for question in handle.generate(60, seed=4, ask="possible"):
            terms, demands = question.requirement.terms, question.requirement.demands
            for number in question.asked["form"]:
                term, demand = terms[number - 1], demands[number - 1]
                beside = [literal for index, literal in enumerate(term) if index != demand]
                conditions += [literal for literal in beside if literal.slot in closed]
    assert conditions
    assert not any(literal.positive for literal in conditions)
