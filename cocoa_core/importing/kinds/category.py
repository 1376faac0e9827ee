"""Reads columns of words: one of several words, months, codes, and texts that only tell rows apart."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from cocoa_core.domain.kinds import mismatch, vocabulary_problem
from cocoa_core.importing.columns.cells import Cells, ColumnReading
from cocoa_core.importing.columns.header import Header
from cocoa_core.importing.columns.measures import count_noun
from cocoa_core.lexicon import MONTHS, WITH_ARTICLE
from cocoa_core.suggestions import quoted

_SCALES: Final = tuple(
    tuple(scale.split(", "))
    for scale in (
        ", ".join(MONTHS).casefold(),
        ", ".join(name[:3] for name in MONTHS).casefold(),
        "monday, tuesday, wednesday, thursday, friday, saturday, sunday",
        "mon, tue, wed, thu, fri, sat, sun",
        "spring, summer, autumn, fall, winter",
        "never, rarely, sometimes, often, always",
        "none, very low, low, mid, medium, middle, average, high, very high",
        "xxs, xs, s, m, l, xl, xxl, xxxl",
        "tiny, mini, small, compact, midsize, medium, large, full-size, big, huge, extra large",
        "very poor, poor, bad, fair, average, ok, good, very good, great, premium, ideal, excellent",
        "beginner, elementary, intermediate, advanced, expert",
        "basic, economy, standard, comfort, plus, premium, business, deluxe, luxury, first",
        "first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth",
        "1st, 2nd, 3rd, 4th, 5th, 6th, 7th, 8th, 9th, 10th",
        "i, ii, iii, iv, v, vi, vii, viii, ix, x",
        "child, teen, young, adult, middle-aged, senior, elderly, old",
        "strongly disagree, disagree, neutral, agree, strongly agree",
        "morning, noon, afternoon, evening, night",
    )
)
_NUMBER: Final = re.compile(r"[-+]?[0-9]+(?:[.,][0-9]+)*%?")
_MOST_CLOSED: Final = 12
_MOST_WORDS: Final = 200
_CODES_REPEATED: Final = 3
_CODED: Final = (
    "sex gender race ethnicity group type class code status region treat treatment trt sector category"
    " cluster marital district zone block arm subject patient"
).split()
_ORDERED: Final = "year age price cost size level grade score rating rank number".split()
_LONGEST_WORD: Final = 60
_PLACES: Final = (
    *("country", "countries", "nation", "origin", "origins", "location", "locations", "region", "regions"),
    *("market", "markets", "destination", "destinations", "territory", "land", "from", "to"),
)
LONGEST_TEXT: Final = 100
_REPEATED: Final = 2.0


def in_order(words: Sequence[str]) -> tuple[str, ...]:
    """Returns the words in the order of a known scale that holds all of them, else alphabetically."""
    folded = {word.casefold() for word in words}
    for scale in _SCALES:
        if folded <= set(scale) and len(folded) > 1:
            return tuple(sorted(words, key=lambda word: scale.index(word.casefold())))
    return tuple(sorted(words))


def word(text: str) -> str:
    """Returns a cell as a word of a vocabulary: with composed letters, single blanks and no ";"."""
    plain = unicodedata.normalize("NFC", text).replace(";", ",")
    return " ".join("".join(letter if letter.isprintable() else " " for letter in plain).split())


def word_with_article(header: Header, text: str) -> str:
    """Returns a cell as a word; below the header of places, with the article of its name: "the USA"."""
    plain = word(text)
    return f"the {plain}" if header.has(*_PLACES) and _takes_article(plain) else plain


def _takes_article(place: str) -> bool:
    """Returns whether people say "the" before the name: the Philippines, the Atlantic Ocean."""
    *before, last = place.casefold().split() or [""]
    watery = last in ("ocean", "sea", "islands") and before[:1] not in ([], ["the"])
    return watery or place.casefold() in WITH_ARTICLE


def names_with_articles(header: Header, texts: Iterable[str]) -> str:
    """Returns a remark on the texts that got an article ("; 'USA' is 'the USA'"), or nothing."""
    given = sorted({text for text in texts if word_with_article(header, text) != word(text)})
    return "".join(f"; {quoted(text)} is {quoted(word_with_article(header, text))}" for text in given)


def without_semicolons(texts: Iterable[str]) -> str:
    """Returns a remark on the first text that lost a semicolon, which separates items; else nothing."""
    text = next((text for text in texts if ";" in text), None)
    return "" if text is None else f"; {quoted(text)} is written {quoted(word(text))}"


def read_months(cells: Cells) -> ColumnReading | None:
    """Returns numbers from 1 to 12 below the header month as names of months; None for other columns."""
    months = {str(number): name for number, name in enumerate(MONTHS, start=1)}
    canonical = {text: months[text.lstrip("0")] for text in cells.counts if text.lstrip("0") in months}
    named = cells.header.ends("month") and len(canonical) == len(cells.counts) > 1
    if not canonical or not (named or cells.forced):
        return None
    settings = {"kind": "category", "closed": True, "values": list(MONTHS)}
    return ColumnReading(settings, cells.written(canonical), "a month, by its name", taken="months")


def read_codes(cells: Cells) -> ColumnReading | None:
    """Returns whole numbers that stand for something as words: two numbers, or a few below a header such as
    sex or group.

    None for other columns.
    """
    if not all(text.isdecimal() and len(text) < 4 for text in cells.counts) or cells.header.unit:
        return None
    most = _MOST_CLOSED if cells.header.ends(*_CODED) else 2
    if not 1 < len(cells.counts) <= most or cells.present < _CODES_REPEATED * len(cells.counts):
        return None
    if most == 2 and (cells.header.ends(*_ORDERED) or count_noun(cells.header)):
        return None
    values = sorted(cells.counts, key=int)
    why = "a code: two numbers stand for something" if len(values) == 2 else "a code, by its name"
    settings = {"kind": "category", "closed": True, "values": values}
    return ColumnReading(settings, cells.written({text: text for text in values}), why, taken="words")


def read_words(cells: Cells) -> ColumnReading | None:
    """Returns the column as one of several words, which are few or occur in many rows; else None."""
    spelled = _spelled(cells)
    words = Counter[str]()
    for text, count in cells.counts.items():
        words[spelled[text]] += count
    if not all(map(_fits, words)):
        return None
    numbers = sum(map(bool, map(_NUMBER.fullmatch, words)))
    if numbers > max(_MOST_CLOSED, len(words) / 2):
        return None  # prices with "sold out" among them are no vocabulary
    if len(words) < 2 or len(words) > _MOST_WORDS or cells.present < _REPEATED * len(words):
        return None
    closed = len(words) <= _MOST_CLOSED and cells.present >= 3 * len(words)
    settings = _settings(tuple(words), closed=closed)
    remarks = names_with_articles(cells.header, cells.counts) + without_semicolons(cells.counts)
    why = f"one of {len(words)} words{remarks}"
    return ColumnReading(settings, cells.written(spelled), why, taken="words")


def read_as_words(cells: Cells) -> ColumnReading | None:
    """Returns the column as words, however many there are; None where no text can be one."""
    fitting = {text: spelling for text, spelling in _spelled(cells).items() if _fits(spelling)}
    words = tuple(sorted(set(fitting.values())))
    if not words:
        return None
    settings = _settings(words, closed=len(words) <= _MOST_CLOSED)
    why = f"one of {len(words)} words, as told"
    return ColumnReading(settings, cells.written(fitting), why, taken="words")


def _settings(words: Sequence[str], *, closed: bool) -> dict[str, object]:
    """Returns the settings of a category of these words."""
    values = {"values": list(in_order(words))} if closed else {}
    return {"kind": "category", "closed": closed, **values}


def _fits(spelling: str) -> bool:
    return vocabulary_problem(spelling) is None and len(spelling) <= _LONGEST_WORD


def shown_text(cells: Cells) -> ColumnReading | None:
    """Returns the column as texts that people see and no rule is about; None where they cannot be shown."""
    canonical = cells.readings(_shown_word)
    if canonical is None or _is_link(list(canonical)):
        return None
    why = f"texts that hardly repeat: shown, without rules{without_semicolons(canonical)}"
    settings = _settings((), closed=False)
    return ColumnReading(settings, cells.written(canonical), why, ruled=False, taken="text")


def _shown_word(text: str) -> str:
    shown = word(text)
    problem = vocabulary_problem(shown)
    if problem or len(shown) > LONGEST_TEXT:
        raise ValueError(problem or f"expected at most {LONGEST_TEXT} characters")
    return shown


def _is_link(texts: Sequence[str]) -> bool:
    linked = sum(text.casefold().startswith(("http://", "https://", "www.")) or "@" in text for text in texts)
    return linked > len(texts) / 2


def _spelled(cells: Cells) -> dict[str, str]:
    """Returns the word for each text; of words that differ only in capitals, the most frequent spelling."""
    best: dict[str, str] = {}
    spellings: Counter[str] = Counter()
    for text, count in cells.counts.items():
        spellings[word_with_article(cells.header, text)] += count
    for spelling in sorted(spellings, key=lambda spelling: (-spellings[spelling], spelling)):
        best.setdefault(spelling.casefold(), spelling)
    return {text: best[word_with_article(cells.header, text).casefold()] for text in cells.counts}


def member(cell: str, closed: bool, values: tuple[str, ...]) -> str:
    """Returns the text with single blanks; for a closed vocabulary, its only value that equals the text apart
    from capitals.

    Raises:
        ValueError: no value of the closed vocabulary does, or several do.
    """
    if not closed or cell in values:
        return " ".join(cell.split())
    folded = " ".join(cell.split()).casefold()
    matches = [value for value in values if value.casefold() == folded]
    if len(matches) != 1:
        raise mismatch(f"one of {', '.join(values[:12])}", cell)
    return matches[0]
