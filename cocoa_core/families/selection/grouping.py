"""Which questions are right only together."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from cocoa_core.errors import SettingsError

__all__ = ["BRANCH", "EDIT", "GROUPS", "RING", "SURFACE", "Grouping"]

RING: Final = "ring"
SURFACE: Final = "surface"
EDIT: Final = "edit"
BRANCH: Final = "branch"
GROUPS: Final = (RING, SURFACE, EDIT, BRANCH)
_WORDINGS: Final = 3
_MOST_WORDINGS: Final = 5
"""So many are nearly always among the texts that are drawn of a requirement."""


@frozen
class Grouping:
    """Which questions are right only together. kind: of `GROUPS`. size: how many questions are a group.

    ring: requests over the same options, each right once. surface: one request in several wordings, its
    options in another order each time. edit: two requests that differ in one literal, with different answers.
    branch: one request over two lists of options: the right one meets a condition in one of them alone.
    """

    kind: str
    size: int

    @classmethod
    def of(cls, text: str) -> Grouping:
        """From a setting: "ring", "surface", "surface:4", "edit", "branch". SettingsError for another."""
        kind, colon, size = text.partition(":")
        number = int(size) if size.isascii() and size.isdecimal() else -1 if colon else _WORDINGS
        if kind not in GROUPS or (colon and kind != SURFACE) or not 2 <= number <= _MOST_WORDINGS:
            raise SettingsError(
                "there is no such group of questions",
                got=text,
                expected=f"ring, edit, branch, surface, or surface:2 to surface:{_MOST_WORDINGS}",
                fix="pass another --groups",
            )
        return cls(kind, {RING: 1, SURFACE: number}.get(kind, 2))
