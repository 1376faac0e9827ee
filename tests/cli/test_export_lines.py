"""The two lines of `cocoa export` stay lines, to be copied, however narrow the terminal is."""

from __future__ import annotations

from pathlib import Path

from calling import Cocoa


def test_lines_are_not_folded(cocoa: Cocoa, exam: Path, tmp_path: Path) -> None:
    out = tmp_path / ("long-name-" * 12)
    done = cocoa("export", exam, "--to", "messages", "--out", out, "--limit", 1, columns=40)
    assert done.stdout == (
        f'1 question (test 1) written to {out}\nto read them: datasets.load_dataset("{out}")\n'
    )
