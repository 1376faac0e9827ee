"""Requirements in formal notation: written in a canonical order, and read as written and more loosely.

Tests such as `price < 400` or `amenities meets {"a pool"}` are joined by `&`, `|`, `!`, `->` and brackets.
What is read becomes a product of sums, by laws that hold in strong Kleene logic, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import chain, product
from math import prod
from typing import Final, TypeAlias

from attrs import frozen

from cocoa_core.domain.kinds import Kind
from cocoa_core.domain.primitives import GroundedLiteral, Primitive, Requirement, Scalar, Test
from cocoa_core.domain.schema import Schema, Slot
from cocoa_core.errors import MismatchError
from cocoa_core.seeds import digest_of

_SIGNS: Final = {"less": "<", "at_most": "<=", "more": ">", "at_least": ">=", "is": "="}
_SETS: Final = {"one_of": "in", "any": "meets", "none": "misses", "only": "inside", "all": "has"}


@lru_cache(maxsize=1 << 12)  # the literals of the last hundreds of questions: of all of flights, 60 MB
def literal_text(kind: Kind, literal: GroundedLiteral) -> str:
    """Returns formal notation: `price < 400`, `!ticket_class = "first"`, `each layover_times < 2h`."""
    slot, test, positive = literal.primitive.slot, literal.primitive.test, literal.positive
    over = f"{test.over} " if test.over else ""
    values = [_quoted(arg, kind.write_arg(test.op, test.over, arg)) for arg in test.args]
    if test.op in _SIGNS:
        right = f"{_SIGNS[test.op]} {values[0]}"
    elif test.op in _SETS:
        right = f"{_SETS[test.op]} {{{', '.join(values)}}}"
    else:
        opening, closing = ("(", ")") if test.op == "between" else ("[", "]")
        right = f"in {opening}{values[0]}, {values[1]}{closing}"
    return f"{'' if positive else '!'}{over}{slot} {right}"


def _quoted(arg: object, text: str) -> str:
    return json.dumps(text, ensure_ascii=False) if isinstance(arg, str) else text


def literal_texts(schema: Schema, requirement: Iterable[Iterable[GroundedLiteral]]) -> list[list[str]]:
    """Returns the literals of a requirement in formal notation, by sum term."""
    return [
        [literal_text(schema.slot(literal.primitive.slot).kind, literal) for literal in term]
        for term in requirement
    ]


def product_text(texts: Iterable[Iterable[str]]) -> str:
    """Returns a product of sums in formal notation from its literals."""
    return " & ".join([f"({' | '.join(term)})" for term in texts])


def requirement_text(schema: Schema, requirement: Requirement) -> str:
    """Returns the whole product of sums in formal notation, in the given order."""
    return product_text(literal_texts(schema, requirement))


def canonical(schema: Schema, requirement: Requirement) -> Requirement:
    """Returns the product with canonical literals, each once, in the order of their texts."""

    def text(literal: GroundedLiteral) -> str:
        return literal_text(schema.slot(literal.primitive.slot).kind, literal)

    terms = {tuple(sorted({literal.canonical() for literal in term}, key=text)) for term in requirement}
    return tuple(sorted(terms, key=lambda term: [text(literal) for literal in term]))


def canonical_terms(requirement: Requirement) -> set[frozenset[GroundedLiteral]]:
    """Returns canonical literals, equal for requirements that differ in order alone; without texts."""
    return {frozenset(literal.canonical() for literal in term) for term in requirement}


def requirement_id(schema: Schema, requirement: Requirement) -> str:
    """Returns 16 hexadecimal digits of a digest of the canonical form's text."""
    standing_for = [[literal.canonical() for literal in term] for term in requirement]
    terms = {tuple(sorted(set(texts))) for texts in literal_texts(schema, standing_for)}
    return digest_of("requirement", schema.name, product_text(sorted(terms))).hex()[:16]


LONGEST_NOTATION: Final = 4_000
"""Characters. The longest requirement of the preset `frontier` has 900."""
_MOST_TERMS: Final = 256
_MOST_LITERALS: Final = 200
_DEEPEST: Final = 40
_TOKEN: Final = re.compile(
    r'\s*(?:("(?:[^"\\]|\\.)*")|(->|<=|>=|!=|[<>=!&|()\[\]{},])|((?:(?!->)[^\s<>=!&|()\[\]{},"])+))'
)
_COMPARED: Final = {"<": "less", "<=": "at_most", ">": "more", ">=": "at_least", "=": "is", "!=": "is"}
_LISTED: Final = {"in": "one_of", "meets": "any", "misses": "none", "inside": "only", "has": "all"}
_OVERS: Final = frozenset(("each", "any", "total", "count"))

_Node: TypeAlias = "GroundedLiteral | _Joined | _Denied"


@frozen
class _Joined:
    """`&` or `|` of some parts."""

    sign: str
    parts: tuple[_Node, ...]


@frozen
class _Denied:
    part: _Node


def read_notation(schema: Schema, text: str) -> Requirement:
    """Returns the requirement as a product of sums, in which no clause contains all literals of another.

    Raises:
        MismatchError: the text is not in the notation, or names an unknown slot, test or value.
    """
    if len(text) > LONGEST_NOTATION:
        raise MismatchError(f"at most {LONGEST_NOTATION:,} characters", f"{len(text):,}")
    reading = _Reading(schema, _tokens(text))
    node = reading.implication(0)
    if reading.next is not None:
        raise MismatchError("&, |, -> or the end", reading.next)
    return _absorbed(_terms(node, True))


def _tokens(text: str) -> list[str]:
    tokens, position, end = [], 0, len(text.rstrip())
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None:
            raise MismatchError("a test, a sign or a text in quotes", text[position : position + 20])
        tokens.append(match[1] or match[2] or match[3])
        position = match.end()
    return tokens


class _Reading:
    """A recursive-descent parser. `->` binds weakest and to the right, then `|`, `&` and `!`."""

    def __init__(self, schema: Schema, tokens: list[str]) -> None:
        self._schema, self._tokens, self._position, self._literals = schema, tokens, 0, 0

    @property
    def next(self) -> str | None:
        """The next token; None at the end."""
        return self._tokens[self._position] if self._position < len(self._tokens) else None

    def _take(self) -> str:
        token = self.next
        if token is None:
            raise MismatchError("a test", "the end")
        self._position += 1
        return token

    def _expect(self, token: str) -> None:
        if self.next != token:
            raise MismatchError(token, self.next or "the end")
        self._position += 1

    def implication(self, depth: int) -> _Node:
        """Reads an expression of `|`, `&` and `!`, and the consequence after `->` if there is one."""
        if depth > _DEEPEST:
            raise MismatchError(f"at most {_DEEPEST} brackets or signs inside one another")
        left = self._joined("|", lambda: self._joined("&", lambda: self._denied(depth)))
        if self.next != "->":
            return left
        self._take()
        return _Joined("|", (_Denied(left), self.implication(depth + 1)))

    def _joined(self, sign: str, part: Callable[[], _Node]) -> _Node:
        parts = [part()]
        while self.next == sign:
            self._take()
            parts.append(part())
        return parts[0] if len(parts) == 1 else _Joined(sign, tuple(parts))

    def _denied(self, depth: int) -> _Node:
        if depth > _DEEPEST:
            raise MismatchError(f"at most {_DEEPEST} brackets or signs inside one another")
        if self.next == "!":
            self._take()
            return _Denied(self._denied(depth + 1))
        if self.next == "(":
            self._take()
            inner = self.implication(depth + 1)
            self._expect(")")
            return inner
        return self._test()

    def _test(self) -> GroundedLiteral:
        self._literals += 1
        if self._literals > _MOST_LITERALS:
            raise MismatchError(f"at most {_MOST_LITERALS} tests")
        name, over = self._take(), None
        following = self.next or ""
        if name in _OVERS and following not in _COMPARED and following not in _LISTED:
            over, name = name, self._take()
        try:
            slot = self._schema.slot(name)
        except KeyError:
            raise MismatchError("the name of a slot", name) from None
        sign = self._take()
        if sign in _COMPARED:
            op, texts = _COMPARED[sign], [self._value()]
        elif sign == "in" and self.next in ("(", "["):
            op, texts = self._range()
        elif sign in _LISTED:
            op, texts = _LISTED[sign], self._list("{", "}")
        else:
            raise MismatchError(f"a sign such as < or in after {name}", sign)
        return _literal(slot, over, op, texts, sign != "!=")

    def _range(self) -> tuple[str, list[str]]:
        opening = self.next or ""
        op, closing = ("between", ")") if opening == "(" else ("within", "]")
        texts = self._list(opening, closing)
        if len(texts) != 2:
            raise MismatchError("a low and a high end", ", ".join(texts))
        return op, texts

    def _list(self, opening: str, closing: str) -> list[str]:
        self._expect(opening)
        texts = [self._value()]
        while self.next == ",":
            self._take()
            texts.append(self._value())
        self._expect(closing)
        return texts

    def _value(self) -> str:
        """Returns a text in quotes, or words up to the next sign: `2h 30m`."""
        first = self.next
        if first is not None and first.startswith('"'):
            try:
                return str(json.loads(self._take()))
            except ValueError:
                raise MismatchError("a text in quotes", first) from None
        words = []
        while (word := self.next) is not None and re.match(r'[^<>=!&|()\[\]{},"]', word) and word != "->":
            words.append(self._take())
        if not words:
            raise MismatchError("a value", first or "the end")
        return " ".join(words)


def _literal(slot: Slot, over: str | None, op: str, texts: Iterable[str], positive: bool) -> GroundedLiteral:
    if over not in slot.kind.overs() or op not in slot.ops(over):
        test_name = f"{op} over {over}" if over else op
        raise MismatchError(f"a test that {slot.name} has", test_name)
    try:
        args: tuple[Scalar, ...] = tuple([slot.kind.read_arg(op, over, text) for text in texts])
    except ValueError as error:
        raise MismatchError(f"a value of {slot.name}: {error}") from None
    if op in ("between", "within"):
        if not args[0] < args[1]:  # type: ignore[operator]
            raise MismatchError(f"a low and a high end of {slot.name}")
    elif op not in _COMPARED.values():
        args = tuple(sorted(set(args), key=lambda arg: (str(type(arg)), arg)))
    return GroundedLiteral(Primitive(slot.name, Test(op, args, over)), positive)


def _terms(node: _Node, positive: bool) -> list[tuple[GroundedLiteral, ...]]:
    """Returns the clauses of a formula, or of its denial."""
    if isinstance(node, GroundedLiteral):
        return [(node if positive else node.negated(),)]
    if isinstance(node, _Denied):
        return _terms(node.part, not positive)
    parts = [_terms(part, positive) for part in node.parts]
    conjoined = (node.sign == "&") == positive
    if (sum if conjoined else prod)(map(len, parts)) > _MOST_TERMS:
        raise MismatchError(f"at most {_MOST_TERMS} conditions once it is multiplied out")
    if conjoined:
        return list(chain.from_iterable(parts))
    return [tuple(chain.from_iterable(combination)) for combination in product(*parts)]


def _absorbed(terms: Iterable[tuple[GroundedLiteral, ...]]) -> Requirement:
    """Returns each literal of a term once, and no term that holds all literals of another one."""
    unique: dict[frozenset[GroundedLiteral], tuple[GroundedLiteral, ...]] = {}
    for term in terms:
        by_meaning = {literal.canonical(): literal for literal in term}
        unique.setdefault(frozenset(by_meaning), tuple(by_meaning.values()))
    return tuple(term for key, term in unique.items() if not any(other < key for other in unique))
