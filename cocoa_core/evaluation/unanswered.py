"""Why a question got no answer, in words that say what happened."""

from __future__ import annotations

import os
from json import JSONDecodeError
from typing import Final

__all__ = ["UnansweredError", "cause_of", "reason_of", "system_error", "unanswered"]

_LONGEST: Final = 300
_MISREAD: Final = (JSONDecodeError, AssertionError, AttributeError, IndexError, KeyError, TypeError)
"""What providers let through where a reply has another form than they expect."""
_TIMEOUT: Final = "AttemptTimeoutError"


class UnansweredError(Exception):
    """A question without an answer; `message` is what inspect writes into its log."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def unanswered(error: Exception) -> UnansweredError | None:
    """The error in words, None where it has good ones of its own.

    Those without are the end of all retries, which hides what was met, and a reply that nobody understood.
    """
    if cause_of(error) is not error or isinstance(error, _MISREAD):
        return UnansweredError(reason_of(error))
    return None


def cause_of(error: BaseException) -> BaseException:
    """What the last attempt met, where the error says only that there were enough of them."""
    attempt = getattr(error, "last_attempt", None)  # as tenacity's RetryError has it
    met = attempt.exception() if attempt is not None else None
    return error if met is None else met


def reason_of(error: BaseException) -> str:
    """One line: what a server said, or what the system said of the connection to it."""
    met = cause_of(error)
    if type(met).__name__ == _TIMEOUT:
        return "no answer within the time of one attempt (--timeout)"
    if isinstance(met, _MISREAD):
        how = ": ".join(filter(None, (type(met).__name__, str(met))))
        return f"the server's reply is not the JSON of a model's answer ({how})"
    lines = str(met).strip().splitlines() or [type(met).__name__]
    said, system = lines[0], system_error(met)
    if system is not None and system not in said:
        said = f"{said.rstrip('.')}: {system}"
    return said if len(said) <= _LONGEST else f"{said[:_LONGEST]}..."


def system_error(error: BaseException) -> str | None:
    """What the operating system said, in the deepest of the errors that led to this one; None if in none."""
    found, at = None, error.__cause__ or error.__context__
    while at is not None:
        if isinstance(at, OSError) and at.errno is not None:
            found = os.strerror(at.errno) if at.errno > 0 else at.strerror
        at = at.__cause__ or at.__context__
    return found
