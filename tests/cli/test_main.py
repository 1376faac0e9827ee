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

COMMANDS = (
    "sample",
    "generate",
    "join",
    "split",
    "verify",
    "evaluate",
    "analyze",
    "test",
    "profile",
    "review",
    "paraphrase",
    "overlap",
    "audit",
    "export",
    "show",
    "stats",
    "read",
    "domains",
    "new-domain",
    "collect",
    "refresh",
    "check-domain",
    "say",
    "preview",
    "import-options",
    "json-schema",
)
GROUPED = (
    *("recogs transform", "recogs score"),
    *("learn train", "learn grid", "learn table"),
    *("graphs build", "graphs relations"),
)


def test_help_names_every_command(cocoa: Cocoa) -> None:
    result = cocoa("--help")
    assert result.exit_code == 0
    for name in COMMANDS:
        assert re.search(rf"^\W*{name}\s+\w", result.stdout, re.MULTILINE)
    groups = dict.fromkeys(name.split()[0] for name in GROUPED)
    assert sorted(typer.main.get_group(app).commands) == sorted([*COMMANDS, *groups])
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


@pytest.mark.parametrize(
    ("args", "got", "expected"),
    [
        (("--slots", "many"), "many", "a whole number"),
        (("--count", "0"), "0", "1 or more"),
        (("--level", "easy"), "easy", "a number"),
    ],
)
def test_a_value_that_an_option_cannot_have_is_shown_beside_what_it_can(
    cocoa: Cocoa, args: tuple[str, ...], got: str, expected: str
) -> None:
    stderr = cocoa("sample", "-d", "flights", *args).stderr
    assert f"\n  got: {got}\n  expected: {expected}\n" in stderr


def test_a_misspelt_flag_is_corrected_and_an_unknown_one_is_not(cocoa: Cocoa) -> None:
    assert "fix: did you mean --knowledge?" in cocoa("sample", "--knowlege").stderr
    assert "new-domain NAME --from boats.csv" in cocoa("new-domain", "boats", "boats.csv").stderr
    assert "fix: cocoa verify --help" in cocoa("verify", "exam", "--sample").stderr


def test_a_wrong_call_names_the_help_of_the_command_that_was_called(cocoa: Cocoa) -> None:
    assert "fix: cocoa recogs count --help says" in cocoa("recogs", "count", "nofile").stderr
    assert "fix: add --family parsing" in cocoa("sample", "-d", "flights", "--hold-out", "all").stderr


def test_the_version_is_that_of_the_core(cocoa: Cocoa) -> None:
    result = cocoa("--version")
    assert (result.exit_code, result.stdout) == (0, f"cocoa {__version__}\n")


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (("sample",), "--domain"),
        (("sample", "-d", "flights", "--slots", "many"), "--slots"),
        (("sample", "-d", "flights", "--index", "-1"), "--index"),
        (("sample", "-d", "flights", "--nonsense"), "--nonsense"),
        (("sampel",), "Did you mean 'sample'?"),
        (("export", "x", "--to"), "--to"),
        (("export", "x"), "--to and --out\n  fix: for example cocoa export exam/"),
        (("generate", "-d", "flights", "--out", "x"), "--count"),
        (("generate", "-d", "flights", "--count", "5"), "--out"),
        (("show",), "FOLDER"),
        (("say", "-d", "flights"), "-d\n  expected: cocoa say [OPTIONS] {NAME|FOLDER}"),
        (("read", "x", "y"), "(y)\n  expected: cocoa read [OPTIONS] {FOLDER}"),
        (("verify",), "FOLDER"),
    ],
)
def test_a_wrong_flag_gives_one_message_and_code_2(cocoa: Cocoa, args: tuple[str, ...], part: str) -> None:
    result = cocoa(*args)
    assert result.exit_code == 2
    assert part in result.stderr
    assert re.fullmatch(r"error: .+\n(  \w+: .+\n)*  fix: .+\n", result.stderr), "one form for every error"
    assert not result.stdout


@pytest.mark.parametrize(
    ("args", "parts"),
    [
        (("sample", "-d", "nowhere"), ("no domain 'nowhere'", "flights")),
        (("sample", "-d", "flihgts"), ("did you mean 'flights'?",)),
        (("sample", "-d", "flights", "--slots", "99"), ("got: 99", "from 2 to 20")),
        (("sample", "-d", "flights", "--slots", "3", "--minterms", "0"), ("got: 0", "from 1 to")),
        (("sample", "-d", "flights", "--slots", "3", "--preset", "paper"), ("preset",)),
        (
            ("sample", "-d", "flights", "--preset", "[bold]no"),
            ("got: [bold]no", "expected: standard or hard or frontier or paper or revise-2"),
        ),
        (("sample", "-d", "flights", "--primitives", "both"), ("got: both", "per-slot")),
        (("sample", "-d", "flights", "--option-sets", "0"), ("got: 0",)),
        (("generate", "-d", "flights", "-n", "0", "-o", "x"), ("got: 0",)),
        (("generate", "-d", "flights", "-n", "1", "-o", "-", "--preset", "none"), ("got: none",)),
        (("generate", "-d", "flights", "-n", "2", "-o", "-", "-w", "0"), ("got: 0",)),
        (("generate", "-d", "flights", "-n", "2", "-o", "x", "--split", "test=0.5"), ("add up to 1",)),
        (("verify", "nowhere"), ("got: nowhere",)),
        (("stats", "nowhere"), ("nowhere", "cocoa generate")),
        (("show", "nowhere", "1"), ("nowhere", "cocoa generate")),
    ],
)
def test_a_wrong_value_says_what_was_got_and_expected(
    cocoa: Cocoa, args: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    result = cocoa(*args, columns=400)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("error: ") == 1
    assert all(part in result.stderr for part in parts)
    assert not result.stdout


@pytest.mark.parametrize("split", ["test", "test=x", "test=2", "test=nan", "test=0.5,test=0.5", "test=1,"])
def test_a_split_that_cannot_be_read_shows_how_one_looks(cocoa: Cocoa, split: str) -> None:
    result = cocoa("generate", "-d", "flights", "-n", "2", "-o", "-", "--split", split, columns=400)
    assert result.exit_code == 2
    assert "train=0.9,test=0.1" in result.stderr
    assert not result.stdout


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
