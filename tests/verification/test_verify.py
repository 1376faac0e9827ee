"""Verifying a whole data set: the report, and what it does not depend on."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from verification.conftest import FLIGHTS
from verification.dataset_edits import DATA, lines, whats, write

from cocoa_core.errors import CocoaError, Place, UsageError
from cocoa_core.verification import Flaw, verify
from cocoa_core.verification.report import MOST_FINDINGS


def test_what_was_not_tampered_with_is_clean(clean_set: Path, sided_set: Path) -> None:
    for folder, count in ((clean_set, 40), (sided_set, 60)):
        report = verify(folder)
        assert (report.checked, report.findings, report.clean) == (count, (), True)


def test_the_report_is_the_same_for_any_number_of_workers(
    sided_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cocoa_core.verification.item_files._LINES", 2)  # many batches in flight
    content = lines(sided_folder, "test.jsonl")
    write(sided_folder, [content[0][:-9] + b"\n", *reversed(content[1:])], "test.jsonl")
    report, several = verify(sided_folder), verify(sided_folder, workers=2)
    assert report == several
    assert report.found > 3


def test_progress_is_told_up_to_the_last_question(sided_set: Path) -> None:
    told: list[int] = []
    verify(sided_set, told.append)
    assert told == sorted(told)
    assert told[-1] == 60


def test_an_installed_domain_of_the_same_version_is_that_of_the_questions(
    clean_set: Path, tmp_path: Path
) -> None:
    assert verify(clean_set, installed=FLIGHTS).notes == ()
    other = shutil.copytree(FLIGHTS, tmp_path / "flights")
    schema = other / "schema.yaml"
    for name in ("rules.yaml", "catalogue.csv"):
        with (other / name).open("a") as file:
            file.write("\n")
        report = verify(clean_set, installed=other)
        assert (whats(report), report.found, report.notes) == ({"domain"}, 1, ())
    schema.write_text(re.sub(r"(?m)^version: .*$", 'version: "99"', schema.read_text()))
    report = verify(clean_set, installed=other)
    assert report.clean
    assert "another state" in report.notes[0]
    assert "not installed" in verify(clean_set).notes[0]


def test_a_folder_that_is_not_there_is_a_wrong_call(tmp_path: Path, clean_set: Path) -> None:
    with pytest.raises(UsageError):
        verify(tmp_path / "nowhere")
    with pytest.raises(UsageError):
        verify(clean_set, workers=0)


def test_a_finding_keeps_its_parts_whatever_they_say() -> None:
    flaw = Flaw("label", "one; got two", "; expected three", "four\nfive", Place("test.jsonl", 3))
    assert flaw.parts == ("one; got two", "got ; expected three", r"expected four\nfive")
    assert flaw.message == "; ".join(flaw.parts)


def test_all_findings_are_counted_and_the_first_hundred_kept(folder: Path) -> None:
    write(folder, [b"{}\n"] * 1000)
    report = verify(folder)
    assert len(report.findings) == MOST_FINDINGS
    assert report.found > 1000
    assert str(report.findings[0]).startswith(f"{DATA}:1: [keys]")


def test_a_process_that_dies_is_an_error(clean_set: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from concurrent.futures.process import BrokenProcessPool

    from cocoa_core.verification import workers

    class Broken:
        def __init__(self, *_: object) -> None: ...

        def submit(self, *_: object) -> None:
            raise BrokenProcessPool("ended")

        def shutdown(self, **_: object) -> None: ...

    monkeypatch.setattr(workers, "ProcessPoolExecutor", Broken)
    with pytest.raises(CocoaError):
        verify(clean_set, workers=2)
