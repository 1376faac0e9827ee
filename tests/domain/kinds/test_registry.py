"""A slot kind is two files: the registries of the engine and of the verifier find it by them."""

from __future__ import annotations

from pathlib import Path

import pytest
from domain.kinds.strategies_kinds import kinds
from hypothesis import given
from hypothesis import strategies as st

import cocoa_core.independent.kinds as twins
from cocoa_core.domain.kinds import KINDS
from cocoa_core.lexicon import COMPARISONS
from cocoa_core.loading import SLOT_KEYS


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_has_a_twin_and_keys(name: str) -> None:
    kind, twin = KINDS[name], twins.kind_named(name)
    assert (twin.name, twin.worded, twin.several) == (name, kind.worded, kind.several)
    assert SLOT_KEYS[name].of == name


def test_the_verifier_has_no_kind_that_the_engine_lacks() -> None:
    files = Path(twins.__path__[0]).glob("*.py")
    assert {file.stem for file in files if "KIND: Final" in file.read_text("utf-8")} == set(KINDS)


@given(st.data(), st.sampled_from(sorted(KINDS)))
def test_the_lexicon_compares_values_of_every_kind(data: st.DataObject, name: str) -> None:
    kind = data.draw(kinds(name))
    over = "any" if name == "list" else None
    assert COMPARISONS[kind.comparison_row].keys() & kind.ops(over)


def test_an_unknown_kind_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'fortnight' is unknown"):
        twins.kind_named("fortnight")
