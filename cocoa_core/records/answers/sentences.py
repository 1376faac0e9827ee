"""How the sentence around a mention of a label binds its author to that option."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from cocoa_core.records.answers.languages import stated_abroad
from cocoa_core.records.answers.mentions import Mention
from cocoa_core.records.answers.patterns import patterns
from cocoa_core.records.answers.phrases import GOOD, OPTION_WORDS

__all__ = ["Strength", "strength_in_sentence"]

_REACH: Final = 240
"""How many characters before and behind a label can make it a commitment."""

_WRAPPERS: Final = frozenset(
    ("text", "textbf", "textit", "textrm", "texttt", "mathrm", "mathbf", "mathsf", "mathit")
)
_AROUND_WORDS: Final = " \n\"'()[]{}<>:;,.!?|=-–—→\\#/"
_POINTERS: Final = ':=>→|]\n"-–—'
_ENDS: Final = frozenset(("", ".", ":", ";", "!", "?", "\n"))
"""What, just behind a label, keeps anything from being said of it."""
_OWNERS: Final = frozenset(("my", "our", "final", "correct"))
_OPTION_WORDS: Final = frozenset(OPTION_WORDS)
_GOOD: Final = frozenset(GOOD)


class Strength(IntEnum):
    """How a mention binds.

    REJECTED:  the option is said not to be the answer
    NONE:      it is just mentioned
    HEADING:   it opens the text, as an answer or a heading of an analysis: an answer, if there is no other
    VERDICT:   it is said to meet the request: a conclusion, if no other option is mentioned afterwards
    CONCLUDED: a conclusion, which a later answer overrides
    STATED:    it is named as the answer
    """

    REJECTED = -1
    NONE = 0
    HEADING = 1
    VERDICT = 2
    CONCLUDED = 3
    STATED = 4


def strength_in_sentence(low: str, mention: Mention, *, of_all: bool) -> Strength:
    """How the words before and behind a mention bind; `low` is the plain text in lower case.

    of_all: the mention lists every label, as a prompt does.
    """
    say = patterns()
    after = low[mention.end : mention.end + _REACH]
    described = after[:1] not in _ENDS
    if described and say.wrong.match(after):
        return Strength.REJECTED
    raw = low[max(0, mention.start - _REACH) : mention.start]
    before, word = _approach(raw)
    if word in {"boxed", "fbox"} and say.boxed.search(before[-16:]):
        return Strength.STATED
    strength = Strength.NONE
    if word in say.link_words or word.endswith(("'s", "n't")):
        strength = _linked(_last_sentence(before), after, of_all=of_all)
        if strength is Strength.REJECTED:
            return strength
    elif say.arrow.search(before[-10:]) and say.ended.match(after):
        strength = Strength.CONCLUDED
    elif before.endswith("("):
        strength = _bracketed(_last_sentence(before), after)
    strength = max(strength, _labelled(raw, before, word, after))
    if described:
        strength = max(strength, _predicated(before, after))
    if strength < Strength.STATED and stated_abroad(raw, after):
        strength = Strength.STATED
    if strength > Strength.NONE and (say.denied.match(after) or _is_asked(before, after)):
        return Strength.NONE
    return strength


def _approach(raw: str) -> tuple[str, str]:
    """What stands before "Option", opening brackets and TeX's text commands, and its last word."""
    before, word, start = raw, *_last_word(raw)
    if word in _OPTION_WORDS and not raw[start + len(word) :].strip(" \"'([{<#-"):
        before = raw[:start]
        word, start = _last_word(before)
    if word in _WRAPPERS and before[start - 1 : start] == "\\":
        before = before[: start - 1]
        word, start = _last_word(before)
    return before, word


def _is_asked(before: str, after: str) -> bool:
    """Whether the sentence is a question about the label, rather than one that follows the answer."""
    say = patterns()
    if say.asked.match(after):
        return True
    return (
        say.asked_at_length.match(after) is not None
        and say.question.match(_last_sentence(before)) is not None
    )


def _last_word(text: str) -> tuple[str, int]:
    """The last word of a text, apostrophes included, and where it starts."""
    end = len(text.rstrip(_AROUND_WORDS))
    start = text.rfind(" ", 0, end) + 1
    if text[start:end].isalnum():
        return text[start:end], start
    while end > 0 and not text[end - 1].isalnum():
        end -= 1
    start = end
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "'"):
        start -= 1
    while text[start:end].startswith("'"):
        start += 1
    return text[start:end], start


def _last_sentence(before: str) -> str:
    """From behind the last full stop or line break that has words after it."""
    end = len(before.rstrip())
    return before[max(before.rfind(mark, 0, end) + 1 for mark in (". ", "! ", "? ", "\n")) :].lstrip()


def _labelled(raw: str, before: str, word: str, after: str) -> Strength:
    """ "Answer: B", "<answer>B", `"final_answer": "B"`, "my choice (B)", "Q: ... A: B"."""
    say = patterns()
    if word == "a" and say.replied.search(before[-6:]) and say.ended.match(after):
        return Strength.STATED
    tail = (raw if word in _OWNERS else before)[-90:]
    named = word in say.noun_words or word in _OWNERS or ")" in tail[-6:] or _is_quality(before, word)
    found = say.labelled.search(tail) if named else None
    if found is not None and not say.supposed.search(tail[: found.start()]):
        signs, noun = found["mark"], found[0][: -len(found["mark"])]
        pointed = "?" not in signs and any(sign in _POINTERS for sign in signs)
        if pointed or (say.owned.search(noun) and say.ended.match(after)):
            return Strength.STATED
    if word in say.noun_words and say.labelled_weakly.search(before[-40:]):
        return Strength.CONCLUDED
    return Strength.NONE


def _is_quality(before: str, word: str) -> bool:
    """Whether the last word but one praises: "the selected laptop: B"."""
    if not word or before.rstrip(" \"'([{<\n")[-1:] not in _POINTERS:
        return False
    return _last_word(before[-48:].rpartition(word)[0])[0] in _GOOD


def _linked(clause: str, after: str, *, of_all: bool) -> Strength:
    """ "The answer is B", "I'd go with B", "so B", "not B": what the words that lead up to the label say."""
    say = patterns()
    contrast = say.not_but.search(clause[-40:])
    if contrast is not None:
        clause = clause[: len(clause) - (contrast.end() - contrast.start())]
    tail = clause[-70:]
    refused = say.refused.search(tail)
    if refused is not None:
        return Strength.REJECTED if refused["no"] else Strength.NONE
    link = say.link.search(tail)
    if link is None:
        return Strength.NONE
    head = clause[: len(clause) - len(tail) + link.start()]
    kind = link.lastgroup
    if kind == "copula":
        return _identified(head, after)
    if say.unwilling.search(head[-48:]) or (kind == "choose" and of_all):
        return Strength.NONE
    if kind == "choose":
        return Strength.STATED
    return Strength.CONCLUDED if say.ended.match(after) else Strength.NONE


def _identified(head: str, after: str) -> Strength:
    """ "... is B": by what is said to be B."""
    say = patterns()
    for pattern, strength in ((say.subject, Strength.STATED), (say.subject_weakly, Strength.CONCLUDED)):
        subjects = list(pattern.finditer(head))
        if not subjects:
            continue
        middle = head[subjects[-1].end() :]
        supposed = say.supposed.search(head[: subjects[-1].start()])
        if not (supposed or say.unsettled.search(middle) or say.partial.search(head)):
            return Strength.STATED if say.whole.search(middle) else strength
        break
    if say.pronoun.search(head) and say.ended.match(after) and not say.supposed.search(head):
        return Strength.CONCLUDED
    return Strength.NONE


def _bracketed(clause: str, after: str) -> Strength:
    """ "The answer is the Delta flight (B)"."""
    say = patterns()
    found = say.in_brackets.search(clause[-160:]) if after.startswith(")") else None
    return Strength.STATED if found is not None and not say.unsettled.search(found[0]) else Strength.NONE


def _predicated(before: str, after: str) -> Strength:
    """ "B is the answer", "B is the only one that fits", "B works": what is said of the label."""
    say = patterns()
    right = say.right.match(after)
    verdict = None if right else say.fulfils.match(after)
    if (right is None and verdict is None) or say.doubted.search(_last_sentence(before)[-40:]):
        return Strength.NONE
    if verdict is None:
        return Strength.STATED
    if (
        say.partial.search(after[: verdict.end() + 24])
        or say.unsettled.search(verdict[0])
        or say.limited.match(after, verdict.end())
        or say.asked_at_length.match(after, verdict.end())
    ):
        return Strength.NONE
    alone = say.conclusive.search(_last_sentence(before)[-60:]) or say.conclusive.search(verdict[0])
    return Strength.CONCLUDED if alone else Strength.VERDICT
