"""Takes sentence forms apart: fixed words, and the roles that literals play in them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from attrs import define, field, frozen

from cocoa_core.language.tokenizer import tokenized
from cocoa_core.lexicon import SentenceForm

_ROLE: Final = re.compile(r"\{([a-z]+)([+-])([0-9]+)\}")


@frozen(cache_hash=True)
class Role:
    """A place in a form: the role's name, the literal's number from 1, and whether it is negated."""

    role: str
    place: int
    positive: bool


@lru_cache(maxsize=64)
def form_parts(form: SentenceForm) -> tuple[str | Role, ...]:
    """Returns the pattern of a form in order; words keep their spaces and punctuation."""
    parts: list[str | Role] = []
    end = 0
    for match in _ROLE.finditer(form.pattern):
        parts += [form.pattern[end : match.start()], Role(match[1], int(match[3]), match[2] == "+")]
        end = match.end()
    return tuple(part for part in (*parts, form.pattern[end:]) if part)


@define(eq=False)
class FormNode:
    """A node of a trie of forms: by words, by roles, and the forms that end here."""

    words: dict[str, FormNode] = field(factory=dict)
    roles: dict[Role, FormNode] = field(factory=dict)
    forms: list[SentenceForm] = field(factory=list)


def form_trie(forms: Iterable[SentenceForm]) -> FormNode:
    """Returns forms as a trie over tokens and roles."""
    root = FormNode()
    for form in forms:
        node = root
        for part in form_parts(form):
            if isinstance(part, Role):
                node = node.roles.setdefault(part, FormNode())
            else:
                for token in tokenized(part.casefold()):
                    node = node.words.setdefault(token, FormNode())
        node.forms.append(form)
    return root
