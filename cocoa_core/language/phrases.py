"""The closed lexicon: which words stand for which comparison, and which sentence for which sum term.

Data only. Each phrase has one fixed meaning; authors of domains supply nouns and verbs around them, never
comparisons. The verifier reads these tables too, with code of its own.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from attrs import frozen

__all__ = [
    "BE_COMPARISONS",
    "COMPARISONS",
    "CONNECTIVES",
    "FORMS",
    "LAST_CONNECTIVES",
    "LIMITING",
    "LIMITING_ENDS",
    "LIST_CLOSING",
    "LIST_OPENING",
    "MONTHS",
    "NO_NOUN",
    "NUMBER_WORDS",
    "Form",
    "Reading",
]

NUMBER_WORDS: Final = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
"""Counts and whole hours up to twelve are written as words."""

MONTHS: Final = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
"""Dates are said with the month's name."""

_AMOUNT: Final = {
    "less": ("under {0}", "less than {0}"),
    "at_most": ("at most {0}", "no more than {0}", "{0} or less"),
    "more": ("over {0}", "more than {0}"),
    "at_least": ("at least {0}", "{0} or more", "no less than {0}"),
    "between": ("between {0} and {1}",),
    "within": ("between {0} and {1} inclusive",),
    "is": ("exactly {0}",),
    "one_of": ("exactly {or}",),
}

COMPARISONS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "amount": _AMOUNT,
    "duration": {**_AMOUNT, "at_least": ("at least {0}", "{0} or more")},
    "clock": {
        "less": ("before {0}", "earlier than {0}"),
        "at_most": ("by {0}", "no later than {0}", "at or before {0}"),
        "more": ("after {0}", "later than {0}"),
        "at_least": ("at {0} or later", "no earlier than {0}", "at or after {0}"),
        "between": ("between {0} and {1}",),
        "within": ("between {0} and {1} inclusive",),
        "is": ("at exactly {0}",),
        "one_of": ("at exactly {or}",),
    },
    "clock with day": {
        "less": ("before {0} the same day", "earlier than {0} the same day"),
        "at_most": ("by {0} the same day", "no later than {0} the same day"),
        "more": ("after {0} or on a later day",),
        "at_least": ("at or after {0} or on a later day",),
        "between": ("between {0} and {1} the same day",),
        "within": ("between {0} and {1} inclusive the same day",),
        "is": ("at exactly {0} the same day",),
        "one_of": ("at exactly {or} the same day",),
    },
    "date": {
        "less": ("before {0}", "earlier than {0}"),
        "at_most": ("on or before {0}", "no later than {0}"),
        "more": ("after {0}", "later than {0}"),
        "at_least": ("on or after {0}", "no earlier than {0}"),
        "between": ("between {0} and {1}",),
        "within": ("between {0} and {1} inclusive",),
        "is": ("on {0}",),
        "one_of": ("on {or}",),
    },
    "year": {
        "less": ("before {0}", "earlier than {0}"),
        "at_most": ("{0} or earlier", "no later than {0}"),
        "more": ("after {0}", "later than {0}"),
        "at_least": ("{0} or later", "no earlier than {0}"),
        "between": ("between {0} and {1}",),
        "within": ("between {0} and {1} inclusive",),
        "is": ("exactly {0}",),
        "one_of": ("exactly {or}",),
    },
    "count": {
        "less": ("fewer than {0} {noun}",),
        "at_most": ("at most {0} {noun}", "no more than {0} {noun}", "{0} {noun} or fewer"),
        "more": ("more than {0} {noun}",),
        "at_least": ("at least {0} {noun}", "{0} or more {nouns}"),
        "between": ("between {0} and {1} {nouns}",),
        "within": ("between {0} and {1} {nouns} inclusive",),
        "is": ("exactly {0} {noun}",),
        "one_of": ("exactly {or} {nouns}",),
    },
    "relative": {
        "less": ("below {ref}", "lower than {ref}"),
        "at_most": ("at or below {ref}", "no higher than {ref}"),
        "more": ("above {ref}", "higher than {ref}"),
        "at_least": ("at or above {ref}", "no lower than {ref}"),
    },
    "category": {"is": ("{0}",), "one_of": ("{or}",)},
    "boolean": {"is": ("",)},
    "set": {"any": ("{or}",), "only": ("{or}",), "all": ("{and}",)},
}
"""Family -> effective test -> phrases. {0}, {1}: values; {or}, {and}: lists; {noun}, {nouns}: the author's
counted noun (agreeing with the number, or plural); {ref}: what a percentage is relative to. A count of
"fewer than one" is said with NO_NOUN."""

NO_NOUN: Final = "no {nouns}"
"""How `less than 1` of something counted is said."""

BE_COMPARISONS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "amount": {"less": ("below {0}",), "more": ("above {0}",)},
    "duration": {
        "less": ("shorter than {0}",),
        "at_most": ("no longer than {0}",),
        "more": ("longer than {0}",),
        "at_least": ("{0} or longer",),
    },
}
"""Further phrases where the verb is "be"."""


Reading: TypeAlias = int | tuple[str, "Reading", "Reading"]
"""How a form may be read: a literal by its place (from 1), or `or` / `xor` of two readings."""


@frozen
class Form:
    """A sentence pattern for one sum term.

    family: forms of one family sound alike; a request does not use one twice in a row if it has a choice.
    pattern: words and roles. A role is {cond+1}: the first literal as a finite clause; {cond-1}: its
        negation; {must+2}: the second literal as a demand; {can-1}: the negation of the first as something
        allowed; {vp+1}: a bare verb phrase.
    others: readings beside the inclusive OR that a careful reader could take. A form is used only where
        every shown option has the same label under all of them.
    affirmative: places of literals that must not be worded as a denial ("unless it doesn't ..." is no help).
    same_subject: {has to+1} is the subject of both verb phrases with "has to" or "have to".
    joins: the sentence may follow "..., and".
    """

    name: str
    family: str
    pattern: str
    others: tuple[Reading, ...] = ()
    affirmative: tuple[int, ...] = ()
    same_subject: bool = False
    joins: bool = False


_EXCLUSIVE: Final[Reading] = ("xor", 1, 2)
_LAST_EXCLUSIVE: Final[Reading] = ("or", 1, ("xor", 2, 3))

FORMS: Final[dict[int, tuple[Form, ...]]] = {
    1: (
        Form("plain", "plain", "{must+1}", joins=True),
        Form("interest", "interest", "I'm only interested if {cond+1}"),
    ),
    2: (
        Form("if", "if", "if {cond-1}, {must+2}", joins=True),
        Form("if then", "if", "if {cond-1}, then {must+2}", joins=True),
        Form("demand if", "if", "{must+2} if {cond-1}"),
        Form(
            "unless",
            "unless",
            "unless {cond+1}, {must+2}",
            others=(_EXCLUSIVE,),
            affirmative=(1,),
            joins=True,
        ),
        Form("demand unless", "unless", "{must+2} unless {cond+1}", others=(_EXCLUSIVE,), affirmative=(1,)),
        Form("only if", "only if", "{can-1} only if {cond+2}", affirmative=(1,)),
        Form("either", "either", "either {must+1}, or {must+2}", others=(_EXCLUSIVE,)),
        Form("either or both", "either", "either {must+1}, or {must+2}, or both"),
        Form(
            "either verb",
            "either",
            "{has to+1} either {vp+1} or {vp+2}",
            others=(_EXCLUSIVE,),
            affirmative=(1, 2),
            same_subject=True,
        ),
        Form(
            "either verb or both",
            "either",
            "{has to+1} either {vp+1} or {vp+2}, or both",
            affirmative=(1, 2),
            same_subject=True,
        ),
        Form("interest", "interest", "I'm only interested if {cond+1} or {cond+2}", others=(_EXCLUSIVE,)),
        Form("works", "interest", "it only works for me if {cond+1} or {cond+2}", others=(_EXCLUSIVE,)),
        Form("otherwise", "otherwise", "{must+1}; otherwise, {must+2}", affirmative=(1,)),
        Form("if not", "otherwise", "{must+1}; if not, {must+2}", affirmative=(1,)),
    ),
    3: (
        Form("if", "if", "if {cond-1} and {cond-2}, {must+3}", joins=True),
        Form("if then", "if", "if {cond-1} and {cond-2}, then {must+3}", joins=True),
        Form("demand if", "if", "{must+3} if {cond-1} and {cond-2}"),
        Form(
            "unless",
            "unless",
            "unless {cond+1} or {cond+2}, {must+3}",
            others=(("xor", ("or", 1, 2), 3), ("or", ("xor", 1, 2), 3), ("xor", ("xor", 1, 2), 3)),
            affirmative=(1, 2),
            joins=True,
        ),
        Form(
            "if either",
            "either",
            "if {cond-1}, either {must+2}, or {must+3}",
            others=(_LAST_EXCLUSIVE,),
            joins=True,
        ),
        Form(
            "if either or both",
            "either",
            "if {cond-1}, either {must+2}, or {must+3}, or both",
            joins=True,
        ),
        Form(
            "only if",
            "only if",
            "{can-1} only if {cond+2} or {cond+3}",
            others=(_LAST_EXCLUSIVE,),
            affirmative=(1,),
        ),
    ),
}
"""Number of literals -> sentence patterns; four and more become a list."""

LIMITING: Final = ("no ", "at most ", "under ", "less ", "fewer ", "below ", "exactly ")
LIMITING_ENDS: Final = (" or less", " or fewer")
"""Phrases that begin or end so are not put after "can": "I can pay no more than $400" states a limit."""

LIST_OPENING: Final = "at least one of these has to be true:"
LIST_CLOSING: Final = "or"
"""Four and more literals: the opening, then "(a) ...; (b) ...; or (c) ..."."""

CONNECTIVES: Final = ("also, ", "and ", "on top of that, ", "in addition, ", "beyond that, ", "plus, ")
LAST_CONNECTIVES: Final = ("finally, ", "lastly, ")
"""What may open a sentence after the first; the last ones only open the last."""
