"""Whether a predicted form means what the right one means."""

from cocoa_core.families.parsing.matching.semantic import Mode, Verdict, match, matches, renumbered_text

__all__ = ["Mode", "Verdict", "match", "matches", "renumbered_text"]
