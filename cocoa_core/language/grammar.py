"""The wordings of a domain as tries: subjects and verbs, which lead to complements (comparisons and
values).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from attrs import define, evolve, field, frozen

from cocoa_core.domain import Domain, EffectiveTest, GroundedLiteral, Primitive, Scalar, Test, side_of
from cocoa_core.language.clause_beginnings import beginnings, lifted, lifted_briefly
from cocoa_core.language.frames import Frame, Phrase, frames_of
from cocoa_core.language.tries import Trie, tokenized
from cocoa_core.language.value_readers import Reader, grade_reader, list_reader, spoken_reader
from cocoa_core.lexicon import ARTICLES

Step = Callable[[tuple[str, ...], int], list[tuple[int, tuple[Scalar, ...]]]]

_BEFORE_VALUE: Final = re.compile(rf"\b({'|'.join(ARTICLES)})(?= \{{)")
_NO_ARGS: Final[tuple[Scalar, ...]] = ()


@define(eq=False)
class _ComplementNode:
    """A node of a trie of complements: by words, by values, and what a phrase that ends here says."""

    words: dict[str, _ComplementNode] = field(factory=dict)
    values: list[tuple[tuple[str, str, str | None], Step, _ComplementNode]] = field(factory=list)
    ends: dict[tuple[Frame, tuple[Scalar, ...] | None], None] = field(factory=dict)


@define(eq=False)
class SubjectNode:
    """A node of a trie of subjects with their verbs; `complements` may follow the words that end here."""

    words: dict[str, SubjectNode] = field(factory=dict)
    shared: bool = False
    """For the tails of a head: whether a second demand may follow the first."""
    complements: list[_ComplementNode] = field(factory=list)


@frozen(cache_hash=True)
class Lifted:
    """The limit that words such as "it can take longer" lift: its slot, and whether it is upper or lower."""

    slot: str
    over: str | None
    side: str

    def lifts(self, literal: GroundedLiteral) -> bool:
        """Returns whether the literal has this limit."""
        primitive, effective = literal.primitive, literal.effective()
        return (primitive.slot, effective.over, side_of(effective)) == (self.slot, self.over, self.side)


@frozen(eq=False)
class Grammar:
    """Tries from which the clauses of a domain are read. Fixed words match in any case."""

    conditions: SubjectNode = field(factory=SubjectNode)
    allowed: SubjectNode = field(factory=SubjectNode)
    """Clauses with "can"; `conditions` are the finite ones."""
    things: SubjectNode = field(factory=SubjectNode)
    """Noun phrases of what is wanted."""
    heads: Trie[SubjectNode] = field(factory=Trie)
    """The beginnings of demands, each with its tails."""
    lifts: Trie[Lifted] = field(factory=Trie)
    """Words that lift a limit."""
    limits: SubjectNode = field(factory=SubjectNode)
    """Comparisons without the words around them."""
    again: SubjectNode = field(factory=SubjectNode)
    """The finite clauses whose subject is one thing, with "it" for it."""

    def clauses(
        self, node: SubjectNode | None, text: tuple[str, ...], folded: tuple[str, ...], position: int
    ) -> list[tuple[int, GroundedLiteral]]:
        """Returns the clauses below a node that stand at a position: pairs of the position after it and its
        canonical literal.
        """
        result: dict[tuple[int, GroundedLiteral], None] = {}
        while node is not None:
            for complement in node.complements:
                _walk(complement, text, folded, position, _NO_ARGS, result)
            if position >= len(folded):
                break
            node = node.words.get(folded[position])
            position += 1
        return list(result)

    def readings(self, role: str, text: tuple[str, ...], folded: tuple[str, ...]) -> list[GroundedLiteral]:
        """Returns every canonical literal that a whole text says as a clause.

        Args:
            role: "cond", "must", "can" or "thing".
            folded: the tokens in lower case.
        """
        if role == "must":
            starts = self.heads.at(folded, 0)
        else:
            starts = [(0, {"cond": self.conditions, "can": self.allowed, "thing": self.things}[role])]
        ends = (end for position, node in starts for end in self.clauses(node, text, folded, position))
        return list(dict.fromkeys(literal for end, literal in ends if end == len(text)))


def _walk(
    complement: _ComplementNode,
    text: tuple[str, ...],
    folded: tuple[str, ...],
    position: int,
    args: tuple[Scalar, ...],
    literals: dict[tuple[int, GroundedLiteral], None],
) -> None:
    node: _ComplementNode | None = complement
    while node is not None:
        for frame, fixed in node.ends:
            literals[position, _literal(frame, args if fixed is None else fixed)] = None
        if position >= len(folded):
            return
        following = node.words.get(folded[position])
        if node.values:
            if following is not None:
                _walk(following, text, folded, position + 1, args, literals)
            for _key, step, after in node.values:
                for end, values in step(text, position):
                    _walk(after, text, folded, end, args + values, literals)
            return
        node = following
        position += 1


def _lead(node: SubjectNode, words: str, complement: _ComplementNode) -> None:
    for token in tokenized(words.casefold()):
        node = node.words.setdefault(token, SubjectNode())
    node.complements.append(complement)


@lru_cache(maxsize=1 << 12)
def _literal(frame: Frame, args: tuple[Scalar, ...]) -> GroundedLiteral:
    if frame.fixed is not None:
        test, positive = frame.fixed, not frame.negated
    else:
        effective = frame.statement
        test, positive = Test(effective.op, args, effective.over), not effective.negated
    return GroundedLiteral(Primitive(frame.slot, test), positive).canonical()


def grammar_of(domain: Domain) -> Grammar:
    """Builds the grammar of a domain; it takes some tens of milliseconds."""
    builder = _Builder(domain)
    for frame in frames_of(domain):
        builder.add(frame)
    return builder.grammar


class _Builder:
    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        self.grammar = Grammar()
        self._complements: dict[tuple[str, str, bool, str, bool, str, bool, bool], _ComplementNode] = {}
        self._tails: dict[tuple[str, ...], SubjectNode] = {}
        self._readers: dict[tuple[str, str | None], Reader] = {}
        self._limits = _ComplementNode()
        self._compared: set[tuple[str, EffectiveTest, str]] = set()
        self.grammar.limits.complements.append(self._limits)

    def add(self, frame: Frame) -> None:
        key = (
            frame.subject,
            frame.person,
            frame.plural,
            frame.verb,
            frame.negated,
            frame.third,
            frame.limits,
            frame.limits and frame.statement.op == "at_least",  # it can be a condition, too
        )
        complement = self._complements.get(key)
        if complement is None:
            complement = self._complements[key] = _ComplementNode()
            for role, node in (
                ("cond", self.grammar.conditions),
                ("can", self.grammar.allowed),
                ("thing", self.grammar.things),
            ):
                for begins in beginnings(frame, role):
                    _lead(node, begins.lead, complement)
            if frame.person == "one":
                for begins in beginnings(evolve(frame, subject="it", person="it"), "cond"):
                    _lead(self.grammar.again, begins.lead, complement)
            for begins in beginnings(frame, "must"):
                tails = self._tails_of(begins.head)
                tails.shared = frame.shares
                _lead(tails, begins.lead, complement)
        self._lift(frame)
        for phrase in frame.phrases:
            for words, noun in self._spelled(frame, phrase, phrase.template):
                self._extend(complement, frame, words, noun)
            if frame.compares and phrase.comparison:
                self._compare(frame, phrase)

    def _tails_of(self, head: str) -> SubjectNode:
        tokens = tokenized(head.casefold())
        tails = self._tails.get(tokens)
        if tails is None:
            tails = self._tails[tokens] = SubjectNode()
            self.grammar.heads.add(tokens, tails)
        return tails

    def _lift(self, frame: Frame) -> None:
        kind = self.domain.schema.slot(frame.slot).kind
        limit = Lifted(frame.slot, frame.statement.over, side_of(frame.statement))
        for words in filter(None, (lifted(frame, kind), lifted_briefly(frame.statement, kind))):
            self.grammar.lifts.add(tokenized(words.casefold()), limit)

    def _compare(self, frame: Frame, phrase: Phrase) -> None:
        for words, noun in self._spelled(frame, phrase, phrase.comparison):
            key = frame.slot, frame.statement, words
            if key not in self._compared:
                self._compared.add(key)
                self._extend(self._limits, frame, words, noun)

    def _spelled(self, frame: Frame, phrase: Phrase, template: str) -> list[tuple[str, int]]:
        """Returns a template of the phrase with its counted noun in each number it can take, and with either
        article before a value.
        """
        forms: tuple[str, ...] = (template,)
        if frame.noun is not None and "{noun" in template:
            spelled = template.replace("{nouns}", frame.noun.many)
            forms = tuple(spelled.replace("{noun}", noun) for noun in (frame.noun.one, frame.noun.many))
        either = (_BEFORE_VALUE.sub(article, form) for form in forms for article in ARTICLES)
        return [(form, 1 if phrase.largest == 1 else 0) for form in dict.fromkeys(either)]

    def _extend(self, complement: _ComplementNode, frame: Frame, template: str, implied: int) -> None:
        node = complement
        reads = False
        for word in template.split(" "):
            if word in ("{0}", "{1}", "{or}", "{and}", "{grade}") and not frame.asserted:
                node, reads = self._value(node, frame, word), True
                continue
            for token in tokenized(word.casefold()):
                node = node.words.setdefault(token, _ComplementNode())
        fixed: tuple[Scalar, ...] | None = None
        if not reads:
            fixed = self._implied(frame, implied)
        node.ends[frame, fixed] = None

    def _implied(self, frame: Frame, implied: int) -> tuple[Scalar, ...]:
        """Returns the arguments of a phrase that names none: "no stops" (less than 1), "below average"
        (0).
        """
        kind = self.domain.schema.slot(frame.slot).kind
        if kind.yes_or_no:
            return (True,)
        return (implied,)

    def _value(self, node: _ComplementNode, frame: Frame, word: str) -> _ComplementNode:
        slot, over = frame.slot, frame.statement.over
        key = ("{0}" if word == "{1}" else word, slot, over)
        for known_key, _step, after in node.values:
            if known_key == key:
                return after
        after = _ComplementNode()
        node.values.append((key, self._step(key), after))
        return after

    def _step(self, key: tuple[str, str, str | None]) -> Step:
        word, slot, over = key
        reader = self._readers.get((slot, over))
        if reader is None:
            reader = self._readers[slot, over] = spoken_reader(self.domain, slot, over)
        if word in ("{or}", "{and}"):
            return list_reader(reader, word[1:-1])
        kind = self.domain.schema.slot(slot).kind
        if word == "{grade}":
            return grade_reader(reader, kind.grades)
        return lambda text, position: [(end, (value,)) for end, value in reader(text, position)]
