"""The application as a whole: help that teaches, the version, what happens to a wrong call."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
import typer
from calling import Cocoa
from cocoa.commands import SUMMARIES, command_named
from cocoa.main import app

from cocoa_core.version import __version__

GROUPED = (
    *("recogs transform", "recogs score"),
    *("learn train", "learn grid", "learn table"),
    *("graphs build", "graphs relations"),
)
GROUPS = {name.split()[0] for name in GROUPED}
COMMANDS = [name for name in SUMMARIES if name not in GROUPS]


def test_help_names_every_command(cocoa: Cocoa) -> None:
    result = cocoa("--help")
    assert result.exit_code == 0
    for name in COMMANDS:
        assert re.search(rf"^\W*{name}\s+\w", result.stdout, re.MULTILINE)
    assert set(typer.main.get_group(app).commands) == {*COMMANDS, *GROUPS}
    for name in GROUPED:
        group, command = name.split()
        assert re.search(rf"^\W*{command}\s+\w", cocoa(group, "--help").stdout, re.MULTILINE)


@pytest.mark.parametrize("name", [*COMMANDS, *GROUPED])
def test_each_command_shows_examples_of_itself_on_a_line_each(cocoa: Cocoa, name: str) -> None:
    result = cocoa(*name.split(), "--help", columns=80)
    assert result.exit_code == 0
    assert not re.search(r"<(?:bool|str|Path|list)\b", result.stdout)
    _, _, examples = result.stdout.partition("Examples:")
    lines = [line.strip() for line in examples.split("╭")[0].splitlines() if line.strip()]
    assert lines
    for line in lines:
        assert line.startswith(f"cocoa {name}") or (name == "domains" and line.startswith("cocoa sample"))
    # Prose is wrapped by the terminal alone.
    prose = (
        cocoa(*name.split(), "--help", columns=400).stdout.partition("Examples:")[0].partition("Usage:")[2]
    )
    paragraphs = [text for text in re.split(r"\n\s*\n", prose) if text.strip()]
    assert all("\n" not in text.strip() for text in paragraphs)


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_both_flags_ask_for_help(cocoa: Cocoa, flag: str) -> None:
    assert cocoa(flag).stdout == cocoa("--help").stdout
    assert cocoa("sample", flag).exit_code == 0


def test_the_version_is_that_of_the_core(cocoa: Cocoa) -> None:
    result = cocoa("--version")
    assert (result.exit_code, result.stdout) == (0, f"cocoa {__version__}\n")


def test_it_runs_as_a_module() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "cocoa", "--version"], capture_output=True, text=True, check=True
    )
    assert (result.stdout, result.stderr) == (f"cocoa {__version__}\n", "")


def imported_by(*words: str) -> set[str]:
    """The modules that a call has imported when it ends."""
    code = (
        f"import sys; sys.argv = ['cocoa', *{words}]\n"
        "from cocoa.main import run\n"
        "try:\n    run()\nexcept SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(result.stderr.split())


def test_help_imports_no_command_and_nothing_heavy() -> None:
    imports = imported_by("--help")
    assert not imports & {"numpy", "pysat", "sympy", "ruamel", "cocoa_core.domain", "cocoa_core.families"}
    assert {name for name in imports if name.startswith("cocoa.")} == {
        "cocoa.commands",
        "cocoa.guard",
        "cocoa.main",
    }


def test_a_question_imports_nothing_that_checks_verifies_or_reads_tables_and_logs() -> None:
    imports = imported_by("sample", "--domain", "hotels")
    assert "cocoa_core.checking.word_checks" in imports
    assert not imports & {
        "cocoa_core.checking.check",
        *(
            f"cocoa_core.{part}"
            for part in ("importing", "independent", "verification", "analysis", "scaffolding", "export")
        ),
    }


def test_a_summary_is_what_the_command_itself_says_first() -> None:
    assert {name: command_named(name).help.split("\n\n")[0] for name in SUMMARIES} == SUMMARIES


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("cocoa sh", "show"),
        ("cocoa sample --pr", "--proof\n--preset\n--primitives"),
        ("cocoa graphs r", "read\nrelations"),
    ],
)
def test_a_shell_completes_commands_their_options_and_what_is_inside_of_them(
    cocoa: Cocoa, words: str, completed: str
) -> None:
    asked = {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    assert cocoa(_COCOA_COMPLETE="complete_bash", **asked).stdout == f"{completed}\n"
