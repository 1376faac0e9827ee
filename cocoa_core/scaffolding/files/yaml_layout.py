"""Plain data as YAML that a person would write: short things in one line, long ones over several."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final

from cocoa_core.domain.yaml.scalars import plain_value

__all__ = ["WIDTH", "comment_lines", "entry_lines", "flow", "item_lines", "scalar"]

WIDTH: Final = 100
"""Columns; only single texts run over."""

_WORDS_OF_YAML_1_1: Final = frozenset(("y", "n", "yes", "no", "on", "off"))
_PLAIN: Final = re.compile(r"[^\W\d_](?:[\w ./&+()-]*[\w.)+])?")
_QUOTED: Final = re.compile("`[^`]*`")
_KEPT_BLANK: Final = "\x00"
_AMOUNT: Final = re.compile(r"[0-9]+[a-zA-Z]+(?: [0-9]+[a-zA-Z]+)?")


def scalar(value: object) -> str:
    """One value; a text stands in quotation marks where YAML, 1.1 or 1.2, would read something else."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Decimal | float):
        return format(Decimal(str(value)), "f")
    text = str(value)
    return text if _is_plain(text) else json.dumps(text, ensure_ascii=False)


def _is_plain(text: str) -> bool:
    if not (_PLAIN.fullmatch(text) or _AMOUNT.fullmatch(text)) or text.casefold() in _WORDS_OF_YAML_1_1:
        return False
    return "  " not in text and isinstance(plain_value(text), str)


def flow(value: object) -> str:
    """A value in one line: `{min: 0, max: 5}`, `[pool, gym]`."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(value)


def entry_lines(key: str, value: object, indent: int) -> list[str]:
    """`key: value`, indented: in one line if it fits, else with the value on lines of its own."""
    head = " " * indent + f"{scalar(key)}:"
    line = f"{head} {flow(value)}"
    if isinstance(value, str):
        return _text_lines(head, value, indent + 2)
    if len(line) <= WIDTH or not isinstance(value, Mapping | list | tuple) or not value:
        return [line]
    if isinstance(value, Mapping):
        return [head, *(part for name, one in value.items() for part in entry_lines(name, one, indent + 2))]
    if any(isinstance(item, Mapping | list | tuple) for item in value):
        return [head, *(part for item in value for part in item_lines(item, indent + 2))]
    return _wrapped(head + " [", value)


def item_lines(value: object, indent: int) -> list[str]:
    """`- value`, indented; a mapping that does not fit in one line has a line a key."""
    head = " " * indent + "- "
    if not isinstance(value, Mapping) or not value or len(head + flow(value)) <= WIDTH:
        return [head + flow(value)]
    lines = [line for key, one in value.items() for line in entry_lines(key, one, indent + 2)]
    return [head + lines[0][indent + 2 :], *lines[1:]]


def comment_lines(text: str, indent: int = 0) -> list[str]:
    """A comment of one paragraph or several (parted by line feeds), wrapped, but not within `quotes`."""
    mark = " " * indent + "# "
    return [
        line.replace(_KEPT_BLANK, " ")
        for paragraph in text.split("\n")
        for line in textwrap.wrap(
            _QUOTED.sub(lambda found: found[0].replace(" ", _KEPT_BLANK), paragraph),
            WIDTH,
            initial_indent=mark,
            subsequent_indent=mark,
            break_long_words=False,
            break_on_hyphens=False,
        )
        or [mark.rstrip()]
    ]


def _text_lines(head: str, text: str, indent: int) -> list[str]:
    """A text after its key; a long one folded (YAML reads each line end as a blank), lines as they are."""
    blanks = " " * indent
    lines = text.split("\n")
    if len(lines) > 1 and all(line and line == line.strip() for line in lines):
        return [f"{head} |-", *(blanks + line for line in lines)]
    if len(f"{head} {scalar(text)}") <= WIDTH or text != " ".join(text.split()) or " " not in text:
        return [f"{head} {scalar(text)}"]
    folded = textwrap.wrap(
        text,
        WIDTH,
        initial_indent=blanks,
        subsequent_indent=blanks,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [f"{head} >-", *folded]


def _wrapped(head: str, items: Sequence[object]) -> list[str]:
    """A list of values over several lines, the later ones below the first item."""
    lines, line = [], head
    for number, item in enumerate(items):
        text = flow(item) + ("]" if number == len(items) - 1 else ",")
        if len(line) + len(text) + 1 > WIDTH and line != head:
            lines.append(line.rstrip())
            line = " " * len(head)
        line += text if line.endswith("[") or not line.strip() else f" {text}"
    return [*lines, line]
