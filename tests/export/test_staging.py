"""An export is there whole or not at all, and takes nobody else's place."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cocoa_core.errors import UsageError
from cocoa_core.export.staging import EXPORT, check_place, placed, write_contents


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def put(out: Path, force: bool = False, **files: str) -> None:
    """An export of these files."""
    with placed(out, force=force) as folder:
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        write_contents(folder, {"format": "test"})


def test_what_is_written_stands_in_its_place_and_nothing_beside_it(tmp_path: Path) -> None:
    put(tmp_path / "deep" / "out", a="1", b="2")
    assert names(tmp_path) == ["deep/out/a", "deep/out/b", f"deep/out/{EXPORT}"]


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    put(tmp_path / "out", a="1")
    assert names(tmp_path / "out") == ["a", EXPORT]


def test_a_block_that_fails_leaves_nothing(tmp_path: Path) -> None:
    def fail() -> None:
        with placed(tmp_path / "out", force=False) as folder:
            (folder / "a").write_text("half", encoding="utf-8")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert list(tmp_path.iterdir()) == []


def test_a_killed_run_leaves_nothing_under_the_name_and_the_next_one_succeeds(tmp_path: Path) -> None:
    out = tmp_path / "out"
    program = (
        "import os, signal, sys; from pathlib import Path; from cocoa_core.export.staging import placed\n"
        "with placed(Path(sys.argv[1]), force=False) as folder:\n"
        "    (folder / 'old').write_text('half')\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, out], check=False, cwd=Path(__file__).parents[2])
    assert done.returncode == -signal.SIGKILL
    assert not out.exists()
    put(out, a="1")
    assert names(tmp_path) == ["out/a", f"out/{EXPORT}"]


def test_a_folder_with_files_is_refused_and_not_touched(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").write_text("1", encoding="utf-8")
    with pytest.raises(UsageError, match="not empty") as caught:
        put(tmp_path / "out", a="1")
    assert caught.value.got == "mine"
    assert names(tmp_path) == ["out/mine"]


def test_force_replaces_the_files_of_an_export_and_no_others(tmp_path: Path) -> None:
    out = tmp_path / "out"
    put(out, a="1", b="2")
    (out / "mine").write_text("3", encoding="utf-8")
    put(out, force=True, a="4", c="5")
    assert names(tmp_path) == ["out/a", "out/c", f"out/{EXPORT}", "out/mine"]
    assert (out / "a").read_text(encoding="utf-8") == "4"
    assert set(json.loads((out / EXPORT).read_bytes())["files"]) == {"a", "c"}


def test_force_removes_nothing_outside_of_the_folder(tmp_path: Path) -> None:
    out = tmp_path / "out"
    put(out, a="1")
    (tmp_path / "mine").write_text("2", encoding="utf-8")
    facts = json.loads((out / EXPORT).read_bytes())
    facts["files"] = {"../mine": "", "a": ""}
    (out / EXPORT).write_text(json.dumps(facts), encoding="utf-8")
    put(out, force=True, c="3")
    assert names(tmp_path) == ["mine", "out/c", f"out/{EXPORT}"]


@pytest.mark.parametrize("force", [False, True])
def test_a_data_set_is_never_written_over(tmp_path: Path, force: bool) -> None:
    (tmp_path / "manifest.json").write_text("{}", encoding="utf-8")
    with pytest.raises(UsageError, match="is a data set"):
        check_place(tmp_path, force=force)


@pytest.mark.parametrize("force", [False, True])
def test_a_file_is_no_place(tmp_path: Path, force: bool) -> None:
    (tmp_path / "out").write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match="not a folder"):
        check_place(tmp_path / "out", force=force)
    os.symlink(tmp_path / "nowhere", tmp_path / "link")
    with pytest.raises(UsageError, match="not a folder"):
        check_place(tmp_path / "link", force=force)


def test_two_at_once_do_not_mix(tmp_path: Path) -> None:
    with placed(tmp_path / "out", force=False) as folder:
        (folder / "a").write_text("1", encoding="utf-8")
        with pytest.raises(UsageError, match="another process"), placed(tmp_path / "out", force=False):
            pass
    assert names(tmp_path) == ["out/a"]


def test_with_force_a_file_is_replaced_and_nothing_behind_a_link_is(tmp_path: Path) -> None:
    out, outside = tmp_path / "out", tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").write_text("mine", encoding="utf-8")
    put(out, a="1")
    (out / "b").symlink_to(outside / "kept")
    put(out, force=True, a="2", b="3")
    assert (out / "b").read_text(encoding="utf-8") == "3"
    assert not (out / "b").is_symlink()
    assert (outside / "kept").read_text(encoding="utf-8") == "mine"


def test_what_is_emptied_before_an_export_is_never_behind_a_link(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "kept").write_text("mine", encoding="utf-8")
    (tmp_path / ".out.partial").symlink_to("outside")
    with pytest.raises(UsageError, match="is a link"):
        put(tmp_path / "out", a="1")
    assert names(tmp_path / "outside") == ["kept"]


def test_a_folder_that_is_named_by_a_link_is_the_folder_that_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "out").symlink_to("there")
    put(tmp_path / "out", a="1")
    assert names(tmp_path / "there") == ["a", EXPORT]
    with pytest.raises(UsageError, match="is not empty"):
        put(tmp_path / "out", a="2")
    (tmp_path / "nowhere").symlink_to("missing")
    with pytest.raises(UsageError, match="is not a folder"):
        put(tmp_path / "nowhere", a="1")


def test_what_an_export_before_is_said_to_have_written_is_not_looked_for_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("mine", encoding="utf-8")
    put(tmp_path / "out", a="1")
    (tmp_path / "out" / "way").symlink_to(tmp_path)
    listed = {"files": dict.fromkeys(("../kept", str(tmp_path / "kept"), "way/kept", "a/../../kept"), "")}
    (tmp_path / "out" / EXPORT).write_text(json.dumps(listed), encoding="utf-8")
    put(tmp_path / "out", force=True, b="2")
    assert (tmp_path / "kept").read_text(encoding="utf-8") == "mine"


def test_a_pipe_in_the_place_of_what_an_export_says_ends_nothing(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    os.mkfifo(tmp_path / "out" / EXPORT)
    put(tmp_path / "out", force=True, a="1")
    assert names(tmp_path / "out") == ["a", EXPORT]
