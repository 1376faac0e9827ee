"""Prompt files: what is wrong is said with its line, and what is put in is never read as a placeholder."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.errors import UsageError
from cocoa_core.families.selection.prompting.strategies import STRATEGIES, strategy_named
from cocoa_core.families.selection.prompting.templates import load_template, read_template

DIRECT = STRATEGIES["direct"]
GOOD = "# a remark\n=== question ===\nRequest:\n{request}\n{{kept}}\n{options}\nAnswer: X\n"


@pytest.mark.parametrize("explained", [False, True])
@pytest.mark.parametrize("name", list(STRATEGIES))
def test_every_shipped_template_is_complete_and_names_the_answer_format(name: str, explained: bool) -> None:
    template = load_template(STRATEGIES[name], explained=explained)
    last = template.sections["decision" if STRATEGIES[name].stepwise else "question"]
    assert last.endswith("end with a line in exactly this form, {form}") or name == "direct"
    assert last.endswith("{form}")
    assert "\n{problem}" in template.sections["question"]


@given(st.text(), st.text())
def test_what_is_put_in_is_not_looked_through_again(request: str, options: str) -> None:
    filled = read_template(GOOD, "p", DIRECT).fill("question", request=request, options=options)
    assert filled == f"Request:\n{request}\n{{kept}}\n{options}\nAnswer: X"


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        (GOOD.replace("{options}", "{option}"), "p:6:1", "unknown placeholder"),
        (GOOD.replace("{options}", "none"), "p:2", "lacks a placeholder"),
        (GOOD.replace("{{kept}}", "a {kept"), "p:5:3", "single brace"),
        (GOOD.replace("question", "questions"), "p:2", "section that direct does not use"),
        (GOOD + "=== question ===\n", "p:8", "stands twice"),
        ("hello\n" + GOOD, "p:1", "before the first section"),
        ("# nothing\n", "p", "no section question"),
    ],
)
def test_a_wrong_template_is_answered_with_its_line(text: str, place: str, problem: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_template(text, "p", DIRECT)
    assert str(caught.value).startswith(f"{place}: ")
    assert problem in caught.value.problem
    assert caught.value.expected


def test_a_file_stands_in_for_the_shipped_template(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(GOOD, encoding="utf-8")
    template = load_template(DIRECT, tmp_path / "mine.txt")
    assert "{{kept}}" in template.sections["question"]
    assert template.digest() != load_template(DIRECT).digest()
    with pytest.raises(UsageError, match="cannot be read"):
        load_template(DIRECT, tmp_path / "none.txt")


@pytest.mark.parametrize("name", ["direct", "cot-full", "cot-partial"])
def test_the_papers_prompts_are_shipped_under_its_name(name: str, tmp_path: Path) -> None:
    """A file of that name comes first; the paper prints no prompt of l2m."""
    template = load_template(STRATEGIES[name], Path("groundcocoa"))
    assert "Q. {request}\n\n{printed}" in template.sections["question"]
    assert ("Let's think Step by Step" in template.sections.get("example", "")) == (name != "direct")
    with pytest.raises(UsageError, match="no prompt of l2m"):
        load_template(STRATEGIES["l2m"], Path("groundcocoa"))
    (tmp_path / "groundcocoa").write_text(GOOD, encoding="utf-8")
    assert (
        load_template(DIRECT, tmp_path / "groundcocoa").sections == read_template(GOOD, "p", DIRECT).sections
    )


def test_an_unknown_strategy_is_answered_with_those_there_are() -> None:
    with pytest.raises(UsageError, match="cot-partial"):
        strategy_named("tot")
