"""Columns of words: yes or no, months, codes, one of several, and texts that only tell rows apart."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Final

from cocoa_core.domain.kinds.vocabulary import vocabulary_problem
from cocoa_core.domain.printed.truths import read_truth
from cocoa_core.scaffolding.columns.cells import Cells, Reading
from cocoa_core.scaffolding.columns.quantities import count_noun
from cocoa_core.scaffolding.columns.scales import MONTH_NAMES, in_order

__all__ = ["read_codes", "read_months", "read_truths", "read_words", "shown_text", "word"]

_MOST_CLOSED: Final = 12
_MOST_WORDS: Final = 200
_PAIR: Final = 2
_CODES_REPEATED: Final = 3
_CODED: Final = (
    "sex gender race ethnicity group type class code status region treat treatment trt sector category"
    " cluster marital district zone block arm subject patient"
)
_ORDERED: Final = "year age price cost size level grade score rating rank number"
_LONGEST_WORD: Final = 60
_LONGEST_TEXT: Final = 100
_REPEATED: Final = 2.0


def word(text: str) -> str:
    """A cell as a word of a vocabulary: composed letters, single blanks, no ";"."""
    plain = unicodedata.normalize("NFC", text).replace(";", ",")
    return " ".join("".join(letter if letter.isprintable() else " " for letter in plain).split())


def read_truths(cells: Cells) -> Reading | None:
    """Yes and no; both have to occur."""
    found = cells.readings(read_truth, 0)
    if found is None or set(found.values()) != {True, False}:
        return None
    texts = sorted(cells.counts)
    numbers = " (0 and 1 are taken for no and yes)" if texts == ["0", "1"] else ""
    canonical = {text: "yes" if truth else "no" for text, truth in found.items()}
    return Reading({"kind": "boolean"}, cells.written(canonical), f"yes or no{numbers}")


def read_months(cells: Cells) -> Reading | None:
    """Numbers from 1 to 12 under the name month, as the months' names."""
    if not cells.header.ends("month") or not all(text.isdecimal() for text in cells.counts):
        return None
    if not all(1 <= int(text) <= len(MONTH_NAMES) for text in cells.counts) or len(cells.counts) < 2:
        return None
    canonical = {text: MONTH_NAMES[int(text) - 1] for text in cells.counts}
    settings = {"kind": "category", "closed": True, "values": list(MONTH_NAMES)}
    return Reading(settings, cells.written(canonical), "a month, by its name")


def read_codes(cells: Cells) -> Reading | None:
    """Whole numbers that stand for something: two of them, or a few under a name such as sex or group."""
    if not all(text.isdecimal() and len(text) < 4 for text in cells.counts) or cells.header.unit:
        return None
    most = _MOST_CLOSED if cells.header.ends(*_CODED.split()) else _PAIR
    if not 1 < len(cells.counts) <= most or cells.present < _CODES_REPEATED * len(cells.counts):
        return None
    if most == _PAIR and (cells.header.ends(*_ORDERED.split()) or count_noun(cells.header)):
        return None
    values = sorted(cells.counts, key=int)
    why = "a code: two numbers stand for something" if len(values) == _PAIR else "a code, by its name"
    settings = {"kind": "category", "closed": True, "values": values}
    return Reading(settings, cells.written({text: text for text in values}), why)


def read_words(cells: Cells) -> Reading | None:
    """One of several words: few of them, or words that stand in many rows; None for other texts."""
    spelled = _spelled(cells)
    words = Counter[str]()
    for text, times in cells.counts.items():
        words[spelled[text]] += times
    if any(vocabulary_problem(one) for one in words) or max(map(len, words)) > _LONGEST_WORD:
        return None
    if len(words) < 2 or len(words) > _MOST_WORDS or cells.present < _REPEATED * len(words):
        return None
    closed = len(words) <= _MOST_CLOSED and cells.present >= 3 * len(words)
    settings: dict[str, object] = {"kind": "category", "closed": closed}
    if closed:
        settings["values"] = list(in_order(tuple(words)))
    return Reading(settings, cells.written(spelled), f"one of {len(words)} words")


def shown_text(cells: Cells) -> Reading | None:
    """The column as texts that people see and no rule is about; None where they cannot be shown."""
    canonical = {text: word(text) for text in cells.counts}
    if any(vocabulary_problem(one) for one in canonical.values()):
        return None
    if not canonical or max(map(len, canonical.values())) > _LONGEST_TEXT or _is_link(list(canonical)):
        return None
    why = "texts that hardly repeat: shown, without rules"
    return Reading({"kind": "category", "closed": False}, cells.written(canonical), why, ruled=False)


def _is_link(texts: Sequence[str]) -> bool:
    linked = sum(text.casefold().startswith(("http://", "https://", "www.")) or "@" in text for text in texts)
    return linked > len(texts) / 2


def _spelled(cells: Cells) -> dict[str, str]:
    """Each text's word; of words that differ in capitals only, the most frequent spelling."""
    best: dict[str, str] = {}
    times: Counter[str] = Counter()
    for text, count in cells.counts.items():
        times[word(text)] += count
    for one in sorted(times, key=lambda one: (-times[one], one)):
        best.setdefault(one.casefold(), one)
    return {text: best[word(text).casefold()] for text in cells.counts}
