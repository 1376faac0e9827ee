"""A check is a function of files and seed, says what it found in order, and never fails on a domain."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from authored.breaking import break_domain
from authored.domains import authored
from checking.laptops import CATALOGUE, RULES, SCHEMA, edited, write_laptops
from hypothesis import given, settings
from hypothesis import strategies as st

import cocoa_core
from cocoa_core.checking import check_domain, parts
from cocoa_core.checking.acceptance import SETTINGS
from cocoa_core.checking.findings import CODES, SEVERITIES
from cocoa_core.errors import UsageError

ROOT = Path(cocoa_core.__file__).parent.parent


@pytest.fixture(scope="module")
def laptops(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_laptops(tmp_path_factory.mktemp("checked") / "laptops")


def test_the_same_call_gives_the_same_report_and_another_seed_other_draws(laptops: Path) -> None:
    first, again = (check_domain(laptops, seed=1) for _ in range(2))
    assert first.to_json() == again.to_json()
    assert [one.draws for one in first.acceptance] != [one.draws for one in check_domain(laptops).acceptance]


def test_the_report_does_not_depend_on_how_python_hashes(tmp_path: Path) -> None:
    schema = edited(SCHEMA, ("unit: kg", "unit: in"))
    rules = edited(RULES, ("{subject: the weight, verb: be}", "{subject: the screen, verb: measure}"))
    folder = write_laptops(tmp_path / "laptops", schema, rules)
    call = [sys.executable, "-m", "cocoa", "check-domain", str(folder), "--json", "--quick"]
    outputs = set()
    for number in ("0", "1"):
        done = subprocess.run(
            call, env={**os.environ, "PYTHONHASHSEED": number}, capture_output=True, check=False
        )
        assert done.returncode == 1
        outputs.add(done.stdout)
    assert len(outputs) == 1


def test_progress_rises_to_the_number_of_parts(laptops: Path) -> None:
    left_out = len(SETTINGS)  # no slot of theirs is derived, so settings are measured once instead of twice
    for quick, done in ((True, parts(quick=True)), (False, parts(quick=False) - left_out)):
        steps: list[int] = []
        check_domain(laptops, quick=quick, progress=steps.append)
        assert steps == list(range(done + 1))


def test_quick_draws_nothing_but_one_question(laptops: Path) -> None:
    report = check_domain(laptops, quick=True)
    assert report.acceptance == ()
    assert report.question is not None
    assert report.question == cocoa_core.load_domain(laptops).question(slots=4, minterms=2)


def test_the_summary_counts_what_the_files_hold(laptops: Path) -> None:
    summary = check_domain(laptops, quick=True).summary
    assert summary is not None
    assert (summary.rows, summary.groups, summary.usable) == (len(CATALOGUE.splitlines()) - 1, 2, 2)
    assert summary.sizes == (30, 30, 30)
    assert (summary.rules, summary.wordings) == (
        RULES.count("- id:"),
        RULES.count("{verb") + RULES.count("{subject"),
    )
    assert [slot.role for slot in summary.slots] == ["groups"] + ["asked for"] * 7


def test_findings_are_sorted_by_file_and_place_and_stand_once(laptops: Path, tmp_path: Path) -> None:
    rules = edited(RULES, ("        - {verb: offer}\n", ""), ("        - {verb: cost}\n", ""))
    findings = check_domain(write_laptops(tmp_path / "two", rules=rules, readme=None), quick=True).findings
    keys = [(one.place.file, one.place.line, one.place.column) for one in findings]
    assert len(keys) == 3
    assert keys == sorted(set(keys))


def test_data_is_json_with_the_same_keys_for_whole_and_broken_domains(laptops: Path, tmp_path: Path) -> None:
    whole = check_domain(laptops).to_json()
    broken = check_domain(write_laptops(tmp_path / "broken", rules="rules: {}")).to_json()
    assert json.loads(json.dumps(whole)) == whole
    assert set(whole) == set(broken)
    assert (broken["summary"], broken["question"], broken["acceptance"]) == (None, None, [])
    assert set(broken["findings"][0]) == {
        *("severity", "code", "file", "line", "column", "problem", "got", "expected", "fix")
    }


@given(st.integers(0, 2**32), st.booleans())
@settings(max_examples=25)
def test_no_domain_however_odd_or_broken_makes_a_check_fail(seed: int, whole: bool) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "domain"
        if whole:
            authored(seed, (1, 5), (1, 12)).write(folder)
        else:
            break_domain(seed, folder)
        try:
            report = check_domain(folder, quick=True)
        except UsageError:
            assert not whole
            return
        refused = {
            finding.code
            for finding in report.findings
            if finding.code.endswith("-refused") and finding.code != "import-refused"
        }
        assert (report.summary is None) == bool(refused)
        assert not (whole and refused)
        for one in report.findings:
            assert one.severity == CODES[one.code]
            assert one.problem
            assert one.place.file


def test_the_flights_that_come_with_cocoa_have_no_errors() -> None:
    report = check_domain("flights", quick=True)
    assert report.passes()
    assert report.question is not None


def test_every_code_is_explained_and_every_code_explained_exists() -> None:
    page = (ROOT / "docs" / "check-domain.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (\w+) \|", page, re.MULTILINE))
    assert rows == dict(CODES)
    assert set(CODES.values()) == set(SEVERITIES)
