"""Writes a data set from another one: the same records on other sides, or changed ones on the same."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from attrs import evolve

from cocoa_core.atomic_files import is_occupied
from cocoa_core.errors import UsageError
from cocoa_core.items.card import write_card
from cocoa_core.items.dataset import Dataset, domain_files
from cocoa_core.items.file_reading import read_plain
from cocoa_core.items.ledger import Ledger
from cocoa_core.items.manifest import FileState, Manifest

TRAIN: Final = "train"
TEST_ID: Final = "test_id"
"""What training has, too."""
TEST_OOD: Final = "test_ood"
"""What training has in other combinations only."""
_LARGEST: Final = 100_000_000
"""Bytes of a file of the domain."""


def distribution_of(side: str) -> str:
    """Returns `ood` for a side with what training does not have, otherwise `id`."""
    return "ood" if side == TEST_OOD else "id"


def write_resplit(
    dataset: Dataset, wanted: Manifest, sides: Sequence[str], side_of: Mapping[str, str], out: Path
) -> Manifest:
    """Writes the items of a data set to one file a side, in their order, each line as it was.

    Args:
        dataset: the data set to read.
        wanted: its manifest, with what is to be said of the split.
        sides: the names of the sides.
        side_of: the side of each item by its id. Items that are missing here are left out.
        out: a new or empty folder. At the end it holds the whole data set, or is as it was.

    Returns:
        The new manifest.
    """
    moved = ((side_of.get(item.id), line, item) for line, item in dataset.lines())
    return _write(dataset, wanted, sides, moved, out)


def write_changed(dataset: Dataset, wanted: Manifest, change: Callable[[Any], Any], out: Path) -> Manifest:
    """Writes the items of a data set as `change` returns them, each on its side and in its position.

    Args:
        dataset: the data set to read.
        wanted: its manifest, with what is to be said of the change.
        change: returns the changed item.
        out: as for `write_resplit`.

    Returns:
        The new manifest.
    """
    changed = ((side, change(item)) for side in dataset.sides for item in dataset.side(side))
    moved = ((side, f"{item.line()}\n".encode(), item) for side, item in changed)
    return _write(dataset, wanted, dataset.sides, moved, out)


def _write(
    dataset: Dataset,
    wanted: Manifest,
    sides: Sequence[str],
    moved: Iterable[tuple[str | None, bytes, Any]],
    out: Path,
) -> Manifest:
    if is_occupied(out):
        raise UsageError(
            "this is not a folder to write a data set to",
            got=f"{out}, which is not empty" if out.is_dir() else f"{out}, a file",
            expected="a new folder or an empty one",
            fix="name another folder",
        )
    out.parent.mkdir(parents=True, exist_ok=True)
    passing = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
    try:
        finished = _copy(dataset, wanted, sides, moved, passing)
        if out.exists():
            out.rmdir()
        passing.chmod(0o755)
        passing.rename(out)
    finally:
        shutil.rmtree(passing, ignore_errors=True)
    return finished


def _copy(
    dataset: Dataset,
    wanted: Manifest,
    sides: Sequence[str],
    moved: Iterable[tuple[str | None, bytes, Any]],
    folder: Path,
) -> Manifest:
    ledger, family = Ledger(), dataset.family
    files = {side: FileState(f"{side}.jsonl") for side in sides}
    with ExitStack() as stack:
        handles = {
            side: stack.enter_context((folder / state.file).open("wb")) for side, state in files.items()
        }
        for side, line, item in moved:
            if side is not None:
                handles[side].write(line)
                ledger.add(evolve(family.entry(item), line=line, side=side))
    _copy_domain(dataset.folder, folder)
    finished = evolve(wanted, files=files).finished(ledger)
    write_card(folder, finished, family)
    finished.write(folder)
    return finished


def _copy_domain(source: Path, folder: Path) -> None:
    for name in domain_files(source):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(read_plain(source, name, _LARGEST))
