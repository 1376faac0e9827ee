"""Sentence patterns taken apart: fixed words and the roles that literals play in them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from attrs import define, field, frozen

from cocoa_core.language.phrases import Form
from cocoa_core.language.tokens import tokens

__all__ = ["FormNode", "Role", "form_parts", "form_trie"]


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


@define(eq=False)
class FormNode:
    """A node of a trie of sentence patterns: words on, roles on, and whether a pattern ends here."""

    words: dict[str, FormNode] = field(factory=dict)
    roles: dict[Role, FormNode] = field(factory=dict)
    complete: bool = False


def form_trie(forms: Iterable[Form]) -> FormNode:
    """The patterns as a trie over tokens and roles; those whose verb phrases share a subject are left out."""
    root = FormNode()
    for form in forms:
        if form.same_subject:
            continue
        node = root
        for part in form_parts(form):
            if isinstance(part, Role):
                node = node.roles.setdefault(part, FormNode())
            else:
                for token in tokens(part.casefold()):
                    node = node.words.setdefault(token, FormNode())
        node.complete = True
    return root
