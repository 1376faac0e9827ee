"""From a request back to requirements: all readings of the controlled grammar, not one."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import field, frozen

from cocoa_core.domain.domain import Domain
from cocoa_core.domain.primitives import GroundedLiteral, Requirement, Scalar
from cocoa_core.domain.schema import SlotRef
from cocoa_core.language.forms import FormNode, form_trie
from cocoa_core.language.grammar import Grammar, grammar_of
from cocoa_core.language.phrases import CONNECTIVES, FORMS, LAST_CONNECTIVES, LIST_CLOSING, LIST_OPENING
from cocoa_core.language.spoken import article
from cocoa_core.language.tokens import split, tokens
from cocoa_core.language.value_readers import Reader, TooManyReadingsError, reader_of

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
    _opening: tuple[tuple[str, ...] | Reader, ...] = field(init=False, repr=False)

    @_grammar.default
    def _build(self) -> Grammar:
        return grammar_of(self.domain)

    def parse(self, text: str) -> tuple[Requirement, ...]:
        """Every requirement the text can mean, as sum terms in the order of the text, literals canonical.

        Empty where the grammar does not cover the text.
        """
        words = split(text)
        reading = _Reading(self._grammar, words, tuple(map(str.casefold, words)))
        found: dict[Requirement, None] = {}
        try:
            for start in self._openings(words):
                for requirement in reading.sentences(start):
                    found[requirement] = None
                    if len(found) > MOST_READINGS:
                        return ()
        except TooManyReadingsError:
            return ()
        return tuple(found)

    @_opening.default
    def _read_opening(self) -> tuple[tuple[str, ...] | Reader, ...]:
        return tuple(
            self._group_reader(part.slot) if isinstance(part, SlotRef) else tokens(part)
            for part in self.domain.schema.request
        )

    def _group_reader(self, slot: str) -> Reader:
        """Reads what the opening shows of a slot: of numbers, whatever stands there."""
        words = self.domain.schema.slot(slot).kind.name in ("category", "set")
        return reader_of(self.domain, slot, None) if words else _anything

    def _openings(self, words: tuple[str, ...]) -> list[int]:
        """Places where the first sentence after the opening can start."""
        noun = self.domain.schema.noun
        starts = _after(words, 0, tokens(f"I'm looking for {article(noun)} {noun}."))
        places = [0] if self._opening else []
        for part in self._opening:
            if isinstance(part, tuple):
                places = [end for place in places for end in _after(words, place, part)]
            else:
                places = [end for place in places for end, _ in part(words, place)]
        return starts + [end for place in places for end in _after(words, place, (".",))]


def _anything(words: tuple[str, ...], place: int) -> list[tuple[int, Scalar]]:
    """Up to some words of one sentence."""
    found: list[tuple[int, Scalar]] = []
    for end in range(place + 1, min(place + _LONGEST_SHOWN, len(words)) + 1):
        if words[end - 1] == ".":
            break
        found.append((end, ""))
    return found


def _after(words: tuple[str, ...], place: int, expected: tuple[str, ...]) -> list[int]:
    end = place + len(expected)
    return [end] if words[place:end] == expected else []


class _Reading:
    """One text being read; what stands at a place is worked out once."""

    def __init__(self, grammar: Grammar, words: tuple[str, ...], folded: tuple[str, ...]) -> None:
        self.grammar, self.words, self.folded = grammar, words, folded
        self._clauses: dict[tuple[str, int], list[tuple[int, GroundedLiteral]]] = {}
        self._sentences: dict[int, _Ends] = {}
        self._unreadable: set[int] = set()
        self._steps = 0

    def sentences(self, place: int) -> Iterator[Requirement]:
        """Every way to read from `place` to the end of the text as sentences."""
        if place == len(self.words):
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
        starts = [place]
        for opener in _OPENERS.get(self.folded[place], ()) if place < len(self.folded) else ():
            starts += _after(self.folded, place, opener)
        found: _Ends = []
        for start in starts:
            found += self._body(start)
        return found

    def _body(self, place: int) -> _Ends:
        found: _Ends = [(end, (term,)) for end, term in self._forms(_ALL_FORMS, place)]
        found += [(end, (term,)) for end, term in self._shared_subject(place)]
        found += [(end, (term,)) for end, term in self._list(place)]
        for end, literal in self._clause("must", place):
            for start in _after(self.folded, end, (",", "and")):
                found += [(after, ((literal,), term)) for after, term in self._forms(_JOINING_FORMS, start)]
        return found

    def _forms(self, root: FormNode, place: int) -> list[tuple[int, _Term]]:
        """Every sentence of the forms below `root` that starts at `place`."""
        found: list[tuple[int, _Term]] = []
        folded = self.folded
        states: list[tuple[FormNode, int, _Term]] = [(root, place, ())]
        while states:
            self._step()
            node, place, term = states.pop()
            if node.complete:
                found.append((place, term))
            if place < len(folded):
                following = node.words.get(folded[place])
                if following is not None:
                    states.append((following, place + 1, term))
            for role, after in node.roles.items():
                for end, literal in self._clause(role.role, place):
                    states.append((after, end, (*term, literal if role.positive else literal.negated())))
        return found

    def _clause(self, role: str, place: int) -> list[tuple[int, GroundedLiteral]]:
        known = self._clauses.get((role, place))
        if known is None:
            known = self._clauses[role, place] = self.grammar.clauses(role, self.words, self.folded, place)
        return known

    def _shared_subject(self, place: int) -> list[tuple[int, _Term]]:
        found: list[tuple[int, _Term]] = []
        if "either" not in self.folded[place + 2 : place + 16]:
            return found
        for end in range(place + 2, min(place + 16, len(self.folded))):
            if self.folded[end] != "either":
                continue
            role = f"vp {' '.join(self.folded[place:end])}"
            for middle, one in self._clause(role, end + 1):
                for start in _after(self.folded, middle, ("or",)):
                    for after, two in self._clause(role, start):
                        ends = (after, *_after(self.folded, after, (",", "or", "both")))
                        found += [(last, (one, two)) for last in ends]
        return found

    def _list(self, place: int) -> list[tuple[int, _Term]]:
        states: list[tuple[int, _Term]] = [(end, ()) for end in _after(self.folded, place, _LIST)]
        found: list[tuple[int, _Term]] = []
        while states:
            self._step()
            place, term = states.pop()
            mark = ("(", chr(97 + len(term)), ")")
            for start in _after(self.folded, place, mark):
                for end, literal in self._clause("cond", start):
                    states += [(after, (*term, literal)) for after in _after(self.folded, end, (";",))]
            for start in _after(self.folded, place, (LIST_CLOSING, *mark)):
                found += [(end, (*term, literal)) for end, literal in self._clause("cond", start)]
        return found


_ALL_FORMS = form_trie(form for forms in FORMS.values() for form in forms)
_JOINING_FORMS = form_trie(form for forms in FORMS.values() for form in forms if form.joins)
_OPENERS: dict[str, list[tuple[str, ...]]] = {}
"""What may open a sentence, by its first word."""
for _opener in CONNECTIVES + LAST_CONNECTIVES:
    _OPENERS.setdefault(tokens(_opener)[0], []).append(tokens(_opener))
_LIST = tokens(LIST_OPENING)
