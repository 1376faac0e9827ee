"""A file is there whole or as it was before, and nothing of the writing stays beside it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cocoa_core.atomic_files import write_whole, writing_whole

BOTH = pytest.mark.parametrize("alone", [True, False])


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@BOTH
def test_what_is_written_takes_the_place_of_what_was_there(tmp_path: Path, alone: bool) -> None:
    for content in (b"one\r\n", b"\xff two, and longer", b""):
        write_whole(tmp_path / "it", content, alone=alone)
        assert (tmp_path / "it").read_bytes() == content
        assert names(tmp_path) == ["it"]


@BOTH
@pytest.mark.parametrize("broken", ["fsync", "replace"])
def test_where_writing_fails_all_is_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str, alone: bool
) -> None:
    def fails(*_: object) -> None:
        raise OSError("no space left")

    (tmp_path / "it").write_bytes(b"before")
    monkeypatch.setattr(os, broken, fails)
    with pytest.raises(OSError, match="no space left"):
        write_whole(tmp_path / "it", b"after", alone=alone)
    assert (tmp_path / "it").read_bytes() == b"before"
    assert names(tmp_path) == ["it"]


@BOTH
def test_the_content_is_on_the_disk_before_the_file_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, alone: bool
) -> None:
    steps: list[tuple[str, int]] = []
    sync, replace = os.fsync, os.replace

    def syncing(handle: int) -> None:
        steps.append(("synced", os.fstat(handle).st_size))
        sync(handle)

    def replacing(source: Path, target: Path) -> None:
        steps.append((target.name, source.stat().st_size))
        replace(source, target)

    monkeypatch.setattr(os, "fsync", syncing)
    monkeypatch.setattr(os, "replace", replacing)
    write_whole(tmp_path / "it", b"all of it", alone=alone)
    assert steps == [("synced", 9), ("it", 9)]


def test_alone_what_a_killed_process_left_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / "it.tmp").write_bytes(b"torn, and longer than what is written now")
    write_whole(tmp_path / "it", b"whole", alone=True)
    assert (tmp_path / "it").read_bytes() == b"whole"
    assert names(tmp_path) == ["it"]


def test_not_alone_the_file_of_another_process_is_let_be(tmp_path: Path) -> None:
    (tmp_path / "it.tmp").write_bytes(b"of another")
    with writing_whole(tmp_path / "it") as file:
        file.write(b"own")
        assert str(os.getpid()) in Path(file.name).name
        assert (tmp_path / "it.tmp").read_bytes() == b"of another"
    assert (tmp_path / "it").read_bytes() == b"own"
    assert names(tmp_path) == ["it", "it.tmp"]
