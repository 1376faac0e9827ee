"""A wrong call is one error in one form, with exit code 2: nothing is asked of a model, printed or written.

wrong_calls.txt lists such calls.
"""

from __future__ import annotations

import re
import shlex
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest
from calling import OFFLINE, Cocoa
from parsing_sentences import written

LINES: Final = Path(__file__).with_name("wrong_calls.txt").read_text("utf-8").splitlines()
CALLS: Final = [[part.strip() for part in line.split(" | ")] for line in LINES if not line.startswith("#")]


@pytest.mark.parametrize(("call", "parts"), [(call, parts) for call, *parts in CALLS])
def test_a_wrong_call_is_one_error_and_leaves_nothing(
    cocoa: Cocoa, exam: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, parts: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "AZUREAI_OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "table.csv").write_text("name,weight\n" + "".join(f"hut {n},{n}\n" for n in range(40)))
    written(tmp_path / "rows.tsv", 5)
    result = cocoa(*(exam if word == "EXAM" else word for word in shlex.split(call)), **OFFLINE)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    assert re.fullmatch(r"error: .+\n(  \w+: .+\n)*  fix: .+\n", result.stderr), result.stderr
    if find_spec("torch") or not call.startswith(("learn train", "learn grid")):
        assert [part for part in parts if part not in result.stderr] == [], result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rows.tsv", "table.csv"]
