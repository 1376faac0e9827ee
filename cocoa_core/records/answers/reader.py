"""Read which option a model's answer names, as a person would, and never guess.

What counts, from the strongest: an answer that is stated ("The answer is Option B", "**B**", `\\boxed{B}`,
`{"answer": "B"}`, "I'd go with B"); a conclusion ("so only D remains", "B) Delta, nonstop"). A stated answer
outweighs conclusions before it; letters in the reasoning, rejected options, questions and suppositions are no
commitments.

Commitments to different options are read only if the later one revises the earlier: a word of revision
("Wait, no") stands between them, the earlier option is rejected in between, or only the later one calls
itself final. Otherwise the answer is a failure, told apart from a wrong answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from attrs import frozen

from cocoa_core.records.answers.judgement import Judgement, judge, standing
from cocoa_core.records.answers.options import named_by_value
from cocoa_core.records.answers.refusals import declines
from cocoa_core.records.answers.text import PlainText, plain

__all__ = ["LABELS", "Failure", "Reading", "read_answer"]

LABELS: Final = ("A", "B", "C", "D", "E")

_ENDING: Final = 300
_LAST_MENTIONS: Final = 8
"""How far from the end, in characters and in mentions, "A or C" is read as an answer that does not choose."""

Failure: TypeAlias = Literal["empty", "refusal", "several", "unreadable"]


@frozen
class Reading:
    """What an answer names: a label and where it stands, or why there is none; never both.

    label:   one of the question's labels
    failure: `empty`: nothing to read; `refusal`: declines to choose, or says that none fits; `several`:
             commits to more than one option; `unreadable`: names no option, or one that does not exist
    span:    start and end of the label in the completion as it was given
    """

    label: str | None = None
    failure: Failure | None = None
    span: tuple[int, int] | None = None


def read_answer(
    completion: str,
    labels: Sequence[str] = LABELS,
    options: Sequence[Mapping[str, str]] | None = None,
) -> Reading:
    """The one option that a completion commits to, or the reason why none can be read. Never raises.

    labels:  of the question's options, in order
    options: what each option shows, in the order of the labels; with them an answer is read that names
             its option by a value no other option has ("The answer is the Delta flight")

    The work is linear in the length of the completion.
    """
    text = plain(completion)
    if not text.text:
        return Reading(failure="empty")
    judgement = judge(text, labels)
    chosen = standing(text, judgement)
    if chosen is None:
        return _without_commitment(text, judgement, labels, options or ())
    if isinstance(chosen, str):
        return Reading(failure="several" if chosen == "several" else "unreadable")
    (label,) = chosen.mention.labels
    if label is None:
        return Reading(failure="unreadable")
    start, end = chosen.mention.start, chosen.mention.first_end
    return Reading(label, None, (text.origin(start), text.origin(end - 1) + 1))


def _without_commitment(
    text: PlainText, judgement: Judgement, labels: Sequence[str], options: Sequence[Mapping[str, str]]
) -> Reading:
    if options:
        named = named_by_value(text, labels, options)
        if named is not None:
            label, start, end = named
            return Reading(label, None, (text.origin(start), text.origin(end - 1) + 1))
    near_end = len(text.low) - _ENDING
    undecided = any(
        mention.joined_by_or and mention.start >= near_end and not set(labels) <= set(mention.labels)
        for mention in judgement.mentions[-_LAST_MENTIONS:]
    )
    if undecided:
        return Reading(failure="several")
    return Reading(failure="refusal" if declines(text.low) else "unreadable")
