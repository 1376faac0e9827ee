"""tests/README.md names tests and faults that exist, and leaves no fault out."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from mutants import MUTANTS, Mutant

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "tests" / "README.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([^|]+) \| (`tests/[^|]+) \| ?([^|]*) ?\|$", PAGE, re.MULTILINE)
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)))
FAULTS = [mutant.name for mutant in MUTANTS]


def functions(file: str) -> set[str]:
    """Names of the tests at the top of a file."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_there_are_guarantees_to_look_at() -> None:
    assert len(ROWS) > 50
    assert all("::" in tests for _, tests, _ in ROWS)


@pytest.mark.parametrize(("file", "name"), NAMED, ids=lambda part: part)
def test_a_named_test_exists(file: str, name: str) -> None:
    assert name in functions(file)


def test_every_fault_is_named_once_and_no_other() -> None:
    named = [fault.strip() for _, _, faults in ROWS for fault in faults.split(";") if fault.strip()]
    assert sorted(named) == sorted(FAULTS)


@pytest.mark.parametrize("mutant", MUTANTS, ids=FAULTS)
def test_a_fault_can_be_put_in_and_has_its_test(mutant: Mutant) -> None:
    """Its text stands in the file, once: code that moved on is noticed here, before `make mutants`."""
    assert (ROOT / mutant.file).read_text(encoding="utf-8").count(mutant.text) == 1
    path, _, name = mutant.test.partition("::")
    assert (ROOT / path).exists()
    assert not name or name.partition("[")[0] in functions(path)
