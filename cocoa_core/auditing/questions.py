"""Represents a published row: a question with conditions that can be evaluated on its answers.

A condition has one truth value for each way in which a careful person may read it: `AS_WRITTEN` is the plain
reading, the others are named after the convention that they assume. A condition is settled on an answer if
all of its readings agree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from attrs import frozen

Readings: TypeAlias = Mapping[str, bool]
"""The truth of a condition on one answer, by the name of the reading."""

AS_WRITTEN: Final = "as written"


@frozen(kw_only=True)
class PublishedCondition:
    """A condition of a question."""

    text: str
    evaluate: Callable[[Any], Readings]
    """Returns its readings on an answer, which has the form in which the reader gives answers."""
    shows: Callable[[Any], str]
    """Returns what the answer has to do with it, as text: "Price: $979.0"."""


def condition(text: str, holds: Callable[[Any], bool], shows: Callable[[Any], str]) -> PublishedCondition:
    """Returns a condition with one reading."""
    return PublishedCondition(text=text, evaluate=lambda answer: {AS_WRITTEN: holds(answer)}, shows=shows)


@frozen(kw_only=True)
class PublishedQuestion:
    """A question of a published set."""

    id: str
    """The id of the row."""
    request: str
    """What a model is asked, without the answers."""
    terms: tuple[tuple[PublishedCondition, ...], ...]
    """Sum terms; an answer is right if each has a condition that holds."""
    options: Mapping[str, Any]
    """Answers by name, the key among them: all that are offered, or for an open question the key and the
    answers that were found to be right or to depend on a reading.
    """
    key: str
    """The name of the published answer."""
    findings: tuple[str, ...] = ()
    """What else is wrong in the row, one sentence each."""
    searched: str = ""
    """For an open question, which answers were tried; else empty."""


@frozen(kw_only=True)
class SetReader:
    """How the rows of one published set are read."""

    name: str
    fields: frozenset[str]
    """The fields that every row of the set has, and that rows of other sets lack."""
    request: str
    """The field with the request."""
    read: Callable[[Mapping[str, Any], int], PublishedQuestion]
    """Returns the question of a row, by its number from 1 where it has no id."""
    corrected: Callable[[Mapping[str, Any], str], Mapping[str, Any]]
    """Returns the fields of a row that change if another answer becomes the key."""
    key_alone: bool = False
    """Whether the key alone is tried, since a question of the set has many right answers."""
    by_id: bool = False
    """Whether the file is an object of rows by id, not an array."""


def shown(value: object) -> str:
    """Returns a value for a message, in at most 60 characters."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
