"""Reading cells: numbers of bounded length, and errors that say what was expected."""

from __future__ import annotations

import re
from collections.abc import Collection

__all__ = ["check_op", "misconfigured", "mismatch", "read_whole_number"]

_SHOWN = 60


def mismatch(wanted: str, text: str) -> ValueError:
    """The error for a text that is not what was wanted: quoted, escaped, cut to 60 characters."""
    if not text:
        return ValueError(f"expected {wanted}, got an empty text")
    return ValueError(
        f"expected {wanted}, got {text if len(text) <= _SHOWN else text[: _SHOWN - 3] + '...'!r}"
    )


def misconfigured(wanted: str, got: object) -> ValueError:
    """The error for a kind that cannot be set up like this."""
    return ValueError(f"expected {wanted}, got {got}")


def read_whole_number(text: str) -> int:
    """A whole number from 0 to 999999999, plain digits without a leading zero; ValueError otherwise."""
    cell = text.strip(" ")
    if re.fullmatch(r"0|[1-9][0-9]{0,8}", cell) is None:
        raise mismatch("a whole number such as 2", cell)
    return int(cell)


def check_op(op: str, ops: Collection[str], over: str | None) -> None:
    """Refuse with ValueError a test that is not among `ops`, those that may be asked over `over`."""
    if op not in ops:
        place = f" over {over}" if over else ""
        wanted = f"one of the tests {', '.join(sorted(ops))}{place}" if ops else f"no test{place}"
        raise mismatch(wanted, op)
