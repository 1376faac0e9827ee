"""Three small exams that the tests of this folder export."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from export.outside import outside

import cocoa_core
from cocoa_core.export import ExportOptions, export

LOAD = Path(__file__).with_name("load_rows.py")


@pytest.fixture(scope="session")
def flights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sixteen questions about flights, without sides."""
    folder = tmp_path_factory.mktemp("exams") / "flights"
    cocoa_core.load_domain("flights").write(folder, 16, seed=7)
    return folder


@pytest.fixture(scope="session")
def hotels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Questions about hotels, on three sides: on each of them some test is over items of a list."""
    folder = tmp_path_factory.mktemp("exams") / "hotels"
    split = {"train": 0.4, "validation": 0.2, "test": 0.4}
    cocoa_core.load_domain("hotels").write(folder, 200, seed=3, split=split)
    return folder


@pytest.fixture(scope="session")
def travelled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight questions about flights that need the tables."""
    folder = tmp_path_factory.mktemp("exams") / "travelled"
    cocoa_core.load_domain("flights").write(folder, 8, seed=5, knowledge=True)
    return folder


@pytest.fixture(scope="session")
def loaded(
    flights: Path, hotels: Path, travelled: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, dict[str, list[dict[str, Any]]]]:
    """What `datasets.load_dataset` reads: of exams, of their Parquet exports, of one export of messages.

    Of two of the folders there is another one with the same name elsewhere.
    """
    home = tmp_path_factory.mktemp("datasets")
    folders = {"flights": flights, "hotels": hotels, "travelled": travelled}
    for name, exam in tuple(folders.items()):
        folders[f"parquet of {name}"] = export(exam, "parquet", home / name).folder
    folders["messages of hotels"] = export(
        hotels, "messages", home / "chats", ExportOptions(explain=True)
    ).folder
    folders["a part of flights"] = export(
        flights, "parquet", home / "2" / "flights", ExportOptions(limit=3)
    ).folder
    folders["other hotels"] = home / "3" / "hotels"
    split = {"train": 0.4, "validation": 0.2, "test": 0.4}
    cocoa_core.load_domain("hotels").write(folders["other hotels"], 200, seed=4, split=split)
    read = json.loads(outside(home, sys.executable, LOAD, *folders.values()))
    return dict(zip(folders, read, strict=True))
