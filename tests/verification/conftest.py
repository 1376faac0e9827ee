"""Data sets that the tests verify and tamper with: written by the engine, once a session."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from small_exams import splittable as splittable
from verification.mutated_exams import Exam, write_exam

import cocoa_core
from cocoa_core.independent import read_domain
from cocoa_core.verification.selection.checker import QuestionChecker

FLIGHTS = Path(__file__).parents[2] / "domains" / "flights"


@pytest.fixture(scope="session")
def clean_set(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty questions about flights in one file."""
    folder = tmp_path_factory.mktemp("clean") / "set"
    cocoa_core.load_domain(FLIGHTS).write(folder, 40, seed=5)
    return folder


@pytest.fixture(scope="session")
def sided_set(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sixty questions about flights on two sides, two option sets where there can be."""
    folder = tmp_path_factory.mktemp("sided") / "set"
    split = {"train": 0.5, "test": 0.5}
    cocoa_core.load_domain(FLIGHTS).write(folder, 60, 6, split=split, option_sets=2)
    return folder


@pytest.fixture(scope="session")
def knowing_set(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty questions about flights that need the tables, of one size: several take twice the CPU."""
    folder = tmp_path_factory.mktemp("knowing") / "set"
    cocoa_core.load_domain(FLIGHTS).write(folder, 40, seed=5, slots=4, minterms=3, knowledge=True)
    return folder


@pytest.fixture(scope="session")
def exam_named(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Exam]:
    """A small data set of EXAMS, written when a test first asks for it."""
    return cache(lambda name: write_exam(tmp_path_factory.mktemp("mutated") / "exam", name))


@pytest.fixture
def folder(clean_set: Path, tmp_path: Path) -> Path:
    """A copy of the clean set, which a test may spoil."""
    return Path(shutil.copytree(clean_set, tmp_path / "copy"))


@pytest.fixture
def sided_folder(sided_set: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sided_set, tmp_path / "copy"))


@pytest.fixture
def knowing_folder(knowing_set: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(knowing_set, tmp_path / "copy"))


@pytest.fixture(scope="session")
def records(clean_set: Path) -> list[dict[str, Any]]:
    """The records of the clean set, and ten that affirm and deny one slot; tests copy what they change."""
    involved = cocoa_core.load_domain(FLIGHTS).generate(10, seed=5, slots=4, minterms=2)
    with (clean_set / "questions.jsonl").open(encoding="utf-8") as file:
        return [*(json.loads(line) for line in file), *(json.loads(one.line()) for one in involved)]


@pytest.fixture(scope="session")
def checker() -> QuestionChecker:
    """The checker of the flights domain, read from its files."""
    names = ["schema.yaml", "rules.yaml", *(f"tables/{path.name}" for path in FLIGHTS.glob("tables/*.csv"))]
    schema, rules, *tables = ((FLIGHTS / name).read_bytes() for name in names)
    bundle = (FLIGHTS / "bundle.yaml").read_bytes()
    return QuestionChecker(read_domain(schema, rules, dict(zip(names[2:], tables, strict=True)), bundle))
