"""One question that a model got wrong: what was asked, what was answered, and why that is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import field, frozen

from cocoa_core.analysis.domains_at_hand import DomainsAtHand
from cocoa_core.analysis.report.answer_texts import Key, key_of, shortened
from cocoa_core.analysis.report.cells import boxed
from cocoa_core.analysis.report.escaping import attribute, safe
from cocoa_core.analysis.report.proofs import Proof, proof_of
from cocoa_core.analysis.report.wrong import WrongQuestion
from cocoa_core.analysis.results import Result

__all__ = ["Filters", "QuestionWriter"]


@frozen
class Filters:
    """What questions can be sifted by: the places of models and so on in these lists are in the page."""

    models: tuple[str, ...]
    strategies: tuple[str, ...]
    settings: tuple[tuple[int, int], ...]
    slots: tuple[str, ...]

    @classmethod
    def of(cls, questions: Sequence[WrongQuestion]) -> Filters:
        """All that stands in some questions."""
        answers = [one for question in questions for one in question.answers]
        return cls(
            tuple(dict.fromkeys(sorted(one.model for one in answers))),
            tuple(dict.fromkeys(sorted(one.strategy for one in answers))),
            tuple(sorted({one.facts.setting for one in answers})),
            tuple(sorted({each.slot for one in answers for each in one.facts.constraints()})),
        )


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
            body = (
                f"<h4>Request</h4><blockquote>{safe(record['request'])}</blockquote>"
                f"<h4>Options</h4>{_options(record, question, proof)}"
                f"<h4>Conditions</h4><p>{safe(proof.lead)}</p>{_conditions(proof)}"
                f'<p class="right"><strong>Right:</strong> {safe(proof.verdicts[record["answer"]])}</p>'
                + "".join(self._answer(one, proof) for one in question.answers)
            )
        except (KeyError, TypeError, AttributeError, IndexError) as error:
            raise ValueError("expected a whole record of a question") from error
        return f"{self._opening(question)}{body}</div></details>"

    def _opening(self, question: WrongQuestion) -> str:
        facts, filters = question.answers[0].facts, self.filters
        slots = sorted({filters.slots.index(one.slot) for one in facts.constraints()})
        size = f"({facts.setting[0]}, {facts.setting[1]})"
        place = f"{question.dataset} · {question.id}" if self.several else question.id
        many = len(question.answers)
        return (
            f'<details class="wrong" data-setting="{filters.settings.index(facts.setting)}" '
            f'data-slots="{" ".join(map(str, slots))}"><summary><code>{safe(place)}</code> '
            f"<span>{size}</span> <span>right: {safe(facts.answer)}</span> "
            f"<span>{many} wrong answer{'s' * (many != 1)}</span></summary><div>"
        )

    def _answer(self, one: Result, proof: Proof) -> str:
        filters = self.filters
        epoch = f", epoch {one.epoch}" if one.epoch > 1 else ""
        if one.answer is None:
            chose, why = "named no option", f"No option could be read out of the answer: {one.failure}."
        else:
            chose, why = f"chose {one.answer}", proof.verdicts[one.answer]
        head = (
            f'<section class="answer" data-model="{filters.models.index(one.model)}" '
            f'data-strategy="{filters.strategies.index(one.strategy)}">'
            f"<h4><bdi>{safe(one.model)}</bdi>, {safe(one.strategy)}{epoch}: {safe(chose)}</h4>"
            f"<p>{safe(why)}</p>"
        )
        return head + _said(self.texts.get(key_of(one), ())) + "</section>"


def _said(turns: Sequence[str]) -> str:
    if not turns:
        return '<p class="note">The log holds no text of the answer.</p>'
    blocks = []
    for number, text in enumerate(turns, 1):
        name = f"Turn {number} of {len(turns)}" if len(turns) > 1 else "What the model wrote"
        blocks.append(
            f'<pre class="said" dir="auto" tabindex="0" aria-label="{name}">{safe(shortened(text))}</pre>'
        )
    return f"<details><summary>What the model wrote</summary>{''.join(blocks)}</details>"


def _conditions(proof: Proof) -> str:
    return f"<ol>{''.join(f'<li>{safe(words)}</li>' for words in proof.conditions)}</ol>"


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
    many = f"{len(rest)} more attribute{'s' * (len(rest) != 1)}"
    return f"{table}<details><summary>{many}</summary>{more}</details>"


def _head(label: str, right: str, question: WrongQuestion) -> str:
    chosen = sum(one.answer == label for one in question.answers)
    remark = "right" if label == right else f"chosen {chosen}×" if chosen else ""
    kind = ' class="is-right"' if label == right else ' class="is-chosen"' if chosen else ""
    return f'<th scope="col"{kind}>{safe(label)}{f" <small>{remark}</small>" if remark else ""}</th>'


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
