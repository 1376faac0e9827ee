"""A label at the head of a line: an answer that opens or closes a text, or a heading of its analysis."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from attrs import frozen

from cocoa_core.records.answers.mentions import Mention
from cocoa_core.records.answers.patterns import any_of, patterns
from cocoa_core.records.answers.phrases import OPTION_WORDS
from cocoa_core.records.answers.sentences import Strength

__all__ = ["strengths_of_lines"]

_INDENT: Final = 32
"""How many characters of marks and words like "Option" may stand before the label."""


_LEADS: Final = (
    *("only", "just", "simply", "definitely", "clearly", "probably", "most likely", "so", "therefore"),
    *("thus", "hence", "finally", "the", "assistant", "ai"),
)
_EXPLAINING: Final = (
    *("because", "since", "as", "it", "this", "that", "explanation", "reason", "reasoning", "rationale"),
    *("why", "here", "given", "only", "meets", "satisfies", "matches", "justification", "based", "all"),
)


@frozen
class _Head:
    at: int
    mention: Mention
    line_start: int
    before: str
    alone: bool
    follows: str

    @property
    def shape(self) -> tuple[str, bool, str]:
        """What is before the label, whether it has the line to itself, and what follows if not."""
        return self.before, self.alone, self.follows


@frozen
class _Grammar:
    """After each pattern, what it finds around a label B."""

    opener: re.Pattern[str]  # before it, on its line: marks, "so", "option"
    numbered: re.Pattern[str]  # before it: "1.", "2) option"
    alone: re.Pattern[str]  # behind it: nothing but marks on its line
    divider: re.Pattern[str]  # behind it: what parts it from its explanation, "." or ")" or a line's end
    explaining: re.Pattern[str]  # behind the divider: "because", "it"
    discussing: re.Pattern[str]  # in the explanation: "but", "fails": an analysis, not the answer
    sentence_start: re.Pattern[str]  # before it: the end of the sentence before
    words: re.Pattern[str]  # behind it: a word that goes on with the sentence
    word: re.Pattern[str]


def strengths_of_lines(low: str, found: Sequence[Mention]) -> Mapping[int, Strength]:
    """How much a mention (by its index) binds by its place: a label that is the first or last line, or opens
    the text and is followed by its explanation.

    Headings of the same form over different labels are the outline of an analysis and bind to nothing. So
    does a numbered label ("1. B"), unless it is all that the text says.
    """
    if not found:
        return {}
    if _grammar().numbered.fullmatch(low, 0, found[0].start) is not None and _is_rest(low, found[0]):
        return {0: Strength.STATED}
    bound: dict[int, Strength] = {}
    opening, closing = _head(low, 0, found[0]), _head(low, len(found) - 1, found[-1])
    if opening is not None and not _grammar().word.search(low, 0, opening.line_start):
        bound[opening.at] = _opening(low, opening, found)
    if _closes(low, found[-1]):
        if closing is None:
            bound[len(found) - 1] = Strength.CONCLUDED if _is_sentence(low, found) else Strength.NONE
        elif closing.alone:
            bound[closing.at] = Strength.STATED
    if any(bound.values()):
        outlines = _outlines(low, found)
        for head in (opening, closing):
            if head is not None and head.shape in outlines:
                bound.pop(head.at, None)
    return bound


def _head(low: str, at: int, mention: Mention) -> _Head | None:
    """The mention as the head of its line, if only marks and words like "Option" stand before it."""
    line_start = low.rfind("\n", max(0, mention.start - _INDENT), mention.start) + 1
    if line_start == 0 and mention.start > _INDENT:
        return None
    if _grammar().opener.fullmatch(low, line_start, mention.start) is None:
        return None
    alone = _grammar().alone.match(low, mention.end) is not None
    follows = "" if alone else low[mention.end : mention.end + 1]
    return _Head(at, mention, line_start, low[line_start : mention.start].strip(" >"), alone, follows)


def _outlines(low: str, found: Sequence[Mention]) -> frozenset[tuple[str, bool, str]]:
    """The forms of heading that stand over more than one label.

    Two letters alone on their lines are no outline but two answers; the later may revise the earlier.
    """
    labels: dict[tuple[str, bool, str], list[tuple[str | None, ...]]] = {}
    for at, mention in enumerate(found):
        head = _head(low, at, mention)
        if head is not None:
            labels.setdefault(head.shape, []).append(mention.labels)
    return frozenset(
        shape
        for shape, named in labels.items()
        if len(set(named)) > 1 and (len(named) > 2 or not shape[1] or any(map(str.isalpha, shape[0])))
    )


def _is_rest(low: str, mention: Mention) -> bool:
    """Whether nothing follows the label but marks on its line."""
    return _grammar().alone.match(low, mention.end) is not None and _closes(low, mention)


def _opening(low: str, head: _Head, found: Sequence[Mention]) -> Strength:
    """How a label that opens the text binds, by what follows: nothing, its explanation, an analysis."""
    grammar = _grammar()
    before, alone = head.before, head.alone
    rest_start = head.mention.end
    if _is_rest(low, head.mention):
        return Strength.STATED
    divider = grammar.divider.match(low, rest_start)
    if divider is None or "{" in before or patterns().asked.match(low, rest_start):
        return Strength.NONE
    worded = any(word in before for word in OPTION_WORDS)
    if alone and not worded:
        return Strength.STATED
    rest = low[divider.end() : divider.end() + 320]
    turned = _turns_to_another(low, divider.end(), found)
    if turned is not None:
        return Strength.CONCLUDED if turned else Strength.NONE
    if grammar.explaining.match(rest):
        return Strength.CONCLUDED
    one_line = "\n" not in low[rest_start:]
    settled = not worded or divider["stop"] or (one_line and not alone)
    listed = any(mark in before for mark in "-–•") and not divider["stop"]
    if listed or not settled or grammar.discussing.search(rest):
        return Strength.NONE
    return Strength.CONCLUDED if divider["stop"] else Strength.HEADING


def _turns_to_another(low: str, start: int, found: Sequence[Mention]) -> bool | None:
    """Whether the text, behind the label that opens it, talks of another: then the first is no heading.

    False: it goes on with a list of labels. None: it does not go on with another label.
    """
    if len(found) < 2 or found[1].labels == found[0].labels or found[1].start - start > _INDENT:
        return None
    if _grammar().opener.fullmatch(low, start, found[1].start) is None:
        return None
    return _grammar().words.match(low, found[1].end) is not None


def _is_sentence(low: str, found: Sequence[Mention]) -> bool:
    """Whether the last mention is a sentence of its own, not one of a list of labels.

    Without its full stop the text may be cut off.
    """
    last = found[-1]
    before = low[max(0, last.start - _INDENT) : last.start]
    after = low[last.end : last.end + _INDENT]
    if _grammar().sentence_start.search(before) is None or ("." not in after and "!" not in after):
        return False
    gap = low[found[-2].end : last.start] if len(found) > 1 else "a"
    return _grammar().opener.fullmatch(gap) is None


def _closes(low: str, mention: Mention) -> bool:
    """Whether no word follows."""
    return _grammar().word.search(low, mention.end) is None


@cache
def _grammar() -> _Grammar:
    things = any_of(OPTION_WORDS)
    lead = any_of(("either", "both", *_LEADS))
    return _Grammar(
        opener=re.compile(rf"[^\w\n]{{0,8}}(?:{lead}[^\w\n]{{1,3}})?(?:(?:{things}|answer)[^\w\n]{{0,4}})?"),
        numbered=re.compile(
            rf"[^\w\n]{{0,4}}\d{{1,2}}(?:\.\)|[.)])[^\w\n]{{1,4}}(?:{things} [^\w\n]{{0,3}})?"
        ),
        alone=re.compile(r"[^\w\n:?]{0,8}(?:\n|\Z)"),
        divider=re.compile(
            r"[\"')\]}>]{0,4}(?:(?P<stop> ?[.,](?!\d)| ?(?=(?:because|since|as it)\b))"
            r"| ?[:)\]]| ?[-–—→] ?| ?\("
            r"|[^\w\n]{0,8}\n|(?<=[)\]]) )[^\w]{0,8}"
        ),
        explaining=re.compile(rf"{any_of(_EXPLAINING)}\b"),
        discussing=re.compile(
            r"\b(?:but|however|whereas|let's|let me|check\w{0,3}|fail\w{0,2}|violat\w{1,4}|exceed\w{0,3}|not"
            r"|cannot|too|which|need|next)\b|n't|❌|✗|✘"
        ),
        sentence_start=re.compile(rf"[.!?] [^\w\n]{{0,4}}(?:{things} [^\w\n]{{0,3}})?\Z"),
        words=re.compile(r"[\"')\]]{0,3}:? \w{2}"),
        word=re.compile(r"\w"),
    )
