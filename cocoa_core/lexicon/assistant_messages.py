"""Words how a message to an assistant ends: which of the rows that fit it has to name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

REQUEST_ENDINGS: Final[Mapping[str, str]] = {
    "some": "Please name at least one that fits all of this. If none does, please say so.",
    "every": "Please name every one that fits all of this. If none does, please say so.",
    "best": "Of those that fit all of this, please name {best}.",
}
"""By what is wanted, the last sentences. None of them tells how many rows fit."""


def request_message(goal: str, group: Mapping[str, str], request: str, best: str = "") -> str:
    """Returns the whole message.

    Args:
        goal: a key of REQUEST_ENDINGS.
        group: by label, the values of the group, which the request does not name.
        best: the phrase for the best row, where that is wanted.
    """
    named = "; ".join(f"{label}: {text}" for label, text in group.items())
    ending = REQUEST_ENDINGS[goal].format(best=best)
    return " ".join([*([f"{named}."] if named else []), request, ending])
