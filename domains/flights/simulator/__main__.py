"""Writes the catalogue: `python -m cocoa_domains.flights.simulator --out catalogue.csv`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Simulates and writes; exit code 2 where the package airportsdata is missing."""
    parser = argparse.ArgumentParser(prog="simulator", description="Simulates the flights catalogue.")
    parser.add_argument("--out", type=Path, required=True, help="the CSV file to write")
    parser.add_argument("--seed", type=int, default=None, help="another seed gives another catalogue")
    parser.add_argument("--only", nargs="+", metavar="ROUTE", help="write these routes only, such as JFK-LHR")
    given = parser.parse_args(arguments)
    try:
        import airportsdata  # noqa: F401
    except ImportError:
        print("the simulator needs the package airportsdata: pip install airportsdata", file=sys.stderr)
        return 2
    from .catalogue_rows import catalogue_text
    from .simulation import SEED, simulate

    rows = simulate(SEED if given.seed is None else given.seed, given.only)
    given.out.write_text(catalogue_text(rows), encoding="utf-8", newline="")
    print(f"{len(rows)} rows written to {given.out}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
