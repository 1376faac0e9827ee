"""Subject and verb of a frame in each role of a sentence: "it costs", "I have to leave"."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from cocoa_core.language.frames import Frame

__all__ = ["MOODS", "ROLES", "demands", "has_to", "heads"]

ROLES: Final = ("cond", "must", "can", "vp")
MOODS: Final = ("has", "want", "must", "need", "should", "like")
"""Ways to demand: it has to cost, I want it to, it must, I need it to, it should, I'd like it to."""


@cache
def heads(frame: Frame, role: str) -> tuple[str, ...]:
    """The wordings of subject and verb, best first; empty where the frame cannot take the role.

    cond: a finite clause ("it costs"). must: a demand ("it has to cost"). can: something allowed
    ("it can cost"). vp: a bare verb phrase ("cost").
    """
    if role == "must":
        return tuple(dict.fromkeys(demands(frame).values()))
    return {"cond": _cond, "can": _can, "vp": _vp}[role](frame)


def has_to(frame: Frame) -> str:
    """The subject with "has to", which two bare verb phrases can share."""
    return f"{frame.subject} {'have' if frame.style in ('I', 'plural') else 'has'} to"


@cache
def demands(frame: Frame) -> Mapping[str, str]:
    """Subject and verb of a demand by its mood, of `MOODS`; every frame has "has" and "want"."""
    verb = frame.verb
    if frame.style == "I":
        return _of_mine(frame)
    if frame.style == "no":
        item = frame.subject.removeprefix("no ")
        wished = f"no {item} to {verb}"
        firm = {"has": f"no {item} can {verb}", "should": f"no {item} should {verb}"}
        return {**firm, "want": f"I want {wished}", "like": f"I'd like {wished}"}
    if frame.negated and frame.style == "some":
        item = frame.subject.removeprefix("at least one ")
        wished = f"{frame.subject} that {_denied(frame)}"
        firm = {"has": f"not every {item} can {verb}", "should": f"not every {item} should {verb}"}
        return {**firm, "want": f"I want {wished}", "need": f"I need {wished}", "like": f"I'd like {wished}"}
    return _refused(frame) if frame.negated else _asked(frame)


def _of_mine(frame: Frame) -> Mapping[str, str]:
    if frame.negated:
        return {"has": f"I can't {frame.verb}", "want": f"I don't want to {frame.verb}"}
    has = "need" if frame.verb.startswith("have") else "have"  # "I have to have" is hard on the ear
    moods = {"has": has, "want": "want", "need": "need"}
    asked = {mood: f"I {word} to {frame.verb}" for mood, word in moods.items()}
    return {**asked, "like": f"I'd like to {frame.verb}"}


def _asked(frame: Frame) -> Mapping[str, str]:
    subject, verb = frame.subject, frame.verb
    return {
        "has": f"{subject} {'have' if frame.style == 'plural' else 'has'} to {verb}",
        "want": f"I want {subject} to {verb}",
        "must": f"{subject} must {verb}",
        "need": f"I need {subject} to {verb}",
        "should": f"{subject} should {verb}",
        "like": f"I'd like {subject} to {verb}",
    }


def _refused(frame: Frame) -> Mapping[str, str]:
    subject, verb = frame.subject, frame.verb
    return {
        "has": f"{subject} can't {verb}",
        "want": f"I don't want {subject} to {verb}",
        "must": f"{subject} must not {verb}",
        "should": f"{subject} shouldn't {verb}",
        "like": f"I'd like {subject} not to {verb}",
    }


def _cond(frame: Frame) -> tuple[str, ...]:
    subject, verb = frame.subject, frame.verb
    be = verb == "be" or verb.startswith("be ")
    plain = f"{_being(frame)}{verb.removeprefix('be')}"
    if not be:
        stated = verb if frame.style in ("I", "plural") else frame.third
        plain = f"{subject} {_denied(frame) if frame.negated else stated}"
    if frame.negated and frame.style == "some":
        item = subject.removeprefix("at least one ")
        return (plain, f"not every {item} {frame.third}")
    return (plain,)


def _denied(frame: Frame) -> str:
    """The verb denied, without its subject: "isn't", "doesn't cost"."""
    plural = frame.style in ("I", "plural")
    if frame.verb == "be" or frame.verb.startswith("be "):
        return f"{'are' if plural else 'is'}n't{frame.verb.removeprefix('be')}"
    return f"{'don' if plural else 'doesn'}'t {frame.verb}"


def _being(frame: Frame) -> str:
    """The subject with a form of be."""
    if frame.style == "I":
        return f"I'm{' not' * frame.negated}"
    word = "are" if frame.style == "plural" else "is"
    if frame.negated:
        return f"{frame.subject} {word}n't"
    return "it's" if frame.style == "it" else f"{frame.subject} {word}"


def _can(frame: Frame) -> tuple[str, ...]:
    if frame.negated or frame.style in ("every", "some", "no"):
        return ()
    return (f"{frame.subject} can {frame.verb}",)


def _vp(frame: Frame) -> tuple[str, ...]:
    if frame.negated or frame.style in ("every", "some", "no"):
        return ()
    return (frame.verb,)
