"""Every line of the table of levels can be met in shipped domains."""

from __future__ import annotations

from pathlib import Path

import pytest

import cocoa_core
from cocoa_core.families.selection.asking import ASKS
from cocoa_core.families.selection.difficulty import level_of, levels

ROOT = Path(__file__).resolve().parents[4]
SHIPPED = ("diamonds", "flights", "hotels", "jobs")
LEVELS = sorted({one.level for one in levels()})
FEW = 3


def some(domain: str, ask: str, level: float, count: int) -> None:
    """As many questions as are asked for, with as many options as the table says."""
    handle = cocoa_core.load_domain(ROOT / "domains" / domain)
    questions = list(handle.generate(count, 8, ask=ask, level=level))
    assert len(questions) == count
    options = 0 if ask == "possible" else level_of(ask, level).options
    assert {len(question.options) for question in questions} == {options}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("ask", ["every", "count", "relax"])
def test_a_level_gives_questions(ask: str, level: float) -> None:
    some(SHIPPED[LEVELS.index(level) % len(SHIPPED)], ask, level, FEW)


@pytest.mark.deep
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("ask", sorted(ASKS))
def test_every_ask_has_questions_of_every_level(ask: str, level: float) -> None:
    """In two domains, by turns: two levels of an ask, and two asks of a level, are of all four."""
    turn = (sorted(ASKS).index(ask) + LEVELS.index(level)) % 2
    for domain in SHIPPED[turn::2]:
        some(domain, ask, level, 1)
