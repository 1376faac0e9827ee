"""Turns the failure of a command into one message on stderr and an exit code."""

from __future__ import annotations

import contextlib
import errno
import functools
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Final, ParamSpec

import typer

if TYPE_CHECKING:
    from cocoa_core.errors import UsageError

USAGE: Final = 2
FAULT: Final = 70
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141
TERMINATED: Final = 143
"""Exit codes: of a wrong call, of a fault in cocoa (EX_SOFTWARE), and, as shells have them, of SIGINT,
SIGPIPE and SIGTERM.
"""

P = ParamSpec("P")


class _Terminated(KeyboardInterrupt):
    """SIGTERM, which ends a command as Ctrl-C does."""


def _terminate(number: int, frame: FrameType | None) -> None:
    raise _Terminated


@contextlib.contextmanager
def terminable() -> Iterator[None]:
    """Turns SIGTERM into a KeyboardInterrupt within the block, so that worker processes end and clean up."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def ended_by(interrupt: KeyboardInterrupt) -> int:
    """Returns the exit code of a command that was ended by this interrupt."""
    return TERMINATED if isinstance(interrupt, _Terminated) else INTERRUPTED


def guarded(command: Callable[P, None], called: str = "cocoa") -> Callable[P, None]:
    """Returns the command with every error turned into a message and an exit code.

    A CocoaError is printed with its notes, and exits with its own code; a file that cannot be read or written
    exits with 2. Any other error is a fault of cocoa, whose traceback is shown where COCOA_DEBUG is set.

    Args:
        called: how the command is called: its help is the fix of a wrong call that has no other.
    """

    @functools.wraps(command)
    def inner(*args: P.args, **kwargs: P.kwargs) -> None:
        from .addresses import local_folders

        try:
            with local_folders(kwargs) as local_arguments:
                command(*args, **local_arguments)
            sys.stdout.flush()
        except (typer.Exit, typer.Abort, typer.BadParameter):
            raise
        except KeyboardInterrupt as interrupt:
            from .terminal import print_notes

            print_notes("interrupted")
            raise typer.Exit(ended_by(interrupt)) from None
        except BrokenPipeError:
            raise typer.Exit(close_stdout()) from None
        except Exception as error:
            raise typer.Exit(_report(error, called)) from None

    return inner


def lacking(names: Sequence[str], example: str) -> UsageError:
    """Returns the error for arguments and options that a command needs and the call does not give."""
    from cocoa_core.errors import UsageError

    listed = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
    are = "arguments are" if len(names) > 1 else "an argument is"
    return UsageError(f"{are} missing: {listed}", fix=f"for example {example}")


def _report(error: Exception, called: str) -> int:
    from cocoa_core.errors import CocoaError, UsageError

    from .terminal import print_error, print_notes

    if isinstance(error, CocoaError):
        if isinstance(error, UsageError) and error.fix is None:
            error.fix = f"{called} --help says what to give"
        print_error(str(error))
        print_notes(*getattr(error, "__notes__", ()))
        return error.exit_code
    if isinstance(error, OSError):
        print_error(_unusable_file(error))
        return USAGE
    if os.environ.get("COCOA_DEBUG"):
        traceback.print_exception(error)
        return FAULT
    print_error(
        f"this is a fault of cocoa, not of your call\n  got: {type(error).__name__}: {error}\n"
        "  fix: run the same command with COCOA_DEBUG=1 in the environment and report the traceback"
    )
    return FAULT


def _unusable_file(error: OSError) -> str:
    """Returns the message for a file that the system cannot read or write."""
    got = f"{error.filename}: {error.strerror}" if error.filename else str(error)
    expected, fix = "a path that you may read and write", "name another, or change its permissions"
    if isinstance(error, FileNotFoundError):
        expected, fix = "a path that exists", "name another"
        folder = Path(str(error.filename)).parent
        if not folder.exists():
            got, fix = f"{folder}: there is no such folder", "make the folder first, or name another"
    elif isinstance(error, (FileExistsError, NotADirectoryError)):
        expected, fix = "a folder, or a name that is not taken", "name another folder"
    elif isinstance(error, IsADirectoryError):
        expected, fix = "a file", "name a file in that folder"
    elif error.errno in (errno.ENOSPC, errno.EDQUOT):
        expected, fix = "room on the disk", "free some, then repeat the same command"
    return f"a file cannot be read or written\n  got: {got}\n  expected: {expected}\n  fix: {fix}"


def close_stdout() -> int:
    """Points stdout to nowhere, so that flushing it at exit raises no second error; returns the exit code."""
    with contextlib.suppress(OSError, ValueError):  # a stand-in without a descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE
