"""Writes requirements in formal notation, reads such formulas again, and derives ids."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from attrs import evolve, frozen

from cocoa_core.independent.semantics import OPPOSITE, Literal
from cocoa_core.independent.slots import Slot
from cocoa_core.independent.value_reading import LISTING, canonical_number, read_argument, read_literal


def digest(*parts: str | int) -> bytes:
    """Returns BLAKE2b (32 bytes) over the parts: `s` or `i`, the length in eight bytes, the payload."""
    pieces: list[bytes] = []
    for part in parts:
        payload = str(part).encode("utf-8", "surrogatepass")
        pieces += b"s" if isinstance(part, str) else b"i", len(payload).to_bytes(8, "big"), payload
    return hashlib.blake2b(b"".join(pieces), digest_size=32).digest()


def id_of(*parts: str | int) -> str:
    """Returns the first 16 hexadecimal digits of the parts' digest."""
    return digest(*parts).hex()[:16]


_BETWEEN: Final = {
    "less": "{s} < {0}",
    "at_most": "{s} <= {0}",
    "more": "{s} > {0}",
    "at_least": "{s} >= {0}",
    "is": "{s} = {0}",
    "between": "{s} in ({0}, {1})",
    "within": "{s} in [{0}, {1}]",
}
_MEMBERS: Final = {"one_of": "in", "any": "meets", "none": "misses", "only": "inside", "all": "has"}
_DENIALS: Final = {"at_least": "less", "more": "at_most", "none": "any"}
"""Tests that the canonical form writes as the negation of another test."""


@lru_cache(maxsize=1 << 12)
def written(slot: Slot, literal: Literal) -> str:
    """Returns formal notation: `!each layover_times < 2h`, `ticket_class in {"business", "first"}`."""
    subject = f"{literal.over} {slot.name}" if literal.over else slot.name
    args = [_argument(slot, literal.over, arg) for arg in literal.args]
    if literal.test in _MEMBERS:
        text = f"{subject} {_MEMBERS[literal.test]} {{{', '.join(args)}}}"
    else:
        text = _BETWEEN[literal.test].replace("{s}", subject, 1)
        before, _, rest = text.partition("{0}")
        middle, second, after = rest.partition("{1}")
        text = before + args[0] + middle + (args[1] if second else "") + after
    return text if literal.positive else f"!{text}"


def product_text(slots: Mapping[str, Slot], terms: Iterable[Sequence[Literal]]) -> str:
    """Returns a product of sums in formal notation, in the given order."""
    return " & ".join(
        f"({' | '.join(written(slots[literal.slot], literal) for literal in term)})" for term in terms
    )


def canonical_text(slots: Mapping[str, Slot], terms: Iterable[Sequence[Literal]]) -> str:
    """Returns the form with fewest tests and negations, nothing twice, in the order of the texts."""
    term_texts = set()
    for term in terms:
        term_texts.add(
            tuple(
                sorted(
                    {
                        written(slots[literal.slot], _canonical(slots[literal.slot], literal))
                        for literal in term
                    }
                )
            )
        )
    return " & ".join(f"({' | '.join(term)})" for term in sorted(term_texts))


def requirement_id(domain: str, text: str) -> str:
    """Returns the id of a requirement: 16 hexadecimal digits of the domain's name and the canonical text."""
    return id_of("requirement", domain, text)


@lru_cache(maxsize=1 << 12)
def _canonical(slot: Slot, literal: Literal) -> Literal:
    if literal.over == "any":
        return evolve(literal, over="each", test=OPPOSITE[literal.test], positive=not literal.positive)
    if literal.over != "each" and literal.test in _DENIALS:
        return evolve(literal, test=_DENIALS[literal.test], positive=not literal.positive)
    if literal.test == "one_of" and len(literal.args) == 1:
        return evolve(literal, test="is")
    if literal.args[0] is False:
        return evolve(literal, args=(True,), positive=not literal.positive)
    return literal


def _argument(slot: Slot, over: str | None, arg: str | bool | int) -> str:
    if isinstance(arg, str):
        return json.dumps(arg, ensure_ascii=False)
    if isinstance(arg, bool):
        return "yes" if arg else "no"
    return str(arg) if over == "count" or slot.numbers is None else canonical_number(slot.numbers, arg)


_LONGEST_NOTATION: Final = 4_000
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
    """A formula, as the product of what it says and the product of its negation."""

    affirmed: _Product
    denied: _Product


def read_formula(slots: Mapping[str, Slot], text: str) -> _Product:
    """Returns the product of sums that a formula says, each literal once in a term.

    Operators wait on a stack until what binds less follows (Dijkstra's shunting yard).

    Args:
        slots: the slots of the domain by name.

    Raises:
        ValueError: the text is no formula, or names a slot, test or value that does not exist.
    """
    if len(text) > _LONGEST_NOTATION:
        raise ValueError(f"the notation has more than {_LONGEST_NOTATION:,} characters")
    tokens = _tokens(text)
    literals = 0
    formulas: list[_Both] = []
    waiting: list[str] = []
    position, value_next = 0, True
    while position < len(tokens):
        token = tokens[position]
        if value_next and token in ("!", "("):
            if len(waiting) > 4 * _DEEPEST:
                raise ValueError("too much stands inside one another")
            waiting.append(token)
            position += 1
        elif value_next:
            literal, position = _test(slots, tokens, position)
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
            position += 1
        elif token in _STRENGTH:
            binds = _STRENGTH[token]
            while waiting and waiting[-1] in _STRENGTH:
                before = _STRENGTH[waiting[-1]]
                if before < binds or (before == binds and token == "->"):
                    break
                _join(formulas, waiting.pop())
            waiting.append(token)
            value_next = True
            position += 1
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
    return _reduced(formula.affirmed)


def _deny(formulas: list[_Both], waiting: list[str]) -> None:
    while waiting and waiting[-1] == "!":
        waiting.pop()
        formulas[-1] = _Both(formulas[-1].denied, formulas[-1].affirmed)


def _join(formulas: list[_Both], sign: str) -> None:
    right, left = formulas.pop(), formulas.pop()
    if sign == "->":
        left = _Both(left.denied, left.affirmed)
    if sign == "&":
        formulas.append(_Both(_all(left.affirmed, right.affirmed), _either(left.denied, right.denied)))
    else:
        formulas.append(_Both(_either(left.affirmed, right.affirmed), _all(left.denied, right.denied)))


def _all(first: _Product, second: _Product) -> _Product:
    return _bounded(len(first) + len(second), first + second)


def _either(first: _Product, second: _Product) -> _Product:
    number = len(first) * len(second)
    return _bounded(
        number, tuple(left + right for left in first for right in second) if number <= _LARGE else ()
    )


_LARGE: Final = 1 << 14
"""The most terms of a negation, which may have many where the formula has few."""


def _bounded(number: int, terms: _Product) -> _Product:
    if number > _LARGE:
        raise ValueError("there are too many conditions once it is multiplied out")
    return terms


def _reduced(terms: _Product) -> _Product:
    """Removes repeated literals, and terms that contain all literals of another term."""
    terms_by_literals: dict[frozenset[Literal], _Term] = {}
    for term in terms:
        terms_by_literals.setdefault(frozenset(term), tuple(dict.fromkeys(term)))
    kept = tuple(
        term for key, term in terms_by_literals.items() if not any(other < key for other in terms_by_literals)
    )
    if len(kept) > _MOST_TERMS:
        raise ValueError("there are too many conditions once it is multiplied out")
    return kept


def _tokens(text: str) -> list[str]:
    result: list[str] = []
    start = 0
    while start < len(text):
        if text[start].isspace():
            start += 1
            continue
        if text[start] == '"':
            end = _end_of_quoted(text, start)
        else:
            sign = next((sign for sign in _SIGNS if text.startswith(sign, start)), "")
            end = start + len(sign) or start
            while not sign and end < len(text) and not _ends_word(text, end):
                end += 1
        result.append(text[start:end])
        start = end
    return result


def _ends_word(text: str, position: int) -> bool:
    return text[position].isspace() or text[position] in _ENDING or text.startswith("->", position)


def _end_of_quoted(text: str, start: int) -> int:
    end = start + 1
    while end < len(text) and text[end] != '"':
        end += 2 if text[end] == "\\" else 1
    if end >= len(text):
        raise ValueError("a text in quotes has no end")
    return end + 1


def _test(slots: Mapping[str, Slot], tokens: Sequence[str], position: int) -> tuple[Literal, int]:
    head = [*tokens[position : position + 3], "", "", ""]
    over = head[0] if head[0] in _OVERS and head[1] not in _COMPARED and head[1] not in _LISTED else None
    if over is not None:
        head = head[1:]
        position += 1
    slot = slots.get(head[0])
    if slot is None:
        raise ValueError(f"there is no slot {head[0]!r}")
    sign, position = head[1], position + 2
    if sign in _COMPARED:
        text, position = _value(tokens, position)
        return _literal(slot, over, _COMPARED[sign], [text], sign != "!="), position
    test = _LISTED.get(sign)
    if test is None:
        raise ValueError(f"{sign!r} is no sign of a test")
    opening = tokens[position] if position < len(tokens) else ""
    closing = {"{": "}", "(": ")", "[": "]"}.get(opening)
    if closing is None or (opening != "{" and sign != "in"):
        raise ValueError(f"a list is missing after {sign}")
    texts: list[str] = []
    while not texts or tokens[position] == ",":
        text, position = _value(tokens, position + 1)
        texts.append(text)
        if position >= len(tokens):
            raise ValueError("a list is not closed")
    if tokens[position] != closing:
        raise ValueError(f"a list is not closed by {closing}")
    test = {"{": test, "(": "between", "[": "within"}[opening]
    return _literal(slot, over, test, texts, True), position + 1


def _value(tokens: Sequence[str], start: int) -> tuple[str, int]:
    if start < len(tokens) and tokens[start].startswith('"'):
        return str(json.loads(tokens[start])), start + 1
    end = start
    while end < len(tokens) and tokens[end][0] not in _ENDING and tokens[end] != "->":
        end += 1
    if end == start:
        raise ValueError("a value is missing")
    return " ".join(tokens[start:end]), end


def _literal(slot: Slot, over: str | None, test: str, texts: Sequence[str], positive: bool) -> Literal:
    """Returns a literal whose arguments need not be canonical or in order."""
    if test not in LISTING:
        return read_literal(slot, over, test, texts, positive, exact=False)
    by_value = {read_argument(slot, over, text, exact=False): text for text in texts}
    ordered = [by_value[value] for value in sorted(by_value, key=lambda value: (str(type(value)), value))]
    return read_literal(slot, over, test, ordered, positive, exact=False)
