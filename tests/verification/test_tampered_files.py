"""Files of a data set that are missing, edited or unknown are found, and named."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest
from verification.dataset_edits import DATA, edit_manifest, lines, whats, write

from cocoa_core.errors import FindingsError
from cocoa_core.verification import verify


@pytest.mark.parametrize("name", ["manifest.json", "domain/schema.yaml", "domain/rules.yaml"])
def test_without_this_file_nothing_can_be_checked(name: str, folder: Path) -> None:
    (folder / name).unlink()
    with pytest.raises(FindingsError) as caught:
        verify(folder)
    assert name in str(caught.value)


@pytest.mark.parametrize("name", [DATA, "README.md"])
def test_a_missing_file_is_found(name: str, folder: Path) -> None:
    (folder / name).unlink()
    assert "file-missing" in whats(verify(folder))


def test_a_missing_side_is_found(sided_folder: Path) -> None:
    (sided_folder / "train.jsonl").unlink()
    assert {"file-missing", "missing", "counts"} <= whats(verify(sided_folder))


def test_a_missing_table_is_found(folder: Path) -> None:
    edit_manifest(
        folder, lambda manifest: manifest["domain"]["digests"].update({"tables/cities.csv": "0" * 64})
    )
    assert {"file-missing", "digest"} <= whats(verify(folder))


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("schema.yaml", "max: 20000\n    label: Price", "max: 30000\n    label: Price"),
        ("rules.yaml", "draw: {grid: 100}", "draw: {grid: 50}"),
    ],
)
def test_an_edited_domain_file_is_found(name: str, old: str, new: str, folder: Path) -> None:
    path = folder / "domain" / name
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    findings = verify(folder).findings
    assert [(finding.what, finding.place.file) for finding in findings] == [("digest", f"domain/{name}")]


def test_an_edited_digest_of_the_domain_is_found(folder: Path) -> None:
    """Schema and digests edited together: the domain's digest, and with it every id, are others."""
    path = folder / "domain" / "rules.yaml"
    path.write_text(path.read_text() + "# nothing\n")
    sha = hashlib.sha256(path.read_bytes()).hexdigest()
    edit_manifest(folder, lambda manifest: manifest["domain"]["digests"].update(rules=sha))
    assert whats(verify(folder)) == {"digest"}
    digests = json.loads((folder / "manifest.json").read_text())["domain"]["digests"]
    del digests["bundle"]  # which only the ask of that name reads: the domain's digest leaves it out
    whole = hashlib.sha256("".join(sorted(f"{k} {v}\n" for k, v in digests.items())).encode()).hexdigest()
    edit_manifest(folder, lambda manifest: manifest["domain"].update(digest=whole))
    report = verify(folder)
    assert whats(report) == {"provenance"}
    assert report.found == 40


def test_a_digest_left_out_is_found(folder: Path) -> None:
    edit_manifest(folder, lambda manifest: manifest["domain"]["digests"].pop("catalogue"))
    report = verify(folder)
    assert whats(report) == {"digest"}
    assert any("no digest of catalogue" in finding.message for finding in report.findings)


@pytest.mark.parametrize("name", ["more.jsonl", "questions.jsonl.bak", "domain/tables/extra.csv"])
def test_a_file_that_nobody_knows_is_found(name: str, folder: Path) -> None:
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("{}\n")
    assert [(finding.what, finding.place.file) for finding in verify(folder).findings] == [
        ("unknown-file", name)
    ]


def test_a_card_that_names_no_file_is_found(folder: Path) -> None:
    (folder / "README.md").write_text("# Questions\n")
    assert whats(verify(folder)) == {"card"}


def test_a_data_set_that_is_not_finished_says_so(folder: Path) -> None:
    edit_manifest(folder, lambda manifest: manifest.update(complete=False))
    write(folder, lines(folder)[:17])
    report = verify(folder)
    assert (report.checked, whats(report)) == (17, {"incomplete"})


def test_links_and_pipes_that_nobody_knows_are_found(folder: Path) -> None:
    (folder / "domain" / "link.yaml").symlink_to("nowhere")
    os.mkfifo(folder / "domain" / "pipe.yaml")
    (folder / "domain" / "folder").mkdir()
    found = [(finding.what, finding.place.file) for finding in verify(folder).findings]
    assert found == [("unknown-file", "domain/link.yaml"), ("unknown-file", "domain/pipe.yaml")]


@pytest.mark.parametrize("name", [DATA, "README.md"])
def test_what_is_no_file_is_found(name: str, knowing_folder: Path) -> None:
    (knowing_folder / name).unlink()
    os.mkfifo(knowing_folder / name)
    assert any(finding.place.file == name for finding in verify(knowing_folder).findings)


def test_a_table_that_is_no_file_is_found(knowing_folder: Path) -> None:
    name = "domain/tables/places.csv"
    (knowing_folder / name).unlink()
    os.mkfifo(knowing_folder / name)
    with pytest.raises(FindingsError, match="the table cannot be understood") as caught:
        verify(knowing_folder)
    assert str(caught.value).startswith(f"{name}: ")


def test_a_domain_has_only_so_many_tables(folder: Path) -> None:
    known = len([*(folder / "domain" / "tables").iterdir()])
    for number in range(100 - known):
        (folder / "domain" / "tables" / f"t{number}.csv").write_text("a\n")
    assert whats(verify(folder)) == {"unknown-file"}
    (folder / "domain" / "tables" / "more.csv").write_text("a\n")
    with pytest.raises(FindingsError, match="too many tables"):
        verify(folder)


@pytest.mark.parametrize(
    "name", ["tables/../x.csv", "tables/a b.csv", "catalog", "tables/x.csv\0", "/etc/hosts"]
)
def test_a_digest_of_what_is_no_part_of_a_domain_is_found(name: str, folder: Path) -> None:
    edit_manifest(folder, lambda manifest: manifest["domain"]["digests"].update({name: "0" * 64}))
    assert any("a digest of an unknown part" in finding.message for finding in verify(folder).findings)
