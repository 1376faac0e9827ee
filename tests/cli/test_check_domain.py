"""`cocoa check-domain` passes on what the check says: in words, as data, and by its exit code."""

from __future__ import annotations

import io
import json
import re
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any

import pytest
from calling import Cocoa
from checking.laptops import README, RULES, SCHEMA, edited, write_laptops

from cocoa_core import checking
from cocoa_core.families.selection import PRESETS

ANSI = re.compile("\x1b\\[")
ONE_WORDING = edited(RULES, ("        - {verb: offer}\n", ""))
MISTAKE = edited(RULES, ("{grid: 100}", "{grid: cheap}"))


@pytest.fixture(autouse=True)
def checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder is checked once, however often it is asked for: 3 s of CPU for the same report."""
    check_domain, kept = checking.check_domain, {}

    def check(folder: str, progress: Any = lambda _: None, **arguments: Any) -> checking.DomainReport:
        call = Path(folder), *sorted(({"seed": 0, "quick": False} | arguments).items())
        if call not in kept:
            kept[call] = check_domain(folder, progress=progress, **arguments)
        return kept[call]

    monkeypatch.setattr(checking, "check_domain", check)


@pytest.fixture
def laptops(tmp_path: Path) -> Path:
    return write_laptops(tmp_path / "laptops")


def test_a_clean_domain_is_said_to_be_clean_and_shown_in_numbers_with_a_question(
    cocoa: Cocoa, laptops: Path
) -> None:
    result = cocoa("check-domain", laptops)
    report = checking.check_domain(laptops)
    assert result.exit_code == 0
    assert all(line.startswith("checking: ") for line in result.stderr.splitlines())  # of a busy machine
    assert result.stdout.endswith("laptops: 0 errors, 0 warnings, 0 for information\n")
    flat = " ".join(result.stdout.split())
    assert "60 rows in 2 groups, 2 with five options or more" in flat
    assert report.question is not None
    assert report.question.request in flat
    assert f"Answer: {report.question.answer}" in flat
    for one in report.acceptance:
        row = rf"^ *{one.setting.slots} +{one.setting.minterms} +{one.worked} of {one.tried} +{one.share:.1%}"
        assert re.search(row, result.stdout, re.MULTILINE)


def test_the_exit_code_is_for_errors_and_where_asked_for_warnings(cocoa: Cocoa, tmp_path: Path) -> None:
    cases = (("clean", RULES, 0, 0), ("warned", ONE_WORDING, 0, 1), ("wrong", MISTAKE, 1, 1))
    for name, rules, plain, strict in cases:
        folder = write_laptops(tmp_path / name, rules=rules)
        assert cocoa("check-domain", folder, "--quick").exit_code == plain, name
        assert cocoa("check-domain", folder, "--quick", "--strict").exit_code == strict, name
    assert cocoa("check-domain", tmp_path / "nowhere").exit_code == 2


def test_a_code_can_be_made_an_error(cocoa: Cocoa, tmp_path: Path) -> None:
    folder = write_laptops(tmp_path / "warned", rules=ONE_WORDING)
    check = ("check-domain", folder, "--quick", "--error")
    assert cocoa(*check, "few-wordings").exit_code == 1
    assert cocoa(*check, "text-to-model").exit_code == 0
    assert cocoa(*check, "text-to-model", "--error", "few-wordings").exit_code == 1
    wrong = cocoa(*check, "few-wording")
    assert wrong.exit_code == 2
    assert "write few-wordings" in wrong.stderr


def test_a_broken_domain_gets_every_mistake_and_no_traceback(cocoa: Cocoa, tmp_path: Path) -> None:
    schema = edited(SCHEMA, ("unit: kg", "unit: 5"))
    folder = write_laptops(tmp_path / "laptops", schema, MISTAKE)
    result = cocoa("check-domain", folder)
    assert result.exit_code == 1
    assert f"{folder / 'rules.yaml'}:12:20  error  rules-refused\n" in result.stdout
    assert f"{folder / 'schema.yaml'}:9:34  error  schema-refused\n" in result.stdout
    assert "  fix: " in result.stdout
    assert "Traceback" not in result.output
    assert result.stdout.endswith(
        "2 errors, 0 warnings, 0 for information, the rest is checked once the domain can be loaded\n"
    )


def test_remarks_of_one_code_are_one(cocoa: Cocoa, tmp_path: Path) -> None:
    rules = RULES.replace("      tests:", "      proposed: true\n      tests:")
    check = ("check-domain", write_laptops(tmp_path / "laptops", rules=rules), "--quick")
    codes = [finding["code"] for finding in json.loads(cocoa(*check, "--json").stdout)["findings"]]
    shown = cocoa(*check).stdout
    assert codes.count("words-proposed") > 2
    assert shown.count("words-proposed") == 1
    assert f"and {codes.count('words-proposed') - 1} more  info  words-proposed" in shown


def test_data_is_the_report(cocoa: Cocoa, tmp_path: Path) -> None:
    folder = write_laptops(tmp_path / "laptops", rules=ONE_WORDING)
    result = cocoa("check-domain", folder, "--json", "--seed", 3)
    assert result.exit_code == 0
    assert json.loads(result.stdout) == checking.check_domain(folder, seed=3).to_json()
    quick = json.loads(cocoa("check-domain", folder, "--json", "--quick").stdout)
    assert quick["acceptance"] == []
    assert [finding["code"] for finding in quick["findings"]] == ["few-wordings"]


def test_texts_of_a_domain_are_printed_as_they_are_and_a_pipe_gets_no_colours(
    cocoa: Cocoa, cabins: Path
) -> None:
    for columns in (60, 100, 200):
        result = cocoa("check-domain", cabins, "--quick", columns=columns)
        assert result.exit_code == 0
        assert not ANSI.search(result.output)
        assert not re.search(r"[ \t]$", result.stdout, re.MULTILINE)
        lines = result.stdout.splitlines()
        findings = lines.index("")
        prose = ("difficulty fitted", *(f"{preset}: " for preset in PRESETS))  # is never cut off
        tables = [line for line in lines[findings + 1 : -2] if not line.startswith(prose)]
        assert max(map(len, tables)) <= columns
    assert (
        "[bold]Ness[/bold]" in result.stdout or "[link=x]Mead" in result.stdout or ":smile:" in result.stdout
    )
    assert ANSI.search(
        cocoa("check-domain", cabins, "--quick", FORCE_COLOR="1", TERM="xterm-256color").stdout
    )


def test_a_name_and_a_domain_that_it_shadows_are_told(
    cocoa: Cocoa, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_laptops(tmp_path / "flights", edited(SCHEMA, ("name: laptops", "name: flights")), readme=README)
    result = cocoa("check-domain", "flights", "--quick", columns=300)
    assert result.exit_code == 0
    assert "note: the domain 'flights' is flights (working folder); it comes before" in result.stderr
    assert result.stdout.endswith("flights: 0 errors, 0 warnings, 0 for information\n")


def test_progress_is_on_standard_error_and_only_on_a_terminal(
    laptops: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cocoa.progress import CountProgress

    err = io.StringIO()
    err.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    with redirect_stderr(err), CountProgress("checking", checking.parts(quick=True)) as counting:
        checking.check_domain(laptops, quick=True, progress=counting)
    assert f"/{checking.parts(quick=True)}" in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", err.getvalue())
