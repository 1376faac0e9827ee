"""Defines the keys of a slot, whatever its kind."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, ClassVar, Final, TypeVar

from attrs import frozen
from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationInfo
from pydantic_core import CoreSchema, core_schema

from cocoa_core.domain.kinds import Kind
from cocoa_core.errors import MismatchError, Place
from cocoa_core.loading.mistakes import InvalidDependencyError, Mistakes, lacking_key, refused, unexpected
from cocoa_core.loading.models.base import Model, read_model, says
from cocoa_core.loading.models.leaves import FLAG, Leaf, pattern, text
from cocoa_core.loading.values import choice_of, read_at, text_of
from cocoa_core.loading.yaml import MappingNode, Node, described
from cocoa_core.suggestions import closest, listed


def kind_leaf(name: str) -> Leaf:
    """Returns the leaf of a kind's name. Readers take any text: the kind is chosen before."""
    return Leaf(partial(text_of, longest=40), {"const": name})


KIND_SAYS: Final = "What its values are."
_TOPIC: Final = pattern(20, "[a-z]+(-[a-z]+)*", 'one word of small letters and "-", 20 at most')
_NOUN: Final = pattern(60, "[A-Za-z][a-z-]*( [A-Za-z][A-Za-z-]*)*", "words of letters, 60 at most")


class KindKeys(Model):
    """The keys of one kind. `of` is its name."""

    what: ClassVar[str] = "`items`"
    of: ClassVar[str]
    """The name of the kind."""
    kind: Annotated[str, kind_leaf("")] = says(KIND_SAYS)

    @classmethod
    def named(cls, name: str) -> str:
        """Returns how messages name the mapping: with its kind."""
        return f"{cls.what} of kind {cls.of}"

    def build(self, place: Place, missing: bool) -> Kind:
        """Returns the kind that the keys set up.

        Args:
            place: the position that an error names where a key lacks.
            missing: whether an option may lack the value.

        Raises:
            DomainError: the keys do not go together, or no value can meet them.
        """
        try:
            return self._build(place, missing)
        except MismatchError as error:
            raise refused(error, "no value can meet these settings", place) from None

    def _build(self, place: Place, missing: bool) -> Kind:
        raise NotImplementedError


class DescribedKeys(Model):
    """The keys of every slot, derived or not."""

    label: Annotated[str, text(60)] = says(
        "What options show. Without it: the name, with blanks and a capital.", ""
    )
    description: Annotated[str, text(2000, lines=True)] = says("For the reader of the schema.", "")
    topic: Annotated[str, _TOPIC] = says(
        "What it is about, such as money: requests keep wishes of one topic together.", ""
    )
    noun: Annotated[str, _NOUN] = says(
        "What a customer calls it, after the: number of stars. Without it: the label.", ""
    )


class SlotKeys(DescribedKeys, KindKeys):
    """The keys of every slot that the catalogue holds."""

    missing: Annotated[bool, FLAG] = says(
        "Whether an option may lack the value: its cell is empty, shown as not given.", False
    )
    shown: Annotated[bool, FLAG] = says(
        "Whether options show the slot; true without it. No rule is about a hidden one.", True
    )

    @classmethod
    def named(cls, name: str) -> str:
        """Returns how messages name the slot: with its name and kind."""
        return f"the slot {name!r} of kind {cls.of}"


@frozen
class ByKind:
    """One of several models: the one for the kind that the mapping names."""

    models: Mapping[str, type[KindKeys]]

    def _read(self, node: Any, info: ValidationInfo[Mistakes]) -> Any:
        mistakes = info.context
        with mistakes.collecting():
            return read_kind(node, "`items`", "kind of items", self.models, mistakes)
        return None

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_plain_validator_function(self._read)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> Any:
        return {"anyOf": [{"$ref": f"#/$defs/{model.__name__}"} for model in self.models.values()]}


_Keys = TypeVar("_Keys", bound=KindKeys)


def read_kind(
    node: Node, what: str, word: str, models: Mapping[str, type[_Keys]], mistakes: Mistakes
) -> _Keys:
    """Reads the keys of the kind that a mapping names. A misspelt kind is noted, and read as the kind that is
    meant.

    Args:
        what: how messages name the mapping.
        word: what they call a kind of it: "kind of slot".

    Raises:
        DomainError: the node is no mapping, or names no kind.
        InvalidDependencyError: no kind is like the one that is named, which is noted.
    """
    if not isinstance(node, MappingNode):
        raise unexpected(node, what, "a mapping with the key kind")
    kind = next((entry.value for entry in node.entries if entry.key == "kind"), None)
    if kind is None:
        expected = f"`kind:` and one of {listed(models)}"
        raise lacking_key(what, "kind", node.place, expected, got=described(node))
    name = mistakes.tried(read_at, kind, f"the {word}", choice_of, word, tuple(models))
    if name is None:
        name = closest(str(getattr(kind, "value", "")), models)
    if name is None:
        raise InvalidDependencyError
    return read_model(models[name], node, mistakes)
