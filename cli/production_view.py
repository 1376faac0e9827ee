"""What is said when a data set is written."""

from __future__ import annotations

import shlex
from collections import Counter
from typing import TYPE_CHECKING, Any

from rich.console import Console

from .bars import histogram
from .terminal import plain

if TYPE_CHECKING:
    from cocoa_core.items import Manifest
    from cocoa_core.running import Production

__all__ = ["print_production", "production_data"]


def print_production(console: Console, made: Production, rate: float) -> None:
    """How many questions, how fast, what was refused, where they are, what to run next."""
    manifest, folder = made.manifest, str(made.folder)
    head = plain(f"{manifest.count:,} questions", "bold green")
    head.append(plain(f" in {folder}", "bold"))
    if not made.written:
        head.append(" (all of them there already)")
    elif made.before:
        head.append(f" ({made.before:,} there already, {made.written:,} new, {rate:,.0f} a second)")
    else:
        head.append(f" ({rate:,.0f} a second)")
    console.print(head)
    sides = {name: state.items or 0 for name, state in manifest.files.items()}
    if len(sides) > 1:
        console.print(plain("  ".join(f"{name} {count:,}" for name, count in sides.items())))
    if made.written:
        _rejections(console, manifest)
    console.print()
    console.print(plain(f"Next: cocoa verify {shlex.quote(folder)}", "dim"))


def production_data(made: Production) -> dict[str, Any]:
    """What became of a call, as data."""
    return {
        "folder": str(made.folder),
        "before": made.before,
        "written": made.written,
        "manifest": made.manifest.to_json(),
    }


def _rejections(console: Console, manifest: Manifest) -> None:
    from cocoa_core.items import ranked

    refused: Counter[str] = Counter()
    kept = 0
    for draws in manifest.draws.values():
        refused.update(draws["rejections"])
        kept += draws["indices"]
    if not refused.total():
        return
    share = kept / (kept + refused.total())
    console.print()
    console.print(plain(f"{share:.1%} of draws became questions; the others were rejected:"))
    console.print(histogram(console, ranked(refused), name="reason"))
