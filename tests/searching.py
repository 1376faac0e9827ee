"""What the search for one requirement works with, for tests that call its steps."""

from __future__ import annotations

import random

from cocoa_core.families.selection import Rejections
from cocoa_core.families.selection.generation.context import GenerationContext
from cocoa_core.families.selection.generation.elimination import DistractorConstraints
from cocoa_core.families.selection.generation.option_masks import OptionMasks
from cocoa_core.families.selection.generation.structure import RequirementSpec


def context_of(
    masks: OptionMasks,
    spec: RequirementSpec,
    constraints: DistractorConstraints,
    rng: random.Random,
    draw: float = 0.0,
) -> GenerationContext:
    """Of all slots that split the group of the options."""
    return GenerationContext(
        masks=masks,
        usable=masks.pool.usable(),
        spec=spec,
        constraints=constraints,
        rng=rng,
        rejections=Rejections(),
        acceptance_draw=draw,
    )
