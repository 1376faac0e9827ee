"""Resolves the folders of a call: a data set may be at an address, everything else is on this machine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from attrs import frozen

_ADDRESS: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")
"""Matches a path that was an address, whose second slash is gone. A drive of Windows has one letter."""


@frozen
class Address:
    """The address of a data set."""

    text: str
    """As the caller wrote it."""


def data_set(text: str) -> Path | Address:
    """Returns the address or the path that a text names; nothing is read."""
    return Address(text) if "://" in text else Path(text)


@contextmanager
def local_folders(arguments: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields the arguments of a command, with a local folder for each address of a data set while the block
    runs.

    Raises:
        UsageError: there is an address where a file or a folder of this machine is needed.
    """
    with ExitStack() as stack:
        yield {
            name: [_local(element, stack) for element in value]
            if isinstance(value, list)
            else _local(value, stack)
            for name, value in arguments.items()
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
