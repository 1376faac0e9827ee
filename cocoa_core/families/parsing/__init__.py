"""The parsing family: a sentence is to be written as the logical form of its meaning (COGS, ReCOGS)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cocoa_core.lazy_exports import lazy

if TYPE_CHECKING:
    from cocoa_core.families.parsing.error_kinds import ERROR_KINDS
    from cocoa_core.families.parsing.file_figures import FileFigures, figures_of_file
    from cocoa_core.families.parsing.notations import NOTATIONS
    from cocoa_core.families.parsing.record import ParsingItem
    from cocoa_core.families.parsing.reference import reply_to_sentence
    from cocoa_core.families.parsing.scoring_files import (
        MEASURES,
        Scores,
        SeedScores,
        bootstrapped,
        score_files,
    )
    from cocoa_core.families.parsing.transforms import SPLITS, TRANSFORMS, TransformJob, transform_file

__all__ = [
    "ERROR_KINDS",
    "MEASURES",
    "NOTATIONS",
    "SPLITS",
    "TRANSFORMS",
    "FileFigures",
    "ParsingItem",
    "Scores",
    "SeedScores",
    "TransformJob",
    "bootstrapped",
    "figures_of_file",
    "reply_to_sentence",
    "score_files",
    "transform_file",
]

if not TYPE_CHECKING:
    __getattr__ = lazy(
        __name__,
        {
            "error_kinds": ("ERROR_KINDS",),
            "file_figures": ("FileFigures", "figures_of_file"),
            "notations": ("NOTATIONS",),
            "record": ("ParsingItem",),
            "reference": ("reply_to_sentence",),
            "scoring_files": ("MEASURES", "Scores", "SeedScores", "bootstrapped", "score_files"),
            "transforms": ("SPLITS", "TRANSFORMS", "TransformJob", "transform_file"),
        },
    )
