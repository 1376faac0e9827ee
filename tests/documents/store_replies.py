"""The table of docs/scale.md: what follows each reply of an object store."""

from __future__ import annotations

from typing import Final

from cocoa_core.remote import REPLIES, Action, StatusRow, StoreVerb

from .tables import code, table

_DONE: Final = {
    Action.LOOK: "look what is there",
    Action.AGAIN: "again",
    Action.ABSENT: "nothing is there",
    Action.REFUSE: "error",
}


def text() -> str:
    """The first line that fits counts."""
    rows = [(_status(reply), _requests(reply), reply.means, _DONE[reply.action]) for reply in REPLIES]
    return table(("reply", "to", "what it says", "what follows"), rows)


def _status(reply: StatusRow) -> str:
    codes = ", ".join(map(code, reply.codes))
    return f"{reply.status} {codes}".strip()


def _requests(reply: StatusRow) -> str:
    return (
        "any"
        if reply.verbs == frozenset(StoreVerb)
        else ", ".join(verb.value for verb in StoreVerb if verb in reply.verbs)
    )
