"""All that a text commits to, and which one of its commitments stands."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from typing import Final, Literal

from attrs import frozen

from cocoa_core.records.answers.lines import strengths_of_lines
from cocoa_core.records.answers.mentions import Mention, mentions
from cocoa_core.records.answers.sentences import Strength, strength_in_sentence
from cocoa_core.records.answers.text import PlainText

__all__ = ["Commitment", "Judgement", "judge", "standing"]

_NEAR: Final = 60
"""How many characters before a label "final" may stand."""


@frozen
class Commitment:
    """A mention that names the answer.

    stated: as the answer, not as a conclusion
    final:  it calls itself the final answer
    """

    mention: Mention
    stated: bool
    final: bool = False


@frozen
class Judgement:
    """What a text commits to, what it rejects, and all it mentions; each in order."""

    commitments: tuple[Commitment, ...]
    rejected: tuple[Mention, ...]
    mentions: tuple[Mention, ...]


def judge(plain: PlainText, labels: Sequence[str]) -> Judgement:
    """Every commitment and rejection of a text. The work for each mention of a label is bounded."""
    found = mentions(plain, labels)
    by_line = strengths_of_lines(plain.low, found)
    bound: list[tuple[Mention, Strength]] = []
    rejected: list[Mention] = []
    for at, mention in enumerate(found):
        strength = strength_in_sentence(plain.low, mention, of_all=_lists_all(mention, labels))
        if strength is Strength.REJECTED:
            rejected.append(mention)
        else:
            bound.append((mention, max(strength, by_line.get(at, Strength.NONE))))
    least = Strength.VERDICT if _ends_in_verdict(found, bound) else Strength.CONCLUDED
    if all(strength < least for _, strength in bound):
        least = Strength.HEADING
        bound = [(mention, strength) for mention, strength in bound if strength is Strength.HEADING]
    committed = [
        Commitment(mention, strength is Strength.STATED, _is_final(plain.low, mention))
        for mention, strength in bound
        if strength >= least
    ]
    return Judgement(_without_prompt(committed, labels), tuple(rejected), found)


def standing(plain: PlainText, judgement: Judgement) -> Commitment | Literal["several", "withdrawn"] | None:
    """The commitment that holds at the end of the text, if there is one.

    Conclusions count only behind the last stated answer. A later commitment to another option takes the place
    of the one before if it revises it; otherwise the two stand against each other until a revision.
    """
    current: Commitment | None = None
    several = False
    for later in _counting(judgement.commitments):
        if current is not None and set(later.mention.labels) != set(current.mention.labels):
            if _revises(plain.low, judgement, current, later):
                several = False
            elif not _narrows(current, later):
                several = True
        current = later
    if current is None:
        return None
    if several or len(current.mention.labels) > 1:
        return "several"
    return "withdrawn" if _withdrawn(plain.low, judgement, current) else current


def _counting(commitments: Sequence[Commitment]) -> Sequence[Commitment]:
    last = max((at for at, commitment in enumerate(commitments) if commitment.stated), default=0)
    return [commitment for at, commitment in enumerate(commitments) if commitment.stated or at >= last]


def _narrows(earlier: Commitment, later: Commitment) -> bool:
    """ "Only D and E are left. ... So D": one of those that were left."""
    return not earlier.stated and set(later.mention.labels) < set(earlier.mention.labels)


def _revises(low: str, judgement: Judgement, earlier: Commitment, later: Commitment) -> bool:
    if later.final and not earlier.final:
        return True
    start, end = earlier.mention.end, later.mention.start
    grammar = _grammar()
    if grammar.revision.search(low, start, end) or grammar.instead.match(low, later.mention.end):
        return True
    return _rejected_between(judgement, earlier.mention, start, end)


def _withdrawn(low: str, judgement: Judgement, last: Commitment) -> bool:
    start = last.mention.end
    return _grammar().withdrawal.search(low, start) is not None or _rejected_between(
        judgement, last.mention, start, len(low)
    )


def _rejected_between(judgement: Judgement, mention: Mention, start: int, end: int) -> bool:
    """Whether a label of the mention is rejected there; looks at the rejections there and no others."""
    rejected = judgement.rejected
    first = bisect_left(rejected, start, key=lambda other: other.start)
    behind = bisect_left(rejected, end, lo=first, key=lambda other: other.start)
    return any(not set(mention.labels).isdisjoint(other.labels) for other in rejected[first:behind])


def _lists_all(mention: Mention, labels: Sequence[str]) -> bool:
    return len(mention.labels) > 2 and set(labels) <= set(mention.labels)


def _without_prompt(commitments: Sequence[Commitment], labels: Sequence[str]) -> tuple[Commitment, ...]:
    """Without the lists of every label, which repeat the prompt, unless there is nothing else."""
    own = tuple(found for found in commitments if not _lists_all(found.mention, labels))
    return own or tuple(commitments)


def _ends_in_verdict(found: Sequence[Mention], bound: Sequence[tuple[Mention, Strength]]) -> bool:
    """Whether the last options mentioned are said to meet the request: then the verdicts are conclusions."""
    start = len(found)
    while start > 0 and found[start - 1].labels == found[-1].labels:
        start -= 1
    last_run = found[start].start if found else 0
    return any(strength is Strength.VERDICT and mention.start >= last_run for mention, strength in bound)


def _is_final(low: str, mention: Mention) -> bool:
    grammar = _grammar()
    before = low[max(0, mention.start - _NEAR) : mention.start]
    before = before[before.rfind(". ") + 1 :]
    return grammar.final.search(before) is not None or grammar.final_after.match(low, mention.end) is not None


@frozen
class _Grammar:
    revision: re.Pattern[str]
    instead: re.Pattern[str]
    withdrawal: re.Pattern[str]
    final: re.Pattern[str]
    final_after: re.Pattern[str]


@cache
def _grammar() -> _Grammar:
    wrong = (
        r"(?:scratch that|strike that|i take (?:that|it) back|(?:i was|i am|i'm) (?:wrong|mistaken)"
        r"|(?:that|this)(?:'s| is| was) (?:wrong|incorrect|not right|not correct|a mistake)"
        r"|that (?:isn't|wasn't) right)"
    )
    again = "(?:check|consider|examin|evaluat|think|assess|read|visit|do)"
    return _Grammar(
        revision=re.compile(
            rf"\b(?:{wrong}|wait\b(?! (?:time|at|for|in|between|of|is|was)\b)|hold on|hmm{{1,8}}|oops|whoops"
            r"|correct(?:ion|ing|ed)\b|on second thoughts?|on reflection|thinking again|looking again"
            r"|i mean|i meant|my mistake|my bad|my apologies|apologi[sz]e|sorry|misread|overlooked"
            r"|(?:made|making) an? (?:mistake|error|slip)|chang(?:e|ed|ing) my|is now|actually"
            r"|(?:further|closer|upon) (?:review|inspection|look|reading)"
            r"|let me (?:correct|fix|verify|redo|look again|think again|try again|start over)"
            rf"|(?:double|cross)[- ]?check\w{{0,3}}"
            rf"|re-?{again}\w{{0,3}}|revis(?:ed?|ing|ion)|updat(?:ed?|ing)"
            r"|instead\b(?! of)|rather\b(?! than)|edit(?:ed)?\b(?= ?:)|no\b(?= ?[,.!:;–—-]))"
        ),
        instead=re.compile(r"[^\w\n]{0,4} ?instead\b(?! of)"),
        withdrawal=re.compile(rf"\b{wrong}\b"),
        final=re.compile(
            r"\bfinal(?:ly|ised|ized)?\b(?! (?:leg|flight|stop|destination|layover|check|step))|final ?answer"
        ),
        final_after=re.compile(r"[^\w\n]{0,4} ?(?:is )?(?:my |the )?final\b"),
    )
