"""Lists what a conversation says around its conditions, and the closed table of how it changes them.

The tables are data only. The code that writes conversations and the code that verifies them both read the
tables, and share nothing else.
"""

from __future__ import annotations

from typing import Final

OVER_TURNS: Final = "Over several messages you are given"
"""The beginning of the system message of a conversation."""
REVISED: Final = "The customer may change or take back what was said; what holds at the end counts."
"""A sentence of the system message where something is revised."""
ALL_SAID: Final = "That's everything."
"""The last words of a customer; they mean nothing."""
FITTING: Final = (
    "Which of the options fit everything said so far? End with a line in exactly this form, with the letters "
    "of all options that fit, or the word none:\nAnswer: X, Y"
)
"""The question after each turn, where one is asked."""

MARKERS: Final = ("Actually, ", "Hm, ", "Wait, ", "On second thought, ", "Sorry, ")
"""Words before some revisions. They are drawn without regard to the answer, so that a marker tells nothing;
an addition with words of its own before it ("I forgot to mention") gets none. After a marker the sentence
begins with a small letter, unless its first word is "I" or a word with "I'".
"""

REVISIONS: Final[dict[str, tuple[str, ...]]] = {
    "add": ("{S}", "Also, {s}", "One more thing: {s}", "I forgot to mention that {s}"),
    "drop": (
        "Forget what I said about the {N}.",
        "The {N} doesn't matter anymore.",
        "I no longer care about the {N}.",
        "You can ignore what I said about the {N}.",
        "Let's forget about the {N}.",
    ),
    "drop both": (
        "Forget what I said about the {N} and the {M}.",
        "You can ignore what I said about the {N} and the {M}.",
        "Never mind what I said about the {N} and the {M}.",
        "Let's forget about the {N} and the {M}.",
    ),
    "swap": (
        "Forget the {N}. {S}",
        "Never mind the {N}. {S}",
        "I no longer care about the {N}. {S}",
        "You can ignore the {N}. {S}",
        "Don't worry about the {N}. {S}",
        "Let's forget about the {N}. {S}",
    ),
    "back": (
        "What I said about the {N} holds after all.",
        "Let's go back to what I said about the {N}.",
        "I do care about the {N} after all.",
    ),
    "undo": (
        "Ignore my last message.",
        "I take back my last message.",
        "Please forget my last message.",
        "Scratch my last message.",
        "I take back everything in my last message.",
        "Please ignore everything in my last message.",
        "Let's go back to how it was before my last message.",
    ),
    "bound": (
        "For the {N}, make it {C} instead.",
        "Let's make the {N} {C} instead.",
        "The {N} should be {C} instead.",
        "For the {N}, I meant {C}.",
        "Make that {C} instead.",
    ),
    "shift": (
        "Let's add {D} to what I said about the {N}.",
        "Let's take {D} off what I said about the {N}.",
        "I'd like to raise my limit for the {N} by {D}.",
        "I'd like to lower my limit for the {N} by {D}.",
    ),
    "value": (
        "Where I said {V}, make it {W}.",
        "When I said {V}, I meant {W}.",
        "I meant {W}, not {V}.",
        "Let's change {V} to {W}.",
    ),
    "unless": (
        "If {P}, the {N} doesn't matter.",
        "The {N} doesn't matter if {P}.",
        "I don't care about the {N} if {P}.",
    ),
    "only if": ("The {N} only matters if {P}.", "I only care about the {N} if {P}."),
}
"""By operation, its sentences.

{S}, {s}: a sentence of the request grammar, which begins with a small letter where something is before it.
{N}: the noun of a slot; {M}: that of another slot. {C}: a comparison of BOUNDED families with its value. {D}:
an amount of SHIFTED families, of no UNSHIFTED unit. {V}, {W}: names. {P}: a condition, as after the "if" of a
request.

The meaning of each operation, and when it may be said:

add   the terms of the sentence are in force as well.
drop  the term about N is no longer in force. It is the only one about N, and is about nothing else.
swap  drop, then add, in one turn.
back  the term that was dropped last by the name N is in force again. It was dropped once.
drop both
      the one term about N and M, and about nothing else, is no longer in force. No other term is about
      either of them.
bound the one literal in force that is about N, and about a single number, becomes this comparison. Without N:
      the literal about the one slot of the schema that has such comparisons; it is alone in its term.
shift the bound of the one literal in force that is about N becomes larger by D (the sentences with an even
      index) or smaller (the others); it stays above 0.
value the one literal in force that names V names W instead.
unless
      the one term about N is also met where P is. It is not about the slot of P.
only if
      the same where P is not met.
undo  the terms in force before the previous turn are in force again. That turn was a revision and no undo.
"""

BOUNDED: Final = ("amount", "duration", "clock", "date", "year", "rating")
"""Families of comparisons that are complete without a noun or a day behind them."""
SHIFTED: Final = ("amount", "duration")
"""Families in which one value can be added to another."""
UNSHIFTED: Final = ("percent",)
"""Units of which no amount is added or taken off: "take 5% off the price" may mean 5% of it."""
BOUNDS: Final = ("less", "at_most", "more", "at_least")
"""Tests with one bound, which are the only ones that a revision says anew."""
