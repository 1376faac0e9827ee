"""The wordings of a domain as tries: heads (subject and verb) that lead to tails (comparison and values)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from attrs import define, field, frozen

from cocoa_core.domain.domain import Domain
from cocoa_core.domain.primitives import GroundedLiteral, Primitive, Scalar, Test
from cocoa_core.language.frames import Frame, Phrase, frames_of
from cocoa_core.language.heads import ROLES, has_to, heads
from cocoa_core.language.tokens import tokens
from cocoa_core.language.value_readers import Reader, list_reader, reader_of

__all__ = ["Grammar", "grammar_of"]

Step = Callable[[tuple[str, ...], int], list[tuple[int, tuple[Scalar, ...]]]]

_NO_ARGS: Final[tuple[Scalar, ...]] = ()


@define(eq=False)
class _Tail:
    """A node of a tail trie: words on, values on, and what a phrase that ends here says."""

    words: dict[str, _Tail] = field(factory=dict)
    values: list[tuple[tuple[str, str, str | None], Step, _Tail]] = field(factory=list)
    ends: dict[tuple[Frame, tuple[Scalar, ...] | None], None] = field(factory=dict)


@define(eq=False)
class _Head:
    words: dict[str, _Head] = field(factory=dict)
    tails: list[_Tail] = field(factory=list)


@frozen(eq=False)
class Grammar:
    """All clauses of a domain by role, for reading. Fixed words match without regard to case."""

    roles: dict[str, _Head]

    def clauses(
        self, role: str, text: tuple[str, ...], folded: tuple[str, ...], place: int
    ) -> list[tuple[int, GroundedLiteral]]:
        """Every (place after, canonical literal) such that a clause in that role stands at `place`."""
        found: dict[tuple[int, GroundedLiteral], None] = {}
        node = self.roles.get(role)
        while node is not None:
            for tail in node.tails:
                _walk(tail, text, folded, place, _NO_ARGS, found)
            if place >= len(folded):
                break
            node = node.words.get(folded[place])
            place += 1
        return list(found)


def _walk(
    tail: _Tail,
    text: tuple[str, ...],
    folded: tuple[str, ...],
    place: int,
    args: tuple[Scalar, ...],
    found: dict[tuple[int, GroundedLiteral], None],
) -> None:
    node: _Tail | None = tail
    while node is not None:
        for frame, fixed in node.ends:
            found[place, _literal(frame, args if fixed is None else fixed)] = None
        if place >= len(folded):
            return
        following = node.words.get(folded[place])
        if node.values:
            if following is not None:
                _walk(following, text, folded, place + 1, args, found)
            for _key, step, after in node.values:
                for end, values in step(text, place):
                    _walk(after, text, folded, end, args + values, found)
            return
        node = following
        place += 1


@lru_cache(maxsize=1 << 14)
def _literal(frame: Frame, args: tuple[Scalar, ...]) -> GroundedLiteral:
    if frame.fixed is not None:
        test, positive = frame.fixed, not frame.negated
    else:
        what = frame.said
        test, positive = Test(what.op, args, what.over), not what.negated
    return GroundedLiteral(Primitive(frame.slot, test), positive).canonical()


def grammar_of(domain: Domain) -> Grammar:
    """The grammar of a domain; some tens of milliseconds, once."""
    builder = _Builder(domain)
    for frame in frames_of(domain):
        builder.add(frame)
    return Grammar(builder.roles)


class _Builder:
    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        self.roles: dict[str, _Head] = {role: _Head() for role in ROLES}
        self._tails: dict[tuple[str, str, str, bool, str], _Tail] = {}
        self._readers: dict[tuple[str, str | None], Reader] = {}

    def add(self, frame: Frame) -> None:
        key = (frame.subject, frame.style, frame.verb, frame.negated, frame.third)
        tail = self._tails.get(key)
        if tail is None:
            tail = self._tails[key] = _Tail()
            for role in ROLES:
                for words in heads(frame, role):
                    self._lead(self._root(frame, role), words, tail)
        for phrase in frame.phrases:
            for words, noun in self._spelled(frame, phrase):
                self._extend(tail, frame, words, noun)

    def _root(self, frame: Frame, role: str) -> _Head:
        if role != "vp":
            return self.roles[role]
        subject = has_to(frame).casefold()
        return self.roles.setdefault(f"vp {subject}", _Head())

    def _lead(self, node: _Head, words: str, tail: _Tail) -> None:
        for token in tokens(words.casefold()):
            node = node.words.setdefault(token, _Head())
        node.tails.append(tail)

    def _spelled(self, frame: Frame, phrase: Phrase) -> list[tuple[str, int]]:
        """The phrase with its counted noun in each number it can take."""
        if frame.noun is None or "{noun" not in phrase.template:
            return [(phrase.template, 1 if phrase.largest == 1 else 0)]
        spelled = phrase.template.replace("{nouns}", frame.noun.many)
        forms = {spelled.replace("{noun}", one): None for one in (frame.noun.one, frame.noun.many)}
        return [(form, 1 if phrase.largest == 1 else 0) for form in forms]

    def _extend(self, tail: _Tail, frame: Frame, template: str, implied: int) -> None:
        node = tail
        reads = False
        for word in template.split(" "):
            if word in ("{0}", "{1}", "{or}", "{and}") and not frame.asserted:
                node, reads = self._value(node, frame, word), True
                continue
            for token in tokens(word.casefold()):
                node = node.words.setdefault(token, _Tail())
        fixed: tuple[Scalar, ...] | None = None
        if not reads:
            fixed = self._implied(frame, implied)
        node.ends[frame, fixed] = None

    def _implied(self, frame: Frame, implied: int) -> tuple[Scalar, ...]:
        """The arguments of a phrase that names none: "no stops" (less than 1), "below average" (0)."""
        kind = self.domain.schema.slot(frame.slot).kind
        if kind.name == "boolean":
            return (True,)
        return (implied,)

    def _value(self, node: _Tail, frame: Frame, word: str) -> _Tail:
        slot, over = frame.slot, frame.said.over
        key = (word if word in ("{or}", "{and}") else "{0}", slot, over)
        for known, _step, after in node.values:
            if known == key:
                return after
        after = _Tail()
        node.values.append((key, self._step(key), after))
        return after

    def _step(self, key: tuple[str, str, str | None]) -> Step:
        word, slot, over = key
        reader = self._readers.setdefault((slot, over), reader_of(self.domain, slot, over))
        if word in ("{or}", "{and}"):
            return list_reader(reader, word[1:-1])
        return lambda text, place: [(end, (value,)) for end, value in reader(text, place)]
