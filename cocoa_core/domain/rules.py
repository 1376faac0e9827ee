"""A domain's rules: which tests may be drawn of a slot, with which arguments, and in which words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias

from attrs import field, frozen

from cocoa_core.domain.primitives import EffectiveTest, Scalar, Test
from cocoa_core.domain.schema import SlotRef

__all__ = ["Draw", "FreeWording", "Inert", "Noun", "Rule", "Source", "Thing", "Wording", "side_of"]

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
    subject:       "it", "I", "there" or a noun phrase; plural: whether that is grammatically plural
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
class Thing:
    """A noun phrase around a comparison, for what is wanted as a thing: "(I want) a layover in Rome".

    before, after: fixed words around the comparison or value. noun: what is counted
    """

    before: str = ""
    after: str = ""
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
    adjacent: whether several values stand next to each other in the vocabulary's order (grades)
    including: a value that is always among these, or None: the best grade
    """

    source: Source = "values"
    step: int | None = None
    count: int | None = None
    fixed: tuple[Scalar, ...] = ()
    items: tuple[int, int] = (1, 2)
    width: tuple[int, int] | None = None
    adjacent: bool = False
    including: Scalar | None = None


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
    wanted:   the side of the rule's literals that people want, see `side_of`; "": neither
    want:     noun phrases for what is wanted
    reasons:  by side, why somebody would demand that: clauses that say nothing of any option
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
    wanted: str = ""
    want: tuple[Thing, ...] = ()
    reasons: Mapping[str, tuple[str, ...]] = field(factory=dict)

    def direction(self, what: EffectiveTest) -> int:
        """1 where a literal of the rule says what people want, -1 where the opposite, 0 where neither."""
        side = side_of(what)
        if side == self.wanted:
            return 1
        return -1 if _OTHER_SIDE[side] == self.wanted else 0


_LESS: Final = ("less", "at_most")
_MORE: Final = ("more", "at_least")
_OTHER_SIDE: Final = {"less": "more", "more": "less", "yes": "no", "no": "yes"}


def side_of(what: EffectiveTest) -> str:
    """Which way a literal points: "less" or "more" where it compares one way, else "yes" or "no" (denied)."""
    if what.op in _LESS:
        return "less"
    if what.op in _MORE:
        return "more"
    return "no" if what.negated else "yes"


def wanted_side(rules: Iterable[Rule]) -> str | None:
    """The side of a slot's own value that people want: the one declaration of what is better.

    Args:
        rules: All rules of the slot; those over a measure of it (`over`) are passed by.

    Returns:
        "less" or "more"; None where the rules name neither, or both.
    """
    sides = {rule.wanted for rule in rules if rule.over is None} & {"less", "more"}
    return sides.pop() if len(sides) == 1 else None


@frozen
class Inert:
    """What a request may say beside its wishes, all of it closed lists of the domain's author.

    openings: first sentences in parts, with their punctuation; slots are among the schema's `group_by`
    closings: last sentences
    """

    openings: tuple[tuple[str | SlotRef, ...], ...] = ()
    closings: tuple[str, ...] = ()
