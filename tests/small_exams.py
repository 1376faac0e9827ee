"""Small exams on disk, as fixtures: a folder's conftest imports those that it needs."""

from __future__ import annotations

from pathlib import Path

import pytest

import cocoa_core

__all__ = ["flights_exam", "hotels_exam", "knowledge_exam"]


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
