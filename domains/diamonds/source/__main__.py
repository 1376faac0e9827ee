"""Writes the catalogue: `python -m cocoa_domains.diamonds.source --out catalogue.csv`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def main(arguments: list[str] | None = None) -> int:
    """Selects and writes; exit code 2 where there is no table, or another one than the catalogue is from."""
    from .catalogue_rows import catalogue_text
    from .selection import select
    from .table import installed_table, read_table

    parser = argparse.ArgumentParser(
        prog="source", description="Takes the diamonds catalogue from its source."
    )
    parser.add_argument("--out", type=Path, required=True, help="the CSV file to write")
    parser.add_argument(
        "--table", type=Path, help="diamonds.csv of plotnine, where plotnine is not installed"
    )
    given = parser.parse_args(arguments)
    table = given.table or installed_table()
    if table is None:
        print("the table comes with the package plotnine: pip install plotnine==0.15.9", file=sys.stderr)
        return 2
    try:
        stones = read_table(table)
    except (OSError, ValueError) as problem:
        print(f"{table}: {problem}", file=sys.stderr)
        return 2
    chosen = select(stones)
    given.out.write_text(catalogue_text(chosen), encoding="utf-8", newline="")
    print(f"{len(chosen)} rows written to {given.out}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
