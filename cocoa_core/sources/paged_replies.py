"""Reads a server's replies in JSON, one after another: a bounded number of them, all from the same host."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import urljoin

from cocoa_core.errors import DomainError, Place
from cocoa_core.sources.fetching import fetch, origin_of, shown_address
from cocoa_core.sources.records import Row
from cocoa_core.suggestions import did_you_mean, listed, quoted

_LARGEST: Final = 20_000_000
_MISSING: Final = object()


def rows_of_replies(
    address: str,
    at: str,
    following: str,
    most: int,
    notes: list[str],
    headers: Mapping[str, str] | None = None,
) -> Iterator[Row]:
    """Yields the rows of a reply and of those that follow it.

    Args:
        at: the keys to the list of rows, with "." between or as a JSON pointer; empty where the reply is the
            list.
        following: the keys to the address of the next reply, which is null or missing in the last.
        most: the most replies to fetch; a note says if there are more.
        headers: as in `fetch`, for each request.

    Raises:
        DomainError: a reply is no JSON, holds no such list, or leads to another host or in a circle.
    """
    seen: set[str] = set()
    while address:
        place = Place(shown_address(address))
        if len(seen) == most:
            notes.append(f"There is more after {most:,} replies: --pages INT takes more of them.")
            return
        seen.add(address)
        reply = _parsed(fetch(address, _LARGEST, headers).body, place)
        rows = _at(reply, at)
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            keys = list(reply) if isinstance(reply, dict) else []
            lists = [key for key in keys if isinstance(reply[key], list)]
            raise DomainError(
                f"the reply holds no list of objects at {quoted(at)}"
                if at
                else "the reply is no list of objects",
                got=f"the keys {listed(keys)}" if keys else type(reply).__name__,
                expected="--at KEY.KEY, the keys to the rows",
                fix=f"--at {lists[0]}" if len(lists) == 1 else did_you_mean(at, keys),
                place=place,
            )
        yield from rows
        address = _next(reply, following, address, seen, place)


def _parsed(body: bytes, place: Place) -> Any:
    try:
        return json.loads(body, parse_int=str, parse_float=str, parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        raise DomainError(
            "the reply is no JSON", got=quoted(body[:60].decode("utf-8", "replace")), place=place
        ) from None


def _at(node: Any, path: str) -> Any:
    """Returns the value at a path of keys; `_MISSING` where one of them does not exist."""
    for key in filter(None, path.replace("/", ".").split(".")):
        if not isinstance(node, Mapping) or key not in node:
            return _MISSING
        node = node[key]
    return node


def _next(reply: Any, following: str, address: str, seen: set[str], place: Place) -> str:
    """Returns the address of the next reply; empty for none."""
    value = _at(reply, following)
    if value is _MISSING or value in (None, "", False):
        return ""
    after, problem = "", ""
    try:
        after = urljoin(address, value) if isinstance(value, str) else ""
        if not after or origin_of(after) != origin_of(address):
            problem = "an address of another host" if after else "no address"
    except ValueError:
        problem = "no address"
    if after in seen:
        problem = "a reply that was there before"
    if problem:
        raise DomainError(
            f"{quoted(following)} leads to {problem}",
            expected="the address of the next reply, at this host",
            place=place,
        )
    return after
