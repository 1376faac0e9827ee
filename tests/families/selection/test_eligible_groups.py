"""The groups that can show enough options are those with as many rows that look different."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.domain import Catalogue, Domain, groups_of
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection.generation.groups import Groups
from cocoa_core.language import Wordings
from cocoa_core.loading import load_domain

DIAMONDS = load_domain("diamonds")
SLOTS = len(DIAMONDS.schema.slots)


def with_rows(choices: list[list[int]]) -> Domain:
    """Diamonds of which every value is that of one of the first three: few values, many combinations."""
    kept = DIAMONDS.catalogue.rows
    rows = tuple([tuple([kept[row][slot] for slot, row in enumerate(choice)]) for choice in choices])
    ids = tuple(f"r{number}" for number in range(len(rows)))
    return attrs.evolve(DIAMONDS, catalogue=Catalogue(ids, rows, groups_of(DIAMONDS.schema, rows)))


@given(
    st.lists(st.lists(st.integers(0, 2), min_size=SLOTS, max_size=SLOTS), min_size=1, max_size=12).map(
        lambda rows: [*rows, *rows[:4]]
    ),
    st.integers(2, 6),
)
def test_a_group_is_eligible_if_enough_rows_look_different(choices: list[list[int]], least: int) -> None:
    domain = with_rows(choices)
    shown = [position for position, slot in enumerate(domain.schema.slots) if slot.shown]
    eligible = []
    for number, group in enumerate(domain.catalogue.groups):
        looks = {
            tuple(domain.schema.slots[at].kind.show(domain.catalogue.rows[row][at]) for at in shown)
            for row in group.rows
        }
        if len(looks) >= least:
            eligible.append(number)
    if eligible:
        assert Groups(domain, Wordings(domain), least).eligible == tuple(eligible)
    else:
        with pytest.raises(SettingsError, match="options that look different"):
            Groups(domain, Wordings(domain), least)
