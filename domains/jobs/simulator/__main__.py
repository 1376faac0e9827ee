"""Writes the catalogue: `python -m cocoa_domains.jobs.simulator --out catalogue.csv`."""

from __future__ import annotations

import argparse
from pathlib import Path

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Simulates and writes."""
    from .catalogue_rows import catalogue_text
    from .simulation import SEED, simulate

    parser = argparse.ArgumentParser(prog="simulator", description="Simulates the jobs catalogue.")
    parser.add_argument("--out", type=Path, required=True, help="the CSV file to write")
    parser.add_argument("--seed", type=int, default=SEED, help="another seed gives another catalogue")
    given = parser.parse_args(arguments)
    offers = simulate(given.seed)
    given.out.write_text(catalogue_text(offers), encoding="utf-8", newline="")
    print(f"{len(offers)} rows written to {given.out}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
