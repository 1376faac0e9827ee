"""Every way for a command to fail has its message and its exit code, and none shows a traceback unasked."""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from cocoa.guard import BROKEN_PIPE, FAULT, INTERRUPTED, USAGE, guarded
from typer.testing import CliRunner, Result

from cocoa_core.errors import DomainError, FindingsError, Place, SettingsError


def failing(error: BaseException, **environment: str) -> Result:
    app = typer.Typer(pretty_exceptions_enable=False)

    def command() -> None:
        raise error

    app.command()(guarded(command))
    env: dict[str, str | None] = {"COCOA_DEBUG": None, "NO_COLOR": None, "FORCE_COLOR": None, **environment}
    return CliRunner(env=env).invoke(app)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (SettingsError("no"), 2),
        (FindingsError("no"), 1),
        (DomainError("no"), DomainError.exit_code),
        (typer.Exit(9), 9),
        (KeyboardInterrupt(), INTERRUPTED),
        (BrokenPipeError(), BROKEN_PIPE),
        (FileNotFoundError(2, "No such file", "[x].txt"), USAGE),
        (RuntimeError("oh"), FAULT),
    ],
)
def test_each_error_has_its_code(error: BaseException, code: int) -> None:
    assert failing(error).exit_code == code


def test_an_error_is_printed_whole_and_as_it_is() -> None:
    error = DomainError(
        "the slot [price] is odd",
        got="[red]x",
        expected=":smile:",
        fix="mend it",
        place=Place("s.yaml", 3, 4),
    )
    assert failing(error).stderr == f"error: {error}\n"


def test_a_missing_folder_is_named_and_no_file_in_it(tmp_path: Path) -> None:
    missing = tmp_path / "new" / ".sheet.html.123.tmp"
    stderr = failing(FileNotFoundError(2, "No such file or directory", str(missing))).stderr
    assert stderr.splitlines()[1] == f"  got: {missing.parent}: there is no such folder"


@pytest.mark.parametrize(
    ("error", "fix"),
    [
        (FileExistsError(17, "File exists", "x"), "name another folder"),
        (NotADirectoryError(20, "Not a directory", "x"), "name another folder"),
        (PermissionError(13, "Permission denied", "x"), "change its permissions"),
        (IsADirectoryError(21, "Is a directory", "x"), "name a file in that folder"),
        (OSError(errno.ENOSPC, "No space left on device", "x"), "repeat the same command"),
    ],
)
def test_a_file_error_says_what_to_do(error: OSError, fix: str) -> None:
    result = failing(error)
    assert result.exit_code == USAGE
    assert re.fullmatch(rf"error: .+\n  got: x: .+\n  expected: .+\n  fix: .*{fix}.*\n", result.stderr)


def test_a_wrong_call_without_a_fix_gets_the_help_of_its_command() -> None:
    assert failing(SettingsError("no")).stderr == "error: no\n  fix: cocoa --help says what to give\n"
    assert failing(SettingsError("no", fix="mend it")).stderr == "error: no\n  fix: mend it\n"


def test_the_notes_of_an_error_follow_it() -> None:
    error = DomainError("no")
    error.add_note("[red]first")
    error.add_note("second")
    assert failing(error).stderr == "error: no\nnote: [red]first\nnote: second\n"


def test_a_file_error_names_the_file() -> None:
    assert "got: [x].txt: No such file" in failing(FileNotFoundError(2, "No such file", "[x].txt")).stderr


def test_a_fault_says_how_to_get_the_traceback_and_debug_gives_it() -> None:
    plain = failing(RuntimeError("oh [bold]"))
    assert "RuntimeError: oh [bold]" in plain.stderr
    assert "COCOA_DEBUG=1" in plain.stderr
    assert "Traceback" not in plain.output
    asked = failing(RuntimeError("oh"), COCOA_DEBUG="1")
    assert asked.exit_code == FAULT
    assert "Traceback" in asked.stderr
    assert "COCOA_DEBUG" not in asked.stderr


def test_a_mistake_of_the_user_shows_no_traceback_even_in_debug() -> None:
    assert "Traceback" not in failing(SettingsError("no"), COCOA_DEBUG="1").output


def test_an_interruption_is_said_and_a_closed_pipe_is_quiet() -> None:
    assert failing(KeyboardInterrupt()).output == "note: interrupted\n"
    assert failing(BrokenPipeError()).output == ""


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX pipes")
@pytest.mark.parametrize("call", [("stats", "EXAM"), ("--help",), ("--version",)])
def test_a_pipe_that_was_closed_before_anything_was_printed_is_quiet(
    exam: Path, call: tuple[str, ...]
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    result = subprocess.run(
        [sys.executable, "-m", "cocoa", *(str(exam) if word == "EXAM" else word for word in call)],
        stdout=writer,
        stderr=subprocess.PIPE,
        env=environment,
        check=False,
    )
    os.close(writer)
    assert (result.returncode, result.stderr) == (BROKEN_PIPE, b"")


def test_the_codes_are_those_of_the_shell() -> None:
    assert 128 + signal.SIGINT == INTERRUPTED
    assert 128 + getattr(signal, "SIGPIPE", 13) == BROKEN_PIPE
