"""The keys of YAML mappings: what readers take, what editors are told.

Each mapping of a domain's files has a table of its keys. Readers take the names from it, and the JSON Schemas
for editors are made of it, so that the two cannot disagree about a key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from attrs import frozen

from cocoa_core.domain.words import FINITE_FORMS, REFUSED_WORDS

__all__ = [
    "FLAG",
    "NUMBER",
    "Key",
    "Shape",
    "listing",
    "one_of",
    "optional",
    "phrase",
    "required",
    "text",
    "verb",
    "whole",
]

Shape: TypeAlias = Mapping[str, Any]
"""A JSON Schema (draft 2020-12) of a value."""

FLAG: Final[Shape] = {"type": "boolean"}
NUMBER: Final[Shape] = {"type": "number"}
_ONE_LINE: Final = r"^\S+( \S+)*$"
_PHRASE: Final = r"""^[^\s!"()*,.:;<=>?@\[\]\\^_`{|}~]+( [^\s!"()*,.:;<=>?@\[\]\\^_`{|}~]+)*$"""


@frozen
class Key:
    """One key of a mapping.

    says:  what it says, in a sentence or two, for an editor to show
    shape: what its value looks like, as far as it can be said without the rest of the file
    """

    name: str
    says: str
    shape: Shape
    required: bool = False


def required(keys: Iterable[Key]) -> tuple[str, ...]:
    """The names of those that must be there, in order."""
    return tuple(key.name for key in keys if key.required)


def optional(keys: Iterable[Key]) -> tuple[str, ...]:
    """The names of those that may be left out, in order."""
    return tuple(key.name for key in keys if not key.required)


def text(longest: int, pattern: str = _ONE_LINE) -> Shape:
    """A text in one line, or of another pattern."""
    return {"type": "string", "minLength": 1, "maxLength": longest, "pattern": pattern}


def phrase(longest: int) -> Shape:
    """Words that stand in a sentence: no punctuation, negation or connective."""
    refused = rf"(^| )({_either(REFUSED_WORDS)}|[^ ]*n['’]t)( |$)"
    return {**text(longest, _PHRASE), "not": {"pattern": refused}}


def verb(longest: int) -> Shape:
    """A verb in its base form, with what belongs to it."""
    finite = {"not": {"pattern": rf"^({_either(FINITE_FORMS)})( |$)"}}
    return {"allOf": [phrase(longest), finite]}


def _either(words: Iterable[str]) -> str:
    """A pattern of these words, small or with a capital."""
    return "|".join(f"[{word[0].upper()}{word[0]}]{word[1:]}" for word in sorted(words))


def whole(least: int, most: int) -> Shape:
    """A whole number."""
    return {"type": "integer", "minimum": least, "maximum": most}


def one_of(words: Sequence[str]) -> Shape:
    """One of several words."""
    return {"enum": list(words)}


def listing(items: Shape, least: int, most: int, *, unique: bool = False) -> Shape:
    """A list."""
    shape: dict[str, Any] = {"type": "array", "items": items, "minItems": least, "maxItems": most}
    return shape | {"uniqueItems": True} if unique else shape
