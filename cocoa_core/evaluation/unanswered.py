"""Tells why a question got no answer, in words that say what happened."""

from __future__ import annotations

import os
from collections.abc import Iterator
from json import JSONDecodeError
from typing import Final

_LONGEST: Final = 300
"""Characters of a reason."""
_MISREAD: Final = (JSONDecodeError, AssertionError, AttributeError, IndexError, KeyError, TypeError)
"""Errors that providers let through where a reply has another form than they expect."""
_TIMEOUT: Final = "AttemptTimeoutError"
_REDIRECTS: Final = "TooManyRedirects"
_REFUSED: Final = "ModelGenerateError"
"""Inspect's wrapper of an error of a provider's client; its message begins with the whole request."""


class UnansweredError(Exception):
    """A question without an answer. `message` is what inspect writes into its log."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class OversizedError(UnansweredError):
    """A reply that is larger than any that is read."""


def unanswered(error: Exception) -> UnansweredError | None:
    """Returns the error in words; None where it has good ones of its own.

    Reworded are: exhausted retries and refused requests, which hide the actual failure; replies that cannot
    be parsed or are too large; and endless redirects.
    """
    if cause_of(error) is not error or isinstance(error, _MISREAD) or is_hopeless(error):
        return UnansweredError(reason_of(error))
    return None


def cause_of(error: BaseException) -> BaseException:
    """Returns what the last attempt met, where the error says only that there were enough attempts, or quotes
    the request; else the error itself.
    """
    attempt = getattr(error, "last_attempt", None)  # as tenacity's RetryError has it
    met = attempt.exception() if attempt is not None else None
    if met is None and type(error).__name__ == _REFUSED:
        met = error.__cause__
    return error if met is None else met


def reason_of(error: BaseException) -> str:
    """Returns one line: what the server said, or what the system said of the connection to it."""
    met = cause_of(error)
    if type(met).__name__ == _TIMEOUT:
        return "no answer within the time of one attempt (--timeout)"
    if isinstance(met, _MISREAD):
        detail = ": ".join(filter(None, (type(met).__name__, str(met))))
        return f"the server's reply is not the JSON of a model's answer ({detail})"
    stated = next((cause for cause in _causes(met) if isinstance(cause, UnansweredError)), met)
    lines = str(stated).strip().splitlines() or [type(met).__name__]
    first_line, system = lines[0], system_error(met)
    if any(type(cause).__name__ == _REDIRECTS for cause in _causes(met)):
        system = "the server redirects again and again"
    if system is not None and system not in first_line:
        first_line = f"{first_line.rstrip('.')}: {system}"
    return first_line if len(first_line) <= _LONGEST else f"{first_line[:_LONGEST]}..."


def system_error(error: BaseException) -> str | None:
    """Returns what the operating system said, in the deepest of the errors that led to this one; None where
    none has such a text.
    """
    message = None
    for cause in _causes(error):
        if cause is not error and isinstance(cause, OSError) and cause.errno is not None:
            message = os.strerror(cause.errno) if cause.errno > 0 else cause.strerror
    return message


def was_connected(error: BaseException) -> bool:
    """Returns whether a connection was there and broke, so that a server listens at the address."""
    broken = (ConnectionResetError, ConnectionAbortedError, BrokenPipeError)
    return any(isinstance(cause, broken) for cause in _causes(error))


def is_hopeless(error: BaseException) -> bool:
    """Returns whether another attempt would meet the same: too large a reply, or endless redirects."""
    return any(
        isinstance(cause, OversizedError) or type(cause).__name__ == _REDIRECTS for cause in _causes(error)
    )


def _causes(error: BaseException) -> Iterator[BaseException]:
    current: BaseException | None = error
    while current is not None:
        yield current
        current = current.__cause__ or current.__context__
