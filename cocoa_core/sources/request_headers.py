"""Reads headers of requests, such as a token, each named with the environment variable of its value.

The value is read when a request is made; it is written to no file, no message and no command line.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import Final

from cocoa_core.errors import UsageError
from cocoa_core.suggestions import quoted

_FORM: Final = re.compile(
    r"(?P<name>[A-Za-z][A-Za-z0-9-]{0,99})=env:(?P<variable>[A-Za-z_][A-Za-z0-9_]{0,99})"
)
_OWN: Final = frozenset(
    ("accept-encoding", "connection", "content-length", "host", "transfer-encoding", "user-agent")
)
"""Headers that `fetch` sets itself."""


def header_names(texts: Sequence[str]) -> str:
    """Returns the headers in the form in which they are stored: "NAME=env:VARIABLE" with commas between.

    Raises:
        UsageError: a text has another form (it is not shown, since it may be the secret itself), or the
            header cannot be set.
    """
    for text in texts:
        match = _FORM.fullmatch(text)
        if match is None:
            raise UsageError(
                "a header is named with the environment variable that holds its value",
                expected="--header Authorization=env:SHOP_TOKEN",
                fix="put the value into an environment variable: shells keep what is typed",
            )
        if match["name"].casefold() in _OWN:
            raise UsageError(f"the header {match['name']} is none that can be set")
    return ",".join(texts)


def header_values(names: str) -> Mapping[str, str]:
    """Returns the headers with their values from the environment.

    Raises:
        UsageError: a variable has no value, or one that a header cannot hold.
    """
    result = {}
    for text in filter(None, names.split(",")):
        match = _FORM.fullmatch(text)
        if match is None:
            raise UsageError(f"{quoted(text)} names no environment variable", expected="NAME=env:VARIABLE")
        value = os.environ.get(match["variable"], "").strip()
        if not value or not (value.isascii() and value.isprintable()):
            raise UsageError(
                f"the environment variable {match['variable']} holds no value for {match['name']}",
                got="nothing" if not value else "letters that a header cannot hold",
                fix=f"export {match['variable']}=..., as in `Bearer ...` for Authorization",
            )
        result[match["name"]] = value
    return result
