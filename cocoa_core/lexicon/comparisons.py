"""Lists which words stand for which comparison, and what the best of several numbers is called.

Each phrase has one fixed meaning. Authors of domains supply the nouns and verbs around the phrases, never
comparisons.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_AMOUNT: Final = {
    "less": ("under {0}", "less than {0}"),
    "at_most": ("at most {0}", "no more than {0}", "{0} or less", "{0} {after} or less"),
    "more": ("over {0}", "more than {0}"),
    "at_least": ("at least {0}", "{0} or more", "{0} {after} or more"),
    "between": ("between {0} and {1}",),
    "within": ("from {0} through {1}",),
    "is": ("exactly {0}",),
    "one_of": ("exactly {or}",),
}

COMPARISONS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "amount": _AMOUNT,
    "duration": _AMOUNT,
    "clock": {
        "less": ("before {0}",),
        "at_most": ("by {0}", "no later than {0}", "by {0} at the latest"),
        "more": ("after {0}",),
        "at_least": ("at {0} or later", "no earlier than {0}"),
        "between": ("between {0} and {1}",),
        "within": ("from {0} through {1}",),
        "is": ("at exactly {0}",),
        "one_of": ("at exactly {or}",),
    },
    "clock with day": {
        "less": ("before {0} the same day", "before {0} that same day", "before {0} on the same day"),
        "at_most": ("by {0} the same day", "by {0} that same day", "by {0} on the same day"),
        "more": ("after {0} or on a later day",),
        "at_least": ("at {0} the same day or later", "no earlier than {0} the same day"),
        "between": ("between {0} and {1} the same day",),
        "within": ("from {0} through {1} the same day",),
        "is": ("at exactly {0} the same day",),
        "one_of": ("at exactly {or} the same day",),
    },
    "date": {
        "less": ("before {0}",),
        "at_most": ("by {0}", "on or before {0}", "no later than {0}", "by {0} at the latest"),
        "more": ("after {0}",),
        "at_least": ("on or after {0}", "no earlier than {0}", "on {0} or later"),
        "between": ("between {0} and {1}",),
        "within": ("from {0} through {1}",),
        "is": ("on {0}",),
        "one_of": ("on {or}",),
    },
    "year": {
        "less": ("before {0}",),
        "at_most": ("{0} or earlier", "in {0} or earlier", "no later than {0}"),
        "more": ("after {0}",),
        "at_least": ("{0} or later", "in {0} or later", "no earlier than {0}"),
        "between": ("between {0} and {1}",),
        "within": ("from {0} through {1}",),
        "is": ("exactly {0}", "in {0}"),
        "one_of": ("exactly {or}", "in {or}"),
    },
    "count": {
        "less": ("fewer than {0} {noun}",),
        "at_most": ("at most {0} {noun}", "no more than {0} {noun}", "{0} {noun} or fewer"),
        "more": ("more than {0} {noun}",),
        "at_least": ("at least {0} {noun}", "{0} or more {nouns}", "{0} {noun} {after} or more"),
        "between": ("between {0} and {1} {nouns}",),
        "within": ("from {0} to {1} {nouns}",),
        "is": ("exactly {0} {noun}",),
        "one_of": ("exactly {or} {nouns}",),
    },
    "rating": {
        **_AMOUNT,
        "less": ("under {0}", "below {0}", "lower than {0}"),
        "at_most": ("no higher than {0}", "{0} or lower", "{0} or below"),
        "more": ("over {0}", "above {0}", "higher than {0}"),
        "at_least": ("at least {0}", "{0} or higher", "{0} or above", "{0} or better"),
    },
    "relative": {
        "less": ("below {ref}", "lower than {ref}"),
        "at_most": ("at or below {ref}", "no higher than {ref}"),
        "more": ("above {ref}", "higher than {ref}"),
        "at_least": ("at or above {ref}", "no lower than {ref}"),
    },
    "category": {"is": ("{0}",), "one_of": ("{or}",)},
    "grade": {
        "is": ("{0}",),
        "one_of": ("{grade} {after} or better", "{grade} {after} or higher", "at least {grade}", "{or}"),
    },
    "boolean": {"is": ("",)},
    "set": {"any": ("{or}",), "only": ("{or}",), "all": ("{and}",)},
}
"""By family and effective test, the phrases. {0} and {1} are the values, {or} and {and} are lists, {noun} and
{nouns} are the author's counted noun (which agrees with the number, or is plural), {ref} is what a percentage
is relative to, and {grade} is the worst of several values that are the best ones, but not all. {after} is
what the author has behind the value, which otherwise ends the phrase: "4 mm wide or more".

A count of "fewer than one" is said with NO_NOUN.
"""

NO_NOUN: Final = "no {nouns}"
"""Says `less than 1` of something counted."""
ANY_NOUN: Final = "any {nouns}"
"""Says the same after a negation: "I don't want any stops"."""
TIMES: Final = ("clock", "clock with day", "date")
"""Families in which an earliest value is also said by a negation: "I don't want to leave before 9 AM"."""
LIMITS: Final = ("less", "at_most", "more", "at_least", "between", "within")
"""Tests that a comparison alone can say where the words around it were said: "and under $400 if"."""
OR_BETTER: Final = (" or better", " or higher")
"""Ends of the phrases for the best grades, which hold no list: "a Premium cut or better"."""
AT_OR: Final = "at or "
"""Begins phrases whose "or" nobody takes for a list: "at or below average"."""
WORSE: Final = "worse than {grade}"
"""Says what is below a grade: after "be" alone, or after the author's words behind "have" or a wish."""
ARTICLES: Final = ("a", "an")
"""The articles that an author may put before a value; either one is used: "a Premium cut", "an Ideal cut"."""
LOOSE: Final = ("at ", "for ", "from ", "in ", "of ", "on ", "to ", "with ", "together", "altogether")
"""Beginnings of an author's words behind the value, behind which a phrase does not go on: not "$400 for the
ticket or more".
"""
WITHOUT_OF: Final = ("under ", "over ", "worse ", "higher than ", "lower than ", "above {0}", "below {0}")
"""Beginnings of phrases before which the author's last word "of" is left out: "a fare under $400"."""

BE_COMPARISONS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "amount": {"less": ("below {0}",), "more": ("above {0}",)},
    "duration": {
        "less": ("shorter than {0}",),
        "at_most": ("no longer than {0}",),
        "more": ("longer than {0}",),
        "at_least": ("{0} or longer",),
    },
}
"""By family and effective test, further phrases after the verb "be"."""

LIMITING: Final = ("no ", "at most ", "exactly ")
"""Beginnings of phrases that are not used after "can": "I can pay no more than $400" states a limit."""
LIMITING_ENDS: Final = (" or less", " or fewer", " or lower", " or below", " at the latest")
"""Ends of phrases that are not used after "can", for the same reason."""

STIFF: Final = (
    *("at most ", "exactly ", "no later than ", "no earlier than ", "no higher than "),
    *("before {0} that ", "by {0} that "),
)
"""Beginnings of phrases that are read, but said only where there is no other phrase. Of "that same day" two
blind readers asked what day is meant.
"""
STIFF_IF: Final = ("at least {0}", "at {0} the same day")
"""The same in a condition alone: "if I pay $400 or more", "if I don't land before 9 PM the same day"."""
STIFF_IF_ENDS: Final = (" at the latest",)
"""Ends of phrases that are stiff in a condition."""

_COMPARING: Final = """above below exactly exceed exceeding fewer least less longer maximum minimum more most
    shorter under"""
COMPARING: Final = frozenset(_COMPARING.split())
"""Words that compare, which no author's wording may contain, because cocoa's comparison is beside it.

Others (over, after, before, by) are as often part of a verb or a place.
"""

SUPERLATIVES: Final[Mapping[tuple[str, str], str]] = {
    ("quantity", "less"): "lowest",
    ("quantity", "more"): "highest",
    ("duration", "less"): "shortest",
    ("duration", "more"): "longest",
}
"""By kind of slot and what people want of it, the superlative. Dates and times of day have none: whether a
later day or an earlier hour is "earliest" is a convention.
"""

WAYS: Final = (
    'the one with the {best} "{label}"',
    'the one whose "{label}" is the {best}',
    'the {best} by "{label}"',
)
"""Phrases for the best of several options; each names the slot as options show it."""
_OWN_WAYS: Final = (
    'the {best} one, by "{label}"',
    'the {best} by "{label}"',
    'the {best} of them, by "{label}"',
)
"""The same with a word of the domain: "cheapest"."""


def uncounted(template: str) -> str:
    """Returns a phrase without the counted noun, which was said before: "and at least 18 if"."""
    return template.replace(" {nouns}", "").replace(" {noun}", "")


def superlative(kind: str, better: str, label: str, way: int, domain_word: str = "") -> str:
    """Returns a phrase for the best of several options.

    Args:
        better: `less` or `more`, whichever is better.
        label: the slot's label.
        way: any number, which selects one of the phrases.
        domain_word: the domain's word for the best, such as "cheapest"; empty for none.

    Raises:
        KeyError: the slot has no superlative and the domain no word.
    """
    ways, best = (_OWN_WAYS, domain_word) if domain_word else (WAYS, SUPERLATIVES[kind, better])
    return ways[way % len(ways)].format(best=best, label=label)
