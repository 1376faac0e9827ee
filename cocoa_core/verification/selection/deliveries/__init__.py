"""Checks deliveries, with one file for each. Nothing is shared with the code that makes them."""

from cocoa_core.verification.selection.deliveries.paraphrase import paraphrase_flaws
from cocoa_core.verification.selection.deliveries.revise import changed_flaws, revise_flaws, turn_flaws

__all__ = ["changed_flaws", "paraphrase_flaws", "revise_flaws", "turn_flaws"]
