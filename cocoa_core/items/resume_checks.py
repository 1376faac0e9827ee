"""What a folder holds already, and whether this call may go on with it."""

from __future__ import annotations

from pathlib import Path

from cocoa_core.errors import FindingsError, Place, UsageError
from cocoa_core.items.folder_check import check_folder
from cocoa_core.items.manifest import MANIFEST, Manifest, read_manifest
from cocoa_core.items.packing import lines_sha256

__all__ = ["check_files", "check_same_call", "check_version", "existing_manifest", "too_many"]


def existing_manifest(folder: Path, wanted: Manifest) -> Manifest | None:
    """The manifest that the folder has already, None where the folder is new or empty.

    Raises UsageError where the folder is something else, or a data set of another seed, of other settings, of
    another state of the domain or of another cocoa, or a finished one of more questions than are wanted;
    FindingsError where the finished files have changed. Touches nothing.
    """
    if folder.exists() and not folder.is_dir():
        raise _foreign(f"{folder}, a file")
    if not (folder / MANIFEST).exists():
        found = sorted(path.name for path in folder.iterdir()) if folder.exists() else []
        others = [name for name in found if name != f"{MANIFEST}.tmp"]
        if others:
            raise _foreign(f"{folder}, with {others[0]} in it and no {MANIFEST}")
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


def too_many(folder: Path, found: int, count: int) -> UsageError:
    """The error for a folder that has more questions than are wanted."""
    return UsageError(
        "this data set has more questions than that already",
        got=f"a count of {count:,}, where {folder} has {found:,}",
        expected=f"a count of {found:,} or more",
        fix="ask for more, or name another folder",
    )


def _foreign(found: str) -> UsageError:
    return UsageError(
        "this is not a folder to write a data set to",
        got=found,
        expected="a new folder, an empty one, or one that an earlier run of the same call began",
        fix="name another folder",
    )


def check_same_call(path: Path, existing: Manifest, wanted: Manifest, *, what: str = "a data set") -> None:
    """UsageError where what is there was made from something else, by other settings or another seed."""
    there, here = _identity(existing), _identity(wanted)
    for side in there, here:
        side.update({key: "not set" for key in {**there, **here} if key not in side})
    differing = [key for key in here if there[key] != here[key]]
    if differing:
        raise UsageError(
            f"{path} is {what} of another call",
            got="; ".join(f"{key} {here[key]}" for key in differing),
            expected="; ".join(f"{key} {there[key]}" for key in differing) + ", as in its manifest",
            fix="repeat the call that began it, or name another folder",
        )


def _identity(manifest: Manifest) -> dict[str, str]:
    """What makes two runs the same, in words."""
    domain = manifest.domain
    settings = {key: repr(value) for key, value in sorted(manifest.settings.items())}
    source = "none" if domain is None else f"{domain.name} {domain.digest[:16]}"
    return {"family": manifest.family, "domain": source, "seed": str(manifest.seed), **settings}


def check_version(path: Path, existing: Manifest, wanted: Manifest) -> None:
    """UsageError where what is there was made by another version of cocoa."""
    if existing.cocoa_version != wanted.cocoa_version:
        raise UsageError(
            f"{path} was begun by another version of cocoa, which may write other questions",
            got=f"cocoa {wanted.cocoa_version}",
            expected=f"cocoa {existing.cocoa_version}",
            fix="use that version, or name another folder",
        )


def check_files(folder: Path, existing: Manifest) -> None:
    """FindingsError where the files of a finished data set are not those that were written."""
    for state in (piece for file in existing.files.values() for piece in file.pieces):
        path = folder / state.file
        found = lines_sha256(path) if path.exists() else "no such file"
        if found != state.sha256:
            raise FindingsError(
                "a file of this finished data set has changed since",
                got=f"SHA-256 {found}",
                expected=f"SHA-256 {state.sha256}",
                fix="restore it from a copy, or generate into a new folder",
                place=Place(str(path)),
            )
