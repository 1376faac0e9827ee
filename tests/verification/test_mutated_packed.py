"""Lines that were changed have the findings that they have in plain files, however they are packed."""

from __future__ import annotations

import hashlib
import json
import random
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import pytest
from verification.mutated_exams import Exam
from verification.mutations import mutated_at_random

from cocoa_core.errors import FindingsError
from cocoa_core.items import Packing, pack_file
from cocoa_core.verification import verify

PACKINGS: Final = (
    Packing("jsonl", 2),
    Packing("jsonl.zst"),
    Packing("jsonl.zst", 2),
    Packing("parquet"),
    Packing("parquet", 2),
)
MANY: Final = {Packing("jsonl.zst"), Packing("parquet", 2)}
"""A form each of whole and of parted files: these are compared often."""
COMPARED: Final = (
    *(pytest.param(packing, 2, id=f"{packing.format} {packing.shard}") for packing in PACKINGS),
    *(
        pytest.param(packing, 20, id=f"{packing.format} {packing.shard}-many", marks=pytest.mark.deep)
        for packing in PACKINGS
        if packing in MANY
    ),
)
FILES: Final = frozenset({"card", "sha256"})
"""What is said of files, whose names and digests are others where lines are packed."""


@pytest.fixture(scope="module")
def exam(exam_named: Callable[[str], Exam]) -> Exam:
    return exam_named("selection, choose")


def findings(exam: Exam, lines: Sequence[bytes], folder: Path, packing: Packing) -> list[tuple[str, ...]]:
    """What `verify` says, sorted, once the lines are packed and the manifest is made to fit.

    Sorted, since findings that compare lines follow those of each batch of lines, and a batch ends with its
    shard.
    """
    shutil.copytree(exam.folder, folder)
    (folder / "questions.jsonl").unlink()
    manifest = json.loads((folder / "manifest.json").read_text())
    state = manifest["files"]["questions"]
    state.update(items=len(lines), sha256=hashlib.sha256(b"".join(lines)).hexdigest(), shards=[])
    left = list(lines)
    for name, items in packing.names("questions", len(lines)):
        some, left = left[:items], left[items:]
        (folder / "lines").write_bytes(b"".join(some))
        pack_file(folder / "lines", folder / name)
        digest = hashlib.sha256(b"".join(some)).hexdigest()
        state["shards"].append({"file": name, "items": items, "sha256": digest})
    if not state["shards"]:
        del state["shards"]
        (folder / "questions.jsonl").write_bytes(b"".join(lines))
    (folder / "manifest.json").write_text(json.dumps(manifest))
    report = verify(folder)
    shutil.rmtree(folder)
    return sorted(
        (finding.question, finding.what, *finding.parts)
        for finding in report.findings
        if finding.what not in FILES
    )


@pytest.mark.parametrize(("packing", "times"), COMPARED)
def test_findings_are_those_of_plain_lines(packing: Packing, times: int, exam: Exam, tmp_path: Path) -> None:
    rng = random.Random(packing.format)
    compared = 0
    while compared < times:
        mutated = [mutated_at_random(line.record, line.other, rng, 1).line for line in exam.records()]
        plain = findings(exam, mutated, tmp_path / "plain", Packing())
        assert plain
        try:
            packed = findings(exam, mutated, tmp_path / "packed", packing)
        except (FindingsError, OverflowError, ValueError):  # what no column of a table can hold
            assert packing.format == "parquet"
            shutil.rmtree(tmp_path / "packed")
            continue
        assert packed == plain
        compared += 1
