"""Writes a data set to a folder: starts, resumes or extends it, or finds it complete."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Final, Protocol

from attrs import frozen

from cocoa_core.errors import ExhaustedError, SettingsError, UsageError
from cocoa_core.items import FolderWriter, Manifest, Packing, existing_manifest, locked, tidy, unpack
from cocoa_core.running.blocks import BLOCK, Blocks, RunSpec, infrequent_gc
from cocoa_core.running.run import ProductionRun

SYNCED: Final = 10 * BLOCK
"""Indices after which what was written is made to outlive a crash of the machine: some milliseconds."""


class Progress(Protocol):
    """Is told how far a run is: at its start, after every index, at its end.

    `done` and `total` count questions, in the folder and asked for. `rejections` counts refused draws by
    reason, for all that is in the folder; it is changed later, so copy what is to be kept.
    """

    def __call__(self, done: int, total: int, rejections: Counter[str]) -> None: ...


@frozen
class Production:
    """The outcome of a call."""

    folder: Path | str
    """The folder, or an address."""
    manifest: Manifest
    before: int
    """The number of questions that existed."""
    written: int
    """The number of questions that were added."""


def write_dataset(
    call: RunSpec,
    folder: str | Path,
    count: int,
    workers: int | Blocks = 1,
    progress: Progress | None = None,
    packing: Packing | None = None,
) -> Production:
    """Writes a data set of `count` items, or what is missing of it, to a folder.

    The folder is new, empty, or one that the same call began, with whatever count and however it ended. Its
    bytes become those of a run that was never interrupted, for any number of workers. A complete one is left
    as it is. Where UsageError or FindingsError is raised, nothing is changed.

    Args:
        count: the number of items.
        workers: the number of processes that make first attempts, or what makes them in their place.
        progress: called with how far it is.
        packing: how the finished folder keeps its lines. While they are written, and until they are packed,
            they are files of their own in it.

    Raises:
        UsageError: the folder holds anything else, the count is below 1 or below what is there, or another
            process is writing.
        FindingsError: a finished file has changed.
        ExhaustedError: there are fewer such items; those that there are make a complete data set.
        SettingsError: the settings cannot be met.
    """
    if count < 1:
        raise UsageError("the count is out of range", got=str(count), expected="a whole number from 1")
    path, packing = Path(folder), packing or Packing()
    run = ProductionRun(call, workers, written=True)
    wanted = call.manifest(count)
    packing.check(wanted)
    if not path.is_dir():
        existing_manifest(path, wanted)
        path.mkdir(parents=True)
    with locked(path):
        existing = existing_manifest(path, wanted)
        if existing is not None and existing.complete:
            tidy(path, existing)
            if existing.count != count or not packing.fits(existing):
                unpack(path, existing)
        if existing is not None and existing.complete and existing.count == count and packing.fits(existing):
            return Production(path, existing, before=count, written=0)
        files = {} if call.source is None else call.source.files
        most = call.settings.most_an_index
        writer = FolderWriter(path, wanted, files, call.family, most, run.repeats.add)
        before = existing.count if existing is not None and existing.complete else writer.ledger.total
        manifest = _write(run, writer, packing, progress)
        return Production(path, manifest, before, written=count - before)


def _write(run: ProductionRun, writer: FolderWriter, packing: Packing, progress: Progress | None) -> Manifest:
    ledger, count = writer.ledger, writer.manifest.count
    start = writer.index
    stop = start + count - ledger.total  # at least one item an index
    with infrequent_gc(), writer, closing(run.indices(start, stop)) as indices:
        if progress is not None:
            progress(ledger.total, count, ledger.rejections)
        try:
            for index, entries in enumerate(indices, start=start):
                for entry in entries[: count - ledger.total]:
                    writer.append(entry)
                if (index + 1) % SYNCED == 0:
                    writer.sync()
                if progress is not None:
                    progress(ledger.total, count, ledger.rejections)
                if ledger.total == count:
                    break
        except ExhaustedError as error:
            if ledger.total:
                writer.finish(packing)
            raise _fewer(error, ledger.total, count) from None
        return writer.finish(packing)


def _fewer(error: ExhaustedError, written: int, count: int) -> SettingsError:
    if not written:
        return SettingsError(error.problem, got=error.got, expected=error.expected, fix=error.fix)
    return ExhaustedError(
        error.problem,
        got=f"{error.got}; the {written:,} are a complete data set",
        expected=f"{count:,} questions",
        fix=error.fix,
    )
