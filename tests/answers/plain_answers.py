"""Rule 4, slowly: the answer that a text begins with."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from answers.plain_texts import is_word, phrase_end, plain, skip, without_latex, words_from

from cocoa_core.answers import reader as tables
from cocoa_core.answers.reader import Letter, Letters, Number, Shape, Text, Value, YesNo

NOUNS: Final = ["option", "choice", "letter", "number", "condition", "requirement", "value", "item"]


THESE: Final = ["these", "them", "those", "the above", "the options", "the choices", "the conditions"]

NONE_OF: Final = [
    *(f"none {of}{which}" for of in ("of ", "") for which in [*THESE, "options", "choices", "conditions"]),
    "none",
    "no options",
    "no option",
    "no conditions",
    "no condition",
]


def begins(text: str, shape: Shape) -> tuple[Value, str] | None:
    """The answer that a text begins with, and the text after it."""
    text = plain(without_latex(text))
    if isinstance(shape, Text):
        line, _, rest = text.strip().partition("\n")
        line = line.strip().removesuffix(".")
        return (line, "\n" + rest) if line and len(line) <= 10_000 else None
    for level, start in enumerate(starts(text)):
        part = text[start:]
        if isinstance(shape, Letter):
            label = first_label(part, shape.labels)
            if label is None and shape.none:
                label = none_of(part, tables.NONE)
        elif isinstance(shape, Letters):
            label = label_set(part, shape.labels)
        elif isinstance(shape, Number):
            label = number(part) if level < 3 else None
        elif isinstance(shape, YesNo):
            label = yes_no(part, shape) if level < 3 else label_set(part, shape.clash, sets=False)
        else:
            return None
        if label is not None:
            return label
    return None


def labels_of(shape: Shape) -> tuple[str, ...]:
    if isinstance(shape, YesNo):
        return shape.clash
    return shape.labels if isinstance(shape, (Letter, Letters)) else ()


def starts(text: str) -> Iterator[int]:
    """Where an answer may begin: before anything is taken off, behind marks of lists, brackets, and nouns."""
    start = skip(text, 0, " \t\n", len(text))
    yield start
    start = skip(text, 0, " \t\n", 20)
    for _ in range(3):
        end = skip(text, start, "#>|•–—-", 9)
        blank = skip(text, end, " \t\n", 9)
        if end == start or blank == end:
            break
        start = blank
    yield start
    start = skip(text, start, " \t\n([{#", 20)
    yield start
    only = False
    for _ in range(3):
        word, end = words_from(text, start)
        if word not in ("only", "just", "both", "exactly", "the") or not text[end : end + 1].isspace():
            break
        only, start = word != "the", end + 1
    word, end = words_from(text, start)
    if word.removesuffix("s") in NOUNS:
        start = end + (text[end : end + 1] == ":")
    elif not only:
        return
    yield skip(text, start, " \t\n([{#", 20)


@cache
def longest_first(labels: tuple[str, ...]) -> list[str]:
    return sorted(labels, key=len, reverse=True)


def first_label(text: str, labels: tuple[str, ...]) -> tuple[Value, str] | None:
    for label in longest_first(labels):
        end = len(label)
        if text[:end] == label and ends_label(label, text, end):
            return label, text[end:]
    for label in longest_first(labels):
        end = len(label)
        if text[:end].lower() == label.lower() and ends_label(label, text, end):
            return label, text[end:]
    return None


def ends_label(label: str, text: str, end: int) -> bool:
    after = text[end : end + 1]
    return not is_word(label[-1]) or not (is_word(after) or after in tuple("'’"))


def none_of(text: str, value: Value) -> tuple[Value, str] | None:
    end = phrase_end(text, 0, NONE_OF)
    return None if end is None else (value, text[end:])


def all_of(text: str, labels: tuple[str, ...]) -> tuple[Value, str] | None:
    rest = none_of("none" + text[3:], "") if text[:3].lower() == "all" else None
    return (frozenset(labels), rest[1]) if rest else None


def label_set(text: str, labels: tuple[str, ...], *, sets: bool = True) -> tuple[Value, str] | None:
    label = first_label(text, labels)
    if label is None and not sets:
        return None
    if label is None:
        return none_of(text, frozenset()) or all_of(text, labels)
    values, rest = {str(label[0])}, label[1]
    while True:
        between = separator(rest)
        if between is None:
            return frozenset(values), rest
        label = None
        for start in starts(rest[between:]):
            label = first_label(rest[between + start :], labels)
            if label is not None:
                break
        if label is None:
            behind = rest[between:]
            listed = rest.lstrip().startswith(",") and behind != ""
            reason = behind[: words_from(behind, 0)[1]] in tables.WORDS_AFTER_ANSWER.split()
            return (frozenset(values), rest) if reason or not listed else None
        values.add(str(label[0]))
        rest = label[1]


def separator(text: str) -> int | None:
    start = skip(text, 0, ")]}", len(text))
    end = skip(text, start, " \t\n", len(text))
    if text[end : end + 1] in tuple(",;&+/"):
        end = skip(text, end + 1, " \t\n", len(text))
        if text[end : end + 3].lower() == "and" and text[end + 3 : end + 4].isspace():
            end += 4
    elif text[end : end + 3].lower() == "and" and text[end + 3 : end + 4].isspace():
        end += 4
    elif end == start:
        return None
    return skip(text, end, " \t\n", len(text))


def number(text: str) -> tuple[Value, str] | None:
    exactly = phrase_end(text, 0, ["exactly"])
    read = digits(text[exactly + 1 :] if exactly is not None and text[exactly : exactly + 1] == " " else text)
    if read is None:
        return None
    value, rest = read
    nouns = [f" {noun}{s}" for noun in ("option", "choice", "condition") for s in ("s", "")]
    nouns += [f" of {which}" for which in ("them", "these", "those", "the options")]
    noun = phrase_end(rest, 0, nouns)
    return value, rest[noun:] if noun is not None else rest


def digits(text: str) -> tuple[Value, str] | None:
    sign = text[:1] if text[:1] in ("-", "+", "−") else ""
    end = len(sign)
    start = end
    while text[end : end + 1] in tuple("0123456789") and end - start < 30:
        end += 1
    if end == start:
        return None
    while (
        end - start <= 3 + 36
        and text[end : end + 1] == ","
        and thousands(text, end + 1)
        and (end - start) % 4 == ((text[start:end] + ",").index(",") % 4)
    ):
        end += 4
    if text[end : end + 1] == "." and text[end + 1 : end + 2] in tuple("0123456789"):
        end += 1
        while text[end : end + 1] in tuple("0123456789"):
            end += 1
    after, next_after = text[end : end + 1], text[end + 1 : end + 2]
    if is_word(after) or after == "%" or (after in (".", ",") and next_after.isdigit()):
        return None
    digits = text[start:end].replace(",", "")
    value: Value = float(digits) if "." in digits else int(digits)
    if sign in ("-", "−"):
        value = -value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value, text[end:]


def thousands(text: str, start: int) -> bool:
    part = text[start : start + 3]
    return (
        len(part) == 3
        and all(letter in "0123456789" for letter in part)
        and not text[start + 3 : start + 4].isdigit()
    )


def yes_no(text: str, shape: YesNo) -> tuple[Value, str] | None:
    for word, value in (("yes", True), ("no", False)):
        end = phrase_end(text, 0, [word])
        if end is None:
            continue
        if value or not shape.clash:
            return value, text[end:]
        after = skip(text, end, " :,;(–—", len(text))
        for start in starts(text[after:]):
            named = label_set(text[after + start :], shape.clash)
            if named is not None and named[0]:
                return named
        return frozenset(), text[end:]
    if shape.clash:
        return label_set(text, shape.clash, sets=False)
    return None


def ends_answer(rest: str) -> bool:
    """Whether what stands behind an answer leaves it one."""
    closing = skip(rest, 0, ")]}", len(rest))
    if closing > 0 and rest[closing : closing + 1].isspace():
        return True
    start = skip(rest, 0, ")]} \t\n", len(rest))
    skipped, tail = rest[:start], rest[start:]
    if not tail or "\n" in skipped:
        return True
    letter, after = tail[0], tail[1:2]
    if letter in ".!…":
        return not is_word(after)
    if letter in ",;:":
        return not after.isdigit()
    if letter in "([—" or (letter in "-–" and after.isspace()):
        return True
    return tail[: words_from(tail, 0)[1]] in tables.WORDS_AFTER_ANSWER.split()
