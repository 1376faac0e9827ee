"""What is replaced is kept, whatever happens on the way."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cocoa_core.scaffolding.writing import move_to_backup, next_backup, put_in_place


def test_backups_are_numbered_and_none_is_taken_twice(tmp_path: Path) -> None:
    for number in range(1, 4):
        (tmp_path / "new").write_text(f"text {number}")
        backup = put_in_place(tmp_path / "new", tmp_path / "file")
        assert backup == (tmp_path / f"file.backup-{number - 1}" if number > 1 else None)
    assert (tmp_path / "file").read_text() == "text 3"
    assert (tmp_path / "file.backup-1").read_text() == "text 1"
    (tmp_path / "file.backup-1").unlink()
    assert next_backup(tmp_path / "file") == tmp_path / "file.backup-1"


def test_a_link_is_moved_and_what_it_points_to_is_let_be(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    assert move_to_backup(tmp_path / "link") == tmp_path / "link.backup-1"
    assert (tmp_path / "real").is_dir()
    assert (tmp_path / "link.backup-1").is_symlink()


def test_nothing_is_kept_where_nothing_is(tmp_path: Path) -> None:
    assert move_to_backup(tmp_path / "file") is None


@pytest.mark.parametrize("error", [OSError("full"), KeyboardInterrupt()])
def test_where_the_second_renaming_fails_the_first_is_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    (tmp_path / "old").write_text("old")
    (tmp_path / "new").write_text("new")
    rename = os.rename

    def failing(source: Path, target: Path) -> None:
        if Path(source).name == "new":
            raise error
        rename(source, target)

    monkeypatch.setattr(os, "rename", failing)
    with pytest.raises(type(error)):
        put_in_place(tmp_path / "new", tmp_path / "old")
    assert (tmp_path / "old").read_text() == "old"
    assert not (tmp_path / "old.backup-1").exists()
