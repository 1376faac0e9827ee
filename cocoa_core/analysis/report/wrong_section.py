"""The section of questions that models got wrong, with what they can be sifted by."""

from __future__ import annotations

from cocoa_core.analysis.analysis import Analysis
from cocoa_core.analysis.report.answer_texts import answer_texts
from cocoa_core.analysis.report.filters import Filters
from cocoa_core.analysis.report.question import QuestionWriter
from cocoa_core.analysis.report.wrong import Chosen, choose_wrong
from cocoa_core.counts import counted

__all__ = ["wrong_section"]


def wrong_section(analysis: Analysis, most: int) -> str:
    """At most so many questions, each folded up; says how many are left out."""
    chosen = choose_wrong(analysis.runs, most)
    if not chosen.total:
        return '<div class="panel"><p>There is no wrong answer.</p></div>'
    logs = analysis.reading.logs
    answers = [one for question in chosen.questions for one in question.answers]
    filters = Filters.of(chosen.questions)
    writer = QuestionWriter(
        filters=filters,
        domains=analysis.domains,
        texts=answer_texts(logs, answers),
        several=len({question.dataset for question in chosen.questions}) > 1,
    )
    items, broken = [], 0
    for question in chosen.questions:
        try:
            items.append(writer.html(question))
        except ValueError:
            broken += 1
    note = '<p class="printed">Only the questions that were open are printed.</p>'
    return f"<p>{_introduction(chosen, broken)}</p>{note}{filters.form() if items else ''}{''.join(items)}"


def _introduction(chosen: Chosen, broken: int) -> str:
    shown = len(chosen.questions) - broken
    many = counted(chosen.total, "question")
    text = f"{many} had a wrong answer. Those with most wrong answers come first."
    if left_out := chosen.total - len(chosen.questions):
        text += (
            f" {shown:,} are shown, {left_out:,} left out; every run has its turn. "
            "<code>cocoa analyze --wrong N</code> shows more."
        )
    if broken:
        text += f" {broken:,} cannot be shown, as their records are not whole."
    return text
