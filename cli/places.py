"""Folders that a command is called with: a data set may lie at an address, all else is on this machine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from attrs import frozen

__all__ = ["Address", "data_set", "places_at_hand"]

_ADDRESS: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")
"""How a path begins that was an address: its second slash is gone. A drive of Windows has one letter."""


@frozen
class Address:
    """Of a data set, as the caller named it."""

    text: str


def data_set(text: str) -> Path | Address:
    """Returns what a caller says of a data set; nothing is read."""
    return Address(text) if "://" in text else Path(text)


@contextmanager
def places_at_hand(given: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The arguments of a command; each data set of an address is a folder as long as the command runs.

    Raises:
        UsageError: an address where a file or folder of this machine is meant.
    """
    with ExitStack() as stack:
        yield {
            name: [_local(element, stack) for element in value]
            if isinstance(value, list)
            else _local(value, stack)
            for name, value in given.items()
        }


def _local(value: Any, stack: ExitStack) -> Any:
    if isinstance(value, Address):
        from cocoa_core.remote import at_hand

        return stack.enter_context(at_hand(value.text))
    if isinstance(value, Path) and (match := _ADDRESS.match(str(value))):
        from cocoa_core.errors import UsageError

        raise UsageError(
            "this has to be a folder or a file of this machine",
            got=f"an address that begins with {match[0]}/",
            fix="name a folder, and copy it with the store's own tools",
        )
    return value
