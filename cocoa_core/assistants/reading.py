"""Reads a reply and judges it: the rows that it names, in a list of its JSON or else as whole words of its
text, or that none fits. What a reply does not state is never taken from its silence.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from itertools import islice
from typing import Any, Final

from attrs import evolve, frozen

from cocoa_core.assistants.calling import AssistantReply
from cocoa_core.domain import Domain
from cocoa_core.english import plural
from cocoa_core.errors import UsageError, one_line
from cocoa_core.families.selection.targeting.case import Case
from cocoa_core.families.selection.targeting.judging import CaseVerdict, judge

_SHORTEST_LABEL: Final = 4
"""The fewest characters of a label that is looked for in a text: a shorter one occurs by chance."""
_TOKEN: Final = re.compile(r"[^\W_](?:[\w./#-]*[^\W_])?")
_WORD: Final = re.compile(r"\w+|[^\w\s]")
_DIGITS: Final = re.compile(r"\d+")
_ROWS_IN_TEXT: Final = re.compile(r'"rows"\s*:\s*(?=\[)')
_MOST_LISTS: Final = 100
"""The most lists of a text that are tried, the last first. 500,000 that do not end took over a minute."""
_MOST_FOREIGN: Final = 10_000
"""The most rows of a reply that are kept beyond the number that the catalogue has."""
_EMPTY_LIST: Final = re.compile(r"^[ \t]*\[\s*\][ \t]*$", re.MULTILINE)
"""An empty list that is a reply of its own, or a line of one, as between ```json and ```."""
_MOST_SHAPES: Final = 64
"""The most shapes of ids ("AMS-#") by which an id is recognized that the catalogue lacks; where ids have
more, any word could be one.
"""


@frozen
class Named:
    """The rows that a reply names."""

    rows: tuple[str, ...]
    """Ids, and the texts that the reply has in the place of ids."""
    unread: bool = False
    """Whether the reply has nothing that could be a row, and does not say either that none fits."""


@frozen(eq=False)
class ReplyReader:
    """Reads replies about one catalogue.

    Raises:
        UsageError: `pointer` is not a JSON pointer.
    """

    domain: Domain
    pointer: str = ""
    """A JSON pointer (RFC 6901) with `*` for every item of a list, such as `/results/*/sku`; if there is one,
    nothing else of a reply is read. Empty for none.
    """

    def __attrs_post_init__(self) -> None:
        if self.pointer and not self.pointer.startswith("/"):
            raise UsageError(
                "--rows-from is no JSON pointer",
                got=one_line(self.pointer),
                expected="/results/*/sku, with * for every item of a list",
            )

    @cached_property
    def ids(self) -> frozenset[str]:
        """All ids of the catalogue."""
        return frozenset(self.domain.catalogue.ids)

    @cached_property
    def _folded(self) -> dict[str, str]:
        """Ids by their case-folded texts; a text that two ids share is left out."""
        return _unique((row.casefold(), row) for row in self.domain.catalogue.ids)

    @cached_property
    def _labels(self) -> dict[str, str]:
        """Ids by the case-folded values of category slots whose values name one row each."""
        result: dict[str, str] = {}
        rows = self.domain.catalogue.rows
        for position, slot in enumerate(self.domain.schema.slots):
            if not slot.kind.worded or slot.kind.several or not slot.shown:
                continue
            values = [row[position] for row in rows]
            texts = [value.casefold() for value in values if isinstance(value, str)]
            if len(set(texts)) == len(rows) and min(map(len, texts), default=0) >= _SHORTEST_LABEL:
                result.update(zip(texts, self.domain.catalogue.ids, strict=True))
        return result

    @cached_property
    def _names(self) -> dict[str, dict[str, str]]:
        """Ids by what stands for them in a text other than one word: labels, and ids with a space or such. By
        the first word of these, the longest first.
        """
        texts = {
            text: row
            for text, row in self._folded.items()
            if len(text) >= _SHORTEST_LABEL and not _TOKEN.fullmatch(text) and not text.isnumeric()
        }
        texts |= self._labels
        result: dict[str, dict[str, str]] = {}
        for text in sorted(texts, key=len, reverse=True):
            if first := _WORD.match(text):
                result.setdefault(first[0], {})[text] = texts[text]
        return result

    @cached_property
    def _shapes(self) -> frozenset[str]:
        """The shapes of ids, with # for digits; empty where an ordinary word or number could have one."""
        shapes = {_DIGITS.sub("#", row.casefold()) for row in self.domain.catalogue.ids}
        telling = all("#" in shape and shape.strip("#.,-/") for shape in shapes)
        return frozenset(shapes) if telling and len(shapes) <= _MOST_SHAPES else frozenset()

    def read(self, reply: AssistantReply) -> Named:
        """Returns the rows that a reply names, in its order, each once."""
        values = self._listed(reply)
        if values is not None:
            return Named(self._given(values))
        rows = () if self.pointer else self._of_text(reply.text)
        none = _EMPTY_LIST.search(reply.text) or _says_none(reply.text, self.domain.schema.noun)
        return Named(rows, unread=not rows and not none)

    def judged(self, case: Case, reply: AssistantReply) -> tuple[Named, CaseVerdict]:
        """Returns the rows that a reply names, and the verdict on them.

        A reply that is unread is wrong, also where no row fits: whoever asks back has not found that out.
        """
        named = self.read(reply)
        verdict = judge(case, named.rows)
        if named.unread and verdict.right:
            problem = "none fits, but the reply neither says so nor has an empty list of rows"
            verdict = evolve(verdict, right=False, problems=(problem,))
        return named, verdict

    def _listed(self, reply: AssistantReply) -> list[Any] | None:
        """Returns the list of rows in a reply, which may be empty; None where it has no list."""
        if self.pointer:
            parts = self.pointer.split("/")[1:]
            return list(_pointed(reply.data, parts)) if _reaches(reply.data, parts) else None
        rows = reply.data.get("rows") if isinstance(reply.data, Mapping) else None
        return list(rows) if isinstance(rows, list | tuple) else _list_in(reply.text)

    def _given(self, values: list[Any]) -> tuple[str, ...]:
        """Returns the rows that a list in the reply holds; what is no id stands as its JSON.

        Of more rows than the catalogue has some are not in it, however long the list is.
        """
        rows = dict.fromkeys(self._row(self._text_of(value)) for value in values)
        return tuple(islice(rows, len(self.ids) + _MOST_FOREIGN))

    def _text_of(self, value: Any) -> str:
        """Returns what stands for a row: of an object the one of its values that is an id, if one is."""
        if isinstance(value, Mapping):
            ids = {part for part in map(str, value.values()) if part in self.ids}
            value = ids.pop() if len(ids) == 1 else value
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, str | int) and not isinstance(value, bool):
            return str(value).strip()
        try:
            return json.dumps(value)
        except RecursionError:
            return "a list in lists without end"

    def _row(self, text: str) -> str:
        """Returns the id that the text is, or is the label of; else the text itself on one line."""
        folded = text.casefold()
        return (
            text
            if text in self.ids
            else self._folded.get(folded) or self._labels.get(folded) or one_line(text)
        )

    def _of_text(self, text: str) -> tuple[str, ...]:
        folded = text.casefold()
        names = list(self._named_in(folded))
        offsets: dict[str, int] = {}
        for start, _, named in names:
            offsets.setdefault(named, start)
        if len(folded) == len(text):  # the model XPS-13 is not named by "XPS-13 Plus"
            text = _blanked(text, [(start, end) for start, end, _ in names])
        for match in _TOKEN.finditer(text):
            word = match[0]
            row = word if word in self.ids and not word.isdecimal() else None
            if row is None and not word.isdecimal():
                row = self._folded.get(word.casefold())
            if row is None and _DIGITS.sub("#", word.casefold()) in self._shapes:
                row = word
            if row is not None:
                offsets[row] = min(match.start(), offsets.get(row, match.start()))
        return tuple(sorted(offsets, key=lambda row: offsets[row]))

    def _named_in(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Yields where a name of a row begins and ends in a case-folded text, and the row, without overlaps.

        One pattern of all names takes 3 µs a character for the 240 names of hotels, since it tries each.
        """
        names, end = self._names, 0
        for match in _WORD.finditer(text) if names else ():
            start = match.start()
            if start < end or match[0] not in names or _in_word(text, start - 1):
                continue
            for name, row in names[match[0]].items():
                if text.startswith(name, start) and not _in_word(text, start + len(name)):
                    end = start + len(name)
                    yield start, end, row
                    break


def _in_word(text: str, index: int) -> bool:
    """Returns whether a letter, digit or underscore stands there."""
    return 0 <= index < len(text) and (text[index].isalnum() or text[index] == "_")


def _blanked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Returns the text with spaces at the spans, which are in order."""
    parts, end = [], 0
    for start, stop in spans:
        parts += [text[end:start], " " * (stop - start)]
        end = stop
    return "".join([*parts, text[end:]])


def _list_in(text: str) -> list[Any] | None:
    """Returns the last list `rows` of the JSON that stands in a text; None where there is none."""
    for match in reversed(deque(_ROWS_IN_TEXT.finditer(text), _MOST_LISTS)):
        with suppress(ValueError, RecursionError):
            rows: list[Any] = json.JSONDecoder().raw_decode(text, match.end())[0]
            return rows
    return None


def _unique(pairs: Iterator[tuple[str, str]]) -> dict[str, str]:
    values: dict[str, str] = {}
    repeated = set()
    for key, value in pairs:
        if key in values:
            repeated.add(key)
        values[key] = value
    return {key: value for key, value in values.items() if key not in repeated}


_MISSING: Final = object()


def _step(data: Any, part: str) -> Any:
    """Returns the value at a part of a pointer; `_MISSING` where there is none."""
    name = part.replace("~1", "/").replace("~0", "~")
    if isinstance(data, Mapping):
        return data.get(name, _MISSING)
    if isinstance(data, list) and part.isdecimal() and int(part) < len(data):
        return data[int(part)]
    return _MISSING


def _pointed(data: Any, parts: Sequence[str]) -> Iterator[Any]:
    """Yields the values at a pointer; if it ends at a list, the items."""
    if not parts:
        yield from data if isinstance(data, list) else [data]
    elif parts[0] == "*" and isinstance(data, list):
        for item in data:
            yield from _pointed(item, parts[1:])
    elif (value := _step(data, parts[0])) is not _MISSING:
        yield from _pointed(value, parts[1:])


def _reaches(data: Any, parts: Sequence[str]) -> bool:
    """Returns whether a reply has the list that a pointer goes into, even if that is empty, or the value that
    it leads to; null is neither.
    """
    for part in parts:
        if part == "*":
            return isinstance(data, list)
        data = _step(data, part)
    return data is not _MISSING and data is not None


_PART_END: Final = re.compile(
    r"([.!?](?=\s|[\"')*]|$)|[;:\n\u2013\u2014]|,\s+(?=(?:but |so |and )?"
    r"(?:would|should|shall|do|can|could|may|which|what|how)\b))"
)
"""The ends of statements; "nothing fits, would you take another date?" is a statement and a question."""
_SUPPOSED: Final = re.compile(r"\b(?:if|when|unless|whether|in case|so that)\b.*\b(?:no|none|nothing|not)\b")
_FIT: Final = (
    r"(?:fit(?:s|ted|ting)?|match(?:es|ed|ing)?|meets?|met|meeting|satisf(?:y|ies|ied|ying)|suits?|suitable|"
    r"qualif(?:y|ies|ied)|fulfill?(?:s|ed|ing)?|compl(?:y|ies)|such|like (?:that|this|it))"
)
_HAVE: Final = (
    r"(?:find|found|have|has|see|offer|contain|list|carry|stock|locate|show|there|available|exists?)"
)
_NOT: Final = r"(?:not|cannot|\w+n't|unable|failed|without)"
_ROWS: Final = r"(?:result|match|matche|option|row|item|product|hit|candidate|choice|record|entry|entrie)s?"
_LONGEST: Final = 400
"""The characters of a statement that are looked at: time rises with the square of their number."""


def _says_none(text: str, noun: str) -> bool:
    """Returns whether some statement of a text says that there is no row that fits.

    Args:
        text: the text of a reply.
        noun: the singular noun for a row, such as "hotel".
    """
    parts = _PART_END.split(text.replace("\u2019", "'").casefold())
    statements = zip(parts[::2], [*parts[1::2], ""], strict=True)
    stated = _none_fits(noun.casefold())
    return any(
        end != "?" and not _SUPPOSED.search(statement) and stated.search(statement)
        for statement, end in ((part.strip(" \t\"'*_()-,")[:_LONGEST], end) for part, end in statements)
    )


@cache
def _none_fits(noun: str) -> re.Pattern[str]:
    """Returns the pattern of statements that nothing fits.

    Plain "no" and "not" say it of rows only, or of what fits: "no date was given" does not, nor does "I do
    not have your date".
    """
    names = "|".join(map(re.escape, sorted({noun, plural(noun)} - {""}))) or r"(?!)"
    rows = rf"(?:{_ROWS}|{names})"
    after = r"(?= (?:that|which|with|under|in|for|at|of|like)\b|$)"
    few = r"(?:(?!(?:about|for|from|in|of|on|to)\b)[\w'$-]+\s+){0,3}?"
    forms = (
        r"^(?:(?:sorry|unfortunately),? )?(?:none|nothing)(?: \w+)?(?:, sorry)?$",
        rf"\b(?:none|nothing)\b.*\b(?:{_FIT}|{_HAVE})\b",
        rf"\b{_HAVE}(?: is| are|'s| was| were)? (?:none|nothing){after}",
        rf"\b(?:no|zero|(?<![.,])0|(?:not|\w+n't) (?:a single|any|one)) (?:{few}{rows}|.*\b{_FIT})\b",
        rf"\b{_NOT}\b.*\b{_HAVE}\b.*\b(?:anything|(?:any|an?|one|such)\b(?: {few}{rows}|.*\b{_FIT}))\b",
        r"\b(?:cannot|can't|could not|couldn't) (?:all )?be (?:met|satisfied|fulfilled|matched)\b",
    )
    return re.compile("|".join(forms))
