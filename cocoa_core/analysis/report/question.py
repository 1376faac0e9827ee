"""One question that models got wrong: what was asked, what was answered, and why that is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import shorten
from typing import Any, Final

from attrs import field, frozen

from cocoa_core.analysis.domains_at_hand import DomainsAtHand
from cocoa_core.analysis.report.answer_texts import Key
from cocoa_core.analysis.report.answers import answers_html, sentences_html, tally
from cocoa_core.analysis.report.cells import boxed
from cocoa_core.analysis.report.escaping import attribute, safe
from cocoa_core.analysis.report.filters import Filters
from cocoa_core.analysis.report.proofs import Proof, proof_of
from cocoa_core.analysis.report.wrong import WrongQuestion
from cocoa_core.counts import counted

__all__ = ["QuestionWriter"]

_BEGINNING: Final = 90
"""Letters of a request that stand where the question is folded up."""


@frozen
class QuestionWriter:
    """Writes the questions of one page.

    domains: where those of the questions are; texts: what models wrote
    several: whether the questions are of several data sets
    """

    filters: Filters
    domains: DomainsAtHand = field(repr=False)
    texts: Mapping[Key, tuple[str, ...]] = field(repr=False)
    several: bool

    def html(self, question: WrongQuestion) -> str:
        """The question, folded up. ValueError where its record is not whole."""
        record = dict(question.answers[0].record)
        try:
            proof = proof_of(record, self.domains)
            right = record["answer"]
            return (
                f"{self._opening(question, str(record['request']))}"
                f"<h4>Request</h4><blockquote>{safe(record['request'])}</blockquote>"
                f"<h4>Options</h4>{_options(record, question, proof)}"
                f"<h4>Conditions</h4><p>{safe(proof.lead)}</p>{_conditions(record, question, proof)}"
                f'<section class="right"><h4>Right: {safe(right)}</h4>'
                f"{sentences_html(proof.verdicts[right], lead=True)}</section>"
                f"{answers_html(question.answers, proof, self.filters, self.texts)}</div></details>"
            )
        except (KeyError, TypeError, AttributeError, IndexError) as error:
            raise ValueError("expected a whole record of a question") from error

    def _opening(self, question: WrongQuestion, request: str) -> str:
        facts, filters = question.answers[0].facts, self.filters
        slots = sorted({filters.slots.index(one.slot) for one in facts.constraints()})
        many = len(question.answers)
        told = (
            f"{counted(many, 'wrong answer')} ({tally(question.answers)})",
            f"right: {facts.answer}",
            f"{facts.setting[0]} slots, {facts.setting[1]} minterms",
            *((question.dataset,) if self.several else ()),
        )
        spans = "".join(f"<span>{safe(one)}</span> " for one in told)
        return (
            f'<details class="wrong" data-setting="{filters.settings.index(facts.setting)}" '
            f'data-slots="{" ".join(map(str, slots))}"><summary>'
            f"<h3>{safe(shorten(request, _BEGINNING, placeholder='…'))}</h3> "
            f'<span class="facts">{spans}<code>{safe(question.id)}</code></span></summary><div>'
        )


def _conditions(record: Mapping[str, Any], question: WrongQuestion, proof: Proof) -> str:
    """Which option breaks which condition. What is not broken may be undefined, so it has no mark."""
    options, right = record["options"], record["answer"]
    heads = "".join(_head(option["label"], right, question, brief=True) for option in options)
    meets, breaks = '<td class="is-right">✓</td>', '<td class="is-chosen">✗</td>'
    rows = []
    for place, words in enumerate(proof.conditions):
        cells = "".join(
            meets
            if option["label"] == right
            else breaks
            if place in proof.breaks[option["label"]]
            else "<td></td>"
            for option in options
        )
        rows.append(f'<tr><th scope="row">{place + 1}. {safe(words)}</th>{cells}</tr>')
    table = (
        '<table class="matrix"><caption class="unseen">Which option breaks (✗) which condition</caption>'
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )
    note = '<p class="note">✗: the option breaks the condition. No mark: it does not break it.</p>'
    return boxed(table, "Conditions") + note


def _options(record: Mapping[str, Any], question: WrongQuestion, proof: Proof) -> str:
    """What the request speaks of first, everything else folded away."""
    options = record["options"]
    names = list(dict.fromkeys(name for option in options for name in option["shown"]))
    asked = {
        proof.labels.get(literal["slot"], literal["slot"].replace("_", " ").capitalize())
        for term in record["requirement"]["terms"]
        for literal in term
    }
    first = [name for name in names if name in asked]
    if len(first) < len(asked):
        first = names
    rest = [name for name in names if name not in first]
    heads = "".join(_head(option["label"], record["answer"], question) for option in options)
    table = boxed(_table(first, options, heads, "What the request asks about"), "Options")
    if not rest:
        return table
    more = boxed(_table(rest, options, heads, "Everything else"), "Options, everything else")
    many = counted(len(rest), "more attribute")
    return f"{table}<details><summary>{many}</summary>{more}</details>"


def _head(label: str, right: str, question: WrongQuestion, brief: bool = False) -> str:
    chosen = sum(one.answer == label for one in question.answers)
    remark = "right" if label == right else f"chosen {chosen}×" if chosen else ""
    kind = ' class="is-right"' if label == right else ' class="is-chosen"' if chosen else ""
    small = f" <small>{remark}</small>" if remark and not brief else ""
    return f'<th scope="col"{kind}>{safe(label)}{small}</th>'


def _table(names: Sequence[str], options: Sequence[Mapping[str, Any]], heads: str, caption: str) -> str:
    rows = "".join(
        f'<tr><th scope="row">{safe(name)}</th>'
        + "".join(f"<td>{safe(option['shown'].get(name, ''))}</td>" for option in options)
        + "</tr>"
        for name in names
    )
    title = f'<caption class="unseen">{attribute(caption)}</caption>'
    return (
        f'<table class="options">{title}<thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table>'
    )
