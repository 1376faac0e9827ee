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
from cocoa_core.export.placing import EXPORT, check_place, placed, write_contents


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
        "import os, signal, sys; from pathlib import Path; from cocoa_core.export.placing import placed\n"
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
