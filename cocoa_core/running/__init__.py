"""Runs: items in index order, made here or by several processes, written and resumed."""

from __future__ import annotations

from cocoa_core.running.engines import blocks_of
from cocoa_core.running.fingerprints import Fingerprints, FingerprintSets
from cocoa_core.running.joining import join_parts
from cocoa_core.running.makers import BLOCK, Blocks, RunSpec, entries_of, infrequent_gc
from cocoa_core.running.part_writing import PartMade, indices_of_part, planned_part, write_part
from cocoa_core.running.production import Production, Progress, write_dataset
from cocoa_core.running.run import ProductionRun, generate

__all__ = [
    "BLOCK",
    "Blocks",
    "FingerprintSets",
    "Fingerprints",
    "PartMade",
    "Production",
    "ProductionRun",
    "Progress",
    "RunSpec",
    "blocks_of",
    "entries_of",
    "generate",
    "indices_of_part",
    "infrequent_gc",
    "join_parts",
    "planned_part",
    "write_dataset",
    "write_part",
]
