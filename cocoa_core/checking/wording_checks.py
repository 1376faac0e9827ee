"""Finds wordings that two literals share, or that the grammar cannot read back, by reading every one."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final, TypeAlias

from attrs import define, evolve, field, frozen

from cocoa_core.checking.findings import finding_of
from cocoa_core.checking.places import Places
from cocoa_core.checking.sayings import rule_with
from cocoa_core.checking.survey import RuleSurvey, Survey
from cocoa_core.domain import Domain, GroundedLiteral, Primitive, Rule, Scalar, Test, literal_text, opposite
from cocoa_core.errors import Finding
from cocoa_core.language import (
    ROLES,
    Frame,
    Grammar,
    Wordings,
    frames_of,
    grammar_of,
    tokenize,
    tokenized,
)
from cocoa_core.proof import equivalent
from cocoa_core.seeds import stream
from cocoa_core.suggestions import quoted

Owner: TypeAlias = tuple[str, str, int]
"""A wording: the id of its rule, `say`, `also` or `want`, and its index in that list."""

_MOST_WORDS: Final = 300
"""Words of a slot that are tried one by one. Those that hold a connective or a comma come first."""
_MOST_PAIRS: Final = 200
"""Pairs of words that are tried for one test."""
_SAMPLES: Final = 3
"""Tests of one op that are tried with values from the survey."""
_ODD: Final = frozenset(
    ("or", "and", "if", "unless", "otherwise", "either", "both", "only", "then", "not", ",", ".", ";", ":")
)


@frozen
class CheckedClause:
    """A literal in words."""

    literal: GroundedLiteral
    owner: Owner
    role: str
    """The role as the grammar names it."""
    text: str


def owners_of(domain: Domain) -> dict[Frame, Owner]:
    """Returns the wording that each frame of the domain comes from; where wordings are the same, the first of
    them. Frames have no `named` here, since that follows from the other wordings of the rule.
    """
    result: dict[Frame, Owner] = {}
    for rule in domain.rules:
        for key in ("say", "also", "want"):
            for index, wording in enumerate(getattr(rule, key)):
                alone = rule_with(rule, key, wording)
                for frame in frames_of(evolve(domain, rules=(alone,))):
                    result.setdefault(frame, (rule.id, key, index))
    return result


def clauses_of(
    wordings: Wordings,
    literal: GroundedLiteral,
    owners: Mapping[Frame, Owner],
    *,
    roles: Sequence[str] = ROLES,
) -> Iterator[CheckedClause]:
    """Yields every clause of the literal in these roles: all wordings, phrases and forms."""
    for role in roles:
        for choice in wordings.choices(literal, role):
            for phrase in choice.phrases:
                text = wordings.words(choice, phrase, literal)
                yield CheckedClause(literal, owners[evolve(choice.frame, nouns=())], role, text)


def is_odd(word: Scalar) -> bool:
    """Returns whether a word holds a connective or a punctuation mark, so that it might be read as two."""
    return isinstance(word, str) and any(token.casefold() in _ODD for token in tokenized(word))


def sample_tests(rule: RuleSurvey) -> Iterator[Test]:
    """Yields a few of the sampled tests of each op of a rule: the first, the middle and the last one."""
    for tests in rule.samples.values():
        candidates = list(tests)
        if len(candidates) > _SAMPLES:
            candidates = [candidates[0], candidates[len(candidates) // 2], candidates[-1]]
        yield from candidates


def word_tests(rule: Rule, words: Sequence[str], rng: random.Random) -> Iterator[Test]:
    """Yields tests with each of a slot's words, alone where allowed; odd ones also in pairs."""
    words = [word for word in words if word in rule.draw.fixed] if rule.draw.fixed else words
    odd = [word for word in words if is_odd(word)]
    plain = [word for word in words if not is_odd(word)]
    chosen = [*odd, *rng.sample(plain, len(plain))][:_MOST_WORDS]
    fewest, most = rule.draw.items
    for op in rule.tests:
        if op == "is" or (op in ("one_of", "any", "none", "only") and fewest == 1):
            yield from (Test(op, (word,)) for word in chosen)
        if op != "is" and most > 1:
            firsts = odd if fewest == 1 and op != "all" else chosen
            others = words[:_MOST_WORDS]
            ordered = sorted({tuple(sorted(pair)) for pair in product(firsts, others) if pair[0] != pair[1]})
            for pair in ordered if len(ordered) <= _MOST_PAIRS else rng.sample(ordered, _MOST_PAIRS):
                yield Test(op, pair)


def literals_of(rule: Rule, test: Test) -> tuple[GroundedLiteral, GroundedLiteral]:
    """Returns the test as a literal of that rule, and its negation."""
    literal = GroundedLiteral(Primitive(rule.slot, test, rule.id))
    return literal, literal.negated()


@frozen
class Collision:
    """A clause that says another literal too."""

    clause: CheckedClause
    other: GroundedLiteral
    other_owner: Owner | None
    """The wording that says the other literal in the same words; None where none is found."""


@define(eq=False)
class _Reader:
    """Reads clauses back and collects what is wrong, once for each pair of wordings."""

    domain: Domain
    wordings: Wordings
    owners: Mapping[Frame, Owner]
    grammar: Grammar
    collisions: dict[tuple[Owner, Owner | None], Collision] = field(factory=dict)
    unread: dict[Owner, CheckedClause] = field(factory=dict)
    _equal: dict[tuple[GroundedLiteral, GroundedLiteral], bool] = field(factory=dict)

    def read(self, clause: CheckedClause) -> None:
        """Notes every other literal that the clause says, and a clause that does not say its own."""
        words = tokenize(clause.text)
        folded = tuple(word.casefold() for word in words)
        readings = self.grammar.readings(clause.role, words, folded)
        meant = clause.literal.canonical()
        if meant not in readings:
            self.unread.setdefault(clause.owner, clause)
        for other in readings:
            if other != meant and not self._same(meant, other):
                owner = self._owner(other, clause)
                self.collisions.setdefault(_pair(clause.owner, owner), Collision(clause, other, owner))

    def _same(self, first: GroundedLiteral, second: GroundedLiteral) -> bool:
        """Returns whether the literals are proved equal, which is not tried between a slot and its source."""
        slots = {first.primitive.slot, second.primitive.slot}
        if len(slots) > 1 and self.domain.schema.derived_among(slots):
            return False
        cached = self._equal.get((first, second))
        if cached is None:
            cached = self._equal[first, second] = equivalent(self.domain.schema, ((first,),), ((second,),))
        return cached

    def _owner(self, literal: GroundedLiteral, clause: CheckedClause) -> Owner | None:
        """Returns the wording that says the literal in the clause's words, preferably the clause's own."""
        matching = [
            candidate.owner
            for rule in self.domain.rules_of(literal.primitive.slot)
            for variant in _variants(literal, rule.id)
            for candidate in clauses_of(self.wordings, variant, self.owners, roles=(clause.role,))
            if candidate.text.casefold() == clause.text.casefold()
        ]
        return clause.owner if clause.owner in matching else next(iter(matching), None)


def _pair(first: Owner, second: Owner | None) -> tuple[Owner, Owner | None]:
    return (second, first) if second is not None and second < first else (first, second)


def _variants(literal: GroundedLiteral, rule: str) -> list[GroundedLiteral]:
    """Returns the literals of a rule that equal this one in canonical form."""
    test, slot = literal.primitive.test, literal.primitive.slot
    tests = [test]
    if test.op == "is":
        tests += [Test("is", (False,), test.over), Test("one_of", test.args, test.over)]
    if (against := opposite(test.op, test.over)) is not None:
        tests.append(Test(against[0], test.args, against[1]))
    signed = (
        GroundedLiteral(Primitive(slot, variant, rule), positive)
        for variant in tests
        for positive in (True, False)
    )
    return [grounded for grounded in signed if grounded.canonical() == literal]


def collisions_of(
    domain: Domain, survey: Survey, wordings: Wordings, seed: int
) -> tuple[tuple[Collision, ...], tuple[CheckedClause, ...]]:
    """Returns pairs of wordings that say two different literals in the same words, and clauses that cannot be
    read back.

    Every wording of every rule is tried in every role and form, with a few of the values that the rule draws,
    positive and negated; and in its plain form with every word of its slot (with 300 of them where there are
    more, those with connectives and commas first). Literals that are proved equal are not different.
    """
    reader = _Reader(domain, wordings, owners_of(domain), grammar_of(domain))
    for rule_survey in survey.rules.values():
        rule = rule_survey.rule
        for test in sample_tests(rule_survey):
            for literal in literals_of(rule, test):
                for clause in clauses_of(wordings, literal, reader.owners):
                    reader.read(clause)
        if rule_survey.words is not None:
            words = sorted(domain.words_used(rule.slot))
            rng = stream("words checked", domain.digest, seed, rule.id)
            for test in word_tests(rule, words, rng):
                for clause in clauses_of(
                    wordings, literals_of(rule, test)[0], reader.owners, roles=("cond",)
                ):
                    reader.read(clause)
    return tuple(reader.collisions.values()), tuple(reader.unread.values())


def wording_findings(
    collisions: Iterable[Collision], unread: Iterable[CheckedClause], domain: Domain, places: Places
) -> Iterator[Finding]:
    """Finds wordings that two literals share, or that cannot be read back, and ambiguous values."""
    for collision in collisions:
        yield (
            _shared(domain, collision, places)
            if collision.other_owner != collision.clause.owner
            else _values(domain, collision, places)
        )
    for clause in unread:
        yield finding_of(
            "wording-unread",
            places.rule(*clause.owner),
            f"the wording cannot be read back, so no question uses it: {quoted(clause.text)}",
            expected=_text(domain, clause.literal),
            fix="word it without signs, digits and cocoa's own words of comparison",
        )


def _shared(domain: Domain, collision: Collision, places: Places) -> Finding:
    location = f" ({places.rule(*collision.other_owner)})" if collision.other_owner else ""
    return finding_of(
        "wording-shared",
        places.rule(*collision.clause.owner),
        f"two different conditions have the same words: {quoted(collision.clause.text)}",
        got=f"{_text(domain, collision.clause.literal)}, and {_text(domain, collision.other)}{location}",
        expected="words of its own for every slot and test",
        fix="change the subject or the fixed words of one of the two",
    )


def _values(domain: Domain, collision: Collision, places: Places) -> Finding:
    slot = collision.clause.literal.primitive.slot
    return finding_of(
        "value-two-ways",
        places.slot(slot),
        f"values of {slot!r} read as one and as several: {quoted(collision.clause.text)}",
        got=f"{_text(domain, collision.clause.literal)}, and {_text(domain, collision.other)}",
        expected="values that cannot be taken for a list of others; cocoa asks nothing in these words",
        fix="rename one of the values",
    )


def _text(domain: Domain, literal: GroundedLiteral) -> str:
    return literal_text(domain.schema.slot(literal.primitive.slot).kind, literal)
