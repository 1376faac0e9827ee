"""Plain scalars of YAML: what they stand for by the core schema of YAML 1.2 (its section 10.3.2)."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final, TypeVar

__all__ = ["plain_value"]

_Number = TypeVar("_Number", int, Decimal)

_NULLS: Final = frozenset({"", "~", "null", "Null", "NULL"})
_TRUTHS: Final = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_WHOLE: Final = re.compile(r"[-+]?[0-9]+")
_OCTAL: Final = re.compile(r"0o[0-7]+")
_HEXADECIMAL: Final = re.compile(r"0x[0-9a-fA-F]+")
_FRACTION: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]{1,4})?")
_BROKEN_FRACTION: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+")
_NOT_FINITE: Final = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_LONGEST: Final = 40
_LARGEST: Final = 10**15
_MOST_DECIMALS: Final = 12


def plain_value(text: str) -> str | bool | int | Decimal | None:
    """What an unquoted scalar stands for; ValueError ("expected ...") for some numbers.

    Those are infinities, NaN, numbers of 10**15 or more, and those with more than 12 decimals.
    """
    if text in _NULLS:
        return None
    if text in _TRUTHS:
        return _TRUTHS[text]
    if text[0] not in "+-.0123456789":
        return text
    if _NOT_FINITE.fullmatch(text):
        raise ValueError("expected a finite number")
    if _WHOLE.fullmatch(text):
        return _checked(int(text) if len(text) <= _LONGEST else _LARGEST)
    for pattern, base in ((_OCTAL, 8), (_HEXADECIMAL, 16)):
        if pattern.fullmatch(text):
            return _checked(int(text[2:], base) if len(text) <= _LONGEST else _LARGEST)
    if _FRACTION.fullmatch(text) or _BROKEN_FRACTION.fullmatch(text):
        return _fraction(text)
    return text


def _fraction(text: str) -> Decimal:
    if len(text) > _LONGEST or not _FRACTION.fullmatch(text):
        raise ValueError("expected a number of fewer digits")
    number = Decimal(text)
    exponent = number.as_tuple().exponent
    if not isinstance(exponent, int) or exponent < -_MOST_DECIMALS:
        raise ValueError(f"expected a number with at most {_MOST_DECIMALS} decimals")
    return _checked(number)


def _checked(number: _Number) -> _Number:
    if abs(number) >= _LARGEST:
        raise ValueError("expected a number below 1000000000000000")
    return number
