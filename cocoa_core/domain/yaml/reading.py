"""Taking typed content out of YAML nodes; mistakes are DomainErrors with place and fix."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal

from cocoa_core.domain.suggestions import closest, listed, quoted, shortened
from cocoa_core.domain.yaml.nodes import Entry, MappingNode, Node, ScalarNode, SequenceNode, described
from cocoa_core.errors import DomainError, Place

__all__ = [
    "choice_at",
    "entries_at",
    "flag_at",
    "items_at",
    "keyed",
    "number_at",
    "refused",
    "text_at",
    "unexpected",
    "unknown_word",
    "whole_at",
]


def unexpected(node: Node, what: str, expected: str, fix: str | None = None) -> DomainError:
    """The error for a node that is not what belongs there. `what` names it: "`min`"."""
    return DomainError(
        f"{what} cannot be read", got=described(node), expected=expected, fix=fix, place=node.place
    )


def unknown_word(word: str, what: str, choices: Collection[str], place: Place) -> DomainError:
    """The error for a word that is none of the choices, with the one it is most like."""
    like = closest(word, choices)
    return DomainError(
        f"there is no {what} {quoted(word)}",
        got=quoted(word),
        expected=f"one of {listed(choices)}" if choices else f"no {what} at all",
        fix=f"did you mean {like!r}?" if like else None,
        place=place,
    )


def refused(error: ValueError, problem: str, place: Place, fix: str | None = None) -> DomainError:
    """The error for a text that a kind refused with "expected ..., got ..."."""
    expected, _, got = str(error).removeprefix("expected ").partition(", got ")
    found = shortened(got) if got else None
    return DomainError(problem, got=found, expected=shortened(expected), fix=fix, place=place)


def entries_at(node: Node, what: str, least: int, most: int) -> tuple[Entry, ...]:
    """The entries of a mapping whose keys are the author's own."""
    if not isinstance(node, MappingNode):
        raise unexpected(node, what, "a mapping (lines of the form `key: value`)")
    if not least <= len(node.entries) <= most:
        raise unexpected(node, what, f"{least} to {most} keys")
    return node.entries


def keyed(node: Node, what: str, required: Sequence[str], optional: Sequence[str] = ()) -> Mapping[str, Node]:
    """The values of a mapping by key. An unknown or missing key is an error."""
    if not isinstance(node, MappingNode):
        keys = listed([*required, *optional])
        raise unexpected(node, what, f"a mapping with the keys {keys}")
    known = (*required, *optional)
    for entry in node.entries:
        if entry.key not in known:
            raise unknown_word(entry.key, f"key in {what}", known, entry.place)
    found = {entry.key: entry.value for entry in node.entries}
    for key in required:
        if key not in found:
            raise DomainError(
                f"{what} lacks the key {key!r}",
                got=f"the keys {listed(found)}",
                expected=f"the keys {listed(required)}",
                fix=f"add a line `{key}: ...`",
                place=node.place,
            )
    return found


def items_at(node: Node, what: str, least: int, most: int) -> tuple[Node, ...]:
    """The items of a list of `least` to `most`."""
    if not isinstance(node, SequenceNode):
        raise unexpected(node, what, "a list", "write `[one, two]`, or one item a line after `- `")
    if not least <= len(node.items) <= most:
        raise unexpected(node, what, f"a list of {least} to {most}" if least < most else f"a list of {least}")
    return node.items


def text_at(node: Node, what: str, longest: int, *, lines: bool = False) -> str:
    """A text that is not empty, in one line without blanks around it unless `lines` are allowed."""
    if not isinstance(node, ScalarNode) or not isinstance(node.value, str):
        scalar = isinstance(node, ScalarNode) and node.value is not None
        raise unexpected(node, what, "a text", "put it in quotation marks" if scalar else None)
    text = node.value.strip() if lines else node.value
    if not text or len(text) > longest:
        raise unexpected(node, what, f"a text of 1 to {longest} characters")
    if lines:
        return text
    if not text.isprintable() or text != text.strip() or "  " in text:
        raise unexpected(node, what, "a text in one line, with single blanks between words and none around")
    return text


def flag_at(node: Node, what: str) -> bool:
    """True or false."""
    if not isinstance(node, ScalarNode) or not isinstance(node.value, bool):
        raise unexpected(node, what, "true or false")
    return node.value


def number_at(node: Node, what: str) -> Decimal:
    """An exact number."""
    value = node.value if isinstance(node, ScalarNode) else None
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        text = isinstance(value, str)
        raise unexpected(
            node, what, "a number", "leave out quotation marks, commas and units" if text else None
        )
    return Decimal(value)


def whole_at(node: Node, what: str, least: int, most: int) -> int:
    """A whole number from `least` to `most`."""
    value = node.value if isinstance(node, ScalarNode) else None
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise unexpected(node, what, f"a whole number from {least} to {most}")
    return value


def choice_at(node: Node, what: str, choices: Collection[str]) -> str:
    """One of the words."""
    if not isinstance(node, ScalarNode) or not isinstance(node.value, str):
        raise unexpected(node, f"the {what}", f"one of {listed(choices)}")
    if node.value not in choices:
        raise unknown_word(node.value, what, choices, node.place)
    return node.value
