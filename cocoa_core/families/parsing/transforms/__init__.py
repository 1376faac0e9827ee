"""The transformations of COGS that were published with ReCOGS, and the transformation of files."""

from cocoa_core.families.parsing.transforms.converting import recogs_of, renamed, renumbered, tree_of
from cocoa_core.families.parsing.transforms.moving import ordered
from cocoa_core.families.parsing.transforms.published import (
    SPLITS,
    TRANSFORMS,
    Transform,
    Transformed,
    TransformJob,
    transform_file,
)

__all__ = [
    "SPLITS",
    "TRANSFORMS",
    "Transform",
    "TransformJob",
    "Transformed",
    "ordered",
    "recogs_of",
    "renamed",
    "renumbered",
    "transform_file",
    "tree_of",
]
