"""What can be wrong with a record as a whole, and findings made of mistakes in its values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cocoa_core.domain.axiom_checking import axiom_text, broken_axioms, broken_text
from cocoa_core.domain.knowledge.derived import Derived
from cocoa_core.domain.primitives import Value
from cocoa_core.domain.printed.bounds import Widening, widening_text
from cocoa_core.domain.printed.declaration import PRINTED
from cocoa_core.domain.printed.findings import Finding, shown_text
from cocoa_core.domain.printed.keys import folded_text
from cocoa_core.domain.printed.pieces import UnreadableError
from cocoa_core.domain.printed.records import Record
from cocoa_core.domain.schema import Schema
from cocoa_core.domain.suggestions import closest, quoted

__all__ = ["about_record", "broken", "finding_of", "lacking"]

_BROKEN: Final = "broken axiom"
_LACKING: Final = "word that a table lacks"
_ALIKE: Final = 0.8


def finding_of(
    record: Record, error: UnreadableError, slot: str, widenings: tuple[Widening, ...] = ()
) -> Finding:
    """The finding for a value that cannot be used."""
    return Finding(
        record=record.number,
        line=record.line,
        where=record.where(),
        reason=error.reason,
        key=error.key,
        slot=slot,
        got=shown_text(error.text),
        expected=error.expected,
        fix=error.fix or widening_text(widenings) or None,
        widenings=widenings,
    )


def about_record(
    record: Record, reason: str, got: str, expected: str, fix: str | None = None, slot: str = ""
) -> Finding:
    """A finding about what a record's values are together."""
    return Finding(record.number, record.line, record.where(), reason, "", slot, got, expected, fix)


def broken(schema: Schema, record: Record, values: tuple[Value, ...]) -> list[Finding]:
    """A finding for each axiom that the values break."""
    return [
        about_record(
            record, _BROKEN, broken_text(schema, axiom, values), f"{axiom_text(schema, axiom)} (schema.yaml)"
        )
        for _, axiom in broken_axioms(schema, [values])
    ]


def lacking(schema: Schema, record: Record, values: tuple[Value, ...]) -> list[Finding]:
    """A finding for each word from which a derived slot follows, and that its table lacks."""
    found: dict[tuple[str, str], Finding] = {}
    for slot in schema.derived:
        derived = slot.derived
        if derived is None or schema.slot(derived.source).derived is not None:
            continue
        value = values[schema.position(derived.source)]
        words = value if isinstance(value, tuple) else () if value is None else (value,)
        for word in map(str, words):
            if word not in derived.known:
                found.setdefault((derived.path, word), _lacking(record, derived, word))
    return list(found.values())


def _lacking(record: Record, derived: Derived, word: str) -> Finding:
    return about_record(
        record,
        _LACKING,
        quoted(word),
        f"a word of the column {derived.key!r} of {derived.path}",
        f"add it to {derived.path}{_other_spelling(word, derived.known)}",
        derived.source,
    )


def _other_spelling(word: str, known: Iterable[str]) -> str:
    """How to say that a word is one of the known ones, where it looks like another spelling of it."""
    like = closest(word, known)
    if like is None or not (folded_text(like) in folded_text(word) or _alike(word, like)):
        return ""
    return f", or say `words: {{{quoted(word)}: {like}}}` in {PRINTED} if that is what it means"


def _alike(word: str, other: str) -> bool:
    """Whether two words are the same but for a letter or an accent in ten."""
    from difflib import SequenceMatcher

    return SequenceMatcher(None, folded_text(word), folded_text(other)).ratio() >= _ALIKE
