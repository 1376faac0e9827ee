"""Three small exams that the tests of this folder export."""

from __future__ import annotations

from pathlib import Path

import pytest

import cocoa_core


@pytest.fixture(scope="session")
def flights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sixteen questions about flights, without sides."""
    folder = tmp_path_factory.mktemp("exams") / "flights"
    cocoa_core.load_domain("flights").write(folder, 16, seed=7)
    return folder


@pytest.fixture(scope="session")
def hotels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twenty-five questions about hotels, on three sides."""
    folder = tmp_path_factory.mktemp("exams") / "hotels"
    split = {"train": 0.4, "validation": 0.2, "test": 0.4}
    cocoa_core.load_domain("hotels").write(folder, 25, seed=3, split=split)
    return folder


@pytest.fixture(scope="session")
def travelled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight questions about flights that need the tables."""
    folder = tmp_path_factory.mktemp("exams") / "travelled"
    cocoa_core.load_domain("flights").write(folder, 8, seed=5, knowledge=True)
    return folder
