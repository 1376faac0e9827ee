"""Subjects and verbs of the request's English, as the verifier reads them: who, what, demanded or stated.

Tables of its own, so that a slip in what writes requests is not repeated in what reads them.
"""

from __future__ import annotations

from typing import Final

__all__ = ["HAVE_TO", "ROLES", "beginnings", "third_person"]

ROLES: Final = ("cond", "must", "can", "vp")
"""Roles of a clause in a sentence: stated, demanded, allowed, and the bare verb phrase."""

HAVE_TO: Final = {"it": "has to", "one": "has to", "I": "have to", "many": "have to"}
"""Person -> what may lead two bare verb phrases."""

_IRREGULAR: Final = {"be": "is", "have": "has", "do": "does"}
_SIBILANT: Final = ("s", "x", "z", "ch", "sh", "o")

_STATED_BE: Final = {
    ("it", False): ("it's", "it is"),
    ("it", True): ("it isn't", "it's not", "it is not"),
    ("I", False): ("I'm", "I am"),
    ("I", True): ("I'm not", "I am not"),
    ("one", False): ("{s} is",),
    ("one", True): ("{s} isn't", "{s} is not"),
    ("many", False): ("{s} are",),
    ("many", True): ("{s} aren't", "{s} are not"),
    ("every", False): ("every {s} is",),
    ("some", False): ("at least one {s} is",),
    ("some", True): ("at least one {s} isn't", "at least one {s} is not", "not every {s} is"),
    ("no", False): ("no {s} is",),
}
_STATED: Final = {
    ("it", False): ("it {third}",),
    ("it", True): ("it doesn't {verb}", "it does not {verb}"),
    ("I", False): ("I {verb}",),
    ("I", True): ("I don't {verb}", "I do not {verb}"),
    ("one", False): ("{s} {third}",),
    ("one", True): ("{s} doesn't {verb}", "{s} does not {verb}"),
    ("many", False): ("{s} {verb}",),
    ("many", True): ("{s} don't {verb}", "{s} do not {verb}"),
    ("every", False): ("every {s} {third}",),
    ("some", False): ("at least one {s} {third}",),
    ("some", True): (
        "at least one {s} doesn't {verb}",
        "at least one {s} does not {verb}",
        "not every {s} {third}",
    ),
    ("no", False): ("no {s} {third}",),
}
_WANTED: Final = ("I want {s} to {verb}", "I need {s} to {verb}", "I'd like {s} to {verb}")
_UNWANTED: Final = ("I don't want {s} to {verb}", "I'd like {s} not to {verb}")
_DEMANDED: Final = {
    ("it", False): ("it has to {verb}", "it must {verb}", "it should {verb}", "it needs to {verb}"),
    ("it", True): ("it must not {verb}", "it shouldn't {verb}", "it should not {verb}", "it can't {verb}"),
    ("I", False): ("I have to {verb}", "I want to {verb}", "I need to {verb}", "I must {verb}"),
    ("I", True): ("I don't want to {verb}", "I won't {verb}", "I can't {verb}", "I must not {verb}"),
    ("one", False): ("{s} has to {verb}", "{s} must {verb}", "{s} should {verb}", "{s} needs to {verb}"),
    ("one", True): (
        "{s} must not {verb}",
        "{s} shouldn't {verb}",
        "{s} should not {verb}",
        "{s} can't {verb}",
    ),
    ("many", False): ("{s} have to {verb}", "{s} must {verb}", "{s} should {verb}", "{s} need to {verb}"),
    ("many", True): (
        "{s} must not {verb}",
        "{s} shouldn't {verb}",
        "{s} should not {verb}",
        "{s} can't {verb}",
    ),
    ("every", False): ("every {s} has to {verb}", "every {s} must {verb}", "every {s} should {verb}"),
    ("some", False): (
        "at least one {s} has to {verb}",
        "at least one {s} must {verb}",
        "at least one {s} should {verb}",
    ),
    ("some", True): ("not every {s} should {verb}", "not every {s} can {verb}"),
    ("no", False): ("no {s} should {verb}", "no {s} may {verb}", "no {s} can {verb}"),
}
_WISHES: Final = {
    ("it", False): ("I want it to {verb}", "I need it to {verb}", "I'd like it to {verb}"),
    ("it", True): ("I don't want it to {verb}", "I'd like it not to {verb}"),
    ("I", False): ("I'd like to {verb}",),
    ("one", False): _WANTED,
    ("one", True): _UNWANTED,
    ("many", False): _WANTED,
    ("many", True): _UNWANTED,
    ("every", False): (
        "I want every {s} to {verb}",
        "I need every {s} to {verb}",
        "I'd like every {s} to {verb}",
    ),
    ("some", False): (
        "I want at least one {s} to {verb}",
        "I need at least one {s} to {verb}",
        "I'd like at least one {s} to {verb}",
    ),
    ("no", False): ("I want no {s} to {verb}", "I'd like no {s} to {verb}"),
}
_OTHER: Final = (
    "I want at least one {s} that ",
    "I need at least one {s} that ",
    "I'd like at least one {s} that ",
)
"""What a demand for some item of another kind begins with, before "isn't" or "doesn't"."""
_ALLOWED: Final = {
    "it": ("it can {verb}", "it may {verb}"),
    "I": ("I can {verb}",),
    "one": ("{s} can {verb}", "{s} may {verb}"),
    "many": ("{s} can {verb}", "{s} may {verb}"),
}
_NO_WORDS: Final[tuple[str, ...]] = ()


def third_person(verb: str) -> str:
    """The third person singular of a base form, with what belongs to it: "takes off", "carries"."""
    first, blank, rest = verb.partition(" ")
    if first in _IRREGULAR:
        return _IRREGULAR[first] + blank + rest
    if first.endswith(_SIBILANT):
        return f"{first}es{blank}{rest}"
    if first.endswith("y") and first[-2:-1] not in ("a", "e", "i", "o", "u"):
        return f"{first[:-1]}ies{blank}{rest}"
    return f"{first}s{blank}{rest}"


def beginnings(role: str, person: str, subject: str, verb: str, third: str, denied: bool) -> tuple[str, ...]:
    """Every way a clause of the role can begin; none where English has no plain one.

    person: `it`, `I`, `one`, `many`, or of items `every`, `some`, `no`. denied: the verb is negated.
    """
    key = (person, denied)
    if role == "cond":
        first, blank, rest = verb.partition(" ")
        stated = _STATED_BE.get(key, _NO_WORDS)
        templates = tuple(f"{one}{blank}{rest}" for one in stated) if first == "be" else _STATED.get(key, ())
    elif role == "must":
        templates = _DEMANDED.get(key, _NO_WORDS) + _WISHES.get(key, _NO_WORDS)
        if key == ("some", True):
            first, blank, rest = verb.partition(" ")
            other = f"isn't{blank}{rest}" if first == "be" else "doesn't {verb}"
            templates += tuple(f"{one}{other}" for one in _OTHER)
    elif denied or person not in _ALLOWED:
        templates = _NO_WORDS
    else:
        templates = _ALLOWED[person] if role == "can" else ("{verb}",)
    return tuple(template.format(s=subject, verb=verb, third=third) for template in templates)
