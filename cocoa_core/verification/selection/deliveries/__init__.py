"""What the verifier knows of deliveries: one file each, sharing nothing with what makes them."""

from cocoa_core.verification.selection.deliveries.paraphrase import paraphrase_flaws
from cocoa_core.verification.selection.deliveries.revise import revise_flaws
from cocoa_core.verification.selection.deliveries.turns import turn_flaws

__all__ = ["paraphrase_flaws", "revise_flaws", "turn_flaws"]
