"""Says a tree of facts in one English sentence: clauses for sources, modifiers and adjuncts for what follows.

A controlled grammar: plain present tense, one fixed set of phrases a relation, chosen by number.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from attrs import define, field, frozen

from cocoa_core.families.graph_to_text.graphs import Edge

__all__ = ["Word", "read_words", "sentence_of"]

_VOWELS: Final = "aeiou"
_HEARD: Final = {"hour": "an", "uniform": "a"}
_PEOPLE: Final = "people"
_AGAIN: Final = "<again>"


@frozen
class Word:
    """A concept with its grammar.

    kind: "thing", "animal" or "person" (countable), "stuff" (not countable), "action", "quality"
    preposition: of a thing that others are at; rest: what follows an action ("at strangers")
    """

    concept: str
    kind: str
    preposition: str = ""
    rest: str = ""
    ing: str = ""
    participle: str = ""

    def base(self) -> str:
        """bark at strangers"""
        return f"{self.concept} {self.rest}".strip()

    def gerund(self) -> str:
        """barking at strangers"""
        verb = self.ing or (f"{self.concept[:-1]}ing" if self._drops_e else f"{self.concept}ing")
        return f"{verb} {self.rest}".strip()

    def passive(self) -> str:
        """barked"""
        if self.participle:
            return self.participle
        if self.concept.endswith("y") and self.concept[-2] not in _VOWELS:
            return f"{self.concept[:-1]}ied"
        return f"{self.concept}{'d' if self.concept.endswith('e') else 'ed'}"

    def indefinite(self) -> str:
        """a dog, an oven, smoke"""
        if self.kind == "stuff":
            return self.concept
        return f"{_article(self.concept)} {self.concept}"

    @property
    def _drops_e(self) -> bool:
        return self.concept.endswith("e") and not self.concept.endswith("ee")


def read_words(path: Path) -> dict[str, Word]:
    """The words of a table with a heading, by concept."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [Word(**{name: cell or "" for name, cell in row.items()}) for row in csv.DictReader(file)]
    return {word.concept: word for word in rows}


def sentence_of(tree: Sequence[Edge], words: Mapping[str, Word], number: int) -> str:
    """The tree in one sentence. number: which of the phrases are used, from 0; other numbers, other phrases.

    Every edge is said once. A node that two sources share is said in full once, then taken up again.
    """
    said = _Saying(words, {}, number)
    for edge in tree:
        said.out.setdefault(edge[0], []).append(edge)
    targets = {tail for _, _, tail in tree}
    sources = [head for head in said.out if head not in targets]
    turn = number % len(sources)
    clauses = [said.clause(source) for source in (*sources[turn:], *sources[:turn])]
    joint = (", and ", ", while ")[number % 2]
    text = joint.join([clauses[0], ", and ".join(clauses[1:])]) if len(clauses) > 1 else clauses[0]
    return f"{text[0].upper()}{text[1:]}."


@define
class _Saying:
    words: Mapping[str, Word]
    out: dict[str, list[Edge]]
    number: int
    known: set[str] = field(factory=set)

    def clause(self, source: str) -> str:
        """A source with all that leads from it."""
        edges = list(self.out[source])
        if self.words[source].kind == "action":
            return self._activity(source, edges)
        main = edges.pop(self.number % len(edges))
        second = edges.pop() if edges and self.number % 3 == 0 else None
        subject = self._noun(source, edges)
        said = self._predicate(main, subject)
        if second is not None:
            more = self._predicate(second, _AGAIN)
            shared = said.startswith(subject) and more.startswith(_AGAIN)
            said += f" and{more.removeprefix(_AGAIN)}" if shared else f", and {more.replace(_AGAIN, 'it')}"
        return said

    def _activity(self, source: str, edges: Sequence[Edge]) -> str:
        self.known.add(source)
        first, *others = edges if self.number % 2 else edges[::-1]
        word, target = self.words[source], self._target(first)
        _, relation, _ = first
        doing, done = (self._verb(word, others, form) for form in ("gerund", "base"))
        return {
            "HasSubevent": (
                f"when {_PEOPLE} {done}, they {target.base}",
                f"{_PEOPLE} {target.base} whenever they {done}",
            ),
            "HasPrerequisite": (
                f"{_PEOPLE} {target.base} before they {done}",
                f"before {doing}, {_PEOPLE} {target.base}",
            ),
            "Causes": (
                f"{doing} leads to {target.noun}",
                f"when {_PEOPLE} {done}, the result is {target.noun}",
            )
            if target.is_noun
            else (f"{doing} makes {_PEOPLE} {target.base}", f"{_PEOPLE} {done} until they {target.base}"),
            "CausesDesire": (
                f"{doing} makes {_PEOPLE} want to {target.base}",
                f"after {doing}, {_PEOPLE} want to {target.base}",
            ),
            "MotivatedByGoal": (
                f"{_PEOPLE} {done} because they want to {target.base}",
                f"in order to {target.base}, {_PEOPLE} {done}",
            ),
        }[relation][self.number % 2]

    def _predicate(self, edge: Edge, subject: str) -> str:
        """A clause with a thing for its subject."""
        head, relation, _ = edge
        target = self._target(edge)
        stays = "stays" if self.words[head].kind in ("animal", "person") else "can be found"
        says = {
            "AtLocation": (f"{subject} is {target.place}", f"{subject} {stays} {target.place}"),
            "CapableOf": (f"{subject} can {target.base}", f"{subject} knows how to {target.base}"),
            "Causes": (f"{subject} causes {target.noun}", f"{subject} leads to {target.noun}")
            if target.is_noun
            else (f"{subject} makes {_PEOPLE} {target.base}",) * 2,
            "CausesDesire": (
                f"{subject} makes {_PEOPLE} want to {target.base}",
                f"because of {subject}, {_PEOPLE} want to {target.base}",
            ),
            "Desires": (f"{subject} wants {target.noun}", f"{subject} would love to have {target.noun}")
            if target.is_noun
            else (f"{subject} wants to {target.base}", f"{subject} would love to {target.base}"),
            "HasA": (f"{subject} has {target.noun}",) * 2,
            "HasProperty": (f"{subject} is {target.text}", f"{subject} is quite {target.text}")
            if target.text not in ("round", "full", "white", "red", "yellow")
            else (f"{subject} is {target.text}",) * 2,
            "IsA": (f"{subject} is {target.noun}", f"{subject} counts as {target.noun}"),
            "ReceivesAction": (f"{subject} is {target.passive}", f"{subject} has to be {target.passive}"),
            "UsedFor": (
                f"{_PEOPLE} use {subject} to {target.base}",
                f"{subject} is used to {target.base}",
            ),
        }
        return says[relation][self.number % 2]

    def _noun(self, concept: str, edges: Sequence[Edge], article: str = "the") -> str:
        """A thing with the edges that lead from it, before and behind it."""
        self.known.add(concept)
        word = self.words[concept]
        front = [edge for edge in edges if self._stands_before(edge, word)]
        before = "".join(
            f"{target.text if edge[1] == 'HasProperty' else target.passive} "
            for edge in front
            for target in (self._target(edge),)
        )
        behind = [self._modifier(edge) for edge in edges if edge not in front]
        if word.kind == "person":
            behind = [re.sub("^that ", "who ", one) for one in behind]
        if article == "a":
            article = "" if word.kind == "stuff" else _article(before or concept)
        text = f"{article} {before}{concept}".strip()
        return " ".join([text, *_and_that(behind)])

    def _stands_before(self, edge: Edge, word: Word) -> bool:
        """Qualities, and what is done to a thing where nothing more is said of that: the baked cake."""
        plain = edge[1] == "ReceivesAction" and word.kind in ("thing", "stuff") and edge[2] not in self.out
        return edge[1] == "HasProperty" or plain

    def _modifier(self, edge: Edge) -> str:
        target = self._target(edge)
        relation = edge[1]
        if relation == "AtLocation":
            return target.place
        if relation == "HasA":
            return f"with {target.noun}"
        return {
            "CapableOf": f"that can {target.base}",
            "Causes": f"that causes {target.noun}"
            if target.is_noun
            else f"that makes {_PEOPLE} {target.base}",
            "CausesDesire": f"that makes {_PEOPLE} want to {target.base}",
            "Desires": f"that wants {target.noun}" if target.is_noun else f"that wants to {target.base}",
            "IsA": f"that is {target.noun}",
            "ReceivesAction": f"that is {target.passive}",
            "UsedFor": f"that is used to {target.base}",
        }[relation]

    def _adjunct(self, edge: Edge, form: str) -> str:
        """What leads from an activity, behind it. form: of the verb before it: base, gerund or passive."""
        target = self._target(edge)
        doing = {"base": f"and {target.base}", "gerund": f"and {target.gerund}"}
        wanting = {"base": f"and then want to {target.base}", "gerund": f"and then wanting to {target.base}"}
        return (
            " "
            + {
                "HasSubevent": f"{doing[form]} on the way"
                if form in doing
                else f"while {_PEOPLE} {target.base}",
                "HasPrerequisite": f"after {target.gerund}",
                "Causes": f"with {target.noun} as a result"
                if target.noun
                else f"{doing[form]} as a result"
                if form in doing
                else f"so that {_PEOPLE} {target.base}",
                "CausesDesire": wanting.get(form, f"so that {_PEOPLE} want to {target.base}"),
                "MotivatedByGoal": f"in order to {target.base}",
            }[edge[1]]
        )

    def _target(self, edge: Edge) -> _Target:
        concept = edge[2]
        word, again = self.words[concept], concept in self.known
        self.known.add(concept)
        edges = [] if again else self.out.get(concept, [])
        if word.kind == "action":
            if again:
                return _Target(word, "do that", "doing that", word.passive())
            return _Target(word, *(self._verb(word, edges, form) for form in ("base", "gerund", "passive")))
        if word.kind == "quality":
            return _Target(word)
        if again:
            text = f"the same {concept}"
        else:
            text = self._noun(concept, edges, "the" if edge[1] == "AtLocation" else "a")
        return _Target(word, noun=text, place=f"{word.preposition} {text}")

    def _verb(self, word: Word, edges: Sequence[Edge], form: str) -> str:
        before = set(self.known)
        text = {"base": word.base, "gerund": word.gerund, "passive": word.passive}[form]()
        text += "".join(self._adjunct(edge, form) for edge in edges)
        if form != "passive":  # the three are the same words: what one makes known is new to the next
            self.known = before
        return text


@frozen
class _Target:
    """The node at an edge's tail in each form that it has."""

    word: Word
    base: str = ""
    gerund: str = ""
    passive: str = ""
    noun: str = ""
    place: str = ""

    @property
    def is_noun(self) -> bool:
        return bool(self.noun)

    @property
    def text(self) -> str:
        return self.word.concept


def _and_that(clauses: Sequence[str]) -> list[str]:
    """Phrases first, then clauses with "that", joined by "and"."""
    phrases = [one for one in clauses if not one.startswith(("that ", "who "))]
    those = [one for one in clauses if one.startswith(("that ", "who "))]
    return [*phrases, *([" and ".join(those)] if those else [])]


def _article(text: str) -> str:
    first = text.split()[0]
    return _HEARD.get(first, "an" if first[0] in _VOWELS else "a")
