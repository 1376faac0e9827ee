"""Checks deliveries, with one file for each. Nothing is shared with the code that makes them."""

from cocoa_core.verification.selection.deliveries.paraphrase import paraphrase_flaws as paraphrase_flaws
from cocoa_core.verification.selection.deliveries.revise import case_turn_flaws as case_turn_flaws
from cocoa_core.verification.selection.deliveries.revise import revise_flaws as revise_flaws
