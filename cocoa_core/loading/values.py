"""Reads one value of a YAML file: a text, a number, a word of several, words that stand in a request.

Comparisons, negations and connectives are cocoa's own, so a wording cannot turn a meaning around.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from decimal import Decimal
from typing import Concatenate, Final, ParamSpec, TypeVar

from cocoa_core.lexicon import PRONOUNS
from cocoa_core.loading.mistakes import RefusedError, none_of
from cocoa_core.loading.yaml import MappingEntry, MappingNode, Node, ScalarNode, SequenceNode
from cocoa_core.suggestions import listed, quoted
from cocoa_core.text import word_set

_P = ParamSpec("_P")
_Read = TypeVar("_Read")


def read_at(
    node: Node, what: str, read: Callable[Concatenate[Node, _P], _Read], *args: _P.args, **kwargs: _P.kwargs
) -> _Read:
    """Returns what `read` makes of the node.

    Args:
        what: how messages name the value: "`grid`".
        read: raises RefusedError for a value that it does not take.

    Raises:
        DomainError: the value is refused; it has the position of the node.
    """
    try:
        return read(node, *args, **kwargs)
    except RefusedError as refused:
        raise refused.at(node, what) from None


def _scalar(node: Node) -> str | bool | int | Decimal | None:
    return node.value if isinstance(node, ScalarNode) else None


def text_of(node: Node, longest: int, *, lines: bool = False) -> str:
    """Returns a text that is not empty.

    Args:
        longest: the most characters.
        lines: whether it may have several lines; blanks around it are then cut off. Otherwise it stands in
            one line, with single blanks and none around it.

    Raises:
        RefusedError: the node is no such text.
    """
    value = _scalar(node)
    if not isinstance(value, str):
        raise RefusedError("a text", None if value is None else "put it in quotation marks")
    text = value.strip() if lines else value
    if not text or len(text) > longest:
        raise RefusedError(f"a text of 1 to {longest} characters")
    if lines:
        return text
    if not text.isprintable() or text != text.strip() or "  " in text:
        raise RefusedError("a text in one line, with single blanks between words and none around")
    return text


def timed_text_of(node: Node, units: str) -> str:
    """Returns the text of a duration or a number of days. For a bare number the error says how to write it
    with a unit.

    Args:
        units: the letters of the units: any of m, h and d.

    Raises:
        RefusedError: the node is no text.
    """
    value = _scalar(node)
    bare = str(value) if not isinstance(value, bool) and value is not None else ""
    if bare.isascii() and bare.isdigit():
        written = " or ".join(f"`{bare}{unit}` for {_UNITS[unit]}" for unit in units)
        raise RefusedError("a number with its unit", f"write {written}", got=f"{bare}, without a unit")
    return text_of(node, 40)


def flag_of(node: Node) -> bool:
    """Returns a truth value.

    Raises:
        RefusedError: the node is neither true nor false.
    """
    value = _scalar(node)
    if not isinstance(value, bool):
        raise RefusedError("true or false")
    return value


def number_of(node: Node) -> Decimal:
    """Returns an exact number.

    Raises:
        RefusedError: the node is no number.
    """
    value = _scalar(node)
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        is_text = isinstance(value, str)
        raise RefusedError("a number", "leave out quotation marks, commas and units" if is_text else None)
    return Decimal(value)


def whole_of(node: Node, least: int, most: int) -> int:
    """Returns a whole number from `least` to `most`.

    Raises:
        RefusedError: the node is no such number.
    """
    value = _scalar(node)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RefusedError(f"a whole number from {least} to {most}")
    return value


def choice_of(node: Node, what: str, choices: Collection[str]) -> str:
    """Returns one of several words.

    Args:
        what: what the words are: "currency".

    Raises:
        RefusedError: the node is none of the words.
    """
    value = _scalar(node)
    if not isinstance(value, str):
        raise RefusedError(f"one of {listed(choices)}", what=f"the {what}")
    if value not in choices:
        raise none_of(value, what, choices)
    return value


def items_of(node: Node, least: int, most: int) -> tuple[Node, ...]:
    """Returns the items of a list.

    Args:
        least: the fewest items.

    Raises:
        RefusedError: the node is no list of so many items.
    """
    if not isinstance(node, SequenceNode):
        raise RefusedError("a list", "write `[one, two]`, or one item a line after `- `")
    if not least <= len(node.items) <= most:
        raise RefusedError(f"a list of {least} to {most}" if least < most else f"a list of {least}")
    return node.items


def entries_of(node: Node, least: int, most: int) -> tuple[MappingEntry, ...]:
    """Returns the entries of a mapping.

    Raises:
        RefusedError: the node is no mapping of so many keys.
    """
    if not isinstance(node, MappingNode):
        raise RefusedError("a mapping (lines of the form `key: value`)")
    if not least <= len(node.entries) <= most:
        raise RefusedError(f"{least} to {most} keys")
    return node.entries


DOMAIN_NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,40}")
SLOT_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,40}")

_UNITS: Final = {"m": "minutes", "h": "hours", "d": "days"}
_SIGNS: Final = " -'’&/%+$#"
_NEGATIONS: Final = word_set("not no never none neither nor cannot without avoid lack exclude except")
_CONNECTIVES: Final = word_set("if unless otherwise only either or than then")
_PRONOUNS: Final = word_set("he she they we you me him her them us this that")
_MODALS: Final = word_set("can could may might must shall should will would")
_FINITE: Final = word_set("is are was were am has had does did been")
REFUSED_WORDS: Final = _NEGATIONS | _CONNECTIVES
"""Words that no phrase may hold."""
FINITE_FORMS: Final = _MODALS | _FINITE
"""Words with which no verb may begin."""

_ENDING_IN_ES: Final = ("s", "x", "z", "ch", "sh", "o")
_IRREGULAR: Final = {"be": "is", "have": "has", "do": "does"}


def phrase_of(node: Node, longest: int) -> str:
    """Returns words in one line, without punctuation, negation or connective.

    Raises:
        RefusedError: the node is no such text.
    """
    text = text_of(node, longest)
    odd = next((letter for letter in text if not letter.isalnum() and letter not in _SIGNS), None)
    if odd is not None:
        raise RefusedError(
            "letters, digits, blanks and hyphens: it stands in the middle of a sentence",
            "leave the sign out",
            says=f"holds {quoted(odd)}",
            got=quoted(text),
        )
    for word in text.casefold().replace("’", "'").split():
        if word in REFUSED_WORDS or word.endswith("n't"):
            raise RefusedError(
                "words without negation or connective: those are cocoa's own",
                "word the positive case and leave this word out",
                says=f"holds the word {quoted(word)}",
                got=quoted(text),
            )
    return text


def verb_of(node: Node, longest: int) -> str:
    """Returns a verb in its base form, with what belongs to it ("take off").

    Raises:
        RefusedError: the node is no such text.
    """
    text = phrase_of(node, longest)
    if text.split()[0].casefold() in FINITE_FORMS:
        raise RefusedError("a verb in its base form", "write be, have, do, cost, take off ...")
    return text


def subject_of(node: Node, longest: int) -> str:
    """Returns what a wording speaks of: it, I, there, or a noun phrase.

    Raises:
        RefusedError: the node is no such text.
    """
    text, persons = phrase_of(node, longest), ("it", "I", "there")
    spelt = {word.casefold(): word for word in persons}.get(text.casefold(), text)
    if text.casefold() in _PRONOUNS or text != spelt:
        fix = "name it: `the room`, `the airlines`"
        if text.casefold() in PRONOUNS:
            fix = f"leave `subject` out, and write `pronoun: {text.casefold()}` in schema.yaml; or {fix}"
        raise RefusedError("`it`, `I`, `there` or a noun phrase", fix)
    return text


def phrase_at(node: Node, what: str, longest: int) -> str:
    """Returns what `phrase_of` makes of the node.

    Args:
        what: how messages name the phrase: "`noun`".

    Raises:
        DomainError: the node is no such text; it has the position of the node.
    """
    return read_at(node, what, phrase_of, longest)


def third_person(verb: str) -> str:
    """Returns the third person of a regular verb, or of be, have and do: "takes off", "carries", "is"."""
    first, _, particle = verb.partition(" ")
    if first in _IRREGULAR:
        form = _IRREGULAR[first]
    elif first.endswith(_ENDING_IN_ES):
        form = first + "es"
    elif first.endswith("y") and first[-2:-1] not in tuple("aeiou"):
        form = first[:-1] + "ies"
    else:
        form = first + "s"
    return f"{form} {particle}" if particle else form
