"""Whatever stands in the manifest, in the card's header or in the domain's files: a finding, or one error."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pytest
from verification.mutated_exams import Exam, write_exam
from verification.mutations import Mutation, dumped, mutations

from cocoa_core.errors import FindingsError, UsageError
from cocoa_core.independent import load_plain, read_domain
from cocoa_core.verification import verify
from cocoa_core.verification.card import card_flaws
from cocoa_core.verification.columns import Columns
from cocoa_core.verification.folder import domain_tables
from cocoa_core.verification.lines import check_batch
from cocoa_core.verification.selection import QuestionChecker

STRIDES: Final = (pytest.param(37, id="some"), pytest.param(1, id="all", marks=pytest.mark.deep))
HEADER_STRIDES: Final = (pytest.param(487, id="some"), pytest.param(31, id="many", marks=pytest.mark.deep))
DOMAIN_STRIDES: Final = (pytest.param(997, id="some"), pytest.param(29, id="many", marks=pytest.mark.deep))
FILES: Final = ("schema.yaml", "rules.yaml", "bundle.yaml")
LOOKS: Final = frozenset(
    {"with its keys in another order", "with blanks", "escaped", "without an end", "with a carriage return"}
)
"""Changes after which a manifest says the same."""
BELIEVED: Final = {("graph-to-text", "domain", key) for key in ("name", "version")}
"""Of a manifest: what graphs are called, which nothing else of a data set states."""
UNREAD: Final = frozenset({"pretty_name", "language", "task_categories"})
"""Keys of the card's header that may say anything, beside those that cocoa does not write."""


@pytest.fixture(scope="module")
def exam(tmp_path_factory: pytest.TempPathFactory) -> Exam:
    """Questions on two sides."""
    return write_exam(tmp_path_factory.mktemp("files") / "exam", "selection, sides")


def changed(value: Any, step: int) -> Iterator[Mutation]:
    """Every so many mutations of what a file says."""
    return (one for one in islice(mutations(value, value), 0, None, step) if one.line != dumped(value))


@pytest.mark.parametrize("step", STRIDES)
@pytest.mark.parametrize("name", ["selection, sides", "parsing", "graph-to-text"])
def test_a_mutated_manifest_is_named(name: str, step: int, tmp_path: Path) -> None:
    exam = write_exam(tmp_path / "exam", name)
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
        assert "unfinished" not in {one.what for one in report.findings}, (mutation.kind, mutation.path)


@pytest.mark.parametrize("step", HEADER_STRIDES)
def test_a_mutated_header_of_the_card_is_named(step: int, exam: Exam, tmp_path: Path) -> None:
    columns = Columns()
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


@pytest.mark.parametrize("step", DOMAIN_STRIDES)
@pytest.mark.parametrize("name", FILES)
def test_a_mutated_domain_is_refused_or_its_questions_are_checked(name: str, step: int, exam: Exam) -> None:
    files = {one: (exam.folder / "domain" / one).read_bytes() for one in FILES}
    tables = domain_tables(exam.folder)
    side, lines = next(iter(exam.lines.items()))
    for mutation in changed(load_plain(files[name], name), step):
        schema, rules, bundle = ({**files, name: mutation.line}[one] for one in FILES)
        try:
            checker = QuestionChecker(read_domain(schema, rules, tables, bundle))
        except FindingsError:
            continue
        found = check_batch(checker, exam.batch(side, 0, *lines)).findings
        assert "unfinished" not in {one.what for one in found}, (mutation.kind, mutation.path)
        assert all(one.problem for one in checker.source_flaws(exam.manifest.raw["domain"]))
