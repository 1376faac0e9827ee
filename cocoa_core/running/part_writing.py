"""Writing a part of a run: the first attempts at some indices, gone on with after a kill."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from cocoa_core.errors import FindingsError, Place, UsageError
from cocoa_core.items import (
    FORMATS,
    MANIFEST,
    WHOLE,
    Entry,
    Ledger,
    Manifest,
    Packing,
    Part,
    check_same_call,
    check_version,
    lines_sha256,
    locked,
    pack_file,
    scan_committed_records,
    writing_packed,
)
from cocoa_core.running.garbage_collection import infrequent_gc
from cocoa_core.running.makers import BLOCK, Blocks, RunSpec
from cocoa_core.running.production import SYNCED, Progress
from cocoa_core.running.run import Run

__all__ = ["PartMade", "indices_of_part", "write_part"]


@frozen
class PartMade:
    """What became of a call for a part. folder: or an address. written: the indices that this call added."""

    folder: Path | str
    part: Part
    written: int


def indices_of_part(count: int, number: int, parts: int) -> tuple[int, int]:
    """The first index of a part and the one after its last; parts are numbered from 1 and of nearly one size.

    They end where blocks do, as far as there are blocks enough. UsageError for a part that there is not.
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


def write_part(
    call: RunSpec,
    folder: str | Path,
    count: int,
    indices: tuple[int, int],
    given: Mapping[str, Any],
    workers: int = 1,
    progress: Progress | None = None,
    blocks: Blocks | None = None,
    form: str = FORMATS[0],
) -> PartMade:
    """Write what a run of `count` items makes of some indices at its first attempts, or what is missing.

    Parts of one run are written to one folder, by any number of processes on any number of machines; then
    `join_parts` makes the data set of them. given: the settings as the caller named them. blocks: as of
    `write_dataset`. form: how the lines are kept, one of FORMATS, as soon as all are there; of a part that is
    there it is no matter.
    A part is there, with its SHA-256, as soon as all of it is; one that was interrupted goes on.
    Raises UsageError for indices that the run does not have, for a folder that holds a data set or a part of
    these indices by another call, and where another process is writing this part; FindingsError where the
    finished part has changed. In all these cases nothing is touched.
    """
    path, (start, stop) = Path(folder), indices
    if not 0 <= start < stop <= count:
        raise UsageError(
            "the run has no such indices",
            got=f"{start}:{stop}",
            expected=f"two rising numbers from 0 to {count}, such as 0:{count}",
        )
    run = Run(call, workers, written=True, blocks=blocks)
    wanted = Manifest.begun(call.family.name, call.source, call.seed, call.settings, count, call.fit)
    part = Part(start=start, stop=stop, given=given, run=wanted, form=Packing.of(form).format)
    if path.exists() and (not path.is_dir() or (path / MANIFEST).exists()):
        raise UsageError(
            "this is not a folder for parts of a run",
            got=f"{path}, a data set" if path.is_dir() else f"{path}, a file",
            expected="a new folder, or one that has other parts of the same run",
            fix="name another folder",
        )
    path.mkdir(parents=True, exist_ok=True)
    begun = path / part.begun
    if not begun.exists() and (known := _known(path, part)) is not None:
        return PartMade(path, known, written=0)
    begun.touch()
    with locked(begun):
        if (known := _known(path, part)) is None:
            return _write(run, path, part, progress)
        if not (path / known.lines).exists():  # the last call was killed just before this
            pack_file(begun, path / known.lines)
        begun.unlink(missing_ok=True)
        return PartMade(path, known, written=0)


def _known(folder: Path, part: Part) -> Part | None:
    """The part, where the folder has all of it; None where something is missing."""
    known = part.there(folder)
    if known is None:
        return None
    path = folder / part.name
    check_same_call(path, known.run, part.run, what="a part of a run")
    check_version(path, known.run, part.run)
    if known.sha256 is None:
        return None
    lines = folder / (known.lines if (folder / known.lines).exists() else known.begun)
    for file, after, wanted in (
        (lines, "", known.sha256),
        (folder / known.entries, known.sha256, known.entries_sha256),
    ):
        found = lines_sha256(file, after) if file.exists() else "no such file"
        if found != wanted:
            raise FindingsError(
                "a finished part has changed since",
                got=f"SHA-256 {found}",
                expected=f"SHA-256 {wanted}",
                fix="remove the files of this part and repeat the call",
                place=Place(str(file)),
            )
    return known


def _write(run: Run, folder: Path, part: Part, progress: Progress | None) -> PartMade:
    family, begun = run.call.family, folder / part.begun
    ledger, digest, notes_digest = Ledger(), hashlib.sha256(), hashlib.sha256()

    def entry_of(line: bytes) -> Entry:
        return evolve(family.entry(family.read(line)), line=line)

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
        stock = scan_committed_records(
            {WHOLE: begun}, entry_of, most, keep, part.start
        )  # which refuses a link
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
    made = evolve(part, items=ledger.total, sha256=sha256, entries_sha256=notes_digest.hexdigest())
    made.write(folder)
    pack_file(begun, folder / part.lines)
    return PartMade(folder, made, written=part.stop - stock.index)
