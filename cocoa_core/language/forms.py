"""Sentence patterns taken apart: fixed words and the roles that literals play in them."""

from __future__ import annotations

from functools import lru_cache

from attrs import frozen

from cocoa_core.language.phrases import Form

__all__ = ["Role", "form_parts"]


@frozen
class Role:
    """A place in a pattern: the role's name, which literal (from 1), and whether as it is or negated."""

    role: str
    place: int
    positive: bool


@lru_cache(maxsize=64)
def form_parts(form: Form) -> tuple[str | Role, ...]:
    """The pattern in order; words keep their spaces and punctuation."""
    parts: list[str | Role] = []
    for chunk in form.pattern.split("{"):
        inside, closed, after = chunk.partition("}")
        if not closed:
            parts.append(chunk)
            continue
        parts.append(Role(inside[:-2], int(inside[-1]), inside[-2] == "+"))
        parts.append(after)
    return tuple(part for part in parts if part)
