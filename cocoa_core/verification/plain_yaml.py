"""YAML of a data set's `domain/` folder as plain mappings, lists and texts; scalars keep what is written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import AliasEvent, NodeEvent

from cocoa_core.errors import FindingsError, Place

__all__ = ["flag", "load_plain", "mapping", "plain_number", "sequence", "text", "whole"]

_MOST_BYTES: Final = 1 << 20
_NUMBER: Final = re.compile(r"[-+]?(?:\.[0-9]{1,15}|[0-9]{1,15}(?:\.[0-9]{0,15})?)(?:[eE][-+]?[0-9]{1,2})?")
_TRUE: Final = frozenset(("true", "True", "TRUE"))
_FALSE: Final = frozenset(("false", "False", "FALSE"))


def load_plain(data: bytes, name: str) -> Any:
    """The document of a file: dicts, lists and str. FindingsError where it is no such document."""
    if len(data) > _MOST_BYTES:
        raise FindingsError("the file is too large", got=f"{len(data)} bytes", place=Place(name))
    try:
        source = data.decode("utf-8")
        for event in YAML(typ="base", pure=True).parse(source):
            if isinstance(event, AliasEvent) or (isinstance(event, NodeEvent) and event.anchor):
                raise FindingsError("the file has an anchor or an alias", place=Place(name))
        return YAML(typ="base", pure=True).load(source)
    except (YAMLError, UnicodeDecodeError, RecursionError, ValueError) as error:
        first = str(error).strip().splitlines()
        raise FindingsError(
            "the file cannot be read as YAML", got=first[0] if first else None, place=Place(name)
        ) from None


def mapping(node: Any, what: str) -> Mapping[str, Any]:
    """The node as a mapping; ValueError for another."""
    if not isinstance(node, dict) or not all(isinstance(key, str) for key in node):
        raise ValueError(f"{what} is not a mapping")
    return node


def sequence(node: Any, what: str) -> Sequence[Any]:
    """The node as a list; ValueError for another."""
    if not isinstance(node, list):
        raise ValueError(f"{what} is not a list")
    return node


def text(node: Any, what: str) -> str:
    """The node as a text; ValueError for another."""
    if not isinstance(node, str):
        raise ValueError(f"{what} is not a text")
    return node


def plain_number(text: str) -> str:
    """A number in plain decimals, however YAML 1.2 lets it be written (`0x1F`, `0o17`, `+5`, `1e3`, `007`).

    Any other text comes back as it is, but for blanks around it.
    """
    said = text.strip(" ")
    try:
        if said.startswith(("0x", "0o")):
            return str(int(said, 0))
        number = Decimal(said) if _NUMBER.fullmatch(said) else None
    except (ValueError, InvalidOperation):
        return said
    return said if number is None else format(number, "f")


def whole(node: Any, what: str) -> int:
    """The node as a whole number; ValueError for another."""
    try:
        return int(plain_number(text(node, what)))
    except ValueError:
        raise ValueError(f"{what} is not a whole number") from None


def flag(node: Any, what: str) -> bool:
    """The node as true or false; ValueError for another."""
    if node in _TRUE:
        return True
    if node in _FALSE:
        return False
    raise ValueError(f"{what} is neither true nor false")
