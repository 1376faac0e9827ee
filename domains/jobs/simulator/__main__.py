"""Writes the catalogue: `python -m cocoa_domains.jobs.simulator --out catalogue.csv`."""

from __future__ import annotations

from ...simulating.cells import csv_text
from ...simulating.command import parser_of, write_catalogue
from .catalogue_rows import COLUMNS, catalogue_rows
from .simulation import SEED, simulate


def main(arguments: list[str] | None = None) -> int:
    """Simulates and writes; returns the exit code 0."""
    given = parser_of("jobs", SEED).parse_args(arguments)
    return write_catalogue(given.out, csv_text(COLUMNS, catalogue_rows(simulate(given.seed))))


if __name__ == "__main__":
    raise SystemExit(main())
