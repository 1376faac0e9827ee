"""Whatever valid domain an author writes: it loads as written, its questions are right, read and checked.

The domains have every kind and setting, words of many scripts, axioms, tables and draws of every source. What
options satisfy is worked out by the oracle of `authored.meaning` from what the author wrote. More of them:
`COCOA_EXAMPLES=20 pytest tests/generation/test_any_domain.py`.
"""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import attrs
import pytest
from authored.axioms import keeps
from authored.domains import Authored, authored
from authored.meaning import argument, truth
from hypothesis import given, settings
from hypothesis import strategies as st
from independent import translated
from recorded import requirement_of

from cocoa_core.domain import Domain
from cocoa_core.errors import DomainError, SettingsError
from cocoa_core.families.selection import DifficultyCell, Engine, LiteralRecord, Question, Settings
from cocoa_core.independent import VerifierDomain, read_domain
from cocoa_core.language import Parser
from cocoa_core.loading import load_domain, read_definition
from cocoa_core.proof import equivalent
from cocoa_core.verification.selection.checker import QuestionChecker

EXAMPLES = int(os.environ.get("COCOA_EXAMPLES", "1"))
SEEDS = st.integers(0, 2**32)
MIXES = ((2, 2), (3, 2), (3, 3), (2, 1))
_TURNS = 2
"""Settings that a domain is given in turn until it has questions: one gave 5 of 12 domains some, two 7."""


def written(seed: int, folder: Path, **sizes: tuple[int, int]) -> tuple[Authored, Domain]:
    """The random domain of a seed, as its author wrote it and as it is loaded."""
    one = authored(seed, **sizes)
    return one, load_domain(one.write(folder))


def tables(domain: Domain) -> dict[str, bytes]:
    return {name: data for name, data in domain.files.items() if name.startswith("tables/")}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("any")


@given(SEEDS)
@settings(max_examples=20 * EXAMPLES)
def test_options_are_what_their_author_wrote(folder: Path, seed: int) -> None:
    one, domain = written(seed, folder)
    names = [slot.name for slot in domain.schema.slots]
    expected = {row: tuple(cells[name][1] for name in names) for row, cells in one.rows}
    assert dict(zip(domain.catalogue.ids, domain.catalogue.rows, strict=True)) == expected
    for slot, column in zip(domain.schema.slots, zip(*domain.catalogue.rows, strict=True), strict=True):
        values = set(column)
        assert all(slot.kind.read(slot.kind.write(value)) == value for value in values)
        assert len({slot.kind.show(value) for value in values}) == len(values)
    assert read_definition(domain.files, Path("elsewhere")) == (
        domain.schema,
        domain.rules,
        domain.inert,
    )
    assert sorted(row for group in domain.catalogue.groups for row in group.rows) == [*range(len(one.rows))]


@given(SEEDS)
@settings(max_examples=20 * EXAMPLES)
def test_the_verifier_reads_the_same_domain(folder: Path, seed: int) -> None:
    _, domain = written(seed, folder)
    read = read_domain(domain.files["schema.yaml"], domain.files["rules.yaml"], tables(domain))
    expected = translated.verifier_domain(domain)
    for field in attrs.fields(VerifierDomain):
        assert getattr(read, field.name) == getattr(expected, field.name), field.name


def drawn(domain: Domain, seed: int) -> list[Question]:
    """Questions of settings that the seed chooses, with what is new in `standard` or not; or none."""
    rng = random.Random(seed)
    mix = rng.choice(MIXES)
    mode = rng.choice(("per-occurrence", "per-slot"))
    derived = any(domain.rules_of(slot.name) for slot in domain.schema.derived)
    try:
        asked = Settings(
            ((DifficultyCell(*mix, rng.choice((0, 0, 1, 2))), 1),),
            mode,
            option_sets=rng.choice((1, 1, 2)),
            plain=mix == (2, 1),
            knowledge=derived and rng.random() < 0.7,
            shared=rng.choice((0.0, 0.7)) if mode == "per-occurrence" else 0.0,
            atypical=rng.choice((None, 0.0, 0.5)),
            inert=rng.choice(("all", "all", "none")),
        )
        engine = Engine(domain, asked, seed)
        return [question for index in (0, 27) for question in engine.items(index)]
    except SettingsError:
        return []


def option_truth(one: Authored, question: Question, row: str) -> bool | None:
    """Whether an option satisfies the requirement, by what its author wrote and by strong Kleene logic."""
    slots = {slot.name: slot for slot in one.slots}
    cells = dict(one.rows)[row]

    def holds(literal: LiteralRecord) -> bool | None:
        slot = slots[literal.slot]
        args = [argument(slot, literal.over, text) for text in literal.values]
        found = truth(slot, literal.over, literal.test, args, cells[slot.name][1])
        return None if found is None else found == literal.positive

    terms = [[holds(literal) for literal in term] for term in question.requirement.terms]
    if any(all(found is False for found in term) for term in terms):
        return False
    return True if all(any(term) for term in terms) else None


def check(one: Authored, domain: Domain, questions: list[Question]) -> None:
    checker = QuestionChecker(
        read_domain(domain.files["schema.yaml"], domain.files["rules.yaml"], tables(domain))
    )
    parser = Parser(domain)
    for question in questions:
        labels = {option.label: option_truth(one, question, option.row) for option in question.options}
        assert labels == {letter: letter == question.answer for letter in "ABCDE"}
        assert checker.flaws(json.loads(question.line())) == []
        assert Question.from_json(json.loads(question.line())) == question
        readings = parser.parse(question.request)
        assert readings
        for reading in readings:
            assert equivalent(domain.schema, reading, requirement_of(domain.schema, question.requirement)), (
                question.request
            )


@given(SEEDS)
@settings(max_examples=9 * EXAMPLES)
def test_questions_are_right_verified_read_back_and_kept(folder: Path, seed: int) -> None:
    one, domain = written(seed, folder, slots=(3, 9), rows=(8, 40))
    check(one, domain, drawn(domain, seed))


def test_domains_of_some_size_have_questions(folder: Path) -> None:
    """More than half have; of forty at least three, so that the law above says something."""
    asked = 0
    for seed in range(40):
        one, domain = written(seed, folder, slots=(6, 9), rows=(30, 40))
        questions = next(filter(None, (drawn(domain, seed + 6 * turn) for turn in range(_TURNS))), [])
        check(one, domain, questions)
        asked += bool(questions)
        if asked == 3:
            break
    assert asked == 3


@given(SEEDS)
@settings(max_examples=20 * EXAMPLES)
def test_just_the_rows_that_break_an_axiom_are_named(folder: Path, seed: int) -> None:
    one = authored(seed, rows=(5, 20))
    rows = list(one.rows) + list(one.dropped)
    random.Random(seed).shuffle(rows)
    mixed = attrs.evolve(one, rows=tuple(rows))
    broken = [
        (index, row)
        for index, (row, cells) in enumerate(rows)
        for axiom in one.schema.get("axioms", ())
        if not keeps(axiom, one.slots, cells)
    ]
    assert {row for _, row in broken} == {row for row, _ in one.dropped}
    if not broken:
        load_domain(mixed.write(folder))
        return
    with pytest.raises(DomainError, match="breaks an axiom") as caught:
        load_domain(mixed.write(folder))
    place, row = broken[0]
    first = 1 if str(caught.value.place).partition(":")[0].endswith(".jsonl") else 2
    assert caught.value.place is not None
    assert caught.value.place.line == place + first
    if len(broken) == 1:
        assert repr(row) in caught.value.problem
    else:
        assert caught.value.problem.startswith(f"{len(broken)} times")


STATES = {
    "New York": "New York",
    "Buffalo": "New York",
    "Albany": "New York",
    "Reno": "Nevada",
    "Elko": "Nevada",
}
TWO_MEANINGS = {
    "schema.yaml": """
name: stays
version: "1"
noun: stay
slots:
  city: {kind: category, closed: false}
  pets: {kind: boolean}
  price: {kind: quantity, unit: money, whole: true, min: 0, max: 900}
  walk: {kind: duration, min: 0m, max: 3h}
  state: {derived: {from: city, table: states, key: city, value: state}}
""",
    "rules.yaml": """
rules:
  city: [{id: city, tests: [is, one_of], draw: {items: [1, 3]}, say: [{verb: be, before: in}]}]
  pets: [{id: pets, tests: [is], say: [{verb: allow pets}]}]
  price: [{id: price, tests: [less, more], say: [{verb: cost}]}]
  walk: [{id: walk, tests: [less, more], say: [{subject: the walk, verb: take}]}]
  state: [{id: state, tests: [is], say: [{verb: be, before: in}, {subject: its state, verb: be}]}]
""",
    "tables/states.csv": "city,state\n" + "".join(f"{city},{state}\n" for city, state in STATES.items()),
}


def rows_of_stays() -> str:
    rng = random.Random(5)
    rows = [
        (rng.choice([*STATES]), rng.choice(("yes", "no")), rng.randrange(900), f"{rng.randrange(180)}m")
        for _ in range(120)
    ]
    return "id,city,pets,price,walk\n" + "".join(
        f"r{number},{','.join(map(str, row))}\n" for number, row in enumerate(rows)
    )


@pytest.mark.parametrize("knowledge", [False, True])
def test_what_could_be_the_city_or_the_state_is_asked_of_neither(tmp_path: Path, knowledge: bool) -> None:
    (tmp_path / "tables").mkdir()
    for name, text in {**TWO_MEANINGS, "catalogue.csv": rows_of_stays()}.items():
        (tmp_path / name).write_text(text)
    domain = load_domain(tmp_path)
    engine = Engine(domain, Settings(((DifficultyCell(3, 2), 1),), knowledge=knowledge), 1)
    questions = [question for index in range(60) for question in engine.items(index)]
    parser = Parser(domain)
    checker = QuestionChecker(
        read_domain(domain.files["schema.yaml"], domain.files["rules.yaml"], tables(domain))
    )
    for question in questions:
        readings = parser.parse(question.request)
        assert all(
            equivalent(domain.schema, reading, requirement_of(domain.schema, question.requirement))
            for reading in readings
        )
        assert checker.flaws(json.loads(question.line())) == []
    assert any("New York" in question.request for question in questions)
