"""The documentation says what the code does: passages are current, commands exist, links resolve."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cocoa.commands import SUMMARIES, command_named
from documents import gallery_page
from documents.markdown import anchors, blocks, links, passages
from documents.passages import ROOT, documents, made_by

import cocoa_core
from cocoa_core.assistants import CaseFolder, CaseSettings
from cocoa_core.items import Manifest

PAGES = [*documents(), ROOT / "docs" / "gallery.md", *sorted((ROOT / "domains").glob("*/README.md"))]
NAMES = [str(path.relative_to(ROOT)) for path in PAGES]
MADE = [
    (str(path.relative_to(ROOT)), passage.command, passage.text)
    for path in documents()
    for passage in passages(path.read_text(encoding="utf-8"))
]
COMMANDS = {name: command_named(name) for name in SUMMARIES}


def command_of(words: list[str]) -> tuple[Any, list[str]]:
    """The command that some words call, such as `recogs score`, and its arguments."""
    command, words = COMMANDS[words[0]], words[1:]
    while words and words[0] in getattr(command, "commands", ()):
        command, words = command.commands[words[0]], words[1:]
    return command, words


INLINE_COMMAND = re.compile(r"`cocoa ([^`]+)`")
"""A command in running text: `cocoa show exam/ 12`. There its flags may be named without what they need."""


def flags_of(command: str) -> set[str]:
    """Of a command, and of those inside of it."""
    found = COMMANDS[command]
    inside = getattr(found, "commands", {}).values()
    return {flag for one in (found, *inside) for option in one.params for flag in option.opts}


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_gallery_is_what_its_command_writes() -> None:
    assert read("docs/gallery.md") == gallery_page.text(), "make gallery writes it anew"


@pytest.mark.parametrize(("name", "command", "text"), MADE, ids=[f"{name}: {made}" for name, made, _ in MADE])
def test_a_passage_is_what_its_command_writes(name: str, command: str, text: str) -> None:
    assert text == f"\n{made_by(command)}\n\n", f"{name} is out of date: make gallery writes it anew"


def command_lines(text: str) -> list[list[str]]:
    """Commands in fenced or indented blocks, as words."""
    fenced = [
        line for block in blocks(text) if block.language == "console" for line in block.text.split("\n")
    ]
    indented = re.findall(r"^    (cocoa .+)$", text, re.MULTILINE)
    return [shlex.split(line, comments=True)[1:] for line in fenced + indented if line.startswith("cocoa ")]


@pytest.mark.parametrize("name", NAMES)
def test_commands_exist_and_can_be_called(name: str) -> None:
    for words in command_lines(read(name)):
        command, arguments = command_of(words)
        command.make_context(str(command.name), arguments)
    for words in INLINE_COMMAND.findall(read(name)):
        if words.startswith("COMMAND"):
            continue
        command, arguments = command_of(words.split())
        known = {flag for param in command.params for flag in param.opts} | {"--help"}
        assert {word for word in arguments if word.startswith("--")} <= known, words


def test_the_page_of_commands_names_every_one_and_its_flags_exist() -> None:
    rows = dict(re.findall(r"^\| `cocoa ([\w-]+)[^|]*\| (.*)\|$", read("docs/commands.md"), re.MULTILINE))
    assert list(rows) == list(COMMANDS)
    for command, words in rows.items():
        assert {flag.split()[0] for flag in re.findall(r"`(--[^`]+)`", words)} <= flags_of(command)


@pytest.mark.parametrize("name", NAMES)
def test_make_targets_exist_and_internal_links_resolve(name: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", read("Makefile"), re.MULTILINE))
    called = re.findall(r"(?:^    |`)make ([a-z-]+)", read(name), re.MULTILINE)
    assert set(called) <= targets
    for target in links(read(name)):
        path, _, anchor = target.partition("#")
        if "://" in path:
            continue
        page = (ROOT / name).parent / path if path else ROOT / name
        assert page.exists(), f"{name} links to {target}"
        if anchor:
            assert anchor in anchors(page.read_text(encoding="utf-8")), f"{name} links to {target}"


@pytest.fixture(scope="module")
def folder_with_exam(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    cocoa_core.load_domain("flights").write(folder / "exam", count=5)
    CaseFolder(folder / "results").prepare(cocoa_core.load_domain("hotels").domain, CaseSettings(count=1))
    return folder


def test_python_examples_run(folder_with_exam: Path) -> None:
    examples = [block.text for name in NAMES for block in blocks(read(name)) if block.language == "python"]
    assert len(examples) >= 4
    program = "import json, sys\nfor example in json.load(sys.stdin): exec(example, {'__name__': '__main__'})"
    called = [sys.executable, "-c", program]  # all in one process: each would take a second of CPU to start
    subprocess.run(
        called, cwd=folder_with_exam, check=True, capture_output=True, text=True, input=json.dumps(examples)
    )


def test_every_key_of_records_and_manifests_is_explained() -> None:
    words = set(re.findall(r"`(\w+)`", read("docs/record-format.md")))
    record = cocoa_core.load_domain("flights").question().to_json()
    parts = [record, record["domain"], record["options"][0], record["requirement"], record["certificate"]]
    parts += [record["provenance"], record["provenance"]["settings"], record["requirement"]["terms"][0][0]]
    parts += [next(iter(record["certificate"]["broken"].values()))[0], record["certificate"]["terms"][0]]
    keys = {key for part in parts for key in part} | {one.name for one in Manifest.__attrs_attrs__}
    assert keys - words - {"name", "version"} == set()
    measures = set(re.findall(r"`(\w+)`", read("docs/concepts.md")))
    assert set(record["complexity"]) <= measures


VALUE = r'(?:"(?:[^"\\]|\\.)*"|[^"{}()\[\]|&, ]+(?: [0-9]+m)?)'
TESTS = (
    rf"(?:<=?|>=?|=) {VALUE}",
    rf"(?:in|meets|misses|inside|has) \{{{VALUE}(?:, {VALUE})*\}}",
    rf"in \({VALUE}, {VALUE}\)",
    rf"in \[{VALUE}, {VALUE}\]",
)
LITERAL = rf"!?(?:(?:each|any|total|count) )?[a-z][a-z0-9_]* (?:{'|'.join(TESTS)})"


def test_requirements_are_written_by_the_grammar_of_the_record_format() -> None:
    term = rf"\({LITERAL}(?: \| {LITERAL})*\)"
    product = re.compile(rf"{term}(?: & {term})*")
    flights = cocoa_core.load_domain("flights")
    for index in range(30):
        text = flights.question(seed=1, index=index).requirement.text
        assert product.fullmatch(text), text


MACHINE_PATH = re.compile(r"(?<![\w.~])/(?:home|Users|root|tmp|work|mnt|var/folders)/\w|[A-Z]:\\Users")


def tracked() -> list[Path]:
    """Files of the repository that git knows or would take; all of the tree where there is no git."""
    called = ["git", "ls-files", "-z", "--cached"]
    try:
        listed = subprocess.run(called, cwd=ROOT, check=True, capture_output=True).stdout.decode()
    except (OSError, subprocess.CalledProcessError):
        hidden = re.compile(r"/(?:\.|__pycache__|build/|dist/|\w+\.egg-info/)")
        paths = [
            path for path in ROOT.rglob("*") if not hidden.search(f"/{path.relative_to(ROOT).as_posix()}")
        ]
        return [path for path in paths if path.is_file()]
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def test_no_file_holds_a_path_of_some_machine() -> None:
    found = []
    for path in tracked():
        text = path.read_bytes().decode("utf-8", "replace")
        found += [f"{path.relative_to(ROOT)}: {match[0]}" for match in MACHINE_PATH.finditer(text)]
    assert found == []
