"""Prints what `generate` wrote, and what to run next."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from rich.console import Console

from .terminal import plain

if TYPE_CHECKING:
    from cocoa_core.running import Production


def print_production(console: Console, production: Production, pace: str) -> None:
    """Prints what was written, how fast, where it is, and what to run next."""
    manifest, folder = production.manifest, str(production.folder)
    head = plain(f"{manifest.count:,} questions", "bold green")
    head.append(plain(f" in {folder}", "bold"))
    if not production.written:
        head.append(" (all of them there already)")
    elif production.before:
        head.append(f" ({production.before:,} there already, {production.written:,} new, {pace})")
    else:
        head.append(f" ({pace})")
    console.print(head)
    domain = manifest.domain
    origin = f"{manifest.family}" if domain is None else f"{domain.name} {domain.version}"
    sides = [f"{name} {state.items or 0:,}" for name, state in manifest.files.items()]
    console.print(plain(f"{origin}, seed {manifest.seed}: {', '.join(sides)}"))
    console.print()
    for heading, command in (("What is in it", "stats"), ("Next", "verify")):
        console.print(plain(f"{heading}: cocoa {command} {shlex.quote(folder)}", "dim"))


def production_data(production: Production) -> dict[str, Any]:
    """Returns as data what a call wrote."""
    return {
        "folder": str(production.folder),
        "before": production.before,
        "written": production.written,
        "manifest": production.manifest.to_json(),
    }
