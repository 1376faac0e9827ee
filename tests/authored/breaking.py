"""Valid domains broken at random, and the law of loading them: a valid domain, or one error to mend it by."""

from __future__ import annotations

import random
from pathlib import Path

from attrs import evolve, frozen

from cocoa_core.domain import Domain
from cocoa_core.errors import CocoaError, DomainError, UsageError
from cocoa_core.loading import load_domain

from .broken_data import break_data
from .broken_folders import break_folder, clear
from .broken_tables import break_csv, break_json_lines
from .broken_texts import break_bytes
from .domains import Authored, authored

_LONGEST_MESSAGE = 4000


@frozen
class Outcome:
    """What came of loading: a domain, or an error that a user can mend."""

    domain: Domain | None
    error: CocoaError | None


def break_domain(seed: int, folder: Path) -> tuple[str, ...]:
    """Write the random domain of a seed into the folder with one to three harms done to it; their names."""
    rng = random.Random(f"breaking {seed}")
    whole = authored(rng.randrange(2**32), (1, 6), (1, 12))
    clear(folder)
    harms: list[str] = []
    for _ in range(rng.choice((1, 1, 2, 3))):
        if rng.random() < 0.45:
            whole = _break_said(whole, rng, harms)
    whole.write(folder)
    while not harms or rng.random() < 0.2:
        if rng.random() < 0.2:
            harms.append(break_folder(folder, rng))
        else:
            _break_file(folder, rng, harms)
    return tuple(harms)


def _break_said(whole: Authored, rng: random.Random, harms: list[str]) -> Authored:
    which = rng.choice(("schema", "schema", "rules"))
    data, harm = break_data(getattr(whole, which), rng)
    harms.append(f"{which}: {harm}")
    return evolve(whole, **{which: data})


def _break_file(folder: Path, rng: random.Random, harms: list[str]) -> None:
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    if not files:
        harms.append(break_folder(folder, rng))
        return
    path = rng.choice(files)
    data = path.read_bytes()
    if path.suffix in (".csv", ".jsonl") and rng.random() < 0.6:
        breaks = break_csv if path.suffix == ".csv" else break_json_lines
        text, harm = breaks(data.decode("utf-8", "replace"), rng)
        data = text.encode("utf-8", "surrogatepass")
    else:
        data, harm = break_bytes(data, rng)
    path.write_bytes(data)
    harms.append(f"{path.name}: {harm}")


def load(folder: Path) -> Outcome:
    """Load the domain in a folder; whatever else than a CocoaError is raised goes through."""
    try:
        return Outcome(load_domain(folder), None)
    except CocoaError as error:
        return Outcome(None, error)


def faults(outcome: Outcome, folder: Path) -> list[str]:
    """What is wrong with an outcome; nothing, by the law."""
    if outcome.domain is not None:
        return _domain_faults(outcome.domain)
    error = outcome.error
    if error is None:
        return ["neither a domain nor an error"]
    message = str(error)
    found = {
        "it is an error of another kind": not isinstance(error, DomainError | UsageError),
        "it does not say what is wrong": not error.problem,
        "it names no file of the domain": not str(error.place).startswith(str(folder)),
        "it says neither what was expected nor what to do": not (error.expected or error.fix),
        "it holds signs that a terminal obeys": not message.replace("\n", "").isprintable(),
        "it is too long to read": len(message) > _LONGEST_MESSAGE,
    }
    return [fault for fault, true in found.items() if true]


def _domain_faults(domain: Domain) -> list[str]:
    """Every value is one of its kind: it is written, read back and shown."""
    found: list[str] = []
    for slot, column in zip(domain.schema.slots, zip(*domain.catalogue.rows, strict=True), strict=True):
        for value in set(column):
            if slot.kind.read(slot.kind.write(value)) != value:
                found.append(f"{slot.name}: {value!r} is not read back")
            if not slot.kind.show(value).isprintable():
                found.append(f"{slot.name}: {value!r} is not shown")
    if len(set(domain.catalogue.ids)) < len(domain.catalogue.rows):
        found.append("ids stand twice")
    return found
