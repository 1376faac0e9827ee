"""A domain's rules: the tests that may be drawn of a slot, their arguments, and their words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias

from attrs import field, frozen

from cocoa_core.domain.primitives import EffectiveTest, Scalar, Test
from cocoa_core.domain.schema import SlotRef

Source: TypeAlias = Literal["values", "grid", "quantiles", "fixed"]


@frozen(cache_hash=True)
class Noun:
    """What is counted, in the singular and the plural."""

    one: str
    many: str


@frozen(cache_hash=True)
class Wording:
    """The words around a comparison. They hold no comparison, negation or connective of their own."""

    verb: str
    third: str
    """The third person singular of the present; `verb` is the base form."""
    subject: str = "it"
    """"it", "I", "there" or a noun phrase."""
    plural: bool = False
    """Whether the subject is plural."""
    before: str = ""
    after: str = ""
    """Fixed words after the comparison or value; `before` are those before it."""
    item: str = ""
    """The noun for one item of a list or set, singular ("layover")."""
    noun: Noun | None = None
    """What is counted."""


@frozen(cache_hash=True)
class Thing:
    """A noun phrase around a comparison, for what is wanted as a thing: "(I want) a layover in Rome"."""

    before: str = ""
    after: str = ""
    """Fixed words after the comparison or value; `before` are those before it."""
    noun: Noun | None = None
    """What is counted."""


@frozen(cache_hash=True)
class FreeWording:
    """Words that the author asserts to mean one test: "it is nonstop"."""

    test: Test
    verb: str
    third: str
    complement: str


@frozen
class Draw:
    """How the arguments of a rule's tests are drawn; numbers in typed units (cents, minutes, days)."""

    source: Source = "values"
    """`values`, the group's own; `grid`, multiples of `step` strictly inside the group's range; `quantiles`,
    `count` inner quantiles of the group's values; `fixed`, exactly those, ascending.
    """
    step: int | None = None
    count: int | None = None
    fixed: tuple[Scalar, ...] = ()
    items: tuple[int, int] = (1, 2)
    """The smallest and the largest number of values in `one_of`, `any`, `none`, `only` and `all`."""
    width: tuple[int, int] | None = None
    """The smallest and the largest distance of the ends of `between` and `within`; None for any."""
    adjacent: bool = False
    """Whether several values have to be neighbours in the vocabulary's order (grades)."""
    including: Scalar | None = None
    """A value that is always among them, such as the best grade; None for none."""


@frozen
class Rule:
    """Constraints on one slot that may be drawn, and their wordings."""

    id: str
    """Unique in the domain."""
    slot: str
    over: str | None
    """`each`, `any`, `total` or `count` for lists, `count` for sets; None: the value itself."""
    tests: tuple[str, ...]
    """Ops that may be drawn, in the positive form; negation is the engine's."""
    draw: Draw
    say: tuple[Wording, ...]
    also: tuple[FreeWording, ...] = ()
    """Free wordings, asserted by the author."""
    atypical: frozenset[str] = frozenset()
    """The tests, after negation, that few people ask for: `more`, `is`, or with "not_" those whose negation
    has no name of its own (`not_is`, `not_any`).
    """
    weight: int = 1
    """The relative probability among the slot's rules."""
    wanted: str = ""
    """The side of the rule's literals that people want, see `side_of`; empty for neither."""
    want: tuple[Thing, ...] = ()
    """Noun phrases for what is wanted."""
    reasons: Mapping[str, tuple[str, ...]] = field(factory=dict)
    """For each side why somebody would demand that: clauses that say nothing about any option."""

    def direction(self, effective: EffectiveTest) -> int:
        """Returns 1 for a literal that people want, -1 for one against that, 0 for neither."""
        side = side_of(effective)
        if side == self.wanted:
            return 1
        return -1 if _OTHER_SIDE[side] == self.wanted else 0


_LESS: Final = ("less", "at_most")
_MORE: Final = ("more", "at_least")
_OTHER_SIDE: Final = {"less": "more", "more": "less", "yes": "no", "no": "yes"}


def side_of(effective: EffectiveTest) -> str:
    """Returns "less" or "more" where a literal compares, otherwise "yes", or "no" if it is negated."""
    if effective.op in _LESS:
        return "less"
    if effective.op in _MORE:
        return "more"
    return "no" if effective.negated else "yes"


def wanted_side(rules: Iterable[Rule]) -> str | None:
    """Returns the side of a slot's own value that people want. Nothing else declares which value is better.

    Args:
        rules: all rules of the slot. Those over a measure of it (`over`) are ignored.

    Returns:
        "less" or "more"; None where the rules name neither, or both.
    """
    sides = {rule.wanted for rule in rules if rule.over is None} & {"less", "more"}
    return sides.pop() if len(sides) == 1 else None


@frozen
class Inert:
    """What a request may say besides its wishes; closed lists of the domain's author."""

    openings: tuple[tuple[str | SlotRef, ...], ...] = ()
    """First sentences in parts, with their punctuation; slots are among the schema's `group_by`."""
    closings: tuple[str, ...] = ()
    """Last sentences."""
