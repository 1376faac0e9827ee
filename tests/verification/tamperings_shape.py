"""Tampering with keys and types."""

from __future__ import annotations

from verification.tampering import Record, literals, tampering


@tampering("keys")
def key_removed(record: Record) -> bool:
    del record["provenance"]["minimality"]
    return True


@tampering("keys")
def key_added(record: Record) -> bool:
    record["hint"] = "A"
    return True


@tampering("type")
def number_as_text(record: Record) -> bool:
    record["provenance"]["index"] = str(record["provenance"]["index"])
    return True


@tampering("type")
def truth_as_number(record: Record) -> bool:
    next(literals(record))["positive"] = 1
    return True


@tampering("key")
def answer_that_is_no_letter(record: Record) -> bool:
    record["answer"] = "F"
    return True


@tampering("type")
def terms_as_object(record: Record) -> bool:
    record["requirement"]["terms"] = {}
    return True


@tampering("type")
def negative_count(record: Record) -> bool:
    record["complexity"]["width"] = -1
    return True
