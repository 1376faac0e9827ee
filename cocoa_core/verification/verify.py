"""Verifying a data set: every file, every line, every label, from the folder alone."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain, groupby
from operator import attrgetter
from pathlib import Path
from typing import Final

from cocoa_core.errors import UsageError
from cocoa_core.verification.data_files import FileReading
from cocoa_core.verification.domain_reading import read_domain
from cocoa_core.verification.folder_checks import domain_file, domain_tables, folder_findings
from cocoa_core.verification.line_checks import Batch, Checked
from cocoa_core.verification.manifest_reading import Manifest, read_manifest
from cocoa_core.verification.provenance_checks import Run
from cocoa_core.verification.question_checks import QuestionChecker
from cocoa_core.verification.regular_files import open_regular
from cocoa_core.verification.report import Findings, Report, one_line
from cocoa_core.verification.set_checks import Totals
from cocoa_core.verification.workers import checked_batches

__all__ = ["verify"]

_SHORTEST: Final = 500
"""Bytes that a record has at the least: its keys alone are more."""


def verify(
    folder: Path,
    progress: Callable[[int], None] | None = None,
    workers: int = 1,
    domain_digest: str | None = None,
) -> Report:
    """Check a data set and say all that is wrong with it; nothing is believed that can be worked out again.

    progress: called with the number of questions checked so far, every 64 of them. workers: processes; the
    report is the same for any number. domain_digest: of the domain as it is installed, to compare.
    Streams: memory does not grow but for 16 bytes a question, 32 with sides.
    Raises UsageError where there is no such folder, FindingsError where nothing can be checked: the manifest,
    the schema or the rules are missing or cannot be read.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise UsageError("there is no such folder", got=str(folder), expected="the folder of a data set")
    if workers < 1:
        raise UsageError("the number of workers is out of range", got=str(workers), expected="1 or more")
    manifest = read_manifest(folder)
    domain = domain_file(folder, "schema.yaml"), domain_file(folder, "rules.yaml"), domain_tables(folder)
    checker = QuestionChecker(read_domain(*domain))
    findings = Findings()
    findings.extend(folder_findings(folder, manifest, checker.domain))
    checking = partial(checked_batches, checker, domain, workers=workers)
    checked = _check_questions(folder, manifest, checking, findings, progress)
    return Report(checked, tuple(findings.kept), findings.found, _notes(manifest, domain_digest))


def _check_questions(
    folder: Path,
    manifest: Manifest,
    checking: Callable[[Iterable[Batch]], Iterator[Checked]],
    findings: Findings,
    progress: Callable[[int], None] | None,
) -> int:
    """Check every file in the order of the manifest; the number of lines checked."""
    readings = [
        FileReading(folder, file, _run(manifest, name))
        for file, name in zip(manifest.files.values(), manifest.sides, strict=True)
    ]
    sides = {file.name: side for side, file in manifest.files.items()}
    totals = Totals(manifest, _most_questions(folder, manifest))
    checked = 0
    batches = chain.from_iterable(reading.batches() for reading in readings)
    for file, outcomes in groupby(checking(batches), key=attrgetter("file")):
        totals.begin_file()
        for outcome in outcomes:
            checked += outcome.lines
            findings.take(outcome.findings, outcome.found)
            for entry in outcome.entries:
                findings.extend(totals.add(entry, file, sides[file]))
            if progress is not None:
                progress(checked)
    for reading in readings:
        findings.extend(reading.findings(manifest.complete))
    findings.extend(totals.finish())
    return checked


def _run(manifest: Manifest, name: str | None) -> Run:
    return Run(manifest.domain["digest"], manifest.seed, manifest.settings, manifest.version, name)


def _most_questions(folder: Path, manifest: Manifest) -> int:
    """More questions than the files can hold, by their bytes."""
    size = 0
    for file in manifest.files.values():
        with suppress(OSError), open_regular(folder / file.name) as opened:
            size += os.fstat(opened.fileno()).st_size
    return size // _SHORTEST + 1


def _notes(manifest: Manifest, domain_digest: str | None) -> tuple[str, ...]:
    name = one_line(manifest.domain["name"])
    if domain_digest is None:
        return (f"the catalogue of {name} was not compared: the domain is not installed",)
    if domain_digest != manifest.domain["digest"]:
        return (
            f"the installed domain {name} is in another state than the one these questions were written from",
        )
    return ()
