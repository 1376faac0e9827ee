"""Reports are written over reports, and over nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from cocoa_core.analysis import write_report
from cocoa_core.analysis.report.folder import LISTING
from cocoa_core.errors import UsageError

FILES = {"tables/a.csv": b"a\n1\n", "b.html": b"<p>"}


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != LISTING
    }


def test_a_report_is_written_and_written_again(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "report"
    assert write_report(folder, FILES) == tuple(folder / name for name in FILES)
    assert tree(folder) == FILES
    later = {"tables/a.csv": b"a\n2\n", "c.csv": b""}
    write_report(folder, later)
    assert tree(folder) == later


def test_files_of_others_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / "b.html").write_bytes(b"mine")
    (tmp_path / "notes.txt").write_bytes(b"mine too")
    before = tree(tmp_path)
    with pytest.raises(UsageError, match=r"overwrite") as error:
        write_report(tmp_path, FILES)
    assert "b.html" in str(error.value)
    assert tree(tmp_path) == before
    write_report(tmp_path, FILES, force=True)
    assert tree(tmp_path) == FILES | {"notes.txt": b"mine too"}


def test_a_file_that_was_changed_since_is_somebodys_again(tmp_path: Path) -> None:
    write_report(tmp_path, FILES)
    (tmp_path / "b.html").write_bytes(b"changed")
    with pytest.raises(UsageError, match="changed since"):
        write_report(tmp_path, FILES)
    write_report(tmp_path, {"tables/a.csv": b""})
    assert tree(tmp_path) == {"tables/a.csv": b"", "b.html": b"changed"}


def test_a_listing_of_another_kind_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / LISTING).write_text('{"mine": 1}')
    with pytest.raises(UsageError, match="overwrite"):
        write_report(tmp_path, FILES)


def test_a_listing_cannot_point_outside_the_folder(tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_bytes(b"")
    folder = tmp_path / "report"
    folder.mkdir()
    digest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    (folder / LISTING).write_text(
        f'{{"format": "cocoa-report/1", "files": {{"../outside.txt": "{digest}"}}}}'
    )
    write_report(folder, FILES)
    assert outside.exists()


def test_a_file_in_place_of_the_folder_is_a_wrong_call(tmp_path: Path) -> None:
    (tmp_path / "report").write_text("")
    with pytest.raises(UsageError, match="needs a folder"):
        write_report(tmp_path / "report", FILES)


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "tables").symlink_to(tmp_path / "outside")
    with pytest.raises(UsageError, match="through a link"):
        write_report(tmp_path / "out", {"tables/a.csv": b"1"}, force=True)
    assert not list((tmp_path / "outside").iterdir())
