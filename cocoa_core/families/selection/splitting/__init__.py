"""Splits a data set anew: parts of training meet in the test in combinations new to it."""

from cocoa_core.families.selection.splitting.dividing import BY as BY
from cocoa_core.families.selection.splitting.dividing import Plan as Plan
from cocoa_core.families.selection.splitting.dividing import divide as divide
from cocoa_core.families.selection.splitting.dividing import split_dataset as split_dataset
from cocoa_core.families.selection.splitting.parts import Parts as Parts
from cocoa_core.families.selection.splitting.parts import parts_of as parts_of
