"""Where a text commits to an option, in what words, and where it rejects one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Final

from attrs import frozen

from cocoa_core.records.answers_lines import Line, lines
from cocoa_core.records.answers_mentions import Mention, mentions
from cocoa_core.records.answers_phrases import OPTION_WORDS, phrases
from cocoa_core.records.answers_text import PlainText

__all__ = ["Commitment", "Judgement", "Strength", "judge"]

_REACH: Final = 240
"""How many characters before and behind a label can make it a commitment."""

_WRAPPERS: Final = ("\\text", "\\textbf", "\\textit", "\\textrm", "\\mathrm", "\\mathbf", "\\mathsf", "\\mathit")


class Strength(IntEnum):
    """How a mention binds: not at all, as the last word on any option, as a conclusion, as an answer."""

    REJECTED = -1
    NONE = 0
    VERDICT = 1
    CONCLUDED = 2
    STATED = 3


@frozen
class Commitment:
    """One mention that names the answer; `final` if it calls itself that."""

    mention: Mention
    strength: Strength
    final: bool = False


@frozen
class Judgement:
    """What a text commits to and rejects, in order, and all it mentions."""

    commitments: tuple[Commitment, ...]
    rejected: tuple[Mention, ...]
    mentions: tuple[Mention, ...]


def judge(plain: PlainText, labels: Sequence[str]) -> Judgement:
    """Every commitment and every rejection of a text, in order. The work is bounded per mention."""
    found = mentions(plain, labels)
    line_of = lines(plain.low, found)
    committed, rejected = [], []
    for at, mention in enumerate(found):
        strength, final = _bind(plain.low, mention, len(labels))
        strength = max(strength, _bind_line(line_of.get(at))) if strength >= Strength.NONE else strength
        if strength is Strength.REJECTED:
            rejected.append(mention)
        elif strength is Strength.VERDICT:
            if all(other.labels == mention.labels for other in found[at + 1 :]):
                committed.append(Commitment(mention, Strength.CONCLUDED, final))
        elif strength is not Strength.NONE:
            committed.append(Commitment(mention, strength, final))
    return Judgement(tuple(committed), tuple(rejected), found)
