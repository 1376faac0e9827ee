"""Calls of the selection family, as tests of runs and of what is made of them need them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cocoa_core.domain import Domain
from cocoa_core.families.selection import FAMILY, Question, Settings, source_of
from cocoa_core.running import Production, RunSpec, generate, write_dataset


def call_of(domain: Domain, settings: Settings, seed: int = 0) -> RunSpec:
    """The call that makes questions of a domain."""
    return RunSpec(FAMILY, source_of(domain), settings, seed)


def questions_of(
    domain: Domain, settings: Settings, *, seed: int = 0, count: int | None = None, **how: Any
) -> Iterator[Question]:
    """The questions of a run. how: `workers` and `start`, as `generate` takes them."""
    return generate(call_of(domain, settings, seed), count, **how)


def written(
    domain: Domain, settings: Settings, folder: Path, count: int, *, seed: int = 0, **how: Any
) -> Production:
    """A run written to a folder. how: `workers` and `progress`, as `write_dataset` takes them."""
    return write_dataset(call_of(domain, settings, seed), folder, count, **how)
