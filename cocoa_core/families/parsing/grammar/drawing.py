"""Draws sentences with nothing held out, or with what one held-out case tests and no other.

What is held out (`held_out`) stands in a sentence only where its case licenses it.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any, Final

from attrs import evolve, frozen

from cocoa_core.families.parsing.forms import Abstraction, BareName, Conjunct, LinearText
from cocoa_core.families.parsing.grammar.syntax import (
    ClauseSyntax,
    Name,
    NounPhrase,
    Participant,
    PrepositionalPhrase,
    Relative,
    realized,
)
from cocoa_core.lexicon import (
    BEINGS,
    DEPTH_CASES,
    NAMES,
    NOUNS,
    PLACE_CASES,
    PREPOSITIONS,
    SAMPLES,
    THINGS,
    VERBS,
    WORD_CASES,
    Verb,
    WordCase,
)

CASES: Final = (*WORD_CASES, *PLACE_CASES, *DEPTH_CASES)
"""The names of everything that can be held out."""
_FREE_DEPTH: Final = 3
"""The greatest depth of a structure whose depth is not held out."""


@cache
def verb_named(base: str) -> Verb | None:
    """Returns the verb with this base form; None if there is none."""
    return next((verb for verb in VERBS if verb.base == base), None)


@cache
def _case_of(word: str) -> tuple[str, WordCase] | None:
    return next((entry for entry in WORD_CASES.items() if word in entry[1].words), None)


def _stands(held_out: frozenset[str], word: str, position: str) -> bool:
    """Returns whether a word may stand in a position: a word of a held-out case only where it is licensed."""
    case = _case_of(word)
    return case is None or case[0] not in held_out or position in case[1].licensed


@cache
def _nouns(held_out: frozenset[str], position: str, beings: bool) -> tuple[str, ...]:
    """Returns the nouns that may stand in a position; only those that can act where `beings` is set."""
    return tuple(word for word in (BEINGS if beings else NOUNS) if _stands(held_out, word, position))


@cache
def _names(held_out: frozenset[str], position: str) -> tuple[str, ...]:
    return tuple(word for word in NAMES if _stands(held_out, word, position))


@cache
def _verbs(held_out: frozenset[str], frame: str, position: str) -> tuple[Verb, ...]:
    """Returns the verbs of a frame that may stand in a position: the frame itself, or `infinitive verb`."""
    return tuple(verb for verb in VERBS if frame in verb.frames and _stands(held_out, verb.base, position))


@cache
def primitives(held_out: frozenset[str]) -> tuple[str, ...]:
    """Returns the words seen alone: those of held-out cases without a licensed position, and samples."""
    alone = (case.words for name, case in WORD_CASES.items() if name in held_out and not case.licensed)
    return (*SAMPLES, *(word for words in alone for word in words))


_WEIGHTS: Final = {
    "transitive": 24,
    "passive": 13,
    "unergative": 12,
    "unaccusative": 10,
    "to": 10,
    "clause": 9,
    "double": 8,
    "infinitive": 8,
    "omitted": 6,
}
"""How many of 100 clauses have each frame."""
_SIMPLE: Final = tuple(frame for frame in _WEIGHTS if frame not in ("clause", "infinitive"))
_HAPPENING: Final = ("unaccusative", "passive")
_NAMED: Final = 0.3
_PHRASE: Final = 0.22
_RELATIVE: Final = 0.14
_GOES_ON: Final = 0.35
_EMBEDDED: Final = 0.5
"""The five shares above: participants that are names; participants with a phrase; with a relative clause;
structures that go one level deeper; tested words that stand in a clause after `that`.
"""


@frozen
class Drawn:
    """A sentence or a single word, with its form."""

    words: tuple[str, ...]
    form: LinearText


def draw_primitive(held_out: frozenset[str], rng: random.Random) -> Drawn:
    """Returns a single word with its form, as in COGS."""
    word = rng.choice(primitives(held_out))
    if word in NAMES:
        return Drawn((word,), BareName(word))
    if verb_named(word) is None:
        return Drawn((word,), Abstraction(("a",), (Conjunct((word,), ("a",)),)))
    return Drawn((word,), Abstraction(("a", "e"), (Conjunct((word, "agent"), ("e", "a")),)))


def draw_sentence(held_out: frozenset[str], rng: random.Random) -> Drawn:
    """Returns a sentence that has nothing of what is held out."""
    drawing = _Drawing(held_out, rng)
    return Drawn(*realized(drawing.clause(drawing.frame(tuple(_WEIGHTS)))))


def draw_tested(held_out: frozenset[str], case: str, rng: random.Random) -> Drawn:
    """Returns a sentence with what one case holds out, and nothing that another does."""
    drawing = _Drawing(held_out, rng)
    if case in WORD_CASES:
        if rng.random() < _EMBEDDED:
            return Drawn(*realized(drawing.after_that(drawing.with_word(case, 2))))
        return Drawn(*realized(drawing.with_word(case, 1)))
    if case in DEPTH_CASES:
        deep = DEPTH_CASES[case]
        return Drawn(*realized(drawing.with_depth(case, rng.randint(deep.tested_from, deep.tested_to))))
    return Drawn(*realized(drawing.with_structure(PLACE_CASES[case])))


@frozen
class _Drawing:
    held_out: frozenset[str]
    """The cases that are held out."""
    rng: random.Random

    def may_have(self, position: str) -> bool:
        """Returns whether a structure may stand in a position, such as `pp:subject`."""
        return not any(position == place and case in self.held_out for case, place in PLACE_CASES.items())

    def deepest(self, case: str) -> int:
        """Returns the greatest depth that a structure may have."""
        return DEPTH_CASES[case].learned if case in self.held_out else _FREE_DEPTH

    def frame(self, frames: tuple[str, ...]) -> str:
        weights = [_WEIGHTS[frame] for frame in frames]
        return self.rng.choices(frames, weights)[0]

    def verb(self, frame: str, position: str = "") -> Verb:
        return self.rng.choice(_verbs(self.held_out, frame, position or frame))

    def clause(self, frame: str, depth: int = 1, gap: str = "", levels: int = 0) -> ClauseSyntax:
        """Returns a clause of a frame.

        Args:
            depth: the number of nested clauses up to this one, itself included.
            gap: the part that the clause lacks; empty for none.
            levels: the number of relative clauses around it.
        """

        def one(part: str, position: str, beings: bool) -> Participant | None:
            return None if gap == part else self.participant(part, position, beings, levels)

        subject = one("subject", f"subject:{frame}", frame not in _HAPPENING)
        drawn_clause = ClauseSyntax(frame=frame, verb=self.verb(frame), subject=subject)
        if frame == "passive":
            by = None if self.rng.random() < 0.4 else self.participant("by", "by", True, levels)
            return evolve(drawn_clause, agent=by)
        if frame in ("transitive", "double", "to"):
            drawn_clause = evolve(drawn_clause, object=one("object", f"object:{frame}", False))
        if frame in ("double", "to"):
            return evolve(drawn_clause, recipient=one("recipient", "recipient", True))
        if frame == "clause":
            deeper = depth < self.deepest("cp_recursion") and self.rng.random() < _GOES_ON
            frames = ("clause",) if deeper else tuple(name for name in _WEIGHTS if name != "clause")
            return evolve(drawn_clause, inner=self.clause(self.frame(frames), depth + 1, levels=levels))
        if frame == "infinitive":
            inner = "unergative" if self.rng.random() < 0.6 else "transitive"
            verb = self.verb(inner, "infinitive verb")
            intransitive = inner == "unergative"
            infinitive_object = (
                None if intransitive else self.participant("object", "object:transitive", False, levels)
            )
            return evolve(drawn_clause, infinitive=verb, object=infinitive_object)
        return drawn_clause

    def participant(self, part: str, position: str, beings: bool, levels: int) -> Participant:
        """Returns a participant of a clause.

        Args:
            part: subject, object, recipient or by.
            position: the position as the word cases name it, such as `object:transitive`.
            beings: whether it has to be able to act.
            levels: the number of relative clauses around it.
        """
        if self.rng.random() < _NAMED and (beings or self.rng.random() < 0.5):
            return Name(self.rng.choice(_names(self.held_out, position)))
        noun = self.noun(position, beings)
        if part == "by":
            return noun
        share = self.rng.random()
        if share < _PHRASE and self.may_have(f"pp:{part}"):
            return evolve(noun, more=self.phrase(self._levels("pp_recursion")))
        fits = _PHRASE <= share < _PHRASE + _RELATIVE and self.may_have(f"rc:{part}")
        if fits and levels < self.deepest("rc_recursion"):
            return evolve(noun, more=self.relative(levels, noun.word in BEINGS))
        return noun

    def noun(self, position: str, beings: bool) -> NounPhrase:
        return NounPhrase(self.rng.choice(_nouns(self.held_out, position, beings)), self.rng.random() < 0.5)

    def _levels(self, case: str) -> int:
        levels, deepest = 1, self.deepest(case)
        while levels < deepest and self.rng.random() < _GOES_ON:
            levels += 1
        return levels

    def phrase(self, levels: int) -> PrepositionalPhrase:
        """Returns prepositional phrases nested to this depth."""
        inside = NounPhrase(self.rng.choice(THINGS), self.rng.random() < 0.5)
        if levels > 1:
            inside = evolve(inside, more=self.phrase(levels - 1))
        return PrepositionalPhrase(self.rng.choice(PREPOSITIONS), inside)

    def relative(self, levels: int, being: bool, gap: str = "") -> Relative:
        """Returns a relative clause.

        Args:
            levels: the number of relative clauses around it.
            being: whether its head can act.
            gap: the part that it lacks; drawn if empty.
        """
        roles = ("object", "recipient") if being else ("object",)
        gaps = [role for role in roles if self.may_have(f"gap:{role}")]
        lacking = gap or self.rng.choice(["subject", "subject", *gaps])
        acting = _SIMPLE if being else _HAPPENING
        frames = {"subject": acting, "object": ("transitive", "to"), "recipient": ("to",)}[lacking]
        return Relative(self.clause(self.frame(frames), gap=lacking, levels=levels + 1))

    def with_word(self, case: str, depth: int) -> ClauseSyntax:
        """Returns a clause in which a word of the case stands where it is tested.

        Args:
            depth: as in `clause`.
        """
        word_case = WORD_CASES[case]
        word, position = self.rng.choice(word_case.words), self.rng.choice(word_case.tested)
        verb = verb_named(word)
        if verb is not None:
            frame = "infinitive" if position == "infinitive verb" else position
            drawn_clause = self.clause(frame, depth)
            if frame != "infinitive":
                return evolve(drawn_clause, verb=verb)
            return evolve(drawn_clause, infinitive=verb, object=None)
        part, _, frame = position.partition(":")
        participant = Name(word) if word in NAMES else NounPhrase(word, self.rng.random() < 0.5)
        drawn_clause = self.clause(frame, depth)
        changed: dict[str, Any] = {"subject" if part == "subject" else "object": participant}
        return evolve(drawn_clause, **changed)

    def after_that(self, inner: ClauseSyntax) -> ClauseSyntax:
        """Returns a clause that embeds another after `that`."""
        subject = self.participant("subject", "subject:clause", True, 0)
        return ClauseSyntax(frame="clause", verb=self.verb("clause"), subject=subject, inner=inner)

    def with_structure(self, position: str) -> ClauseSyntax:
        """Returns a clause with a phrase or relative clause in the tested position, or with the tested gap.

        Args:
            position: the position as the structure cases name it: `pp:`, `rc:` or `gap:` and a part.
        """
        kind, _, slot_part = position.partition(":")
        part = "object" if kind == "gap" else slot_part
        frames = {"subject": _SIMPLE, "object": ("transitive", "to", "double"), "recipient": ("to", "double")}
        frame = self.frame(frames[part])
        drawn_clause = self.clause(frame)
        beings = "recipient" in (part, slot_part) or (part == "subject" and frame not in _HAPPENING)
        noun = self.noun("recipient" if part == "recipient" else f"{part}:{frame}", beings)
        more: PrepositionalPhrase | Relative
        if kind == "pp":
            more = self.phrase(self._levels("pp_recursion"))
        else:
            more = self.relative(0, noun.word in BEINGS, slot_part if kind == "gap" else "")
        changed: dict[str, Any] = {part: evolve(noun, more=more)}
        return evolve(drawn_clause, **changed)

    def with_depth(self, case: str, levels: int) -> ClauseSyntax:
        """Returns a clause in which the case's structure is nested to this depth."""
        if case == "cp_recursion":
            return self._deep_clause(levels)
        if case == "rc_recursion":
            return self._deep_relative(levels)
        drawn_clause = self.clause(self.frame(("transitive", "to")))
        noun = self.noun(f"object:{drawn_clause.frame}", False)
        return evolve(drawn_clause, object=evolve(noun, more=self.phrase(levels)))

    def _deep_clause(self, levels: int) -> ClauseSyntax:
        drawn_clause = self.clause(self.frame(tuple(frame for frame in _WEIGHTS if frame != "clause")))
        for _ in range(levels):
            drawn_clause = self.after_that(drawn_clause)
        return drawn_clause

    def _deep_relative(self, levels: int) -> ClauseSyntax:
        drawn_clause = self.clause("transitive")
        inner: Participant = self.noun("object:transitive", False)
        for _ in range(levels):
            clause = ClauseSyntax(
                frame="transitive", verb=self.verb("transitive"), subject=None, object=inner
            )
            inner = evolve(self.noun("object:transitive", True), more=Relative(clause))
        return evolve(drawn_clause, object=inner)
