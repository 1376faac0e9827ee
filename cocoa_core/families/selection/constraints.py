"""What a literal asks, named so that a literal and its negation have names of their own."""

from __future__ import annotations

from attrs import frozen

from cocoa_core.domain import opposite

__all__ = ["Constraint", "constraint_of"]


@frozen(order=True)
class Constraint:
    """What one literal is about: its slot, the rule that drew it, and how it tests.

    test: what the literal comes to, negation carried out: `!price < 400` is `at_least`, `!each layover < 2h`
          is `any at_least`, and where no test says the opposite, `not between`
    """

    slot: str
    rule: str
    test: str


def constraint_of(slot: str, rule: str, test: str, over: str | None, positive: bool) -> Constraint:
    """The constraint of a literal, from its parts as a record states them."""
    if not positive:
        test, over = opposite(test, over) or (test, f"not {over or ''}".strip())
    return Constraint(slot, rule, f"{over or ''} {test}".strip())
