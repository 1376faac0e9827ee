"""Resumes a data set: checks that the call is the same, and finds how much of it is whole on disk."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final

from attrs import evolve, frozen

from cocoa_core.errors import FindingsError, Place, UsageError
from cocoa_core.items.dataset import check_folder
from cocoa_core.items.family import Family
from cocoa_core.items.file_reading import lines_of, open_plain
from cocoa_core.items.ledger import Entry
from cocoa_core.items.manifest import MANIFEST, Manifest, read_manifest
from cocoa_core.items.packing import lines_sha256


@frozen
class CommittedRecords:
    """How much of the data files of an unfinished data set is kept. The rest is written again."""

    index: int
    """The first index that is still to be written."""
    ends: Mapping[str, int]
    """For each side the number of bytes that are whole."""


def scan_committed_records(
    paths: Mapping[str, Path],
    family: Family[Any],
    most_an_index: int,
    keep: Callable[[Sequence[Entry]], None],
    start: int = 0,
) -> CommittedRecords:
    """Reads the data files, changes nothing, and passes the entries of each whole index to `keep`, in order.

    An index is whole if all its lines are, and all indices before it are whole, in whatever file. Where an
    index may have several items, only a later line of the same file shows that none is missing. Memory does
    not grow with the files.

    Args:
        family: reads the lines.
        most_an_index: the largest number of items of one index.
        keep: receives the entries of an index.
        start: the first index that there should be.
    """
    index, ends = start, dict.fromkeys(paths, 0)
    with ExitStack() as stack:
        files = {side: stack.enter_context(closing(_by_index(path, family))) for side, path in paths.items()}
        ahead = {side: next(file, _END) for side, file in files.items()}
        while side := next((side for side, (entries, _) in ahead.items() if _starts(entries, index)), None):
            entries, is_last = ahead[side]
            if most_an_index > 1 and is_last:
                break
            keep(entries)
            ends[side] += sum(len(entry.line) for entry in entries)
            ahead[side] = next(files[side], _END)
            index += 1
    return CommittedRecords(index, ends)


_END: Final[tuple[list[Entry], bool]] = ([], True)


def _starts(entries: Sequence[Entry], index: int) -> bool:
    return bool(entries) and (entries[0].index, entries[0].number) == (index, 0)


def _by_index(path: Path, family: Family[Any]) -> Generator[tuple[list[Entry], bool], None, None]:
    """Yields the entries of one index after the other, and whether no whole line follows them."""
    entries: list[Entry] = []
    for entry in _entries(path, family):
        if entries and (entry.index, entry.number) != (entries[-1].index, entries[-1].number + 1):
            yield entries, False
            entries = []
        entries.append(entry)
    if entries:
        yield entries, True


def _entries(path: Path, family: Family[Any]) -> Iterator[Entry]:
    """Yields the records of a file up to the first line that is not one whole record with its end."""
    if not os.path.lexists(path):
        return
    with open_plain(path) as file:
        for _, line in lines_of(file, path):
            try:
                item = family.read(line) if line.endswith(b"\n") else None
            except ValueError:
                return
            if item is None:
                return
            yield evolve(family.entry(item), line=line)


def existing_manifest(folder: Path, wanted: Manifest) -> Manifest | None:
    """Returns the manifest in the folder; None where the folder is new or empty. Changes nothing.

    Raises:
        UsageError: the folder holds something else: no data set, one of another seed, other settings, another
            state of the domain or another version of cocoa, or a finished one with more questions than are
            wanted.
        FindingsError: the finished files have changed.
    """
    if folder.exists() and not folder.is_dir():
        raise _foreign(f"{folder}, a file")
    if not (folder / MANIFEST).exists():
        names = sorted(path.name for path in folder.iterdir()) if folder.exists() else []
        other_names = [name for name in names if name != f"{MANIFEST}.tmp"]
        if other_names:
            raise _foreign(f"{folder}, with {other_names[0]} in it and no {MANIFEST}")
        return None
    existing = read_manifest(folder)
    check_folder(folder, existing)
    if existing.split is not None:
        raise _foreign(f"{folder}, which `cocoa split` wrote")
    if existing.paraphrase is not None:
        raise _foreign(f"{folder}, which `cocoa paraphrase` wrote")
    check_same_call(folder, existing, wanted)
    if existing.complete:
        if wanted.count < existing.count:
            raise too_many(folder, existing.count, wanted.count)
        check_files(folder, existing)
    if not existing.complete or wanted.count > existing.count:
        check_version(folder, existing, wanted)
    return existing


def too_many(folder: Path, existing_count: int, count: int) -> UsageError:
    """Returns the error for a folder that has more questions than are wanted."""
    return UsageError(
        "this data set has more questions than that already",
        got=f"a count of {count:,}, where {folder} has {existing_count:,}",
        expected=f"a count of {existing_count:,} or more",
        fix="ask for more, or name another folder",
    )


def _foreign(got: str) -> UsageError:
    return UsageError(
        "this is not a folder to write a data set to",
        got=got,
        expected="a new folder, an empty one, or one that an earlier run of the same call began",
        fix="name another folder",
    )


def check_same_call(path: Path, existing: Manifest, wanted: Manifest, *, what: str = "a data set") -> None:
    """Refuses to go on with what was made from something else, with other settings or with another seed.

    Family, domain and its digest, seed and all settings are compared.

    Args:
        wanted: the manifest of this call.
        what: what the folder holds, for the message.

    Raises:
        UsageError: the two differ.
    """
    existing_identity, wanted_identity = _identity(existing), _identity(wanted)
    for side in existing_identity, wanted_identity:
        side.update({key: "not set" for key in {**existing_identity, **wanted_identity} if key not in side})
    differing = [key for key in wanted_identity if existing_identity[key] != wanted_identity[key]]
    if existing.family != wanted.family:
        differing = ["family"]  # the settings of another family all differ
    if differing:
        raise UsageError(
            f"{path} is {what} of another call",
            got="; ".join(f"{key} {wanted_identity[key]}" for key in differing),
            expected="; ".join(f"{key} {existing_identity[key]}" for key in differing)
            + ", as in its manifest",
            fix="repeat the call that began it, or name another folder",
        )


def _identity(manifest: Manifest) -> dict[str, str]:
    """Returns what makes two runs the same, in words."""
    domain = manifest.domain
    settings = {key: repr(value) for key, value in sorted(manifest.settings.items())}
    source = "none" if domain is None else f"{domain.name} {domain.digest[:16]}"
    return {"family": manifest.family, "domain": source, "seed": str(manifest.seed), **settings}


def check_version(path: Path, existing: Manifest, wanted: Manifest) -> None:
    """Refuses to go on with what another version of cocoa made.

    Raises:
        UsageError: the versions differ.
    """
    if existing.cocoa_version != wanted.cocoa_version:
        raise UsageError(
            f"{path} was begun by another version of cocoa, which may write other questions",
            got=f"cocoa {wanted.cocoa_version}",
            expected=f"cocoa {existing.cocoa_version}",
            fix="use that version, or name another folder",
        )


def check_files(folder: Path, existing: Manifest) -> None:
    """Refuses a finished data set whose files are not those that were written.

    Raises:
        FindingsError: a digest or a number of items differs.
    """
    for state in (piece for file in existing.files.values() for piece in file.pieces):
        check_lines(
            folder / state.file,
            state.sha256,
            problem="a file of this finished data set has changed since",
            fix="restore it from a copy, or generate into a new folder",
        )


def check_lines(path: Path, sha256: str | None, *, problem: str, fix: str, after: str = "") -> None:
    """Refuses a file whose lines do not have this digest.

    Args:
        problem: what the error says, as does `fix`.
        after: as in `lines_sha256`.

    Raises:
        FindingsError: the digest is another one, or there is no such file.
    """
    digest = lines_sha256(path, after) if path.exists() else "no such file"
    if digest != sha256:
        got, expected = f"SHA-256 {digest}", f"SHA-256 {sha256}"
        raise FindingsError(problem, got=got, expected=expected, fix=fix, place=Place(str(path)))
