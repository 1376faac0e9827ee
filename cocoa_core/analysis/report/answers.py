"""The wrong answers to one question, together where they chose the same option."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cocoa_core.analysis.report.answer_texts import Key, key_of, shortened
from cocoa_core.analysis.report.escaping import safe
from cocoa_core.analysis.report.filters import Filters
from cocoa_core.analysis.report.proofs import Proof
from cocoa_core.analysis.results import Result

__all__ = ["answers_html", "by_choice", "sentences_html", "tally"]


def by_choice(answers: Sequence[Result]) -> Mapping[str | None, tuple[Result, ...]]:
    """Answers by the letter that they name: the one most named first, those that name none last."""
    found: dict[str | None, list[Result]] = {}
    for one in answers:
        found.setdefault(one.answer, []).append(one)
    order = sorted(found, key=lambda letter: (letter is None, -len(found[letter]), str(letter)))
    return {letter: tuple(found[letter]) for letter in order}


def tally(answers: Sequence[Result]) -> str:
    """What was chosen how often: `A 3×, C 2×, none 1×`."""
    found = by_choice(answers).items()
    return ", ".join(f"{letter or 'none'} {len(own)}×" for letter, own in found)


def answers_html(
    answers: Sequence[Result], proof: Proof, filters: Filters, texts: Mapping[Key, tuple[str, ...]]
) -> str:
    """A section for each choice: why it is wrong, said once, and below it who made it and what they wrote.

    KeyError where an answer names an option that the question does not have.
    """
    sections = []
    for letter, own in by_choice(answers).items():
        head = "Named no option" if letter is None else f"Chose {letter}"
        why = "" if letter is None else sentences_html(proof.verdicts[letter], lead=False)
        inside = "".join(_answer(one, filters, texts.get(key_of(one), ())) for one in own)
        sections.append(f'<section class="choice"><h4>{safe(head)}</h4>{why}{inside}</section>')
    return "".join(sections)


def sentences_html(sentences: Sequence[str], *, lead: bool) -> str:
    """A paragraph, or of several sentences a list; with `lead` under the first of them."""
    if len(sentences) == 1 or lead:
        first, others = f"<p>{safe(sentences[0])}</p>", sentences[1:]
    else:
        first, others = "", sentences
    below = f"<ul>{''.join(f'<li>{safe(one)}</li>' for one in others)}</ul>" if others else ""
    return first + below


def _answer(one: Result, filters: Filters, turns: Sequence[str]) -> str:
    epoch = f", epoch {one.epoch}" if one.epoch > 1 else ""
    failed = f" ({one.failure})" if one.answer is None else ""
    who = f"<bdi>{safe(one.model)}</bdi>, {safe(one.strategy + epoch + failed)}"
    return (
        f'<div class="answer" data-model="{filters.models.index(one.model)}" '
        f'data-strategy="{filters.strategies.index(one.strategy)}" '
        f'data-named="{int(one.answer is not None)}">{_said(who, turns)}</div>'
    )


def _said(who: str, turns: Sequence[str]) -> str:
    if not turns:
        return f'<p>{who}. <span class="note">The log holds no text of the answer.</span></p>'
    blocks = []
    for number, text in enumerate(turns, 1):
        name = f"Turn {number} of {len(turns)}" if len(turns) > 1 else "What the model wrote"
        blocks.append(
            f'<pre class="said" dir="auto" tabindex="0" role="group" aria-label="{name}">'
            f"{safe(shortened(text))}</pre>"
        )
    return (
        f'<details><summary>{who}<span class="unseen">: what the model wrote</span></summary>'
        f"{''.join(blocks)}</details>"
    )
