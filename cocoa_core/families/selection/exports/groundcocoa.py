"""Writes questions in GroundCocoa's own form: one JSON file, with the keys of the original data set.

(H. Kohli, S. Kumar, H. Sun: GroundCocoa, NAACL 2025, and the code published with it.)
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

from cocoa_core.domain import Domain
from cocoa_core.families.selection.definition import domain_of
from cocoa_core.families.selection.explanation import grounded, in_words_of
from cocoa_core.families.selection.prompting.truths import Truths, truths_of
from cocoa_core.families.selection.record import LiteralRecord, Question
from cocoa_core.items import CANARY, ExportJob, Use
from cocoa_core.language import realizer_of
from cocoa_core.logic import entropy

FILE: Final = "groundcocoa.json"
_DIGITS: Final = 4
_KEPT: Final = 20_000
"""The most literals whose words are cached; they repeat."""


@frozen(eq=False)
class SampleWriter:
    """Writes questions of one domain as GroundCocoa's samples."""

    domain: Domain
    _words: dict[LiteralRecord, str] = field(factory=dict, init=False, repr=False)

    def sample(self, question: Question) -> dict[str, Any]:
        """Returns one sample, with its keys in the original order.

        Raises:
            FindingsError: the question does not fit the domain.
        """
        measures = question.complexity
        truths = truths_of(question, self.domain)
        labels = list(question.labels)
        return {
            "id": question.id,
            "query": question.request,
            "query_fol": _product(question),
            "max_dependency": measures.max_degree,
            "average_dependency": measures.average_degree,
            "largest_connected_component": measures.longest_path,
            "width": measures.width,
            "slots": measures.slots,
            "minterms": measures.minterms,
            "is_natural": not measures.atypical,
            "entropy_avg": [_mean_entropy(question, truths, label) for label in labels],
            "entropy_overall": [measures.entropy[label] for label in labels],
            "condition_templates": [
                [self._clause(question, literal) for literal in term] for term in _terms(question)
            ],
            **{f"Option {option.label}": dict(option.shown) for option in question.options},
            "Answer": question.answer,
        }

    def _clause(self, question: Question, literal: LiteralRecord) -> str:
        words = self._words.get(literal)
        if words is None:
            with in_words_of(self.domain, f"a literal of question {question.id}"):
                words = realizer_of(self.domain).clause(grounded(self.domain.schema, literal))
            if len(self._words) >= _KEPT:
                self._words.clear()
            self._words[literal] = words
        return words


def write(job: ExportJob) -> Use:
    """Writes a JSON object with `test_set` and, with other sides, `train_set` and `validation_set`."""
    writer = SampleWriter(domain_of(job.dataset))
    with job.path(FILE).open("wb") as file:
        file.write(f'{{\n"canary": {json.dumps(CANARY)}'.encode())
        for split in job.splits:
            file.write(f",\n{json.dumps(f'{split.name}_set')}: [".encode())
            between = "\n"
            for question in job.items(split):
                text = json.dumps(job.form_of(question, writer.sample), ensure_ascii=False)
                file.write(f"{between}{text}".encode())
                between = ",\n"
            file.write(b"\n]")
        file.write(b"\n}\n")
    names = [split.name for split in job.splits]
    first = "test" if "test" in names else names[0]

    def use(folder: Path) -> str:
        return f'json.load(open({json.dumps(str(folder / FILE), ensure_ascii=False)}))["{first}_set"]'

    return use


def _terms(question: Question) -> tuple[tuple[LiteralRecord, ...], ...]:
    return question.requirement.terms


def _product(question: Question) -> str:
    """Returns the product of sums over slot names as SymPy prints it: (price | ~airlines) & stops."""
    sums = [
        [literal.slot if literal.positive else f"~{literal.slot}" for literal in term]
        for term in _terms(question)
    ]
    return " & ".join(literals[0] if len(literals) == 1 else f"({' | '.join(literals)})" for literals in sums)


def _mean_entropy(question: Question, truths: Truths, label: str) -> float:
    """Returns the mean, over the slots, of the entropy of each slot's own literals."""
    by_slot: dict[str, list[bool | None]] = {}
    for term, term_truths in zip(_terms(question), truths[label], strict=True):
        for literal, truth in zip(term, term_truths, strict=True):
            by_slot.setdefault(literal.slot, []).append(truth)
    each = [entropy(slot_truths.count(True), len(slot_truths)) for slot_truths in by_slot.values()]
    return round(sum(each) / len(each), _DIGITS)
