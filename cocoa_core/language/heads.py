"""Subject and verb of a frame in each role of a sentence: "it costs", "I have to leave"."""

from __future__ import annotations

from functools import cache
from typing import Final

from cocoa_core.language.frames import Frame

__all__ = ["ROLES", "has_to", "heads"]

ROLES: Final = ("cond", "must", "can", "vp")


@cache
def heads(frame: Frame, role: str) -> tuple[str, ...]:
    """The wordings of subject and verb, best first; empty where the frame cannot take the role.

    cond: a finite clause ("it costs"). must: a demand ("it has to cost"). can: something allowed
    ("it can cost"). vp: a bare verb phrase ("cost").
    """
    return {"cond": _cond, "must": _must, "can": _can, "vp": _vp}[role](frame)


def has_to(frame: Frame) -> str:
    """The subject with "has to", which two bare verb phrases can share."""
    return f"{frame.subject} {'have' if frame.style in ('I', 'plural') else 'has'} to"


def _cond(frame: Frame) -> tuple[str, ...]:
    subject, verb = frame.subject, frame.verb
    plural = frame.style in ("I", "plural")
    if verb == "be" or verb.startswith("be "):
        return (f"{_being(frame)}{verb.removeprefix('be')}",)
    if frame.negated:
        return (f"{subject} {'don' if plural else 'doesn'}'t {verb}",)
    return (f"{subject} {verb if plural else frame.third}",)


def _being(frame: Frame) -> str:
    """The subject with a form of be."""
    if frame.style == "I":
        return f"I'm{' not' * frame.negated}"
    word = "are" if frame.style == "plural" else "is"
    if frame.negated:
        return f"{frame.subject} {word}n't"
    return "it's" if frame.style == "it" else f"{frame.subject} {word}"


def _must(frame: Frame) -> tuple[str, ...]:
    subject, verb = frame.subject, frame.verb
    if frame.style == "no":
        return (f"I want no {subject[3:]} to {verb}", f"no {subject[3:]} should {verb}")
    if frame.style == "I":
        if frame.negated:
            return (f"I don't want to {verb}", f"I won't {verb}", f"I can't {verb}")
        return (f"I have to {verb}", f"I want to {verb}", f"I need to {verb}")
    has = "have" if frame.style == "plural" else "has"
    if not frame.negated:
        return (
            f"{subject} {has} to {verb}",
            f"I want {subject} to {verb}",
            f"{subject} must {verb}",
            f"I need {subject} to {verb}",
            f"{subject} should {verb}",
        )
    if frame.style == "some":
        return (f"I want {subject} not to {verb}", f"I need {subject} not to {verb}")
    return (f"{subject} must not {verb}", f"I don't want {subject} to {verb}", f"{subject} shouldn't {verb}")


def _can(frame: Frame) -> tuple[str, ...]:
    if frame.negated or frame.style in ("every", "some", "no"):
        return ()
    return (f"{frame.subject} can {frame.verb}",)


def _vp(frame: Frame) -> tuple[str, ...]:
    if frame.negated or frame.style in ("every", "some", "no"):
        return ()
    return (frame.verb,)
