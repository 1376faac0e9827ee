"""Compares the domain that is installed here with the one that a data set was written from."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, Final

from cocoa_core.errors import FindingsError, UsageError, one_line
from cocoa_core.independent import Catalogue, load_plain, read_catalogue, read_regular
from cocoa_core.verification.manifest import Manifest

__all__ = ["installed_catalogue"]

_MOST_BYTES: Final = 200_000_000
_FORMATS: Final = ("catalogue.csv", "catalogue.jsonl", "catalogue.parquet")


def installed_catalogue(
    manifest: Manifest, installed: Path | None
) -> tuple[Catalogue | None, tuple[str, ...]]:
    """Returns the catalogue that the options of a data set are rows of.

    Args:
        manifest: the manifest of the data set.
        installed: the folder of the installed domain; None for none.

    Returns:
        The catalogue, or None and a note that says why it cannot be had.

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
        schema: Any = load_plain(read_regular(installed / "schema.yaml", _MOST_BYTES), "schema.yaml")
        installed_name = schema.get("name") if isinstance(schema, dict) else None
        if installed_name != domain["name"]:
            raise UsageError(
                "the domain to compare with has another name than that of the data set",
                got=str(installed_name),
                expected=name,
                fix="leave --domain out, or name the domain that the questions were written from",
            )
        file = next((file_name for file_name in _FORMATS if (installed / file_name).is_file()), _FORMATS[0])
        data = read_regular(installed / file, _MOST_BYTES)
        if hashlib.sha256(data).hexdigest() != manifest.digests.get("catalogue"):
            return None, (_other_state(name),)
        catalogue = read_catalogue(file, data)
    except (OSError, ValueError, FindingsError) as error:
        return None, (f"the catalogue of {name} was not compared: {one_line(error)}",)
    return catalogue, () if _is_same(manifest, installed) else (_other_state(name),)


def _other_state(name: str) -> str:
    return f"the installed domain {name} is in another state than the one these questions were written from"


def _is_same(manifest: Manifest, installed: Path) -> bool:
    """Returns whether schema, rules and tables have the digests that the manifest states."""
    home = installed.resolve()
    paths = {"schema": "schema.yaml", "rules": "rules.yaml", "bundle": "bundle.yaml"}
    for name, expected in manifest.digests.items():
        if name != "catalogue":
            try:
                file = (home / paths.get(name, name)).resolve()
                data = read_regular(file, _MOST_BYTES, home)
            except (OSError, ValueError, RuntimeError):
                return False
            if hashlib.sha256(data).hexdigest() != expected:
                return False
    return True
