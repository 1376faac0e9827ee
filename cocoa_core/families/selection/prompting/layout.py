"""Lays a question out in a prompt, and finds it again in one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from attrs import frozen

from cocoa_core.families.selection.record import Option, Question
from cocoa_core.lexicon import ALL_SAID, FITTING, TOGETHER

_REQUEST: Final = "Request:"
_OPTIONS: Final = "Options:"
_OPTION: Final = re.compile(r"Option (\S+)")
_VALUE: Final = "- "
_CONDITION: Final = re.compile(r"^Condition \d+ of \d+:\n(.+)$", re.MULTILINE)
_MET_BY: Final = re.compile(r"^Met by: (.*)$", re.MULTILINE)
_HEAD: Final = "Option"
_BAR: Final = " | "
_PRINTED_REQUEST: Final = "Q. "
"""Begins the request in a prompt in GroundCocoa's form."""
_PRINTED_OPTION: Final = re.compile(r"Option (\S+?):(\{.*\})")
"""Matches an option in a prompt in GroundCocoa's form."""
_MOST_BLOCKS: Final = 10
"""The most options that have a block each; of more, each takes one line of a table."""
_NUMBER: Final = re.compile(r"^(?:\d+\.|-) ")
"""What stands before a condition where a question numbers or lists them."""
_NONE: Final = "none"


@frozen
class ShownQuestion:
    """A question as a prompt shows it."""

    request: str
    options: Mapping[str, tuple[str, ...]]
    """By letter, the lines below it, each without its dash."""

    def values(self, labels: Sequence[str]) -> dict[str, dict[str, str]]:
        """Returns by letter the text for each slot label; of two that begin a line, the longer counts."""
        result: dict[str, dict[str, str]] = {}
        for letter, lines in self.options.items():
            result[letter] = {}
            for line in lines:
                label = max((name for name in labels if line.startswith(f"{name}: ")), key=len, default=None)
                if label is not None:
                    result[letter][label] = line[len(label) + 2 :]
        return result


def option_text(option: Option) -> str:
    """Returns the block of one option: "Option A", then "- LABEL: VALUE" for each slot that is shown."""
    return "\n".join(
        [f"Option {option.label}", *[f"- {label}: {text}" for label, text in option.shown.items()]]
    )


def options_text(question: Question) -> str:
    """Returns the blocks of all options with empty lines between; of many options a table, a line each."""
    options = question.options
    cells = (text for option in options for text in (*option.shown, *option.shown.values()))
    if len(options) <= _MOST_BLOCKS or any(_BAR.strip() in text for text in cells):
        return "\n\n".join(map(option_text, options))
    lines = [_BAR.join((_HEAD, *options[0].shown))]
    lines += [_BAR.join((option.label, *option.shown.values())) for option in options]
    return "\n".join(lines)


def printed_options(options: Iterable[Option]) -> str:
    """Returns the options as GroundCocoa prints them, each a dictionary: `Option A:{'Airline': 'TAP'}`."""
    return "\n\n".join(printed_option(option.label, option.shown) for option in options)


def printed_option(label: str, shown: Mapping[str, str]) -> str:
    """Returns one option as `printed_options` does."""
    return f"{_HEAD} {label}:{dict(shown)}"


def problem_text(request: str, question: Question) -> str:
    """Returns request and options below their headings; the request alone where no options are shown."""
    request_part = f"{_REQUEST}\n{request}"
    return f"{request_part}\n\n{_OPTIONS}\n{options_text(question)}" if question.options else request_part


def find_question(text: str) -> ShownQuestion | None:
    """Returns the last question of a prompt, since those before it are examples; None where there is none."""
    lines = [line.rstrip() for line in text.split("\n")]
    starts = [index for index, line in enumerate(lines) if line == _REQUEST]
    if not starts:
        return _printed_question(lines)
    if _OPTIONS in lines[starts[-1] :]:
        middle = lines.index(_OPTIONS, starts[-1])
    else:  # no options are shown: the request is what stands up to the next empty line
        middle = starts[-1] + [*lines[starts[-1] :], ""].index("")
    request_lines = lines[starts[-1] + 1 : middle]
    if TOGETHER in request_lines:  # what several options have to meet is no part of what each has to
        request_lines = request_lines[: request_lines.index(TOGETHER)]
    request = " ".join(filter(None, (_NUMBER.sub("", line) for line in request_lines)))
    options: dict[str, tuple[str, ...]] = {}
    letter: str | None = None
    if len(lines) > middle + 1 and lines[middle + 1].startswith(f"{_HEAD}{_BAR}"):
        return ShownQuestion(request, _rows(lines[middle + 1 :]))
    for line in lines[middle + 1 :]:
        heading = _OPTION.fullmatch(line)
        if heading is not None:
            letter = heading[1]
            options[letter] = ()
        elif line.startswith(_VALUE) and letter is not None:
            options[letter] = (*options[letter], line[len(_VALUE) :])
        elif line:
            break
    return ShownQuestion(request, options) if request else None


def _printed_question(lines: Sequence[str]) -> ShownQuestion | None:
    """Returns the last question of a prompt in GroundCocoa's form; None where there is none."""
    starts = [index for index, line in enumerate(lines) if line.startswith(_PRINTED_REQUEST)]
    if not starts:
        return None
    options: dict[str, tuple[str, ...]] = {}
    for line in lines[starts[-1] + 1 :]:
        printed = _PRINTED_OPTION.fullmatch(line)
        if printed is not None:
            with suppress(ValueError, SyntaxError, AttributeError):
                values = ast.literal_eval(printed[2])
                options[printed[1]] = tuple(f"{label}: {text}" for label, text in values.items())
    return ShownQuestion(lines[starts[-1]].removeprefix(_PRINTED_REQUEST), options)


def _rows(lines: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Returns the options of a table by letter, as the lines of a block would be."""
    _, *labels = lines[0].split(_BAR)
    options: dict[str, tuple[str, ...]] = {}
    for line in lines[1:]:
        letter, *texts = line.split(_BAR)
        if len(texts) != len(labels):
            break
        options[letter] = tuple(f"{label}: {text}" for label, text in zip(labels, texts, strict=True))
    return options


def find_condition(text: str) -> str | None:
    """Returns the sentence below "Condition 1 of 3:" where one condition is asked about; else None."""
    conditions = _CONDITION.findall(text)
    return conditions[-1] if conditions else None


def find_letters(text: str) -> frozenset[str] | None:
    """Returns the letters of the last line "Met by: A, C"; None where there is no such line."""
    lists = _MET_BY.findall(text)
    if not lists:
        return None
    return frozenset(part.strip() for part in lists[-1].split(",")) - {_NONE, ""}


def asks_for_all(text: str) -> bool:
    """Returns whether a message asks for the letters of all options that fit, and not for one letter."""
    return "Answer: X, Y" in text.split("\n")


def asks_what_fits(text: str) -> bool:
    """Returns whether a message asks which options fit everything that was said so far."""
    return text.endswith(FITTING)


def as_one_message(first: str, later: Sequence[str]) -> str:
    """Returns the question of a conversation in one message, in which all conditions stand below the first.

    Args:
        first: the message that begins it.
        later: what the customer said after it.
    """
    statements = [text.split("\n\n")[0] for text in later]
    conditions = [text for text in statements if text != ALL_SAID]
    lines = first.split("\n")
    starts = [index for index, line in enumerate(lines) if line.rstrip() == _REQUEST]
    end = starts[-1] + [*lines[starts[-1] :], ""].index("")
    return "\n".join([*lines[:end], *conditions, *lines[end:]])
