"""Splits a data set anew, so that the parts of training meet in the test in combinations that training did
not have.
"""

from cocoa_core.families.selection.splitting.dividing import BY, SHARE, SUPPORT, Division, Plan, divide
from cocoa_core.families.selection.splitting.parts import Parts, parts_of
from cocoa_core.families.selection.splitting.writing import split_dataset

__all__ = ["BY", "SHARE", "SUPPORT", "Division", "Parts", "Plan", "divide", "parts_of", "split_dataset"]
