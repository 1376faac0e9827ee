"""Finds the frames and phrases that can say a literal in a role, and words the one that is chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from attrs import field, frozen

from cocoa_core.domain import Domain, EffectiveTest, GroundedLiteral, Primitive, Scalar, Test
from cocoa_core.domain.kinds import Kind, VocabularyKind
from cocoa_core.english import with_article
from cocoa_core.grouping import grouped
from cocoa_core.language.clause_beginnings import Beginning, beginnings, lifted, lifted_briefly
from cocoa_core.language.frames import Frame, Phrase, frames_of
from cocoa_core.language.spoken_values import joined, say, say_amount
from cocoa_core.lexicon import ARTICLES, PRONOUNS

_RANGES: Final = frozenset({"between", "within"})


@frozen
class WordingChoice:
    """A wording of a literal in a role: how it begins, and the phrases that can follow."""

    begins: Beginning
    frame: Frame
    phrases: tuple[Phrase, ...]


_Key = tuple[str, str, str | None, bool, str, bool]
_Rule = tuple[str, str, str | None]
_Sayable = tuple[tuple[Phrase, ...], frozenset[Test]]
_Table = tuple[tuple[WordingChoice, ...], bool]
"""Choices, and whether some of them fit only some literals."""


@frozen(eq=False)
class Wordings:
    """All frames of a domain by literal and role. It caches tables, never a choice."""

    domain: Domain
    _frames: dict[tuple[str, EffectiveTest], list[Frame]] = field(init=False, repr=False)
    _sayable: dict[_Rule, tuple[_Sayable, ...]] = field(factory=dict, init=False, repr=False)
    _tables: dict[_Key, _Table] = field(factory=dict, init=False, repr=False)
    _lifting: dict[tuple[str, str, str | None, bool], tuple[str, ...]] = field(
        factory=dict, init=False, repr=False
    )

    @_frames.default
    def _index(self) -> dict[tuple[str, EffectiveTest], list[Frame]]:
        return grouped(((frame.rule, frame.statement), frame) for frame in frames_of(self.domain))

    def frames(self) -> Iterator[Frame]:
        """Yields all frames of the domain."""
        return chain.from_iterable(self._frames.values())

    def choices(
        self, literal: GroundedLiteral, role: str = "cond", affirmative: bool = False
    ) -> Sequence[WordingChoice]:
        """Returns wordings with the phrases that fit the literal, in the order of the rules.

        Args:
            role: one of `ROLES`.
            affirmative: whether negations are left out.
        """
        test = literal.primitive.test
        table, limited = self._table(literal, role, affirmative)
        if not limited:
            return table
        result = []
        for wording in table:
            phrases = wording.phrases
            if wording.frame.fixed is None:
                phrases = tuple([phrase for phrase in phrases if phrase.fits(test.args)])
            elif wording.frame.fixed.args != test.args:
                continue
            if phrases:
                result.append(WordingChoice(wording.begins, wording.frame, phrases))
        return result

    def limited(self, literal: GroundedLiteral, role: str, affirmative: bool) -> bool:
        """Returns whether the choices depend on the literal's arguments; see `choices`."""
        return self._table(literal, role, affirmative)[1]

    def lifting(self, literal: GroundedLiteral) -> Sequence[str]:
        """Returns the ways to say that the literal's limit is lifted ("it can take longer"); empty where it
        cannot be said.
        """
        primitive = literal.primitive
        key = (primitive.rule, primitive.test.op, primitive.test.over, literal.positive)
        texts = self._lifting.get(key)
        if texts is None:
            kind = self.domain.schema.slot(primitive.slot).kind
            frames = self._frames.get((primitive.rule, literal.effective()), ())
            # not "a layover of under five hours, but the time on the ground can be longer"
            own = (
                lifted(frame, kind)
                for frame in frames
                if frame.person in (*PRONOUNS, "I") and frame.noun is None
            )
            words = (lifted_briefly(literal.effective(), kind), *own)
            texts = self._lifting[key] = tuple(dict.fromkeys(filter(None, words)))
        return texts

    def sayable(self, rule: str, slot: str, test: Test) -> bool:
        """Returns whether the test and its negation can both be said as plain statements."""
        key = (rule, test.op, test.over)
        limits = self._sayable.get(key)
        if limits is None:
            literal = GroundedLiteral(Primitive(slot, test, rule))
            limits = self._sayable[key] = tuple(
                limits_of_sign
                for limits_of_sign in (self._limits(signed) for signed in (literal, literal.negated()))
                if all(phrase.limited for phrase in limits_of_sign[0])
            )
        return not limits or all(
            test in fixed or any(phrase.fits(test.args) for phrase in phrases) for phrases, fixed in limits
        )

    def _limits(self, literal: GroundedLiteral) -> _Sayable:
        """Returns a phrase for each range of arguments that fits, and the tests with words of their own."""
        table, _ = self._table(literal, "cond", False)
        phrases = (phrase for wording in table if wording.frame.fixed is None for phrase in wording.phrases)
        distinct = {
            (phrase.smallest, phrase.largest, phrase.grades and phrase.template): phrase for phrase in phrases
        }
        return tuple(distinct.values()), frozenset(
            wording.frame.fixed for wording in table if wording.frame.fixed is not None
        )

    def words(self, choice: WordingChoice, phrase: Phrase, literal: GroundedLiteral) -> str:
        """Returns the whole clause: how it begins, and the rest."""
        begins, rest = choice.begins.words, self.rest(choice.frame, phrase, literal)
        return f"{begins} {rest}" if begins and rest else begins or rest

    def rest(self, frame: Frame, phrase: Phrase, literal: GroundedLiteral) -> str:
        """Returns what follows the beginning: the phrase with the literal's arguments; may be ""."""
        if frame.asserted or "{" not in phrase.template:
            return phrase.template
        test = literal.primitive.test
        kind = self.domain.schema.slot(literal.primitive.slot).kind
        values = [
            arg if isinstance(arg, str) else say(kind, test.over, arg) for arg in _in_order(kind, test.args)
        ]
        if test.op in _RANGES:
            values[0] = say_amount(kind, test.over, test.args[0]) or values[0]
        return _filled(phrase, values, frame, test.args)

    def _table(self, literal: GroundedLiteral, role: str, affirmative: bool) -> _Table:
        primitive = literal.primitive
        rule, test = primitive.rule, primitive.test
        key = (rule, test.op, test.over, literal.positive, role, affirmative)
        cached = self._tables.get(key)
        if cached is None:
            table = tuple(
                WordingChoice(begins, frame, phrases)
                for frame in self._frames.get((rule, literal.effective()), ())
                if not (affirmative and frame.denies)
                for phrases in (_allowed(frame.phrases) if role == "can" else frame.phrases,)
                for begins in beginnings(frame, role)
            )
            cached = self._tables[key] = (
                table,
                any(
                    choice.frame.fixed is not None
                    or not choice.phrases
                    or any(phrase.limited for phrase in choice.phrases)
                    for choice in table
                ),
            )
        return cached


def _allowed(phrases: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
    """Returns those that state a case which could be allowed: "I can pay no more than $400" states a
    limit.
    """
    return tuple(phrase for phrase in phrases if not phrase.limiting)


def _in_order(kind: Kind, args: tuple[Scalar, ...]) -> Sequence[Scalar]:
    """Returns words of a closed vocabulary in its own order ("economy or business"), others as they are."""
    if len(args) > 1 and isinstance(args[0], str) and isinstance(kind, VocabularyKind) and kind.closed:
        return [value for value in kind.values if value in args]
    return args


def _filled(phrase: Phrase, values: Sequence[str], frame: Frame, args: tuple[Scalar, ...]) -> str:
    """Returns a phrase with values and counted nouns put in, which are not scanned for placeholders."""
    nouns = {}
    if frame.noun is not None:
        nouns = {"{noun}": frame.noun.one if args[0] == 1 else frame.noun.many, "{nouns}": frame.noun.many}
    words: list[str] = []
    for word in _words(phrase.template):
        if not word.startswith("{"):
            words.append(word)
            continue
        if word == "{or}":
            text = joined(values, "or")
        elif word == "{and}":
            text = _all_of(values)
        elif word == "{grade}":
            text = phrase.grades[len(args) - 1]
        elif word in ("{0}", "{1}"):
            text = values[int(word[1])]
        else:
            text = nouns.get(word, word)
        if words and words[-1] in ARTICLES:  # the author's "a" goes with the value: "an Ideal cut"
            text = with_article(text)
            words.pop()
        words.append(text)
    return " ".join(words)


def _all_of(values: Sequence[str]) -> str:
    """Returns several values as words of which a denial is of all: "not A, B and C" could be of each."""
    quantifier = {1: "", 2: "both "}.get(len(values), "all of ")
    return quantifier + joined(values, "and")


@lru_cache(maxsize=4096)
def _words(template: str) -> tuple[str, ...]:
    return tuple(template.split(" "))
