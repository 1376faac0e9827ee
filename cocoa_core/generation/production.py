"""From settings to a folder of questions: begun, gone on with, extended, or found complete."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Final, Protocol

from attrs import frozen

from cocoa_core.domain.domain import Domain
from cocoa_core.errors import UsageError
from cocoa_core.generation.collector import collecting_rarely
from cocoa_core.generation.run import Run
from cocoa_core.generation.schedule import BLOCK
from cocoa_core.generation.settings import Settings
from cocoa_core.records.folder_lock import locked
from cocoa_core.records.manifest import DomainState, Manifest
from cocoa_core.records.standing import standing_manifest
from cocoa_core.records.writing import FolderWriter

__all__ = ["Production", "Progress", "write_dataset"]


_SYNCED: Final = 10 * BLOCK
"""Requirements after which what was written is made to outlive a crash of the machine: some milliseconds."""


class Progress(Protocol):
    """Is told how far a run is: at its start, after every requirement, at its end.

    done: questions in the folder. total: questions asked for. rejections: refused draws so far by reason, for
    all that is in the folder; it lives on, so copy what is to be kept.
    """

    def __call__(self, done: int, total: int, rejections: Counter[str]) -> None: ...


@frozen
class Production:
    """What became of a call. before: questions that were there; written: questions that this call added."""

    folder: Path
    manifest: Manifest
    before: int
    written: int


def write_dataset(
    domain: Domain,
    settings: Settings,
    folder: str | Path,
    count: int,
    seed: int = 0,
    workers: int = 1,
    progress: Progress | None = None,
) -> Production:
    """Write a data set of `count` questions, or what is missing of it, to a folder.

    The folder is new, empty, or one that the same call began, with whatever count and however it ended: its
    bytes become those of a run that was never interrupted, for any number of workers. A complete one is left
    as it is.
    Raises UsageError for a folder that holds anything else, for a count below 1 or below what is there, and
    where another process is writing; FindingsError where a finished file has changed; in all these cases
    nothing is touched. SettingsError, where it comes to that, if the settings cannot be met: what was written
    stays.
    """
    if count < 1:
        raise UsageError("the count is out of range", got=str(count), expected="a whole number from 1")
    path = Path(folder)
    run = Run(domain, settings, seed, workers, written=True)
    wanted = Manifest.begun(
        _state(domain), seed, settings.to_json(), count, sum(len(rule.also) for rule in domain.rules)
    )
    if not path.is_dir():
        standing_manifest(path, wanted)
        path.mkdir(parents=True)
    with locked(path):
        standing = standing_manifest(path, wanted)
        if standing is not None and standing.complete and standing.count == count:
            return Production(path, standing, before=count, written=0)
        writer = FolderWriter(path, wanted, domain, run.asked.add)
        before = standing.count if standing is not None and standing.complete else writer.ledger.total
        manifest = _write(run, writer, progress)
        return Production(path, manifest, before, written=count - before)


def _state(domain: Domain) -> DomainState:
    schema = domain.schema
    return DomainState(schema.name, schema.version, domain.digest, dict(domain.digests))


def _write(run: Run, writer: FolderWriter, progress: Progress | None) -> Manifest:
    ledger, count = writer.ledger, writer.manifest.count
    start = writer.index
    stop = start + count - ledger.total  # at least one question an index
    with collecting_rarely(), writer, closing(run.requirements(start, stop)) as requirements:
        if progress is not None:
            progress(ledger.total, count, ledger.rejections)
        for index, entries in enumerate(requirements, start=start):
            for entry in entries[: count - ledger.total]:
                writer.append(entry)
            if (index + 1) % _SYNCED == 0:
                writer.sync()
            if progress is not None:
                progress(ledger.total, count, ledger.rejections)
            if ledger.total == count:
                break
        return writer.finish()
