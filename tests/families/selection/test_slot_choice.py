"""Which slots can take a product's variables, against trying them all; and what is asked for together."""

from __future__ import annotations

from itertools import combinations, permutations
from math import comb

from hypothesis import given
from hypothesis import strategies as st

import cocoa_core
from cocoa_core.families.selection import RequestWording
from cocoa_core.families.selection.generation.slot_choice import all_traded, free_variables, traded_slots
from cocoa_core.logic import Literal, MintermTable, Product, minimize

SLOTS = tuple("abcdef")
PAIRS = [frozenset(pair) for pair in combinations(SLOTS, 2)]
TABLES = st.sets(st.integers(0, 15), min_size=1, max_size=15).map(
    lambda rows: MintermTable(4, tuple(sorted(rows)))
)


@given(TABLES, st.sets(st.sampled_from(PAIRS)), st.sets(st.sampled_from(PAIRS)), st.permutations(SLOTS))
def test_the_slots_of_conditions_that_are_traded_are_all_listed(
    table: MintermTable, trades: set[frozenset[str]], together: set[frozenset[str]], order: list[str]
) -> None:
    free = free_variables(minimize(table, 0).product)
    edges = tuple((one, other) for one, others in free.items() for other in others if one < other)
    usable = frozenset(order[:5])
    domain = frozenset(trades), frozenset(together)
    listed = traded_slots(edges, usable, *domain)
    if not trades or not free:
        return
    slotses = {
        slots
        for slots in permutations(sorted(usable), len(free))
        if all_traded(
            [dict(zip(free, slots, strict=True)).get(index, "") for index in range(4)], free, *domain
        )
    }
    assert {slots for slots, _, _ in listed} == slotses
    assert sum(weight for _, _, weight in listed) <= 1 + 1e-9


def test_two_slots_beside_one_have_to_be_asked_for_together() -> None:
    a, b, c = (Literal(variable, True) for variable in range(3))
    free = free_variables(Product.of([(a, b), (a, c)]))
    trades = frozenset({frozenset("ab"), frozenset("ac")})
    assert all_traded("abc", free, trades, frozenset({frozenset("bc")}))
    assert not all_traded("abc", free, trades, frozenset())
    assert not all_traded("abc", free, frozenset({frozenset("ab")}), frozenset({frozenset("bc")}))


def test_what_can_be_asked_for_together_is_that_of_the_rules_at_hand() -> None:
    """Two domains with other rules can have one digest: nothing is kept by it."""
    domain = cocoa_core.load_domain("diamonds").domain
    given = {slot.name for slot in domain.schema.given}
    whole, plain = (
        RequestWording(one).realizer.clauses.together for one in (domain, domain.without_derived_rules())
    )
    assert plain == {pair for pair in whole if pair <= given} < whole
    assert {frozenset({"price", "width"}), frozenset({"cut", "clarity"})} <= plain
    assert len(plain) < comb(len(given), 2)
