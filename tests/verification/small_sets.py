"""Small data sets of every shipped domain, with sides, option sets and knowledge, to be broken and forged."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from attrs import frozen
from calling import call_cocoa
from verification.broken_sets import break_set, content
from verification.dataset_edits import dumped, lines, write
from verification.forgeries import FORGERIES

from cocoa_core.domain import Domain
from cocoa_core.errors import CocoaError, FindingsError
from cocoa_core.loading import load_domain
from cocoa_core.verification import verify

DOMAINS: Final = Path(__file__).parents[2] / "domains"
MADE: Final[Mapping[str, Mapping[str, Any]]] = {
    "flights": {"count": 4},
    "flights with sides": {"count": 6, "split": {"train": 0.5, "test": 0.5}, "option_sets": 2},
    "flights with knowledge": {"count": 4, "knowledge": True},
    "hotels": {"count": 4},
    "diamonds": {"count": 4, "slots": 5, "minterms": 3},
    "jobs": {"count": 4, "primitives": "per-slot"},
}
"""Name, which begins with that of the domain -> how the data set is made."""


@frozen(eq=False)
class SmallSet:
    """A clean data set, and the domain it was written from."""

    folder: Path
    domain: Domain


def write_sets(base: Path, names: tuple[str, ...] = tuple(MADE)) -> dict[str, SmallSet]:
    """The data sets of these names, in folders of their own."""
    import cocoa_core

    found = {}
    for number, name in enumerate(names):
        folder, source = base / f"set{number}", DOMAINS / name.split(" ")[0]
        cocoa_core.load_domain(source).write(folder, seed=31 + number, **MADE[name])
        found[name] = SmallSet(folder, load_domain(source))
    return found


def faults_of_broken(one: SmallSet, folder: Path, rng: random.Random) -> tuple[tuple[str, ...], list[str]]:
    """Break a copy in the folder: the harms, and what is against the law in what `verify` says of it."""
    _copy(one.folder, folder)
    before = content(folder)
    harms = break_set(folder, rng)
    try:
        report = verify(folder)
    except CocoaError as error:
        said = str(error)
        found = {
            "an error of another kind": not isinstance(error, FindingsError),
            "an error without a file": not (error.place and error.place.file),
            "an error that says not what to do": not error.fix,
            "an error that cannot be printed": not said.replace("\n", "").isprintable() or len(said) > 2000,
        }
        return harms, [f"{fault}: {said}" for fault, true in found.items() if true]
    faults = [
        f"a finding that cannot be shown: {finding!r}"
        for finding in report.findings
        if not (
            finding.place.file and finding.fix and str(finding).isprintable() and len(str(finding)) < 1500
        )
    ]
    if report.clean and _content(folder) != before:
        faults.append("a data set in which something is another is clean")
    return harms, faults


def faults_of_forged(one: SmallSet, folder: Path, rng: random.Random) -> tuple[str, list[str]]:
    """Forge a record of a copy, hide it, and look: the forgery, and whether it was not found."""
    _copy(one.folder, folder)
    path = rng.choice(sorted(folder.glob("*.jsonl")))
    records = [json.loads(line) for line in lines(folder, path.name)]
    number, name = rng.randrange(len(records)), rng.choice(list(FORGERIES))
    expected = FORGERIES[name](records[number], records, one.domain, rng)
    write(folder, [dumped(record) for record in records], path.name, hide=True)
    report = verify(folder)
    if not expected:
        return f"no {name}", []
    there = {
        finding.what
        for finding in report.findings
        if (finding.place.file, finding.place.line) == (path.name, number + 1)
    }
    if expected <= there:
        return name, []
    return name, [f"{name} of line {number + 1} of {path.name} is not found: {sorted(there)}"]


def faults_of_commands(one: SmallSet, folder: Path, rng: random.Random) -> tuple[tuple[str, ...], list[str]]:
    """Break a copy and call every command that reads it: the harms, and answers that are none in words."""
    _copy(one.folder, folder)
    harms = break_set(folder, rng)
    out = folder.with_name("exported")
    faults = []
    for call in (
        ("verify", folder),
        ("verify", folder, "--json"),
        ("show", folder, "0"),
        ("show", folder, "0", "--json"),
        ("stats", folder),
        ("export", folder, "--to", "messages", "--out", out, "--force"),
    ):
        done = call_cocoa(*call)
        crashed = done.exit_code not in (0, 1, 2) or "Traceback" in done.output
        if crashed or (done.exit_code and not done.output.replace("\n", "").isprintable()):
            faults.append(f"{call[0]} ends with {done.exit_code}: {done.output[-500:]}")
    return harms, faults


def _content(folder: Path) -> Any:
    try:
        return content(folder)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _copy(source: Path, folder: Path) -> None:
    if folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(source, folder)
