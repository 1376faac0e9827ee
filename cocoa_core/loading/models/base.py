"""Gives the models of YAML files what they share: they note every mistake and read on.

A model is a pydantic class whose fields are the keys. It is read from a node, so everything in it has a
position. Whatever is wrong with a key is noted with file, line and column; asking the model for that key then
raises InvalidDependencyError. So one pass finds all mistakes, and later code is written as if there were
none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from attrs import frozen
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PrivateAttr,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    field_validator,
    model_validator,
)

from cocoa_core.errors import DomainError, Place
from cocoa_core.loading.mistakes import (
    InvalidDependencyError,
    Mistakes,
    lacking_key,
    unexpected,
    unknown_word,
)
from cocoa_core.loading.models.leaves import HOLE, Hole, note
from cocoa_core.loading.yaml import MappingEntry, MappingNode, Node, SequenceNode
from cocoa_core.suggestions import closest, listed, quoted


@frozen
class _Guess:
    """The value of a misspelt key, read as the optional key that may be meant, without mistakes."""

    node: Node


def says(text: str, default: Any = ..., *, alias: str | None = None) -> Any:
    """Returns the field of a key.

    Args:
        text: the description that an editor shows.
        default: the value without the key; left out, the key must be there.
        alias: the key, where it cannot be the name of the field.
    """
    return Field(default, description=text, alias=alias)


class Model(BaseModel):
    """A mapping with these keys and no others; a misspelt key is noted, and counts as what was meant."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True, arbitrary_types_allowed=True)
    what: ClassVar[str]
    """How messages name the mapping."""
    key_word: ClassVar[str] = ""
    """How messages name a key of the mapping, where they do not say "key in ..."."""
    _node: MappingNode = PrivateAttr()
    _nodes: dict[str, Node] = PrivateAttr()

    @classmethod
    def named(cls, name: str) -> str:
        """Returns how messages name the mapping that is read.

        Args:
            name: the mapping's own key, where that is chosen by the author; else empty.
        """
        return cls.what

    @classmethod
    def keys(cls) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Returns the keys that must be there, and the others, each in the order of the fields."""
        fields = {info.alias or name: info.is_required() for name, info in cls.model_fields.items()}
        needed = tuple(name for name, must in fields.items() if must)
        return needed, tuple(name for name, must in fields.items() if not must)

    @classmethod
    def known(cls) -> tuple[str, ...]:
        """Returns all keys, those that must be there first."""
        needed, optional = cls.keys()
        return (*needed, *optional)

    @classmethod
    def refused_key(cls, entry: MappingEntry, what: str) -> DomainError:
        """Returns the error for an unknown key.

        Args:
            what: how messages name the mapping.
        """
        if cls.key_word:
            return unknown_word(entry.key, cls.key_word, cls.known(), entry.place)
        problem = f"{what} has no key {quoted(entry.key)}"
        return unknown_word(entry.key, "key", cls.known(), entry.place, problem=problem)

    @model_validator(mode="wrap")
    @classmethod
    def _of_node(cls, node: Any, handler: ValidatorFunctionWrapHandler, info: ValidationInfo) -> Any:
        mistakes = cast("Mistakes", info.context)
        if not isinstance(node, MappingNode):
            expected = f"a mapping with the keys {listed(cls.known())}"
            mistakes.note(unexpected(node, cls.what, expected))
            return HOLE
        nodes = cls._keyed(node, mistakes)
        model = handler(nodes)
        for name in [name for name, value in model.__dict__.items() if isinstance(value, Hole)]:
            del model.__dict__[name]
        model._node = node
        model._nodes = {
            name: inner.node if isinstance(inner, _Guess) else inner
            for name, inner in nodes.items()
            if not isinstance(inner, Hole)
        }
        return model

    @classmethod
    def _keyed(cls, node: MappingNode, mistakes: Mistakes) -> dict[str, Any]:
        """Returns the nodes by key, with holes for missing keys; what is wrong with the keys is noted."""
        needed, _ = cls.keys()
        known_keys = cls.known()
        mapping_name = cls.named(mistakes.names.get(id(node), ""))
        nodes: dict[str, Any] = {entry.key: entry.value for entry in node.entries if entry.key in known_keys}
        for entry in node.entries:
            if entry.key in known_keys:
                continue
            mistakes.note(cls.refused_key(entry, mapping_name))
            meant = closest(entry.key, known_keys)
            if meant is not None and meant not in nodes:
                nodes[meant] = entry.value if meant in needed else _Guess(entry.value)
        for name in needed:
            if name not in nodes:
                got, expected = f"the keys {listed(nodes)}", f"the keys {listed(needed)}"
                mistakes.note(lacking_key(mapping_name, name, node.place, expected, got=got))
                nodes[name] = HOLE
        return nodes

    @field_validator("*", mode="wrap")
    @classmethod
    def _of_key(
        cls, value: Any, handler: ValidatorFunctionWrapHandler, info: ValidationInfo[Mistakes]
    ) -> Any:
        """Returns the value that is read of a key's node; a mistake is noted and leaves a hole."""
        if isinstance(value, Hole):
            return value
        try:
            return handler(value.node if isinstance(value, _Guess) else value)
        except ValidationError as error:
            name = info.field_name or ""
            if not isinstance(value, _Guess):
                note(error, cls.model_fields[name].alias or name, info.context)
            return HOLE

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name in type(self).model_fields:
                raise InvalidDependencyError
            return super().__getattr__(name)

    @property
    def place(self) -> Place:
        """The position at which the mapping begins."""
        return self._node.place

    @property
    def node(self) -> MappingNode:
        """The node that was read."""
        return self._node

    @property
    def misnamed(self) -> bool:
        """Whether the mapping has an unknown key."""
        return any(entry.key not in type(self).known() for entry in self._node.entries)

    def get(self, name: str, instead: Any = None) -> Any:
        """Returns the value of a field; where it has a mistake `instead`, or else the field's default."""
        try:
            return getattr(self, name)
        except InvalidDependencyError:
            return type(self).model_fields[name].default if instead is None else instead

    def has(self, name: str) -> bool:
        """Returns whether the file gives this key."""
        return name in self._nodes

    def items_at(self, name: str) -> tuple[Node, ...]:
        """Returns the nodes in the list that the file has for this key; none where it has no list."""
        node = self._nodes.get(name)
        return node.items if isinstance(node, SequenceNode) else ()

    def entries_at(self, name: str) -> tuple[MappingEntry, ...]:
        """Returns the entries of the mapping that the file has for this key; none where it has no mapping."""
        node = self._nodes.get(name)
        return node.entries if isinstance(node, MappingNode) else ()

    def key_place(self, name: str) -> Place:
        """Returns the position of this key; that of the mapping where the file does not give the key."""
        places = (entry.place for entry in self._node.entries if entry.key == name)
        return next(places, self.place)

    def unexpected(self, name: str, expected: str, fix: str | None = None) -> DomainError:
        """Returns the error for a key whose value is not what is expected.

        Raises:
            InvalidDependencyError: the file does not give the key.
        """
        return unexpected(self.node_at(name), f"`{name}`", expected, fix)

    def node_at(self, name: str) -> Node:
        """Returns the node that the file has for this key.

        Raises:
            InvalidDependencyError: the file does not give the key.
        """
        if name not in self._nodes:
            raise InvalidDependencyError
        return self._nodes[name]


_Read = TypeVar("_Read", bound=Model)


def read_model(model: type[_Read], node: Node, mistakes: Mistakes) -> _Read:
    """Reads the model of a node. What is wrong is noted.

    Raises:
        InvalidDependencyError: the node is no mapping, which is noted.
    """
    result = model.model_validate(node, context=mistakes)
    if isinstance(result, Hole):
        raise InvalidDependencyError
    return result
