"""Writes a part of a run, the first attempts at a range of indices; an interrupted part is resumed."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from attrs import evolve, frozen

from cocoa_core.errors import UsageError
from cocoa_core.items import (
    FORMATS,
    MANIFEST,
    WHOLE,
    Entry,
    Ledger,
    Packing,
    Part,
    check_lines,
    check_same_call,
    check_version,
    locked,
    pack_file,
    scan_committed_records,
    writing_packed,
)
from cocoa_core.running.blocks import BLOCK, Blocks, RunSpec, infrequent_gc
from cocoa_core.running.production import SYNCED, Progress
from cocoa_core.running.run import ProductionRun


@frozen
class PartMade:
    """The outcome of a call for a part."""

    folder: Path | str
    """The folder, or an address."""
    part: Part
    written: int
    """The number of indices that this call added."""


def indices_of_part(count: int, number: int, parts: int) -> tuple[int, int]:
    """Returns the first index of a part and the one after its last.

    Parts are numbered from 1 and nearly equal in size. They end where blocks do, as far as there are enough
    blocks.

    Raises:
        UsageError: there is no such part.
    """
    if not 1 <= number <= parts <= count:
        raise UsageError(
            "there is no such part",
            got=f"part {number} of {parts}, of {count:,} questions",
            expected="a number from 1 to that of the parts, and no more parts than questions",
        )
    unit = BLOCK if count >= parts * BLOCK else 1
    units = -(-count // unit)
    return units * (number - 1) // parts * unit, min(units * number // parts * unit, count)


def planned_part(call: RunSpec, count: int, indices: tuple[int, int], form: str = FORMATS[0]) -> Part:
    """Returns the part of a run as it stands before anything of it is written.

    Args:
        count: the number of items of the whole run.
        indices: the first index and the one after the last.
        form: how the lines are packed, one of FORMATS, as soon as all exist; it does not matter for a part
            that exists.

    Raises:
        UsageError: the run has no such indices, or there is no such form.
    """
    start, stop = indices
    if not 0 <= start < stop <= count:
        raise UsageError(
            "the run has no such indices",
            got=f"{start}:{stop}",
            expected=f"two rising numbers from 0 to {count}, such as 0:{count}",
        )
    run = call.manifest(count)
    return Part(start=start, stop=stop, given=call.given, run=run, form=Packing.of(form).format)


def write_part(
    call: RunSpec, folder: str | Path, part: Part, workers: int | Blocks = 1, progress: Progress | None = None
) -> PartMade:
    """Writes what a run makes of some indices at its first attempts, or what is missing of it.

    The parts of a run are written to one folder, by any number of processes on any number of machines; then
    `join_parts` makes the data set. A part exists, with its SHA-256, as soon as it is complete; one that was
    interrupted goes on. Where an error is raised, nothing is changed.

    Args:
        part: the part, from `planned_part`.
        workers: as in `write_dataset`.
        progress: as in `write_dataset`.

    Raises:
        UsageError: the folder holds a data set or a part of these indices by another call, or another process
            is writing this part.
        FindingsError: the finished part has changed.
    """
    path = Path(folder)
    run = ProductionRun(call, workers, written=True)
    if path.exists() and (not path.is_dir() or (path / MANIFEST).exists()):
        raise UsageError(
            "this is not a folder for parts of a run",
            got=f"{path}, a data set" if path.is_dir() else f"{path}, a file",
            expected="a new folder, or one that has other parts of the same run",
            fix="name another folder",
        )
    path.mkdir(parents=True, exist_ok=True)
    begun = path / part.begun
    if not begun.exists() and (finished := _finished_part(path, part)) is not None:
        return PartMade(path, finished, written=0)
    begun.touch()
    with locked(begun):
        if (finished := _finished_part(path, part)) is None:
            return _write(run, path, part, progress)
        if not (path / finished.lines).exists():  # the last call was killed just before this
            pack_file(begun, path / finished.lines)
        begun.unlink(missing_ok=True)
        return PartMade(path, finished, written=0)


def _finished_part(folder: Path, part: Part) -> Part | None:
    existing = part.existing_in(folder)
    if existing is None:
        return None
    path = folder / part.name
    check_same_call(path, existing.run, part.run, what="a part of a run")
    check_version(path, existing.run, part.run)
    if existing.sha256 is None:
        return None
    lines = folder / (existing.lines if (folder / existing.lines).exists() else existing.begun)
    changed = {
        "problem": "a finished part has changed since",
        "fix": "remove the files of this part and repeat the call",
    }
    check_lines(lines, existing.sha256, **changed)
    check_lines(folder / existing.entries, existing.entries_sha256, after=existing.sha256, **changed)
    return existing


def _write(run: ProductionRun, folder: Path, part: Part, progress: Progress | None) -> PartMade:
    begun = folder / part.begun
    ledger, digest, notes_digest = Ledger(), hashlib.sha256(), hashlib.sha256()

    def keep(entries: Sequence[Entry]) -> None:
        for entry in entries:
            ledger.add(entry)
            digest.update(entry.line)
            note = entry.note
            notes.write(note)
            notes_digest.update(note)

    most = run.call.settings.most_an_index
    rejections: Counter[str] = ledger.rejections
    entries_file = folder / part.entries  # written anew by each call, from the lines that are there
    with ExitStack() as held, infrequent_gc(), writing_packed(entries_file) as notes:
        # It refuses a link.
        stock = scan_committed_records({WHOLE: begun}, run.call.family, most, keep, part.start)
        file = held.enter_context(begun.open("ab"))
        part.write(folder)
        file.truncate(stock.ends[WHOLE])
        with closing(run.first_attempts(stock.index, part.stop)) as attempts:
            if progress is not None:
                progress(stock.index - part.start, part.stop - part.start, rejections)
            for index, entries in enumerate(attempts, start=stock.index):
                file.writelines(entry.line for entry in entries)
                keep(entries)
                if (index + 1) % SYNCED == 0:
                    file.flush()
                    os.fsync(file.fileno())
                if progress is not None:
                    progress(index + 1 - part.start, part.stop - part.start, rejections)
        file.flush()
        os.fsync(file.fileno())
    sha256 = digest.hexdigest()
    notes_digest.update(sha256.encode())
    finished = evolve(part, items=ledger.total, sha256=sha256, entries_sha256=notes_digest.hexdigest())
    finished.write(folder)
    pack_file(begun, folder / part.lines)
    return PartMade(folder, finished, written=part.stop - stock.index)
