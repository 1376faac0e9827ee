"""Labels and structures of requirements: their algebra, and what a sign is."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.domain import Domain, GroundedLiteral, Primitive, Rule, Test
from cocoa_core.families.selection import Question
from cocoa_core.families.selection.composition import (
    DIFFICULTY,
    RELATIONS,
    STRUCTURES,
    SignedLiteral,
    composed,
    meeting,
    reading_of,
    sign_of,
)
from cocoa_core.families.selection.record import Composition
from cocoa_core.items import read_dataset
from cocoa_core.loading import load_domain

SLOTS = "abcdefg"
FAMILIES = {slot: "vowel" if slot in "ae" else "consonant" for slot in SLOTS}
Terms = Sequence[tuple[tuple[SignedLiteral, ...], int]]
"""Sum terms of signed literals, each with the place of its demand."""


@st.composite
def demanded(draw: st.DrawFn, widest: int = 4) -> tuple[tuple[SignedLiteral, ...], int]:
    """A sum term with its demand."""
    slots = draw(st.lists(st.sampled_from(SLOTS), min_size=1, max_size=widest, unique=True))
    return tuple((slot, draw(st.booleans())) for slot in slots), draw(st.integers(0, len(slots) - 1))


REQUIREMENTS = st.lists(demanded(), min_size=1, max_size=5)


def of(terms: Terms, families: Mapping[str, str] = FAMILIES) -> Composition:
    return composed([term for term, _ in terms], [demand for _, demand in terms], families)


def shape(found: Composition) -> tuple[object, ...]:
    return found.labels, found.structure, found.profile, found.basic, found.chained


@given(demanded())
def test_a_reading_is_its_term_in_every_truth_assignment(term: tuple[tuple[SignedLiteral, ...], int]) -> None:
    literals, demand = term
    reading = reading_of(literals, demand)
    slots = [slot for slot, _ in literals]
    for values in product((False, True), repeat=len(slots)):
        row = dict(zip(slots, values, strict=True))
        antecedents = all(row[slot] == sign for slot, sign in reading.antecedents)
        slot, sign = reading.consequent
        assert (not antecedents or row[slot] == sign) == any(row[slot] == sign for slot, sign in literals)


@given(REQUIREMENTS, st.randoms(use_true_random=False))
def test_order_and_repetition_change_neither_label_nor_structure(terms: Terms, rng: object) -> None:
    changed = []
    for term, demand in [*terms, *terms[:2]]:
        order = list(range(len(term)))
        rng.shuffle(order)  # type: ignore[attr-defined]
        changed.append((tuple(term[place] for place in order), order.index(demand)))
    rng.shuffle(changed)  # type: ignore[attr-defined]
    assert shape(of(changed)) == shape(of(terms))


@given(REQUIREMENTS, REQUIREMENTS)
def test_the_label_of_two_requirements_together_is_both_labels(one: Terms, other: Terms) -> None:
    together = of([*one, *other])
    for granularity, label in together.labels.items():
        assert set(label) == {*of(one).labels[granularity], *of(other).labels[granularity]}


@given(REQUIREMENTS)
def test_coarser_labels_are_the_finer_ones_with_their_slots_erased(terms: Terms) -> None:
    found = of(terms)

    def erased(primitive: str, classes: Mapping[str, str]) -> str:
        sources, target = primitive.split(">")
        parts = sorted(part[0] + classes[part[1:]] for part in sources.split("&") if part)
        return f"{'&'.join(parts)}>{target[0]}{classes[target[1:]]}"

    stars = dict.fromkeys(SLOTS, "*")
    for granularity, classes in (("polarity", stars), ("family", FAMILIES)):
        assert set(found.labels[granularity]) == {erased(one, classes) for one in found.labels["slot"]}
    assert {*found.terms} == {*found.labels["slot"]}
    assert len(found.terms) == len(terms)


@given(REQUIREMENTS, st.permutations(SLOTS))
def test_other_names_of_slots_keep_the_structure_and_the_label_by_polarity(
    terms: Terms, names: Sequence[str]
) -> None:
    renamed = dict(zip(SLOTS, names, strict=True))
    changed = [(tuple((renamed[slot], sign) for slot, sign in term), demand) for term, demand in terms]
    mine, other = of(terms), of(changed)
    assert mine.labels["polarity"] == other.labels["polarity"]
    assert shape(mine)[1:] == shape(other)[1:]


def test_two_edges_that_share_one_slot_meet_in_just_one_way() -> None:
    """In the same way in either order; both turned round, A stays and B and C change places."""
    edges = list(permutations("abcd", 2))
    turned = {"A": "A", "B": "C", "C": "B", None: None}
    for one, other in product(edges, edges):
        found = meeting(one, other)
        assert (found is not None) == (len({*one, *other}) == 3)
        assert meeting(other, one) == found
        assert meeting(one[::-1], other[::-1]) == turned[found]


@given(REQUIREMENTS)
def test_the_structure_sums_up_all_pairs_of_edges(terms: Terms) -> None:
    """Counted once more, over the distinct implications."""
    found = of(terms)
    distinct = {
        (frozenset((slot, not sign) for slot, sign in term if slot != term[demand][0]), term[demand])
        for term, demand in terms
    }
    edges = [(next(iter(sources)), target) for sources, target in distinct if len(sources) == 1]
    pairs = [
        (one, other)
        for one, other in combinations(edges, 2)
        if len({one[0][0], one[1][0], other[0][0], other[1][0]}) == 3
    ]
    kinds = {
        "A": [pair for pair in pairs if pair[0][1][0] == pair[1][0][0] or pair[1][1][0] == pair[0][0][0]],
        "B": [pair for pair in pairs if pair[0][0][0] == pair[1][0][0]],
        "C": [pair for pair in pairs if pair[0][1][0] == pair[1][1][0]],
    }
    assert found.profile == {kind: len(of_kind) for kind, of_kind in kinds.items() if of_kind}
    assert found.structure in (*STRUCTURES, "mixed", "none")
    assert found.structure in DIFFICULTY
    assert (found.chained is None) == (found.structure != "A")
    if found.basic in STRUCTURES:
        assert (found.structure, sum(found.profile.values())) == (found.basic, 1)


A, B, C = "price", "stops", "airline"
CASES: Mapping[str, tuple[list[list[SignedLiteral]], list[int], str, str, str | None, bool | None]] = {
    "a chain": ([[(A, False), (B, True)], [(B, False), (C, True)]], [1, 1], "+*>+*", "A", "A", True),
    "a chain that starts anew": (
        [[(A, False), (B, True)], [(B, True), (C, True)]],
        [1, 1],
        "+*>+* -*>+*",
        "A",
        "A",
        False,
    ),
    "one source": ([[(A, False), (B, True)], [(A, True), (C, False)]], [1, 1], "+*>+* -*>-*", "B", "B", None),
    "one target": ([[(A, False), (C, False)], [(C, True), (B, True)]], [1, 0], "+*>-* -*>+*", "C", "C", None),
    "both ways": ([[(A, False), (B, True)], [(A, True), (B, False)]], [1, 0], "+*>+*", "none", "P", None),
    "wishes beside": (
        [[(A, True)], [(B, False)], [(A, True), (C, True)]],
        [0, 0, 1],
        "-*>+* >+* >-*",
        "none",
        None,
        None,
    ),
    "a wide term": ([[(A, True), (B, False), (C, True)]], [2], "+*&-*>+*", "none", None, None),
}


@pytest.mark.parametrize("name", CASES)
def test_a_case_has_the_label_and_the_structure_that_it_was_given(name: str) -> None:
    terms, demands, label, structure, basic, chained = CASES[name]
    composition = composed(terms, demands, dict.fromkeys((A, B, C), "any"))
    assert (composition.label(), composition.structure, composition.basic, composition.chained) == (
        label,
        structure,
        basic,
        chained,
    )


def test_the_demand_decides_and_not_the_sign() -> None:
    """Of one sum term both readings are possible: which one holds is what the requirement demands."""
    term = [(A, False), (B, True)]
    assert composed([term], [1], {A: "", B: ""}).labels["slot"] == ("+price>+stops",)
    assert composed([term], [0], {A: "", B: ""}).labels["slot"] == ("-stops>-price",)
    assert RELATIONS["implies"] == (True, True)


def literals_of(domain: Domain) -> Iterator[tuple[GroundedLiteral, Rule]]:
    for rule in domain.rules:
        for op in rule.tests:
            primitive = Primitive(
                rule.slot, Test(op, (1, 2) if op in ("between", "within") else (1,), rule.over)
            )
            yield GroundedLiteral(primitive), rule
        if rule.tests == ("is",):
            yield GroundedLiteral(Primitive(rule.slot, Test("is", (False,)))), rule


@pytest.mark.parametrize("name", ["flights", "hotels", "jobs"])
def test_a_literal_and_its_negation_have_opposite_signs(name: str) -> None:
    """And another way to write a literal has the sign of that literal."""
    for literal, rule in literals_of(load_domain(name)):
        assert sign_of(literal, rule) != sign_of(literal.negated(), rule)
        assert sign_of(literal.canonical(), rule) == sign_of(literal, rule)


@pytest.mark.parametrize(
    ("wanted", "op", "positive", "expected"),
    [
        *(("less", "at_most", True, True), ("less", "at_most", False, False)),
        *(("less", "more", True, False), ("less", "more", False, True)),
        *(("more", "at_least", True, True), ("more", "less", False, True)),
        *(("no", "is", True, False), ("no", "is", False, True)),
        *(("", "less", True, True), ("", "at_least", True, False), ("", "one_of", False, False)),
    ],
)
def test_the_positive_side_is_the_wanted_one(wanted: str, op: str, positive: bool, expected: bool) -> None:
    """`!(price > 1800)` reads "at most $1,800": where less is wanted, that is the positive side."""
    rule = Rule("price", "price", None, (op,), draw=None, say=(), wanted=wanted)  # type: ignore[arg-type]
    literal = GroundedLiteral(Primitive("price", Test(op, (1800,))), positive)
    assert sign_of(literal, rule) == expected


def test_a_record_without_labels_is_read_and_written_as_it_was(flights_exam: Path) -> None:
    labelled = read_dataset(flights_exam).find(0)
    data = copy.deepcopy(labelled.to_json())
    assert data.pop("composition") == labelled.to_json()["composition"]
    earlier = Question.from_json(data)
    assert earlier.composition is None
    assert earlier.to_json() == data
