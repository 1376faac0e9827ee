"""Lists how a demand begins: who speaks, how firmly, and what follows the first words.

A demand is a head and a tail. Two demands with one head can share it: "I want it nonstop and under $400".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen


@frozen(cache_hash=True)
class DemandHead:
    """The first words of a demand."""

    mood: str
    """How firmly the demand is said. A request uses the moods of its register, and others only where none of
    these fits: "it can't" sounds stiff.
    """
    words: str
    """The words, with {s} for the subject or for the name of an item."""
    tail: str = "verb"
    """What follows. "verb": the base form and the rest ("leave before noon"); "rest": the rest of a wording
    with "be" ("nonstop"); "denied": the negated finite verb and the rest ("isn't in Rome"); "thing": a noun
    phrase of the rule's `want` ("a layover in Rome").
    """


PRONOUNS: Final[Mapping[str, str]] = {"it": "it", "they": "them", "she": "her", "he": "him"}
"""By the pronoun for an option as a subject, the one for it as an object."""


def _called(subject: str) -> dict[tuple[str, bool], tuple[DemandHead, ...]]:
    """Returns the heads with a pronoun for an option."""
    them, have = PRONOUNS[subject], "have" if subject == "they" else "has"
    return {
        (subject, False): (
            DemandHead("has", f"{subject} {have} to"),
            DemandHead("should", f"{subject} should"),
            DemandHead("want", f"I want {them} to"),
            DemandHead("need", f"I need {them} to"),
            DemandHead("like", f"I'd like {them} to"),
            DemandHead("want", f"I want {them}", "rest"),
            DemandHead("need", f"I need {them}", "rest"),
            DemandHead("like", f"I'd like {them}", "rest"),
            DemandHead("must", f"{subject} must"),
        ),
        (subject, True): (
            DemandHead("can", f"{subject} can't"),
            DemandHead("should", f"{subject} shouldn't"),
            DemandHead("want", f"I don't want {them} to"),
            DemandHead("want", f"I don't want {them}", "rest"),
            DemandHead("must", f"{subject} must not"),
        ),
    }


def _named(have: str) -> tuple[DemandHead, ...]:
    """Returns the heads with a noun phrase as their subject, given the form of "have"."""
    return (
        DemandHead("has", f"{{s}} {have} to"),
        DemandHead("should", "{s} should"),
        DemandHead("want", "I want {s} to"),
        DemandHead("need", "I need {s} to"),
        DemandHead("like", "I'd like {s} to"),
        DemandHead("must", "{s} must"),
    )


_NOT_NAMED: Final = (
    DemandHead("can", "{s} can't"),
    DemandHead("should", "{s} shouldn't"),
    DemandHead("want", "I don't want {s} to"),
    DemandHead("must", "{s} must not"),
)

INDEFINITE: Final = ("something", "somewhere", "anything", "anywhere", "someone", "anyone")
"""Words for an option, as an author has them before a value, that are not joined to another thing."""

HEADS: Final[Mapping[tuple[str, bool], tuple[DemandHead, ...]]] = {
    **_called("it"),
    **_called("they"),
    **_called("she"),
    **_called("he"),
    ("I", False): (
        DemandHead("has", "I have to"),
        DemandHead("want", "I want to"),
        DemandHead("need", "I need to"),
        DemandHead("like", "I'd like to"),
    ),
    ("I", True): (
        DemandHead("want", "I don't want to"),
        DemandHead("has", "I can't"),
    ),
    ("one", False): _named("has"),
    ("one", True): _NOT_NAMED,
    ("many", False): _named("have"),
    ("many", True): _NOT_NAMED,
    ("there", False): (
        DemandHead("has", "there has to"),
        DemandHead("should", "there should"),
        DemandHead("want", "I want there to"),
        DemandHead("need", "I need there to"),
        DemandHead("like", "I'd like there to"),
    ),
    ("there", True): (
        DemandHead("should", "there shouldn't"),
        DemandHead("want", "I don't want there to"),
    ),
    ("every", False): (
        DemandHead("has", "every {s} has to"),
        DemandHead("should", "every {s} should"),
        DemandHead("has", "each {s} has to"),
        DemandHead("should", "each {s} should"),
        DemandHead("want", "I want every {s} to"),
        DemandHead("need", "I need every {s} to"),
        DemandHead("like", "I'd like every {s} to"),
    ),
    ("some", False): (
        DemandHead("has", "at least one {s} has to"),
        DemandHead("should", "at least one {s} should"),
        DemandHead("want", "I want at least one {s} to"),
        DemandHead("need", "I need at least one {s} to"),
        DemandHead("like", "I'd like at least one {s} to"),
    ),
    ("some", True): (
        DemandHead("want", "I want at least one {s} that", "denied"),
        DemandHead("need", "I need at least one {s} that", "denied"),
        DemandHead("like", "I'd like at least one {s} that", "denied"),
    ),
    ("no", False): (
        DemandHead("has", "no {s} can"),
        DemandHead("should", "no {s} should"),
        DemandHead("want", "I don't want any {s} to"),
    ),
    ("thing", False): (
        DemandHead("want", "I want", "thing"),
        DemandHead("need", "I need", "thing"),
        DemandHead("like", "I'd like", "thing"),
    ),
    ("thing", True): (DemandHead("want", "I don't want", "thing"),),
}
"""By person and whether the verb is negated, the heads. The person is a pronoun for an option, `I`, `there`,
a noun phrase (`one`, `many`), items of a set or list (`every`, `some`, `no`), or `thing` for what is wanted,
which has no verb.
"""


@frozen
class Speech:
    """How the requests of a domain speak."""

    registers: Mapping[str, tuple[str, ...]]
    """By register, a tone that a request keeps throughout, its moods; the frequent ones are repeated."""
    of_speaker: frozenset[str]
    """The moods of demands whose person is "I" or "thing"; others are used where no wording has these."""
    of_option: frozenset[str]
    """The moods of all other demands: about an option, its attributes and its items."""
    unsaid: frozenset[str] = frozenset()
    """The families of sentence forms that no request has."""
    names_other: bool = False
    """Whether "not female" is said as "male", where there is no third value."""

    def says(self, person: str, mood: str) -> bool:
        """Returns whether demands with this person, a key of `HEADS`, have this mood."""
        return mood in (self.of_speaker if person in ("I", "thing") else self.of_option)


_WISHED: Final = frozenset(("has", "should", "want", "need", "like", "can"))

SPEECHES: Final[Mapping[str, Speech]] = {
    "wishes": Speech(
        {
            "plain": ("want", "should", "need", "want", "has", "need"),
            "casual": ("want", "need", "should", "want", "need", "want", "has", "need"),
            "formal": ("like", "should", "need", "like", "has", "like", "should", "need"),
        },
        of_speaker=_WISHED,
        of_option=_WISHED,
    ),
    "offers": Speech(
        {
            "plain": ("should", "want", "has", "should", "need"),
            "formal": ("should", "like", "has", "should", "need"),
        },
        of_speaker=_WISHED,
        of_option=frozenset(("has", "should", "can")),
        names_other=True,
    ),
    "facts": Speech(
        {"strict": ("must", "should"), "plain": ("should", "has", "should")},
        of_speaker=frozenset(),
        of_option=frozenset(("must", "should", "has")),
        unsaid=frozenset(("exception", "allowed")),
        names_other=True,
    ),
}
"""By the name that schema.yaml gives, how requests speak: of what a customer wants; the same with plain words
for attributes, of which "I want the weight to be" and "I need it offered by" are rarely what one would say;
or of facts about a record ("the wage must be over 5"), of which nobody says "I'd like" or "more is fine".
"""

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
LIFTED_BRIEFLY: Final[Mapping[str, tuple[str, str]]] = {
    "amount": ("more is fine", "less is fine"),
    "rating": ("higher is fine", "lower is fine"),
    "duration": ("longer is fine", "less is fine"),
    "clock": ("later is fine", "earlier is fine"),
    "clock with day": ("later is fine", "earlier is fine"),
    "date": ("later is fine", "earlier is fine"),
    "year": ("later is fine", "earlier is fine"),
    "count": ("more is fine", "fewer is fine"),
    "relative": ("higher is fine", "lower is fine"),
}
"""What lifts a limit that the words before it set: "under ten hours, but longer is fine if"."""
