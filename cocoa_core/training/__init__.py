"""Supports training on questions: pass rates of items, a curriculum, and what two sets of items share."""

from __future__ import annotations

from cocoa_core.training.curriculum import Curriculum as Curriculum
from cocoa_core.training.overlap import Overlap as Overlap
from cocoa_core.training.overlap import Shared as Shared
from cocoa_core.training.overlap import overlap as overlap
from cocoa_core.training.profile import ItemRate as ItemRate
from cocoa_core.training.profile import LevelRate as LevelRate
from cocoa_core.training.profile import Profile as Profile
from cocoa_core.training.profile import profile as profile
from cocoa_core.training.profile import write_profile as write_profile
