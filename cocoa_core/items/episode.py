"""What a model is told over the turns of a delivery (`Script`), and what it did (`Episode`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from attrs import field, frozen

from cocoa_core.items.item import Recorded

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
    """One message of the customer."""

    text: str
    units: tuple[int, ...] = ()
    """The numbers, from 0, of the sum terms that this turn says for the first time."""
    op: str = ""
    """The operation by which the turn revises what was said before; empty where it only adds to it."""


@frozen
class Script:
    """The messages of the user, whatever the model replies."""

    system: str
    turns: tuple[UserTurn, ...]
    answer: str = "free"
    """When the model answers: one of `ANSWERING`."""


@frozen
class Delivered:
    """How items reach a model."""

    strategy: str
    delivery: str = FULL
    answering: str = "free"
    """When the model answers: one of `ANSWERING`."""

    @property
    def label(self) -> str:
        """The name in tables: the strategy, or the delivery with when to answer."""
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
    """What a run of one item leaves; the same whatever program asked the model."""

    version: int = EPISODE_VERSION
    item: str
    """The id of the record."""
    exam: str = ""
    """The origin of the data set; empty where it is not known."""
    delivery: str = "full"
    """The name of the delivery."""
    answer: str = "free"
    """When the model answered: one of `ANSWERING`."""
    messages: tuple[ChatMessage, ...]
    """Everything that was said, in order."""
    calls: tuple[Mapping[str, Any], ...] = ()
    """The calls of tools, in order; empty where no tools are offered."""
    used: Mapping[str, float] = field(factory=dict)
    """What the episode took, by name: turns, calls, tokens_in, tokens_out, seconds."""
    stopped: Literal["done", "submitted", "budget", "error"] = "done"
    """"done", or why the episode ended before the last turn was answered."""

    @property
    def replies(self) -> tuple[str, ...]:
        """The replies of the model, turn by turn."""
        return tuple(message.content for message in self.messages if message.role == "assistant")


def episode_schema() -> dict[str, Any]:
    """Returns the JSON Schema of an episode."""
    from pydantic import TypeAdapter

    schema = TypeAdapter(Episode).json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Episode", **schema}
