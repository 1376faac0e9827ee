"""Makes one data set of the parts of a run: the bytes that one process would have written."""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Iterator
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

from attrs import frozen

from cocoa_core.errors import CocoaError, FindingsError, Place, UsageError, one_line
from cocoa_core.items import (
    Entry,
    Family,
    Packing,
    Part,
    RunSettings,
    check_same_call,
    check_version,
    family_named,
    lines_of,
    open_lines,
    parts_in,
    wrong_parts,
)
from cocoa_core.running.blocks import Block, RunSpec, entries_of
from cocoa_core.running.production import Production, Progress, write_dataset
from cocoa_core.seeds import seed_of


def join_parts(
    folder: str | Path,
    out: str | Path,
    domain: str | Path | None = None,
    family: str | None = None,
    progress: Progress | None = None,
    packing: Packing | None = None,
) -> Production:
    """Joins the parts of a run into the data set that a single process would have written.

    A question that an earlier part already holds is replaced by the next attempt at its index. Before
    anything is written, every part is read and hashed, and one line of each, chosen by its digest, is
    generated again. Duplicates are found by the entries that were written beside the lines; records are not
    parsed. The keys are not proved here: `verify` does that.

    Args:
        out: the folder to write. As in `write_dataset`, an interrupted call is resumed.
        domain: where the domain is, if it is not installed under its name.
        family: the name of the family, where it is none of cocoa's own.
        progress: called as in `write_dataset`.
        packing: as in `write_dataset`.

    Raises:
        UsageError: the parts are of several calls, or the domain is in another state; and as `write_dataset`.
        FindingsError: a part, which is named, is missing, unfinished or changed, two have the same indices,
            notes are not those of a part's indices, or lines are no records.
    """
    path = Path(folder)
    parts = parts_in(path) if path.is_dir() else ()
    if not parts:
        raise UsageError(
            "there are no parts of a run here",
            got=str(path),
            expected="a folder that `cocoa generate --part` or `--range` wrote to",
        )
    count = max(part.run.count for part in parts)
    _check_indices(path, parts, count)
    call = _call(path, parts, domain, family)
    joint = _Joint(path, parts, call, count)
    joint.check()
    return write_dataset(call, out, count, joint.blocks, progress, packing)


def _check_indices(folder: Path, parts: tuple[Part, ...], count: int) -> None:
    """Checks that all parts are finished and that each index is in one of them."""
    for part in parts:
        if part.sha256 is not None and (part.items or 0) < part.stop - part.start:
            raise _forged(folder / part.lines, 0, f"{part.items} questions", "at least one an index")
        if part.sha256 is not None and not (folder / part.entries).exists():
            raise FindingsError(
                "this part of a run lacks the entries of its lines",
                got=f"no {part.entries}",
                expected="that file, beside the lines",
                fix="copy it, too; or remove the files of this part and repeat its call",
                place=Place(str(folder / f"{part.name}.json")),
            )
        if part.sha256 is None or not (folder / part.lines).exists():
            raise FindingsError(
                "this part of a run is not finished",
                got=f"no {part.lines}",
                expected="all of its lines",
                fix="repeat the call that began it: it goes on from what is there",
                place=Place(str(folder / f"{part.name}.json")),
            )
    if parts[0].start:
        raise _missing(folder, 0, parts[0].start)
    for part, next_part in pairwise(parts):
        if next_part.start < part.stop:
            raise FindingsError(
                "two parts have the same indices",
                got=f"{part.name} and {next_part.name}",
                expected="each index in one part",
                fix="remove the files of one of them",
                place=Place(str(folder)),
            )
        if next_part.start > part.stop:
            raise _missing(folder, part.stop, next_part.start)
    if sum(part.items or 0 for part in parts) < count:
        raise _missing(folder, parts[-1].stop, count)


def _missing(folder: Path, start: int, stop: int) -> FindingsError:
    return FindingsError(
        f"the part with the indices {start:,} to {stop - 1:,} is missing",
        got=f"no {start}:{stop} in {folder}",
        expected="parts that have every index of the run",
        fix=f"make it: the same call with --range {start}:{stop} in place of --part",
    )


def _call(folder: Path, parts: tuple[Part, ...], domain: str | Path | None, family: str | None) -> RunSpec:
    first = parts[0].run
    for part in parts:
        check_same_call(folder / part.name, part.run, first, what="a part of a run")
        check_version(folder / part.name, part.run, first)
    run_family = family_named(family or first.family, built_in=family is None)
    named = domain if domain is not None or first.domain is None else first.domain.name
    try:
        source = run_family.source(named)
        call = RunSpec.fitted(run_family, source, _settings(run_family, folder, parts[0]), first.seed)
    except CocoaError as error:
        if domain is None and first.domain is not None:
            error.add_note(f"the parts are of the domain {first.domain.name}: --domain says where it is")
        raise
    wanted = call.manifest(first.count)
    check_same_call(folder / parts[0].name, first, wanted, what="a part of a run")
    check_version(folder / parts[0].name, first, wanted)
    return call


def _settings(family: Family[Any], folder: Path, part: Part) -> RunSettings:
    """Returns the settings of the call that the part names.

    Families check what callers pass, and not what a forged file may hold: whatever they raise is a finding.
    """
    try:
        return family.settings(part.given)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        got = one_line(f"{type(error).__name__} {error}")
        raise _forged(folder / f"{part.name}.json", 0, got, "settings of a call") from error


@frozen
class _Joint:
    """The parts of a run, as what makes its blocks."""

    folder: Path
    parts: tuple[Part, ...]
    call: RunSpec
    count: int

    def check(self) -> None:
        """Reads every part, and makes one line of each again."""
        family = self.call.family
        maker = family.maker(self.call.source, self.call.settings, self.call.seed)
        for part in self.parts:
            entry = self._sampled_entry(part)
            entries = entries_of(family, maker.items(entry.index), written=True)
            if (entry.note, entry.line) not in [(entry_made.note, entry_made.line) for entry_made in entries]:
                got = f"another question {entry.number} of the index {entry.index}"
                raise _forged(self.folder / part.lines, 0, got, "the line and the entry that are made again")

    def _sampled_entry(self, part: Part) -> Entry:
        """Checks the hashes of the part and returns one of its entries.

        The entry is chosen by the digest of the lines, so whoever forges a part cannot know in advance which
        line will be generated again.
        """
        path, sha256 = self.folder / part.lines, part.sha256 or ""
        number = 1 + seed_of("a line", sha256) % max(part.items or 0, 1)
        count, digest, line = _hashed(path, number)
        if (count, digest) != (part.items, sha256):
            raise FindingsError(
                "this part of a run has changed since it was written",
                got=f"{count:,} lines, SHA-256 {digest}",
                expected=f"{part.items:,} lines, SHA-256 {sha256}",
                fix="remove the files of this part and repeat its call",
                place=Place(str(path)),
            )
        notes, digest, note = _hashed(self.folder / part.entries, number, after=sha256)
        if (notes, digest) != (count, part.entries_sha256):
            got = f"{part.entries} is not of these lines: {notes:,} entries, SHA-256 {digest}"
            raise _forged(path, 0, got, f"{count:,} entries, SHA-256 {part.entries_sha256}")
        return self._entry(part, number, note, line)

    def blocks(self, start: int, stop: int | None) -> Generator[Block, None, None]:
        """Yields first attempts at the indices from `start` to `stop`, as they stand in the parts."""
        for part in self.parts:
            if part.stop <= start:
                continue
            for index, entries in groupby(self._entries(part), key=lambda entry: entry.index):
                if stop is not None and index >= stop:
                    return
                if index >= start:
                    yield Block(index, (tuple(entries),))
        if stop is None or stop > self.parts[-1].stop:
            raise _missing(self.folder, self.parts[-1].stop, self.count)

    def _entries(self, part: Part) -> Iterator[Entry]:
        path, beside = self.folder / part.lines, self.folder / part.entries
        index, following = part.start - 1, 0
        with open_lines(path) as lines, open_lines(beside) as notes:
            for (_, line), (number, note) in zip(
                lines_of(lines, path), lines_of(notes, beside), strict=False
            ):
                entry = self._entry(part, number, note, line)
                if (entry.index, entry.number) not in ((index, following), (index + 1, 0)):
                    got = f"index {entry.index}, question {entry.number} of it"
                    raise _forged(beside, number, got, f"index {index}, {following} or {index + 1}, 0")
                index, following = entry.index, entry.number + 1
                yield entry
        if index != part.stop - 1:
            raise _forged(beside, 0, f"the last index is {index}", str(part.stop - 1))

    def _entry(self, part: Part, number: int, note: bytes, line: bytes) -> Entry:
        path, sides = self.folder / part.entries, self.call.settings.sides or (None,)
        try:
            entry = Entry.of_note(note, line)
        except ValueError as error:
            raise _forged(path, number, wrong_parts(error), "the entry of a question") from error
        if not part.start <= entry.index < part.stop or entry.attempt or entry.side not in sides:
            raise _forged(
                path,
                number,
                f"index {entry.index}, attempt {entry.attempt}, side {entry.side}",
                f"index {part.start} to {part.stop - 1}, attempt 0, side {' or '.join(map(str, sides))}",
            )
        return entry


def _hashed(path: Path, number: int, after: str = "") -> tuple[int, str, bytes]:
    """Returns how many lines a file has, the SHA-256 of them and of `after`, and the line of that number."""
    digest, count, chosen_line = hashlib.sha256(), 0, b""
    with open_lines(path) as lines:
        for count, line in lines_of(lines, path):
            digest.update(line)
            chosen_line = line if count == number else chosen_line
    digest.update(after.encode())
    return count, digest.hexdigest(), chosen_line


def _forged(path: Path, number: int, got: str, expected: str) -> FindingsError:
    return FindingsError(
        "this part of a run is not what its call makes",
        got=got,
        expected=expected,
        fix="remove the files of this part, repeat its call, and join into a new folder",
        place=Place(str(path), number),
    )
