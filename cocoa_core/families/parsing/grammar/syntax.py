"""The structure of a sentence, and its realization as words with their form."""

from __future__ import annotations

from typing import TypeAlias

from attrs import define, field, frozen

from cocoa_core.families.parsing.forms import Conjunct, Form
from cocoa_core.families.parsing.transforms import ordered
from cocoa_core.lexicon import Verb


@frozen
class Name:
    """A name as a participant."""

    word: str


@frozen
class PrepositionalPhrase:
    """A preposition and the noun phrase that follows it."""

    preposition: str
    inside: NounPhrase


@frozen
class Relative:
    """`that` and a clause in which the subject, object or recipient is lacking, and thus None."""

    clause: ClauseSyntax


@frozen
class NounPhrase:
    """An article, a noun, and at most one modifier."""

    word: str
    definite: bool
    more: PrepositionalPhrase | Relative | None = None


Participant: TypeAlias = Name | NounPhrase


@frozen(kw_only=True)
class ClauseSyntax:
    """A verb with its participants."""

    frame: str
    """A frame, as in `Verb`."""
    verb: Verb
    subject: Participant | None
    object: Participant | None = None
    recipient: Participant | None = None
    agent: Participant | None = None
    """The participant after `by`."""
    inner: ClauseSyntax | None = None
    """The clause after `that`."""
    infinitive: Verb | None = None
    """The verb after `to`."""


@define
class _Saying:
    """Collects words and conjuncts from left to right."""

    words: list[str] = field(factory=list)
    definites: list[Conjunct] = field(factory=list)
    body: list[Conjunct] = field(factory=list)

    def put(self, word: str) -> int:
        """Adds a word and returns its position."""
        self.words.append(word)
        return len(self.words) - 1

    def participant(self, node: Participant) -> int | str:
        """Adds a participant and returns what fills its role: the position of a noun, or a name."""
        if isinstance(node, Name):
            self.put(node.word)
            return node.word
        self.put("the" if node.definite else "a")
        position = self.put(node.word)
        noun = Conjunct((node.word,), (position,), node.definite)
        (self.definites if node.definite else self.body).append(noun)
        if isinstance(node.more, PrepositionalPhrase):
            self.put(node.more.preposition)
            inside = self.participant(node.more.inside)
            self.body.append(Conjunct((node.word, "nmod", node.more.preposition), (position, inside)))
        elif node.more is not None:
            self.put("that")
            event = self.clause(node.more.clause, position)
            self.body.append(Conjunct((node.word, "acl", "that"), (position, event)))
        return position

    def clause(self, node: ClauseSyntax, gap: int | None = None) -> int:
        """Adds a clause and returns the position of its verb.

        Args:
            gap: what fills the role of the part that the clause lacks.
        """
        subject = gap if node.subject is None else self.participant(node.subject)
        assert subject is not None
        if node.frame == "passive":
            self.put("was")
            event = self.put(node.verb.participle)
            self._role(node.verb, "theme", event, subject)
            if node.agent is not None:
                self.put("by")
                self._role(node.verb, "agent", event, self.participant(node.agent))
            return event
        event = self.put(node.verb.past)
        unaccusative = node.frame == "unaccusative"
        self._role(node.verb, "theme" if unaccusative else "agent", event, subject)
        if node.frame == "transitive":
            self._role(node.verb, "theme", event, self._filled(node.object, gap))
        elif node.frame == "double":
            self._role(node.verb, "recipient", event, self._filled(node.recipient, gap))
            self._role(node.verb, "theme", event, self._filled(node.object, gap))
        elif node.frame == "to":
            self._role(node.verb, "theme", event, self._filled(node.object, gap))
            self.put("to")
            self._role(node.verb, "recipient", event, self._filled(node.recipient, gap))
        elif node.inner is not None:
            self.put("that")
            self._role(node.verb, "ccomp", event, self.clause(node.inner))
        elif node.infinitive is not None:
            self.put("to")
            inner = self.put(node.infinitive.base)
            self._role(node.verb, "xcomp", event, inner)
            self._role(node.infinitive, "agent", inner, subject)
            if node.object is not None:
                self._role(node.infinitive, "theme", inner, self.participant(node.object))
        return event

    def _filled(self, participant: Participant | None, gap: int | None) -> int | str:
        if participant is not None:
            return self.participant(participant)
        assert gap is not None
        return gap

    def _role(self, verb: Verb, role: str, event: int, filler: int | str) -> None:
        self.body.append(Conjunct((verb.base, role), (event, filler)))


def realized(clause: ClauseSyntax) -> tuple[tuple[str, ...], Form]:
    """Returns the words of a sentence, with its full stop, and its form in COGS's order."""
    saying = _Saying()
    saying.clause(clause)
    saying.words.append(".")
    saying.words[0] = saying.words[0][0].upper() + saying.words[0][1:]
    words = tuple(saying.words)
    return words, ordered(Form(tuple(saying.definites), tuple(saying.body)), words)
