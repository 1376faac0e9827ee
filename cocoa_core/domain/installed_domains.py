"""Domains of installed packages: found by their entry points, without importing anything of them."""

from __future__ import annotations

import re
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from attrs import frozen

from cocoa_core.domain.suggestions import quoted

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["GROUP", "Claim", "installed_claims", "shipped_folder"]

GROUP: Final = "cocoa.domains"
"""The entry-point group; a value is `package:folder`, the folder within the package."""

_SHIPPED: Final = "cocoa_domains"
_VALUE: Final = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*:\s*([\w-]+(?:/[\w-]+)*)", re.ASCII)


@frozen
class Claim:
    """An installed package that says it has a domain of this name; where it lies, or why it is not found."""

    name: str
    package: str
    folder: Path | None
    problem: str = ""


def installed_claims() -> tuple[Claim, ...]:
    """What installed packages claim, sorted by name and package."""
    from importlib.metadata import entry_points

    try:
        found = list(entry_points(group=GROUP))
    except Exception:
        # One installed package with a broken list of entry points must not stop the others' domains.
        return ()
    return tuple(sorted(map(_claim, found), key=lambda claim: (claim.name, claim.package)))


def shipped_folder() -> Path | None:
    """The folder of the domains that come with cocoa: installed, editable or in the checkout."""
    for folder in _locations(_SHIPPED):
        return folder
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "pyproject.toml").is_file() and (checkout / "domains" / "__init__.py").is_file():
        return checkout / "domains"
    return None


def _claim(entry: EntryPoint) -> Claim:
    package = _distribution(entry)
    match = _VALUE.fullmatch(entry.value.strip())
    if match is None:
        return Claim(entry.name, package, None, f"its value {entry.value[:100]!r} is not package:folder")
    top, *inner = match[1].split(".")
    for location in _locations(top):
        base = location.joinpath(*inner)
        folder = _folder_in(base / match[2], location)
        if folder is not None:
            return Claim(entry.name, package, folder)
    return Claim(
        entry.name, package, None, f"there is no folder {quoted(match[2])} in the package {match[1]!r}"
    )


def _folder_in(folder: Path, location: Path) -> Path | None:
    """The folder, resolved, where there is one and it lies within the package."""
    try:
        found = folder.resolve()
        return found if found.is_dir() and found.is_relative_to(location.resolve()) else None
    except (OSError, RuntimeError):  # a name that the system cannot look up, a circle of links
        return None


def _distribution(entry: EntryPoint) -> str:
    try:
        return str(entry.dist.name) if entry.dist is not None else "unknown"
    except Exception:  # broken metadata of a stranger's package: its name is for messages only
        return "unknown"


def _locations(package: str) -> list[Path]:
    """The folders of a top-level package. `find_spec` imports nothing for one without a dot in its name."""
    from importlib.util import find_spec

    try:
        spec: ModuleSpec | None = find_spec(package)
    except (ImportError, ValueError, AttributeError):
        return []
    if spec is None or spec.submodule_search_locations is None:
        return []
    return [Path(location) for location in spec.submodule_search_locations if Path(location).is_dir()]
