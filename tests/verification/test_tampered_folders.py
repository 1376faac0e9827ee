"""Every way to falsify a data set's files that we could think of is found, and named."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cocoa_core.errors import CocoaError, FindingsError, UsageError
from cocoa_core.verification import data_files
from cocoa_core.verification.digests import digest
from cocoa_core.verification.report import MOST_FINDINGS, Report
from cocoa_core.verification.verify import verify

Copy = Callable[[Path], Path]
DATA = "questions.jsonl"


def whats(report: Report) -> set[str]:
    return {finding.what for finding in report.findings}


def lines(folder: Path, name: str = DATA) -> list[bytes]:
    return (folder / name).read_bytes().splitlines(keepends=True)


def dumped(record: dict[str, Any]) -> bytes:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def write(folder: Path, content: list[bytes], name: str = DATA, *, hide: bool = False) -> None:
    """Replace a data file; `hide`: and its length and digest in the manifest, as a careful forger would."""
    (folder / name).write_bytes(b"".join(content))
    if hide:
        manifest = json.loads((folder / "manifest.json").read_text())
        for state in manifest["files"].values():
            if state["file"] == name:
                state["questions"] = len(content)
                state["sha256"] = hashlib.sha256(b"".join(content)).hexdigest()
        (folder / "manifest.json").write_text(json.dumps(manifest))


def edit_manifest(folder: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    change(manifest)
    (folder / "manifest.json").write_text(json.dumps(manifest))


def renamed(record: dict[str, Any]) -> dict[str, Any]:
    """The record with the id that its provenance gives, as a careful forger would leave it."""
    made = record["provenance"]
    settings = json.dumps(made["settings"], sort_keys=True, separators=(",", ":"))
    parts = (made["seed"], record["domain"]["digest"], settings)
    record["id"] = digest("question", *parts, made["index"], made["option_set"], made["attempt"]).hex()[:16]
    return record


def test_what_was_not_tampered_with_is_clean(clean_set: Path, sided_set: Path) -> None:
    for folder, count in ((clean_set, 40), (sided_set, 60)):
        report = verify(folder)
        assert (report.checked, report.findings, report.clean) == (count, (), True)


def test_the_report_is_the_same_for_any_number_of_workers(
    sided_set: Path, copy_of: Copy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_files, "LINES", 2)  # many batches in flight
    folder = copy_of(sided_set)
    content = lines(folder, "test.jsonl")
    write(folder, [content[0][:-9] + b"\n", *reversed(content[1:])], "test.jsonl")
    one, several = verify(folder), verify(folder, workers=2)
    assert one == several
    assert one.found > 3


def test_progress_is_told_up_to_the_last_question(sided_set: Path) -> None:
    told: list[int] = []
    verify(sided_set, told.append)
    assert told == sorted(told)
    assert told[-1] == 60


def test_the_installed_domain_is_compared(clean_set: Path) -> None:
    digest_ = json.loads((clean_set / "manifest.json").read_text())["domain"]["digest"]
    assert verify(clean_set, domain_digest=digest_).notes == ()
    assert "another state" in verify(clean_set, domain_digest="0" * 64).notes[0]
    assert "not installed" in verify(clean_set).notes[0]


@pytest.mark.parametrize("name", ["manifest.json", "domain/schema.yaml", "domain/rules.yaml"])
def test_without_this_file_nothing_can_be_checked(name: str, clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    (folder / name).unlink()
    with pytest.raises(FindingsError) as caught:
        verify(folder)
    assert name in str(caught.value)


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", '{"format": "cocoa-dataset/1"}', "null", "[" * 100_000]
)
def test_a_manifest_that_cannot_be_read_is_one_clear_error(
    content: str, clean_set: Path, copy_of: Copy
) -> None:
    folder = copy_of(clean_set)
    (folder / "manifest.json").write_text(content)
    with pytest.raises(FindingsError) as caught:
        verify(folder)
    assert "manifest.json" in str(caught.value)


def test_a_folder_that_is_not_there_is_a_wrong_call(tmp_path: Path, clean_set: Path) -> None:
    with pytest.raises(UsageError):
        verify(tmp_path / "nowhere")
    with pytest.raises(UsageError):
        verify(clean_set, workers=0)


@pytest.mark.parametrize("name", [DATA, "README.md"])
def test_a_missing_file_is_found(name: str, clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    (folder / name).unlink()
    assert "file-missing" in whats(verify(folder))


def test_a_missing_side_is_found(sided_set: Path, copy_of: Copy) -> None:
    folder = copy_of(sided_set)
    (folder / "train.jsonl").unlink()
    assert {"file-missing", "missing", "counts"} <= whats(verify(folder))


def test_a_missing_table_is_found(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
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
def test_an_edited_domain_file_is_found(
    name: str, old: str, new: str, clean_set: Path, copy_of: Copy
) -> None:
    folder = copy_of(clean_set)
    path = folder / "domain" / name
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    found = verify(folder).findings
    assert [(finding.what, finding.place.file) for finding in found] == [("digest", f"domain/{name}")]


def test_an_edited_digest_of_the_domain_is_found(clean_set: Path, copy_of: Copy) -> None:
    """Schema and digests edited together: the domain's digest, and with it every id, are others."""
    folder = copy_of(clean_set)
    path = folder / "domain" / "rules.yaml"
    path.write_text(path.read_text() + "# nothing\n")
    sha = hashlib.sha256(path.read_bytes()).hexdigest()
    edit_manifest(folder, lambda manifest: manifest["domain"]["digests"].update(rules=sha))
    assert whats(verify(folder)) == {"digest"}
    digests = json.loads((folder / "manifest.json").read_text())["domain"]["digests"]
    whole = hashlib.sha256("".join(sorted(f"{k} {v}\n" for k, v in digests.items())).encode()).hexdigest()
    edit_manifest(folder, lambda manifest: manifest["domain"].update(digest=whole))
    report = verify(folder)
    assert whats(report) == {"provenance"}
    assert report.found == 40


def test_a_digest_left_out_is_found(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    edit_manifest(folder, lambda manifest: manifest["domain"]["digests"].pop("catalogue"))
    report = verify(folder)
    assert whats(report) == {"digest"}
    assert any("no digest of catalogue" in one.message for one in report.findings)


@pytest.mark.parametrize("name", ["more.jsonl", "questions.jsonl.bak", "domain/tables/extra.csv"])
def test_a_file_that_nobody_knows_is_found(name: str, clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("{}\n")
    assert [(one.what, one.place.file) for one in verify(folder).findings] == [("unknown-file", name)]


def test_a_card_that_names_no_file_is_found(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    (folder / "README.md").write_text("# Questions\n")
    assert whats(verify(folder)) == {"card"}


def test_a_data_set_that_is_not_finished_says_so(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    edit_manifest(folder, lambda manifest: manifest.update(complete=False))
    write(folder, lines(folder)[:17])
    report = verify(folder)
    assert (report.checked, whats(report)) == (17, {"incomplete"})


def test_a_line_cut_short_is_found(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    content = lines(folder)
    write(folder, [*content[:5], content[5][:700] + b"\n", *content[6:]], hide=True)
    report = verify(folder)
    first = report.findings[0]
    assert (first.what, first.place.file, first.place.line) == ("json", DATA, 6)
    assert {"missing", "counts"} <= whats(report)


def test_a_file_cut_short_is_found(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    content = (folder / DATA).read_bytes()
    (folder / DATA).write_bytes(content[:-300])
    report = verify(folder)
    assert {"cut-line", "json", "sha256", "counts"} <= whats(report)
    assert report.findings[0].place.line == 40


def test_a_file_without_its_last_line_end_is_found(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    content = lines(folder)
    write(folder, [*content[:-1], content[-1][:-1]], hide=True)
    assert whats(verify(folder)) == {"cut-line"}


def test_a_missing_line_is_found(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    content = lines(folder)
    write(folder, content[:7] + content[8:])
    assert {"lines", "sha256", "missing", "counts"} <= whats(verify(folder))
    write(folder, content[:7] + content[8:], hide=True)
    assert {"missing", "counts"} <= whats(verify(folder))


def test_an_added_line_is_found(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    content = lines(folder)
    write(folder, [*content[:7], content[3], *content[7:]])
    report = verify(folder)
    assert {"lines", "sha256", "order", "duplicate", "counts"} <= whats(report)
    assert all(one.place.line == 8 for one in report.findings if one.what in ("order", "duplicate"))


def test_an_empty_line_is_found(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    content = lines(folder)
    write(folder, [*content[:7], b"\n", *content[7:]], hide=True)
    assert whats(verify(folder)) == {"json"}


def test_a_question_asked_twice_under_another_index_is_found(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    content = lines(folder)
    again = json.loads(content[3])
    again["provenance"]["index"] = 40
    write(folder, [*content, dumped(renamed(again))], hide=True)
    report = verify(folder)
    assert "duplicate" in whats(report)
    assert next(one for one in report.findings if one.what == "duplicate").question == again["id"]


def test_swapped_lines_are_found(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    content = lines(folder)
    content[4], content[5] = content[5], content[4]
    write(folder, content, hide=True)
    assert whats(verify(folder)) == {"order"}


def test_swapped_ids_are_found(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    content = lines(folder)
    one, two = json.loads(content[4]), json.loads(content[5])
    one["id"], two["id"] = two["id"], one["id"]
    content[4:6] = [dumped(one), dumped(two)]
    write(folder, content, hide=True)
    report = verify(folder)
    assert [(found.what, found.place.line) for found in report.findings] == [("id", 5), ("id", 6)]


def test_an_index_far_away_is_found_and_takes_no_memory(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    content = lines(folder)
    far = json.loads(content[-1])
    far["provenance"]["index"] = 10**15
    write(folder, [*content[:-1], dumped(renamed(far))], hide=True)
    assert whats(verify(folder)) == {"order"}


def test_a_letter_out_of_balance_is_found(clean_set: Path, copy_of: Copy) -> None:
    """Options relabelled throughout so that every answer is A: each question alone is right."""
    folder = copy_of(clean_set)
    content = [dumped(with_answer_a(json.loads(line))) for line in lines(folder)]
    write(folder, content, hide=True)
    report = verify(folder)
    assert whats(report) == {"letters", "counts"}


def with_answer_a(record: dict[str, Any]) -> dict[str, Any]:
    names = {record["answer"]: "A", "A": record["answer"]}
    for option in record["options"]:
        option["label"] = names.get(option["label"], option["label"])
    record["options"].sort(key=lambda option: str(option["label"]))
    record["answer"] = "A"
    for holder in (record["certificate"], record["complexity"]):
        for key in {"broken", "entropy"} & holder.keys():
            holder[key] = dict(sorted((names.get(label, label), one) for label, one in holder[key].items()))
    for use in record["certificate"]["terms"]:
        for key in use:
            use[key] = sorted(names.get(label, label) for label in use[key])
    return record


def test_a_requirement_on_two_sides_is_found(sided_set: Path, copy_of: Copy) -> None:
    folder = copy_of(sided_set)
    train, test = lines(folder, "train.jsonl"), lines(folder, "test.jsonl")
    stray, last = json.loads(train[0]), json.loads(test[-1])
    stray["provenance"].update(side="test", index=last["provenance"]["index"] + 1)
    write(folder, [*test, dumped(renamed(stray))], "test.jsonl", hide=True)
    assert "two-sides" in whats(verify(folder))


def test_an_index_on_two_sides_is_found(sided_set: Path, copy_of: Copy) -> None:
    folder = copy_of(sided_set)
    train, test = lines(folder, "train.jsonl"), lines(folder, "test.jsonl")
    stray = json.loads(test[-1])
    stray["provenance"]["index"] = max(json.loads(line)["provenance"]["index"] for line in train)
    write(folder, [*test[:-1], dumped(renamed(stray))], "test.jsonl", hide=True)
    report = verify(folder)
    assert any(one.what == "order" and "two places" in one.message for one in report.findings)


def test_a_question_in_the_file_of_another_side_is_found(sided_set: Path, copy_of: Copy) -> None:
    folder = copy_of(sided_set)
    train, test = lines(folder, "train.jsonl"), lines(folder, "test.jsonl")
    write(folder, train[:-1], "train.jsonl", hide=True)
    write(folder, [*test, train[-1]], "test.jsonl", hide=True)
    assert "provenance" in whats(verify(folder))


def test_a_missing_option_set_is_found(sided_set: Path, copy_of: Copy) -> None:
    folder = copy_of(sided_set)
    for name in ("train.jsonl", "test.jsonl"):
        content = lines(folder, name)
        places = [json.loads(line)["provenance"] for line in content]
        number = next((at for at, made in enumerate(places[:-1]) if places[at + 1]["option_set"] == 1), None)
        if number is not None:
            write(folder, content[:number] + content[number + 1 :], name, hide=True)
            assert "order" in whats(verify(folder))
            return
    pytest.fail("no question has two option sets")


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("provenance", lambda manifest: manifest.update(seed=6)),
        ("provenance", lambda manifest: manifest["settings"].update(plain=True)),
        ("provenance", lambda manifest: manifest.update(cocoa_version="9")),
        ("counts", lambda manifest: manifest.update(count=41)),
        ("counts", lambda manifest: manifest["counts"].update(atypical=-1)),
        ("counts", lambda manifest: manifest["counts"]["answers"]["questions"].update(A=0)),
        ("counts", lambda manifest: manifest["counts"]["settings"].update({"(2, 2)": 99})),
        ("counts", lambda manifest: manifest.pop("draws")),
        ("counts", lambda manifest: manifest["minimality"].update(exact=1)),
        ("counts", lambda manifest: manifest.update(asserted_wordings=0)),
        ("lines", lambda manifest: manifest["files"]["questions"].update(questions=39)),
        ("sha256", lambda manifest: manifest["files"]["questions"].update(sha256="0" * 64)),
        ("sha256", lambda manifest: manifest["files"]["questions"].update(sha256=None)),
        ("manifest", lambda manifest: manifest["domain"].update(name="trains")),
        ("manifest", lambda manifest: manifest["domain"].update(version="9")),
        ("digest", lambda manifest: manifest["domain"].update(digest="0" * 64)),
    ],
)
def test_an_edited_manifest_is_found(
    what: str, change: Callable[[dict[str, Any]], Any], clean_set: Path, copy_of: Copy
) -> None:
    folder = copy_of(clean_set)
    edit_manifest(folder, change)
    assert what in whats(verify(folder))


def test_further_keys_of_a_manifest_are_let_be(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    edit_manifest(folder, lambda manifest: manifest.update(comment="mine"))
    assert verify(folder).clean


@pytest.mark.parametrize("name", ["../questions.jsonl", "/etc/hosts", "a/b.jsonl", ""])
def test_a_data_file_outside_the_folder_is_not_read(name: str, clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    edit_manifest(folder, lambda manifest: manifest["files"]["questions"].update(file=name))
    with pytest.raises(FindingsError):
        verify(folder)


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe\n",
        b"[]\n",
        b"null\n",
        b'"text"\n',
        b"{}\n",
        b'{"id": NaN}\n',
        b'{"id": 1' + b"0" * 5000 + b"}\n",
        b"[" * 100_000 + b"\n",
        b'{"id": {"a": []}, "options": 3}\n',
    ],
)
def test_rubbish_is_found_and_stops_nothing(line: bytes, clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    write(folder, [line, *lines(folder)], hide=True)
    report = verify(folder)
    assert report.checked == 41
    assert {one.place.line for one in report.findings if one.place.file == DATA} == {1}


def test_a_record_written_in_another_way_is_found(clean_set: Path, copy_of: Copy) -> None:
    """A key that stands twice, blanks, escapes: what another reader might read otherwise."""
    folder = copy_of(clean_set)
    content = lines(folder)
    twice = content[0].replace(b'"answer":', b'"answer":"A","answer":', 1)
    spaced = json.dumps(json.loads(content[1])).encode() + b"\n"
    write(folder, [twice, spaced, *content[2:]], hide=True)
    found = verify(folder).findings
    assert [(one.what, one.place.line) for one in found] == [("json", 1), ("json", 2)]


def test_all_findings_are_counted_and_the_first_hundred_kept(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
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
