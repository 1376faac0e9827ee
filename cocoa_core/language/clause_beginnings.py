"""How a clause of a frame begins, by its role: "it costs", "I want to leave", "there can be"."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from attrs import field, frozen

from cocoa_core.domain import EffectiveTest, side_of
from cocoa_core.domain.kinds import Kind
from cocoa_core.language.frames import ITEMS, Frame
from cocoa_core.language.spoken_values import family_of
from cocoa_core.lexicon import HEADS, LIFTED, LIFTED_BE, LIFTED_BRIEFLY, PRONOUNS

ROLES: Final = ("cond", "must", "can", "thing")
_SOME: Final = "at least one "
_CAN: Final[Mapping[str, tuple[str, ...]]] = {
    "I": ("I can", "I'm willing to"),
    "thing": ("I'm okay with", "I'm fine with", "I don't mind"),
}
"""How something that is allowed begins, where that is more than the subject with "can"."""
_PLURAL: Final = ("I", "many", "they")


@frozen(cache_hash=True)
class Beginning:
    """The first words of a clause."""

    head: str
    """What a demand can share with another one ("I want it to"); empty for other roles."""
    lead: str
    """What stands between head and rest: subject and verb, or the verb alone; may be empty."""
    mood: str = ""
    """The mood of a demand, as the lexicon names it; "if" for a condition that can stand after "if" alone."""
    words: str = field(init=False, eq=False, repr=False)
    """Head and lead together."""

    @words.default
    def _together(self) -> str:
        return " ".join(part for part in (self.head, self.lead) if part)


@cache
def beginnings(frame: Frame, role: str) -> tuple[Beginning, ...]:
    """Returns how the frame's clause can begin; empty where the frame cannot take the role.

    Args:
        role: `cond`, a finite clause ("it costs"); `must`, a demand ("it has to cost"); `can`, something
            allowed ("it can cost"); `thing`, a noun phrase, before which nothing stands.
    """
    if role == "must":
        return _demands(frame)
    if role == "can":
        return _allowances(frame)
    if role == "thing":
        return (Beginning("", ""),) if frame.person == "thing" and not frame.negated else ()
    if frame.person == "thing" or (frame.limits and frame.statement.op != "at_least"):
        return ()
    stated = _stated(frame)
    if frame.person == "some":  # after "if" any one will do; "unless any ..." would be all of them
        loose = stated.replace(_SOME, "any ", 1)
        return (Beginning("", stated), Beginning("", loose, "if"))
    return (Beginning("", stated),)


def _allowances(frame: Frame) -> tuple[Beginning, ...]:
    if frame.negated or frame.limits or frame.person in ("every", "some", "no"):
        return ()
    heads = _CAN.get(frame.person, (f"{frame.subject} can",))
    return tuple(Beginning("", f"{head} {frame.verb}".rstrip()) for head in heads)


def lifted(frame: Frame, kind: Kind) -> str:
    """Returns the words that lift the frame's limit: "it can take longer"; empty where there are none.

    For an upper limit ("less", "at most") the words say more, for a lower one less.
    """
    family, be = family_of(kind, frame.statement.over), frame.verb == "be"
    side = side_of(frame.statement)
    table = LIFTED_BE if be and family in LIFTED_BE else LIFTED
    if (
        side not in ("less", "more")
        or family not in table
        or frame.asserted
        or frame.limits
        or frame.person not in (*PRONOUNS, "I", "one", "many")
        or frame.before
        or frame.after
        or (be and frame.person in PRONOUNS)
        or (family == "amount" and getattr(kind.item_kind, "unit", "") != "money")
    ):
        return ""
    words = table[family][side == "more"].replace("{nouns}", frame.noun.many if frame.noun else "")
    return " ".join(part for part in (frame.subject, "can", frame.verb, words, frame.after) if part)


def lifted_briefly(limit: EffectiveTest, kind: Kind) -> str:
    """Returns the words that lift a limit which was just said, "more is fine"; empty where there are none."""
    side = side_of(limit)
    words = LIFTED_BRIEFLY.get(family_of(kind, limit.over))
    return words[side == "more"] if words and side in ("less", "more") and limit.over not in ITEMS else ""


def _demands(frame: Frame) -> tuple[Beginning, ...]:
    result = []
    for head in HEADS.get((frame.person, frame.negated), ()):
        words = head.words.replace("{s}", frame.subject)
        if head.tail == "verb":
            result.append(Beginning(words, frame.verb, head.mood))
        elif head.tail == "denied":
            result.append(Beginning(words, _denied(frame), head.mood))
        elif head.tail == "thing" or frame.verb == "be":
            result.append(Beginning(words, "", head.mood))
    return tuple(result)


def _stated(frame: Frame) -> str:
    verb = frame.verb
    if verb == "be" or verb.startswith("be "):
        return f"{_being(frame)}{verb.removeprefix('be')}"
    if frame.negated:
        return f"{_subject(frame)} {_denied(frame)}"
    return f"{_subject(frame)} {verb if frame.person in _PLURAL else frame.third}"


def _subject(frame: Frame) -> str:
    quantifier = {"every": "every ", "some": _SOME, "no": "no "}.get(frame.person, "")
    return quantifier + frame.subject


def _denied(frame: Frame) -> str:
    """Returns the verb negated, without its subject: "isn't", "doesn't cost"."""
    plural = frame.person in _PLURAL or frame.plural
    if frame.verb == "be" or frame.verb.startswith("be "):
        return f"{'are' if plural else 'is'}n't{frame.verb.removeprefix('be')}"
    return f"{'don' if plural else 'doesn'}'t {frame.verb}"


def _being(frame: Frame) -> str:
    """Returns the subject with a form of "be"."""
    if frame.person == "I":
        return f"I'm{' not' * frame.negated}"
    several = frame.person in _PLURAL or frame.plural
    subject, word = _subject(frame), "are" if several else "is"
    if frame.negated:
        return f"{subject} {word}n't"
    short = frame.person in PRONOUNS or (frame.person == "there" and word == "is")
    return f"{subject}'{word[-2:] if several else 's'}" if short else f"{subject} {word}"
