"""Writes the catalogue: `python -m cocoa_domains.hotels.simulator --out catalogue.csv`."""

from __future__ import annotations

from ...simulating.cells import csv_text
from ...simulating.command import parser_of, write_catalogue
from .catalogue_rows import COLUMNS
from .simulation import SEED, simulate


def main(arguments: list[str] | None = None) -> int:
    """Simulates and writes; returns the exit code 0."""
    given = parser_of("hotels", SEED).parse_args(arguments)
    return write_catalogue(given.out, csv_text(COLUMNS, simulate(given.seed)))


if __name__ == "__main__":
    raise SystemExit(main())
