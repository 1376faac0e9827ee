"""Makes parts and data sets in an object store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from attrs import evolve

from cocoa_core.errors import ExhaustedError, UsageError
from cocoa_core.items import MANIFEST, Manifest, Packing, Part, check_same_call, read_manifest
from cocoa_core.remote.store import Store, is_address
from cocoa_core.remote.transfer import PARTS, download, upload, working_folder
from cocoa_core.running import (
    Blocks,
    PartMade,
    Production,
    Progress,
    RunSpec,
    join_parts,
    planned_part,
    write_part,
)

_PART: Final = 10_000
"""The number of indices in a part of a data set: as much as a call that is killed can lose."""
_LARGEST_MANIFEST: Final = 4_000_000


def write_part_at(
    call: RunSpec, address: str, part: Part, workers: int | Blocks = 1, progress: Progress | None = None
) -> PartMade:
    """Writes a part to an address, as `write_part` does to a folder: first the lines, each file complete,
    then the note that states that they exist.

    A part that exists is fetched and compared with its note.

    Raises:
        UsageError: there is a data set at the address, or `write_part` refuses the call.
        FindingsError: other lines exist under the part's name.
    """
    store = Store.of(address)
    note = f"{part.name}.json"
    if store.read(MANIFEST, _LARGEST_MANIFEST) is not None:
        raise UsageError(
            "this is not an address for parts of a run",
            got=f"{store.address}, a data set",
            expected="a new address, or one that has other parts of the same run",
            fix="name another address",
        )
    with working_folder(store.address) as folder:
        if (existing := store.read(note, _LARGEST_MANIFEST)) is not None:
            (folder / note).write_bytes(existing)
            download(store, folder, lambda name: name.startswith(f"{part.name}.") and name != note)
        production = write_part(call, folder, part, workers, progress)
        if existing is None:
            for name in (production.part.entries, production.part.lines, note):  # the note last
                store.put(folder / name, name)
    return evolve(production, folder=store.address)


def join_at(
    parts: str | Path,
    out: str | Path,
    domain: str | Path | None = None,
    family: str | None = None,
    progress: Progress | None = None,
    packing: Packing | None = None,
) -> Production:
    """Joins parts, as `join_parts` does, where the parts, the data set or both are at an address."""
    with ExitStack() as stack:
        source, target = Path(parts), Path(out)
        if is_address(str(parts)):
            origin = Store.of(str(parts))
            source = stack.enter_context(working_folder(origin.address))
            download(origin, source, lambda name: name.startswith("part-"))
        if not is_address(str(out)):
            return join_parts(source, target, domain, family, progress, packing)
        store = Store.of(str(out))
        target = stack.enter_context(working_folder(store.address))
        with _uploaded_after(target, store):
            production = join_parts(source, target, domain, family, progress, packing)
        return evolve(production, folder=store.address)


def write_dataset_at(
    call: RunSpec,
    address: str,
    count: int,
    workers: int | Blocks = 1,
    progress: Progress | None = None,
    packing: Packing | None = None,
) -> Production:
    """Writes a data set to an address, as `write_dataset` does to a folder.

    It is made in parts in a folder below the address, which are joined and removed at the end. A data set
    that is complete is not read again.

    Raises:
        UsageError: the count is below 1, or there is a data set of another call, count or packing: nothing in
            a store is written over.
    """
    if count < 1:
        raise UsageError("the count is out of range", got=str(count), expected="a whole number from 1")
    store, packing = Store.of(address), packing or Packing()
    parts = store.within(PARTS)
    own_manifest = call.manifest(count)
    if (existing := _existing_manifest(store, own_manifest, packing)) is None:
        items = 0
        for start in range(0, count, _PART):
            stop = min(start + _PART, count)
            report_progress = None if progress is None else _shifted(progress, start, count)
            part = planned_part(call, count, (start, stop), packing.format)
            part_made = write_part_at(call, parts.address, part, workers, report_progress)
            items += part_made.part.items or 0
            if items >= count:  # there may be several an index
                break
        with working_folder(store.address) as folder, working_folder(parts.address) as source:
            download(parts, source, lambda name: True)
            domain = None if call.source is None else call.source.folder
            family = call.family.name
            with _uploaded_after(folder, store):
                production = join_parts(source, folder, domain, _plug_in(family), packing=packing)
        manifest, written = production.manifest, count
    else:
        manifest, written = existing, 0
    for name in parts.sizes():
        parts.remove(name)
    return Production(store.address, manifest, before=count - written, written=written)


@contextmanager
def _uploaded_after(folder: Path, store: Store) -> Iterator[None]:
    """Copies the data set that is made inside to a store, also where it has fewer items than asked for."""
    try:
        yield
    except ExhaustedError:
        upload(folder, store)
        raise
    upload(folder, store)


def _plug_in(family: str) -> str | None:
    """Returns the family's name where it is not cocoa's own."""
    from cocoa_core.items import BUILT_IN

    return None if family in BUILT_IN else family


def _shifted(progress: Progress, start: int, count: int) -> Progress:
    def of_the_whole(done: int, total: int, rejections: Counter[str]) -> None:
        progress(start + done, count, rejections)

    return of_the_whole


def _existing_manifest(store: Store, own_manifest: Manifest, packing: Packing) -> Manifest | None:
    """Returns the manifest of the data set at an address, of the same call; None where there is none."""
    stored = store.read(MANIFEST, _LARGEST_MANIFEST)
    if stored is None:
        return None
    with working_folder(store.address) as folder:
        (folder / MANIFEST).write_bytes(stored)
        existing = read_manifest(folder)
        check_same_call(folder, existing, own_manifest)
    if existing.count != own_manifest.count or not packing.fits(existing):
        raise UsageError(
            "there is a data set of another count or packing at this address",
            got=f"{existing.count:,} questions",
            expected=f"{own_manifest.count:,}, packed as this call says",
            fix="name another address: what is in a store is not written over",
        )
    return existing
