"""What a conversation says around its conditions, and the closed table of how it changes them.

Data alone: who writes conversations and who verifies them read it, each with code of their own.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "ALL_SAID",
    "BOUNDED",
    "BOUNDS",
    "FITTING",
    "MARKERS",
    "OVER_TURNS",
    "REVISED",
    "REVISIONS",
    "SLOT_NOUNS",
]

OVER_TURNS: Final = "Over several messages you are given"
"""Begins the system message of a conversation."""
REVISED: Final = "The customer may change or take back what was said; what holds at the end counts."
"""Follows in the system message where something is revised."""
ALL_SAID: Final = "That's everything."
"""The last thing that a customer says; it means nothing."""
FITTING: Final = (
    "Which of the options fit everything said so far? End with a line in exactly this form, with the letters "
    "of all options that fit, or the word none:\nAnswer: X, Y"
)
"""What is asked after each turn, where that is asked."""

MARKERS: Final = ("", "Actually, ", "Hm, ", "Wait, ", "On second thought, ", "Sorry, ")
"""Before any revision, drawn without regard to what it is and to the answer: a marker says nothing. Behind
one the sentence begins with a small letter, unless its first word is "I" or a word with "I'"."""

REVISIONS: Final[dict[str, tuple[str, ...]]] = {
    "add": ("{S}", "Also, {s}", "One more thing: {s}", "I forgot to say: {s}"),
    "drop": ("Forget what I said about the {N}.", "The {N} doesn't matter any more."),
    "swap": ("Forget the {N}. {S}",),
    "back": ("What I said about the {N} holds after all.",),
    "undo": ("Scratch that last change.",),
    "bound": ("For the {N}, make it {C} instead.",),
    "value": ("Where I said {V}, make it {W}.", "Instead of {V}, say {W}."),
}
"""By operation, its sentences.

{S}, {s}: a sentence of the request grammar, from a small letter on where something stands before it. {N}: the
noun of a slot. {C}: a comparison of BOUNDED families with its value. {V}, {W}: names. What each
means, and when it may be said:

add   the terms of the sentence are in force, too.
drop  the term that speaks of N is no longer in force. It alone does, and speaks of nothing else.
swap  drop, then add, in one turn.
back  the term that was dropped last by the name N is in force again. It was dropped once.
bound the one literal in force that is of N, and of a single number, becomes this comparison.
value the one literal in force that names V names W in its place.
undo  what was in force before the turn before is in force again. That turn was a revision and no undo.
"""

BOUNDED: Final = ("amount", "duration", "clock", "date", "year", "rating")
"""Families of comparisons that say all they mean: no noun has to follow, and no day."""
BOUNDS: Final = ("less", "at_most", "more", "at_least")
"""Tests of one bound, which alone are said anew."""

SLOT_NOUNS: Final[dict[str, str]] = {
    "From": "place of departure",
    "To": "destination",
    "Class": "travel class",
    "Departs": "departure time",
    "Arrives": "arrival time",
    "Stops": "number of stops",
    "Layovers in": "layover cities",
    "Layovers on": "continents of the layovers",
    "Layovers by country": "countries of the layovers",
    "Layovers inside": "regions of the layovers",
    "Emissions vs. average": "emissions compared with the average",
    "Aircraft (longest leg)": "aircraft",
    "Checked bags included": "number of checked bags",
    "Usually on time": "punctuality",
    "Type": "type of place",
    "Stars": "number of stars",
    "Reviews": "number of reviews",
    "Part of the city": "part of the city",
    "To the center": "distance to the center",
    "Walk to the metro": "walk to the metro",
    "Arrival": "day of arrival",
    "Nights": "number of nights",
    "Room": "type of room",
    "Beds in the room": "number of beds",
    "In the room": "things in the room",
    "View of": "view",
    "Meals included": "meals",
    "Extra fees (for the whole stay)": "amount of the extra fees",
    "Extra fees are for": "kind of extra fees",
    "Refundable": "refundable rate",
    "Free cancellation until": "free cancellation",
    "Check-in from": "check-in time",
    "Check-out until": "check-out time",
    "On site": "facilities on site",
    "Pets allowed": "pets",
    "Front desk speaks": "languages at the front desk",
    "Based in": "place of work",
    "Salary (a year)": "salary",
    "Working time (a week)": "working time",
    "Shift starts": "start of the shift",
    "Shift ends": "end of the shift",
    "Fully remote": "remote work",
    "Days on site (a week)": "number of days on site",
    "Commute (one way)": "commute",
    "Branches of the required languages": "branches of the required languages",
    "Required experience (years)": "required experience",
    "Employees": "number of employees",
    "Apply by": "closing date",
    "Probation (months)": "probation",
    "Interviews": "number of interviews",
    "Interview times": "times of the interviews",
    "Application takes": "time that the application takes",
    "Price vs. average": "price compared with the average",
    "Length and width differ by": "difference of length and width",
}
"""What a customer calls a slot whose label is no noun. Another label is its own noun, from a small letter on
where its second letter is one, without what stands in brackets at its end."""
