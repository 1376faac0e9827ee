"""tests/README.md names tests and faults that exist, and leaves no fault out."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from mutants import MUTANTS, Mutant

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "tests" / "README.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([^|]+) \| (`tests/[^|]+) \| ?([^|]*) ?\|$", PAGE, re.MULTILINE)
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)))
FAULTS = [mutant.name for mutant in MUTANTS]


@cache
def functions(file: str) -> set[str]:
    """Names of the tests at the top of a file."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_there_are_guarantees_to_look_at() -> None:
    assert len(ROWS) > 50
    assert all("::" in tests for _, tests, _ in ROWS)


def test_named_tests_exist() -> None:
    assert [f"{file}::{name}" for file, name in NAMED if name not in functions(file)] == []


def test_every_fault_is_named_once_and_no_other() -> None:
    named = [fault.strip() for _, _, faults in ROWS for fault in faults.split(";") if fault.strip()]
    assert sorted(named) == sorted(FAULTS)


def has_its_test(mutant: Mutant) -> bool:
    path, _, name = mutant.test.partition("::")
    return (ROOT / path).exists() and (not name or name.partition("[")[0] in functions(path))


def test_faults_can_be_put_in_and_have_their_tests() -> None:
    """Its text stands in the file, once: code that moved on is noticed here, before `make mutants`."""
    texts = {mutant.file: (ROOT / mutant.file).read_text(encoding="utf-8") for mutant in MUTANTS}
    assert [mutant.name for mutant in MUTANTS if texts[mutant.file].count(mutant.text) != 1] == []
    assert [mutant.name for mutant in MUTANTS if not has_its_test(mutant)] == []
