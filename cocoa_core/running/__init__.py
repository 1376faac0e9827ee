"""Runs: items in index order, made here or by several processes, written and resumed."""

from __future__ import annotations

from cocoa_core.running.engines import blocks_of
from cocoa_core.running.garbage import collecting_rarely
from cocoa_core.running.joining import join_parts
from cocoa_core.running.makers import BLOCK, Blocks, Call, entries_of
from cocoa_core.running.part_writing import PartMade, indices_of_part, write_part
from cocoa_core.running.production import Production, Progress, write_dataset
from cocoa_core.running.repeats import Fingerprints, Repeats
from cocoa_core.running.run import Run, generate

__all__ = [
    "BLOCK",
    "Blocks",
    "Call",
    "Fingerprints",
    "PartMade",
    "Production",
    "Progress",
    "Repeats",
    "Run",
    "blocks_of",
    "collecting_rarely",
    "entries_of",
    "generate",
    "indices_of_part",
    "join_parts",
    "write_dataset",
    "write_part",
]
