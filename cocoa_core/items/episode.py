"""What a model is told over the turns of a delivery, and what it did: `Script` and `Episode`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from attrs import field, frozen

from cocoa_core.items.item import Recorded, plain

__all__ = [
    "ANSWERING",
    "EPISODE_VERSION",
    "FULL",
    "ChatMessage",
    "Delivered",
    "Episode",
    "Script",
    "UserTurn",
    "episode_schema",
]

ANSWERING: Final[Mapping[str, str]] = {
    "free": "at any point; the last answer counts",
    "end": "when asked for it, after the last turn",
    "each": "after each turn the options that fit everything said so far, and the answer at the end",
}
"""When a model is to answer, each with a few words; the first where nothing is said."""
FULL: Final = "full"
"""The delivery that every family has: what the strategy says, in its messages."""
EPISODE_VERSION: Final = 1
"""Rises whenever an episode's JSON changes its shape."""


@frozen
class UserTurn:
    """One message of the customer.

    units: the sum terms (from 0) that are said for the first time. op: how the turn revises what was said
    before, "" where it only adds to it.
    """

    text: str
    units: tuple[int, ...] = ()
    op: str = ""


@frozen
class Script:
    """What a model is told, whatever it replies. answer: one of `ANSWERING`."""

    system: str
    turns: tuple[UserTurn, ...]
    answer: str = "free"


@frozen
class Delivered:
    """How items reach a model. answering: one of `ANSWERING`."""

    strategy: str
    delivery: str = FULL
    answering: str = "free"

    @property
    def label(self) -> str:
        """What tables call it: the strategy, or the delivery and when to answer."""
        if self.delivery == FULL:
            return self.strategy
        return self.delivery if self.answering == "free" else f"{self.delivery}-{self.answering}"


@frozen(slots=False, kw_only=True)
class ChatMessage(Recorded):
    """One message of an episode."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str


@frozen(slots=False, kw_only=True)
class Episode(Recorded):
    """What a run of one item leaves, the same from whatever asked the model.

    item:     the record's id. exam: the data set's origin, "" where nobody knows it
    delivery: the name of how the item was delivered, answer: one of `ANSWERING`
    messages: everything that was said, in order
    calls:    of tools, in order; none where none are offered
    used:     what it took, by name: turns, calls, tokens_in, tokens_out, seconds
    stopped:  done, or why it ended before its last turn was answered
    """

    version: int = EPISODE_VERSION
    item: str
    exam: str = ""
    delivery: str = "full"
    answer: str = "free"
    messages: tuple[ChatMessage, ...]
    calls: tuple[Mapping[str, Any], ...] = ()
    used: Mapping[str, float] = field(factory=dict)
    stopped: Literal["done", "submitted", "budget", "error"] = "done"

    def to_json(self) -> dict[str, Any]:
        """Plain data; `Episode.from_json` reads it again."""
        data: dict[str, Any] = plain(self)
        return data

    @property
    def replies(self) -> tuple[str, ...]:
        """What the model said, turn by turn."""
        return tuple(message.content for message in self.messages if message.role == "assistant")


def episode_schema() -> dict[str, Any]:
    """The JSON Schema of an episode."""
    from pydantic import TypeAdapter

    schema = TypeAdapter(Episode).json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Episode", **schema}
