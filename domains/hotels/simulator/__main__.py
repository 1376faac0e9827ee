"""Writes the catalogue: `python -m cocoa_domains.hotels.simulator --out catalogue.csv`."""

from __future__ import annotations

import argparse
from pathlib import Path

from .catalogue_rows import catalogue_text
from .simulation import SEED, simulate

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Simulates and writes; returns the exit code 0."""
    parser = argparse.ArgumentParser(prog="simulator", description="Simulates the hotels catalogue.")
    parser.add_argument("--out", type=Path, required=True, help="the CSV file to write")
    parser.add_argument("--seed", type=int, default=SEED, help="another seed gives another catalogue")
    given = parser.parse_args(arguments)
    rows = simulate(given.seed)
    given.out.write_text(catalogue_text(rows), encoding="utf-8", newline="")
    print(f"{len(rows)} rows written to {given.out}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
