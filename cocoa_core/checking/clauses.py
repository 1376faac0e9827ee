"""Every clause in which the rules of a domain can say a literal, with the wording that it comes from."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from attrs import evolve, frozen

from cocoa_core.checking.survey import RuleSurvey
from cocoa_core.domain.domain import Domain
from cocoa_core.domain.primitives import GroundedLiteral, Primitive, Scalar, Test
from cocoa_core.domain.rules import Rule
from cocoa_core.language.frames import Frame, frames_of
from cocoa_core.language.heads import ROLES, has_to, heads
from cocoa_core.language.tokens import tokens
from cocoa_core.language.wordings import Wordings

__all__ = [
    "Clause",
    "Owner",
    "clauses_of",
    "is_odd",
    "literals_of",
    "owners_of",
    "sample_tests",
    "word_tests",
]

Owner: TypeAlias = tuple[str, str, int]
"""A wording: id of its rule, `say` or `also`, and its place there."""

_MOST_WORDS: Final = 300
"""Words of a slot that are tried one by one; those that hold a connective or a comma come first."""
_MOST_PAIRS: Final = 200
_SAMPLES: Final = 3
_ODD: Final = frozenset(
    ("or", "and", "if", "unless", "otherwise", "either", "both", "only", "then", "not", ",", ".", ";", ":")
)


@frozen
class Clause:
    """A literal in words. role: as the grammar names it."""

    literal: GroundedLiteral
    owner: Owner
    role: str
    text: str


def owners_of(domain: Domain) -> dict[Frame, Owner]:
    """The wording that each frame of the domain comes from; of wordings that are the same, the first."""
    found: dict[Frame, Owner] = {}
    for rule in domain.rules:
        parts = [
            *((("say", place), evolve(rule, say=(one,), also=())) for place, one in enumerate(rule.say)),
            *((("also", place), evolve(rule, say=(), also=(one,))) for place, one in enumerate(rule.also)),
        ]
        for (key, place), part in parts:
            for frame in frames_of(evolve(domain, rules=(part,))):
                found.setdefault(frame, (rule.id, key, place))
    return found


def clauses_of(
    wordings: Wordings,
    literal: GroundedLiteral,
    owners: Mapping[Frame, Owner],
    *,
    roles: Sequence[str] = ROLES,
) -> Iterator[Clause]:
    """Every clause of the literal in these roles: all wordings, phrases and forms of subject and verb."""
    for role in roles:
        for frame, phrases in wordings.choices(literal, role):
            name = role if role != "vp" else f"vp {has_to(frame).casefold()}"
            for phrase in phrases:
                worded = wordings.word(frame, phrase, literal)
                for head in heads(frame, role):
                    yield Clause(literal, owners[frame], name, worded.after(head))


def is_odd(word: Scalar) -> bool:
    """Whether a word holds a connective or a mark, so that it might be read as two."""
    return isinstance(word, str) and any(token.casefold() in _ODD for token in tokens(word))


def sample_tests(one: RuleSurvey) -> Iterator[Test]:
    """A few of the candidates' tests of each op of a rule, spread over those that are known."""
    for tests in one.samples.values():
        known = list(tests)
        places = {0, len(known) // 2, len(known) - 1} if len(known) > _SAMPLES else set(range(len(known)))
        yield from (known[place] for place in sorted(places))


def word_tests(rule: Rule, words: Sequence[str], rng: random.Random) -> Iterator[Test]:
    """Tests with each of a slot's words, alone where the rule may take it alone, and odd ones with others."""
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
            pairs = {
                tuple(sorted((one, other))) for one in firsts for other in words[:_MOST_WORDS] if one != other
            }
            ordered = sorted(pairs)
            for pair in ordered if len(ordered) <= _MOST_PAIRS else rng.sample(ordered, _MOST_PAIRS):
                yield Test(op, pair)


def literals_of(rule: Rule, test: Test) -> tuple[GroundedLiteral, GroundedLiteral]:
    """The test as a literal of that rule, and its negation."""
    literal = GroundedLiteral(Primitive(rule.slot, test, rule.id))
    return literal, literal.negated()
