"""Decides whether a predicted form means the same as the right one."""

from cocoa_core.families.parsing.matching.semantic import FormComparison as FormComparison
from cocoa_core.families.parsing.matching.semantic import match as match
from cocoa_core.families.parsing.matching.semantic import matches as matches
from cocoa_core.families.parsing.matching.semantic import renumbered_text as renumbered_text
