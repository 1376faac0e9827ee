"""Finds domains: at a path, in the working folder, in installed packages, among those shipped with cocoa."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from attrs import evolve, frozen

from cocoa_core.errors import UsageError
from cocoa_core.loading.files.folder_files import (
    SCHEMA,
    digest_of_all,
    digests_of,
    readable_files,
    shown_path,
)
from cocoa_core.loading.values import DOMAIN_NAME
from cocoa_core.suggestions import did_you_mean, listed, quoted

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "cocoa.domains"
"""The entry-point group. A value is `package:folder`, where the folder is relative to the package."""

_SHIPPED: Final = "cocoa_domains"
_VALUE: Final = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*:\s*([\w-]+(?:/[\w-]+)*)", re.ASCII)
_WORKING_FOLDERS: Final = (".", "domains")


@frozen
class DiscoveredDomain:
    """A domain that can be loaded by its name."""

    name: str
    origin: str
    """"path", "working folder", "package NAME" or "cocoa"."""
    folder: Path
    """An absolute path."""
    shadows: tuple[str, ...] = ()
    """Other domains of the same name, over which this one takes precedence, as messages name them."""

    @property
    def location(self) -> str:
        """Where the domain was found, for messages: "domains/hotels (working folder)"."""
        return f"{shown_path(self.folder)} ({self.origin})"

    @property
    def notes(self) -> tuple[str, ...]:
        """What to tell the user: over which others it takes precedence."""
        return tuple(
            f"the domain {self.name!r} is {self.location}; it comes before {other}" for other in self.shadows
        )


def find_domain(name_or_path: str | Path) -> DiscoveredDomain:
    """Finds the domain of a name, or in the folder of a path.

    A text with a path separator is a path. A name is looked up in the working folder (./NAME,
    ./domains/NAME), in the entry points `cocoa.domains` of installed packages, and among the shipped domains.
    Nothing is imported.

    Raises:
        UsageError: there is no such domain or folder, the text can be neither a name nor a path, or two
            installed packages claim the name.
    """
    text = str(name_or_path)
    if isinstance(name_or_path, Path) or os.sep in text or (os.altsep or os.sep) in text:
        return _at_path(Path(text))
    if not DOMAIN_NAME.fullmatch(text):
        if text in (os.curdir, os.pardir) or _is(Path(text) / SCHEMA, Path.is_file):
            return _at_path(Path(text))
        raise UsageError(
            f"{quoted(text)} is not the name of a domain",
            expected='a small letter, then small letters, digits, "-" and "_"; or a path to a folder',
            fix=f"one of {listed(listed_domain.name for listed_domain in list_domains())}",
        )
    claims = [claim for claim in _installed_claims() if claim.name == text]
    candidates = list(_candidates(text, claims))
    if not candidates:
        raise _unknown(text, claims)
    return _first(candidates)


def list_domains() -> tuple[DiscoveredDomain, ...]:
    """Returns every domain that can be loaded by name from the working folder, sorted by name. A name is left
    out where two packages claim it and nothing takes precedence over them.
    """
    claims = _installed_claims()
    claimed = (claim.name for claim in claims if DOMAIN_NAME.fullmatch(claim.name))
    folders = (*map(Path, _WORKING_FOLDERS), shipped_folder())
    names = {*claimed, *(name for folder in folders for name in _names_in(folder))}
    result: list[DiscoveredDomain] = []
    for name in sorted(names):
        candidates = list(_candidates(name, [claim for claim in claims if claim.name == name]))
        try:
            result += [_first(candidates)] if candidates else []
        except UsageError:
            continue
    return tuple(result)


def _at_path(path: Path) -> DiscoveredDomain:
    if not _is(path, Path.is_dir):
        file = _is(path, Path.is_file)
        raise UsageError(
            f"there is no folder {quoted(str(path))}",
            got="a file" if file else "nothing at this path",
            expected=f"a folder that holds {SCHEMA}",
            fix="give the folder, not a file in it" if file else None,
        )
    return DiscoveredDomain(path.resolve().name, "path", path.resolve())


def _is(path: Path, test: Callable[[Path], bool]) -> bool:
    """Returns whether a test of a path holds; False where the system cannot look it up."""
    try:
        return test(path)
    except (OSError, ValueError):
        return False


def _candidates(name: str, claims: Iterable[_Claim]) -> Iterator[DiscoveredDomain]:
    """Yields every domain of this name in the order of precedence."""
    for base in _WORKING_FOLDERS:
        if (Path(base) / name / SCHEMA).is_file():
            yield DiscoveredDomain(name, "working folder", (Path(base) / name).resolve())
    for claim in claims:
        if claim.folder is not None:
            yield DiscoveredDomain(name, f"package {claim.package}", claim.folder)
    shipped = shipped_folder()
    if shipped is not None and (shipped / name / SCHEMA).is_file():
        yield DiscoveredDomain(name, "cocoa", (shipped / name).resolve())


def _first(candidates: list[DiscoveredDomain]) -> DiscoveredDomain:
    """Returns the first candidate, with the different domains of that name that it shadows.

    Candidates with the same digest are the same domain. Two installed packages with different domains of one
    name are refused, since neither takes precedence.
    """
    first, shadowed = candidates[0], []
    digest = _digest(first.folder) if len({candidate.folder for candidate in candidates}) > 1 else None
    for candidate in candidates[1:]:
        if candidate.folder == first.folder or (digest and digest == _digest(candidate.folder)):
            continue
        if first.origin.startswith("package ") and candidate.origin.startswith("package "):
            raise UsageError(
                f"two installed packages claim the domain {first.name!r}",
                got=f"{first.origin} and {candidate.origin}",
                expected="one domain of a name",
                fix=f"uninstall one of them, or give a path: {first.folder} or {candidate.folder}",
            )
        shadowed.append(candidate.location)
    return evolve(first, shadows=tuple(shadowed))


def _digest(folder: Path) -> str | None:
    """Returns the digest of the domain in a folder; None where a file cannot be read."""
    files, mistakes = readable_files(folder)
    return None if mistakes else digest_of_all(digests_of(files))


def _names_in(folder: Path | None) -> set[str]:
    """Returns the names of the folders in a folder that hold a schema."""
    if folder is None:
        return set()
    try:
        names = [entry.name for entry in os.scandir(folder) if DOMAIN_NAME.fullmatch(entry.name)]
    except OSError:
        return set()
    return {name for name in names if (folder / name / SCHEMA).is_file()}


def _unknown(name: str, claims: Iterable[_Claim]) -> UsageError:
    broken = next((claim for claim in claims if claim.problem), None)
    if broken is not None:
        return UsageError(
            f"the package {broken.package} claims the domain {name!r}, but it cannot be found",
            got=broken.problem,
            fix="reinstall the package, or give a path",
        )
    names = [listed_domain.name for listed_domain in list_domains()]
    return UsageError(
        f"there is no domain {name!r}",
        expected=f"one of {listed(names)}; or a path to a folder that holds {SCHEMA}",
        fix=did_you_mean(name, names),
    )


@frozen
class _Claim:
    """An entry point by which an installed package claims a domain."""

    name: str
    package: str
    folder: Path | None
    """Where the domain lies; None where it cannot be found."""
    problem: str = ""
    """Why it cannot be found."""


def _installed_claims() -> tuple[_Claim, ...]:
    """Returns the claims of installed packages, sorted by name and package."""
    from importlib.metadata import entry_points

    try:
        claims = list(entry_points(group=GROUP))
    except Exception:
        # One installed package with a broken list of entry points must not stop the others' domains.
        return ()
    return tuple(sorted(map(_claim_of, claims), key=lambda claim: (claim.name, claim.package)))


def shipped_folder() -> Path | None:
    """Returns the folder of cocoa's own domains (installed, editable or checkout); else None."""
    for folder in _locations(_SHIPPED):
        return folder
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "pyproject.toml").is_file() and (checkout / "domains" / "__init__.py").is_file():
        return checkout / "domains"
    return None


def _claim_of(entry: EntryPoint) -> _Claim:
    package = _distribution(entry)
    match = _VALUE.fullmatch(entry.value.strip())
    if match is None:
        return _Claim(entry.name, package, None, f"its value {entry.value[:100]!r} is not package:folder")
    top, *inner = match[1].split(".")
    for location in _locations(top):
        base = location.joinpath(*inner)
        folder = _folder_in(base / match[2], location)
        if folder is not None:
            return _Claim(entry.name, package, folder)
    return _Claim(
        entry.name, package, None, f"there is no folder {quoted(match[2])} in the package {match[1]!r}"
    )


def _folder_in(folder: Path, location: Path) -> Path | None:
    """Returns the resolved folder; None where it does not exist or lies outside the package."""
    try:
        resolved = folder.resolve()
        return resolved if resolved.is_dir() and resolved.is_relative_to(location.resolve()) else None
    except (OSError, RuntimeError):  # a name that the system cannot look up, a circle of links
        return None


def _distribution(entry: EntryPoint) -> str:
    try:
        return str(entry.dist.name) if entry.dist is not None else "unknown"
    except Exception:  # broken metadata of a stranger's package: its name is for messages only
        return "unknown"


def _locations(package: str) -> list[Path]:
    """Returns the folders of a top-level package, by `find_spec`, which imports nothing without a dot."""
    from importlib.util import find_spec

    try:
        spec: ModuleSpec | None = find_spec(package)
    except (ImportError, ValueError, AttributeError):
        return []
    if spec is None or spec.submodule_search_locations is None:
        return []
    return [Path(location) for location in spec.submodule_search_locations if Path(location).is_dir()]
