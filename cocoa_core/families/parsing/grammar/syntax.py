"""What a sentence is made of, and how it is said: its words, and its form with them."""

from __future__ import annotations

from typing import TypeAlias

from attrs import define, field, frozen

from cocoa_core.families.parsing.forms import CogsForm, Modifier, Noun, Role
from cocoa_core.families.parsing.transforms import ordered
from cocoa_core.lexicon import Verb

__all__ = ["Clause", "Name", "NounPhrase", "Phrase", "Relative", "said"]


@frozen
class Name:
    """A name."""

    word: str


@frozen
class Phrase:
    """A preposition and what follows it."""

    preposition: str
    inside: NounPhrase


@frozen
class Relative:
    """`that` and a clause that lacks its subject, object or recipient; which one is None in it."""

    gap: str
    clause: Clause


@frozen
class NounPhrase:
    """An article, a noun, and at most one thing that says more of it."""

    word: str
    definite: bool
    more: Phrase | Relative | None = None


Participant: TypeAlias = Name | NounPhrase


@frozen(kw_only=True)
class Clause:
    """frame: as in `Verb`. agent: after `by`. inner: after `that`. infinitive: after `to`."""

    frame: str
    verb: Verb
    subject: Participant | None
    object: Participant | None = None
    recipient: Participant | None = None
    agent: Participant | None = None
    inner: Clause | None = None
    infinitive: Verb | None = None


@define
class _Saying:
    """Words and conjuncts as they come."""

    words: list[str] = field(factory=list)
    definites: list[Noun] = field(factory=list)
    body: list[Noun | Role | Modifier] = field(factory=list)

    def put(self, word: str) -> int:
        """Returns the place of a word that is said now."""
        self.words.append(word)
        return len(self.words) - 1

    def participant(self, one: Participant) -> int | str:
        """Returns what fills a role."""
        if isinstance(one, Name):
            self.put(one.word)
            return one.word
        self.put("the" if one.definite else "a")
        place = self.put(one.word)
        (self.definites if one.definite else self.body).append(Noun(one.word, place, one.definite))
        if isinstance(one.more, Phrase):
            self.put(one.more.preposition)
            inside = self.participant(one.more.inside)
            assert isinstance(inside, int)  # a noun phrase
            self.body.append(Modifier(one.word, "nmod", one.more.preposition, place, inside))
        elif one.more is not None:
            self.put("that")
            event = self.clause(one.more.clause, place)
            self.body.append(Modifier(one.word, "acl", "that", place, event))
        return place

    def clause(self, one: Clause, gap: int | None = None) -> int:
        """Returns the place of its verb.

        Args:
            gap: what fills the role of the part that the clause lacks.
        """
        subject = gap if one.subject is None else self.participant(one.subject)
        assert subject is not None
        if one.frame == "passive":
            self.put("was")
            event = self.put(one.verb.participle)
            self._role(one.verb, "theme", event, subject)
            if one.agent is not None:
                self.put("by")
                self._role(one.verb, "agent", event, self.participant(one.agent))
            return event
        event = self.put(one.verb.past)
        happens = one.frame == "unaccusative"
        self._role(one.verb, "theme" if happens else "agent", event, subject)
        if one.frame == "transitive":
            self._role(one.verb, "theme", event, self._filled(one.object, gap))
        elif one.frame == "double":
            self._role(one.verb, "recipient", event, self._filled(one.recipient, gap))
            self._role(one.verb, "theme", event, self._filled(one.object, gap))
        elif one.frame == "to":
            self._role(one.verb, "theme", event, self._filled(one.object, gap))
            self.put("to")
            self._role(one.verb, "recipient", event, self._filled(one.recipient, gap))
        elif one.inner is not None:
            self.put("that")
            self._role(one.verb, "ccomp", event, self.clause(one.inner))
        elif one.infinitive is not None:
            self.put("to")
            inner = self.put(one.infinitive.base)
            self._role(one.verb, "xcomp", event, inner)
            self._role(one.infinitive, "agent", inner, subject)
            if one.object is not None:
                self._role(one.infinitive, "theme", inner, self.participant(one.object))
        return event

    def _filled(self, one: Participant | None, gap: int | None) -> int | str:
        if one is not None:
            return self.participant(one)
        assert gap is not None
        return gap

    def _role(self, verb: Verb, role: str, event: int, filler: int | str) -> None:
        self.body.append(Role(verb.base, role, event, filler))


def said(clause: Clause) -> tuple[tuple[str, ...], CogsForm]:
    """Returns the words of a sentence, with its full stop, and its form in COGS's order."""
    saying = _Saying()
    saying.clause(clause)
    saying.words.append(".")
    saying.words[0] = saying.words[0][0].upper() + saying.words[0][1:]
    words = tuple(saying.words)
    return words, ordered(CogsForm(tuple(saying.definites), tuple(saying.body)), words)
