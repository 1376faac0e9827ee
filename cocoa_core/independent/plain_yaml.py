"""The plain values of YAML that domain files hold: every scalar as the text that was written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, Final

__all__ = ["flag", "mapping", "plain_number", "sequence", "text", "whole"]

_LONGEST: Final = 200
_MOST: Final = 1000
_NUMBER: Final = re.compile(r"[-+]?(?:\.[0-9]{1,15}|[0-9]{1,15}(?:\.[0-9]{0,15})?)(?:[eE][-+]?[0-9]{1,2})?")
_LONGEST_NUMBER: Final = 40
_TRUE: Final = frozenset(("true", "True", "TRUE"))
_FALSE: Final = frozenset(("false", "False", "FALSE"))


def mapping(node: Any, what: str, most: int = _MOST) -> Mapping[str, Any]:
    """The node as a mapping of at most so many keys; ValueError for another."""
    if not isinstance(node, dict):
        raise ValueError(f"{what} is not a mapping")
    if len(node) > most:
        raise ValueError(f"{what} has more than {most} keys")
    return node


def sequence(node: Any, what: str, most: int = _MOST) -> Sequence[Any]:
    """The node as a list of at most so many items; ValueError for another."""
    if not isinstance(node, list):
        raise ValueError(f"{what} is not a list")
    if len(node) > most:
        raise ValueError(f"{what} has more than {most} items")
    return node


def text(node: Any, what: str) -> str:
    """The node as a text of at most 200 characters; ValueError for another."""
    if not isinstance(node, str):
        raise ValueError(f"{what} is not a text")
    if len(node) > _LONGEST:
        raise ValueError(f"{what} has more than {_LONGEST} characters")
    return node


def plain_number(text: str) -> str:
    """A number in plain decimals, however YAML 1.2 lets it be written (`0x1F`, `0o17`, `+5`, `1e3`, `007`).

    Any other text comes back as it is, but for blanks around it.
    """
    said = text.strip(" ")
    if len(said) > _LONGEST_NUMBER:
        return said
    try:
        if said.startswith(("0x", "0o")):
            return str(int(said, 0))
        number = Decimal(said) if _NUMBER.fullmatch(said) else None
    except (ValueError, InvalidOperation):
        return said
    return said if number is None else format(number, "f")


def whole(node: Any, what: str, least: int = -(10**15), most: int = 10**15) -> int:
    """The node as a whole number within bounds; ValueError for another."""
    try:
        number = int(plain_number(text(node, what)))
    except ValueError:
        raise ValueError(f"{what} is not a whole number") from None
    if not least <= number <= most:
        raise ValueError(f"{what} is not from {least} to {most}")
    return number


def flag(node: Any, what: str) -> bool:
    """The node as true or false; ValueError for another."""
    said = text(node, what)
    if said in _TRUE:
        return True
    if said in _FALSE:
        return False
    raise ValueError(f"{what} is neither true nor false")
