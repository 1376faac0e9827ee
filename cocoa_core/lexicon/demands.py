"""Lists how a demand begins: who speaks, how firmly, and what follows the first words.

A demand is a head and a tail. Two demands with one head can share it: "I want it nonstop and under $400".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

__all__ = ["HEADS", "LIFTED", "LIFTED_BE", "PRONOUNS", "REGISTERS", "Head"]


@frozen(cache_hash=True)
class Head:
    """The first words of a demand."""

    mood: str
    """How firmly the demand is said. A request uses the moods of its register only."""
    words: str
    """The words, with {s} for the subject or for the name of an item."""
    tail: str = "verb"
    """What follows. "verb": the base form and the rest ("leave before noon"); "rest": the rest of a wording
    with "be" ("nonstop"); "denied": the negated finite verb and the rest ("isn't in Rome"); "thing": a noun
    phrase of the rule's `want` ("a layover in Rome").
    """


PRONOUNS: Final[Mapping[str, str]] = {"it": "it", "they": "them", "she": "her", "he": "him"}
"""By the pronoun for an option as a subject, the one for it as an object."""


def _called(subject: str) -> dict[tuple[str, bool], tuple[Head, ...]]:
    """Returns the heads with a pronoun for an option."""
    them, (have, need) = PRONOUNS[subject], ("have", "need") if subject == "they" else ("has", "needs")
    return {
        (subject, False): (
            Head("has", f"{subject} {have} to"),
            Head("has", f"{subject}'{'ve' if subject == 'they' else 's'} got to"),
            Head("needs", f"{subject} {need} to"),
            Head("should", f"{subject} should"),
            Head("want", f"I want {them} to"),
            Head("need", f"I need {them} to"),
            Head("like", f"I'd like {them} to"),
            Head("want", f"I want {them}", "rest"),
            Head("need", f"I need {them}", "rest"),
            Head("like", f"I'd like {them}", "rest"),
        ),
        (subject, True): (
            Head("has", f"{subject} can't"),
            Head("should", f"{subject} shouldn't"),
            Head("want", f"I don't want {them} to"),
            Head("want", f"I don't want {them}", "rest"),
        ),
    }


def _named(have: str, need: str) -> tuple[Head, ...]:
    """Returns the heads with a noun phrase as their subject, given the forms of "have" and "need"."""
    return (
        Head("has", f"{{s}} {have} to"),
        Head("needs", f"{{s}} {need} to"),
        Head("should", "{s} should"),
        Head("want", "I want {s} to"),
        Head("need", "I need {s} to"),
        Head("like", "I'd like {s} to"),
    )


_NOT_NAMED: Final = (
    Head("has", "{s} can't"),
    Head("should", "{s} shouldn't"),
    Head("want", "I don't want {s} to"),
)

HEADS: Final[Mapping[tuple[str, bool], tuple[Head, ...]]] = {
    **_called("it"),
    **_called("they"),
    **_called("she"),
    **_called("he"),
    ("I", False): (
        Head("has", "I have to"),
        Head("has", "I've got to"),
        Head("want", "I want to"),
        Head("need", "I need to"),
        Head("like", "I'd like to"),
    ),
    ("I", True): (
        Head("want", "I don't want to"),
        Head("has", "I can't"),
        Head("has", "I won't"),
    ),
    ("one", False): _named("has", "needs"),
    ("one", True): _NOT_NAMED,
    ("many", False): _named("have", "need"),
    ("many", True): _NOT_NAMED,
    ("there", False): (
        Head("has", "there has to"),
        Head("has", "there's got to"),
        Head("should", "there should"),
        Head("want", "I want there to"),
        Head("need", "I need there to"),
        Head("like", "I'd like there to"),
    ),
    ("there", True): (
        Head("should", "there shouldn't"),
        Head("want", "I don't want there to"),
    ),
    ("every", False): (
        Head("has", "every {s} has to"),
        Head("has", "every {s} must"),
        Head("should", "every {s} should"),
        Head("has", "each {s} has to"),
        Head("should", "each {s} should"),
        Head("want", "I want every {s} to"),
        Head("need", "I need every {s} to"),
        Head("like", "I'd like every {s} to"),
    ),
    ("some", False): (
        Head("has", "at least one {s} has to"),
        Head("should", "at least one {s} should"),
        Head("want", "I want at least one {s} to"),
        Head("need", "I need at least one {s} to"),
        Head("like", "I'd like at least one {s} to"),
    ),
    ("some", True): (
        Head("want", "I want at least one {s} that", "denied"),
        Head("need", "I need at least one {s} that", "denied"),
        Head("like", "I'd like at least one {s} that", "denied"),
    ),
    ("no", False): (
        Head("has", "no {s} can"),
        Head("should", "no {s} should"),
        Head("want", "I don't want any {s} to"),
    ),
    ("thing", False): (
        Head("want", "I want", "thing"),
        Head("need", "I need", "thing"),
        Head("like", "I'd like", "thing"),
        Head("hope", "I'm hoping for", "thing"),
        Head("hope", "I'm looking for", "thing"),
        Head("only", "I'm only okay with", "thing"),
    ),
    ("thing", True): (
        Head("want", "I don't want", "thing"),
        Head("want", "I'm not okay with", "thing"),
        Head("want", "I won't accept", "thing"),
    ),
}
"""By person and whether the verb is negated, the heads. The person is a pronoun for an option, `I`, `there`,
a noun phrase (`one`, `many`), items of a set or list (`every`, `some`, `no`), or `thing` for what is wanted,
which has no verb.
"""

REGISTERS: Final[Mapping[str, tuple[str, ...]]] = {
    "plain": ("want", "should", "need", "want", "has", "need"),
    "casual": ("want", "need", "should", "hope", "want", "need", "want", "has", "need"),
    "formal": ("like", "should", "need", "like", "hope", "has", "like", "should", "need"),
}
"""By register, its moods, the frequent ones repeated. A request has one register."""

LIFTED: Final[Mapping[str, tuple[str, str]]] = {
    "amount": ("more", "less"),
    "rating": ("higher", "lower"),
    "duration": ("longer", "less"),
    "clock": ("later", "earlier"),
    "clock with day": ("later", "earlier"),
    "date": ("later", "earlier"),
    "year": ("later", "earlier"),
    "count": ("more {nouns}", "fewer {nouns}"),
}
"""By family of comparisons, what may follow "it can <verb>" where an upper limit is lifted, and where a lower
one is: "it can take longer".
"""
LIFTED_BE: Final[Mapping[str, tuple[str, str]]] = {
    "amount": ("higher", "lower"),
    "duration": ("longer", "shorter"),
    "relative": ("higher", "lower"),
}
"""The same after "be", where it differs."""
