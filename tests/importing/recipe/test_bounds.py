"""A schema that is widened as it is told to holds the value."""

from __future__ import annotations

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.domain.kinds import CategorySet, Clock, Duration, Kind, NumberList, Quantity
from cocoa_core.importing.findings import needed, together, widening_text

SETTINGS = {"min": "minimum", "max": "maximum", "step": "step"}


def widened(kind: Kind, changes: dict[str, int]) -> Kind:
    """The kind as a schema would have it after these changes; of a list those of its items too."""
    if isinstance(kind, NumberList):
        items = evolve(kind.items, **{SETTINGS[key]: one for key, one in changes.items() if key in SETTINGS})
        return evolve(kind, items=items, **{key: one for key, one in changes.items() if key not in SETTINGS})
    if isinstance(kind, CategorySet):
        return evolve(kind, **changes)
    assert isinstance(kind, Quantity | Duration)
    return evolve(kind, **{SETTINGS[key]: one for key, one in changes.items()})


NUMBERS = st.integers(0, 5000)
VALUES = st.one_of(
    st.tuples(st.just(Duration(60, 600, 5)), NUMBERS),
    st.tuples(st.just(Quantity(100, 900, "money", 2, 100, "$")), NUMBERS),
    st.tuples(st.just(NumberList(Duration(60, 600, 5), 1, 2)), st.lists(NUMBERS, max_size=4).map(tuple)),
    st.tuples(
        st.just(CategorySet(False, (), 1, 2)),
        st.sets(st.sampled_from("abcd")).map(lambda one: tuple(sorted(one))),
    ),
)


@given(VALUES)
def test_a_value_fits_once_the_schema_is_widened_and_only_then(case: tuple[Kind, object]) -> None:
    kind, value = case
    changes = {one.setting: one.number for one in needed("slot", kind, value)}  # type: ignore[arg-type]
    try:
        fits = kind.read(kind.write(value)) == value  # type: ignore[arg-type]
    except ValueError:
        fits = False
    assert fits == (not changes)
    wide = widened(kind, changes)
    assert wide.read(wide.write(value)) == value  # type: ignore[arg-type]


def test_one_widening_does_for_many_values() -> None:
    kind = Duration(60, 600, 5)
    found = [one for value in (30, 45, 700, 900, 62, 63) for one in needed("ride", kind, value)]
    assert {one.setting: one.number for one in together(found)} == {"min": 30, "max": 900, "step": 1}
    assert (
        widening_text(found)
        == "write `min: 30m` for ride, `max: 15h` for ride, `step: 1` for ride in schema.yaml"
    )


def test_of_a_clock_only_the_step_can_be_widened() -> None:
    kind = Clock(True, 5)
    assert widening_text(needed("start", kind, 7)) == "write `step: 1` for start in schema.yaml"
    assert needed("start", kind, 5 * 1440) == ()
    assert widening_text(()) == ""


def test_cents_are_let_in_by_a_slot_that_is_not_whole() -> None:
    kind = Quantity(0, 900_00, "money", 2, 100, "$")
    assert widening_text(needed("fare", kind, 12_50)) == "write no `whole: true` for fare in schema.yaml"
