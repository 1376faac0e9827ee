"""Tests, primitives and grounded literals: what a requirement says about one slot."""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

from attrs import field, frozen

Scalar: TypeAlias = str | bool | int
Value: TypeAlias = str | bool | int | tuple[str, ...] | tuple[int, ...] | None

_OPPOSITES: Final = {
    "less": "at_least",
    "at_least": "less",
    "at_most": "more",
    "more": "at_most",
    "any": "none",
    "none": "any",
}
_OTHER_ITEMS: Final = {"each": "any", "any": "each"}

_TURNED: Final = frozenset({"more", "at_least", "none"})
"""The tests that canonical literals replace by the negation of the opposite test."""
_ORDERED: Final = frozenset({"less", "at_most", "more", "at_least"})


def opposite(op: str, over: str | None) -> tuple[str, str | None] | None:
    """Returns the test that holds exactly where this one does not, as op and over; None where there is none.

    `each less` of a list is opposed by `any at_least`. Nothing opposes `is`, `one_of`, `between` or `only`.
    """
    other = _OPPOSITES.get(op)
    return None if other is None else (other, _OTHER_ITEMS.get(over or "", over))


@frozen(cache_hash=True)
class EffectiveTest:
    """What a literal says once its negation is carried out, where an ordered test says the opposite."""

    over: str | None
    op: str
    """As in `Test`, but never `none`, which is `any`, negated."""
    negated: bool
    """Whether the test is still negated."""

    @property
    def key(self) -> str:
        """The op, or "not_" and the op: the name under which a rule's `atypical` lists it."""
        return f"not_{self.op}" if self.negated else self.op


@cache
def effective_test(op: str, over: str | None, positive: bool) -> EffectiveTest:
    """Returns what a test says, negation included: `!(price < 400)` is `at_least`."""
    against = opposite(op, over)
    if against is not None and (op == "none" or (op in _ORDERED and not positive)):
        return EffectiveTest(against[1], against[0], op == "none" and positive)
    return EffectiveTest(over, op, not positive)


@frozen(cache_hash=True)
class Test:
    """One test of a slot's value."""

    __test__ = False  # pytest: this is not a test class

    op: str
    """`is`, `one_of` (categories, booleans, ordered values); `less`, `at_most`, `more`, `at_least`, `between`
    (ends undefined: a convention), `within` (ends included) for ordered values; `any`, `none`, `only`, `all`
    for sets.
    """
    args: tuple[Scalar, ...]
    """Typed values in the slot's units; sorted and unique for `one_of`, `any`, `none`, `only`, `all`; (low,
    high) for `between` and `within`; exactly one otherwise.
    """
    over: str | None = None
    """None, or for a list of values `each`, `any`, `total` or `count` (sets: `count`): what is compared."""


@frozen
class Primitive:
    """A test of a named slot, and the id of the rule that drew it (not part of its meaning)."""

    slot: str
    test: Test
    rule: str = field(default="", eq=False)


@frozen
class GroundedLiteral:
    """A primitive or its negation."""

    primitive: Primitive
    positive: bool = True
    _negated: GroundedLiteral | None = field(default=None, init=False, eq=False, repr=False)
    _canonical: GroundedLiteral | None = field(default=None, init=False, eq=False, repr=False)
    _is_canonical: bool = field(default=False, init=False, eq=False, repr=False)
    """Whether it is its own canonical form, to which it holds no reference that would be a cycle."""

    def __hash__(self) -> int:
        # One flat tuple: hashing nested objects would take some per cent of the time of a question.
        slot, test = self.primitive.slot, self.primitive.test
        return hash((slot, test.op, test.args, self.positive))

    def negated(self) -> GroundedLiteral:
        """Returns the literal that holds where this one does not, and is undefined where it is."""
        cached = self._negated
        if cached is None:
            cached = GroundedLiteral(self.primitive, not self.positive)
            object.__setattr__(self, "_negated", cached)
        return cached

    def effective(self) -> EffectiveTest:
        """Returns what it says once its negation is carried out, as far as a test says the opposite."""
        test = self.primitive.test
        return effective_test(test.op, test.over, self.positive)

    @property
    def measured(self) -> tuple[str, str | None]:
        """The slot, and for a list or set what is compared or counted; None for the value itself."""
        return self.primitive.slot, self.effective().over

    def canonical(self) -> GroundedLiteral:
        """Returns the literal that stands for all literals that are the same by the words alone.

        `at_least`, `more` and `none` become negations; `any` over a list becomes the negation of `each`;
        `one_of` with a single value becomes `is`; `is false` becomes the negation of `is true`.
        """
        if self._is_canonical:
            return self
        canonical = self._canonical
        if canonical is None:
            canonical = self._made_canonical()
            if canonical is self:
                object.__setattr__(self, "_is_canonical", True)
            else:
                object.__setattr__(self, "_canonical", canonical)
        return canonical

    def _made_canonical(self) -> GroundedLiteral:
        test, positive = self.primitive.test, self.positive
        if test.over == "any" or (test.over != "each" and test.op in _TURNED):
            op, over = opposite(test.op, test.over) or (test.op, test.over)
            test, positive = Test(op, test.args, over), not positive
        elif test.op == "one_of" and len(test.args) == 1:
            test = Test("is", test.args, test.over)
        if test.op == "is" and test.args == (False,) and isinstance(test.args[0], bool):
            test, positive = Test("is", (True,), test.over), not positive
        if test is self.primitive.test:
            return self
        return GroundedLiteral(Primitive(self.primitive.slot, test, self.primitive.rule), positive)


Requirement: TypeAlias = tuple[tuple[GroundedLiteral, ...], ...]
"""A product of sums: an AND of sum terms, each an OR of literals, in the order they are asked."""
