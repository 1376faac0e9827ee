"""Writes the concept sets: `python -m cocoa_core.families.graph_to_text.daily_life`."""

from __future__ import annotations

from cocoa_core.atomic_files import write_whole
from cocoa_core.families.graph_to_text.daily_life.composing import FOLDER, compose
from cocoa_core.families.graph_to_text.samples import lines_of

if __name__ == "__main__":
    write_whole(FOLDER / "graphs.jsonl", lines_of(compose()))
