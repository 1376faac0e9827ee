"""From a request back to requirements: all readings of the controlled grammar, not one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import field, frozen

from cocoa_core.domain import Domain, GroundedLiteral, Requirement, Scalar, SlotRef
from cocoa_core.domain.kinds import VocabularyKind
from cocoa_core.language.forms import FormNode, Role, form_trie
from cocoa_core.language.grammar import Grammar, SubjectNode, grammar_of
from cocoa_core.language.openings import openings
from cocoa_core.language.tokenizer import tokenize, tokenized
from cocoa_core.language.value_readers import Reader, TooManyReadingsError, reader_of
from cocoa_core.lexicon import CONNECTIVES, FORMS, REASONED

__all__ = ["MOST_READINGS", "Parser"]

MOST_READINGS = 64
"""A text with more readings than this is given up: `parse` returns none."""
_MOST_STEPS = 5_000
"""So is one that takes more steps to read: where many slots share their wordings, a sentence of three clauses
can be read in as many ways as there are triples of them."""

_LONGEST_SHOWN = 12
"""Words of one value that an opening shows."""

_Term = tuple[GroundedLiteral, ...]
_Ends = list[tuple[int, tuple[_Term, ...]]]


@frozen(eq=False)
class Parser:
    """Reads requests of one domain. `parse` keeps nothing between calls."""

    domain: Domain
    _grammar: Grammar = field(init=False, repr=False)
    _inert: _Inert = field(init=False, repr=False)
    _opening: tuple[tuple[tuple[str, ...] | Reader, ...], ...] = field(init=False, repr=False)

    @_grammar.default
    def _build(self) -> Grammar:
        return grammar_of(self.domain)

    @_inert.default
    def _read_inert(self) -> _Inert:
        return _inert_of(self.domain)

    def parse(self, text: str) -> tuple[Requirement, ...]:
        """Every requirement the text can mean, as sum terms in the order of the text, literals canonical.

        Empty where the grammar does not cover the text.
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
        """Every requirement that the text without an opening can mean, as `parse` gives them."""
        return self._readings(tokenize(text), (0,))

    def conditions(self, text: str) -> tuple[GroundedLiteral, ...]:
        """Every literal that the text can mean as a condition, such as "it costs more than $100"."""
        words = tokenize(text)
        folded = tuple(map(str.casefold, words))
        clauses = self._grammar.clauses(self._grammar.conditions, words, folded, 0)
        return tuple(dict.fromkeys(literal for end, literal in clauses if end == len(words)))

    @_opening.default
    def _read_openings(self) -> tuple[tuple[tuple[str, ...] | Reader, ...], ...]:
        return tuple(
            tuple(
                self._group_reader(part.slot) if isinstance(part, SlotRef) else tokenized(part)
                for part in parts
            )
            for parts in openings(self.domain)
        )

    def _group_reader(self, slot: str) -> Reader:
        """Reads what the opening shows of a slot: of numbers, whatever stands there."""
        words = isinstance(self.domain.schema.slot(slot).kind, VocabularyKind)
        return reader_of(self.domain, slot, None) if words else _anything

    def _starts(self, words: tuple[str, ...]) -> list[int]:
        """Places where the first statement after an opening can start."""
        result: dict[int, None] = {}
        for parts in self._opening:
            first = parts[0]
            if isinstance(first, tuple) and words[: len(first)] != first:
                continue
            places = [0]
            for part in parts:
                if isinstance(part, tuple):
                    places = [end for place in places for end in _after(words, place, part)]
                else:
                    places = [end for place in places for end, _ in part(words, place)]
            result.update(dict.fromkeys(places))
        return list(result)


def _anything(words: tuple[str, ...], place: int) -> list[tuple[int, Scalar]]:
    """Up to some words of one sentence."""
    result: list[tuple[int, Scalar]] = []
    for end in range(place + 1, min(place + _LONGEST_SHOWN, len(words)) + 1):
        if words[end - 1] == ".":
            break
        result.append((end, ""))
    return result


def _after(words: tuple[str, ...], place: int, expected: tuple[str, ...]) -> list[int]:
    end = place + len(expected)
    return [end] if words[place:end] == expected else []


@frozen(eq=False)
class _Inert:
    """What says nothing, folded: closings, and reasons with what joins them to a demand, by first token."""

    closings: frozenset[tuple[str, ...]]
    openers: dict[str, list[tuple[str, ...]]]
    reasons: dict[str, list[tuple[str, ...]]]


def _inert_of(domain: Domain) -> _Inert:
    reasons = (
        reason + REASONED for rule in domain.rules for some in rule.reasons.values() for reason in some
    )
    return _Inert(
        frozenset(_folded(text) for text in domain.inert.closings),
        _by_first(CONNECTIVES),
        _by_first(reasons),
    )


def _by_first(texts: Iterable[str]) -> dict[str, list[tuple[str, ...]]]:
    result: dict[str, list[tuple[str, ...]]] = {}
    for words in dict.fromkeys(map(_folded, texts)):
        result.setdefault(words[0], []).append(words)
    return result


def _folded(text: str) -> tuple[str, ...]:
    return tokenized(text.casefold())


@frozen
class _State:
    """A sentence read so far: its literals by place, and the tails of the demand's head."""

    node: FormNode
    place: int
    literals: tuple[tuple[int, GroundedLiteral], ...] = ()
    tails: SubjectNode | None = None


class _Reading:
    """One text being read; what stands at a place is worked out once."""

    def __init__(
        self, grammar: Grammar, inert: _Inert, words: tuple[str, ...], folded: tuple[str, ...]
    ) -> None:
        self.grammar, self.inert, self.words, self.folded = grammar, inert, words, folded
        self._clauses: dict[tuple[int, int], list[tuple[int, GroundedLiteral]]] = {}
        self._sentences: dict[int, _Ends] = {}
        self._unreadable: set[int] = set()
        self._steps = 0

    def sentences(self, place: int) -> Iterator[Requirement]:
        """Every way to read from `place` to the end of the text as statements."""
        if place == len(self.words) or self.folded[place:] in self.inert.closings:
            yield ()
            return
        if place in self._unreadable:
            return
        readable = False
        for end, terms in self._sentence(place):
            if end < len(self.folded) and self.folded[end] == ".":
                for rest in self.sentences(end + 1):
                    readable = True
                    yield terms + rest
        if not readable:
            self._unreadable.add(place)

    def _sentence(self, place: int) -> _Ends:
        known = self._sentences.get(place)
        if known is None:
            known = self._sentences[place] = self._read_sentence(place)
        return known

    def _step(self) -> None:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise TooManyReadingsError

    def _read_sentence(self, place: int) -> _Ends:
        result = self._forms(_ALL_FORMS, place)
        for opener in self.inert.openers.get(self.folded[place], ()):
            for start in _after(self.folded, place, opener):
                result += self._forms(_ALL_FORMS, start)
        for reason in self.inert.reasons.get(self.folded[place], ()):
            for start in _after(self.folded, place, reason):
                result += self._forms(_DEMAND_FORMS, start)
        return result

    def _forms(self, root: FormNode, place: int) -> _Ends:
        """Every statement of the forms below `root` that starts at `place`."""
        result: _Ends = []
        folded = self.folded
        states = [_State(root, place)]
        while states:
            self._step()
            state = states.pop()
            node, place = state.node, state.place
            for form in node.forms:
                said = dict(state.literals)
                terms = tuple([tuple([_at(said, one) for one in places]) for places in form.terms])
                result.append((place, terms))
            if place >= len(folded):
                continue
            following = node.words.get(folded[place])
            if following is not None:
                states.append(_State(following, place + 1, state.literals, state.tails))
            for role, after in node.roles.items():
                states += self._played(role, after, state)
        return result

    def _played(self, role: Role, after: FormNode, state: _State) -> list[_State]:
        """The states after a role, in every way to read it."""
        place = state.place
        if role.role == "lift":
            limit = dict(state.literals)[role.place]
            ends = [end for end, one in self.grammar.lifted_at(self.folded, place) if one.lifts(limit)]
            return [_State(after, end, state.literals) for end in dict.fromkeys(ends)]
        if role.role == "must":
            read: list[tuple[int, GroundedLiteral, SubjectNode | None]] = [
                (end, literal, tails)
                for start, tails in self.grammar.heads_at(self.folded, place)
                for end, literal in self._clause(tails, start)
            ]
        else:
            node = {
                "also": state.tails if state.tails and state.tails.shared else None,
                "cond": self.grammar.conditions,
                "can": self.grammar.allowed,
            }[role.role]
            read = [(end, literal, state.tails) for end, literal in self._clause(node, place)]
        return [
            _State(
                after,
                end,
                (*state.literals, (role.place, literal if role.positive else literal.negated().canonical())),
                tails,
            )
            for end, literal, tails in read
        ]

    def _clause(self, node: SubjectNode | None, place: int) -> list[tuple[int, GroundedLiteral]]:
        key = (id(node), place)
        known = self._clauses.get(key)
        if known is None:
            known = self._clauses[key] = self.grammar.clauses(node, self.words, self.folded, place)
        return known


def _at(said: Mapping[int, GroundedLiteral], place: int) -> GroundedLiteral:
    """The literal that a sum term of a form has by its place."""
    return said[place] if place > 0 else said[-place].negated().canonical()


_ALL_FORMS = form_trie(FORMS)
_DEMAND_FORMS = form_trie(form for form in FORMS if form.pattern.startswith("{must+1}"))
