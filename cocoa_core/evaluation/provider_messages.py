"""Turns inspect's refusals into errors of cocoa, and errors of cocoa into those that inspect shows."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Final

from cocoa_core.errors import CocoaError, UsageError

_INSTALL: Final = re.compile(r"\b[Ii]nstall with:")
_ENDS: Final = " .,;:-\n\t"
_KEY: Final = re.compile(r"\b[A-Z][A-Z0-9_]*_API_KEY\b")


def words_of(message: str) -> str:
    """Returns a message of inspect as one line of plain text, without its markup and without "ERROR"."""
    from rich.errors import MarkupError
    from rich.text import Text

    with contextlib.suppress(MarkupError):
        message = Text.from_markup(message).plain
    parts = (" ".join(part.split()) for part in message.split("\n\n"))
    line = " ".join(part if part[-1] in ".:" else f"{part}:" for part in parts if part)
    return line.removeprefix("ERROR").lstrip(": ").rstrip(":")


@contextlib.contextmanager
def as_usage_errors() -> Iterator[None]:
    """Raises what inspect refuses as UsageError, and cocoa's own errors as themselves."""
    from inspect_ai._util.error import PrerequisiteError

    try:
        yield
    except PrerequisiteError as error:
        if isinstance(error.__cause__, CocoaError):
            raise error.__cause__ from None
        raise _usage(words_of(str(error.message))) from None


@contextlib.contextmanager
def for_inspect() -> Iterator[None]:
    """Raises an error of cocoa as one that inspect's command line shows without a traceback."""
    from inspect_ai._util.error import PrerequisiteError
    from rich.markup import escape

    try:
        yield
    except CocoaError as error:
        raise PrerequisiteError(f"[bold]error:[/bold] {escape(str(error))}") from error


def _usage(message: str) -> UsageError:
    install, key = _INSTALL.search(message), _KEY.search(message)
    if install is not None and message[install.end() :].strip():
        problem, remedy = message[: install.start()].rstrip(_ENDS), message[install.end() :].strip()
        return UsageError("the package of this provider is missing", got=problem, fix=remedy)
    if key is not None:
        return UsageError(
            "the key of this provider is missing",
            got=message,
            fix=f"export {key[0]}=... (a server of your own may take any: {key[0]}=none)",
        )
    return UsageError("inspect cannot run this", got=message)
