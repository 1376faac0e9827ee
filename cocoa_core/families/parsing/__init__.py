"""The parsing family: a sentence is to be written as the logical form of its meaning (COGS, ReCOGS)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cocoa_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from cocoa_core.families.parsing.error_kinds import ERROR_KINDS as ERROR_KINDS
    from cocoa_core.families.parsing.notations import NOTATIONS as NOTATIONS
    from cocoa_core.families.parsing.record import ParsingItem as ParsingItem
    from cocoa_core.families.parsing.reference import reply_to_sentence as reply_to_sentence
    from cocoa_core.families.parsing.rows import figures_of_file as figures_of_file
    from cocoa_core.families.parsing.scoring_files import MEASURES as MEASURES
    from cocoa_core.families.parsing.scoring_files import Scores as Scores
    from cocoa_core.families.parsing.scoring_files import SeedScores as SeedScores
    from cocoa_core.families.parsing.scoring_files import bootstrapped as bootstrapped
    from cocoa_core.families.parsing.scoring_files import score_files as score_files
    from cocoa_core.families.parsing.transforms import SPLITS as SPLITS
    from cocoa_core.families.parsing.transforms import TRANSFORMS as TRANSFORMS
    from cocoa_core.families.parsing.transforms import TransformJob as TransformJob
    from cocoa_core.families.parsing.transforms import transform_file as transform_file
else:
    __getattr__, __dir__ = lazy_exports(__name__)
