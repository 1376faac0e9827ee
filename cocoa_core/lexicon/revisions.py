"""What a conversation says around its conditions, and how it changes them."""

from __future__ import annotations

from typing import Final

__all__ = ["ALL_SAID", "FITTING", "OVER_TURNS"]

OVER_TURNS: Final = "Over several messages you are given"
"""Begins the system message of a conversation."""
ALL_SAID: Final = "That's everything."
"""The last thing that a customer says; it means nothing."""
FITTING: Final = (
    "Which of the options fit everything said so far? End with a line in exactly this form, with the letters "
    "of all options that fit, or the word none:\nAnswer: X, Y"
)
"""What is asked after each turn, where that is asked."""
