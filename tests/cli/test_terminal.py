"""What is printed is printed as it is: no markup, no control characters, no colour where nobody sees it."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from cabins import EXTRAS, LAKES
from calling import Cocoa
from cocoa.terminal import console, errors, plain
from hypothesis import given
from hypothesis import strategies as st

ANSI = re.compile("\x1b")
REORDERING = "\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


@given(st.text())
def test_only_control_characters_are_changed(text: str) -> None:
    shown = plain(text).plain
    assert len(shown) == len(text)
    for one, other in zip(text, shown, strict=True):
        if one in "\n\t" or not (ord(one) < 0x20 or 0x7F <= ord(one) < 0xA0 or one in REORDERING):
            assert one == other
        else:
            assert other == "\N{REPLACEMENT CHARACTER}"


@pytest.mark.parametrize(
    "text", ["[bold]x[/bold]", "[/]", "[wifi, pool]", ":smile:", "[link=http://x]y", r"\[x]"]
)
def test_text_that_looks_like_markup_survives(
    text: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    console().print(plain(text))
    errors().print(text)
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == (f"{text}\n", f"{text}\n")


@pytest.mark.parametrize("columns", [40, 100])
def test_names_like_markup_survive_every_view(
    cocoa: Cocoa, cabins: Path, tmp_path: Path, columns: int
) -> None:
    out = tmp_path / "set"
    assert cocoa("generate", "-d", cabins, "-n", 8, "-o", out, "--slots", 3).exit_code == 0
    seen = "".join(
        re.sub(r"\s+", "", cocoa("show", out, index, columns=columns).stdout) for index in range(8)
    ) + re.sub(r"\s+", "", cocoa("sample", "-d", cabins, "--slots", 3, "--proof", columns=columns).stdout)
    for name in (*LAKES, *EXTRAS, "Lake [blue]"):
        assert name.replace(" ", "") in seen


def test_a_pipe_gets_no_colour_and_no_blanks_at_line_ends(cocoa: Cocoa, exam: Path) -> None:
    for args in (("show", exam, 1), ("stats", exam), ("domains",), ("sample", "-d", "flights", "--proof")):
        result = cocoa(*args)
        assert result.exit_code == 0
        assert not ANSI.search(result.output)
        assert not re.search(r"[ \t]$", result.stdout, re.MULTILINE)


def test_colour_is_there_when_it_is_forced_and_gone_with_no_color(cocoa: Cocoa, exam: Path) -> None:
    assert ANSI.search(cocoa("show", exam, 1, FORCE_COLOR="1", TERM="xterm-256color").stdout)
    assert not ANSI.search(
        cocoa("show", exam, 1, FORCE_COLOR="1", NO_COLOR="1", TERM="xterm-256color").stdout
    )
    coloured = cocoa("show", exam, "none", FORCE_COLOR="1", TERM="xterm-256color").stderr
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == cocoa("show", exam, "none").stderr


def test_a_terminal_without_utf_8_gets_plain_signs(exam: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cocoa.question_view import print_proof
    from cocoa.stats import print_statistics

    from cocoa_core.families.selection import domain_of, explain, statistics_of
    from cocoa_core.items import read_dataset

    raw = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding="ascii", errors="backslashreplace"))
    dataset = read_dataset(exam)
    out = console()
    print_proof(out, explain(dataset.find(1), domain_of(dataset)))
    print_statistics(out, statistics_of(dataset))
    out.file.flush()
    assert b"|" in raw.getvalue()
    assert rb"\u" not in raw.getvalue()
