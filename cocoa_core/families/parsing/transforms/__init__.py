"""The transformations of COGS that were published with ReCOGS, and the transformation of files."""

from cocoa_core.families.parsing.transforms.augmenting import ordered as ordered
from cocoa_core.families.parsing.transforms.published import SPLITS as SPLITS
from cocoa_core.families.parsing.transforms.published import TRANSFORMS as TRANSFORMS
from cocoa_core.families.parsing.transforms.published import Transform as Transform
from cocoa_core.families.parsing.transforms.published import TransformJob as TransformJob
from cocoa_core.families.parsing.transforms.published import transform_file as transform_file
