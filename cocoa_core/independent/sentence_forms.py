"""What the sentences of the parsing family mean: every reading of them, by a parser from left to right.

It knows the grammar by its inverse alone: which words follow which, and what that says. It reads more than is
written (any clause in any other), so that a sentence that could be understood in two ways has two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, TypeAlias

from attrs import frozen

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

__all__ = ["Fact", "Meaning", "cases_of", "meanings"]

Fact: TypeAlias = tuple[str, str, str, int, int | str | None]
"""(kind, predicate, label, place, other): kinds `the` and `a` of nouns, `role` of verbs, `mod` of nouns."""
_MOST: Final = 8
"""Readings that are followed at one place."""
_LONGEST: Final = 200
"""Words of a sentence."""


@frozen
class Meaning:
    """facts: in no order. uses: words and structures with their places; deep: levels by structure."""

    facts: tuple[Fact, ...]
    uses: tuple[tuple[str, str], ...] = ()
    phrases: int = 0
    clauses: int = 0
    relatives: int = 0


@frozen
class _Part:
    """What is read up to `end`. who: a place or a name of a participant, the place of a clause's verb.

    head: the noun, with `more` of it: pp, rc or nothing. open_roles: those of the subject of a verb phrase.
    """

    end: int
    who: int | str
    meaning: Meaning
    head: str = ""
    more: str = ""
    frame: str = ""
    open_roles: tuple[tuple[str, str, int], ...] = ()


def meanings(words: Sequence[str]) -> list[Meaning]:
    """The readings of a sentence, given as words with the full stop; none if it is not of the grammar."""
    if not 2 <= len(words) <= _LONGEST or words[-1] != ".":
        return []
    said = list(words[:-1])
    if said[0] in ("A", "The"):
        said[0] = said[0].lower()
    found = [part.meaning for part in _Reader(tuple(said)).clauses(0) if part.end == len(said)]
    return list(dict.fromkeys(found))


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
    """Reads one sentence; what was read from a place on is kept."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words
        self._participants: dict[int, list[_Part]] = {}
        self._clauses: dict[int, list[_Part]] = {}
        self._phrases: dict[int, list[_Part]] = {}

    def word(self, place: int) -> str:
        return self.words[place] if place < len(self.words) else ""

    def clauses(self, at: int) -> list[_Part]:
        """Subject and verb phrase."""
        if at not in self._clauses:
            found = (
                _with_subject(subject, phrase)
                for subject in self.participants(at)
                for phrase in self.verb_phrases(subject.end)
            )
            self._clauses[at] = _first(found)
        return self._clauses[at]

    def participants(self, at: int) -> list[_Part]:
        """A name, or an article with a noun and at most one thing that says more."""
        if at not in self._participants:
            self._participants[at] = _first(self._read_participants(at))
        return self._participants[at]

    def _read_participants(self, at: int) -> Iterator[_Part]:
        if self.word(at) in NAMES:
            yield _Part(at + 1, self.word(at), _NOTHING, self.word(at))
        if self.word(at) not in DETERMINERS or self.word(at + 1) not in NOUNS:
            return
        noun, place = self.word(at + 1), at + 1
        alone = Meaning((("the" if DETERMINERS[self.word(at)] else "a", noun, "", place, None),))
        yield _Part(at + 2, place, alone, noun)
        if self.word(at + 2) in PREPOSITIONS:
            for inner in self._inner(at + 3):
                fact: Fact = ("mod", noun, f"nmod {self.word(at + 2)}", place, inner.who)
                meaning = _joined(alone, inner.meaning, facts=(fact,), uses=((inner.head, "inside"),))
                deeper = Meaning(meaning.facts, meaning.uses, 1 + inner.meaning.phrases)
                yield _Part(inner.end, place, deeper, noun, "pp")
        if self.word(at + 2) == "that":
            yield from self._relatives(at + 3, noun, place, alone)

    def _inner(self, at: int) -> list[_Part]:
        """What follows a preposition: an article and a noun, perhaps with a preposition again."""
        if at not in self._phrases:
            self._phrases[at] = [
                part for part in self.participants(at) if isinstance(part.who, int) and part.more != "rc"
            ]
        return self._phrases[at]

    def _relatives(self, at: int, noun: str, place: int, alone: Meaning) -> Iterator[_Part]:
        """After `that`: a clause that lacks its subject, its object or its recipient."""
        for phrase in self.verb_phrases(at):
            roles: tuple[Fact, ...] = tuple(
                ("role", verb, role, event, place) for verb, role, event in phrase.open_roles
            )
            yield self._relative(
                noun, place, phrase.end, phrase.who, (alone, phrase.meaning), roles, "subject"
            )
        for subject in self.participants(at):
            verb = _by_form("past").get(self.word(subject.end))
            if verb is None:
                continue
            event, after = subject.end, subject.end + 1
            if "transitive" in verb.frames:
                parts = (alone, _subject_used(subject, "transitive"))
                facts = _roles(verb, event, agent=subject.who, theme=place)
                used = _joined(*parts, uses=((verb.base, "transitive"),))
                yield self._relative(noun, place, after, event, (used,), facts, "object")
            if "to" in verb.frames:
                yield from self._dative_gaps(noun, place, alone, subject, verb)

    def _dative_gaps(
        self, noun: str, place: int, alone: Meaning, subject: _Part, verb: Verb
    ) -> Iterator[_Part]:
        event, after = subject.end, subject.end + 1
        used = _joined(alone, _subject_used(subject, "to"), uses=((verb.base, "to"),))
        if self.word(after) == "to":
            for other in self.participants(after + 1):
                facts = _roles(verb, event, agent=subject.who, theme=place, recipient=other.who)
                inner = (used, _used(other, "recipient", "recipient"))
                yield self._relative(noun, place, other.end, event, inner, facts, "object")
        for given in self.participants(after):
            if self.word(given.end) == "to":
                facts = _roles(verb, event, agent=subject.who, theme=given.who, recipient=place)
                inner = (used, _used(given, "object:to", "object"))
                yield self._relative(noun, place, given.end + 1, event, inner, facts, "recipient")

    def _relative(
        self,
        noun: str,
        place: int,
        end: int,
        event: int | str,
        parts: Sequence[Meaning],
        facts: tuple[Fact, ...],
        gap: str,
    ) -> _Part:
        link: Fact = ("mod", noun, "acl that", place, event)
        found = _joined(*parts, facts=(*facts, link), uses=(("gap", gap),))
        deeper = Meaning(found.facts, found.uses, found.phrases, found.clauses, found.relatives + 1)
        return _Part(end, place, deeper, noun, "rc")

    def verb_phrases(self, at: int) -> Iterator[_Part]:
        """A verb in the past with what follows it, by frame."""
        if self.word(at) == "was":
            yield from self._passives(at + 1)
            return
        verb = _by_form("past").get(self.word(at))
        if verb is None:
            return
        for frame in sorted(verb.frames):
            if frame in ("unergative", "omitted", "unaccusative"):
                role = "theme" if frame == "unaccusative" else "agent"
                yield _phrase(at + 1, at, verb, frame, _NOTHING, (), role)
            elif frame == "transitive":
                for participant in self.participants(at + 1):
                    meaning = _used(participant, "object:transitive", "object")
                    yield _phrase(
                        participant.end, at, verb, frame, meaning, _roles(verb, at, theme=participant.who)
                    )
            elif frame in ("double", "to"):
                yield from self._datives(at, verb, frame)
            elif frame == "clause" and self.word(at + 1) == "that":
                for inner in self.clauses(at + 2):
                    deeper = inner.meaning
                    deeper = Meaning(
                        deeper.facts, deeper.uses, deeper.phrases, deeper.clauses + 1, deeper.relatives
                    )
                    yield _phrase(inner.end, at, verb, frame, deeper, _roles(verb, at, ccomp=inner.who))
            elif frame == "infinitive" and self.word(at + 1) == "to":
                yield from self._infinitives(at, verb)

    def _passives(self, at: int) -> Iterator[_Part]:
        verb = _by_form("participle").get(self.word(at))
        if verb is None or "passive" not in verb.frames:
            return
        yield _phrase(at + 1, at, verb, "passive", _NOTHING, (), "theme")
        if self.word(at + 1) == "by":
            for participant in self.participants(at + 2):
                meaning = _used(participant, "by", "by")
                yield _phrase(
                    participant.end,
                    at,
                    verb,
                    "passive",
                    meaning,
                    _roles(verb, at, agent=participant.who),
                    "theme",
                )

    def _datives(self, at: int, verb: Verb, frame: str) -> Iterator[_Part]:
        for first in self.participants(at + 1):
            then = first.end
            if frame == "to":
                if self.word(then) != "to":
                    continue
                then += 1
            for second in self.participants(then):
                given, other = (first, second) if frame == "to" else (second, first)
                meaning = _joined(
                    _used(given, f"object:{frame}", "object"), _used(other, "recipient", "recipient")
                )
                facts = _roles(verb, at, theme=given.who, recipient=other.who)
                yield _phrase(second.end, at, verb, frame, meaning, facts)

    def _infinitives(self, at: int, verb: Verb) -> Iterator[_Part]:
        inner, place = _by_form("base").get(self.word(at + 2)), at + 2
        if inner is None:
            return
        used = Meaning((), ((inner.base, "infinitive verb"),))
        links = _roles(verb, at, xcomp=place)
        too = ((inner.base, "agent", place),)
        if "unergative" in inner.frames:
            yield _phrase(at + 3, at, verb, "infinitive", used, links, "agent", too)
        if "transitive" in inner.frames:
            for participant in self.participants(at + 3):
                meaning = _joined(used, _used(participant, "object:transitive", "object"))
                facts = links + _roles(inner, place, theme=participant.who)
                yield _phrase(participant.end, at, verb, "infinitive", meaning, facts, "agent", too)


def _first(parts: Iterator[_Part]) -> list[_Part]:
    """The parts, no two alike, at most eight for each end."""
    found: dict[int, list[_Part]] = {}
    for part in parts:
        own = found.setdefault(part.end, [])
        if len(own) < _MOST and part not in own:
            own.append(part)
    return [part for own in found.values() for part in own]


def _roles(verb: Verb, event: int, **fillers: int | str) -> tuple[Fact, ...]:
    return tuple(("role", verb.base, role, event, filler) for role, filler in fillers.items())


def _phrase(
    end: int,
    event: int,
    verb: Verb,
    frame: str,
    meaning: Meaning,
    facts: tuple[Fact, ...],
    role: str = "agent",
    too: tuple[tuple[str, str, int], ...] = (),
) -> _Part:
    whole = _joined(meaning, facts=facts, uses=((verb.base, frame),))
    return _Part(end, event, whole, frame=frame, open_roles=((verb.base, role, event), *too))


def _used(part: _Part, place: str, where: str) -> Meaning:
    """A participant at a place; what says more of it is a structure there."""
    structure = ((part.more, where),) if part.more else ()
    return _joined(part.meaning, uses=((part.head, place), *structure))


def _subject_used(part: _Part, frame: str) -> Meaning:
    return _used(part, f"subject:{frame}", "subject")


def _with_subject(subject: _Part, phrase: _Part) -> _Part:
    facts: tuple[Fact, ...] = tuple(
        ("role", verb, role, event, subject.who) for verb, role, event in phrase.open_roles
    )
    meaning = _joined(_subject_used(subject, phrase.frame), phrase.meaning, facts=facts)
    return _Part(phrase.end, phrase.who, meaning)


def cases_of(meaning: Meaning) -> tuple[frozenset[str], frozenset[str]]:
    """Which cases a sentence may not be about while they are held out, and of these, which it tests."""
    broken, tested = set(), set()
    for name, case in WORD_CASES.items():
        places = {place for word, place in meaning.uses if word in case.words}
        if places - set(case.licensed):
            broken.add(name)
        if places & set(case.tested):
            tested.add(name)
    uses = {f"{what}:{where}" for what, where in meaning.uses}
    found = {name for name, place in PLACE_CASES.items() if place in uses}
    levels = {
        "pp_recursion": meaning.phrases,
        "cp_recursion": meaning.clauses,
        "rc_recursion": meaning.relatives,
    }
    broken |= found | {name for name, case in DEPTH_CASES.items() if levels[name] > case.learned}
    tested |= found | {
        name for name, case in DEPTH_CASES.items() if case.tested_from <= levels[name] <= case.tested_to
    }
    return frozenset(broken), frozenset(tested)
