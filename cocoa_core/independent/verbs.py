"""Subjects and verbs of the request's English, as the verifier reads them: who, what, stated or allowed.

The tables are its own, so that a mistake in what writes requests is not repeated in what reads them. How
demands begin is in the lexicon.
"""

from __future__ import annotations

from typing import Final

__all__ = ["allowed", "denied_verb", "stated", "third_person"]

_IRREGULAR: Final = {"be": "is", "have": "has", "do": "does"}
_SIBILANT: Final = ("s", "x", "z", "ch", "sh", "o")

_STATED_BE: Final = {
    ("they", False): ("they're", "they are"),
    ("they", True): ("they aren't", "they're not", "they are not"),
    ("she", False): ("she's", "she is"),
    ("she", True): ("she isn't", "she's not", "she is not"),
    ("he", False): ("he's", "he is"),
    ("he", True): ("he isn't", "he's not", "he is not"),
    ("it", False): ("it's", "it is"),
    ("it", True): ("it isn't", "it's not", "it is not"),
    ("I", False): ("I'm", "I am"),
    ("I", True): ("I'm not", "I am not"),
    ("there", False): ("there's", "there is"),
    ("there", True): ("there isn't", "there is not"),
    ("there are", False): ("there are",),
    ("there are", True): ("there aren't", "there are not"),
    ("one", False): ("{s} is",),
    ("one", True): ("{s} isn't", "{s} is not"),
    ("many", False): ("{s} are",),
    ("many", True): ("{s} aren't", "{s} are not"),
    ("every", False): ("every {s} is",),
    ("some", False): ("at least one {s} is", "any {s} is"),
    ("some", True): ("at least one {s} isn't", "at least one {s} is not", "any {s} isn't"),
    ("no", False): ("no {s} is",),
}
_STATED: Final = {
    ("they", False): ("they {verb}",),
    ("they", True): ("they don't {verb}", "they do not {verb}"),
    ("she", False): ("she {third}",),
    ("she", True): ("she doesn't {verb}", "she does not {verb}"),
    ("he", False): ("he {third}",),
    ("he", True): ("he doesn't {verb}", "he does not {verb}"),
    ("it", False): ("it {third}",),
    ("it", True): ("it doesn't {verb}", "it does not {verb}"),
    ("I", False): ("I {verb}",),
    ("I", True): ("I don't {verb}", "I do not {verb}"),
    ("one", False): ("{s} {third}",),
    ("one", True): ("{s} doesn't {verb}", "{s} does not {verb}"),
    ("many", False): ("{s} {verb}",),
    ("many", True): ("{s} don't {verb}", "{s} do not {verb}"),
    ("every", False): ("every {s} {third}",),
    ("some", False): ("at least one {s} {third}", "any {s} {third}"),
    ("some", True): (
        "at least one {s} doesn't {verb}",
        "at least one {s} does not {verb}",
        "any {s} doesn't {verb}",
    ),
    ("no", False): ("no {s} {third}",),
}
_ALLOWED: Final = {
    "it": ("it can {verb}", "it may {verb}"),
    "they": ("they can {verb}", "they may {verb}"),
    "she": ("she can {verb}", "she may {verb}"),
    "he": ("he can {verb}", "he may {verb}"),
    "I": ("I can {verb}", "I'm willing to {verb}", "I am willing to {verb}"),
    "thing": ("I'm okay with", "I'm fine with", "I don't mind"),
    "there": ("there can {verb}", "there may {verb}"),
    "one": ("{s} can {verb}", "{s} may {verb}"),
    "many": ("{s} can {verb}", "{s} may {verb}"),
}
_NO_WORDS: Final[tuple[str, ...]] = ()


def third_person(verb: str) -> str:
    """Returns the third person singular of a base form, with what belongs to it: "takes off", "carries"."""
    first, blank, rest = verb.partition(" ")
    if first in _IRREGULAR:
        return _IRREGULAR[first] + blank + rest
    if first.endswith(_SIBILANT):
        return f"{first}es{blank}{rest}"
    if first.endswith("y") and first[-2:-1] not in ("a", "e", "i", "o", "u"):
        return f"{first[:-1]}ies{blank}{rest}"
    return f"{first}s{blank}{rest}"


def stated(person: str, subject: str, verb: str, third: str, denied: bool) -> tuple[str, ...]:
    """Returns every beginning of a clause that states something; empty where English has no plain one.

    Args:
        person: the pronoun of options, or `I`, `there`, `there are`, `one`, `many`; of items `every`, `some`,
            `no`.
        subject: the noun phrase where the person is none.
        verb: the base form.
        third: the third person.
        denied: whether the verb is negated.
    """
    first, blank, rest = verb.partition(" ")
    if first == "be":
        templates = _STATED_BE.get((person, denied), _NO_WORDS)
        return tuple(f"{template.format(s=subject)}{blank}{rest}" for template in templates)
    templates = _STATED.get((person, denied), _NO_WORDS)
    return tuple(template.format(s=subject, verb=verb, third=third) for template in templates)


def allowed(person: str, subject: str, verb: str) -> tuple[str, ...]:
    """Returns every beginning of a clause that allows something."""
    return tuple(pattern.format(s=subject, verb=verb) for pattern in _ALLOWED.get(person, _NO_WORDS))


def denied_verb(verb: str) -> str:
    """Returns the third person of a verb, negated: "isn't in", "doesn't leave"."""
    first, blank, rest = verb.partition(" ")
    return f"isn't{blank}{rest}" if first == "be" else f"doesn't {verb}"
