"""Whatever stands in the manifest, in the card's header or in the domain's files: a finding, or one error."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, Final

import pytest
from verification.dataset_edits import dumped
from verification.mutated_exams import Exam
from verification.mutations import QUICK, Mutation, drawn, mutations

from cocoa_core import read_dataset
from cocoa_core.errors import FindingsError, UsageError
from cocoa_core.families.selection.splitting import BY, Plan, split_dataset
from cocoa_core.independent import load_plain, read_domain
from cocoa_core.verification import ComparedEntry, Flaw, ManifestFacts, read_manifest, verify
from cocoa_core.verification.card import RecordColumns, card_flaws
from cocoa_core.verification.folder import domain_bundle, domain_file, domain_tables
from cocoa_core.verification.item_files import check_batch
from cocoa_core.verification.selection import QuestionChecker

DEEP: Final = int(os.environ.get("COCOA_TESTS") == "all")
"""The steps of the quick run, or those of the deep one."""
EVERYWHERE: Final = pytest.param(None, id="everywhere", marks=pytest.mark.deep)
"""A change of each place, in place of every so many of all."""
STEPS: Final = (pytest.param(37, id="some"), EVERYWHERE)[DEEP:]
SPLIT_STEPS: Final = (pytest.param(37, id="some"), pytest.param(1, id="all", marks=pytest.mark.deep))[DEEP:]
HEADER_STEPS: Final = (pytest.param(487, id="some"), EVERYWHERE)[DEEP:]
DOMAIN_STEP: Final = 3989 if QUICK else 1999
"""Every so many changes of all: 1,999 take 8 s of CPU, most of it reading a domain again."""
FILES: Final = ("schema.yaml", "rules.yaml", "bundle.yaml")
LOOKS: Final = frozenset(
    {"with its keys in another order", "with blanks", "escaped", "without an end", "with a carriage return"}
)
"""Changes after which a manifest says the same."""
BELIEVED: Final = {("graph-to-text", "domain", key) for key in ("name", "version")}
"""Of a manifest: what graphs are called, which nothing else of a data set states."""
UNREAD: Final = frozenset({"pretty_name", "language", "task_categories"})
"""Keys of the card's header that may say anything, beside those that cocoa does not write."""
UNPROVED: Final = {(key,) for key in ("share", "seed", "min_support", "granularity", "held_out", "left_out")}
"""Of a split: how it was drawn, which nothing shows, and lists of more than there is; and `random`."""


def domain_of(folder: Path) -> tuple[bytes, bytes, dict[str, bytes], bytes | None]:
    return (
        domain_file(folder, "schema.yaml"),
        domain_file(folder, "rules.yaml"),
        domain_tables(folder),
        domain_bundle(folder),
    )


@pytest.fixture(scope="module")
def exam(exam_named: Callable[[str], Exam]) -> Exam:
    """Questions on two sides."""
    return exam_named("selection, sides")


def changed(value: Any, step: int | None) -> Iterator[Mutation]:
    """Every so many mutations of what a file says; without a step, some of each place."""
    every, clean = mutations(value, value), dumped(value)
    some = drawn(every, random.Random(0)) if step is None else islice(every, 0, None, step)
    return (one for one in some if one.line != clean)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("name", ["selection, sides", "parsing", "graph-to-text"])
def test_a_mutated_manifest_is_named(
    name: str, step: int | None, exam_named: Callable[[str], Exam], tmp_path: Path
) -> None:
    exam = exam_named(name)
    folder = Path(shutil.copytree(exam.folder, tmp_path / "copy"))
    assert verify(folder, checker=exam.checker).clean
    for mutation in changed(exam.manifest.raw, step):
        (folder / "manifest.json").write_bytes(mutation.line)
        try:
            report = verify(folder, checker=exam.checker)
        except (FindingsError, UsageError):
            continue
        may_pass = mutation.kind in LOOKS or (name, *mutation.path) in BELIEVED
        assert not report.clean or may_pass, (mutation.kind, mutation.path)
        assert "unfinished" not in {finding.what for finding in report.findings}, (
            mutation.kind,
            mutation.path,
        )


@pytest.mark.parametrize("step", SPLIT_STEPS)
@pytest.mark.parametrize("by", BY)
def test_a_mutated_split_is_named(
    by: str, step: int | None, splittable: Callable[[Plan], Path], tmp_path: Path
) -> None:
    folder = tmp_path / "split"
    granularity = "family" if by in ("exact", "strict") else "polarity"  # of fifty labels few are alike
    plan = Plan(by=by, support=1, granularity=granularity)
    split_dataset(read_dataset(splittable(plan)), plan, folder)
    raw = json.loads((folder / "manifest.json").read_text())
    checker = QuestionChecker(read_domain(*domain_of(folder)))
    records = {
        side: [json.loads(line) for line in (folder / file["file"]).read_bytes().splitlines()]
        for side, file in raw["files"].items()
    }
    passing: list[object] = []
    for mutation in changed(raw["split"], step):
        text = json.dumps(raw | {"split": "HERE"}).encode().replace(b'"HERE"', mutation.line.strip(b"\n"))
        (folder / "manifest.json").write_bytes(text)
        try:
            split = read_manifest(folder).split
        except FindingsError:
            continue
        if split is None or dumped(split) == dumped(raw["split"]):  # None: of sides that no settings have
            continue
        counts: dict[str, Counter[str]] = {side: Counter() for side in records}
        for side, own in records.items():
            for record in own:
                parted = checker.parted(record, split)
                assert parted is not None
                counts[side][parted.composed] += 1
        found = list(checker.split_flaws(split, counts))
        if not (
            found
            or mutation.kind in LOOKS
            or mutation.path[:1] in UNPROVED
            or mutation.path[1:2] == ("random",)
            or (mutation.kind == "as a float" and mutation.path[:1] == ("divergence",))  # 1 is 1.0
        ):
            passing.append((mutation.kind, mutation.path))
    assert passing == []


@pytest.mark.parametrize("step", HEADER_STEPS)
def test_a_mutated_header_of_the_card_is_named(step: int | None, exam: Exam, tmp_path: Path) -> None:
    columns = RecordColumns()
    for line in exam.records():
        columns.take(line.record)
    _, header, rest = (exam.folder / "README.md").read_text().split("---\n", 2)
    written = load_plain(header.encode(), "README.md")
    for mutation in changed(written, step):
        (tmp_path / "README.md").write_bytes(b"---\n" + mutation.line + b"---\n" + rest.encode())
        found = list(card_flaws(tmp_path, exam.manifest, columns))
        further = mutation.kind == "with a key more" and len(mutation.path) == 0
        may_pass = mutation.kind in LOOKS or further or mutation.path[:1] in {(key,) for key in UNREAD}
        assert found or may_pass, (mutation.kind, mutation.path)


@pytest.mark.parametrize("name", FILES)
def test_a_mutated_domain_is_refused_or_its_questions_are_checked(name: str, exam: Exam) -> None:
    files = {file: (exam.folder / "domain" / file).read_bytes() for file in FILES}
    tables = domain_tables(exam.folder)
    side, lines = next(iter(exam.lines.items()))
    for mutation in changed(load_plain(files[name], name), DOMAIN_STEP):
        schema, rules, bundle = ({**files, name: mutation.line}[file] for file in FILES)
        try:
            checker = QuestionChecker(read_domain(schema, rules, tables, bundle))
        except FindingsError:
            continue
        findings = check_batch(checker, exam.batch(side, 0, *lines)).findings
        assert "unfinished" not in {one.what for one in findings}, (mutation.kind, mutation.path)
        assert all(flaw.problem for flaw in checker.source_flaws(exam.manifest.raw["domain"]))


class Tripping(QuestionChecker):
    """Trips in one of its methods, as no checker should."""

    at: ClassVar[str] = ""

    def flaws(self, record: Any, run: ManifestFacts | None = None) -> list[Flaw]:
        return [Flaw("label", "as it should be"), *self._trip("flaws")]

    def entry(self, record: Mapping[str, Any]) -> ComparedEntry:
        self._trip("entry")
        return super().entry(record)

    def source_flaws(self, source: Mapping[str, Any]) -> list[Flaw]:
        return self._trip("source_flaws")

    def side_flaws(self, counts: Mapping[str, Mapping[str, int]], settings: Mapping[str, Any]) -> list[Flaw]:
        return self._trip("side_flaws")

    def _trip(self, method: str) -> list[Flaw]:
        return [Flaw("label", {}[method])] if self.at == method else []


@pytest.mark.parametrize("method", ["flaws", "entry", "source_flaws", "side_flaws"])
def test_a_checker_that_trips_anywhere_goes_on(method: str, exam: Exam) -> None:
    checker = type("At", (Tripping,), {"at": method})(read_domain(*domain_of(exam.folder)))
    report = verify(exam.folder, checker=checker)
    whats = Counter(finding.what for finding in report.findings)
    assert whats["unfinished"]
    assert f"KeyError ('{method}')" in str(report.findings)
    assert whats["label"] == (0 if method == "flaws" else exam.manifest.count)


FAULTS: Final = (
    ("cocoa_core.verification.across_records.Totals._compared", "what the record has in common with others"),
    ("cocoa_core.verification.dataset.card_flaws", "the card"),
    ("cocoa_core.verification.selection.checker.QuestionChecker.side_flaws", "the side"),
    ("cocoa_core.verification.selection.checker.split_flaws", "the split"),
)


def trips(*args: object) -> list[Flaw]:
    return [Flaw("label", {}["a key"])]


@pytest.mark.parametrize(("name", "what"), FAULTS)
def test_a_fault_of_a_check_is_a_finding_and_hides_no_other(
    name: str,
    what: str,
    splittable: Callable[[Plan], Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = Plan(by="length")
    folder = splittable(plan)
    if what == "the split":
        split_dataset(read_dataset(folder), plan, tmp_path / "split")
        folder = tmp_path / "split"
    folder = Path(shutil.copytree(folder, tmp_path / "copy"))
    file = next(folder.glob("*.jsonl"))
    file.write_bytes(file.read_bytes().replace(b'"atypical":[', b'"atypical":["x",', 1))
    monkeypatch.setattr(name, trips)
    report = verify(folder)
    whats = {finding.what for finding in report.findings}
    assert whats > {"unfinished", "sha256"}
    assert any(finding.message.startswith(f"{what} could not be checked") for finding in report.findings)


def test_a_domain_that_the_checker_trips_over_is_one_error(
    exam: Exam, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cocoa_core.verification.dataset.read_domain", trips)
    with pytest.raises(FindingsError, match=r"domain: the domain brings out a fault(.|\n)*KeyError"):
        verify(exam.folder)
