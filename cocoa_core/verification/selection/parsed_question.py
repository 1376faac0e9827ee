"""Parses a question: typed values of its options, and typed literals of its requirement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from string import ascii_uppercase
from typing import Any, Final

from attrs import field, frozen

from cocoa_core.independent import (
    Literal,
    Masks,
    Truth,
    Value,
    VerifierDomain,
    all_masks,
    any_mask,
    derived_text,
    derived_value,
    read_literal,
    read_shown,
)
from cocoa_core.verification.report import Flaw

_MOST_SLOTS: Final = 20
"""A truth table over more slots would take all memory."""
_MOST_OPTIONS: Final = 2048
"""Cached options: each is in five questions of a set, up to a hundred records apart, and the rows of a small
catalogue are all kept: of the options of 4,000 questions about hotels, 1,000 are read instead of 2,100. They
take some 5 kB each.
"""
_MOST_LITERALS: Final = 1000
"""More than the longest request can say."""

TO_BE_CONFIRMED: Final = "to be confirmed"
"""What stands in place of a value that a question hides."""

Terms = tuple[tuple[Literal, ...], ...]
Product = tuple[frozenset[tuple[str, bool]], ...]
"""A product of sums of literals that are a slot and whether it is affirmed."""


class _ShownValues(dict[str, Value]):
    """The values of an option, by slot.

    It is hashed by identity, so that a cache of what follows from it need not look at the values.
    """

    __hash__ = object.__hash__  # type: ignore[assignment]


@frozen
class Needs:
    """What an ask demands of a record."""

    options: tuple[int, int] = (2, 1000)
    """The smallest and the largest number of options."""
    requirement: bool = True
    """Whether there are sum terms."""
    hidden: bool = False
    """Whether options may hide values."""
    undecided: bool = False
    """Whether an option may be neither right nor wrong."""
    table: bool = True
    """Whether the sum terms are the product of a minterm table, whose size the setting states."""


@frozen(eq=False)
class ParsedQuestion:
    """One question."""

    record: Mapping[str, Any]
    domain: VerifierDomain
    values: Mapping[str, Mapping[str, Value]]
    """By label and slot: the values of shown slots, and of those that follow from them by tables."""
    shown: Mapping[str, Mapping[str, str]]
    """The texts of these values."""
    terms: Terms
    """The requirement."""
    right: tuple[str, ...] = field(init=False)
    """The labels that satisfy the requirement, according to the record."""
    bits: Mapping[str, int] = field(init=False)
    """The bit of each label in `Masks`."""
    product: Product = field(init=False)
    """The product of sums over slots, which are numbered as they first appear: equal for requirements of one
    form, so that what follows from it is derived once.
    """
    demands: tuple[int, ...] | None = field(init=False)
    """For each sum term the index of the demanded literal; None where the record's do not fit."""
    _masks: dict[Literal, Masks] = field(factory=dict, init=False, repr=False)
    _term_masks: list[Masks] = field(factory=list, init=False, repr=False)
    _broken_terms: dict[str, tuple[int, ...]] = field(factory=dict, init=False, repr=False)

    @right.default
    def _stated_right(self) -> tuple[str, ...]:
        return tuple(self.record["certificate"]["satisfied"])

    @product.default
    def _numbered_product(self) -> Product:
        numbers: dict[str, str] = {}
        return tuple(
            [
                frozenset(
                    [
                        (numbers.setdefault(literal.slot, str(len(numbers))), literal.positive)
                        for literal in term
                    ]
                )
                for term in self.terms
            ]
        )

    @bits.default
    def _bit_of_each_label(self) -> Mapping[str, int]:
        return {label: 1 << number for number, label in enumerate(self.values)}

    @property
    def group(self) -> Mapping[str, str]:
        """What the options have in common, by slot: as the first shows it, or as the record states it."""
        first = next(iter(self.shown.values()), None)
        asked = self.record.get("asked", {})
        return first if first is not None else asked.get("group", {})

    def masks(self, literal: Literal) -> Masks:
        """Returns the options for which a literal is true, and those for which it is false.

        An option that does not show the slot is in neither.
        """
        masks = self._masks.get(literal)
        if masks is None:
            true = false = 0
            for values, bit in zip(self.values.values(), self.bits.values(), strict=True):
                truth = self.domain.truth(literal, values)
                if truth:
                    true |= bit
                elif truth is False:
                    false |= bit
            masks = self._masks[literal] = true, false
        return masks

    def term_masks(self) -> Sequence[Masks]:
        """Returns for each sum term the options for which it is true, and those for which it is false."""
        if not self._term_masks:
            self._term_masks.extend(
                [any_mask([self.masks(literal) for literal in term]) for term in self.terms]
            )
        return self._term_masks

    def label_masks(self) -> Masks:
        """Returns the options for which the requirement is true, and those for which it is false."""
        return all_masks(self.term_masks())

    def truth(self, literal: Literal, label: str) -> Truth:
        """Returns the truth of a literal for an option; None also where nobody can see the slot."""
        return _truth(self.masks(literal), self.bits[label])

    def term_truths(self, label: str) -> tuple[Truth, ...]:
        """Returns the truth of every sum term for an option."""
        bit = self.bits[label]
        return tuple([_truth(masks, bit) for masks in self.term_masks()])

    def broken_terms(self, label: str) -> tuple[int, ...]:
        """Returns the indices of the sum terms that an option breaks."""
        broken = self._broken_terms.get(label)
        if broken is None:
            bit = self.bits[label]
            broken = tuple([index for index, (_, false) in enumerate(self.term_masks()) if false & bit])
            self._broken_terms[label] = broken
        return broken

    @demands.default
    def _fitting_demands(self) -> tuple[int, ...] | None:
        stated = tuple(self.record["requirement"]["demands"])
        if len(stated) != len(self.terms):
            return None
        fit = all(index < len(term) for index, term in zip(stated, self.terms, strict=True))
        return stated if fit else None


def _truth(masks: Masks, bit: int) -> Truth:
    return True if masks[0] & bit else False if masks[1] & bit else None


def labels_of(options: int) -> tuple[str, ...]:
    """Returns the labels of a number of options: A to Z, AA, AB and so on."""
    labels: list[str] = []
    while len(labels) < options:
        prefixes = [""] if not labels else [prefix for prefix in labels if len(prefix) == len(labels[-1])]
        labels += [prefix + letter for prefix in prefixes for letter in ascii_uppercase]
    return tuple(labels[:options])


def parse_question(
    record: Mapping[str, Any], domain: VerifierDomain, needs: Needs
) -> tuple[ParsedQuestion | None, list[Flaw]]:
    """Returns the question, or None and the flaws for which its options or requirement cannot be read."""
    flaws: list[Flaw] = []
    labels = tuple(option["label"] for option in record["options"])
    least, most = needs.options
    if not least <= len(labels) <= most or labels != labels_of(len(labels)):
        expected = f"{least} to {most} options with the labels A, B, C and so on"
        return None, [Flaw("options", "the options have other labels, or are too few", labels, expected)]
    values, shown = {}, {}
    for option in record["options"]:
        label = option["label"]
        shown[label], values[label] = read_option(option, domain, flaws, needs.hidden)
    right = record["certificate"]["satisfied"]
    if not right.keys() <= values.keys():
        problem = "satisfied names an option that is not shown"
        return None, [*flaws, Flaw("certificate", problem, list(right), labels)]
    nodes = record["requirement"]["terms"]
    if sum(map(len, nodes)) > _MOST_LITERALS:
        return None, [Flaw("requirement", f"the requirement has more than {_MOST_LITERALS} literals")]
    terms = parse_terms(nodes, domain, flaws) if nodes or needs.requirement else ()
    if flaws:
        return None, flaws
    return ParsedQuestion(record, domain, values, shown, terms), []


def read_option(
    option: Mapping[str, Any], domain: VerifierDomain, flaws: list[Flaw], hidden: bool
) -> tuple[dict[str, str], dict[str, Value]]:
    """Returns the texts and the values of an option, by slot.

    Args:
        flaws: receives what is wrong.
        hidden: whether values may be hidden.
    """
    name, texts = f"option {option['label']}", option["shown"]
    if tuple(texts) != domain.labels:
        flaws.append(
            Flaw(
                "shown",
                f"{name} does not show the slots of the schema in order",
                list(texts),
                domain.labels,
            )
        )
        return {}, {}
    shown, values, problems = _read_texts(domain, tuple(texts.values()), hidden)
    flaws += [Flaw(what, f"{name} {problem}", got) for what, problem, got in problems]
    return shown, values


@lru_cache(_MOST_OPTIONS)
def _read_texts(
    domain: VerifierDomain, texts: tuple[str, ...], hidden: bool
) -> tuple[dict[str, str], dict[str, Value], tuple[tuple[str, str, str], ...]]:
    """Returns texts, values and problems (kind, words, got). It is cached: nobody may change it."""
    shown: dict[str, str] = {}
    values = _ShownValues()
    problems = []
    for slot, text in zip(
        [shown_slot for shown_slot in domain.slots.values() if shown_slot.shown], texts, strict=True
    ):
        shown[slot.name] = text
        if hidden and text == TO_BE_CONFIRMED:
            continue
        try:
            values[slot.name] = read_shown(slot, text)
        except (ValueError, OverflowError) as error:
            problems.append(("shown", f"shows an unreadable {slot.label}", str(error)))
    for derived in domain.derived:
        if derived.source in values:
            try:
                values[derived.slot] = derived_value(derived, values[derived.source])
                shown[derived.slot] = derived_text(values[derived.slot])
            except ValueError as error:
                problems.append(("knowledge", f"has no known {derived.slot}", str(error)))
    return shown, values, tuple(problems)


def parse_terms(nodes: Any, domain: VerifierDomain, flaws: list[Flaw]) -> Terms:
    if not nodes or not all(nodes):
        flaws.append(Flaw("requirement", "the requirement or one of its sum terms is empty"))
    terms = []
    for number, node in enumerate(nodes, 1):
        term = []
        for literal_number, node_literal in enumerate(node, 1):
            try:
                stated = {**node_literal, "values": tuple(node_literal["values"])}
                term.append(_literal(domain, tuple(stated.items())))
            except (ValueError, OverflowError) as error:
                flaws.append(
                    Flaw(
                        "requirement",
                        f"literal {literal_number} of sum term {number} cannot be read",
                        error,
                    )
                )
        terms.append(tuple(term))
    if len({parsed_literal.slot for term in terms for parsed_literal in term}) > _MOST_SLOTS:
        flaws.append(Flaw("requirement", f"the requirement speaks of more than {_MOST_SLOTS} slots"))
    return tuple(terms)


@lru_cache(1 << 12)
def _literal(domain: VerifierDomain, node: tuple[tuple[str, Any], ...]) -> Literal:
    """Returns the literal of a node, given as its keys and values: in a run five of six are read once.

    Raises:
        ValueError: the domain has no such literal.
    """
    stated = dict(node)
    slot, rule = domain.slots.get(stated["slot"]), domain.rules.get(stated["rule"])
    if slot is None or not (slot.shown or slot.name in domain.derived_slots):
        raise ValueError(f"there is no shown slot {stated['slot']!r}")
    if rule is None or rule.slot != slot.name:
        raise ValueError(f"{slot.name} has no rule {stated['rule']!r}")
    if rule.over != stated["over"] or stated["test"] not in rule.tests:
        over = f" over {stated['over']}" if stated["over"] else ""
        raise ValueError(f"the rule {rule.id} does not allow {stated['test']}{over}")
    return read_literal(slot, stated["over"], stated["test"], stated["values"], stated["positive"])
