"""Decides whether every part of a requirement matters, by finding for each part an option whose label depends
on it.

This is the second proof of what the generator proves with a SAT solver, by another method: options are
composed slot by slot from the states of `slot_states`, and combinations that the axioms of the schema exclude
are left out. Axioms about sums are ignored: what is redundant without them is redundant with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import chain, pairwise
from operator import and_
from typing import Final

from attrs import define, evolve, field, frozen

from cocoa_core.independent.domain_reading import Axiom, VerifierDomain
from cocoa_core.independent.kinds import kind_named, number_kind
from cocoa_core.independent.kinds.base import Measured
from cocoa_core.independent.kinds.base import TooManyStatesError as TooManyStatesError
from cocoa_core.independent.patterns import StepBudget
from cocoa_core.independent.semantics import Literal, Masks, truth
from cocoa_core.independent.slot_reading import Derived
from cocoa_core.independent.slots import Slot, Value
from cocoa_core.independent.truth_tables import NumberedTerms, Part, column, parts_not_shown


@frozen
class SlotState:
    """A state of the literals of a slot."""

    true: int
    """A mask of the literals that are true, in their order; a literal may be neither true nor false."""
    false: int
    measures: tuple[Measured, ...] = ()
    """What was asked for, as far as it is defined for the values in this state; all combinations of these
    numbers occur.
    """


@lru_cache(maxsize=1 << 10)
def slot_states(
    slot: Slot, literals: tuple[Literal, ...], measured: frozenset[str | None]
) -> tuple[SlotState, ...]:
    """Returns every state that a legal value of the slot can give, without repetition.

    Args:
        measured: the measures to report.

    Raises:
        TooManyStatesError: the slot can be filled in too many ways.
    """
    result: dict[SlotState, None] = {}
    if slot.missing:
        result[_state(slot, literals, None, ())] = None
    for value, measures in kind_named(slot.kind).states(slot, literals, measured):
        result[_state(slot, literals, value, measures)] = None
    return tuple(result)


def _state(
    slot: Slot, literals: Sequence[Literal], value: Value, measures: tuple[Measured, ...]
) -> SlotState:
    true = false = 0
    for index, literal in enumerate(literals):
        holds = truth(slot, literal, value)
        true |= (holds is True) << index
        false |= (holds is False) << index
    return SlotState(true, false, measures)


Terms = Sequence[Sequence[Literal]]


def redundant_part(domain: VerifierDomain, terms: Terms, options: Sequence[Sequence[Masks]]) -> str | None:
    """Finds the first part without which no label changes.

    A sum term matters if some option breaks it and satisfies the others. A literal matters if some option
    makes it true, the rest of its sum term false, and satisfies the other sum terms. Most parts are shown to
    matter by a truth table over the tests; the search goes on with the others.

    Args:
        terms: the product of sums.
        options: for each literal the options for which it is true or false, as masks; empty for none. What
            they show need not be searched for.

    Returns:
        "sum term 2", "literal 1 of sum term 3", or None: every part matters, or a slot has more possible
            values than the search goes through. So a part that is named is redundant for certain.

    Raises:
        StepBudgetExceededError: the search does not end.
    """
    parts_left = dict.fromkeys(_parts_not_shown(*_numbered_terms_and_rows_shown(domain, terms, options)))
    if not parts_left:
        return None
    bits = _Bits.of(terms)
    try:
        search = _Search.of(domain, terms, bits)
    except TooManyStatesError:
        return None
    while parts_left:
        part = next(iter(parts_left))
        option_masks = search.find(part)
        if option_masks is None:
            term_index, literal = part
            return (
                f"literal {literal + 1} of sum term {term_index + 1}"
                if literal >= 0
                else f"sum term {term_index + 1}"
            )
        for part_shown in bits.shown_by(*option_masks):
            parts_left.pop(part_shown, None)
    return None


def can_be_met(domain: VerifierDomain, terms: Terms) -> bool | None:
    """Returns whether some option makes no sum term false; undefined literals count as true.

    Bounds of numbers, lengths of lists and closed vocabularies are ignored, since a clash must not depend on
    them.

    Returns:
        None where a slot has more possible values than the search goes through.

    Raises:
        StepBudgetExceededError: the search does not end.
    """
    free = evolve(domain, slots={name: _unbounded(slot) for name, slot in domain.slots.items()})
    bits = _Bits.of(terms)
    try:
        search = _Search.of(free, terms, bits, lenient=True)
    except TooManyStatesError:
        return None
    return search.complete((1 << len(bits.terms)) - 1) is not None


def same_meaning(domain: VerifierDomain, first_terms: Terms, second_terms: Terms) -> bool | None:
    """Returns whether two products of sums are true of the same options and false of the same options.

    Returns:
        None where a slot has more possible values than the search goes through.

    Raises:
        StepBudgetExceededError: the search does not end.
    """
    try:
        return not any(
            _some_option_separates(domain, first, second)
            for first, second in ((first_terms, second_terms), (second_terms, first_terms))
        )
    except TooManyStatesError:
        return None


def _some_option_separates(domain: VerifierDomain, first: Terms, second: Terms) -> bool:
    """Returns whether some option makes `first` true but not `second`, or `second` false but not `first`."""
    every = (1 << len(first)) - 1
    for term in second:
        terms = [*first, term]
        bits = _Bits.of(terms)
        own = bits.terms[-1]
        if _Search.of(domain, terms, bits).complete(every, must_not_be_true=own) is not None:
            return True
        if _Search.of(domain, terms, bits, lenient=True).complete(every, must_be_false=own) is not None:
            return True
    return False


def _unbounded(slot: Slot) -> Slot:
    numbers = slot.numbers
    if numbers is not None:
        numbers = number_kind(numbers.look).wider(numbers)
    if slot.plural:
        return evolve(slot, numbers=numbers, words=None, least=0, most=slot.most + 2)
    return evolve(slot, numbers=numbers, words=None)


@frozen
class _Bits:
    """The literals of all sum terms as bits of one number, term after term."""

    terms: tuple[int, ...]
    """The literals of each sum term, as a mask."""
    first: tuple[int, ...]
    """The position of the first literal of each sum term."""

    @classmethod
    def of(cls, terms: Terms) -> _Bits:
        first, masks, offset = [], [], 0
        for term in terms:
            first.append(offset)
            masks.append((1 << len(term)) - 1 << offset)
            offset += len(term)
        return cls(tuple(masks), tuple(first))

    def shown_by(self, true: int, false: int) -> Iterator[Part]:
        """Yields the parts that matter as an option with these true and false literals shows."""
        open_terms = [index for index, mask in enumerate(self.terms) if not true & mask]
        if len(open_terms) == 1 and not self.terms[open_terms[0]] & ~false:
            yield open_terms[0], -1
        if open_terms:
            return
        for index, mask in enumerate(self.terms):
            alone = true & mask
            if alone.bit_count() == 1 and alone | false & mask == mask:
                yield index, alone.bit_length() - 1 - self.first[index]


_MOST_TESTS: Final = 8
"""The most tests in a truth table: beyond, its rows are more than the search has to look at."""


def _numbered_terms_and_rows_shown(
    domain: VerifierDomain, terms: Terms, options: Sequence[Sequence[Masks]]
) -> tuple[NumberedTerms, int]:
    """Numbers the tests of the sum terms, and finds rows of their truth table that some option has.

    Slots that no axiom ties together vary independently: if one option shows a combination of truth values
    for one group of tied slots, and another option shows one for a second group, some legal option has both.
    So the rows are found group by group and intersected.

    Returns:
        The sum terms, and the rows as bits. Bit 5 is the row on which the first and the third test are true
            and all others false. No bit is set if nothing is known: there are no options, or more than
            `_MOST_TESTS` tests.
    """
    numbers: dict[Literal, int] = {}
    numbered = []
    for term in terms:
        signed = []
        for literal in term:
            test = literal if literal.positive else literal.denied()
            number = numbers.setdefault(test, len(numbers) + 1)
            signed.append(number if literal.positive else -number)
        numbered.append(tuple(signed))
    if not options or len(numbers) > _MOST_TESTS:
        return tuple(numbered), 0
    shown = {
        abs(number): masks if number > 0 else masks[::-1]
        for number, masks in zip(chain.from_iterable(numbered), chain.from_iterable(options), strict=True)
    }
    tied: dict[frozenset[str], list[Literal]] = {}
    for test in numbers:
        tied.setdefault(_tied_slots(domain, test.slot), []).append(test)
    known = everything = (1 << (1 << len(numbers))) - 1
    for tests in tied.values():
        signs = _shown_signs([shown[numbers[test]] for test in tests])
        if len(signs) == 1 << len(tests):
            continue  # the options show every combination of this group, so it excludes no row
        columns = [column(numbers[test] - 1, 1 << len(numbers)) for test in tests]
        rows_shown = 0
        for true in signs:
            tables = [rows if true >> number & 1 else ~rows for number, rows in enumerate(columns)]
            rows_shown |= reduce(and_, tables, everything)
        known &= rows_shown
    return tuple(numbered), known


def _shown_signs(masks: Sequence[Masks]) -> list[int]:
    """Returns which tests are true of some shown option of which the others are false, as masks."""
    return [
        true
        for true in range(1 << len(masks))
        if reduce(and_, [mask[not true >> number & 1] for number, mask in enumerate(masks)])
    ]


_parts_not_shown = lru_cache(maxsize=1 << 12)(parts_not_shown)


@lru_cache(maxsize=256)
def _tied_slots(domain: VerifierDomain, slot: str) -> frozenset[str]:
    """Returns the slot, or that from which it follows, with the slots that axioms tie to it."""
    sources = {derived.slot: derived.source for derived in domain.derived}
    while slot in sources:
        slot = sources[slot]
    return frozenset({slot, *_ties(domain, frozenset({slot})).slots})


_Key = tuple[str, str | None]
"""A slot, and what is measured of it."""


@define(eq=False)
class _Choice:
    """A state of a slot, as masks."""

    true: int
    false: int
    """The false literals; `true` are the true ones."""
    satisfied: int
    """The sum terms that it satisfies."""
    never: int = 0
    """The tests of `never` axioms that hold."""
    measures: tuple[Measured, ...] = ()


@frozen(eq=False)
class _Fitting:
    """The choices of a slot that fit, with the sum terms and axiom tests that hold for some."""

    choices: Sequence[_Choice]
    satisfied: int
    never: int

    @classmethod
    def of(cls, choices: Sequence[_Choice]) -> _Fitting:
        satisfied = never = 0
        for choice in choices:
            satisfied |= choice.satisfied
            never |= choice.never
        return cls(choices, satisfied, never)


@frozen(eq=False)
class _Relations:
    """Axioms about numbers that have measures in common, one with the next."""

    keys: tuple[_Key, ...]
    """The measures that they name."""
    axioms: tuple[tuple[bool, tuple[int, ...]], ...]
    """For each axiom whether it demands equality, and its measures, as indices of `keys`."""

    @lru_cache(maxsize=1 << 12)  # noqa: B019  (what `_ties` keeps lives as long)
    def are_possible(self, measures: tuple[Measured | None, ...]) -> bool:
        """Returns whether numbers can be chosen from these ranges so that no axiom is broken.

        Args:
            measures: for each of `keys` its range; None where it is undefined, and breaks no axiom, or is not
                known yet.
        """
        relations: list[tuple[bool, list[int]]] = []
        for equal, indices in self.axioms:
            defined = [index for index in indices if measures[index] is not None]
            if len(defined) > 1 and (equal or len(defined) == len(indices)):
                relations.append((equal, defined))
        ranges = [list(measured[1:]) if measured is not None else [] for measured in measures]
        changed = bool(relations)
        while changed:
            changed = False
            for equal, defined in relations:
                for first, second in pairwise(defined):
                    changed |= _narrow(ranges[first], ranges[second], equal)
                    if ranges[first][0] > ranges[first][1] or ranges[second][0] > ranges[second][1]:
                        return False
        return True


def _separated(axioms: Sequence[Axiom]) -> tuple[_Relations, ...]:
    """Returns axioms about numbers, those that have measures in common together."""
    groups: list[tuple[list[_Key], list[Axiom]]] = []
    for axiom in axioms:
        keys, together = [(measure.slot, measure.over) for measure in axiom.measures], [axiom]
        for group in [group for group in groups if not set(keys).isdisjoint(group[0])]:
            groups.remove(group)
            keys, together = [*group[0], *keys], [*group[1], *together]
        groups.append((list(dict.fromkeys(keys)), together))
    return tuple(
        _Relations(
            tuple(keys),
            tuple(
                (
                    axiom.relation == "equal",
                    tuple(keys.index((measure.slot, measure.over)) for measure in axiom.measures),
                )
                for axiom in together
            ),
        )
        for keys, together in groups
    )


@frozen(eq=False)
class _Ties:
    """What the axioms say of some slots, and of further slots that they tie to these."""

    slots: tuple[str, ...]
    """The slots that the axioms speak of, in the order of the schema."""
    tests: Mapping[str, Sequence[tuple[Literal, int]]]
    """The literals of axioms by slot, each with a bit of its own."""
    never: tuple[int, ...]
    """For each `never` axiom the mask of its literals."""
    measured: Mapping[str, frozenset[str | None]]
    """What is measured of each slot."""
    relations: tuple[_Relations, ...]
    """The axioms about numbers. No two of these have a measure in common."""
    looked_up: Mapping[str, frozenset[str]]
    """The words that a value can have, by slot, as far as tables restrict them."""


@lru_cache(maxsize=1 << 12)
def _ties(domain: VerifierDomain, slots: frozenset[str]) -> _Ties:
    axioms = _bearing(domain.axioms, slots)
    derived = {derived_slot.slot: derived_slot for derived_slot in domain.derived}
    looked_up: dict[str, frozenset[str]] = {}
    tests: dict[str, list[tuple[Literal, int]]] = {}
    never = []
    number = 0
    for axiom in axioms:
        if axiom.tests:
            never.append((1 << len(axiom.tests)) - 1 << number)
            for literal in axiom.tests:
                source = _at_source(literal, derived, looked_up)
                tests.setdefault(source.slot, []).append((source, 1 << number))
                number += 1
    measured: dict[str, set[str | None]] = {}
    for axiom in axioms:
        for measure in axiom.measures:
            measured.setdefault(measure.slot, set()).add(measure.over)
    return _Ties(
        slots=tuple(name for name in domain.slots if name in tests or name in measured),
        tests=tests,
        never=tuple(never),
        measured={name: frozenset(over) for name, over in measured.items()},
        relations=_separated([axiom for axiom in axioms if axiom.measures]),
        looked_up=looked_up,
    )


@frozen(eq=False)
class _Search:
    """The search for an option with given labels.

    `names` are the slots, those that axioms speak of first; `choices`, `keys` (measures that axioms name),
    `relations` (the axioms that name them) and `own` (the literals, as a mask) go with them.
    """

    bits: _Bits
    ties: _Ties
    names: tuple[str, ...]
    choices: tuple[tuple[_Choice, ...], ...]
    keys: tuple[tuple[_Key, ...], ...]
    relations: tuple[tuple[_Relations, ...], ...]
    own: tuple[int, ...]
    steps: StepBudget = field(factory=StepBudget)
    _fitting: dict[tuple[int, int, int, int], _Fitting] = field(factory=dict, init=False, repr=False)

    @classmethod
    def of(cls, domain: VerifierDomain, terms: Terms, bits: _Bits, lenient: bool = False) -> _Search:
        """Prepares a search.

        Args:
            terms: the product of sums.
            lenient: whether undefined literals count as true.

        Raises:
            TooManyStatesError: a slot has too many possible values.
        """
        derived = {derived_slot.slot: derived_slot for derived_slot in domain.derived}
        asked: dict[str, list[tuple[Literal, int]]] = {}
        looked_up: dict[str, frozenset[str]] = {}
        position = 0
        for term in terms:
            for literal in term:
                source = _at_source(literal, derived, looked_up)
                asked.setdefault(source.slot, []).append((source, 1 << position))
                position += 1
        ties = _ties(domain, frozenset(asked))
        for name, words in ties.looked_up.items():
            looked_up[name] = looked_up.get(name, words) & words
        names = (*ties.slots, *[name for name in asked if name not in ties.slots])
        choices = []
        for name in names:
            slot = domain.slots[name]
            if name in looked_up:
                slot = evolve(slot, words=looked_up[name])
            measured = ties.measured.get(name, frozenset())
            tests = tuple(ties.tests.get(name, ()))
            if name in asked:
                choices.append(tuple(_choices(slot, bits.terms, asked[name], tests, measured, lenient)))
            else:
                choices.append(_unasked_choices(slot, tests, measured))
        own = tuple([sum([bit for _, bit in asked.get(name, ())]) for name in names])
        keys = tuple([tuple([(name, over) for over in ties.measured.get(name, ())]) for name in names])
        relations = tuple(
            [
                tuple([part for part in ties.relations if not set(own_keys).isdisjoint(part.keys)])
                for own_keys in keys
            ]
        )
        return cls(bits, ties, names, tuple(choices), keys, relations, own)

    def find(self, part: Part) -> tuple[int, int] | None:
        """Returns true and false literals of an option whose label depends on the part; None for none."""
        term_index, literal = part
        must_be_true = 0 if literal < 0 else 1 << self.bits.first[term_index] + literal
        must_be_false = self.bits.terms[term_index] & ~must_be_true
        every = (1 << len(self.bits.terms)) - 1 & ~(1 << term_index)
        return self.complete(every, must_be_true=must_be_true, must_be_false=must_be_false)

    def complete(
        self, every: int, *, must_be_true: int = 0, must_be_false: int = 0, must_not_be_true: int = 0
    ) -> tuple[int, int] | None:
        """Returns the true and the false literals of an option that satisfies these sum terms; None if there
        is none.

        Args:
            every: the sum terms to satisfy, as a mask.
            must_be_true: literals that have to be true.
            must_be_false: literals that have to be false.
            must_not_be_true: literals that have to be false or undefined.
        """
        fitting = self._all_fitting(must_be_true, must_be_false, must_not_be_true)
        all_tests = self.ties.never
        reachable = [0] * (len(fitting) + 1)
        undecided = [0] * (len(fitting) + 1)  # tests of axioms of which some are still to come
        later = 0
        for index in range(len(fitting) - 1, -1, -1):
            reachable[index] = reachable[index + 1] | fitting[index].satisfied
            if all_tests:
                later |= fitting[index].never
                undecided[index] = sum([tests for tests in all_tests if tests & later])
        return _Completion(self, fitting, every, reachable, undecided).extended(0, 0, 0, 0, 0)

    def _all_fitting(self, must_be_true: int, must_be_false: int, must_not_be_true: int) -> list[_Fitting]:
        """Returns for each slot the choices that make some literals true, some false, and some not true."""
        result = []
        for number, own in enumerate(self.own):
            wanted, unwanted, avoided = must_be_true & own, must_be_false & own, must_not_be_true & own
            fitting = self._fitting.get((number, wanted, unwanted, avoided))
            if fitting is None:
                choices: Sequence[_Choice] = self.choices[number]
                if wanted or unwanted or avoided:
                    choices = [
                        choice
                        for choice in choices
                        if not (wanted & ~choice.true or unwanted & ~choice.false or avoided & choice.true)
                    ]
                if number >= len(self.ties.slots):  # nothing speaks against choices that satisfy the most
                    choices = _maximal(choices)
                fitting = self._fitting[number, wanted, unwanted, avoided] = _Fitting.of(choices)
            result.append(fitting)
        return result

    def add_measures(self, depth: int, choice: _Choice, numbers: dict[_Key, Measured | None]) -> bool:
        """Adds the measures of a choice to the numbers.

        Returns whether all axioms about numbers can still hold. In the numbers, None is a measure that is
        undefined; one that is missing is not known yet.
        """
        for measure in choice.measures:
            numbers[self.names[depth], measure[0]] = measure
        for relations in self.relations[depth]:
            if not relations.are_possible(tuple([numbers.get(key) for key in relations.keys])):
                return False
        return True


@define(eq=False)
class _Completion:
    """One search for a choice of every slot, slot after slot.

    It is no nested function: that would refer to itself, and leave each search to the collector of cycles.
    """

    search: _Search
    fitting: Sequence[_Fitting]
    every: int
    """The sum terms to satisfy."""
    reachable: Sequence[int]
    """The sum terms that the slots from each depth on can satisfy."""
    undecided: Sequence[int]
    """The tests of axioms of which some are still to come, by depth."""
    numbers: dict[_Key, Measured | None] = field(factory=dict)
    failed: set[tuple[object, ...]] = field(factory=set)

    def extended(
        self, depth: int, satisfied: int, never: int, true: int, false: int
    ) -> tuple[int, int] | None:
        """Returns the true and the false literals of a whole choice that begins so; None if there is none."""
        search, numbers, failed = self.search, self.numbers, self.failed
        if failed and (depth, satisfied, never & self.undecided[depth], *numbers.values()) in failed:
            return None  # what was chosen before matters by this alone
        search.steps.take()
        missing = self.every & ~satisfied
        if missing & ~self.reachable[depth]:
            return None
        if depth == len(self.fitting):
            return true, false
        all_tests, keys, choices = search.ties.never, search.keys[depth], self.fitting[depth].choices
        if len(choices) > 1:
            choices = sorted(choices, key=lambda candidate: -(candidate.satisfied & missing).bit_count())
        for choice in choices:
            held = never | choice.never
            if all_tests and any(not tests & ~held for tests in all_tests):
                continue
            for key in keys:
                numbers[key] = None
            if choice.measures and not search.add_measures(depth, choice, numbers):
                continue
            result = self.extended(
                depth + 1, satisfied | choice.satisfied, held, true | choice.true, false | choice.false
            )
            if result is not None:
                return result
        for key in keys:
            numbers.pop(key, None)
        failed.add((depth, satisfied, never & self.undecided[depth], *numbers.values()))
        return None


def _maximal(choices: Iterable[_Choice]) -> list[_Choice]:
    """Removes choices whose satisfied sum terms are all among those of another choice."""
    result: list[_Choice] = []
    for choice in sorted(choices, key=lambda candidate: candidate.satisfied.bit_count(), reverse=True):
        if not any(choice.satisfied & ~other.satisfied == 0 for other in result):
            result.append(choice)
    return result


def _narrow(smaller: list[int], larger: list[int], equal: bool) -> bool:
    """Narrows two ranges, in place, to the numbers that allow `smaller <= larger`, or `==` if `equal`.

    A range is [low, high, step]: the multiples of the step from low to high. Once no pair of ranges changes
    any more, the low ends of all ranges satisfy every relation.

    Returns:
        Whether a range changed.
    """
    if smaller[0] <= larger[0] and smaller[1] <= larger[1] and (not equal or smaller == larger):
        return False
    before = (*smaller, *larger)
    larger[0] = _rounded_up(max(smaller[0], larger[0]), larger[2])
    smaller[1] = _rounded_down(min(smaller[1], larger[1]), smaller[2])
    if equal:
        smaller[0] = _rounded_up(larger[0], smaller[2])
        larger[1] = _rounded_down(smaller[1], larger[2])
    return before != (*smaller, *larger)


def _rounded_up(number: int, step: int) -> int:
    return -(-number // step) * step


def _rounded_down(number: int, step: int) -> int:
    return number // step * step


def _choices(
    slot: Slot,
    terms: Sequence[int],
    asked: Sequence[tuple[Literal, int]],
    tests: Sequence[tuple[Literal, int]],
    measured: frozenset[str | None],
    lenient: bool,
) -> Iterator[_Choice]:
    every = (*asked, *tests)
    of_literals = [
        (1 << index, bit, sum([1 << number for number, term in enumerate(terms) if term & bit]))
        for index, (_, bit) in enumerate(asked)
    ]
    of_tests = [(1 << len(asked) + index, bit) for index, (_, bit) in enumerate(tests)]
    for state in slot_states(slot, tuple([literal for literal, _ in every]), measured):
        true = false = satisfied = never = 0
        for mask, bit, term in of_literals:
            if state.true & mask:
                true |= bit
                satisfied |= term
            elif state.false & mask:
                false |= bit
            elif lenient:
                satisfied |= term
        for mask, bit in of_tests:
            if state.true & mask:
                never |= bit
        yield _Choice(true, false, satisfied, never, state.measures)


@lru_cache(maxsize=256)
def _unasked_choices(
    slot: Slot, tests: tuple[tuple[Literal, int], ...], measured: frozenset[str | None]
) -> tuple[_Choice, ...]:
    """Returns the choices of a slot that axioms alone speak of."""
    return tuple(_choices(slot, (), (), tests, measured, False))


def _at_source(
    literal: Literal, derived: Mapping[str, Derived], looked_up: dict[str, frozenset[str]]
) -> Literal:
    """Turns a literal of a derived slot into one of its source; `looked_up` receives possible words."""
    while literal.slot in derived:
        derived_slot = derived[literal.slot]
        args = tuple(sorted(word for word, to in derived_slot.words.items() if to in literal.args))
        test = "one_of" if literal.test == "is" else literal.test
        words = frozenset(derived_slot.words)
        looked_up[derived_slot.source] = looked_up.get(derived_slot.source, words) & words
        literal = evolve(literal, slot=derived_slot.source, test=test, args=args)
    return literal


def _bearing(axioms: Sequence[Axiom], slots: frozenset[str]) -> list[Axiom]:
    """Returns the axioms that speak of these slots, or of slots that other axioms tie to them."""
    result: list[Axiom] = []
    waiting = [(axiom, axiom.slots) for axiom in axioms if axiom.relation != "sum"]
    tied = set(slots)
    grown = True
    while grown:
        grown, still_waiting = False, []
        for axiom, named in waiting:
            if tied.isdisjoint(named):
                still_waiting.append((axiom, named))
            else:
                result.append(axiom)
                tied |= named
                grown = True
        waiting = still_waiting
    return result
