"""The contract of families: cocoa's own keeps it, plug-ins keep it, and one that does not is told why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import toy_families
from attrs import evolve

from cocoa_core.answers import Score
from cocoa_core.families.selection import FAMILY
from cocoa_core.family_contract import check_family
from cocoa_core.items import BUILT_IN, Family, Item, family_named


@pytest.mark.parametrize("name", BUILT_IN)
def test_each_of_cocoas_own_has_every_part(name: str) -> None:
    family = family_named(name)
    parts = {part for part in (*vars(Family), *Family.__annotations__) if not part.startswith("_")}
    assert {"name", "strategies", "maker"} <= parts
    assert [part for part in sorted(parts) if not hasattr(family, part)] == []
    assert family.name == name


@pytest.mark.parametrize("ask", FAMILY.asks)
def test_the_selection_family_keeps_the_contract(ask: str, tmp_path: Path) -> None:
    minterms = 3 if ask == "missing" else 2  # with two, hardly ever one value settles it
    check_family(FAMILY, tmp_path, {"ask": ask, "slots": 3, "minterms": minterms}, "hotels", 12)


@pytest.mark.parametrize("toy", [toy_families.TEXT, toy_families.TURNS, toy_families.CORPUS], ids=str)
def test_toy_families_keep_the_contract(toy: Any, tmp_path: Path) -> None:
    check_family(toy, tmp_path)


class _Broken:
    """A toy family but for one part."""

    def __init__(self, part: str, put: object) -> None:
        self._part, self._put = part, put

    def __getattr__(self, name: str) -> Any:
        return self._put if name == self._part else getattr(toy_families.TEXT, name)


def _generous(item: Item, replies: Sequence[str]) -> Score:
    return evolve(toy_families.TEXT.score(item, replies), value=2.0)


def _deaf(item: Item, replies: Sequence[str]) -> Score:
    return evolve(toy_families.TEXT.score(item, replies), value=0.0)


def _talkative(answered: Iterable[tuple[Item, Sequence[str]]]) -> Mapping[str, Any]:
    return {"said": "much"}


@pytest.mark.parametrize(
    ("part", "put", "law"),
    [
        ("score", _generous, "from 0 to 1"),
        ("score", _deaf, "a right model says is right"),
        ("corpus", _talkative, "figures are numbers"),
        ("chance", lambda item: 1.5, "chance"),
        ("asks", ("another",), "family and ask"),
    ],
)
def test_a_broken_law_is_named(part: str, put: object, law: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=law):
        check_family(_Broken(part, put), tmp_path)  # type: ignore[arg-type]
