"""What the engine keeps changes no question, and what it does not keep is freed at once."""

from __future__ import annotations

import gc
import sys
from functools import _lru_cache_wrapper
from importlib import import_module
from itertools import product
from typing import Any, TypeGuard

import pytest

import cocoa_core
from cocoa_core.domain import Domain
from cocoa_core.families.selection import Engine, Settings
from cocoa_core.families.selection.ask_names import ASK_MODULES

KEPT = (("proofs", "_proved"), ("theory", "_admitted"))


def lines(domain: Domain, preset: str) -> list[str]:
    engine = Engine(domain, Settings.of(preset=preset), seed=3)
    return [question.line() for index in range(10) for question in engine.items(index)]


DRAWN = [
    ("flights", "paper"),
    ("hotels", "standard"),
    *(
        pytest.param(name, preset, marks=pytest.mark.deep)
        for name, preset in [
            ("flights", "standard"),
            ("hotels", "paper"),
            ("jobs", "paper"),
            ("jobs", "standard"),
        ]
    ),
]


@pytest.mark.parametrize(("name", "preset"), DRAWN)
def test_what_is_kept_changes_no_question(name: str, preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    domain = cocoa_core.load_domain(name).domain
    kept = lines(domain, preset)
    for module, function in KEPT:
        part = import_module(f"cocoa_core.proof.{module}")
        monkeypatch.setattr(part, function, getattr(part, function).__wrapped__)
    monkeypatch.setattr("cocoa_core.language.clauses._KEPT", 0)  # cleared before anything is added
    assert lines(domain, preset) == kept


def clear_caches() -> None:
    modules = [module for name, module in sys.modules.items() if name.startswith("cocoa_core")]
    for function in {value for module in modules for value in vars(module).values() if is_cached(value)}:
        function.cache_clear()


def is_cached(value: object) -> TypeGuard[_lru_cache_wrapper[Any]]:
    return isinstance(value, _lru_cache_wrapper)


@pytest.mark.parametrize("draws", [1, pytest.param(5, marks=pytest.mark.deep)])
def test_nothing_that_a_question_was_drawn_with_waits_for_the_collector(draws: int) -> None:
    domain = cocoa_core.load_domain("hotels").domain
    engines = {ask: Engine(domain, Settings.of(ask=ask), seed=3) for ask in ASK_MODULES}
    for engine in engines.values():
        list(engine.items(0))
    gc.collect()
    gc.freeze()  # what earlier tests left in bounded caches may leave them now
    gc.disable()
    try:
        for engine, index in product(engines.values(), range(1, draws + 1)):
            list(engine.items(index))
        clear_caches()  # as those do by and by that hold the latest few thousand
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        made = {type(unreached) for unreached in gc.garbage}
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert not {kind for kind in made if kind.__module__.startswith("cocoa_core")}
