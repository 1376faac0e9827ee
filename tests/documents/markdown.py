"""Reading markdown: fenced blocks, tables, links, and passages that a program wrote."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from attrs import frozen

_BLOCK: Final = re.compile(r"^```(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PASSAGE: Final = re.compile(r"^<!-- made by: (.+?) -->\n(.*?)^<!-- end -->$", re.MULTILINE | re.DOTALL)
_LINK: Final = re.compile(r"(?<!!)\[[^\]]+\]\(([^)\s]+)\)")
_HEADING: Final = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)
_CELL: Final = re.compile(r"(?<!\\)\|")


@frozen
class Block:
    """A fenced block: its language, its text, and the comment in the line before it, if there is one."""

    language: str
    text: str
    comment: str = ""


@frozen
class Passage:
    """What stands between `<!-- made by: COMMAND -->` and `<!-- end -->`; start and end of the inner text."""

    command: str
    text: str
    start: int
    end: int


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks in order."""
    for match in _BLOCK.finditer(text):
        before = text[: match.start()].rstrip("\n").rpartition("\n")[2]
        comment = before[4:-3].strip() if before.startswith("<!--") and before.endswith("-->") else ""
        yield Block(match[1], match[2], comment)


def passages(text: str) -> Iterator[Passage]:
    """The passages that a program wrote, in order."""
    for match in _PASSAGE.finditer(text):
        yield Passage(match[1], match[2], *match.span(2))


def tables(text: str) -> Iterator[list[list[str]]]:
    """The tables outside of fenced blocks as rows of cells, the head first, the rule left out."""
    rows: list[list[str]] = []
    for line in [*_BLOCK.sub("", text).split("\n"), ""]:
        if line.startswith("|"):
            rows.append([cell.strip().replace("\\|", "|") for cell in _CELL.split(line)[1:-1]])
        elif rows:
            yield [rows[0], *rows[2:]]
            rows = []


def links(text: str) -> list[str]:
    """The targets of all links outside of fenced blocks."""
    return _LINK.findall(_BLOCK.sub("", text))


def anchors(text: str) -> set[str]:
    """The anchors of the headings, as GitHub makes them."""
    return {_anchor(heading) for heading in _HEADING.findall(_BLOCK.sub("", text))}


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
