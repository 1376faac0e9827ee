"""Formulas in formal notation as products of sums: what readers of a text wrote down.

The second reading of what `cocoa_core.domain` reads, by another method: signs wait on a stack until one that
binds less comes, and a formula is held as two products, of what it says and of its denial.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen

from cocoa_core.independent.arguments import LISTING, read_argument, read_literal
from cocoa_core.independent.semantics import Literal
from cocoa_core.independent.slots import Slot

__all__ = ["LONGEST_NOTATION", "read_formula"]

LONGEST_NOTATION: Final = 4_000
_MOST_TERMS: Final = 256
_MOST_LITERALS: Final = 200
_DEEPEST: Final = 40
_SIGNS: Final = ("->", "<=", ">=", "!=", "<", ">", "=", "!", "&", "|", "(", ")", "[", "]", "{", "}", ",")
_ENDING: Final = frozenset(sign[0] for sign in _SIGNS if sign != "->") | {'"'}
_COMPARED: Final = {"<": "less", "<=": "at_most", ">": "more", ">=": "at_least", "=": "is", "!=": "is"}
_LISTED: Final = {"in": "one_of", "meets": "any", "misses": "none", "inside": "only", "has": "all"}
_OVERS: Final = ("each", "any", "total", "count")
_STRENGTH: Final = {"->": 1, "|": 2, "&": 3}

_Term = tuple[Literal, ...]
_Product = tuple[_Term, ...]


@frozen
class _Both:
    """A formula: the product of what it says, and that of its denial."""

    said: _Product
    denied: _Product


def read_formula(slots: Mapping[str, Slot], text: str) -> _Product:
    """The product of sums that a formula says, each literal of a term once.

    ValueError where the text is no formula, or of a slot, a test or a value that there is not.
    """
    if len(text) > LONGEST_NOTATION:
        raise ValueError(f"the notation has more than {LONGEST_NOTATION:,} characters")
    tokens = _tokens(text)
    literals = 0
    formulas: list[_Both] = []
    waiting: list[str] = []
    place, value_next = 0, True
    while place < len(tokens):
        token = tokens[place]
        if value_next and token in ("!", "("):
            if len(waiting) > 4 * _DEEPEST:
                raise ValueError("too much stands inside one another")
            waiting.append(token)
            place += 1
        elif value_next:
            literal, place = _test(slots, tokens, place)
            literals += 1
            if literals > _MOST_LITERALS:
                raise ValueError(f"there are more than {_MOST_LITERALS} tests")
            formulas.append(_Both(((literal,),), ((literal.denied(),),)))
            value_next = False
            _deny(formulas, waiting)
        elif token == ")":
            while waiting and waiting[-1] in _STRENGTH:
                _join(formulas, waiting.pop())
            if not waiting or waiting.pop() != "(":
                raise ValueError("a bracket closes that none opened")
            _deny(formulas, waiting)
            place += 1
        elif token in _STRENGTH:
            binds = _STRENGTH[token]
            while waiting and waiting[-1] in _STRENGTH:
                before = _STRENGTH[waiting[-1]]
                if before < binds or (before == binds and token == "->"):
                    break
                _join(formulas, waiting.pop())
            waiting.append(token)
            value_next = True
            place += 1
        else:
            raise ValueError(f"{token!r} stands where a sign is expected")
    if value_next:
        raise ValueError("a test is missing at the end")
    while waiting:
        sign = waiting.pop()
        if sign == "(":
            raise ValueError("a bracket is not closed")
        _join(formulas, sign)
    [formula] = formulas
    return _reduced(formula.said)


def _deny(formulas: list[_Both], waiting: list[str]) -> None:
    while waiting and waiting[-1] == "!":
        waiting.pop()
        formulas[-1] = _Both(formulas[-1].denied, formulas[-1].said)


def _join(formulas: list[_Both], sign: str) -> None:
    right, left = formulas.pop(), formulas.pop()
    if sign == "->":
        left = _Both(left.denied, left.said)
    if sign == "&":
        formulas.append(_Both(_all(left.said, right.said), _either(left.denied, right.denied)))
    else:
        formulas.append(_Both(_either(left.said, right.said), _all(left.denied, right.denied)))


def _all(one: _Product, other: _Product) -> _Product:
    return _bounded(len(one) + len(other), one + other)


def _either(one: _Product, other: _Product) -> _Product:
    number = len(one) * len(other)
    return _bounded(
        number, tuple(left + right for left in one for right in other) if number <= _LARGE else ()
    )


_LARGE: Final = 1 << 14
"""Terms of a denial, which may be large where what is said is not."""


def _bounded(number: int, terms: _Product) -> _Product:
    if number > _LARGE:
        raise ValueError("there are too many conditions once it is multiplied out")
    return terms


def _reduced(terms: _Product) -> _Product:
    """Each literal of a term once; no term that has all literals of another one."""
    found: dict[frozenset[Literal], _Term] = {}
    for term in terms:
        found.setdefault(frozenset(term), tuple(dict.fromkeys(term)))
    kept = tuple(term for key, term in found.items() if not any(other < key for other in found))
    if len(kept) > _MOST_TERMS:
        raise ValueError("there are too many conditions once it is multiplied out")
    return kept


def _tokens(text: str) -> list[str]:
    result: list[str] = []
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        if text[place] == '"':
            end = _end_of_quoted(text, place)
        else:
            sign = next((sign for sign in _SIGNS if text.startswith(sign, place)), "")
            end = place + len(sign) or place
            while not sign and end < len(text) and not _ends_word(text, end):
                end += 1
        result.append(text[place:end])
        place = end
    return result


def _ends_word(text: str, place: int) -> bool:
    return text[place].isspace() or text[place] in _ENDING or text.startswith("->", place)


def _end_of_quoted(text: str, place: int) -> int:
    end = place + 1
    while end < len(text) and text[end] != '"':
        end += 2 if text[end] == "\\" else 1
    if end >= len(text):
        raise ValueError("a text in quotes has no end")
    return end + 1


def _test(slots: Mapping[str, Slot], tokens: Sequence[str], place: int) -> tuple[Literal, int]:
    """The test that stands at a place, and where it ends."""
    head = [*tokens[place : place + 3], "", "", ""]
    over = head[0] if head[0] in _OVERS and head[1] not in _COMPARED and head[1] not in _LISTED else None
    if over is not None:
        head = head[1:]
        place += 1
    slot = slots.get(head[0])
    if slot is None:
        raise ValueError(f"there is no slot {head[0]!r}")
    sign, place = head[1], place + 2
    if sign in _COMPARED:
        text, place = _value(tokens, place)
        return _literal(slot, over, _COMPARED[sign], [text], sign != "!="), place
    test = _LISTED.get(sign)
    if test is None:
        raise ValueError(f"{sign!r} is no sign of a test")
    opening = tokens[place] if place < len(tokens) else ""
    closing = {"{": "}", "(": ")", "[": "]"}.get(opening)
    if closing is None or (opening != "{" and sign != "in"):
        raise ValueError(f"a list is missing after {sign}")
    texts: list[str] = []
    while not texts or tokens[place] == ",":
        text, place = _value(tokens, place + 1)
        texts.append(text)
        if place >= len(tokens):
            raise ValueError("a list is not closed")
    if tokens[place] != closing:
        raise ValueError(f"a list is not closed by {closing}")
    test = {"{": test, "(": "between", "[": "within"}[opening]
    return _literal(slot, over, test, texts, True), place + 1


def _value(tokens: Sequence[str], place: int) -> tuple[str, int]:
    if place < len(tokens) and tokens[place].startswith('"'):
        return str(json.loads(tokens[place])), place + 1
    end = place
    while end < len(tokens) and tokens[end][0] not in _ENDING and tokens[end] != "->":
        end += 1
    if end == place:
        raise ValueError("a value is missing")
    return " ".join(tokens[place:end]), end


def _literal(slot: Slot, over: str | None, test: str, texts: Sequence[str], positive: bool) -> Literal:
    """A literal whose arguments need not be written or ordered as records have them."""
    if test not in LISTING:
        return read_literal(slot, over, test, texts, positive, exact=False)
    by_value = {read_argument(slot, over, text, exact=False): text for text in texts}
    ordered = [by_value[value] for value in sorted(by_value, key=lambda value: (str(type(value)), value))]
    return read_literal(slot, over, test, ordered, positive, exact=False)
