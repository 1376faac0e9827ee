"""Derives what a record states of its requirement: truth table, minimality, graph, entropy, composition."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import Any, Final

from attrs import evolve, frozen

from cocoa_core.independent import OPPOSITE, Literal, VerifierDomain, column, parts_not_shown, rows_true
from cocoa_core.verification.report import Flaw, unequal
from cocoa_core.verification.selection.parsed_question import ParsedQuestion, Product

Sign = tuple[str, bool]
"""A slot and whether it is affirmed: a literal of the product without its test."""

_EXACT_SLOTS: Final = 8
_EXACT_MINTERMS: Final = 4
"""Up to these sizes a product is promised to be the exact minimum; beyond, it is never said to be."""
_CLAUSE: Final = 1000
"""The cost of a sum term, which is more than that of any number of literals."""


@frozen
class TruthTable:
    """A product as a truth table."""

    minterms: int
    """The number of rows on which the product is true."""
    prime: bool
    """Whether no literal can go."""
    irredundant: bool
    """Whether no sum term can go."""
    slots: int
    """The number of variables, the first of which changes fastest over the rows."""
    rows: int
    """The table, bit by bit."""

    @property
    def promised(self) -> bool:
        """Whether a table of this size has its exact minimum."""
        return self.slots <= _EXACT_SLOTS and self.minterms <= _EXACT_MINTERMS


@lru_cache(maxsize=256)
def table_of(terms: Product) -> TruthTable:
    """Returns the truth table of a product over its slots."""
    slots = sorted({slot for term in terms for slot, _ in term})
    numbers = {slot: number for number, slot in enumerate(slots, 1)}
    numbered = tuple(
        [tuple([numbers[slot] if sign else -numbers[slot] for slot, sign in term]) for term in terms]
    )
    rows = rows_true(numbered, len(slots))
    idle = parts_not_shown(numbered, (1 << (1 << len(slots))) - 1)
    return TruthTable(
        minterms=rows.bit_count(),
        slots=len(slots),
        rows=rows,
        prime=rows > 0 and all(literal < 0 for _, literal in idle),
        irredundant=all(literal >= 0 for _, literal in idle),
    )


def is_minimum(product: Product) -> bool:
    """Returns whether no equal product of a promised size has fewer sum terms, then fewer literals."""
    table = table_of(product)
    literals = sum(map(len, product))
    return not _has_cheaper(_canonical(table), _CLAUSE * len(product) + literals)


@lru_cache(maxsize=1 << 12)
def _canonical(table: TruthTable) -> tuple[int, tuple[int, ...]]:
    """Returns a form that ignores the order of minterms and slots, and slots negated throughout."""
    rows = [row for row in range(1 << table.slots) if table.rows >> row & 1]
    every = (1 << len(rows)) - 1

    def columns(order: tuple[int, ...]) -> tuple[int, ...]:
        slot_columns = (
            sum((row >> slot & 1) << index for index, row in enumerate(order)) for slot in range(table.slots)
        )
        return tuple(sorted(min(bits, every ^ bits) for bits in slot_columns))

    return len(rows), min(map(columns, permutations(rows)))


@lru_cache(maxsize=4096)
def _has_cheaper(table: tuple[int, tuple[int, ...]], bound: int) -> bool:
    """Returns whether some equal product costs less, by branch and bound over the prime implicates.

    A product is equal if its sum terms are implicates and every row that is no minterm fails one of them. The
    lower bound: rows of which no two are failed by the same prime need one prime each.
    """
    primes = list(_primes(*table))
    failed_by: dict[int, None] = {}
    for row in range(1 << len(table[1])):
        failing = sum(1 << index for index, (failed, _) in enumerate(primes) if failed >> row & 1)
        if failing:
            failed_by[failing] = None
    hardest: list[int] = []  # a row is let be where another one's primes are all among its own
    for failing in sorted(failed_by, key=int.bit_count):
        if not any(failing & other == other for other in hardest):
            hardest.append(failing)
    costs = [cost for _, cost in primes]
    choices = [[index for index in range(len(primes)) if failing >> index & 1] for failing in hardest]
    covers = [
        sum(1 << row for row, failing in enumerate(hardest) if failing >> index & 1)
        for index in range(len(primes))
    ]
    cheapest = [min(costs[index] for index in prime_indices) for prime_indices in choices]
    near = [0] * len(hardest)
    for row, prime_indices in enumerate(choices):
        for index in prime_indices:
            near[row] |= covers[index]

    def cheaper(left: int, spent: int) -> bool:
        if not left:
            return spent < bound
        least, apart = spent, left
        while apart:
            row = (apart & -apart).bit_length() - 1
            least += cheapest[row]
            apart &= ~near[row]
        if least >= bound:
            return False
        row = (left & -left).bit_length() - 1
        return any(cheaper(left & ~covers[index], spent + costs[index]) for index in choices[row])

    return cheaper((1 << len(hardest)) - 1, 0)


def _primes(minterms: int, columns: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yields each prime implicate: the rows that fail it, as bits, and its cost.

    A sum term is an implicate if each minterm makes one of its literals true, and prime if each literal is
    the only true one on some minterm. So it has at most as many literals as there are minterms.
    """
    every, rows = (1 << minterms) - 1, 1 << len(columns)
    full = (1 << rows) - 1
    signs = []
    for slot, bits in enumerate(columns):
        true = column(slot, rows)
        signs += [(slot, bits, full ^ true), (slot, every ^ bits, true)]
    for size in range(1, minterms + 1):
        for term in combinations(signs, size):
            once = twice = 0
            failed = full
            for _, bits, false in term:
                once, twice = once | bits, twice | once & bits
                failed &= false
            if once == every and failed and all(bits & ~twice for _, bits, _ in term):
                yield failed, _CLAUSE + size


_ROUNDING = 5e-5 + 1e-9
"""Records hold four decimals."""


@frozen
class GraphMeasures:
    """The measures of a dependency graph; component and path count vertices."""

    component: int
    longest_path: int
    max_degree: int
    average_degree: float


def complexity_flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds measures that are not those of the requirement and the options."""
    stated = question.record["complexity"]
    expected, average_degree = _measured(question.product)
    literals = sum(map(len, question.terms))
    for name, number in (*expected, ("literals", literals)):
        yield from unequal("complexity", f"{name} is another", stated[name], number)
    if not math.isclose(stated["average_degree"], average_degree, abs_tol=_ROUNDING):
        got, wanted = str(stated["average_degree"]), f"{average_degree:.4f}"
        yield Flaw("complexity", "average_degree is another", got, wanted)
    yield from _entropies(question)
    atypical = _atypical(question)
    yield from unequal("complexity", "atypical is another", stated["atypical"], atypical)
    against = _unwanted_demands(question)
    if against is not None and stated["against"] != against:
        yield Flaw("complexity", "against is another", stated["against"], against)


@lru_cache(maxsize=1 << 10)
def _measured(product: Product) -> tuple[tuple[tuple[str, int], ...], float]:
    """Returns the whole numbers that a requirement's form gives, by name, and the average degree."""
    edges = [frozenset([slot for slot, _ in term]) for term in product]
    slots = frozenset[str]().union(*edges)
    graph = graph_of(slots, frozenset(edges))
    numbers = {
        "slots": len(slots),
        "minterms": table_of(product).minterms,
        "sum_terms": len(product),
        "width": sum(len(edge) > 1 for edge in edges),
        "component": graph.component,
        "longest_path": graph.longest_path,
        "max_degree": graph.max_degree,
    }
    return tuple(numbers.items()), graph.average_degree


def _entropies(question: ParsedQuestion) -> Iterator[Flaw]:
    stated = question.record["complexity"]["entropy"]
    if list(stated) != list(question.values):
        yield Flaw("complexity", "entropy is not of the options", list(stated))
        return
    literals = [question.masks(literal) for term in question.terms for literal in term]
    for label, bit in question.bits.items():
        satisfied = sum([1 for true, _ in literals if true & bit])
        bits = entropy(satisfied, len(literals))
        if not math.isclose(stated[label], bits, abs_tol=_ROUNDING):
            yield Flaw("complexity", f"entropy of {label} is another", stated[label], f"{bits:.4f}")


def _atypical(question: ParsedQuestion) -> list[str]:
    """Returns the rules of literals that few people ask for, once the negation is carried out in the test."""
    result = set()
    for nodes, term in zip(question.record["requirement"]["terms"], question.terms, strict=True):
        for node, literal in zip(nodes, term, strict=True):
            if _effective(literal) in question.domain.rules[node["rule"]].atypical:
                result.add(node["rule"])
    return sorted(result)


def _effective(literal: Literal) -> str:
    test, positive = (
        ("any", not literal.positive) if literal.test == "none" else (literal.test, literal.positive)
    )
    return test if positive else OPPOSITE.get(test, f"not_{test}")


def _unwanted_demands(question: ParsedQuestion) -> list[str] | None:
    """Returns the rules of demands against what people want; None where it is unclear what is demanded."""
    if question.demands is None:
        return None
    result = set()
    nodes = question.record["requirement"]["terms"]
    for term, literals, demand in zip(nodes, question.terms, question.demands, strict=True):
        name = term[demand]["rule"]
        if direction(literals[demand], question.domain.rules[name].wanted) < 0:
            result.add(name)
    return sorted(result)


def direction(literal: Literal, wanted: str) -> int:
    """Returns 1 for a literal on the side that people want, -1 on the other, 0 where they want neither."""
    side = _side(_effective(literal))
    return 1 if side == wanted else -1 if _UNWANTED.get(wanted) == side else 0


_UNWANTED: Final = {"less": "more", "more": "less", "yes": "no", "no": "yes"}
_SIDES: Final = {"less": "less", "at_most": "less", "more": "more", "at_least": "more"}


def _side(test: str) -> str:
    return _SIDES.get(test, "no" if test.startswith("not_") else "yes")


def entropy(satisfied: int, literals: int) -> float:
    """Returns the entropy of the share of satisfied literals, in bits, from 0 to 1."""
    if satisfied in (0, literals):
        return 0.0
    share = satisfied / literals
    return -(share * math.log2(share) + (1 - share) * math.log2(1 - share))


def graph_of(slots: frozenset[str], terms: frozenset[frozenset[str]]) -> GraphMeasures:
    """Returns the measures of a dependency graph.

    Args:
        terms: the slots of each sum term; each two of them are joined by an edge.
    """
    near: dict[str, set[str]] = {slot: set() for slot in slots}
    for term in terms:
        for first, second in combinations(sorted(term), 2):
            near[first].add(second)
            near[second].add(first)
    components = _components(near)
    degrees = [len(others) for others in near.values()]
    return GraphMeasures(
        component=max(map(len, components)),
        longest_path=max(_longest_path(near, component) for component in components),
        max_degree=max(degrees),
        average_degree=sum(degrees) / len(degrees),
    )


def _components(near: dict[str, set[str]]) -> list[set[str]]:
    unreached, components = set(near), []
    while unreached:
        reached: set[str] = set()
        border = {unreached.pop()}
        while border:
            reached |= border
            border = {other for slot in border for other in near[slot]} - reached
        unreached -= reached
        components.append(reached)
    return components


def _longest_path(near: dict[str, set[str]], component: set[str]) -> int:
    """Returns the number of vertices on the longest simple path of a component.

    A set of n vertices is the index of a bit in an integer of 2^n bits. For each vertex one such integer
    holds the sets that a path ending there can visit. All grow together, step by step: at most n^3
    operations.
    """
    if any(_walk(near, start) == len(component) for start in component):
        return len(component)
    names = sorted(component)
    number_of = {name: number for number, name in enumerate(names)}
    without = [~column(number, 1 << len(names)) for number in range(len(names))]
    paths = [1 << (1 << number) for number in range(len(names))]
    for length in range(1, len(names)):
        longer = []
        for number, name in enumerate(names):
            reaching = 0
            for other in near[name]:
                reaching |= paths[number_of[other]]
            longer.append((reaching & without[number]) << (1 << number))
        if not any(longer):
            return length
        paths = longer
    return len(component)


def _walk(near: dict[str, set[str]], start: str) -> int:
    """Returns the length of a path that goes on to the neighbour with the fewest ways on (Warnsdorff)."""
    visited, end = {start}, start
    while ways := near[end] - visited:
        end = min(sorted(ways), key=lambda way: len(near[way] - visited))
        visited.add(end)
    return len(visited)


_TURNED: Final = frozenset({"more", "at_least"})


def composition_flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds parts of the composition that differ; nothing where the record has no demands."""
    stated = question.record["composition"]
    if question.demands is None:
        return
    for name, derived in composition_of(question, question.demands).items():
        yield from unequal("composition", f"{name} of the requirement is another", stated[name], derived)


def composition_of(question: ParsedQuestion, demands: Sequence[int]) -> dict[str, Any]:
    """Returns the composition as a record has it.

    An implication is its sources, slots with signs, and the literal that it demands.
    """
    implications = []
    for number, index in enumerate(demands):
        signs = [
            (implication.slot, _sign(question, number, literal_index))
            for literal_index, implication in enumerate(question.terms[number])
        ]
        demanded = signs.pop(index)
        implications.append((frozenset((slot, not sign) for slot, sign in signs), demanded))
    names = _primitive_names(question.domain)
    primitives = {
        label: [_written(*implication, written) for implication in implications]
        for label, written in names.items()
    }
    arrows = [(*sources, target) for sources, target in dict.fromkeys(implications) if len(sources) == 1]
    wide = any(len(sources) > 1 for sources, _ in implications)
    meetings: Counter[str] = Counter()
    chains = []
    for index, (source, target) in enumerate(arrows):
        for other_source, other_target in arrows[:index]:
            slots = {source[0], target[0], other_source[0], other_target[0]}
            if len(slots) == 3:
                equal_ends = (source[0] == other_source[0], target[0] == other_target[0])
                meetings["B" if equal_ends[0] else "C" if equal_ends[1] else "A"] += 1
                chains.append(target == other_source or other_target == source)
    structure = "none" if not meetings else "mixed" if len(meetings) > 1 else "".join(meetings)
    basic = None
    if len(arrows) == 2 and not wide:
        slots = {slot for arrow in arrows for slot, _ in arrow}
        basic = {2: "P", 3: structure, 4: "D"}[len(slots)]
    return {
        "labels": {name: sorted(set(written)) for name, written in primitives.items()},
        "terms": primitives["slot"],
        "structure": structure,
        "profile": dict(meetings),
        "basic": basic,
        "chained": all(chains) if structure == "A" else None,
    }


def _sign(question: ParsedQuestion, term_index: int, literal_index: int) -> bool:
    """Returns whether a literal is on the wanted side; where there is none, whether it is affirmed."""
    literal = question.terms[term_index][literal_index]
    if literal.test == "is" and literal.args[0] is False:
        literal = evolve(literal, args=(True,), positive=not literal.positive)
    node = question.record["requirement"]["terms"][term_index][literal_index]
    wanted = direction(literal, question.domain.rules[node["rule"]].wanted)
    return wanted > 0 if wanted else _affirmed(literal)


def _affirmed(literal: Literal) -> bool:
    """Returns whether a literal is affirmed: of two that negate each other, one always is."""
    named_by_negation = (
        literal.over == "any"
        or literal.test == "none"
        or (literal.over != "each" and literal.test in _TURNED)
    )
    return literal.positive != named_by_negation


@lru_cache(maxsize=16)
def _primitive_names(domain: VerifierDomain) -> Mapping[str, Mapping[str, str]]:
    """Returns, for each kind of label, how it writes the slots."""
    return {
        "polarity": dict.fromkeys(domain.slots, "*"),
        "family": {name: slot.topic or slot.kind for name, slot in domain.slots.items()},
        "slot": {name: name for name in domain.slots},
    }


def _written(sources: frozenset[Sign], demanded: Sign, names: Mapping[str, str]) -> str:
    before = sorted([("+" if sign else "-") + names[slot] for slot, sign in sources])
    return f"{'&'.join(before)}>{'+' if demanded[1] else '-'}{names[demanded[0]]}"
