"""How the sentence around a mention of a label binds its author to that option."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from cocoa_core.records.answers_mentions import Mention
from cocoa_core.records.answers_phrases import OPTION_WORDS, phrases

__all__ = ["Strength", "strength_in_sentence"]

_REACH: Final = 240
"""How many characters before and behind a label can make it a commitment."""

_WRAPPERS: Final = ("\\text", "\\textbf", "\\textit", "\\textrm", "\\mathrm", "\\mathbf", "\\mathsf", "\\mathit")


class Strength(IntEnum):
    """How a mention binds.

    REJECTED: the option is said not to be the answer. NONE: it is just mentioned. VERDICT: it is said to meet
    the request, which is a conclusion if no other option is mentioned afterwards. CONCLUDED: a conclusion, which
    a later answer overrides. STATED: it is named as the answer.
    """

    REJECTED = -1
    NONE = 0
    VERDICT = 1
    CONCLUDED = 2
    STATED = 3


def strength_in_sentence(low: str, mention: Mention, *, of_all: bool) -> Strength:
    """How the words before and behind a mention bind; `low` is the plain text in lower case.

    of_all: the mention lists every label, as a prompt does.
    """
    say = phrases()
    after = low[mention.end : mention.end + _REACH]
    if say.wrong.match(after):
        return Strength.REJECTED
    raw = low[max(0, mention.start - _REACH) : mention.start]
    before = _without_option_word(raw)
    if say.boxed.search(before[-16:]):
        return Strength.STATED
    clause = _last_sentence(before)
    strength = _linked(clause, after, of_all=of_all)
    if strength is Strength.REJECTED:
        return strength
    strength = max(strength, _labelled(raw, before, after), _predicated(clause, after))
    if strength > Strength.NONE and (say.asked.match(after) or say.denied.match(after)):
        return Strength.NONE
    return strength


def _without_option_word(before: str) -> str:
    """What stands before "Option", an opening bracket and TeX's text commands, if these come just before a label."""
    bare = before.rstrip(" \"'([{<#")
    if bare.endswith("-") and bare[-2:-1].isalpha():
        bare = bare[:-1]
    for word in OPTION_WORDS:
        if bare.endswith(word) and not bare[-len(word) - 1 : -len(word)].isalpha():
            before = bare[: -len(word)]
            break
    bare = before.rstrip(" {(")
    for command in _WRAPPERS:
        if bare.endswith(command):
            return bare[: -len(command)]
    return before


def _last_sentence(before: str) -> str:
    """From behind the last full stop or line break that has words after it."""
    end = len(before.rstrip())
    return before[max(before.rfind(mark, 0, end) + 1 for mark in (". ", "! ", "? ", "\n")) :].lstrip()


def _labelled(raw: str, before: str, after: str) -> Strength:
    """ "Answer: B", "<answer>B", `"final_answer": "B"`, "my choice (B)"."""
    say = phrases()
    for text in (before, raw) if raw is not before else (before,):
        tail = text[-90:]
        found = say.labelled.search(tail)
        if found is not None and not say.supposed.search(tail[: found.start()]):
            plain_mark = not any(sign in ":=>→|]\n\"-–—" for sign in found["mark"]) or "?" in found["mark"]
            owned = say.owned.search(found[0][: -len(found["mark"])])
            if not plain_mark or (owned and say.ended.match(after)):
                return Strength.STATED
    if say.replied.search(before[-6:]) and say.ended.match(after):
        return Strength.STATED
    if say.labelled_weakly.search(before[-40:]):
        return Strength.CONCLUDED
    return Strength.NONE


def _linked(clause: str, after: str, *, of_all: bool) -> Strength:
    """ "The answer is B", "I'd go with B", "so B", "not B": what the words that lead up to the label say."""
    say = phrases()
    contrast = say.not_but.search(clause[-40:])
    if contrast is not None:
        clause = clause[: len(clause) - (contrast.end() - contrast.start())]
    tail = clause[-70:]
    link = say.link.search(tail)
    if link is None:
        bracketed = say.in_brackets.search(clause[-160:])
        if bracketed is None or not after.startswith(")") or say.unsettled.search(bracketed[0]):
            return Strength.NONE
        return Strength.STATED
    head = clause[: len(clause) - len(tail) + link.start()]
    kind = link.lastgroup
    if kind == "refused":
        return Strength.REJECTED if link["no"] else Strength.NONE
    if kind == "copula":
        return _identified(head, after)
    if say.unwilling.search(head[-48:]) or (kind == "choose" and of_all):
        return Strength.NONE
    if kind == "choose":
        return Strength.STATED
    return Strength.CONCLUDED if say.ended.match(after) else Strength.NONE


def _identified(head: str, after: str) -> Strength:
    """ "... is B": by what is said to be B."""
    say = phrases()
    for pattern, strength in ((say.subject, Strength.STATED), (say.subject_weakly, Strength.CONCLUDED)):
        found = None
        for found in pattern.finditer(head):
            pass
        if found is None:
            continue
        middle = head[found.end() :]
        if not (say.unsettled.search(middle) or say.supposed.search(head[: found.start()]) or say.partial.search(head)):
            return Strength.STATED if say.whole.search(middle) else strength
        break
    if say.pronoun.search(head) and say.ended.match(after) and not say.supposed.search(head):
        return Strength.CONCLUDED
    return Strength.NONE


def _predicated(clause: str, after: str) -> Strength:
    """ "B is the answer", "B is the only one that fits", "B works": what is said of the label."""
    say = phrases()
    if say.doubted.search(clause[-40:]):
        return Strength.NONE
    if say.right.match(after):
        return Strength.STATED
    verdict = say.fulfils.match(after)
    if verdict is None or say.partial.search(after[: verdict.end() + 24]) or say.limited.match(after, verdict.end()):
        return Strength.NONE
    alone = say.conclusive.search(clause[-60:]) or say.conclusive.search(verdict[0])
    return Strength.CONCLUDED if alone else Strength.VERDICT
