"""Tests, primitives and grounded literals: what a requirement says about one slot."""

from __future__ import annotations

from typing import Final, TypeAlias

from attrs import field, frozen

__all__ = ["COMPLEMENTS", "GroundedLiteral", "Primitive", "Requirement", "Scalar", "Test", "Value"]

Scalar: TypeAlias = str | bool | int
Value: TypeAlias = str | bool | int | tuple[str, ...] | tuple[int, ...] | None

COMPLEMENTS: Final = {
    "less": "at_least",
    "at_least": "less",
    "at_most": "more",
    "more": "at_most",
    "any": "none",
    "none": "any",
}
"""Each test that has a test for its negation, with that test."""

_KEPT: Final = frozenset({"less", "at_most", "any"})


@frozen
class Test:
    """One test of a slot's value.

    op:   `is`, `one_of` (categories, booleans, ordered values); `less`, `at_most`, `more`, `at_least`,
          `between` (ends undefined: a convention), `within` (ends included) for ordered values;
          `any`, `none`, `only`, `all` for sets.
    args: typed values in the slot's units; sorted and unique for `one_of`, `any`, `none`, `only`, `all`;
          (low, high) for `between` and `within`; exactly one otherwise.
    over: None, or for a list of values `each`, `any`, `total` or `count` (sets: `count`): what is compared.
    """

    __test__ = False  # pytest: this is not a test class

    op: str
    args: tuple[Scalar, ...]
    over: str | None = None


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

    def __hash__(self) -> int:
        # All in one go: a hash of hashes would take some per cent of the time that a question takes.
        slot, test = self.primitive.slot, self.primitive.test
        return hash((slot, test.op, test.args, self.positive))

    def negated(self) -> GroundedLiteral:
        """The literal that holds exactly where this one does not (and is undefined where this one is)."""
        known = self._negated
        if known is None:
            known = GroundedLiteral(self.primitive, not self.positive)
            object.__setattr__(self, "_negated", known)
        return known

    def canonical(self) -> GroundedLiteral:
        """The one literal that stands for all literals which are the same by the words alone.

        `at_least`, `more` and `none` become negations; `any` over a list becomes the negation of `each`;
        `one_of` a single value becomes `is`; `is false` becomes the negation of `is true`.
        """
        known = self._canonical
        if known is None:
            known = self._made_canonical()
            object.__setattr__(self, "_canonical", known)
        return known

    def _made_canonical(self) -> GroundedLiteral:
        test, positive = self.primitive.test, self.positive
        if test.over == "any":
            test, positive = Test(COMPLEMENTS[test.op], test.args, "each"), not positive
        elif test.over != "each" and test.op in COMPLEMENTS and test.op not in _KEPT:
            test, positive = Test(COMPLEMENTS[test.op], test.args, test.over), not positive
        elif test.op == "one_of" and len(test.args) == 1:
            test = Test("is", test.args, test.over)
        if test.op == "is" and test.args == (False,) and isinstance(test.args[0], bool):
            test, positive = Test("is", (True,), test.over), not positive
        if test is self.primitive.test:
            return self
        return GroundedLiteral(Primitive(self.primitive.slot, test, self.primitive.rule), positive)


Requirement: TypeAlias = tuple[tuple[GroundedLiteral, ...], ...]
"""A product of sums: an AND of sum terms, each an OR of literals, in the order they are asked."""
