"""Checks the folder around the items: the domain's files and digests, the manifest, unknown files."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

from cocoa_core.errors import FindingsError, Place, UsageError, one_line
from cocoa_core.independent import Catalogue, is_there, load_plain, read_catalogue, read_regular
from cocoa_core.verification.manifest import MANIFEST, WHOLE, Manifest, unknown_keys
from cocoa_core.verification.report import Flaw

DOMAIN: Final = "domain"
_TABLE: Final = re.compile(r"tables/[A-Za-z0-9][A-Za-z0-9_-]{0,60}\.csv")
_BUNDLE: Final = "bundle"
"""A part that domains need not have. Their digest leaves it out."""
_MOST_BYTES: Final = 50_000_000
_MOST_TABLES: Final = 100
_MOST_NAMES: Final = 10_000
"""The most files of a folder that are looked at."""


def domain_file(folder: Path, name: str) -> bytes:
    """Returns the content of schema.yaml or rules.yaml.

    Raises:
        FindingsError: the folder lacks the file.
    """
    try:
        return read_regular(folder / DOMAIN / name, _MOST_BYTES, folder)
    except OSError as error:
        raise FindingsError(
            f"the data set lacks {DOMAIN}/{name}",
            got=one_line(error.strerror or error),
            expected="the domain's files as they were when the questions were written",
            fix="restore it from a copy; no label can be derived without it",
            place=Place(f"{DOMAIN}/{name}"),
        ) from None


def domain_bundle(folder: Path) -> bytes | None:
    """Returns the content of bundle.yaml; None where the folder has none."""
    name = f"{_BUNDLE}.yaml"
    return domain_file(folder, name) if is_there(folder / DOMAIN / name) else None


def domain_tables(folder: Path) -> dict[str, bytes]:
    """Returns the content of each table that can be read, by its path in the domain's folder.

    Raises:
        FindingsError: there are more tables than a domain can have.
    """
    tables: dict[str, bytes] = {}
    bytes_left = _MOST_BYTES
    for path in sorted(islice((folder / DOMAIN).glob("tables/*.csv"), _MOST_NAMES)):
        if len(tables) == _MOST_TABLES:
            raise FindingsError(
                "the domain has too many tables",
                got=f"more than {_MOST_TABLES}",
                fix="move those that manifest.json does not name out of the folder",
                place=Place(f"{DOMAIN}/tables"),
            )
        with suppress(OSError):  # the check of its digest says what is wrong with it
            tables[f"tables/{path.name}"] = data = read_regular(path, bytes_left, folder)
            bytes_left -= len(data)
    return tables


def folder_findings(folder: Path, manifest: Manifest, parts: Mapping[str, str]) -> Iterator[Flaw]:
    """Finds what is missing, superfluous or changed beside the questions.

    Args:
        folder: the folder of the data set.
        parts: the parts of the source, as `Checker.parts` gives them.
    """
    if manifest.domain is not None:
        yield from _digest_findings(folder, manifest, manifest.domain["digest"], parts)
    sides = [*(manifest.settings.get("split") or (WHOLE,))]
    if manifest.split is not None:  # whose sides are for the checker of the family to judge
        sides = [*manifest.files]
    place = Place(MANIFEST)
    if sorted(manifest.files) != sorted(map(str, sides)):
        yield Flaw("manifest", "the files are not of the sides", list(manifest.files), sides, place)
    for name in unknown_keys(manifest):
        yield Flaw("manifest", "the manifest has an unknown key", name, place=place)
    yield from _unknown_files(folder, manifest, parts)
    if not manifest.complete:
        yield Flaw("incomplete", "the data set is not complete: its run has not been finished", place=place)


def _digest_findings(
    folder: Path, manifest: Manifest, digest: str, parts: Mapping[str, str]
) -> Iterator[Flaw]:
    place = Place(MANIFEST)
    for name in parts:
        if name not in manifest.digests:
            yield Flaw("digest", f"the manifest has no digest of {name}", place=place)
    for name, expected in manifest.digests.items():
        if parts.get(name) == "":
            continue
        if name not in (*parts, _BUNDLE) and not _TABLE.fullmatch(name):
            yield Flaw("digest", "the manifest has a digest of an unknown part", name, place=place)
            continue
        path = f"{DOMAIN}/{_file(name, parts)}"
        try:
            actual = hashlib.sha256(read_regular(folder / path, _MOST_BYTES, folder)).hexdigest()
        except OSError as error:
            if is_there(folder / path):
                got = error.strerror or str(error)
                yield Flaw("not-a-file", "the file cannot be read", got, place=Place(path))
            else:
                yield Flaw("file-missing", "the file is missing", place=Place(path))
            continue
        if actual != expected:
            problem = "the file has another digest than the manifest says"
            yield Flaw("digest", problem, actual, expected, Place(path))
    domain_digest = combined_digest(manifest.digests)
    if digest != domain_digest:
        yield Flaw("digest", "the domain's digest is not that of its parts", digest, domain_digest, place)


def combined_digest(digests: Mapping[str, str]) -> str:
    """Returns the digest of a domain from those of its parts."""
    lines = sorted(f"{name} {digest}\n" for name, digest in digests.items() if name != _BUNDLE)
    return hashlib.sha256("".join(lines).encode("utf-8", "surrogatepass")).hexdigest()


def _unknown_files(folder: Path, manifest: Manifest, parts: Mapping[str, str]) -> Iterator[Flaw]:
    named = {piece.name for file in manifest.files.values() for piece in file.pieces}
    for path in sorted(islice(chain(folder.glob("*.jsonl*"), folder.glob("*.parquet*")), _MOST_NAMES)):
        if path.name not in named:
            problem = "the manifest does not know this file of questions"
            yield Flaw("unknown-file", problem, place=Place(path.name))
    expected = {_file(name, parts) for name in manifest.digests}
    for path in sorted(islice((folder / DOMAIN).rglob("*"), _MOST_NAMES)):
        name = path.relative_to(folder / DOMAIN).as_posix()
        if name not in expected and (path.is_symlink() or not path.is_dir()):
            problem = "the manifest does not know this file of the domain"
            yield Flaw("unknown-file", problem, place=Place(f"{DOMAIN}/{name}"))


def _file(name: str, parts: Mapping[str, str]) -> str:
    return f"{_BUNDLE}.yaml" if name == _BUNDLE else parts.get(name, name)


_MOST_INSTALLED: Final = 200_000_000
_FORMATS: Final = ("catalogue.csv", "catalogue.jsonl", "catalogue.parquet")


def installed_catalogue(
    manifest: Manifest, installed: Path | None
) -> tuple[Catalogue | None, tuple[str | Flaw, ...]]:
    """Returns the catalogue that the options of a data set are rows of.

    A data set can bring a domain of its making with it, and be right by that. So an installed domain of the
    same name and version in another state is a flaw; of another version, a note.

    Args:
        manifest: the manifest of the data set.
        installed: the folder of the installed domain; None for none.

    Returns:
        The catalogue, None where it cannot be had, with the notes and the flaws on what was compared.

    Raises:
        UsageError: the folder holds a domain of another name.
    """
    domain = manifest.domain
    if domain is None:
        return None, ()
    name = one_line(domain["name"])
    if installed is None:
        return None, (f"the catalogue of {name} was not compared: the domain is not installed",)
    try:
        schema: Any = load_plain(read_regular(installed / "schema.yaml", _MOST_INSTALLED), "schema.yaml")
        schema = schema if isinstance(schema, dict) else {}
        if schema.get("name") != domain["name"]:
            raise UsageError(
                "the domain to compare with has another name than that of the data set",
                got=str(schema.get("name")),
                expected=name,
                fix="leave --domain out, or name the domain that the questions were written from",
            )
        file = next((file_name for file_name in _FORMATS if (installed / file_name).is_file()), _FORMATS[0])
        data = read_regular(installed / file, _MOST_INSTALLED)
        if hashlib.sha256(data).hexdigest() != manifest.digests.get("catalogue"):
            return None, (_other_state(domain, schema),)
        catalogue = read_catalogue(file, data)
    except (OSError, ValueError, FindingsError) as error:
        return None, (f"the catalogue of {name} was not compared: {one_line(error)}",)
    return catalogue, () if _is_same(manifest, installed) else (_other_state(domain, schema),)


def _other_state(domain: Mapping[str, str], schema: Mapping[str, Any]) -> str | Flaw:
    name, version = one_line(domain["name"]), one_line(domain["version"])
    problem = f"the installed domain {name} is in another state than that of these questions"
    if str(schema.get("version")) != domain["version"]:
        return problem
    return Flaw("domain", f"{problem}, and both are version {version}", place=Place(MANIFEST))


def _is_same(manifest: Manifest, installed: Path) -> bool:
    """Returns whether schema, rules and tables have the digests that the manifest states."""
    home = installed.resolve()
    paths = {"schema": "schema.yaml", "rules": "rules.yaml", "bundle": "bundle.yaml"}
    for name, expected in manifest.digests.items():
        if name != "catalogue":
            try:
                file = (home / paths.get(name, name)).resolve()
                data = read_regular(file, _MOST_INSTALLED, home)
            except (OSError, ValueError, RuntimeError):
                return False
            if hashlib.sha256(data).hexdigest() != expected:
                return False
    return True
