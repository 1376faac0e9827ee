"""Defines what keys of YAML files take (values, lists, mappings), each with its JSON Schema."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from attrs import frozen
from pydantic import (
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
)
from pydantic_core import CoreSchema, core_schema

from cocoa_core.loading.inert_texts import MEANT_WORDS
from cocoa_core.loading.mistakes import Mistakes, RefusedError
from cocoa_core.loading.values import (
    FINITE_FORMS,
    REFUSED_WORDS,
    SLOT_NAME,
    choice_of,
    entries_of,
    flag_of,
    items_of,
    number_of,
    phrase_of,
    subject_of,
    text_of,
    verb_of,
    whole_of,
)
from cocoa_core.loading.yaml import MappingNode, Node, SequenceNode

Shape = Mapping[str, Any]
"""A JSON Schema (draft 2020-12) of a value."""


class Hole:
    """A stand-in for a value with a mistake, until the model is made."""


HOLE: Final = Hole()


def note(error: ValidationError, name: str, mistakes: Mistakes, what: str | None = None) -> None:
    """Notes every error that pydantic collected as a DomainError.

    Args:
        what: how messages name the value, where that is not by its key.

    Raises:
        ValidationError: a validator raised something else than RefusedError, which is a fault of cocoa.
    """
    for detail in error.errors(include_url=False):
        refused = detail.get("ctx", {}).get("error")
        if not isinstance(refused, RefusedError):
            raise error
        inside = detail["loc"] and isinstance(detail["loc"][-1], int)
        subject = what or (f"an item of `{name}`" if inside else f"`{name}`")
        mistakes.note(refused.at(detail["input"], subject))


@frozen
class Leaf:
    """A single value."""

    read: Callable[[Any], Any]
    """Reads the value from its node, or raises RefusedError."""
    shape: Shape
    """Its JSON Schema."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.read)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> Any:
        return dict(self.shape)


@frozen
class Items:
    """The limits of a list."""

    least: int
    most: int
    unique: bool = False
    """Whether editors mark items that stand twice. Loading checks that itself, with messages of its own."""
    fix: str | None = None
    """What messages advise where the value is no list."""

    def _read(self, node: Any) -> Any:
        try:
            return items_of(node, self.least, self.most)
        except RefusedError as error:
            if self.fix is not None and not isinstance(node, SequenceNode):
                error.fix = self.fix
            raise

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        def whole(items: tuple[Any, ...]) -> tuple[Any, ...]:
            return tuple(item for item in items if not isinstance(item, Hole))

        listing = core_schema.no_info_before_validator_function(self._read, handler(source))
        return core_schema.no_info_after_validator_function(whole, listing)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> Any:
        shape = handler(schema) | {"minItems": self.least, "maxItems": self.most}
        return shape | {"uniqueItems": True} if self.unique else shape


@frozen
class Entries:
    """The limits of a mapping whose keys are chosen by the author; mistakes name the key."""

    least: int
    most: int
    names: Shape | None = None
    """The JSON Schema of a key."""

    def _read(self, node: Any, info: ValidationInfo[Mistakes]) -> Any:
        entries = entries_of(node, self.least, self.most)
        info.context.names.update({id(entry.value): entry.key for entry in entries})
        return {entry.key: entry.value for entry in entries}

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        def whole(values: dict[str, Any]) -> dict[str, Any]:
            return {name: value for name, value in values.items() if not isinstance(value, Hole)}

        mapping = core_schema.with_info_before_validator_function(self._read, handler(source))
        return core_schema.no_info_after_validator_function(whole, mapping)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> Any:
        shape = handler(schema) | {"minProperties": self.least, "maxProperties": self.most}
        return shape | {"propertyNames": dict(self.names)} if self.names else shape


@frozen
class Kept:
    """A part of a list or mapping that is noted and left out where it cannot be read."""

    what: str
    """How messages name it."""

    def _read(self, node: Any, handler: ValidatorFunctionWrapHandler, info: ValidationInfo[Mistakes]) -> Any:
        try:
            return handler(node)
        except ValidationError as error:
            note(error, "", info.context, self.what)
            return HOLE

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_wrap_validator_function(self._read, handler(source))


@frozen
class Otherwise:
    """A model, or a shorter form that is no mapping."""

    shorter: Leaf
    what: str | None = None
    """How messages name the value; None where they name it by its key."""

    def _read(self, node: Any, handler: ValidatorFunctionWrapHandler) -> Any:
        if isinstance(node, MappingNode):
            return handler(node)
        try:
            return self.shorter.read(node)
        except RefusedError as error:
            error.what = error.what or self.what
            raise

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_wrap_validator_function(self._read, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> Any:
        return {"anyOf": [dict(self.shorter.shape), handler(schema)]}


LONGEST_NAME: Final = 41
"""The most characters in the name of a domain or a slot."""

_ONE_LINE: Final = r"^\S+( \S+)*$"
_PHRASE: Final = r"""^[^\s!"()*,.:;<=>?@\[\]\\^_`{|}~]+( [^\s!"()*,.:;<=>?@\[\]\\^_`{|}~]+)*$"""

FLAG: Final = Leaf(flag_of, {"type": "boolean"})
NUMBER: Final = Leaf(number_of, {"type": "number"})


def text(longest: int, *, lines: bool = False, shape: str = _ONE_LINE) -> Leaf:
    """Returns the leaf of a text.

    Args:
        longest: the most characters.
        lines: whether it may have several lines.
        shape: the pattern of a text in one line, for editors.
    """
    schema = {"type": "string", "minLength": 1, "maxLength": longest}
    return Leaf(
        partial(text_of, longest=longest, lines=lines),
        schema if lines else schema | {"pattern": shape},
    )


def pattern(longest: int, written: str, expected: str) -> Leaf:
    """Returns the leaf of a text that matches a pattern.

    Args:
        expected: what messages give as expected.
    """

    def read(node: Node) -> str:
        value = text_of(node, longest)
        if not re.fullmatch(written, value, re.ASCII):
            raise RefusedError(expected)
        return value

    return Leaf(read, {**text(longest).shape, "pattern": f"^{written}$"})


def phrase(longest: int) -> Leaf:
    """Returns the leaf of words that stand in a sentence, without punctuation, negation or connective."""
    return Leaf(partial(phrase_of, longest=longest), _phrase_shape(longest))


def subject_phrase(longest: int) -> Leaf:
    """Returns the leaf of what a wording speaks of."""
    return Leaf(partial(subject_of, longest=longest), _phrase_shape(longest))


def verb_phrase(longest: int) -> Leaf:
    """Returns the leaf of a verb in its base form, with what belongs to it."""
    finite = {"not": {"pattern": rf"^({_either(FINITE_FORMS)})( |$)"}}
    return Leaf(partial(verb_of, longest=longest), {"allOf": [_phrase_shape(longest), finite]})


def _phrase_shape(longest: int) -> dict[str, Any]:
    refused = rf"(^| )({_either(REFUSED_WORDS)}|[^ ]*n['’]t)( |$)"
    return {**text(longest, shape=_PHRASE).shape, "not": {"pattern": refused}}


def inert(longest: int, ends: str, read: Callable[[Node], str]) -> Leaf:
    """Returns the leaf of a text that says nothing of any option.

    Args:
        longest: the most characters, for editors.
        ends: the signs that may end it, for editors; none where no sign may.
    """
    edge = f"[ ,&{ends}-]"
    refused = rf"(^|{edge})({_either(MEANT_WORDS)}|[^ ]*n['’]t)({edge}|$)"
    last = f"[{ends}]" if ends else "[^.?!]"
    shape = text(longest, shape=rf"^(\S.*)?{last}$").shape
    return Leaf(read, {**shape, "not": {"pattern": refused}})


def _either(words: Iterable[str]) -> str:
    """Returns a pattern that matches any of these words, with a small first letter or a capital."""
    return "|".join(f"[{word[0].upper()}{word[0]}]{word[1:]}" for word in sorted(words))


def whole_number(least: int, most: int) -> Leaf:
    """Returns the leaf of a whole number from `least` to `most`."""
    return Leaf(
        partial(whole_of, least=least, most=most), {"type": "integer", "minimum": least, "maximum": most}
    )


def choice(what: str, words: Sequence[str]) -> Leaf:
    """Returns the leaf of one of several words.

    Args:
        what: what the words are: "currency".
    """
    return Leaf(partial(choice_of, what=what, choices=words), {"enum": list(words)})


def raw(shape: Mapping[str, Any]) -> Leaf:
    """Returns the leaf of a value that can only be read once the slot's kind is known: its node."""
    return Leaf(lambda node: node, shape)


SLOT_SHAPE: Final = {"type": "string", "pattern": f"^{SLOT_NAME.pattern}$", "not": {"const": "id"}}
SLOT: Final = Leaf(partial(text_of, longest=LONGEST_NAME), SLOT_SHAPE)
"""The name of a slot. Whether there is such a slot is checked once all slots are read."""
