"""A data set that was killed at any byte becomes, by the same call, what it would have been."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from items import made_up

from cocoa_core.errors import UsageError
from cocoa_core.families.selection import FAMILY
from cocoa_core.items import MANIFEST, Entry, read_dataset, read_manifest
from cocoa_core.items.recovery import scan_committed_records

SHAPES = [(False, 1), (True, 1), (False, 3), (True, 3)]


@pytest.fixture(scope="module", params=SHAPES, ids=["plain", "sides", "option sets", "sides, option sets"])
def finished(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of forty questions that nothing interrupted."""
    folder = tmp_path_factory.mktemp("finished") / "set"
    made_up.write(folder, made_up.wanted(40, *request.param))
    return folder


def cut_copy(finished: Path, to: Path, ends: dict[str, int]) -> Path:
    """The folder as a kill leaves it: not complete, its files only so long, no card."""
    if to.exists():
        shutil.rmtree(to)
    shutil.copytree(finished, to)
    manifest = read_manifest(finished)
    split, sets = bool(manifest.settings["split"]), manifest.settings["option_sets"]
    made_up.wanted(40, split, sets).write(to)
    (to / "README.md").unlink()
    for name, end in ends.items():
        with (to / name).open("r+b") as file:
            file.truncate(end)
    return to


def resume(folder: Path, count: int = 40) -> None:
    manifest = read_manifest(folder)
    split, sets = bool(manifest.settings["split"]), manifest.settings["option_sets"]
    made_up.write(folder, made_up.wanted(count, split, sets))


def data_files(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_size for path in sorted(folder.glob("*.jsonl"))}


@given(st.data())
@settings(max_examples=25)
def test_a_cut_at_any_byte_of_any_file_heals(
    finished: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    ends = {name: data.draw(st.integers(0, size), label=name) for name, size in data_files(finished).items()}
    folder = cut_copy(finished, tmp_path_factory.getbasetemp() / "cut", ends)
    resume(folder)
    assert made_up.contents(folder) == made_up.contents(finished)


def test_a_cut_at_every_byte_around_a_line_end_heals(finished: Path, tmp_path: Path) -> None:
    name = min(data_files(finished))
    text = (finished / name).read_bytes()
    end = text.index(b"\n", len(text) // 2)
    for offset in range(end - 3, end + 5):
        folder = cut_copy(finished, tmp_path / "cut", {name: offset})
        resume(folder)
        assert made_up.contents(folder) == made_up.contents(finished)


def test_a_file_that_was_never_made_and_a_torn_manifest_heal(finished: Path, tmp_path: Path) -> None:
    folder = cut_copy(finished, tmp_path / "cut", {})
    (folder / min(data_files(finished))).unlink()
    (folder / f"{MANIFEST}.tmp").write_bytes(b'{"forma')
    (folder / "domain" / "rules.yaml").write_bytes(b"rul")
    (folder / "domain" / "tables" / "one.csv").unlink()
    resume(folder)
    (folder / f"{MANIFEST}.tmp").unlink(missing_ok=True)
    assert made_up.contents(folder) == made_up.contents(finished)


def test_a_line_that_is_no_record_and_all_after_it_are_written_again(finished: Path, tmp_path: Path) -> None:
    folder = cut_copy(finished, tmp_path / "cut", {})
    path = folder / max(data_files(finished))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b"\0" * 50 + b"\n", *lines[3:]]))
    resume(folder)
    assert made_up.contents(folder) == made_up.contents(finished)


def test_an_extended_data_set_equals_one_that_was_longer_from_the_start(
    finished: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "grown"
    shutil.copytree(finished, folder)
    for count in (41, 58, 90):
        resume(folder, count)
    manifest = read_manifest(finished)
    split, sets = bool(manifest.settings["split"]), manifest.settings["option_sets"]
    made_up.write(tmp_path / "whole", made_up.wanted(90, split, sets))
    assert made_up.contents(folder) == made_up.contents(tmp_path / "whole")


def test_reading_what_is_there_touches_nothing(finished: Path, tmp_path: Path) -> None:
    sizes = data_files(finished)
    folder = cut_copy(finished, tmp_path / "cut", {name: size // 2 for name, size in sizes.items()})
    before = made_up.contents(folder)
    manifest = read_manifest(folder)
    made_up.open_folder(folder, manifest)
    list(read_dataset(folder))
    with pytest.raises(UsageError, match="more questions"):
        made_up.open_folder(folder, evolve(manifest, count=1))
    assert made_up.contents(folder) == before


def test_what_is_kept_is_in_order_and_whole(finished: Path, tmp_path: Path) -> None:
    manifest = read_manifest(finished)
    sizes = data_files(finished)
    folder = cut_copy(finished, tmp_path / "cut", {name: size * 2 // 3 for name, size in sizes.items()})
    kept: list[tuple[Entry, ...]] = []
    paths = {side: folder / state.file for side, state in manifest.files.items()}
    stock = scan_committed_records(
        paths, FAMILY, manifest.settings["option_sets"], lambda entries: kept.append(tuple(entries))
    )
    split, sets = bool(manifest.settings["split"]), manifest.settings["option_sets"]
    expected = made_up.requirements(split, sets)
    assert kept == [next(expected) for _ in range(stock.index)]
    assert 0 < stock.index < 40
    written = dict.fromkeys(paths, b"")
    for entries in kept:
        for entry in entries:
            written[entry.side or "questions"] += entry.line
    assert stock.ends == {side: len(lines) for side, lines in written.items()}
