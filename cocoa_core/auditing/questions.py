"""What a reader makes of a published row: a question with conditions that can be evaluated on its answers.

A condition has one truth value for each way in which a careful person may read it: `AS_WRITTEN` is the plain
reading, the others are named after the convention that they assume. A condition is settled on an answer if
all of its readings agree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from attrs import frozen

__all__ = ["AS_WRITTEN", "Condition", "Question", "Reader", "Readings", "shown"]

Readings: TypeAlias = Mapping[str, bool]
"""The truth of a condition on one answer, by the name of the reading."""

AS_WRITTEN: Final = "as written"


@frozen(kw_only=True)
class Condition:
    """evaluate: its readings on an answer, in the form that the reader gives answers. shows: what the answer
    has to do with it, as text: "Price: $979.0"."""

    text: str
    evaluate: Callable[[Any], Readings]
    shows: Callable[[Any], str]


@frozen(kw_only=True)
class Question:
    """A question of a published set.

    id:       of the row
    request:  what a model is asked, without the answers
    terms:    sum terms; an answer is right if each has a condition that holds
    options:  answers by name, the key among them: all that are offered, or of an open question the key and
              those that were found to be right or to depend on a reading
    key:      the name of the published answer
    findings: what else the row says wrongly, a sentence each
    searched: of an open question, which answers were tried
    """

    id: str
    request: str
    terms: tuple[tuple[Condition, ...], ...]
    options: Mapping[str, Any]
    key: str
    findings: tuple[str, ...] = ()
    searched: str = ""


@frozen(kw_only=True)
class Reader:
    """How rows of one published set are read.

    fields:    those that every row of the set has, and rows of other sets have not
    request:   the field with the request
    read:      the question of a row; takes the row's number, from 1, for one that has no id
    corrected: the fields that change if another answer becomes the key
    by_id:     whether the file is an object of rows by id, not an array
    """

    name: str
    fields: frozenset[str]
    request: str
    read: Callable[[Mapping[str, Any], int], Question]
    corrected: Callable[[Mapping[str, Any], str], Mapping[str, Any]]
    by_id: bool = False


def shown(value: object) -> str:
    """A value for a message, at most 60 characters."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
