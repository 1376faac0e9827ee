"""Shapes: the minimal products of minterm tables, and how well their conditions can be read.

Small tables come again and again, so shapes are cached.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from math import comb, gcd
from typing import Final

from attrs import evolve, frozen

from cocoa_core.families.selection.generation.rejections import Rejection
from cocoa_core.families.selection.generation.slot_choice import PAIR, Free, free_variables
from cocoa_core.logic import (
    EXACT_SLOTS,
    Literal,
    MintermTable,
    Product,
    SumTerm,
    draw_table,
    minimize,
)
from cocoa_core.seeds import stream

VARIANTS: Final = 2
"""Bits of the number by which one of a table's minimal products is chosen."""
_STATEMENTS: Final = 3
_JOINED: Final = 2
"""The most conditional statements in a text that reads well, and the most sum terms that one of them can say
at once. Readers disliked three demands of one condition, which have little to do with each other.
"""
_UNREADABLE: Final = 2
_BOTH_WAYS: Final = 4
"""The faults that a product has for conditions that say the same both ways; `_UNREADABLE` has those for
conditions that are too much to read at once.
"""
KEPT: Final = 1 << 14
"""The number of tables and products whose results are cached: small ones come again and again."""
_LISTED: Final = 100
"""Up to this many tables of a size, all are examined for those whose products read best."""
_SAMPLED: Final = 400
"""Elsewhere the best of this many drawn tables are cached: 50 ms for 5 slots and 4 minterms, 0.4 s for 8 of
each. Drawn anew for each structure, up to 40 each time, they took nine tenths of the time of 6 of each.
"""
_SAMPLED_KEPT: Final = 16
"""How many of the `_SAMPLED` tables are kept: the best of 40 drawn tables is in the mean the tenth best of
400.
"""
_SIGNS: Final = 64
"""The most choices of signs in which each cached shape comes; six slots have 64 in all."""
_MOST_LINKED: Final = 6
"""The most slots that the conditions of a constructed product speak of: all forms are found in 50 ms."""


@frozen(eq=False)
class ProductShape:
    """One of the minimal products of a table, with what is known of how it reads."""

    table: MintermTable
    product: Product
    minimality: str
    plain: bool
    """Whether the product is a plain conjunction."""
    faults: int
    """How badly the product reads; 0 if well."""
    fault: Rejection
    """The worst of its faults, as it is counted."""
    repeated: int
    """The number of repeated mentions of slots in its conditions."""
    free: Free
    """The variables that are no sum term of their own, see `Free`."""
    edges: tuple[tuple[int, int], ...]
    """The pairs of free variables that share a sum term."""


@lru_cache(maxsize=KEPT)
def shape_of(table: MintermTable, variant: int) -> ProductShape | None:
    """Returns one of the minimal products of a table; None where some variable does not matter.

    Cached, since small tables recur often.
    """
    if not depends_on_all(table):
        return None
    minimized = minimize(table, variant)
    product = minimized.product
    plain = all(len(term) == 1 for term in product.terms)
    readable, both_ways = _readable(product), _both_ways(product)
    literals = {literal for term in product.terms for literal in term}
    looped = sum(literal.positive and literal.negated() in literals for literal in literals)
    faults = _UNREADABLE * (not readable) + _BOTH_WAYS * both_ways + looped
    fault = (
        Rejection.TOO_MUCH if not readable else Rejection.SAID_TWICE if both_ways else Rejection.UNREASONED
    )
    free = free_variables(product)
    edges = tuple(
        [(first, second) for first, neighbours in free.items() for second in neighbours if first < second]
    )
    repeated = sum(len(term) for term in product.terms if len(term) > 1) - len(free)
    return ProductShape(table, product, minimized.minimality, plain, faults, fault, repeated, free, edges)


@lru_cache(maxsize=64)
def shapes_of_size(slots: int, minterms: int, plain: bool) -> tuple[ProductShape, ...]:
    """Returns the shapes that read best among those of a size, for a uniform draw: a shape that shall be
    drawn more often is repeated.

    Examines all tables where there are few; else constructs the loop-free products of the size, in which no
    slot is both affirmed and negated; else examines a sample of tables, which is a function of the size
    alone.

    Args:
        slots: the number of variables of the table.
        minterms: the number of rows of the table.
        plain: whether plain conjunctions are among them.

    Returns:
        The shapes; empty for sizes of which a sample would take too long.
    """
    if comb(1 << slots, minterms) <= _LISTED:
        tables = (MintermTable(slots, rows) for rows in combinations(range(1 << slots), minterms))
        shapes = [shape_of(table, variant) for table in tables for variant in range(1 << VARIANTS)]
        return tuple(_fewest_faults(shapes, plain))
    if slots > EXACT_SLOTS:
        return ()
    rng = stream("tables", slots, minterms)
    forms = _fewest_faults(list(_loop_free(slots, minterms)), plain)
    if not forms:
        drawn = [draw_table(slots, minterms, rng) for _ in range(_SAMPLED)]
        able = _usable_shapes([shape_of(table, rng.getrandbits(VARIANTS)) for table in drawn], plain)
        forms = sorted(able, key=lambda shape: shape.faults)[:_SAMPLED_KEPT]
    signs = rng.sample(range(1 << slots), min(1 << slots, _SIGNS))
    return tuple(_with_signs(shape, mask) for shape in forms for mask in signs)


def _fewest_faults(shapes: Sequence[ProductShape | None], plain: bool) -> Sequence[ProductShape]:
    """Returns the shapes with the fewest faults; plain conjunctions only if `plain`."""
    able = _usable_shapes(shapes, plain)
    fewest = min((shape.faults for shape in able), default=0)
    return [shape for shape in able if shape.faults == fewest]


def _usable_shapes(shapes: Sequence[ProductShape | None], plain: bool) -> list[ProductShape]:
    """Returns the shapes in which every variable matters; plain conjunctions only if `plain`."""
    return [shape for shape in shapes if shape is not None and (plain or not shape.plain)]


@lru_cache(maxsize=64)
def forms_of_size(slots: int, minterms: int, plain: bool) -> tuple[ProductShape, ...]:
    """Returns the shapes of `shapes_of_size` that differ by more than the order and the signs of their
    variables.

    They have no negations. A form is repeated in proportion to the number of shapes that have it.
    """
    of_form: dict[object, list[ProductShape]] = {}
    for shape in shapes_of_size(slots, minterms, plain):
        degrees = {variable: len(neighbours) for variable, neighbours in shape.free.items()}
        form = tuple(sorted([tuple(sorted(degrees[variable] for variable in edge)) for edge in shape.edges]))
        of_form.setdefault(form, []).append(shape)
    least = gcd(*map(len, of_form.values()))
    return tuple(_affirmed(shapes[0]) for shapes in of_form.values() for _ in range(len(shapes) // least))


def _affirmed(shape: ProductShape) -> ProductShape:
    """Returns the shape with its negated variables complemented."""
    negated = {literal.variable for term in shape.product.terms for literal in term if not literal.positive}
    return _with_signs(shape, sum([1 << variable for variable in negated]))


def _with_signs(shape: ProductShape, mask: int) -> ProductShape:
    """Returns the shape with the variables of the mask complemented."""
    return evolve(
        shape,
        table=complemented_columns(shape.table, mask),
        product=complemented_product(shape.product, mask),
    )


def _loop_free(slots: int, minterms: int) -> Iterator[ProductShape]:
    """Yields products of conditions over two slots each in which no literal is the negation of another.

    There is one for each form of a forest of conditions, without negations. Slots that are in no condition
    are sum terms of their own; there are as few of them as the number of minterms allows.
    """
    for linked in range(min(slots, _MOST_LINKED), 1, -1):
        forests = _forests(linked).get(minterms, ())
        for forest in forests:
            terms = [*forest, *((variable,) for variable in range(linked, slots))]
            product = Product.of([[Literal(variable, True) for variable in term] for term in terms])
            rows = tuple(row for row in range(1 << slots) if product.holds(row))
            shape = shape_of(MintermTable(slots, rows), 0)
            assert shape is not None
            assert shape.product == product, "a function without negations has one irredundant product"
            yield shape
        if forests:
            return


@cache
def _forests(vertices: int) -> Mapping[int, Sequence[Sequence[tuple[int, int]]]]:
    """Returns the forests without isolated vertices, one of each form, by the number of their vertex covers.

    A vertex cover is a minterm of the product that has a sum term for each edge. Two forests of up to six
    vertices have one form if the degrees at the ends of their edges agree.
    """
    forests: dict[object, Sequence[tuple[int, int]]] = {}
    pairs = list(combinations(range(vertices), 2))
    for edges in range(1, vertices):
        for graph in combinations(pairs, edges):
            degrees = Counter(vertex for edge in graph for vertex in edge)
            if len(degrees) == vertices and _is_forest(graph):
                form = tuple(
                    sorted(tuple(sorted((degrees[first], degrees[second]))) for first, second in graph)
                )
                forests.setdefault(form, graph)
    by_covers: dict[int, list[Sequence[tuple[int, int]]]] = {}
    for forest in forests.values():
        masks = [1 << first | 1 << second for first, second in forest]
        covers = sum(all(row & mask for mask in masks) for row in range(1 << vertices))
        by_covers.setdefault(covers, []).append(forest)
    return by_covers


def _is_forest(graph: Sequence[tuple[int, int]]) -> bool:
    trees: list[set[int]] = []
    for edge in graph:
        touched = [tree for tree in trees if not tree.isdisjoint(edge)]
        if any(tree.issuperset(edge) for tree in touched):
            return False
        trees = [*(tree for tree in trees if tree not in touched), set(edge).union(*touched)]
    return True


def depends_on_all(table: MintermTable) -> bool:
    """Returns whether the function depends on every variable, so that all are in its prime implicates."""
    rows = set(table.rows)
    first = table.rows[0]
    return not any(
        first ^ 1 << variable in rows and rows.issuperset([row ^ 1 << variable for row in rows])
        for variable in range(table.variables)
    )


def _readable(product: Product) -> bool:
    """Returns whether the conditions of a product can be read at once.

    Each has two literals at most, those that share a slot can be said at once, there are few statements, and
    no literal of a condition is the negation of another: no "if a, b. If not, c.".
    """
    conditions = [term for term in product.terms if len(term) > 1]
    literals = {literal for term in conditions for literal in term}
    statements = by_component(conditions)
    return (
        len(statements) <= _STATEMENTS
        and all(len(term) <= PAIR for term in conditions)
        and all(len(terms) <= _JOINED and set.intersection(*map(set, terms)) for terms in statements)
        and not any(literal.negated() in literals for literal in literals)
    )


def by_component(terms: Sequence[SumTerm]) -> list[list[SumTerm]]:
    """Groups the sum terms by component: terms that share a variable directly or through other terms."""
    components: list[tuple[set[int], list[SumTerm]]] = []
    for term in terms:
        variables, linked = {literal.variable for literal in term}, [term]
        for other in [other for other in components if not other[0].isdisjoint(variables)]:
            components.remove(other)
            variables |= other[0]
            linked = [*other[1], *linked]
        components.append((variables, linked))
    return [linked for _, linked in components]


def _both_ways(product: Product) -> bool:
    """Returns whether two sum terms make one literal follow from another and back: "if a, b. If b, a."."""
    pairs = {frozenset(term) for term in product.terms if len(term) == PAIR}
    return any(frozenset(literal.negated() for literal in pair) in pairs for pair in pairs)


@lru_cache(maxsize=KEPT)
def complemented_columns(table: MintermTable, mask: int) -> MintermTable:
    """Returns the table with the columns of the mask complemented."""
    return MintermTable(table.variables, tuple(row ^ mask for row in table.rows)) if mask else table


@lru_cache(maxsize=KEPT)
def complemented_product(product: Product, mask: int) -> Product:
    """Returns the product with each literal of a variable of the mask negated."""
    if not mask:
        return product
    return Product(
        tuple(
            [
                tuple([literal.negated() if mask >> literal.variable & 1 else literal for literal in term])
                for term in product.terms
            ]
        )
    )
