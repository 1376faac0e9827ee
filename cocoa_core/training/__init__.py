"""Supports training on questions: pass rates of items, a curriculum, and what two sets of items share."""

from __future__ import annotations

from cocoa_core.training.curriculum import Curriculum
from cocoa_core.training.overlap import Overlap, Shared, overlap
from cocoa_core.training.profile import ItemRate, LevelRate, Profile, profile, write_profile

__all__ = [
    "Curriculum",
    "ItemRate",
    "LevelRate",
    "Overlap",
    "Profile",
    "Shared",
    "overlap",
    "profile",
    "write_profile",
]
