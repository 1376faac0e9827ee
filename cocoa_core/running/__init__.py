"""Runs: items in index order, made here or by several processes, written and resumed."""

from __future__ import annotations

from cocoa_core.running.garbage import collecting_rarely
from cocoa_core.running.makers import BLOCK, Call, entries_of
from cocoa_core.running.production import Production, Progress, write_dataset
from cocoa_core.running.repeats import Fingerprints, Repeats
from cocoa_core.running.run import Run, generate

__all__ = [
    "BLOCK",
    "Call",
    "Fingerprints",
    "Production",
    "Progress",
    "Repeats",
    "Run",
    "collecting_rarely",
    "entries_of",
    "generate",
    "write_dataset",
]
