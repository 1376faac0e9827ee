"""Verifies a data set: every file, every line, every label, from the folder alone."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import chain, groupby
from operator import attrgetter
from pathlib import Path
from typing import Final

from cocoa_core.errors import CocoaError, FindingsError, Place, UsageError, one_line
from cocoa_core.independent import most_unpacked, open_regular, read_domain
from cocoa_core.verification.across_records import Totals
from cocoa_core.verification.card import CARD, RecordColumns, card_flaws
from cocoa_core.verification.checker import Checker, ManifestFacts
from cocoa_core.verification.folder import (
    DOMAIN,
    domain_bundle,
    domain_file,
    domain_tables,
    folder_findings,
    installed_catalogue,
)
from cocoa_core.verification.graph_to_text import checker_of
from cocoa_core.verification.item_files import FileReading, SideReading
from cocoa_core.verification.manifest import MANIFEST, Manifest, read_manifest
from cocoa_core.verification.parsing import parsing_checker_of
from cocoa_core.verification.report import Findings, Flaw, VerificationReport, fault_of, to_the_end
from cocoa_core.verification.selection import QuestionChecker
from cocoa_core.verification.workers import checked_batches

_SELECTION: Final = "selection"
_OTHERS: Final[Mapping[str, Callable[[Path], Checker]]] = {
    "graph-to-text": checker_of,
    "parsing": parsing_checker_of,
}
"""Cocoa's own families besides selection, each with the function that makes its checker for a folder."""


def verify(
    folder: Path,
    progress: Callable[[int], None] | None = None,
    workers: int = 1,
    installed: Path | None = None,
    checker: Checker | None = None,
) -> VerificationReport:
    """Checks a data set and reports everything that is wrong with it. Nothing is believed that can be derived
    again.

    The data set is streamed: memory grows by 16 bytes an item, 32 where there are sides.

    Args:
        folder: the folder of the data set.
        progress: called with the number of items checked so far, every 64 items.
        workers: the number of processes. The report is the same for any number.
        installed: the folder of the installed domain, whose catalogue the options are compared with. If it
            has the version of the data set's domain and another content, that is a finding.
        checker: the checker of a family that is not cocoa's own. Such code runs where the caller names it,
            never because a record does.

    Raises:
        UsageError: this is no folder, or its family is not the checker's.
        FindingsError: nothing can be checked, since the manifest, the schema or the rules are missing or
            unreadable.
    """
    folder = Path(folder)
    _refuse_arguments(folder, workers)
    manifest = read_manifest(folder)
    remarks: tuple[str | Flaw, ...] = ()
    plugged = checker is not None
    if checker is None:
        checker, remarks = _own_checker(folder, manifest, installed)
    if manifest.family != checker.name:
        raise _another_family(manifest, checker.name)
    findings = Findings()
    findings.extend(remark for remark in remarks if isinstance(remark, Flaw))
    notes = tuple(remark for remark in remarks if isinstance(remark, str))
    findings.extend(folder_findings(folder, manifest, checker.parts))
    source_flaws = to_the_end("the domain", checker.source_flaws, manifest.raw["domain"] or {})
    findings.extend(flaw.at(Place(MANIFEST)) for flaw in source_flaws)
    checked, columns = _check_items(folder, manifest, checker, workers, findings, progress)
    if manifest.complete:
        flaws_of_card = to_the_end("the card", card_flaws, folder, manifest, columns)
        findings.extend(flaw.at(Place(CARD)) for flaw in flaws_of_card)
    code, kind = type(checker), "cocoa's own checker"
    if plugged:
        kind = f"the plug-in {code.__module__}:{code.__qualname__}"
    by = f"{kind} of the family {checker.name}"
    return VerificationReport(by, checked, tuple(findings.kept), findings.count, notes, plugged)


def _refuse_arguments(folder: Path, workers: int) -> None:
    if not folder.is_dir():
        raise UsageError(
            "this is not a data set",
            got=f"{folder}, {'a file' if folder.exists() else 'which does not exist'}",
            expected="a folder that `cocoa generate` wrote",
            fix="name another, or write one: cocoa generate --domain flights --count 100 --out exam/",
        )
    if workers < 1:
        raise UsageError("the number of workers is out of range", got=str(workers), expected="1 or more")


def _own_checker(
    folder: Path, manifest: Manifest, installed: Path | None
) -> tuple[Checker, tuple[str | Flaw, ...]]:
    """Returns the checker of one of cocoa's own families, with remarks on the domain that it reads."""
    try:
        if manifest.family in _OTHERS:
            return _OTHERS[manifest.family](folder), ()
        if manifest.family != _SELECTION:
            raise _another_family(manifest, None)
        domain = domain_file(folder, "schema.yaml"), domain_file(folder, "rules.yaml"), domain_tables(folder)
        bundle = domain_bundle(folder)
        catalogue, remarks = installed_catalogue(manifest, installed)
        return QuestionChecker(read_domain(*domain, bundle), catalogue), remarks
    except CocoaError:
        raise
    except Exception as error:
        raise FindingsError(
            "the domain brings out a fault of the checker's: nothing can be checked",
            got=one_line(fault_of(error)),
            expected="the domain's files as they were when the questions were written",
            fix="restore them from a copy; if they are as they were written, report a fault of cocoa",
            place=Place(DOMAIN),
        ) from error


def _another_family(manifest: Manifest, named: str | None) -> UsageError:
    name = one_line(manifest.family)
    return UsageError(
        "the data set is of another family than that which was named"
        if named
        else "the data set is of a family that is not cocoa's own, so its checker has to be named",
        got=f"the family {name}",
        expected=named or " or ".join((_SELECTION, *_OTHERS)),
        fix=f"name it, if you trust the package that it comes from: --family {name}",
    )


def _check_items(
    folder: Path,
    manifest: Manifest,
    checker: Checker,
    workers: int,
    findings: Findings,
    progress: Callable[[int], None] | None,
) -> tuple[int, RecordColumns]:
    """Checks every file in the order of the manifest."""
    side_readings = {side: SideReading(bool(file.shards)) for side, file in manifest.files.items()}
    readings = [
        FileReading(folder, piece, _facts_for_side(manifest, name), side_readings[side])
        for (side, file), name in zip(manifest.files.items(), manifest.sides, strict=True)
        for piece in file.pieces
    ]
    sides = {piece.name: side for side, file in manifest.files.items() for piece in file.pieces}
    current_side = None
    shortest = checker.shortest if manifest.split is None else 1  # of many questions it may keep a few
    totals = Totals(manifest, checker, _most_items(folder, manifest, shortest))
    checked, columns = 0, RecordColumns()
    batches = chain.from_iterable(reading.batches() for reading in readings)
    for file, outcomes in groupby(checked_batches(checker, batches, workers), key=attrgetter("file")):
        if sides[file] != current_side:
            current_side = sides[file]
            totals.begin_file()
        for outcome in outcomes:
            checked += outcome.lines
            columns.merge(outcome.columns)
            findings.take(outcome.findings, outcome.count)
            for line in outcome.read:
                findings.extend(totals.add(line, file, sides[file]))
            if progress is not None:
                progress(checked)
    for reading in readings:
        findings.extend(reading.findings(manifest.complete))
    for side, state in manifest.files.items():
        findings.extend(side_readings[side].findings(state))
    findings.extend(totals.finish())
    return checked, columns


def _facts_for_side(manifest: Manifest, side: str | None) -> ManifestFacts:
    digest = None if manifest.domain is None else manifest.domain["digest"]
    run = (manifest.seed, manifest.settings, manifest.version, side, manifest.family, manifest.split)
    return ManifestFacts(digest, *run)


def _most_items(folder: Path, manifest: Manifest, shortest: int) -> int:
    """Returns an upper bound of the number of items, by the size of the files."""
    size = 0
    for file in (piece for state in manifest.files.values() for piece in state.pieces):
        with suppress(OSError), open_regular(folder / file.name, folder) as opened:
            size += most_unpacked(file.name, os.fstat(opened.fileno()).st_size)
    return size // shortest + 1
