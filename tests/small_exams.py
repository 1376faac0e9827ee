"""Small exams on disk, as fixtures: a folder's conftest imports those that it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import pytest

import cocoa_core
from cocoa_core.errors import UsageError
from cocoa_core.families.selection.splitting import Parts, Plan, divide, parts_of


def _written(folder: Path, domain: str, count: int, **how: object) -> Path:
    cocoa_core.load_domain(domain).write(folder, count, **how)  # type: ignore[arg-type]
    return folder


@pytest.fixture(scope="session")
def flights_exam(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fifty questions about flights."""
    return _written(tmp_path_factory.mktemp("flights") / "exam", "flights", 50, seed=5)


@pytest.fixture(scope="session")
def hotels_exam(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fifty questions about hotels, some of them on a validation side."""
    split = {"validation": 0.2, "test": 0.8}
    return _written(tmp_path_factory.mktemp("hotels") / "exam", "hotels", 50, seed=6, split=split)


@pytest.fixture(scope="session")
def knowledge_exam(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve questions about flights that ask for what no option shows."""
    return _written(tmp_path_factory.mktemp("knowing") / "exam", "flights", 12, seed=4, knowledge=True)


def divides(questions: Iterable[Parts], plan: Plan) -> bool:
    """Whether the plan divides the questions."""
    try:
        divide(questions, plan)
    except UsageError:
        return False
    return True


@pytest.fixture(scope="session")
def splittable(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Plan], Path]:
    """Gives an exam of fifty questions about flights that a plan divides: by `mcd` half of them cannot be."""
    root = tmp_path_factory.mktemp("splittable")

    @cache
    def exam(seed: int) -> Path:
        return _written(root / str(seed), "flights", 50, seed=seed)

    @cache
    def first(plan: Plan) -> Path:
        for seed in range(40):
            parts = [parts_of(question, plan.granularity) for question in cocoa_core.read_dataset(exam(seed))]  # type: ignore[arg-type]
            if divides([own for own in parts if own is not None], plan):
                return exam(seed)
        raise AssertionError(f"none of 40 exams can be divided by {plan}")

    return first
