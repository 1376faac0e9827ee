"""Runs: items in index order, made here or by several processes, written and resumed."""

from __future__ import annotations

from cocoa_core.running.blocks import Blocks as Blocks
from cocoa_core.running.blocks import RunSpec as RunSpec
from cocoa_core.running.blocks import blocks_of as blocks_of
from cocoa_core.running.blocks import end_with_parent as end_with_parent
from cocoa_core.running.blocks import entries_of as entries_of
from cocoa_core.running.blocks import infrequent_gc as infrequent_gc
from cocoa_core.running.fingerprints import Fingerprints as Fingerprints
from cocoa_core.running.fingerprints import FingerprintSets as FingerprintSets
from cocoa_core.running.joining import join_parts as join_parts
from cocoa_core.running.part_writing import PartMade as PartMade
from cocoa_core.running.part_writing import indices_of_part as indices_of_part
from cocoa_core.running.part_writing import planned_part as planned_part
from cocoa_core.running.part_writing import write_part as write_part
from cocoa_core.running.production import Production as Production
from cocoa_core.running.production import Progress as Progress
from cocoa_core.running.production import write_dataset as write_dataset
from cocoa_core.running.run import ProductionRun as ProductionRun
from cocoa_core.running.run import generate as generate
