"""Decides whether a predicted form means the same as the right one."""

from cocoa_core.families.parsing.matching.semantic import (
    FormComparison,
    Mode,
    match,
    matches,
    renumbered_text,
)

__all__ = ["FormComparison", "Mode", "match", "matches", "renumbered_text"]
