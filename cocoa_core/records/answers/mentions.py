"""Where a text mentions labels: single letters that are labels and not words, and lists of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, TypeAlias

from attrs import frozen

from cocoa_core.records.answers.patterns import any_of
from cocoa_core.records.answers.phrases import OPTION_WORDS
from cocoa_core.records.answers.text import PlainText

__all__ = ["Mention", "mentions"]

_PLACEHOLDERS: Final = frozenset("IXYN")
"""Capitals that stand for something else when they are no label: a pronoun, an unknown, yes and no."""

_LONGEST_LIST: Final = 12
_LONGEST_GAP: Final = 32
"""Of a list of labels: how many, and how many characters between two of them."""

_Letter: TypeAlias = tuple[str | None, int, int]

_AFTER_A_LABEL: Final = (
    *("is", "was", "isn't", "wasn't", "because", "since", "as", "and", "or", "nor", "for", "with", "which"),
    *("that", "who", "alone", "only", "here", "if", "while", "but", "then", "so", "it", "this", "not", "can"),
    *(
        "cannot",
        "can't",
        "could",
        "must",
        "has",
        "have",
        "does",
        "doesn't",
        "would",
        "should",
        "will",
        "seems",
    ),
    *("appears", "looks", "wins", "qualifies", "survives", "over", "rather", "instead", "by", "due", "also"),
    *("both", "clearly", "therefore", "thus", "perfectly", "fully", "exceeds", "costs", "after", "given"),
    *(
        "based",
        "are",
        "final",
        "being",
        "to",
        "through",
        "than",
        "vs",
        "versus",
        "plus",
        "yes",
        "no",
        "correct",
    ),
    *("meet", "meets", "satisfies", "satisfy", "fit", "fits", "match", "matches", "work", "works", "fail"),
    *("fails", "fulfils", "fulfills", "passes", "complies", "violates", "remains"),
    *("ist", "die", "wählen", "nehmen", "empfehlen", "weil", "est", "es", "parce", "porque", "perché"),
)
"""Words that can follow the label "A" but not the article."""


@frozen
class Mention:
    """A label, or several joined by commas, slashes, "and", "or".

    labels:   as the question names them, in the order they are mentioned; a letter that is no label is None
    start:    of the first label in the plain text
    end:      behind the last label
    first_end: behind the first label
    joined_by_or: the labels are alternatives
    """

    labels: tuple[str | None, ...]
    start: int
    end: int
    first_end: int
    joined_by_or: bool = False


def mentions(plain: PlainText, labels: Sequence[str]) -> tuple[Mention, ...]:
    """All mentions, in order; no two overlap. Articles ("A", "é a B"), the pronoun "I", initials: none."""
    letters = tuple(_letters(plain, tuple(labels)))
    found: list[Mention] = []
    at = 0
    while at < len(letters):
        last, alternatives = _joined(plain.low, letters, at)
        label, start, end = letters[at]
        if last == at:
            found.append(Mention((label,), start, end, end))
        else:
            names = dict.fromkeys(letter[0] for letter in letters[at : last + 1])
            found.append(Mention(tuple(names), start, letters[last][2], end, alternatives))
        at = last + 1
    return tuple(found)


def _letters(plain: PlainText, labels: tuple[str, ...]) -> Iterator[_Letter]:
    """The label (None for a letter that is none), start and end of each letter that may be meant as one."""
    pattern, names = _label_pattern(labels)
    for found in pattern.finditer(plain.text):
        token, start, end = found[0], found.start(), found.end()
        if token in "AaIi" and _is_word(plain.low, token, start, end):
            continue
        if token == "a" and _grammar().capital.match(plain.text, end) is not None:
            continue
        label = names.get(token)
        if label is not None or token not in _PLACEHOLDERS:
            yield label, start, end


def _is_word(low: str, token: str, start: int, end: int) -> bool:
    """Whether "A" is the article or "I" the pronoun, by the word that follows."""
    if _grammar().word.match(low, end) is None:
        return False
    named = low[max(0, start - 12) : start].rstrip(" \"'([{#").endswith(OPTION_WORDS)
    if token.isupper() and named:
        return False
    return not (token.isupper() or named) or _grammar().label_verb.match(low, end + 1) is None


def _joined(low: str, letters: Sequence[_Letter], first: int) -> tuple[int, bool]:
    """The last of the letters that are listed together with the first, and whether "or" joins any."""
    grammar, last, alternatives, sure = _grammar(), first, False, first
    for at in range(first + 1, min(len(letters), first + _LONGEST_LIST)):
        _, start, end = letters[at]
        gap_start = letters[at - 1][2]
        if start - gap_start > _LONGEST_GAP:
            break
        separator = grammar.separator.fullmatch(low, gap_start, start)
        aside = separator is not None and separator["joint"] == " " and "(" in separator[0]
        if separator is None or (aside and ")" not in separator[0]):
            break
        last = at
        joint = separator["joint"]
        alternatives = alternatives or grammar.either.search(joint) is not None
        with_and = joint.rstrip().endswith("and") and grammar.own_verb.match(low, end) is None
        if alternatives or with_and or joint == " ":
            sure = at
    if last > sure and grammar.list_end.match(low, letters[last][2]) is not None:
        sure = last
    return sure, alternatives


@frozen
class _Grammar:
    """The first three look behind a letter that could be a word, the others between labels or behind them."""

    word: re.Pattern[str]
    capital: re.Pattern[str]  # a letter of its own, as in "a B"
    label_verb: re.Pattern[str]  # "is", "fails": what a label can be followed by and an article cannot
    separator: re.Pattern[str]  # what joins two labels: a comma, "and", "or"
    either: re.Pattern[str]  # of what joins: "or"
    own_verb: re.Pattern[str]  # "is": the label before it starts a sentence of its own
    list_end: re.Pattern[str]  # the end of the sentence, or "both work"


@cache
def _grammar() -> _Grammar:
    things = any_of(OPTION_WORDS)
    return _Grammar(
        word=re.compile(r" (?:[a-z][a-z']|[0-9])"),
        capital=re.compile(r" [A-Z](?!\w)"),
        label_verb=re.compile(rf"{any_of(_AFTER_A_LABEL)}\b"),
        separator=re.compile(
            r"[\"')\]}>]{0,4}"
            r"(?P<joint> ?[,/&+|] ?\n?(?:(?:and/or|and|or) (?:also )?)?"
            r"| (?:and/or|and|or|nor|plus|as well as) (?:also )?"
            r"| ?[,(]? ?(?:or )?(?:maybe|perhaps|possibly|or even|or else) | ?\n(?:[-•–] ?)?| )"
            rf"[\"'(\[{{<]{{0,4}}(?:{things} ?[\"'(\[{{<]{{0,3}})?"
        ),
        either=re.compile(r"\bor\b|\A ?/|maybe|perhaps|possibly"),
        own_verb=re.compile(r"[\"')\]}]{0,3} (?:is|was|has|does|can|[a-z]{2,16}s)\b"),
        list_end=re.compile(
            r"[\"')\]}>]{0,4} ?(?:\Z|[.;!?\n\])|<]"
            r"| (?:both|all|are|work|satisfy|meet|match|fit|together)\b)"
        ),
    )


@lru_cache(maxsize=64)
def _label_pattern(labels: tuple[str, ...]) -> tuple[re.Pattern[str], dict[str, str]]:
    """What finds every label in either case, and (among single letters) capitals that are no label."""
    names = {form: label for label in labels for form in (label.lower(), label.upper(), label)}
    letters = all(len(label) == 1 and label.isascii() and label.isalpha() for label in labels)
    if letters:
        small = "".join(sorted({form for form in names if form.islower()}))
        token, behind = f"[A-Z{small}]", r"(?<!\w.)(?<!\w['.].)"
    else:
        forms = sorted(names, key=lambda form: (-len(form), form))
        token, behind = "(?<!\\w)(?:" + "|".join(map(re.escape, forms)) + ")", ""
    return re.compile(
        rf"{token}{behind}(?!\w|'(?!s (?:the|my|our|correct|right|best)\b)\w|[-–]\w|\.(?![A-Z][a-z])\w)"
    ), names
