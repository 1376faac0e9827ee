"""One question taken apart: typed values of its options and typed literals of its requirement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from cocoa_core.verification.arguments import read_literal
from cocoa_core.verification.derived_slots import derived_text, derived_value
from cocoa_core.verification.domain_reading import VerifierDomain
from cocoa_core.verification.record_shape import LABELS
from cocoa_core.verification.report import Flaw
from cocoa_core.verification.semantics import Literal, Truth, all_of, any_of, truth
from cocoa_core.verification.slots import Value
from cocoa_core.verification.value_reading import read_shown

__all__ = ["Case", "Terms", "take_apart"]

_MOST_SLOTS: Final = 20
"""A truth table over more would take the memory."""
_MOST_LITERALS: Final = 1000
"""More than the longest request can say."""

Terms = tuple[tuple[Literal, ...], ...]


@frozen(eq=False)
class Case:
    """One question.

    values: by label and slot, of the slots that are shown and of those that follow from them by tables
    shown:  the texts of these; terms: the requirement
    """

    record: Mapping[str, Any]
    domain: VerifierDomain
    values: Mapping[str, Mapping[str, Value]]
    shown: Mapping[str, Mapping[str, str]]
    terms: Terms
    _known: dict[tuple[Literal, str], Truth] = field(factory=dict, init=False, repr=False)

    def truth(self, literal: Literal, label: str) -> Truth:
        """A literal's truth for an option; None also for a slot that nobody can see."""
        key = literal, label
        if key not in self._known:
            slot = self.domain.slots[literal.slot]
            self._known[key] = truth(slot, literal, self.values[label].get(literal.slot))
        return self._known[key]

    def term_truths(self, label: str) -> tuple[Truth, ...]:
        """The truth of every sum term for an option."""
        return tuple([any_of([self.truth(one, label) for one in term]) for term in self.terms])

    def label_truth(self, label: str) -> Truth:
        """The truth of the requirement for an option."""
        return all_of(self.term_truths(label))


def take_apart(record: Mapping[str, Any], domain: VerifierDomain) -> tuple[Case | None, list[Flaw]]:
    """The question, or None and why its options or its requirement cannot be read."""
    flaws: list[Flaw] = []
    labels = tuple(option["label"] for option in record["options"])
    if labels != LABELS:
        return None, [Flaw("options", "the options are not five with the labels A to E", str(labels))]
    values, shown = {}, {}
    for option in record["options"]:
        label = option["label"]
        shown[label], values[label] = _option(option, domain, flaws)
    nodes = record["requirement"]["terms"]
    if sum(map(len, nodes)) > _MOST_LITERALS:
        return None, [Flaw("requirement", f"the requirement has more than {_MOST_LITERALS} literals")]
    terms = _terms(nodes, domain, flaws)
    if flaws:
        return None, flaws
    return Case(record, domain, values, shown, terms), []


def _option(
    option: Mapping[str, Any], domain: VerifierDomain, flaws: list[Flaw]
) -> tuple[dict[str, str], dict[str, Value]]:
    """Texts and values by slot."""
    name, texts = f"option {option['label']}", option["shown"]
    if tuple(texts) != domain.labels:
        flaws.append(
            Flaw(
                "shown",
                f"{name} does not show the slots of the schema in order",
                str(list(texts)),
                str(domain.labels),
            )
        )
        return {}, {}
    shown: dict[str, str] = {}
    values: dict[str, Value] = {}
    for slot in domain.slots.values():
        if slot.shown:
            text = shown[slot.name] = texts[slot.label]
            try:
                values[slot.name] = read_shown(slot, text)
            except (ValueError, OverflowError) as error:
                flaws.append(Flaw("shown", f"{name} shows an unreadable {slot.label}", str(error)))
    for one in domain.derived:
        if one.source in values:
            try:
                values[one.slot] = derived_value(one, values[one.source])
                shown[one.slot] = derived_text(values[one.slot])
            except ValueError as error:
                flaws.append(Flaw("knowledge", f"{name} has no known {one.slot}", str(error)))
    return shown, values


def _terms(nodes: Any, domain: VerifierDomain, flaws: list[Flaw]) -> Terms:
    if not nodes or not all(nodes):
        flaws.append(Flaw("requirement", "the requirement or one of its sum terms is empty"))
    terms = []
    for number, node in enumerate(nodes, 1):
        term = []
        for place, literal in enumerate(node, 1):
            try:
                term.append(_literal(literal, domain))
            except (ValueError, OverflowError) as error:
                flaws.append(
                    Flaw("requirement", f"literal {place} of sum term {number} cannot be read", str(error))
                )
        terms.append(tuple(term))
    if len({one.slot for term in terms for one in term}) > _MOST_SLOTS:
        flaws.append(Flaw("requirement", f"the requirement speaks of more than {_MOST_SLOTS} slots"))
    return tuple(terms)


def _literal(node: Mapping[str, Any], domain: VerifierDomain) -> Literal:
    slot, rule = domain.slots.get(node["slot"]), domain.rules.get(node["rule"])
    if slot is None or not (slot.shown or slot.name in domain.derived_slots):
        raise ValueError(f"there is no shown slot {node['slot']!r}")
    if rule is None or rule.slot != slot.name:
        raise ValueError(f"{slot.name} has no rule {node['rule']!r}")
    if rule.over != node["over"] or node["test"] not in rule.tests:
        over = f" over {node['over']}" if node["over"] else ""
        raise ValueError(f"the rule {rule.id} does not allow {node['test']}{over}")
    return read_literal(slot, node["over"], node["test"], node["values"], node["positive"])
