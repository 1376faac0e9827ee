"""What a request says beside its conditions: how it opens, and reasons."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final

from cocoa_core.domain import Domain, Rule, SlotRef, side_of
from cocoa_core.language.plan import Statement
from cocoa_core.language.spoken_values import article
from cocoa_core.lexicon import GENERAL_OPENINGS

_REASON_SHARE: Final = 0.3
"""The share of requests that give a reason where none is owed and a wish stands alone; then 15 to 18 % of all
requests have one. At 0.12 readers missed them ("nobody gives a reason for a limit").
"""


def openings(domain: Domain) -> tuple[tuple[str | SlotRef, ...], ...]:
    """Returns the first sentences that a request can have, each in parts: the author's, or general ones."""
    schema = domain.schema
    if domain.inert.openings:
        return domain.inert.openings
    if schema.request:
        parts = [part for sentence in schema.request for part in (sentence, " ")][:-1]
        return ((*parts, "."),)
    noun = f"{article(schema.noun)} {schema.noun}"
    return tuple((text.replace("{noun}", noun),) for text in GENERAL_OPENINGS)


def drawn_reasons(
    rules: Mapping[str, Rule], statements: Sequence[Statement], rng: random.Random
) -> dict[int, str]:
    """Returns reasons by the index of their statement: those that are owed, for demands against what is
    usual, or one.
    """
    owed: dict[int, str] = {}
    possible: dict[int, str] = {}
    for index, statement in enumerate(statements):
        if statement.form.name != "plain":
            continue
        literal = statement.literals[0]
        rule, test = rules.get(literal.primitive.rule), literal.effective()
        reasons = rule.reasons.get(side_of(test), ()) if rule else ()
        if rule and reasons:
            chosen = owed if rule.direction(test) < 0 else possible
            chosen[index] = rng.choice(reasons)
    if not owed and possible and rng.random() < _REASON_SHARE:
        index = rng.choice(list(possible))
        return {index: possible[index]}
    return owed
