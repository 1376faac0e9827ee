"""What every kind promises, whatever its configuration."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from domain.kinds.strategies_kinds import NAMES, kinds, small_kinds, tests_of, values_of
from hypothesis import given, settings
from hypothesis import strategies as st

from cocoa_core.domain import GroundedLiteral, Primitive, Test, opposite
from cocoa_core.domain.kinds import KINDS, NOT_GIVEN, Kind
from cocoa_core.language import tokenized

every_kind = pytest.mark.parametrize("name", sorted(KINDS))
quick = settings(max_examples=settings.default.max_examples * 3 // 4)
drawn = st.data()

ORDERED = {
    "less": lambda v, a: v < a[0],
    "at_most": lambda v, a: not v > a[0],
    "more": lambda v, a: v > a[0],
    "at_least": lambda v, a: not v < a[0],
    "between": lambda v, a: None if v in (a[0], a[1]) else v in range(a[0] + 1, a[1]),
    "within": lambda v, a: v in range(a[0], a[1] + 1),
    "is": lambda v, a: v == a[0],
    "one_of": lambda v, a: any(v == arg for arg in a),
}


def truth(kind: Kind, literal: GroundedLiteral, value: Any) -> bool | None:
    held = kind.evaluate(literal.primitive.test, value)
    return None if held is None else held == literal.positive


def outcome(kind: Kind, text: str) -> Any:
    try:
        return kind.read(text)
    except ValueError as error:
        return error


def either_sign(test: Test) -> tuple[GroundedLiteral, GroundedLiteral]:
    literal = GroundedLiteral(Primitive("slot", test))
    return literal, literal.negated()


def test_every_listed_kind_has_its_own_name_and_a_strategy() -> None:
    assert {name: kind.name for name, kind in KINDS.items()} == {name: name for name in KINDS}
    assert set(NAMES) == set(KINDS)


@every_kind
@quick
@given(data=drawn)
def test_literal_and_its_negation_partition_the_defined_values(name: str, data: st.DataObject) -> None:
    kind = data.draw(kinds(name))
    test, value = data.draw(tests_of(kind)), data.draw(values_of(kind))
    positive, negative = (truth(kind, literal, value) for literal in either_sign(test))
    assert (positive, negative) in {(True, False), (False, True), (None, None)}


@pytest.mark.parametrize("name", sorted(set(KINDS) - {"boolean", "category"}))
@quick
@given(data=drawn)
def test_opposite_tests_leave_no_gap_and_no_overlap(name: str, data: st.DataObject) -> None:
    kind = data.draw(small_kinds(name))
    test = data.draw(tests_of(kind).filter(lambda test: opposite(test.op, test.over)))
    op, over = opposite(test.op, test.over) or ("", None)
    other = Test(op, test.args, over)
    assert opposite(op, over) == (test.op, test.over)
    assert op in kind.ops(over)
    for value in data.draw(st.lists(values_of(kind), min_size=1, max_size=20)):
        held, missed = kind.evaluate(test, value), kind.evaluate(other, value)
        assert (held, missed) in {(True, False), (False, True), (None, None)}


@every_kind
@quick
@given(data=drawn)
def test_canonical_literal_says_the_same(name: str, data: st.DataObject) -> None:
    kind = data.draw(kinds(name))
    test = data.draw(tests_of(kind))
    for literal in either_sign(test):
        canonical = literal.canonical()
        assert canonical.canonical() == canonical
        assert canonical.primitive.test.op in kind.ops(canonical.primitive.test.over)
        for value in data.draw(st.lists(values_of(kind), min_size=1, max_size=8)):
            assert truth(kind, canonical, value) is truth(kind, literal, value)


@every_kind
@quick
@given(data=drawn)
def test_reading_what_was_written_gives_the_value(name: str, data: st.DataObject) -> None:
    kind = data.draw(kinds(name))
    value = data.draw(values_of(kind))
    text = kind.write(value)
    again = kind.read(f"  {text} ")
    assert again == value
    assert type(again) is type(value)
    assert kind.write(again) == text


@every_kind
@quick
@given(data=drawn)
def test_no_two_values_look_alike(name: str, data: st.DataObject) -> None:
    kind = data.draw(kinds(name))
    values = set(data.draw(st.lists(values_of(kind), min_size=2, max_size=12)))
    assert len({kind.show(value) for value in values}) == len(values)
    assert len({kind.write(value) for value in values}) == len(values)
    assert all(kind.show(value).isprintable() for value in values)


@every_kind
@quick
@given(data=drawn)
def test_a_missing_value_decides_no_test(name: str, data: st.DataObject) -> None:
    kind = data.draw(kinds(name))
    test = data.draw(tests_of(kind))
    assert kind.evaluate(test, None) is None
    assert kind.measure(test.over, None) is None
    if kind.missing:
        assert kind.read(" ") is None
        assert kind.write(None) == ""
        assert kind.show(None) == NOT_GIVEN


@every_kind
@quick
@given(data=drawn)
def test_an_empty_cell_is_refused_unless_missing_or_empty(name: str, data: st.DataObject) -> None:
    kind = data.draw(kinds(name))
    if kind.missing:
        return
    if getattr(kind, "min_items", 1) == 0:
        assert kind.read("") == ()
    else:
        with pytest.raises(ValueError, match=r"^expected .*, got an empty text$"):
            kind.read("")


@every_kind
@quick
@given(data=drawn, text=st.text(max_size=30) | st.from_regex(r"[-+0-9.,:;hm $%\nna]{1,12}", fullmatch=True))
def test_a_cell_is_read_exactly_or_refused_in_plain_words(name: str, data: st.DataObject, text: str) -> None:
    kind = data.draw(kinds(name) | small_kinds(name))
    found = outcome(kind, text)
    if isinstance(found, ValueError):
        assert str(found).startswith("expected ")
        assert ", got " in str(found)
        assert str(found).isprintable()
    else:
        assert kind.read(kind.write(found)) == found
        assert kind.show(found).isprintable()


@every_kind
@quick
@given(data=drawn)
def test_an_argument_reads_back_as_it_was_written(name: str, data: st.DataObject) -> None:
    kind = data.draw(kinds(name))
    test = data.draw(tests_of(kind))
    for arg in test.args:
        text = kind.write_arg(test.op, test.over, arg)
        again = kind.read_arg(test.op, test.over, f" {text} ")
        assert again == arg
        assert type(again) is type(arg)
        assert text.isprintable()
        assert text


@every_kind
@quick
@given(data=drawn)
def test_ordered_tests_compare_the_measure(name: str, data: st.DataObject) -> None:
    kind = data.draw(kinds(name))
    test, value = data.draw(tests_of(kind)), data.draw(values_of(kind))
    if test.op not in ORDERED or test.over in ("each", "any") or name in ("category", "boolean"):
        return
    measure = kind.measure(test.over, value)
    expected = None if measure is None else ORDERED[test.op](measure, test.args)
    assert kind.evaluate(test, value) is expected


@every_kind
@quick
@given(data=drawn)
def test_a_measured_number_is_one_that_the_kind_measures(name: str, data: st.DataObject) -> None:
    kind = data.draw(kinds(name))
    value, over = data.draw(values_of(kind)), data.draw(st.sampled_from(kind.overs()))
    measure = kind.measure(over, value)
    if measure is not None and over not in ("each", "any"):
        assert any(measure in numbers for numbers in kind.measures(over))


@every_kind
@quick
@given(data=drawn)
def test_a_wider_kind_holds_every_value(name: str, data: st.DataObject) -> None:
    kind = data.draw(kinds(name))
    value = data.draw(values_of(kind))
    assert kind.wider().read(kind.write(value)) == value
    if value is not None:
        assert kind.unbounded().read(kind.write(value)) == value


@every_kind
@quick
@given(data=drawn)
def test_a_number_that_is_said_is_heard(name: str, data: st.DataObject) -> None:
    kind = data.draw(kinds(name))
    value = data.draw(values_of(kind))
    for number in value if isinstance(value, tuple) else (value,):
        if not kind.numeric or number is None or (kind.sayable is not None and number not in kind.sayable):
            continue
        if kind.comparison_row != "count" or number >= 0:  # no text counts fewer than none
            assert number in kind.spoken_numbers(("either", *tokenized(kind.say(number))), 1)


@every_kind
@quick
@given(data=drawn, op=st.sampled_from(["", "equals", "LESS", "not"]))
def test_a_test_that_the_kind_does_not_have_is_refused(name: str, data: st.DataObject, op: str) -> None:
    kind = data.draw(kinds(name))
    value = data.draw(values_of(kind))
    test = data.draw(tests_of(kind))
    for foreign in (Test(op, test.args, test.over), Test(test.op, test.args, "sum")):
        with pytest.raises(ValueError, match=r"^expected .*, got "):
            kind.evaluate(foreign, value)
        with pytest.raises(ValueError, match=r"^expected .*, got "):
            kind.read_arg(foreign.op, foreign.over, "1")
        with pytest.raises(ValueError, match=r"^expected .*, got "):
            kind.write_arg(foreign.op, foreign.over, test.args[0])
    assert kind.ops("sum") == frozenset()


@every_kind
@quick
@given(data=drawn)
def test_equal_kinds_hash_alike_and_survive_pickling(name: str, data: st.DataObject) -> None:
    kind = data.draw(kinds(name))
    copy = pickle.loads(pickle.dumps(kind))
    assert copy == kind
    assert hash(copy) == hash(kind)
