"""`cocoa analyze --out`: the page and the figures, and what is written where they cannot be made."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from analysis_logs import right, write_log, wrong_by_one
from analysis_reports import questions, spoken_log
from calling import Cocoa


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    write_log(folder / "1.eval", spoken_log(questions()[:8], wrong_by_one, model="lab/small"))
    write_log(folder / "2.eval", spoken_log(questions()[:8], right, model="lab/big"))
    return folder


def test_the_page_and_the_figures_are_written(cocoa: Cocoa, logs: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    result = cocoa("analyze", logs, "--out", out, "--wrong", "3")
    assert result.exit_code == 0, result.output
    assert f"open {out / 'report.html'}" in " ".join(result.stderr.split())
    page = (out / "report.html").read_text(encoding="utf-8")
    assert page.count('<details class="wrong"') == 3
    assert "5 left out" in page
    for ending in ("light.svg", "light.png", "dark.svg"):
        assert (out / "figures" / f"accuracy-{ending}").stat().st_size > 0
    assert cocoa("analyze", logs, "--out", out).exit_code == 0  # over its own files


def test_without_the_extra_the_tables_are_written_and_a_note_says_so(
    cocoa: Cocoa, logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(
        "cocoa_core.analysis.report.folder.find_spec",
        lambda name: None if name in ("altair", "vl_convert") else real(name),
    )
    result = cocoa("analyze", logs, "--out", tmp_path / "report")
    assert result.exit_code == 0, result.output
    assert "altair and vl-convert-python; pip install -e '.[report]'" in " ".join(result.stderr.split())
    assert (tmp_path / "report" / "tables" / "summary.csv").exists()
    assert not (tmp_path / "report" / "report.html").exists()
    assert "open " not in result.stderr


def test_a_negative_number_of_questions_is_refused(cocoa: Cocoa, logs: Path, tmp_path: Path) -> None:
    assert cocoa("analyze", logs, "--out", tmp_path / "report", "--wrong", "-1").exit_code == 2
