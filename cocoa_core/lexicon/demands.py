"""Lists how a demand begins: who speaks, how firmly, and what follows the first words.

A demand is a head and a tail. Two demands with one head can share it: "I want it nonstop and under $400".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

__all__ = ["HEADS", "LIFTED", "LIFTED_BE", "PRONOUNS", "REGISTERS", "DemandOpening"]


@frozen(cache_hash=True)
class DemandOpening:
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


def _called(subject: str) -> dict[tuple[str, bool], tuple[DemandOpening, ...]]:
    """Returns the heads with a pronoun for an option."""
    them, (have, need) = PRONOUNS[subject], ("have", "need") if subject == "they" else ("has", "needs")
    return {
        (subject, False): (
            DemandOpening("has", f"{subject} {have} to"),
            DemandOpening("has", f"{subject}'{'ve' if subject == 'they' else 's'} got to"),
            DemandOpening("needs", f"{subject} {need} to"),
            DemandOpening("should", f"{subject} should"),
            DemandOpening("want", f"I want {them} to"),
            DemandOpening("need", f"I need {them} to"),
            DemandOpening("like", f"I'd like {them} to"),
            DemandOpening("want", f"I want {them}", "rest"),
            DemandOpening("need", f"I need {them}", "rest"),
            DemandOpening("like", f"I'd like {them}", "rest"),
        ),
        (subject, True): (
            DemandOpening("has", f"{subject} can't"),
            DemandOpening("should", f"{subject} shouldn't"),
            DemandOpening("want", f"I don't want {them} to"),
            DemandOpening("want", f"I don't want {them}", "rest"),
        ),
    }


def _named(have: str, need: str) -> tuple[DemandOpening, ...]:
    """Returns the heads with a noun phrase as their subject, given the forms of "have" and "need"."""
    return (
        DemandOpening("has", f"{{s}} {have} to"),
        DemandOpening("needs", f"{{s}} {need} to"),
        DemandOpening("should", "{s} should"),
        DemandOpening("want", "I want {s} to"),
        DemandOpening("need", "I need {s} to"),
        DemandOpening("like", "I'd like {s} to"),
    )


_NOT_NAMED: Final = (
    DemandOpening("has", "{s} can't"),
    DemandOpening("should", "{s} shouldn't"),
    DemandOpening("want", "I don't want {s} to"),
)

HEADS: Final[Mapping[tuple[str, bool], tuple[DemandOpening, ...]]] = {
    **_called("it"),
    **_called("they"),
    **_called("she"),
    **_called("he"),
    ("I", False): (
        DemandOpening("has", "I have to"),
        DemandOpening("has", "I've got to"),
        DemandOpening("want", "I want to"),
        DemandOpening("need", "I need to"),
        DemandOpening("like", "I'd like to"),
    ),
    ("I", True): (
        DemandOpening("want", "I don't want to"),
        DemandOpening("has", "I can't"),
        DemandOpening("has", "I won't"),
    ),
    ("one", False): _named("has", "needs"),
    ("one", True): _NOT_NAMED,
    ("many", False): _named("have", "need"),
    ("many", True): _NOT_NAMED,
    ("there", False): (
        DemandOpening("has", "there has to"),
        DemandOpening("has", "there's got to"),
        DemandOpening("should", "there should"),
        DemandOpening("want", "I want there to"),
        DemandOpening("need", "I need there to"),
        DemandOpening("like", "I'd like there to"),
    ),
    ("there", True): (
        DemandOpening("should", "there shouldn't"),
        DemandOpening("want", "I don't want there to"),
    ),
    ("every", False): (
        DemandOpening("has", "every {s} has to"),
        DemandOpening("has", "every {s} must"),
        DemandOpening("should", "every {s} should"),
        DemandOpening("has", "each {s} has to"),
        DemandOpening("should", "each {s} should"),
        DemandOpening("want", "I want every {s} to"),
        DemandOpening("need", "I need every {s} to"),
        DemandOpening("like", "I'd like every {s} to"),
    ),
    ("some", False): (
        DemandOpening("has", "at least one {s} has to"),
        DemandOpening("should", "at least one {s} should"),
        DemandOpening("want", "I want at least one {s} to"),
        DemandOpening("need", "I need at least one {s} to"),
        DemandOpening("like", "I'd like at least one {s} to"),
    ),
    ("some", True): (
        DemandOpening("want", "I want at least one {s} that", "denied"),
        DemandOpening("need", "I need at least one {s} that", "denied"),
        DemandOpening("like", "I'd like at least one {s} that", "denied"),
    ),
    ("no", False): (
        DemandOpening("has", "no {s} can"),
        DemandOpening("should", "no {s} should"),
        DemandOpening("want", "I don't want any {s} to"),
    ),
    ("thing", False): (
        DemandOpening("want", "I want", "thing"),
        DemandOpening("need", "I need", "thing"),
        DemandOpening("like", "I'd like", "thing"),
        DemandOpening("hope", "I'm hoping for", "thing"),
        DemandOpening("hope", "I'm looking for", "thing"),
        DemandOpening("only", "I'm only okay with", "thing"),
    ),
    ("thing", True): (
        DemandOpening("want", "I don't want", "thing"),
        DemandOpening("want", "I'm not okay with", "thing"),
        DemandOpening("want", "I won't accept", "thing"),
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
