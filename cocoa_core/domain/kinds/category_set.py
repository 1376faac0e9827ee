"""Defines the kind of sets: several texts of a vocabulary, without order.

Elements that no test tells apart form an *atom*. The truth of the tests depends only on whether a set takes
none, some or all elements of each atom, and on its size. The search goes through the atoms and stores, for
every combination of facts reached so far, the sizes at which it is reached (as the bits of one whole number).
Its cost therefore grows with the number of combinations, not with the number of sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import ClassVar, Final, TypeAlias

from attrs import evolve, field, frozen

from cocoa_core.domain.kinds.base import NOT_GIVEN
from cocoa_core.domain.kinds.category import Category
from cocoa_core.domain.kinds.cells import (
    ANY_ITEMS,
    MORE_ITEMS,
    NO_ITEMS,
    check_item_limits,
    check_op,
    misconfigured,
    mismatch,
    read_items,
    write_items,
)
from cocoa_core.domain.kinds.ordered import ORDERED_OPS, cuts, holds, stretches
from cocoa_core.domain.kinds.vocabulary import VocabularyKind, element_problem
from cocoa_core.domain.primitives import Scalar, Test, Value

_OPS: Final = {None: frozenset({"any", "none", "only", "all"}), "count": ORDERED_OPS}


@frozen(cache_hash=True)
class CategorySet(VocabularyKind):
    """The kind of values that are several texts, each once, in the option's order, for which no test asks."""

    name: ClassVar[str] = "set"
    several: ClassVar[bool] = True

    closed: bool
    """Whether `values` are the only elements. Otherwise every text without an `element_problem` is one."""
    values: tuple[str, ...]
    """The vocabulary; of an open one, the texts that are known."""
    min_items: int
    """The smallest number of elements in a set."""
    max_items: int
    """The largest number of elements in a set."""
    missing: bool = field(default=False, kw_only=True)

    def derived(self, words: Iterable[str]) -> CategorySet:
        """Returns the kind of sets of these words; one alone is certain, as elements may share it."""
        return evolve(self, closed=True, values=tuple(sorted(words)), min_items=min(self.min_items, 1))

    def word_problem(self, word: str) -> str | None:
        """Returns why a text cannot be an element, as `element_problem`."""
        return element_problem(word)

    def shape(self) -> tuple[int, ...]:
        """Returns the limits of the number of elements, and whether the set may be missing."""
        return self.missing, self.min_items, self.max_items

    def measures(self, over: str | None) -> tuple[range, ...]:
        """Returns the numbers of elements over `count`."""
        if over != "count":
            return super().measures(over)
        most = min(self.max_items, len(self.values)) if self.closed else self.max_items
        return (range(self.min_items, most + 1),)

    def wider(self) -> CategorySet:
        """Returns the kind with an open vocabulary, and with any number of elements to a few more."""
        return evolve(self, closed=False, min_items=0, max_items=self.max_items + MORE_ITEMS)

    def unbounded(self) -> CategorySet:
        """Returns the kind with any number of elements, and without missing values."""
        return evolve(self, min_items=0, max_items=ANY_ITEMS, missing=False)

    @property
    def item_kind(self) -> Category:
        """The kind of an element."""
        return Category(self.closed, self.values)

    def __attrs_post_init__(self) -> None:
        """Refuses limits that no set meets, an empty vocabulary, and texts that cannot be elements."""
        check_item_limits(self.min_items, self.max_items)
        super().__attrs_post_init__()
        if self.closed and self.min_items > len(self.values):
            raise misconfigured(
                f"at most {len(self.values)} as min_items, the size of the vocabulary", self.min_items
            )

    def read(self, text: str) -> Value:
        """Returns the elements, which ";" separates, in order.

        Raises:
            ValueError: an element is repeated or not allowed, or there are too few or too many.
        """
        cells = read_items(text, self.min_items, self.max_items, self.missing)
        if cells is None:
            return None
        elements = [self.read_word(cell) for cell in cells]
        for element in elements:
            if elements.count(element) > 1:
                raise mismatch("each element once", text)
        return tuple(elements)

    def write(self, value: Value) -> str:
        """Returns the elements in order, separated by "; "; an empty text for a missing value."""
        return "" if value is None else write_items(list(map(str, _elements(value))), self.missing)

    def show(self, value: Value) -> str:
        """Returns the elements in order, separated by "; "; "none" for the empty set."""
        return NOT_GIVEN if value is None else "; ".join(map(str, _elements(value))) or NO_ITEMS

    def overs(self) -> tuple[str | None, ...]:
        """Returns None for tests of the elements, and `count` for tests of their number."""
        return (None, "count")

    def ops(self, over: str | None) -> frozenset[str]:
        """Returns `any`, `none`, `only` and `all` for the elements, every ordered test for their number."""
        return _OPS.get(over, frozenset())

    def evaluate(self, test: Test, value: Value) -> bool | None:
        """Returns whether the test holds; None for a missing set, and for `only` of the empty set."""
        if test.op not in self.ops(test.over):
            check_op(test.op, self.ops(test.over), test.over)
        if value is None:
            return None
        elements = _elements(value)
        if test.over == "count":
            return holds(test.op, test.args, len(elements))
        if test.op == "only":
            return all(element in test.args for element in elements) if elements else None
        if test.op == "all":
            return all(arg in elements for arg in test.args)
        return any(arg in elements for arg in test.args) == (test.op == "any")

    def witnesses(self, tests: Sequence[Test]) -> Iterator[Value]:
        """Yields one set of each class of sets that the tests tell apart; then None if missing."""
        yield from _witnesses(tests, self)
        if self.missing:
            yield None

    def measure(self, over: str | None, value: Value) -> int | None:
        """Returns the number of elements over `count`; None otherwise."""
        return len(_elements(value)) if over == "count" and value is not None else None


def _elements(value: object) -> tuple[object, ...]:
    if isinstance(value, tuple):
        return value
    raise TypeError(f"expected a tuple of texts, got {value!r}")


_Facts: TypeAlias = dict[tuple[str, tuple[Scalar, ...]], int]
"""By kind and arguments of a test, the bit of the fact that it asks of a set. `any` and `none`: some argument
is in the set; `only`: another element is; `all`: some argument is lacking.
"""

_Choice: TypeAlias = tuple[int, int, int]
"""A range of numbers of elements to take of an atom: the facts that they make true, the least, the most."""

_Layer: TypeAlias = dict[int, tuple[int, list[tuple[int, _Choice]]]]
"""By the facts reached: the sizes at which they are (as bits), and the steps that lead there."""


def _witnesses(tests: Sequence[Test], kind: CategorySet) -> Iterator[tuple[str, ...]]:
    """Yields sets for every vector of truth values that some legal set gives; one for each class."""
    facts, points = _questions(tests)
    atoms = _atoms(facts, kind)
    layers: list[_Layer] = [{0: (1, [])}]
    max_items = kind.max_items
    for elements, touched, lacking in atoms:
        layers.append(_step(layers[-1], _choices(len(elements), touched, lacking, max_items), max_items))
    firsts = stretches(points, kind.min_items, max_items, 1)
    spans = [
        (1 << end) - (1 << first) for first, end in zip(firsts, [*firsts[1:], max_items + 1], strict=True)
    ]
    for reached, (sizes, _) in layers[-1].items():
        for span in spans:
            common = sizes & span
            if common:
                size = (common & -common).bit_length() - 1
                yield _rebuild(layers, [elements for elements, _, _ in atoms], reached, size)


def _questions(tests: Iterable[Test]) -> tuple[_Facts, list[int]]:
    """Returns the facts that the tests ask for, and the sizes at which the truth of a test can change."""
    facts: _Facts = {}
    points: list[int] = []
    for test in tests:
        if test.over == "count":
            points += cuts(test.op, test.args)
            continue
        if test.op == "only":
            points.append(1)  # undefined of the empty set
        facts.setdefault(("any" if test.op == "none" else test.op, test.args), 1 << len(facts))
    return facts, points


def _atoms(facts: _Facts, kind: CategorySet) -> list[tuple[list[str], int, int]]:
    """Returns the atoms: the elements, the facts if one is taken, and the facts unless all are taken."""
    grouped: dict[tuple[int, int], list[str]] = {}
    named = {str(arg): None for _, args in facts for arg in args}
    for element in named:
        touched = lacking = 0
        for (op, args), bit in facts.items():
            if op == "all":
                lacking |= bit if element in args else 0
            elif (element in args) == (op == "any"):
                touched |= bit
        if not kind.closed or element in kind.values:
            grouped.setdefault((touched, lacking), []).append(element)
    unnamed_values = list(islice(kind.unnamed(named), kind.max_items))
    if unnamed_values:
        outside = sum(bit for (op, _), bit in facts.items() if op == "only")
        grouped[outside, 0] = unnamed_values
    return [(elements, touched, lacking) for (touched, lacking), elements in grouped.items()]


def _choices(size: int, touched: int, lacking: int, max_items: int) -> list[_Choice]:
    """Returns the choices for an atom of a size, each with the facts that it makes true."""
    choices = [(lacking, 0, 0)]
    if not lacking:
        choices.append((touched, 1, min(size, max_items)))
        return choices
    if size > 1:
        choices.append((touched | lacking, 1, min(size - 1, max_items)))
    return [*choices, (touched, size, size)]


def _step(layer: _Layer, choices: list[_Choice], max_items: int) -> _Layer:
    """Extends every reachable set of facts by each choice for one more atom."""
    within = (1 << max_items + 1) - 1
    after: _Layer = {}
    for reached, (sizes, _) in layer.items():
        for choice in choices:
            facts, least, most = choice
            grown = 0
            for number in range(least, most + 1):
                grown |= sizes << number
            grown &= within
            if grown:
                before, steps = after.get(reached | facts, (0, []))
                steps.append((reached, choice))
                after[reached | facts] = (before | grown, steps)
    return after


def _rebuild(layers: list[_Layer], atoms: list[list[str]], reached: int, size: int) -> tuple[str, ...]:
    """Returns a set of that size with those facts, by going through the layers backwards."""
    chosen: list[str] = []
    for position in range(len(atoms), 0, -1):
        for before, (_, least, most) in layers[position][reached][1]:
            sizes = layers[position - 1][before][0]
            number = next((n for n in range(least, min(most, size) + 1) if sizes >> (size - n) & 1), None)
            if number is not None:
                chosen += atoms[position - 1][:number]
                reached, size = before, size - number
                break
    return tuple(sorted(chosen))
