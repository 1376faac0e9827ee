"""Tampering with one value of a record, a row each: what has to be found, a name, the path, the change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verification.tampering import Record, tampering

_TURNED = str.maketrans("+-", "-+")
_VALUES: tuple[tuple[str, str, str, Callable[[Any], Any]], ...] = (
    ("keys", "key_added", "hint", lambda _: "A"),
    (
        "keys",
        "key_removed",
        "provenance",
        lambda parts: {name: parts[name] for name in parts if name != "minimality"},
    ),
    ("type", "number_as_text", "provenance.index", str),
    ("type", "terms_as_object", "requirement.terms", lambda _: {}),
    ("type", "negative_count", "complexity.width", lambda _: -1),
    ("type", "truth_as_number", "requirement.terms.0.0.positive", lambda _: 1),
    ("key", "answer_that_is_no_letter", "answer", lambda _: "F"),
    ("id", "id_edited", "id", lambda text: text[::-1]),
    ("id", "attempt_edited", "provenance.attempt", lambda number: number + 1),
    ("id", "index_edited", "provenance.index", lambda number: number + 1),
    ("provenance", "setting_edited", "provenance.setting.1", lambda number: number + 1),
    ("provenance", "option_set_that_there_is_not", "provenance.option_set", lambda _: 1),
    ("provenance", "side_that_there_is_not", "provenance.side", lambda _: "test"),
    ("provenance", "canary_removed", "provenance.canary", lambda _: ""),
    ("provenance", "minimality_unknown", "provenance.minimality", lambda _: "perfect"),
    ("provenance", "domain_renamed", "domain.name", lambda _: "trains"),
    ("provenance", "domain_version_edited", "domain.version", lambda _: "9.9"),
    ("provenance", "variant_edited", "variant", lambda _: "essay"),
    ("minimality", "exact_is_called_irredundant", "provenance.minimality", lambda _: "irredundant"),
    ("shown", "value_out_of_bounds", "options.0.shown.Legroom", lambda _: "101 in"),
    ("shown", "slots_in_another_order", "options.0.shown", lambda shown: dict(reversed(shown.items()))),
    (
        "options",
        "row_named_twice",
        "options",
        lambda options: [{**options[0], "row": options[1]["row"]}, *options[1:]],
    ),
    ("requirement-id", "requirement_id_edited", "requirement.id", lambda text: text[::-1]),
    ("requirement", "comparison_that_there_is_not", "requirement.terms.0.0.test", lambda _: "total"),
    ("requirement", "comparison_over_something_else", "requirement.terms.0.0.over", lambda _: "count"),
    ("requirement", "unknown_slot", "requirement.terms.0.0.slot", lambda _: "seat"),
    ("requirement", "sum_term_emptied", "requirement.terms", lambda terms: [*terms, []]),
    ("requirement", "a_demand_too_few", "requirement.demands", lambda demands: demands[:-1]),
    ("requirement", "a_demand_that_is_no_literal", "requirement.demands.0", lambda _: 99),
    ("certificate", "broken_term_left_out", "certificate.broken.*", lambda terms: terms[:-1]),
    ("certificate", "broken_term_renumbered", "certificate.broken.*.0.term", lambda number: number + 1),
    (
        "certificate",
        "certificate_shows_another_value",
        "certificate.broken.*.0.literals.0.value",
        lambda text: f"{text} ",
    ),
    (
        "certificate",
        "certificate_names_another_literal",
        "certificate.broken.*.0.literals.0.literal",
        lambda text: text.removeprefix("!") if "!" in text else f"!{text}",
    ),
    (
        "certificate",
        "certificate_lacks_a_literal",
        "certificate.broken.*.0.literals",
        lambda literals: literals[:-1],
    ),
    (
        "certificate",
        "certificate_lacks_an_option",
        "certificate.broken",
        lambda broken: dict([*broken.items()][1:]),
    ),
    (
        "certificate",
        "satisfied_literal_beyond_its_term",
        "certificate.satisfied.*.0",
        lambda index: index + 9,
    ),
    ("certificate", "satisfied_lacks_a_term", "certificate.satisfied.*", lambda indices: indices[:-1]),
    (
        "certificate",
        "term_use_edited",
        "certificate.terms.0.broken_by",
        lambda labels: [] if labels else ["A"],
    ),
    *(
        ("complexity", f"{name}_edited", f"complexity.{name}", lambda number: number + 1)
        for name in (
            *("slots", "minterms", "sum_terms", "literals", "width"),
            *("component", "longest_path", "max_degree", "average_degree"),
        )
    ),
    *(
        ("complexity", f"{name}_edited", f"complexity.{name}", lambda rules: [] if rules else ["price"])
        for name in ("atypical", "against")
    ),
    (
        "complexity",
        "entropy_of_four_options",
        "complexity.entropy",
        lambda entropy: {label: entropy[label] for label in "ABCD"},
    ),
    ("complexity", "entropy_edited", "complexity.entropy.C", lambda bits: round(abs(bits - 0.001), 4)),
    ("composition", "a_label_less", "composition.labels.polarity", lambda labels: labels[:-1]),
    (
        "composition",
        "a_sign_of_a_label_turned",
        "composition.labels.slot",
        lambda labels: sorted(label.translate(_TURNED) for label in labels),
    ),
    (
        "composition",
        "families_for_slots",
        "composition.labels",
        lambda labels: {**labels, "family": labels["slot"]},
    ),
    ("composition", "primitives_in_another_order", "composition.terms", lambda terms: terms[::-1]),
    ("composition", "another_structure", "composition.structure", lambda name: "B" if name == "A" else "A"),
    ("composition", "another_profile", "composition.profile", lambda _: {"mixed": 1}),
    ("composition", "another_basic_structure", "composition.basic", lambda _: "D"),
    ("composition", "chained_or_not", "composition.chained", lambda chained: chained is not True),
    (
        "request",
        "sentence_repeated_with_another_number",
        "request",
        lambda text: f"{text} It has to cost under $123.",
    ),
    ("request", "words_added_that_mean_nothing", "request", lambda text: f"{text[:-1]}, please."),
    ("inert", "opening_not_listed_as_inert", "inert", lambda texts: texts[1:]),
    ("inert", "reason_listed_that_is_not_there", "inert", lambda texts: [*texts, "I'm afraid of heights"]),
)
"""In a path a number is the index of an item, and `*` is the first key."""


def _value(what: str, name: str, path: str, change: Callable[[Any], Any]) -> None:
    def changed(record: Record) -> bool:
        *above, last = path.split(".")
        owner: Any = record
        for part in above:
            owner = owner[_key(owner, part)]
        key = _key(owner, last)
        owner[key] = change(owner[key] if isinstance(owner, list) else owner.get(key))
        return True

    changed.__name__ = name
    tampering(what)(changed)


def _key(owner: Any, part: str) -> Any:
    return int(part) if isinstance(owner, list) else next(iter(owner)) if part == "*" else part


for _row in _VALUES:
    _value(*_row)
