"""The command line of a simulator."""

from __future__ import annotations

import argparse
from pathlib import Path


def parser_of(domain: str, seed: int) -> argparse.ArgumentParser:
    """Arguments that every simulator takes; `seed`: that of the catalogue that is shipped."""
    parser = argparse.ArgumentParser(prog="simulator", description=f"Simulates the {domain} catalogue.")
    parser.add_argument("--out", type=Path, required=True, help="the CSV file to write")
    parser.add_argument("--seed", type=int, default=seed, help="another seed gives another catalogue")
    return parser


def write_catalogue(path: Path, text: str) -> int:
    """Writes the catalogue and says how many rows it has; returns the exit code 0."""
    path.write_text(text, encoding="utf-8", newline="")
    print(f"{text.count(chr(10)) - 1} rows written to {path}")
    return 0
