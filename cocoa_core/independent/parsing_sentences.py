"""Reads the sentences of the parsing family: every meaning of each, by a parser from left to right.

It knows the grammar only by its inverse: which words follow which, and what that says. It reads more than is
ever written (any clause within any other), so that a sentence that could be understood in two ways has two
readings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, TypeAlias

from attrs import evolve, frozen

from cocoa_core.lexicon import (
    DEPTH_CASES,
    DETERMINERS,
    NAMES,
    NOUNS,
    PLACE_CASES,
    PREPOSITIONS,
    VERBS,
    WORD_CASES,
    Verb,
)

Fact: TypeAlias = tuple[str, str, str, int, int | str | None]
"""(kind, predicate, label, position, other): `the` and `a` of nouns, `role` of verbs, `mod` of nouns."""
_MOST: Final = 8
"""The readings that are followed from one position."""
_LONGEST: Final = 200
"""The most words of a sentence."""


@frozen
class Meaning:
    """The facts of a sentence, in no order; `uses` pairs words and structures with where they are used, and
    the counts give the nesting of prepositional phrases, clauses and relative clauses.
    """

    facts: tuple[Fact, ...]
    uses: tuple[tuple[str, str], ...] = ()
    phrases: int = 0
    clauses: int = 0
    relatives: int = 0


@frozen
class _Part:
    """A span that was read, up to `end`."""

    end: int
    who: int | str
    """The position or the name of a participant; for a clause the position of its verb."""
    meaning: Meaning
    head: str = ""
    """The noun, with `more` of it: pp, rc or nothing."""
    more: str = ""
    """What follows the noun: `pp`, `rc` or nothing."""
    frame: str = ""
    open_roles: tuple[tuple[str, str, int], ...] = ()
    """The roles of the subject of a verb phrase."""


def meanings(words: Sequence[str]) -> list[Meaning]:
    """Returns the readings of words and a full stop; empty for no sentence of the grammar."""
    if not 2 <= len(words) <= _LONGEST or words[-1] != ".":
        return []
    sentence = list(words[:-1])
    if sentence[0] in ("A", "The"):
        sentence[0] = sentence[0].lower()
    readings = [part.meaning for part in _Reader(tuple(sentence)).clauses(0) if part.end == len(sentence)]
    return list(dict.fromkeys(readings))


@cache
def _by_form(form: str) -> dict[str, Verb]:
    return {getattr(verb, form): verb for verb in VERBS}


def _joined(*parts: Meaning, facts: tuple[Fact, ...] = (), uses: tuple[tuple[str, str], ...] = ()) -> Meaning:
    return Meaning(
        tuple(fact for part in parts for fact in part.facts) + facts,
        tuple(use for part in parts for use in part.uses) + uses,
        max((part.phrases for part in parts), default=0),
        max((part.clauses for part in parts), default=0),
        max((part.relatives for part in parts), default=0),
    )


_NOTHING: Final = Meaning(())


class _Reader:
    """Reads one sentence. What begins at a position is read once."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words
        self._participants: dict[int, list[_Part]] = {}
        self._clauses: dict[int, list[_Part]] = {}
        self._phrases: dict[int, list[_Part]] = {}

    def word(self, position: int) -> str:
        return self.words[position] if position < len(self.words) else ""

    def clauses(self, start: int) -> list[_Part]:
        """Returns the clauses that begin at a position: subject and verb phrase."""
        if start not in self._clauses:
            clauses = (
                _with_subject(subject, phrase)
                for subject in self.participants(start)
                for phrase in self.verb_phrases(subject.end)
            )
            self._clauses[start] = _first(clauses)
        return self._clauses[start]

    def participants(self, start: int) -> list[_Part]:
        """Returns the participants at a position: a name, or article and noun with one modifier at most."""
        if start not in self._participants:
            self._participants[start] = _first(self._read_participants(start))
        return self._participants[start]

    def _read_participants(self, start: int) -> Iterator[_Part]:
        if self.word(start) in NAMES:
            yield _Part(start + 1, self.word(start), _NOTHING, self.word(start))
        if self.word(start) not in DETERMINERS or self.word(start + 1) not in NOUNS:
            return
        noun, noun_position = self.word(start + 1), start + 1
        alone = Meaning((("the" if DETERMINERS[self.word(start)] else "a", noun, "", noun_position, None),))
        head = _Part(start + 2, noun_position, alone, noun)
        yield head
        if self.word(start + 2) in PREPOSITIONS:
            for inner in self._inner(start + 3):
                fact: Fact = ("mod", noun, f"nmod {self.word(start + 2)}", noun_position, inner.who)
                meaning = _joined(alone, inner.meaning, facts=(fact,), uses=((inner.head, "inside"),))
                deeper = Meaning(meaning.facts, meaning.uses, 1 + inner.meaning.phrases)
                yield _Part(inner.end, noun_position, deeper, noun, "pp")
        if self.word(start + 2) == "that":
            yield from self._relatives(start + 3, head)

    def _inner(self, start: int) -> list[_Part]:
        """Returns what can follow a preposition: an article and a noun, perhaps with another preposition."""
        if start not in self._phrases:
            self._phrases[start] = [
                part for part in self.participants(start) if isinstance(part.who, int) and part.more != "rc"
            ]
        return self._phrases[start]

    def _relatives(self, start: int, head: _Part) -> Iterator[_Part]:
        """Yields relative clauses after "that": without their subject, their object or their recipient."""
        for phrase in self.verb_phrases(start):
            roles = tuple([_role(verb, role, event, head.who) for verb, role, event in phrase.open_roles])
            meaning = _joined(head.meaning, phrase.meaning, facts=roles)
            yield _relative(head, phrase.end, phrase.who, meaning, "subject")
        for subject in self.participants(start):
            verb = _by_form("past").get(self.word(subject.end))
            if verb is None:
                continue
            event, after = subject.end, subject.end + 1
            if "transitive" in verb.frames:
                facts = _roles(verb, event, agent=subject.who, theme=head.who)
                used = (head.meaning, _subject_used(subject, "transitive"))
                meaning = _joined(*used, facts=facts, uses=((verb.base, "transitive"),))
                yield _relative(head, after, event, meaning, "object")
            if "to" in verb.frames:
                yield from self._dative_gaps(head, subject, verb)

    def _dative_gaps(self, head: _Part, subject: _Part, verb: Verb) -> Iterator[_Part]:
        event, after = subject.end, subject.end + 1
        used = _joined(head.meaning, _subject_used(subject, "to"), uses=((verb.base, "to"),))
        if self.word(after) == "to":
            for other in self.participants(after + 1):
                facts = _roles(verb, event, agent=subject.who, theme=head.who, recipient=other.who)
                meaning = _joined(used, _used(other, "recipient", "recipient"), facts=facts)
                yield _relative(head, other.end, event, meaning, "object")
        for given in self.participants(after):
            if self.word(given.end) == "to":
                facts = _roles(verb, event, agent=subject.who, theme=given.who, recipient=head.who)
                meaning = _joined(used, _used(given, "object:to", "object"), facts=facts)
                yield _relative(head, given.end + 1, event, meaning, "recipient")

    def verb_phrases(self, start: int) -> Iterator[_Part]:
        """Yields the verb phrases at a position: a verb in the past with what follows it, by frame."""
        if self.word(start) == "was":
            yield from self._passives(start + 1)
            return
        verb = _by_form("past").get(self.word(start))
        if verb is None:
            return
        for frame in sorted(verb.frames):
            if frame in ("unergative", "omitted", "unaccusative"):
                role = "theme" if frame == "unaccusative" else "agent"
                yield _phrase(start, start + 1, verb, frame, _NOTHING, role)
            elif frame == "transitive":
                for participant in self.participants(start + 1):
                    facts = _roles(verb, start, theme=participant.who)
                    meaning = _joined(_used(participant, "object:transitive", "object"), facts=facts)
                    yield _phrase(start, participant.end, verb, frame, meaning)
            elif frame in ("double", "to"):
                yield from self._datives(start, verb, frame)
            elif frame == "clause" and self.word(start + 1) == "that":
                for inner in self.clauses(start + 2):
                    clause, facts = inner.meaning, _roles(verb, start, ccomp=inner.who)
                    deeper = evolve(clause, facts=clause.facts + facts, clauses=clause.clauses + 1)
                    yield _phrase(start, inner.end, verb, frame, deeper)
            elif frame == "infinitive" and self.word(start + 1) == "to":
                yield from self._infinitives(start, verb)

    def _passives(self, start: int) -> Iterator[_Part]:
        verb = _by_form("participle").get(self.word(start))
        if verb is None or "passive" not in verb.frames:
            return
        yield _phrase(start, start + 1, verb, "passive", _NOTHING, "theme")
        if self.word(start + 1) == "by":
            for participant in self.participants(start + 2):
                facts = _roles(verb, start, agent=participant.who)
                meaning = _joined(_used(participant, "by", "by"), facts=facts)
                yield _phrase(start, participant.end, verb, "passive", meaning, "theme")

    def _datives(self, start: int, verb: Verb, frame: str) -> Iterator[_Part]:
        for first in self.participants(start + 1):
            then = first.end
            if frame == "to":
                if self.word(then) != "to":
                    continue
                then += 1
            for second in self.participants(then):
                given, other = (first, second) if frame == "to" else (second, first)
                used = _used(given, f"object:{frame}", "object"), _used(other, "recipient", "recipient")
                facts = _roles(verb, start, theme=given.who, recipient=other.who)
                yield _phrase(start, second.end, verb, frame, _joined(*used, facts=facts))

    def _infinitives(self, start: int, verb: Verb) -> Iterator[_Part]:
        inner, inner_position = _by_form("base").get(self.word(start + 2)), start + 2
        if inner is None:
            return
        links = _roles(verb, start, xcomp=inner_position)
        used = Meaning(links, ((inner.base, "infinitive verb"),))
        ways = [(start + 3, used)] if "unergative" in inner.frames else []
        if "transitive" in inner.frames:
            for participant in self.participants(start + 3):
                facts = _roles(inner, inner_position, theme=participant.who)
                meaning = _joined(_used(participant, "object:transitive", "object"), facts=facts)
                ways.append((participant.end, _joined(used, meaning)))
        for end, meaning in ways:
            phrase = _phrase(start, end, verb, "infinitive", meaning)
            yield evolve(phrase, open_roles=(*phrase.open_roles, (inner.base, "agent", inner_position)))


def _first(parts: Iterator[_Part]) -> list[_Part]:
    """Returns the parts without repetition, at most eight for each end."""
    parts_by_end: dict[int, list[_Part]] = {}
    for part in parts:
        same_end = parts_by_end.setdefault(part.end, [])
        if len(same_end) < _MOST and part not in same_end:
            same_end.append(part)
    return [part for same_end in parts_by_end.values() for part in same_end]


def _role(verb: str, role: str, event: int, filler: int | str) -> Fact:
    return "role", verb, role, event, filler


def _roles(verb: Verb, event: int, **fillers: int | str) -> tuple[Fact, ...]:
    return tuple([_role(verb.base, role, event, filler) for role, filler in fillers.items()])


def _phrase(event: int, end: int, verb: Verb, frame: str, meaning: Meaning, role: str = "agent") -> _Part:
    whole = _joined(meaning, uses=((verb.base, frame),))
    return _Part(end, event, whole, frame=frame, open_roles=((verb.base, role, event),))


def _relative(head: _Part, end: int, event: int | str, meaning: Meaning, gap: str) -> _Part:
    link: Fact = ("mod", head.head, "acl that", head.end - 1, event)  # the noun is its last word
    joined = _joined(meaning, facts=(link,), uses=(("gap", gap),))
    return _Part(end, head.who, evolve(joined, relatives=joined.relatives + 1), head.head, "rc")


def _used(part: _Part, use: str, where: str) -> Meaning:
    """Returns the meaning of a participant in a role; its modifier counts as a structure there."""
    structure = ((part.more, where),) if part.more else ()
    return _joined(part.meaning, uses=((part.head, use), *structure))


def _subject_used(part: _Part, frame: str) -> Meaning:
    return _used(part, f"subject:{frame}", "subject")


def _with_subject(subject: _Part, phrase: _Part) -> _Part:
    facts = tuple([_role(verb, role, event, subject.who) for verb, role, event in phrase.open_roles])
    meaning = _joined(_subject_used(subject, phrase.frame), phrase.meaning, facts=facts)
    return _Part(phrase.end, phrase.who, meaning)


def cases_of(meaning: Meaning) -> tuple[frozenset[str], frozenset[str]]:
    """Returns the cases that a sentence may not contain while held out, and those that it tests."""
    broken, tested = set(), set()
    for name, case in WORD_CASES.items():
        places = {place for word, place in meaning.uses if word in case.words}
        if places - set(case.licensed):
            broken.add(name)
        if places & set(case.tested):
            tested.add(name)
    uses = {f"{what}:{where}" for what, where in meaning.uses}
    place_cases = {name for name, place in PLACE_CASES.items() if place in uses}
    levels = {
        "pp_recursion": meaning.phrases,
        "cp_recursion": meaning.clauses,
        "rc_recursion": meaning.relatives,
    }
    broken |= place_cases | {name for name, case in DEPTH_CASES.items() if levels[name] > case.learned}
    tested |= place_cases | {
        name for name, case in DEPTH_CASES.items() if case.tested_from <= levels[name] <= case.tested_to
    }
    return frozenset(broken), frozenset(tested)
