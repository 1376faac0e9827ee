"""Which frames and phrases can say a literal in a role, and the words when one is chosen."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from attrs import field, frozen

from cocoa_core.domain.domain import Domain
from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.kinds.category import Category
from cocoa_core.domain.kinds.category_set import CategorySet
from cocoa_core.domain.primitives import GroundedLiteral, Primitive, Scalar, Test
from cocoa_core.language.fitting import Shape
from cocoa_core.language.frames import Frame, Phrase, Said, frames_of, said
from cocoa_core.language.heads import demands, heads
from cocoa_core.language.spoken import joined, say, say_amount

__all__ = ["Manner", "Worded", "Wordings"]

_PAIRS: Final = frozenset({"between", "within", "all"})
"""Tests whose several arguments are said with "and"."""
_RANGES: Final = frozenset({"between", "within"})


@frozen
class Manner:
    """How a clause should sound, as far as there is a choice.

    moods: of a demand, the best first; the last are "has" or "want", which all have. affirmative: it must not
    deny. simple: without an "or" of its own. named: noun phrases that its sentence has as a subject already.
    """

    moods: tuple[str, ...] = ("has",)
    affirmative: bool = False
    simple: bool = False
    named: tuple[str, ...] = ()


@frozen
class Worded:
    """A frame with one of its phrases filled in."""

    frame: Frame
    rest: str

    def after(self, head: str) -> str:
        """Head and rest together."""
        return f"{head} {self.rest}" if self.rest else head


_Key = tuple[str, str, str | None, bool, str, bool, str]
_Rule = tuple[str, str, str | None]
_Sayable = tuple[tuple[Phrase, ...], frozenset[Test]]
_Choice = tuple[Frame, tuple[Phrase, ...]]
_Table = tuple[tuple[_Choice, ...], bool]
"""Choices, and whether some of them fit only some literals."""


@frozen(eq=False)
class Wordings:
    """All frames of a domain, found by literal and role. Keeps tables, never a choice."""

    domain: Domain
    _frames: dict[tuple[str, Said], list[Frame]] = field(init=False, repr=False)
    _sayable: dict[_Rule, tuple[_Sayable, ...]] = field(factory=dict, init=False, repr=False)
    _tables: dict[_Key, _Table] = field(factory=dict, init=False, repr=False)
    _shapes: dict[tuple[str, str, str | None, bool, bool], Shape] = field(
        factory=dict, init=False, repr=False
    )

    @_frames.default
    def _index(self) -> dict[tuple[str, Said], list[Frame]]:
        index: dict[tuple[str, Said], list[Frame]] = {}
        for frame in frames_of(self.domain):
            index.setdefault((frame.rule, frame.said), []).append(frame)
        return index

    def choices(
        self, literal: GroundedLiteral, role: str = "cond", affirmative: bool = False, mood: str = ""
    ) -> Sequence[_Choice]:
        """Frames with the phrases that fit the literal, in the order of the rules; of a demand by mood."""
        test = literal.primitive.test
        table, limited = self._table(literal, role, affirmative, mood)
        if not limited:
            return table
        found = []
        for frame, phrases in table:
            if frame.fixed is None:
                phrases = tuple([phrase for phrase in phrases if phrase.fits(test.args)])
            elif frame.fixed != test:
                continue
            if phrases:
                found.append((frame, phrases))
        return found

    def sayable(self, rule: str, slot: str, test: Test) -> bool:
        """Whether the test and its negation can both be said as plain statements."""
        key = (rule, test.op, test.over)
        known = self._sayable.get(key)
        if known is None:
            literal = GroundedLiteral(Primitive(slot, test, rule))
            known = self._sayable[key] = tuple(
                found
                for found in (self._limits(one) for one in (literal, literal.negated()))
                if (None, None) not in {(phrase.smallest, phrase.largest) for phrase in found[0]}
            )
        return not known or all(
            test in fixed or any(phrase.fits(test.args) for phrase in phrases) for phrases, fixed in known
        )

    def _limits(self, literal: GroundedLiteral) -> _Sayable:
        """Phrases for its op, one for each range of arguments that they fit, and tests worded alone."""
        table, _ = self._table(literal, "cond", False)
        phrases = (phrase for frame, phrases in table if frame.fixed is None for phrase in phrases)
        distinct = {(phrase.smallest, phrase.largest): phrase for phrase in phrases}
        return tuple(distinct.values()), frozenset(
            frame.fixed for frame, _ in table if frame.fixed is not None
        )

    def pick(
        self, literal: GroundedLiteral, role: str, rng: random.Random, manner: Manner
    ) -> tuple[Frame, str] | None:
        """A seeded choice of frame and phrase as a clause; None where the role cannot be filled."""
        choices: Sequence[_Choice] = ()
        for mood in manner.moods if role == "must" else ("",):
            choices = self.choices(literal, role, manner.affirmative, mood)
            if choices:
                break
        else:
            return None
        if manner.named:
            choices = [one for one in choices if one[0].subject not in manner.named] or choices
        frame, phrases = rng.choice(choices)
        if manner.simple or manner.affirmative:
            phrases = tuple(_easy(phrases, manner))
        worded = self.word(frame, rng.choice(phrases), literal)
        return frame, worded.after(demands(frame)[mood] if mood else rng.choice(heads(frame, role)))

    def shape(self, literal: GroundedLiteral) -> Shape:
        """What words the literal needs."""
        one, test = literal.primitive, literal.primitive.test
        key = (one.rule, test.op, test.over, literal.positive, len(test.args) > 1)
        known = self._shapes.get(key)
        if known is None:
            negated = literal.negated()
            known = self._shapes[key] = Shape(
                said(literal).negated, said(negated).negated, self._listed(literal), self._listed(negated)
            )
        return known

    def _listed(self, literal: GroundedLiteral) -> bool:
        """Whether every wording holds an "or": of several values, or of a time or a later day."""
        test = literal.primitive.test
        if len(test.args) > 1 and test.op not in _PAIRS:
            return True
        table, _ = self._table(literal, "cond", False)
        return all(phrase.twofold for _, phrases in table for phrase in phrases)

    def word(self, frame: Frame, phrase: Phrase, literal: GroundedLiteral) -> Worded:
        """The frame with that phrase and the literal's arguments."""
        if frame.asserted:
            return Worded(frame, phrase.template)
        test = literal.primitive.test
        kind = self.domain.schema.slot(literal.primitive.slot).kind
        values = [say(kind, test.over, arg) for arg in _in_order(kind, test.args)]
        if test.op in _RANGES:
            values[0] = say_amount(kind, test.over, test.args[0]) or values[0]
        return Worded(frame, _filled(phrase.template, values, frame, test.args))

    def _table(self, literal: GroundedLiteral, role: str, affirmative: bool, mood: str = "") -> _Table:
        one = literal.primitive
        key = (one.rule, one.test.op, one.test.over, literal.positive, role, affirmative, mood)
        known = self._tables.get(key)
        if known is None:
            table = tuple(
                (frame, tuple(phrase for phrase in frame.phrases if not (role == "can" and phrase.limiting)))
                for frame in self._frames.get((one.rule, said(literal)), ())
                if (mood in demands(frame) if mood else heads(frame, role))
                and not (affirmative and frame.denies)
            )
            known = self._tables[key] = (
                table,
                any(
                    frame.fixed is not None or not phrases or any(phrase.limited for phrase in phrases)
                    for frame, phrases in table
                ),
            )
        return known


def _easy(phrases: tuple[Phrase, ...], manner: Manner) -> Sequence[Phrase]:
    """The phrases that are easy to read in such a clause, or all."""
    return [
        one
        for one in phrases
        if not (manner.simple and one.twofold) and not (manner.affirmative and one.turned)
    ] or phrases


def _in_order(kind: Kind, args: tuple[Scalar, ...]) -> Sequence[Scalar]:
    """Words of a closed vocabulary in its own order ("economy or business"), others as they are."""
    if (
        len(args) > 1
        and isinstance(args[0], str)
        and isinstance(kind, Category | CategorySet)
        and kind.closed
    ):
        return [value for value in kind.values if value in args]
    return args


def _filled(template: str, values: Sequence[str], frame: Frame, args: tuple[Scalar, ...]) -> str:
    """A phrase with its values and counted nouns put in; values are never scanned for placeholders."""
    nouns = {}
    if frame.noun is not None:
        nouns = {"{noun}": frame.noun.one if args[0] == 1 else frame.noun.many, "{nouns}": frame.noun.many}
    words = []
    for word in _words(template):
        if word == "{or}":
            words.append(joined(values, "or"))
        elif word == "{and}":
            words.append(_all_of(values))
        elif word in ("{0}", "{1}"):
            words.append(values[int(word[1])])
        else:
            words.append(nouns.get(word, word))
    return " ".join(words)


def _all_of(values: Sequence[str]) -> str:
    """Several values, said so that a denial is of all together: "not A, B and C" could be of each."""
    some = {1: "", 2: "both "}.get(len(values), "all of ")
    return some + joined(values, "and")


@lru_cache(maxsize=4096)
def _words(template: str) -> tuple[str, ...]:
    return tuple(template.split(" "))
