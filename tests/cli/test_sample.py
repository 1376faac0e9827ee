"""`cocoa sample` shows the question that the library gives, whole and in any width."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from calling import Cocoa
from cocoa.commands import command_named

import cocoa_core
from cocoa_core.api import DomainHandle
from cocoa_core.families.selection import explain
from cocoa_core.families.selection.setting_specs import SETTING_SPECS, flag_of


@pytest.fixture(scope="module")
def flights() -> DomainHandle:
    return cocoa_core.load_domain("flights")


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def test_json_is_the_record_that_the_library_gives(cocoa: Cocoa, flights: DomainHandle) -> None:
    result = cocoa(
        "sample", "-d", "flights", "--seed", 7, "--index", 3, "--slots", 4, "--minterms", 3, "--json"
    )
    question = flights.question(seed=7, index=3, slots=4, minterms=3)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"{question.line()}\n"
    assert json.loads(result.stdout)["answer"] == question.answer


def test_flags_reach_the_settings(cocoa: Cocoa, flights: DomainHandle) -> None:
    given = ("--primitives", "per-slot", "--preset", "hard", "--none", "--wishes", 0, "--set", "options=4")
    result = cocoa("sample", "-d", "flights", *given, "--json")
    settings = {"primitives": "per-slot", "preset": "hard", "none": True, "wishes": 0, "options": 4}
    assert result.stdout == f"{flights.question(**settings).line()}\n"


@pytest.mark.parametrize("delivery", [(), ("--delivery", "revise")])
def test_questions_drawn_with_revisions_are_shown_as_conversations(
    cocoa: Cocoa, flights: DomainHandle, delivery: tuple[str, ...]
) -> None:
    result = cocoa("sample", "-d", "flights", "--preset", "revise-3", *delivery)
    question = flights.question(preset="revise-3")
    assert (result.exit_code, result.stderr) == (0, "")
    assert len(question.states) == 4, "the first message and three revisions"
    assert result.stdout.count("Customer: ") == 5, "each, and the closing message"


def test_every_option_set_of_the_requirement_is_shown_and_no_other_question(
    cocoa: Cocoa, cabins: Path
) -> None:
    args = ("sample", "-d", cabins, "--slots", 2, "--index", 2, "--option-sets", 3)
    lines = cocoa(*args, "--json").stdout.splitlines()
    handle = cocoa_core.load_domain(cabins)
    for number, line in enumerate(lines):
        question = handle.question(slots=2, index=2, option_sets=3, option_set=number)
        assert line == question.line()
    assert 1 <= len(lines) <= 3
    assert cocoa(*args).stdout.count("Answer: ") == len(lines)


@pytest.mark.parametrize("columns", [30, 50, 80, 100, 140, 300])
@pytest.mark.parametrize("index", [0, 3])
def test_request_options_and_answer_are_whole_in_any_width(
    cocoa: Cocoa, flights: DomainHandle, columns: int, index: int
) -> None:
    question = flights.question(seed=7, index=index)
    result = cocoa("sample", "-d", "flights", "--seed", 7, "--index", index, columns=columns)
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= columns
    shown = squeezed(result.stdout)
    assert squeezed(question.request) in shown
    assert f"Answer:{question.answer}" in shown
    (right,) = explain(question, flights.domain).right
    fact = right.reasons[0].facts[0]
    assert squeezed(fact[1:]) in shown
    for option in question.options:
        for word in [word for text in (*option.shown, *option.shown.values()) for word in text.split()]:
            if columns != 80 or len(word) <= 12:  # the width of a column there: "Philadelphia;" is broken
                assert word in shown


@pytest.mark.parametrize("columns", [80, 84, 100])
@pytest.mark.parametrize("index", range(4))
def test_no_word_of_a_label_is_cut(cocoa: Cocoa, index: int, columns: int) -> None:
    shown = cocoa("sample", "-d", "hotels", "--index", index, columns=columns).stdout
    assert "…" not in shown
    words = shown.split()
    for label in cocoa_core.load_domain("hotels").question(seed=0, index=index).options[0].shown:
        assert set(label.split()) <= set(words), label


@pytest.mark.parametrize(
    ("minterms", "wishes", "words"),
    [(2, 0, "2 minterms ·"), (3, 1, "3 minterms and 1 wish ·"), (3, 2, "3 minterms and 2 wishes ·")],
)
def test_the_first_line_says_how_hard_it_is(cocoa: Cocoa, minterms: int, wishes: int, words: str) -> None:
    stdout = cocoa("sample", "-d", "flights", "--slots", 2, "--minterms", minterms, "--wishes", wishes).stdout
    assert f" · 2 slots, {words}" in stdout.splitlines()[0]


@pytest.mark.parametrize("columns", [100, 30])
def test_options_stand_side_by_side_where_there_is_room(cocoa: Cocoa, columns: int) -> None:
    stdout = cocoa("sample", "-d", "flights", columns=columns).stdout
    beside = re.search(r"^\s+A\s+B\s+C\s+D\s+E$", stdout, re.MULTILINE)
    below = re.findall(r"^[A-E]$", stdout, re.MULTILINE)
    assert (beside is not None, below) == ((True, []) if columns == 100 else (False, list("ABCDE")))


def test_proof_is_the_whole_explanation_and_comes_only_when_asked(
    cocoa: Cocoa, flights: DomainHandle
) -> None:
    explanation = explain(flights.question(seed=7), flights.domain)
    short = squeezed(cocoa("sample", "-d", "flights", "--seed", 7).stdout)
    long = squeezed(cocoa("sample", "-d", "flights", "--seed", 7, "--proof").stdout)
    for verdict in explanation.verdicts:
        for sentence in verdict.sentences():
            assert squeezed(sentence) in long
            assert squeezed(sentence) not in short
    assert all(squeezed(condition) in long for condition in explanation.conditions)
    assert long.endswith(f"Sotheansweris{explanation.right[0].label}.")


def test_where_there_are_no_options_there_is_no_table(cocoa: Cocoa) -> None:
    shown = cocoa("sample", "-d", "hotels", "--ask", "possible").stdout
    assert "─" not in shown
    assert shown.endswith("\n\nAnswer: yes\n") or "\n\nAnswer: no: " in shown


def test_a_domain_that_hides_another_says_so_on_stderr(
    cocoa: Cocoa, cabins: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "domains").mkdir()
    (tmp_path / "domains" / "flights").symlink_to(cabins)
    monkeypatch.chdir(tmp_path)
    result = cocoa("sample", "-d", "flights", "--slots", 2, "--json", columns=400)
    assert result.exit_code == 0
    assert json.loads(result.stdout)["domain"]["name"] == "cabins"
    assert re.search(r"^note: .*comes before .*flights", result.stderr, re.MULTILINE)


@pytest.mark.parametrize("option_sets", [1, 2])
def test_several_are_those_of_their_indices_one_after_the_other(cocoa: Cocoa, option_sets: int) -> None:
    call = ("sample", "-d", "hotels", "--seed", 5, "--slots", 3, "--option-sets", option_sets, "--json")
    alone = [cocoa(*call, "--index", index).stdout for index in (2, 3, 4)]
    assert cocoa(*call, "--index", 2, "--count", 3).stdout == "".join(alone)
    shown = cocoa(*call[:-1], "--index", 2, "--count", 3).stdout
    requests = [line for text in alone for line in [text.splitlines()[0]]]
    assert len(requests) == 3
    assert shown.count("Answer: ") == sum(len(text.splitlines()) for text in alone)


def test_every_setting_has_a_flag_of_its_name_with_its_help() -> None:
    flags = {flag.name: flag for flag in command_named("sample").params}
    for name, spec in SETTING_SPECS.items():
        if spec.panel:
            assert flags[name].opts == [flag_of(name)]
            assert (flags[name].help, flags[name].rich_help_panel) == (spec.flag_help, spec.panel)
            assert flags[name].default == (False if spec.kind is bool else None)


@pytest.mark.parametrize(
    "flags",
    [
        ("--slots", 2),
        ("--slots", 3, "--wishes", 0, "--none", "--near-misses", 2),
        ("--slots", 3, "--ask", "every", "--options", 4, "--inert", "none", "--primitives", "per-slot"),
        ("--groups", "edit", "--set", "slots=2"),
    ],
)
def test_it_shows_what_generate_writes_with_the_same_flags(
    cocoa: Cocoa, cabins: Path, flags: tuple[object, ...]
) -> None:
    call = ("-d", cabins, "--seed", 3, "-n", 4, *flags)
    written = cocoa("generate", *call, "--out", "-", "--quiet").stdout
    assert len(written.splitlines()) == 4
    assert cocoa("sample", *call, "--json").stdout.startswith(written)
