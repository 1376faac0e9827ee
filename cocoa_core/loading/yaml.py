"""Reads YAML that may come from a stranger: bounded, without its risky parts, every node with its position.

The parser's events are walked with limits on size, depth and number before anything is built, so a file can
neither run code nor exhaust memory. Only mappings, lists and plain values are left of the language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from attrs import define, evolve, field, frozen

from cocoa_core.errors import DomainError, MismatchError, Place
from cocoa_core.suggestions import quoted
from cocoa_core.text import library_message

if TYPE_CHECKING:
    from ruamel.yaml.events import Event


@frozen
class ScalarNode:
    """A single value; numbers are exact: int, or Decimal with a point or an exponent."""

    place: Place
    value: str | bool | int | Decimal | None
    text: str
    """The value as written, without quotation marks."""


@frozen
class SequenceNode:
    """A list."""

    place: Place
    items: tuple[Node, ...]


@frozen
class MappingEntry:
    """A key of a mapping with its value."""

    key: str
    place: Place
    """The position of the key."""
    value: Node


@frozen
class MappingNode:
    """A mapping: keys with values, in the order of the file, each key once."""

    place: Place
    entries: tuple[MappingEntry, ...]


Node: TypeAlias = ScalarNode | SequenceNode | MappingNode


def described(node: Node) -> str:
    """Returns what a node holds, in words: "the text 'cheap'", "the number 4", "a list of 3"."""
    if isinstance(node, MappingNode):
        return f"a mapping of {len(node.entries)} keys" if len(node.entries) != 1 else "a mapping of 1 key"
    if isinstance(node, SequenceNode):
        return f"a list of {len(node.items)}"
    if node.value is None:
        return "nothing"
    if isinstance(node.value, bool):
        return "true" if node.value else "false"
    if isinstance(node.value, str):
        return f"the text {quoted(node.value)}" if node.value else "an empty text"
    return f"the number {node.text}"


LARGEST_YAML: Final = 1_000_000
"""The size of a file in bytes."""
LONGEST_LINE: Final = 100_000
"""The length of a line in characters."""

_LINE_END: Final = re.compile("\r\n|\r|\n")
UNFIT: Final = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
"""Control characters, line and paragraph separators, marks that reverse the direction of text, surrogates."""


def checked_text(data: bytes, file: str) -> str:
    """Decodes a file, and refuses text that the parser must not see.

    Raises:
        DomainError: the file has more than 1 MB, a line of more than 100,000 characters, bytes that are no
            UTF-8, a control character, or a directive (a line that starts with "%").
    """
    if len(data) > LARGEST_YAML:
        raise DomainError(
            "the file is too large",
            got=f"{len(data):,} bytes",
            expected=f"at most {LARGEST_YAML:,} bytes",
            fix="keep large tables in CSV files",
            place=Place(file),
        )
    text = utf8_text(data, file)
    unfit = UNFIT.search(text)
    if unfit:
        raise DomainError(
            "a control character stands in the file",
            got=f"U+{ord(unfit[0]):04X}",
            expected="printable characters, blanks, tabs and line breaks",
            fix="delete it",
            place=_place_after(text[: unfit.start()], file),
        )
    lines = _LINE_END.split(text)
    _refuse_directives(lines, file)
    _refuse_long_lines(lines, file)
    return text


def utf8_text(data: bytes, file: str) -> str:
    """Returns the text of a file in UTF-8, without a byte order mark.

    Raises:
        DomainError: the bytes are no UTF-8.
    """
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        place = _place_after(data[: error.start].decode("utf-8"), file)
        raise not_utf8(data[error.start], place) from None


def not_utf8(byte: int, place: Place) -> DomainError:
    """Returns the error for a byte that is no text."""
    got, fix = f"the byte {byte:#04x}", "save it in UTF-8"
    return DomainError("the file is not text in UTF-8", got=got, fix=fix, place=place)


def _place_after(before: str, file: str) -> Place:
    lines = _LINE_END.split(before.removeprefix("\ufeff"))
    return Place(file, len(lines), len(lines[-1]) + 1)


def _refused(
    place: Place, problem: str, fix: str, got: str | None = None, expected: str | None = None
) -> DomainError:
    return DomainError(problem, got=got, expected=expected, fix=fix, place=place)


def _refuse_long_lines(lines: Sequence[str], file: str) -> None:
    """Refuses lines so long that the parser's time could grow with the square of their length."""
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            got, most = f"{len(line):,} characters", f"at most {LONGEST_LINE:,}"
            raise _refused(Place(file, number), "the line is too long", "break it", got, most)


def _refuse_directives(lines: Sequence[str], file: str) -> None:
    """Refuses directives. They can only stand before the document: after blank lines and comments."""
    for number, line in enumerate(lines, start=1):
        if line.startswith("%"):
            place, got = Place(file, number, 1), repr(line[:40])
            problem, expected = "YAML directives are not allowed", "keys and values only"
            raise _refused(place, problem, "delete the line", got, expected)
        if line.strip(" \t") and not line.lstrip(" \t").startswith("#"):
            return


_Number = TypeVar("_Number", int, Decimal)

_NULLS: Final = frozenset({"", "~", "null", "Null", "NULL"})
_TRUTHS: Final = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_WHOLE: Final = re.compile(r"[-+]?[0-9]+")
_OCTAL: Final = re.compile(r"0o[0-7]+")
_HEXADECIMAL: Final = re.compile(r"0x[0-9a-fA-F]+")
_FRACTION: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]{1,4})?")
_ANY_EXPONENT: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+")
_NOT_FINITE: Final = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_LONGEST: Final = 40
_LARGEST: Final = 10**15
_MOST_DECIMALS: Final = 12


def plain_value(text: str) -> str | bool | int | Decimal | None:
    """Returns the value for which an unquoted scalar stands.

    Raises:
        MismatchError: the text is infinity, NaN, a number not between -10**15 and 10**15, or one with too
            many digits, more than 12 decimals or an exponent of more than four digits.
    """
    if text in _NULLS:
        return None
    if text in _TRUTHS:
        return _TRUTHS[text]
    if text[0] not in "+-.0123456789":
        return text
    if _NOT_FINITE.fullmatch(text):
        raise MismatchError("a finite number")
    if _WHOLE.fullmatch(text):
        return _checked(int(text) if len(text) <= _LONGEST else _LARGEST)
    for pattern, base in ((_OCTAL, 8), (_HEXADECIMAL, 16)):
        if pattern.fullmatch(text):
            return _checked(int(text[2:], base) if len(text) <= _LONGEST else _LARGEST)
    if _FRACTION.fullmatch(text) or _ANY_EXPONENT.fullmatch(text):
        return _fraction(text)
    return text


def _fraction(text: str) -> Decimal:
    if len(text) > _LONGEST:
        raise MismatchError("a number of fewer digits")
    if not _FRACTION.fullmatch(text):
        raise MismatchError("an exponent of at most four digits")
    number = Decimal(text)
    exponent = number.as_tuple().exponent
    if not isinstance(exponent, int) or exponent < -_MOST_DECIMALS:
        raise MismatchError(f"a number with at most {_MOST_DECIMALS} decimals")
    return _checked(number)


def _checked(number: _Number) -> _Number:
    if abs(number) >= _LARGEST:
        raise MismatchError("a number between -10^15 and 10^15, both excluded")
    return number


DEEPEST: Final = 20
"""Mappings and lists within each other."""
MOST_NODES: Final = 100_000


@lru_cache(maxsize=8)
def read_yaml(data: bytes, file: str) -> Node:
    """Reads the one document of a YAML file.

    Args:
        file: how positions name it.

    Raises:
        DomainError: the file has more than 1 MB, 20 levels or 100,000 nodes; bytes that are no UTF-8; control
            characters, also escaped ones; anchors, aliases, tags, merge keys, directives or several
            documents; keys that are no text or stand twice; infinite, undefined or huge numbers; no document;
            or it is no YAML.
    """
    # The cache saves a command that writes prompts 0.01 s of CPU a strategy: it reads the domain of its data
    # set for each of them. It holds eight files only, because the tree of a megabyte is large.
    text = checked_text(data, file)
    if not _UNLIKE.search(text):
        with suppress(Exception):  # whatever is refused is read again, so that one parser words all refusals
            return _Walk(file).root(_events_of_libyaml(text))
    return _Walk(file).root(_events(text, file))


_UNLIKE: Final = re.compile(r"\t|[\"']:\S|[|>]#|^---", re.MULTILINE)
"""What makes the two parsers read a text differently, or place its nodes differently: such a text is left to
ruamel.yaml. Of 20,000 texts made by damaging files of domains, all others gave the same nodes in both parsers
or were refused by both.
"""


def _events_of_libyaml(text: str) -> Iterator[Any]:
    """Yields the events of a text, from a parser in C that takes a tenth of the time: 0.01 s of CPU in place
    of 0.11 to 0.14 for one of cocoa's domains.
    """
    import yaml

    yield from yaml.parse(text, Loader=yaml.CSafeLoader)


def _events(text: str, file: str) -> Iterator[Event]:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    place = Place(file, 1, 1)
    try:
        for event in YAML(typ="safe", pure=True).parse(text):
            place = Place(file, event.end_mark.line + 1, event.end_mark.column + 1)
            yield event
    except YAMLError as error:
        raise _invalid(error, file) from None
    except Exception as error:
        # The parser trips over some broken files with errors of other kinds (an escape beyond Unicode, say).
        problem, fix = "this is not valid YAML", "check what comes next"
        raise _refused(place, problem, fix, library_message(error)) from None


def _invalid(error: Exception, file: str) -> DomainError:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    words = library_message(getattr(error, "problem", None) or "")
    return DomainError(
        "this is not valid YAML",
        got=words or None,
        fix="indent with blanks: YAML has no tabs"
        if "'\\t'" in words
        else "check the indentation, the colons and the quotation marks here",
        place=Place(file, mark.line + 1, mark.column + 1) if mark else Place(file),
    )


@define
class _Open:
    """A mapping or list that has begun."""

    place: Place
    mapping: bool
    items: list[Node] = field(factory=list)
    entries: dict[str, MappingEntry] = field(factory=dict)
    key: tuple[str, Place] | None = None
    """The key that waits for its value."""


@define
class _Walk:
    """One pass over the events of a file."""

    file: str
    open: list[_Open] = field(factory=list)
    document: Node | None = None
    documents: int = 0
    nodes: int = 0

    def root(self, events: Iterator[Event]) -> Node:
        for event in events:
            self.step(event)
        if self.document is None:
            raise DomainError("the file is empty", expected="keys and values", place=Place(self.file))
        return self.document

    def step(self, event: Any) -> None:
        kind = type(event).__name__
        if kind == "AliasEvent" or getattr(event, "anchor", None) is not None:
            raise self.refused(
                event, "YAML anchors and aliases are not allowed", "write the value out in full"
            )
        if kind in ("MappingStartEvent", "SequenceStartEvent", "ScalarEvent"):
            self.begin(event, kind)
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            done = self.open.pop()
            self.add(
                MappingNode(done.place, tuple(done.entries.values()))
                if done.mapping
                else SequenceNode(done.place, tuple(done.items))
            )
        elif kind == "DocumentStartEvent":
            self.documents += 1
            if self.documents > 1:
                raise self.refused(event, "a second YAML document begins", "keep one document per file")

    def begin(self, event: Any, kind: str) -> None:
        if event.tag is not None:
            raise self.refused(event, "YAML tags are not allowed", "leave out the word that starts with '!'")
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise self.refused(event, f"more than {MOST_NODES:,} values", "keep large tables in CSV files")
        if kind == "ScalarEvent":
            self.scalar(event)
            return
        if len(self.open) >= DEEPEST:
            raise self.refused(event, f"more than {DEEPEST} levels of mappings and lists", "nest less deeply")
        if self.open and self.open[-1].mapping and self.open[-1].key is None:
            raise self.refused(event, "a key is a mapping or a list", "use a word as the key")
        self.open.append(_Open(self.place(event), kind == "MappingStartEvent"))

    def scalar(self, event: Any) -> None:
        place, text = self.place(event), event.value
        unfit = UNFIT.search(text)
        if unfit:
            raise _refused(place, "an escaped control character", "delete it", f"U+{ord(unfit[0]):04X}")
        try:
            value = text if event.style else plain_value(text)
        except MismatchError as error:
            fix = "put it in quotation marks if it is a text"
            raise _refused(place, "this number cannot be used", fix, quoted(text), error.expected) from None
        node = ScalarNode(place, value, text)
        if self.open and self.open[-1].mapping and self.open[-1].key is None:
            self.open[-1].key = (self.key(node, plain=not event.style), place)
        else:
            self.add(node)

    def key(self, node: ScalarNode, plain: bool) -> str:
        if plain and node.text == "<<":
            raise _refused(node.place, "YAML merge keys are not allowed", "write the keys out in full", "<<")
        if not isinstance(node.value, str) or not node.value:
            fix = "put it in quotation marks if it is a text"
            raise _refused(node.place, "a key must be a word", fix, described(node))
        earlier = self.open[-1].entries.get(node.value)
        if earlier is not None:
            problem = f"the key {quoted(node.value)} stands twice"
            got = f"the first is in line {earlier.place.line}"
            raise _refused(node.place, problem, "delete or rename one of them", got, "each key once")
        return node.value

    def add(self, node: Node) -> None:
        if not self.open:
            self.document = node
            return
        parent = self.open[-1]
        if not parent.mapping:
            parent.items.append(node)
        elif parent.key is not None:
            name, place = parent.key
            if isinstance(node, ScalarNode) and node.value is None and not node.text:
                node = evolve(node, place=place)  # the parser places it later
            parent.entries[name] = MappingEntry(name, place, node)
            parent.key = None

    def refused(self, event: Any, problem: str, fix: str) -> DomainError:
        return _refused(self.place(event), problem, fix)

    def place(self, event: Any) -> Place:
        return Place(self.file, event.start_mark.line + 1, event.start_mark.column + 1)
