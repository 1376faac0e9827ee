"""One reader of text in UTF-8, which names the line and the byte."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cocoa_core.assistants import read_outcomes
from cocoa_core.auditing import read_rows
from cocoa_core.errors import DomainError
from cocoa_core.families.selection.prompting.strategies import STRATEGIES
from cocoa_core.families.selection.prompting.templates import load_template
from cocoa_core.loading import utf8_text


def test_a_mark_in_front_is_no_text() -> None:
    assert utf8_text("\ufeffé\n".encode(), "a.txt") == "é\n"


@pytest.mark.parametrize(
    "read",
    [
        lambda path: utf8_text(path.read_bytes(), str(path)),
        lambda path: load_template(STRATEGIES["direct"], path),
        lambda path: list(read_rows(path)),
        read_outcomes,
    ],
    ids=["text", "template", "audited rows", "outcomes"],
)
def test_what_is_no_utf8_is_refused_with_its_line_and_byte(
    read: Callable[[Path], Any], tmp_path: Path
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"one\nt\xff\n")
    with pytest.raises(DomainError) as caught:
        read(path)
    assert (caught.value.got, caught.value.fix) == ("the byte 0xff", "save it in UTF-8")
    assert str(caught.value).startswith(f"{path}:2:2: ")
