"""Parses a request back to requirements: all readings of the controlled grammar, not one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from attrs import field, frozen

from cocoa_core.domain import Domain, GroundedLiteral, Requirement, Scalar, SlotRef
from cocoa_core.domain.kinds import VocabularyKind
from cocoa_core.language.grammar import Grammar, SubjectNode, grammar_of
from cocoa_core.language.inert_text import openings
from cocoa_core.language.tries import FormNode, Role, Trie, form_trie, tokenize, tokenized
from cocoa_core.language.value_readers import Reader, TooManyReadingsError, spoken_reader
from cocoa_core.lexicon import CONNECTIVES, FORMS, REASONED

MOST_READINGS = 64
"""`parse` gives up a text with more readings than this, and returns none."""
_MOST_STEPS = 5_000
"""The most steps of a reading. Where many slots share their wordings, a sentence of three clauses can be read
in as many ways as there are triples of them.
"""

_LONGEST_SHOWN = 12
"""The most words of a value that an opening shows."""

_Term = tuple[GroundedLiteral, ...]
_Ends = list[tuple[int, tuple[_Term, ...]]]
_Opening = tuple[tuple[str, ...] | Reader, ...]


@frozen(eq=False)
class Parser:
    """Parses requests of one domain. It keeps nothing between calls."""

    domain: Domain
    _grammar: Grammar = field(init=False, repr=False)
    _inert: _Inert = field(init=False, repr=False)
    _openings: Trie[_Opening] = field(init=False, repr=False)
    """By the words that they begin with; what follows those words."""

    @_grammar.default
    def _build(self) -> Grammar:
        return grammar_of(self.domain)

    @_inert.default
    def _read_inert(self) -> _Inert:
        return _inert_of(self.domain)

    def parse(self, text: str) -> tuple[Requirement, ...]:
        """Returns every requirement that the text can mean, as sum terms in the order of the text with
        canonical literals.

        It is empty where the grammar does not cover the text.
        """
        words = tokenize(text)
        return self._readings(words, self._starts(words))

    def _readings(self, words: tuple[str, ...], starts: Sequence[int]) -> tuple[Requirement, ...]:
        reading = _Reading(self._grammar, self._inert, words, tuple(map(str.casefold, words)))
        result: dict[Requirement, None] = {}
        try:
            for start in starts:
                for requirement in reading.sentences(start):
                    result[requirement] = None
                    if len(result) > MOST_READINGS:
                        return ()
        except TooManyReadingsError:
            return ()
        return tuple(result)

    def statements(self, text: str) -> tuple[Requirement, ...]:
        """Returns every requirement that a text without an opening can mean, as `parse` does."""
        return self._readings(tokenize(text), (0,))

    def conditions(self, text: str) -> tuple[GroundedLiteral, ...]:
        """Returns every literal that the text can mean as a condition, such as "it costs more than $100"."""
        words = tokenize(text)
        folded = tuple(map(str.casefold, words))
        clauses = self._grammar.clauses(self._grammar.conditions, words, folded, 0)
        return tuple(dict.fromkeys(literal for end, literal in clauses if end == len(words)))

    @_openings.default
    def _read_openings(self) -> Trie[_Opening]:
        trie: Trie[_Opening] = Trie()
        reader_of = cache(self._group_reader)  # of the 500 openings of flights nearly all name both cities
        for parts in openings(self.domain):
            first, *following = read = [
                reader_of(part.slot) if isinstance(part, SlotRef) else tokenized(part) for part in parts
            ]
            if isinstance(first, tuple):
                trie.add(first, tuple(following))
            else:
                trie.add((), tuple(read))
        return trie

    def _group_reader(self, slot: str) -> Reader:
        """Returns what reads the value that an opening shows of a slot: for numbers, anything."""
        words = isinstance(self.domain.schema.slot(slot).kind, VocabularyKind)
        return spoken_reader(self.domain, slot, None) if words else _anything

    def _starts(self, words: tuple[str, ...]) -> list[int]:
        """Returns the positions at which the first statement after an opening can start."""
        result: dict[int, None] = {}
        for start, parts in self._openings.at(words, 0):
            positions = [start]
            for part in parts:
                if isinstance(part, tuple):
                    positions = [end for position in positions for end in _after(words, position, part)]
                else:
                    positions = [end for position in positions for end, _ in part(words, position)]
            result.update(dict.fromkeys(positions))
        return list(result)


def _anything(words: tuple[str, ...], position: int) -> list[tuple[int, Scalar]]:
    """Reads up to some words of one sentence."""
    result: list[tuple[int, Scalar]] = []
    for end in range(position + 1, min(position + _LONGEST_SHOWN, len(words)) + 1):
        if words[end - 1] == ".":
            break
        result.append((end, ""))
    return result


def _after(words: tuple[str, ...], position: int, expected: tuple[str, ...]) -> list[int]:
    """Returns the positions after the expected words, whose full stop can be that of a value before it."""
    ends = [position + len(expected)] if words[position : position + len(expected)] == expected else []
    if expected[:1] == (".",) == words[position - 1 : position]:
        ends += _after(words, position, expected[1:]) if expected[1:] else [position]
    return ends


@frozen(eq=False)
class _Inert:
    """What means nothing, in lower case: closings, connectives, and reasons with what joins them to a
    demand.

    The last two lead to the forms that may follow them.
    """

    closings: frozenset[tuple[str, ...]]
    openers: Trie[FormNode]


def _inert_of(domain: Domain) -> _Inert:
    openers: Trie[FormNode] = Trie()
    for connective in CONNECTIVES:
        openers.add(_folded(connective), _ALL_FORMS)
    for rule in domain.rules:
        for reasons in rule.reasons.values():
            for reason in reasons:
                openers.add(_folded(reason + REASONED), _DEMAND_FORMS)
    return _Inert(frozenset(_folded(text) for text in domain.inert.closings), openers)


def _folded(text: str) -> tuple[str, ...]:
    return tokenized(text.casefold())


class _State(NamedTuple):
    """A sentence read so far: its literals by place, and the tails of the demand's head.

    A tuple, since thirty are made of each text, in half the time that a class of attrs takes.
    """

    node: FormNode
    position: int
    literals: tuple[tuple[int, GroundedLiteral], ...] = ()
    tails: SubjectNode | None = None
    demand: GroundedLiteral | None = None
    """The last demand with a head of its own."""


class _Reading:
    """The reading of one text. What stands at a position is read once."""

    def __init__(
        self, grammar: Grammar, inert: _Inert, words: tuple[str, ...], folded: tuple[str, ...]
    ) -> None:
        self.grammar, self.inert, self.words, self.folded = grammar, inert, words, folded
        self._tries = {
            "cond": grammar.conditions,
            "can": grammar.allowed,
            "thing": grammar.things,
            "limit": grammar.limits,
            "same": grammar.again,
        }
        self._clauses: dict[tuple[int, int], list[tuple[int, GroundedLiteral]]] = {}
        self._sentences: dict[int, _Ends] = {}
        self._unreadable: set[int] = set()
        self._steps = 0

    def sentences(self, position: int) -> Iterator[Requirement]:
        """Yields every way to read from a position to the end of the text as statements."""
        if position == len(self.words) or self.folded[position:] in self.inert.closings:
            yield ()
            return
        if position in self._unreadable:
            return
        readable = False
        for end, terms in self._sentence(position):
            for after in self._after_stop(end):
                for remaining in self.sentences(after):
                    readable = True
                    yield terms + remaining
        if not readable:
            self._unreadable.add(position)

    def _after_stop(self, position: int) -> Iterator[int]:
        """Yields where a text can go on after the full stop of a sentence, which may be that of a value."""
        if self.folded[position : position + 1] == (".",):
            yield position + 1
        if self.folded[position - 1] == ".":
            yield position

    def _sentence(self, position: int) -> _Ends:
        ends = self._sentences.get(position)
        if ends is None:
            ends = self._sentences[position] = self._read_sentence(position)
        return ends

    def _step(self) -> None:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise TooManyReadingsError

    def _read_sentence(self, position: int) -> _Ends:
        result = self._forms(_ALL_FORMS, position)
        for start, root in self.inert.openers.at(self.folded, position):
            result += self._forms(root, start)
        return result

    def _forms(self, root: FormNode, position: int) -> _Ends:
        """Returns every statement of the forms below `root` that starts at a position."""
        result: _Ends = []
        folded = self.folded
        states = [_State(root, position)]
        while states:
            self._step()
            state = states.pop()
            node, position = state.node, state.position
            for form in node.forms:
                literals = dict(state.literals)
                terms = tuple([tuple([_at(literals, place) for place in places]) for places in form.terms])
                result.append((position, terms))
            if position >= len(folded):
                continue
            next_node = node.words.get(folded[position])
            if next_node is not None:
                states.append(_State(next_node, position + 1, *state[2:]))
            if folded[position - 1] == "." and "." in node.words:
                states.append(_State(node.words["."], position, *state[2:]))
            for role, after in node.roles.items():
                states += self._played(role, after, state)
        return result

    def _played(self, role: Role, after: FormNode, state: _State) -> list[_State]:
        """Returns the states after a role, for every way to read it."""
        position = state.position
        if role.role == "lift":
            limit = dict(state.literals)[role.place]
            ends = [
                end for end, lifted in self.grammar.lifts.at(self.folded, position) if lifted.lifts(limit)
            ]
            return [_State(after, end, state.literals) for end in dict.fromkeys(ends)]
        if role.role == "must":
            clauses: list[tuple[int, GroundedLiteral, SubjectNode | None]] = [
                (end, literal, tails)
                for start, tails in self.grammar.heads.at(self.folded, position)
                for end, literal in self._clause(tails, start)
            ]
        else:
            shared = state.tails if state.tails and state.tails.shared else None
            node = shared if role.role == "also" else self._tries[role.role]
            if role.role == "limit" and not shared:
                node = None
            like = state.demand if role.role == "limit" else None
            if role.role == "same":
                like = dict(state.literals)[1]
            clauses = [
                (end, literal, state.tails)
                for end, literal in self._clause(node, position)
                if role.role not in ("limit", "same") or (like and literal.measured == like.measured)
            ]
        return [
            _State(
                after,
                end,
                (*state.literals, (role.place, literal if role.positive else literal.negated().canonical())),
                tails,
                literal if role.role == "must" else state.demand,
            )
            for end, literal, tails in clauses
        ]

    def _clause(self, node: SubjectNode | None, position: int) -> list[tuple[int, GroundedLiteral]]:
        key = (id(node), position)
        clauses = self._clauses.get(key)
        if clauses is None:
            clauses = self._clauses[key] = self.grammar.clauses(node, self.words, self.folded, position)
        return clauses


def _at(literals: Mapping[int, GroundedLiteral], place: int) -> GroundedLiteral:
    """Returns the literal of a sum term's place; a negative place means the negation."""
    return literals[place] if place > 0 else literals[-place].negated().canonical()


_ALL_FORMS = form_trie(FORMS)
_DEMAND_FORMS = form_trie(form for form in FORMS if form.pattern.startswith("{must+1}"))
