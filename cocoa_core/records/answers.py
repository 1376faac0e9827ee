"""Read which option a model's answer names, as a person would, and never guess.

What counts, from the strongest: an answer that is stated ("The answer is Option B", "**B**", `\\boxed{B}`,
`{"answer": "B"}`, "I'd go with B"); a conclusion ("so only D remains", "B) Delta, nonstop"). A stated answer
outweighs conclusions before it; letters in the reasoning, rejected options, questions and suppositions are no
commitments.

Commitments to different options are read only if the later one revises the earlier: a word of revision stands
between them ("Wait, no"), the earlier option is rejected in between, or only the later one calls itself final.
Otherwise the answer is a failure, told apart from a wrong answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, Literal, TypeAlias

from attrs import frozen

from cocoa_core.records.answers_judgement import Judgement, judge, standing
from cocoa_core.records.answers_options import named_by_value
from cocoa_core.records.answers_text import PlainText, plain

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
    failure: `empty`: nothing to read; `refusal`: declines to choose, or says that none fits; `several`: commits
             to more than one option; `unreadable`: names no option, or one that does not exist
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
    return Reading(failure="refusal" if _refusal().search(text.low) else "unreadable")


@cache
def _refusal() -> re.Pattern[str]:
    """Words by which the author declines to choose, in lower case."""
    cannot = r"(?:can't|cannot|can not|could not|couldn't|won't|will not|(?:am|'m|are|is|was) (?:not able|unable) to)"
    things = r"(?:option|flight|choice|candidate|itinerar|answer|item|hotel|laptop|plan|product|offer|alternative)"
    return re.compile(
        rf"\bi(?: \w{{1,12}})? ?{cannot} (?:\w{{1,12}} )?(?:help|assist|answer|choose|select|pick|determine|decide|provide"
        r"|comply|recommend|say|tell|give|identify|make|fulfil|do|book|access|proceed|process|complete|engage)"
        r"|\bi(?:'m| am) (?:sorry|afraid|not sure|unsure|not certain|uncertain|unable)|\bas an ai\b|\bi (?:must |have to )?(?:decline|refuse)"
        r"|\bi (?:don't|do not) (?:know|have (?:enough|access|sufficient))|\bnot enough information|\binsufficient information"
        r"|\b(?:cannot|can't|can not) be (?:determined|answered)|\bimpossible to (?:determine|say|choose|tell|answer)"
        rf"|\bnone of (?:the |these |those |them\b|the \w{{1,12}} )?(?:above|five|given|{things})|\bnone of them\b"
        rf"|\bno (?:\w{{1,12}} )?{things}s? (?:\w{{1,12}} )?(?:satisf|meet|match|fit|fulfil|compl|work|qualif)"
        rf"|\bthere is no (?:\w{{1,12}} )?{things}|\b(?:answer|choice)(?: is)?\W{{1,4}}(?:none|n/a|unknown|null)\b|\Anone\W{{0,3}}\Z"
    )
