"""A register of ways to falsify a record, each with the name of what has to be found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

Record = dict[str, Any]
Tampering = Callable[[Record], bool]
"""Changes a record in place; False where this record does not lend itself to it."""

TAMPERINGS: dict[str, tuple[str, Tampering]] = {}


def tampering(what: str) -> Callable[[Tampering], Tampering]:
    """Name what has to be found after the change."""

    def keep(change: Tampering) -> Tampering:
        TAMPERINGS[change.__name__] = (what, change)
        return change

    return keep


def other(record: Record) -> str:
    """A wrong option."""
    return "A" if record["answer"] != "A" else "B"


def option(record: Record, label: str) -> Record:
    """The option with this label."""
    found: Record = next(one for one in record["options"] if one["label"] == label)
    return found


def literals(record: Record) -> Iterator[Record]:
    """Every literal of the requirement."""
    return (one for term in record["requirement"]["terms"] for one in term)


def replaced(record: Record, pattern: str, change: Callable[[re.Match[str]], str]) -> bool:
    """Edit the first match in the sentences that say something, and so in the request."""
    for sentence in record["sentences"]:
        edited = re.sub(pattern, change, sentence["text"], count=1)
        if sentence["terms"] and edited != sentence["text"]:
            sentence["text"] = edited
            record["request"] = " ".join([one["text"] for one in record["sentences"]])
            return True
    return False
