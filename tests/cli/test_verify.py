"""`cocoa verify` passes on what the verifier says: in words, as data, and by its exit code."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from calling import Cocoa

from cocoa_core.verification import verify


@pytest.fixture
def spoiled(exam: Path, tmp_path: Path) -> Path:
    """The data set with the answer of its third question flipped."""
    folder = Path(shutil.copytree(exam, tmp_path / "spoiled"))
    path = folder / "questions.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    record = json.loads(lines[2])
    record["answer"] = "A" if record["answer"] != "A" else "B"
    lines[2] = json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"
    path.write_text("".join(lines), encoding="utf-8")
    return folder


def test_a_clean_set_is_said_to_be_clean(cocoa: Cocoa, exam: Path) -> None:
    result = cocoa("verify", exam)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "10 questions checked: nothing contradicts them.\n"


def test_findings_stand_with_file_line_and_both_sides(cocoa: Cocoa, spoiled: Path) -> None:
    result = cocoa("verify", spoiled, columns=200)
    report = verify(spoiled)
    assert result.exit_code == 1
    assert f"{spoiled / 'questions.jsonl'}:3" in result.stdout
    assert f"10 questions checked: {report.found:,} finding" in result.stdout
    for finding in report.findings:
        assert finding.what in result.stdout
        assert finding.message.split(";")[0] in result.stdout


def test_data_is_the_report(cocoa: Cocoa, exam: Path, spoiled: Path) -> None:
    clean = json.loads(cocoa("verify", exam, "--json").stdout)
    assert (clean["clean"], clean["checked"], clean["found"], clean["findings"]) == (True, 10, 0, [])
    result = cocoa("verify", spoiled, "--json")
    data, report = json.loads(result.stdout), verify(spoiled)
    assert result.exit_code == 1
    assert (data["clean"], data["checked"], data["found"]) == (False, report.checked, report.found)
    assert [
        (finding["file"], finding["line"], finding["what"], finding["message"])
        for finding in data["findings"]
    ] == [
        (finding.place.file, finding.place.line, finding.what, finding.message) for finding in report.findings
    ]


def test_the_domain_here_is_compared_with_the_one_they_were_written_from(
    cocoa: Cocoa, exam: Path, cabins: Path, tmp_path: Path
) -> None:
    other = cocoa("verify", exam, "--domain", cabins, columns=400)
    assert other.exit_code == 2
    assert "error: the domain to compare with has another name" in other.stderr
    cocoa("generate", "-d", cabins, "-n", 3, "--slots", 3, "-o", tmp_path / "set", "--quiet")
    assert "not compared" in cocoa("verify", tmp_path / "set", columns=400).stderr
    assert cocoa("verify", tmp_path / "set", "-d", cabins).stderr == ""


def test_a_name_in_a_manifest_is_never_a_path(cocoa: Cocoa, exam: Path, cabins: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(exam, tmp_path / "copy"))
    path = folder / "manifest.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    data["domain"]["name"] = str(cabins)
    path.write_text(json.dumps(data), encoding="utf-8")
    result = cocoa("verify", folder, columns=400)
    assert result.exit_code == 1
    assert "another state" not in result.stderr


def test_a_folder_that_cannot_be_checked_is_told_apart(cocoa: Cocoa, exam: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(exam, tmp_path / "copy"))
    (folder / "domain" / "rules.yaml").unlink()
    result = cocoa("verify", folder)
    assert result.exit_code == 1
    assert "rules.yaml" in result.stderr
    assert not result.stdout
