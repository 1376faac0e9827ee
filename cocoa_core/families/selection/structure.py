"""The shape of a requirement before it is grounded: a minterm table, its product of sums, slots, wishes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from attrs import frozen

from cocoa_core.families.selection.composition import Meeting
from cocoa_core.families.selection.ideal import Ideal, draw_ideal
from cocoa_core.families.selection.mixes import Dials, Setting
from cocoa_core.families.selection.pool import Pool
from cocoa_core.families.selection.rejections import Rejections
from cocoa_core.logic import (
    EXACT_SLOTS,
    Literal,
    Minimized,
    MintermTable,
    Product,
    complexity_of,
    draw_table,
    minimize,
)

__all__ = ["Structure", "Wanted", "draw_structure", "measures_of", "reachable"]

_TABLES: Final = 200
_NO_DIALS: Final = Dials()
_DIALLED: Final = 10
"""How many times as many where the product has to be as dials say."""
_SOUNDED: Final = 400
"""Tables drawn to find out what products of a setting can be."""
_PAIR: Final = 2
_VARIANTS: Final = 2
"""Bits of the number by which one of a table's minimal products is chosen."""
_CONDITIONS: Final = 2
_NARROW: Final = 40
"""Tables tried, where tests are shared, before a request may be more to read; as many are left when it may
say a thing both ways: of two slots and two minterms nothing else can be said."""


@frozen
class Wanted:
    """What a requirement shall be, whatever its options.

    per_slot: one primitive for each slot. shared: share of repeated occurrences that reuse a primitive.
    plain: whether it may be a plain conjunction. turned: whether literals that are no demands point to what
    people want, too. against: whether a demand goes against that. trades: pairs of slots that go together.
    known: slots of which it has to speak of one, where there are any. dials: what the product has to be.
    meeting: the two implications that it shall have beside wishes; None for a table that is drawn.
    """

    setting: Setting
    per_slot: bool = False
    shared: float = 0.0
    plain: bool = False
    turned: bool = False
    against: bool = False
    trades: frozenset[frozenset[str]] = frozenset()
    known: Sequence[str] = ()
    dials: Dials = _NO_DIALS
    meeting: Meeting | None = None


@frozen
class Structure:
    """slots: names by variable; product: equal to the table; minimality: as `minimize` reports it.

    ideal: which literals are demands, and which way each points.
    """

    slots: tuple[str, ...]
    product: Product
    minimality: str
    table: MintermTable
    ideal: Ideal


def draw_structure(
    usable: Sequence[str], pool: Pool, wanted: Wanted, rng: random.Random, rejections: Rejections
) -> Structure | None:
    """A table in whose product every slot occurs and some sum term has two literals, its slots, and wishes.

    usable: the slots to choose from. Draws that are otherwise are counted; None after _TABLES of them.
    """
    setting = wanted.setting
    dialled = wanted.dials != Dials(near_misses=wanted.dials.near_misses)
    for tries in range(_TABLES * (_DIALLED if dialled else 1)):
        table = draw_table(setting.slots, setting.minterms, rng)
        if not _depends_on_all(table):
            rejections.count("slot does not occur")
            continue
        minimized = _minimized(table, rng.getrandbits(_VARIANTS))
        plain, readable, both_ways = _shape(minimized.product)
        if plain and not wanted.plain:
            rejections.count("plain conjunction")
            continue
        if wanted.shared and tries < _NARROW and not readable:
            rejections.count("too much to read at once")
            continue
        if wanted.shared and tries < _TABLES - _NARROW and both_ways:
            rejections.count("two conditions say the same both ways")
            continue
        slots = _draw_slots(usable, minimized.product, wanted, rng)
        directions = [pool.directions(slot) for slot in slots]
        product, table = _with_wishes(minimized.product, table, directions, rng)
        if dialled and wanted.dials.distance(*measures_of(product, table)):
            rejections.count("the product is not as the dials say")
            continue
        ideal = draw_ideal(product, table.rows, directions, wanted.turned, wanted.against, rng)
        if ideal is None:
            rejections.count("no demand can go against its direction")
            continue
        return Structure(
            slots,
            _complemented(product, ideal.complemented),
            _minimality(minimized, setting),
            MintermTable(table.variables, tuple(row ^ ideal.complemented for row in table.rows)),
            ideal,
        )
    return None


def measures_of(product: Product, table: MintermTable) -> tuple[int, int, int]:
    """Sum terms, the largest component and the largest degree of a product."""
    measures = complexity_of(product, len(table.rows))
    return measures.sum_terms, measures.component, measures.max_degree


def reachable(setting: Setting, plain: bool, rng: random.Random) -> set[tuple[int, int, int]]:
    """Measures of products that tables of a setting have, found by drawing; see `measures_of`."""
    found = set()
    for _ in range(_SOUNDED):
        table = draw_table(setting.slots, setting.minterms, rng)
        if not _depends_on_all(table):
            continue
        minimized = _minimized(table, rng.getrandbits(_VARIANTS))
        if plain or any(len(term) > 1 for term in minimized.product.terms):
            found.add(
                measures_of(*_with_wishes(minimized.product, table, [frozenset()] * setting.all_slots, rng))
            )
    return found


@lru_cache(maxsize=1 << 14)
def _minimized(table: MintermTable, variant: int) -> Minimized:
    """One of the table's minimal products: small tables come again and again."""
    return minimize(table, variant)


def _depends_on_all(table: MintermTable) -> bool:
    """Whether every variable matters to the function: a prime implicate speaks of no other variables."""
    rows = set(table.rows)
    first = table.rows[0]
    return not any(
        first ^ 1 << variable in rows and rows.issuperset([row ^ 1 << variable for row in rows])
        for variable in range(table.variables)
    )


@lru_cache(maxsize=1 << 14)
def _shape(product: Product) -> tuple[bool, bool, bool]:
    """Whether it is a plain conjunction, whether it is readable, and whether it says a thing both ways."""
    return all(len(term) == 1 for term in product.terms), _readable(product), _both_ways(product)


def _readable(product: Product) -> bool:
    """Whether there are two conditions at most, each of a single part."""
    lengths = [len(term) for term in product.terms if len(term) > 1]
    return len(lengths) <= _CONDITIONS and max(lengths, default=0) <= _PAIR


def _both_ways(product: Product) -> bool:
    """Whether two terms make one literal follow from another and back: "if a, b. If b, a."."""
    pairs = {frozenset(term) for term in product.terms if len(term) == _PAIR}
    return any(frozenset(literal.negated() for literal in pair) in pairs for pair in pairs)


def _draw_slots(
    usable: Sequence[str], product: Product, wanted: Wanted, rng: random.Random
) -> tuple[str, ...]:
    """A slot for each variable of the product, then one for each wish.

    Wishes and variables that are a sum term of their own take theirs first, any as likely as any other: what
    people trade would else never be wished for plainly. The others take slots that are traded against those
    with which they share a sum term.
    """
    setting = wanted.setting
    chosen = rng.sample(usable, setting.all_slots)
    if wanted.known and not set(wanted.known) & set(chosen):
        chosen[rng.randrange(setting.all_slots)] = rng.choice(wanted.known)
    pairs = [(one.variable, two.variable) for term in product.terms for one, two in combinations(term, 2)]
    free = sorted({variable for pair in pairs for variable in pair})
    single = {term[0].variable for term in product.terms if len(term) == 1}
    free = [variable for variable in free if variable not in single]
    if wanted.trades and free:
        _assign(chosen, free, pairs, usable, wanted, rng)
    return tuple(chosen)


def _assign(
    chosen: list[str],
    free: Sequence[int],
    pairs: Sequence[tuple[int, int]],
    usable: Sequence[str],
    wanted: Wanted,
    rng: random.Random,
) -> None:
    """Give the free variables other slots; where one of theirs is needed, the same in other places."""
    own = [chosen[variable] for variable in free]
    fixed = set(chosen) - set(own)
    others = [slot for slot in usable if slot not in fixed]
    needed = not fixed & set(wanted.known) and any(slot in wanted.known for slot in own)
    taken = _traded(chosen, free, pairs, own if needed else others, wanted, rng)
    for variable, slot in zip(free, taken, strict=True):
        chosen[variable] = slot


def _traded(
    chosen: Sequence[str],
    free: Sequence[int],
    pairs: Sequence[tuple[int, int]],
    others: Sequence[str],
    wanted: Wanted,
    rng: random.Random,
) -> list[str]:
    """A slot for each free variable: where it can, one that is traded against a slot beside it."""
    partners = _partners(wanted.trades)
    none: frozenset[str] = frozenset()
    left = rng.sample(others, len(others))
    taken = {variable: slot for variable, slot in enumerate(chosen) if variable not in free}
    for variable in free:
        beside = {taken.get(one if two == variable else two) for one, two in pairs if variable in (one, two)}
        if beside == {None}:
            together = [slot for slot in left if not partners.get(slot, none).isdisjoint(left)]
        else:
            fitting = none.union(*(partners.get(slot, none) for slot in beside if slot))
            together = [slot for slot in left if slot in fitting]
        taken[variable] = (together or left)[0]
        left.remove(taken[variable])
    return [taken[variable] for variable in free]


@lru_cache(maxsize=64)
def _partners(trades: frozenset[frozenset[str]]) -> dict[str, frozenset[str]]:
    """By slot those that people trade it against."""
    found: dict[str, set[str]] = {}
    for one, two in map(sorted, trades):
        found.setdefault(one, set()).add(two)
        found.setdefault(two, set()).add(one)
    return {slot: frozenset(others) for slot, others in found.items()}


def _with_wishes(
    product: Product, table: MintermTable, directions: Sequence[frozenset[int]], rng: random.Random
) -> tuple[Product, MintermTable]:
    """The same with a plain wish for each further slot: a column that is alike in every minterm."""
    wishes = range(table.variables, len(directions))
    if not wishes:
        return product, table
    affirmed = [variable for variable in wishes if rng.random() < 0.5]
    column = sum(1 << variable for variable in affirmed)
    terms = (*product.terms, *((Literal(variable, variable in affirmed),) for variable in wishes))
    return Product.of(terms), MintermTable(len(directions), tuple(row | column for row in table.rows))


def _complemented(product: Product, variables: int) -> Product:
    """The product with the variables of a mask denied for affirmed and the other way round."""
    if not variables:
        return product
    return Product(
        tuple(
            [
                tuple([one.negated() if variables >> one.variable & 1 else one for one in term])
                for term in product.terms
            ]
        )
    )


def _minimality(minimized: Minimized, setting: Setting) -> str:
    """Wishes are prime, and no equal product lacks them; beyond so many slots nothing is promised."""
    return minimized.minimality if setting.all_slots <= EXACT_SLOTS else "irredundant"
