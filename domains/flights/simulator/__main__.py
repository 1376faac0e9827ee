"""Writes the catalogue: `python -m cocoa_domains.flights.simulator --out catalogue.csv`."""

from __future__ import annotations

import sys

from ...simulating.cells import csv_text
from ...simulating.command import parser_of, write_catalogue
from .catalogue_rows import COLUMNS
from .simulation import SEED, simulate


def main(arguments: list[str] | None = None) -> int:
    """Simulates and writes; exit code 2 where the package airportsdata is missing."""
    parser = parser_of("flights", SEED)
    parser.add_argument("--only", nargs="+", metavar="ROUTE", help="write these routes only, such as JFK-LHR")
    given = parser.parse_args(arguments)
    try:
        import airportsdata  # noqa: F401
    except ImportError:
        print("the simulator needs the package airportsdata: pip install airportsdata", file=sys.stderr)
        return 2
    return write_catalogue(given.out, csv_text(COLUMNS, simulate(given.seed, given.only)))


if __name__ == "__main__":
    raise SystemExit(main())
