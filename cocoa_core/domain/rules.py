"""A domain's rules: which tests may be drawn of a slot, with which arguments, and in which words."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from cocoa_core.domain.primitives import Scalar, Test

__all__ = ["Draw", "FreeWording", "Noun", "Rule", "Source", "Wording"]

Source: TypeAlias = Literal["values", "grid", "quantiles", "fixed"]


@frozen(cache_hash=True)
class Noun:
    """What is counted, singular and plural."""

    one: str
    many: str


@frozen(cache_hash=True)
class Wording:
    """The words around a comparison. They hold no comparison, negation or connective of their own.

    verb, third:   base form, and third person singular of the present
    subject:       "it", "I" or a noun phrase; plural: whether that is grammatically plural
    before, after: fixed words before and after the comparison or value
    item:          what one item of a list or set is called, singular ("layover")
    noun:          what is counted
    """

    verb: str
    third: str
    subject: str = "it"
    plural: bool = False
    before: str = ""
    after: str = ""
    item: str = ""
    noun: Noun | None = None


@frozen(cache_hash=True)
class FreeWording:
    """Words that the author asserts to mean one test: "it is nonstop"."""

    test: Test
    verb: str
    third: str
    complement: str


@frozen
class Draw:
    """How the arguments of a rule's tests are drawn; numbers in typed units (cents, minutes, days).

    source: `values`, the group's own; `grid`, multiples of `step` strictly inside the group's range;
            `quantiles`, `count` inner quantiles of the group's values; `fixed`, exactly those, ascending
    items:  least and greatest number of values in `one_of`, `any`, `none`, `only` and `all`
    width:  least and greatest distance of the ends of `between` and `within`; None: any
    """

    source: Source = "values"
    step: int | None = None
    count: int | None = None
    fixed: tuple[Scalar, ...] = ()
    items: tuple[int, int] = (1, 2)
    width: tuple[int, int] | None = None


@frozen
class Rule:
    """Constraints on one slot that may be drawn, and their wordings.

    id:       unique in the domain
    over:     `each`, `any`, `total` or `count` for lists, `count` for sets; None: the value itself
    tests:    ops that may be drawn, in the positive form; negation is the engine's
    also:     free wordings, asserted by the author
    atypical: effective tests that few people ask for, once negation has moved into the test: `more`, `is`,
              or with "not_" those whose negation has no name of its own (`not_is`, `not_any`)
    weight:   relative chance among the slot's rules
    """

    id: str
    slot: str
    over: str | None
    tests: tuple[str, ...]
    draw: Draw
    say: tuple[Wording, ...]
    also: tuple[FreeWording, ...] = ()
    atypical: frozenset[str] = frozenset()
    weight: int = 1
