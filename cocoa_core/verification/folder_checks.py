"""The folder around the questions: the domain's files and their digests, the card, nothing unknown."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Final

from cocoa_core.errors import FindingsError, Place
from cocoa_core.verification.domain_reading import VerifierDomain
from cocoa_core.verification.manifest_reading import MANIFEST, Manifest
from cocoa_core.verification.regular_files import is_there, read_regular
from cocoa_core.verification.report import Finding, Flaw, one_line

__all__ = ["CARD", "DOMAIN", "domain_file", "domain_tables", "folder_findings"]

DOMAIN: Final = "domain"
CARD: Final = "README.md"
_NAMES: Final = {"schema": "schema.yaml", "rules": "rules.yaml"}
_TABLE: Final = re.compile(r"tables/[A-Za-z0-9][A-Za-z0-9_-]{0,60}\.csv")
_MOST_BYTES: Final = 50_000_000
_MOST_TABLES: Final = 100
_MOST_NAMES: Final = 10_000
"""Files of a folder that are looked at."""
_NOT_KEPT: Final = "catalogue"
"""The part of a domain that a data set has a digest of, but no copy."""


def domain_file(folder: Path, name: str) -> bytes:
    """The bytes of schema.yaml or rules.yaml; FindingsError where the folder lacks it."""
    try:
        return read_regular(folder / DOMAIN / name, _MOST_BYTES)
    except OSError as error:
        raise FindingsError(
            f"the data set lacks {DOMAIN}/{name}",
            got=one_line(error.strerror or error),
            expected="the domain's files as they were when the questions were written",
            fix="restore it from a copy; no label can be derived without it",
            place=Place(f"{DOMAIN}/{name}"),
        ) from None


def domain_tables(folder: Path) -> dict[str, bytes]:
    """The bytes of each table that can be read, by its path in the domain's folder.

    FindingsError where they are more than a domain can have.
    """
    found: dict[str, bytes] = {}
    left = _MOST_BYTES
    for path in sorted(islice((folder / DOMAIN).glob("tables/*.csv"), _MOST_NAMES)):
        if len(found) == _MOST_TABLES:
            raise FindingsError(
                "the domain has too many tables",
                got=f"more than {_MOST_TABLES}",
                fix="move those that manifest.json does not name out of the folder",
                place=Place(f"{DOMAIN}/tables"),
            )
        with suppress(OSError):  # the check of its digest says what is wrong with it
            found[f"tables/{path.name}"] = data = read_regular(path, left)
            left -= len(data)
    return found


def folder_findings(folder: Path, manifest: Manifest, domain: VerifierDomain) -> Iterator[Finding]:
    """What is missing, too much or changed beside the questions."""
    yield from _digest_findings(folder, manifest)
    for key, found in (("name", domain.name), ("version", domain.version)):
        if manifest.domain[key] != found:
            yield _finding(
                MANIFEST,
                "manifest",
                f"the domain's {key} is not that of its schema",
                manifest.domain[key],
                found,
            )
    asserted = sum(len(rule.also) for rule in domain.rules.values())
    if manifest.raw.get("asserted_wordings") != asserted:
        given = str(manifest.raw.get("asserted_wordings"))
        yield _finding(MANIFEST, "counts", "asserted_wordings is not that of the rules", given, str(asserted))
    sides = [*(manifest.settings.get("split") or ("questions",))]
    if sorted(manifest.files) != sorted(map(str, sides)):
        yield _finding(
            MANIFEST, "manifest", "the files are not of the sides", str(list(manifest.files)), str(sides)
        )
    yield from _unknown_files(folder, manifest)
    if not manifest.complete:
        yield _finding(MANIFEST, "incomplete", "the data set is not complete: its run has not been finished")
        return
    yield from _card_findings(folder, manifest)


def _digest_findings(folder: Path, manifest: Manifest) -> Iterator[Finding]:
    for name in ("schema", "rules", _NOT_KEPT):
        if name not in manifest.digests:
            yield _finding(MANIFEST, "digest", f"the manifest has no digest of {name}")
    for name, expected in manifest.digests.items():
        path = f"{DOMAIN}/{_NAMES.get(name, name)}"
        if name == _NOT_KEPT:
            continue
        if name not in _NAMES and not _TABLE.fullmatch(name):
            yield _finding(MANIFEST, "digest", "the manifest has a digest of an unknown part", name)
            continue
        try:
            found = hashlib.sha256(read_regular(folder / path, _MOST_BYTES)).hexdigest()
        except OSError as error:
            there = is_there(folder / path)
            problem = "the file cannot be read" if there else "the file is missing"
            got = error.strerror or str(error)
            yield _finding(path, "not-a-file" if there else "file-missing", problem, got if there else "")
            continue
        if found != expected:
            yield _finding(
                path, "digest", "the file has another digest than the manifest says", found, expected
            )
    lines = sorted(f"{name} {one}\n" for name, one in manifest.digests.items())
    whole = hashlib.sha256("".join(lines).encode("utf-8", "surrogatepass")).hexdigest()
    if manifest.domain["digest"] != whole:
        yield _finding(
            MANIFEST,
            "digest",
            "the domain's digest is not that of its parts",
            manifest.domain["digest"],
            whole,
        )


def _unknown_files(folder: Path, manifest: Manifest) -> Iterator[Finding]:
    known = {file.name for file in manifest.files.values()}
    for path in sorted(islice(folder.glob("*.jsonl*"), _MOST_NAMES)):
        if path.name not in known:
            yield _finding(path.name, "unknown-file", "the manifest does not know this file of questions")
    expected = {_NAMES.get(name, name) for name in manifest.digests}
    for path in sorted(islice((folder / DOMAIN).rglob("*"), _MOST_NAMES)):
        name = path.relative_to(folder / DOMAIN).as_posix()
        if name not in expected and (path.is_symlink() or not path.is_dir()):
            yield _finding(
                f"{DOMAIN}/{name}", "unknown-file", "the manifest does not know this file of the domain"
            )


def _card_findings(folder: Path, manifest: Manifest) -> Iterator[Finding]:
    try:
        card = read_regular(folder / CARD, _MOST_BYTES).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        yield _finding(CARD, "file-missing", "the card is missing or cannot be read", str(error))
        return
    for file in manifest.files.values():
        if file.questions and file.name not in card:
            yield _finding(CARD, "card", f"the card does not name {file.name}")


def _finding(file: str, what: str, problem: str, got: str = "", expected: str = "") -> Finding:
    return Finding.of(Flaw(what, problem, got, expected), Place(file))
