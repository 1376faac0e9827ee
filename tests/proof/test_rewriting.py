"""What is said of a derived slot is what its rewriting says of the slot that it follows from."""

from __future__ import annotations

import random
from itertools import chain, combinations

import attrs
import knowing
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st

from cocoa_core.domain import Schema, Test, Value
from cocoa_core.domain.kinds import CategorySet, Kind
from cocoa_core.proof.derived_tests import rewritten

BASES = st.sampled_from(knowing.BASES)
SEEDS = st.integers(0, 2**32)


def schema_of(rng: random.Random) -> Schema:
    schema = knowing.with_derived(strategies.domain_of(rng.getrandbits(32), 14).schema, rng)
    least = rng.choice((0, 0, 1, 2))
    slots = [
        attrs.evolve(slot, kind=attrs.evolve(slot.kind, missing=rng.random() < 0.5, min_items=least))
        if slot.name == "extras" and isinstance(slot.kind, CategorySet)
        else slot
        for slot in schema.slots
    ]
    return attrs.evolve(schema, slots=tuple(slots))


def every_value(kind: Kind, words: tuple[str, ...]) -> list[Value]:
    """Every legal value over these words."""
    values: list[Value] = [None] if kind.missing else []
    if not isinstance(kind, CategorySet):
        return [*values, *words]
    sizes = range(kind.min_items, kind.max_items + 1)
    return [*values, *chain.from_iterable(combinations(sorted(words), size) for size in sizes)]


def followed(schema: Schema, name: str, value: Value) -> Value:
    """The value of a slot that follows from a value of its base, table by table."""
    derived = schema.slot(name).derived
    if derived is None or value is None:
        return value
    source = followed(schema, derived.source, value)
    table = dict(derived.words)
    return tuple(sorted({table[word] for word in source})) if isinstance(source, tuple) else table[source]


def derived_tests(schema: Schema, base: str, rng: random.Random) -> list[tuple[str, Test]]:
    found = []
    for slot in schema.derived:
        if schema.catalogue_slot(slot.name) == base:
            words = slot.kind.values  # type: ignore[attr-defined]
            for _ in range(rng.randint(0, 2)):
                args = tuple(sorted(rng.sample(words, rng.randint(1, len(words)))))
                op = rng.choice(sorted(slot.ops(None)))
                found.append((slot.name, Test(op, args[:1] if op == "is" else args)))
    return found


def direct_tests(schema: Schema, base: str, rng: random.Random) -> list[Test]:
    words = (*knowing.base_words(schema, base), "a word that no table has")
    kind = schema.slot(base).kind
    if isinstance(kind, CategorySet) and kind.closed:
        words = words[:-1]
    found = []
    for _ in range(rng.randint(0, 2)):
        args = tuple(sorted(rng.sample(words, rng.randint(1, 3))))
        op = rng.choice(sorted(kind.ops(None)))
        found.append(Test(op, args[:1] if op == "is" else args))
    if kind.name == "set" and rng.random() < 0.5:
        found.append(Test("at_least", (rng.randint(0, 3),), "count"))
    return found


@given(BASES, SEEDS)
def test_a_rewritten_test_is_as_true_as_the_test_is_of_what_follows(base: str, seed: int) -> None:
    rng = random.Random(seed)
    schema = schema_of(rng)
    derived = derived_tests(schema, base, rng)
    found = rewritten(schema, base, direct_tests(schema, base, rng), derived)
    for value in every_value(found.kind, found.kind.values):  # type: ignore[attr-defined]
        for (name, test), on_base in zip(derived, found.tests, strict=True):
            truth = schema.slot(name).kind.evaluate(test, followed(schema, name, value))
            assert found.kind.evaluate(on_base, value) is truth


@given(BASES, SEEDS)
def test_few_words_of_each_sort_give_every_vector_that_all_words_give(base: str, seed: int) -> None:
    rng = random.Random(seed)
    schema = schema_of(rng)
    direct, derived = direct_tests(schema, base, rng), derived_tests(schema, base, rng)
    found = rewritten(schema, base, direct, derived)
    kind = schema.slot(base).kind
    expected = {
        (
            *(kind.evaluate(test, value) for test in direct),
            *(schema.slot(name).kind.evaluate(test, followed(schema, name, value)) for name, test in derived),
        )
        for value in every_value(kind, knowing.base_words(schema, base))
    }
    tests = (*direct, *found.tests)
    assert {
        tuple(found.kind.evaluate(test, value) for test in tests) for value in found.kind.witnesses(tests)
    } == expected


@given(SEEDS)
@settings(max_examples=30)
def test_a_large_table_needs_few_words(seed: int) -> None:
    rng = random.Random(seed)
    schema = schema_of(rng)
    slots = []
    for slot in schema.slots:
        if slot.derived is not None and slot.derived.source == "maker":
            values = slot.kind.values  # type: ignore[attr-defined]
            many = sorted((f"word {number}", rng.choice(values)) for number in range(2000))
            slot = attrs.evolve(slot, derived=attrs.evolve(slot.derived, words=tuple(many)))
        slots.append(slot)
    large = attrs.evolve(schema, slots=tuple(slots))
    derived = derived_tests(schema, "maker", rng)
    direct = [Test("one_of", ("word 5", "word 7"))]
    kind = rewritten(large, "maker", direct, derived).kind
    assert {"word 5", "word 7"} <= set(kind.values)  # type: ignore[attr-defined]
    assert len(kind.values) <= 2 + 2 ** len(derived)  # type: ignore[attr-defined]


@given(SEEDS)
@settings(max_examples=30)
def test_a_word_that_some_table_lacks_is_no_word_of_any_option(seed: int) -> None:
    rng = random.Random(seed)
    schema = schema_of(rng)
    slots = []
    for slot in schema.slots:
        if slot.name == "extras_2" and slot.derived is not None:
            slot = attrs.evolve(slot, derived=attrs.evolve(slot.derived, words=slot.derived.words[1:]))
        slots.append(slot)
    short = attrs.evolve(schema, slots=tuple(slots))
    lost = schema.slot("extras_2").derived.words[0][0]  # type: ignore[union-attr]
    assert schema.tables_have("extras", lost)
    assert not short.tables_have("extras", lost)
    derived = [("extras_0", Test("any", schema.slot("extras_0").kind.values))]  # type: ignore[attr-defined]
    for direct in ([], [Test("any", (lost,))]):
        assert lost not in rewritten(short, "extras", direct, derived).kind.values  # type: ignore[attr-defined]
