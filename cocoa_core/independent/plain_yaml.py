"""The plain values of YAML that domain files hold; every scalar is the text that was written."""

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
    """Returns a node as a mapping.

    Args:
        node: the node.
        what: its name in errors.
        most: the largest number of keys.

    Raises:
        ValueError: it is something else, or has more keys.
    """
    if not isinstance(node, dict):
        raise ValueError(f"{what} is not a mapping")
    if len(node) > most:
        raise ValueError(f"{what} has more than {most} keys")
    return node


def sequence(node: Any, what: str, most: int = _MOST) -> Sequence[Any]:
    """Returns a node as a list.

    Args:
        node: the node.
        what: its name in errors.
        most: the largest number of items.

    Raises:
        ValueError: it is something else, or has more items.
    """
    if not isinstance(node, list):
        raise ValueError(f"{what} is not a list")
    if len(node) > most:
        raise ValueError(f"{what} has more than {most} items")
    return node


def text(node: Any, what: str) -> str:
    """Returns a node as a text.

    Raises:
        ValueError: it is something else, or longer than 200 characters.
    """
    if not isinstance(node, str):
        raise ValueError(f"{what} is not a text")
    if len(node) > _LONGEST:
        raise ValueError(f"{what} has more than {_LONGEST} characters")
    return node


def plain_number(text: str) -> str:
    """Returns a number in plain decimals, in whatever form YAML 1.2 allows (`0x1F`, `0o17`, `+5`, `1e3`,
    `007`).

    Any other text is returned as it is, without blanks around it.
    """
    stripped = text.strip(" ")
    if len(stripped) > _LONGEST_NUMBER:
        return stripped
    try:
        if stripped.startswith(("0x", "0o")):
            return str(int(stripped, 0))
        number = Decimal(stripped) if _NUMBER.fullmatch(stripped) else None
    except (ValueError, InvalidOperation):
        return stripped
    return stripped if number is None else format(number, "f")


def whole(node: Any, what: str, least: int = -(10**15), most: int = 10**15) -> int:
    """Returns a node as a whole number.

    Raises:
        ValueError: it is something else, or out of bounds.
    """
    try:
        number = int(plain_number(text(node, what)))
    except ValueError:
        raise ValueError(f"{what} is not a whole number") from None
    if not least <= number <= most:
        raise ValueError(f"{what} is not from {least} to {most}")
    return number


def flag(node: Any, what: str) -> bool:
    """Returns a node as true or false.

    Raises:
        ValueError: it is something else.
    """
    word = text(node, what)
    if word in _TRUE:
        return True
    if word in _FALSE:
        return False
    raise ValueError(f"{what} is neither true nor false")
