"""Domains with a mistake and calls that are wrong: one error, with file and line, and no traceback."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from net.calls import cocoa, data
from net.outputs import TABLES

# a file, a text of it, what is there instead; {} is the place where the error is said to be, and is taken out
MISTAKES = {
    "a key is missing": ("schema.yaml", "name: bikes\n", ""),
    "a key is unknown": ("schema.yaml", "noun: bike\n", "noun: bike\n{}colour: red\n"),
    "a key stands twice": ("schema.yaml", "noun: bike\n", "noun: bike\n{}noun: bike\n"),
    "a key of a slot is unknown": ("schema.yaml", "decimals: 1,", "{}decimal: 1,"),
    "a kind is unknown": ("schema.yaml", "lights: {kind: boolean}", "lights: {{}kind: bolean}"),
    "a number is a text": ("schema.yaml", "min: 5,", "{}min: five,"),
    "bounds are the wrong way round": ("schema.yaml", "min: 5, max: 25", "{}min: 50, max: 25"),
    "a date cannot be": ("schema.yaml", '"2027-01-01"', '{}"2027-02-30"'),
    "a group is of no slot": ("schema.yaml", "group_by: [shop]", "{}group_by: [store]"),
    "a table is not there": ("schema.yaml", "table: makers", "{}table: brands"),
    "a source is no slot": ("schema.yaml", "from: maker", "{}from: brand"),
    "a rule is of no slot": ("rules.yaml", "  weight:\n", "  {}wait:\n"),
    "a rule has no words": ("rules.yaml", "      say:\n        - {verb: weigh}\n", ""),
    "a test is unknown": ("rules.yaml", "tests: [any, all]", "{}tests: [any, most]"),
    "a test is of another kind": ("rules.yaml", "tests: [less, at_most, more, at_least]", "{}tests: [any]"),
    "two rules have one id": ("rules.yaml", "id: weight", "{}id: price"),
    "a verb is missing": ("rules.yaml", "{verb: cost}", "{{}before: at}"),
    "a draw is of another kind": ("rules.yaml", "draw: {grid: 1}", "{}draw: {items: [1, 2]}"),
    "a list is not closed": ("rules.yaml", "tests: [any, all]", "tests: [any, all"),
    "a tab is for indentation": ("rules.yaml", "  weight:\n", "{}\tweight:\n"),
    "rules are a list": ("rules.yaml", "rules:\n", "rules:\n  - 1\n"),
    "a column is missing": ("catalogue.csv", "weight,", ""),
    "a column is unknown": ("catalogue.csv", "weight,", "wait,"),
    "a cell is unreadable": ("catalogue.csv", "Ulm-03,Ulm,", "{}Ulm-03,Ulm,wood-"),
    "a row is short": ("catalogue.csv", "Graz-04,", "{}"),
    "an id stands twice": ("catalogue.csv", "Graz-05,", "{}Graz-04,"),
    "a key of a table is missing": ("tables/makers.csv", "Corvid,Norway\n", ""),
}
QUICK = ("a key is unknown", "a test is unknown")


def broken(folder: Path, name: str) -> tuple[str, int]:
    """Make the domain with this mistake; the file and the line in which it is, 0 for none."""
    shutil.copytree(TABLES / "bikes", folder)
    file, before, after = MISTAKES[name]
    path = folder / file
    text = path.read_text("utf-8")
    assert before in text
    start = text.index(before)
    line = text[:start].count("\n") + after.partition("{}")[0].count("\n") + 1
    path.write_text(text.replace(before, after.replace("{}", "", 1), 1), "utf-8")
    return file, line if "{}" in after else 0


@pytest.mark.parametrize(
    "name",
    [mistake if mistake in QUICK else pytest.param(mistake, marks=pytest.mark.deep) for mistake in MISTAKES],
)
def test_a_mistake_is_told_with_its_place(tmp_path: Path, name: str) -> None:
    file, line = broken(tmp_path / "bikes", name)
    output = data("check-domain", "bikes", "--quick", cwd=tmp_path, code=1)
    errors = [finding for finding in output["findings"] if finding["severity"] == "error"]
    assert errors
    assert output["counts"]["error"] == len(errors)
    places = {(Path(error["file"]).name, error["line"]) for error in errors}
    assert {place[0] for place in places} & {Path(file).name, "schema.yaml", "catalogue.csv"}
    if line:
        assert (Path(file).name, line) in places
    call = cocoa("sample", "--domain", "bikes", cwd=tmp_path)
    assert call.code in (1, 2)
    assert call.clean
    assert call.out == ""
    assert call.err.startswith("error: ")
    assert len(call.err.splitlines()) <= 8
    if line:
        assert re.search(rf"{re.escape(file)}:{line}\b", call.err.splitlines()[0])


@pytest.mark.deep
@pytest.mark.parametrize(
    "args",
    [
        ("generate", "--domain", "bikes", "--count", 3, "--out", "exam"),
        ("check-domain", "bikes"),
        ("import-options", "--domain", "bikes", "bikes/catalogue.csv"),
    ],
)
def test_every_command_that_loads_a_domain_tells_of_it(tmp_path: Path, args: tuple[object, ...]) -> None:
    file, line = broken(tmp_path / "bikes", "a key of a slot is unknown")
    call = cocoa(*args, cwd=tmp_path)
    assert call.code in (1, 2)
    assert call.clean
    assert f"{file}:{line}" in call.out + call.err
    assert not (tmp_path / "exam").exists()


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("sample", "--domain", "nowhere"), "nowhere"),
        (("sample", "--domain", "bikes", "--slots", 40, "--minterms", 2), "40"),
        (("generate", "--domain", "bikes", "--out", "exam"), "--count"),
        (("frobnicate",), "frobnicate"),
    ],
)
def test_a_wrong_call_is_told(desk: Path, args: tuple[object, ...], named: str) -> None:
    call = cocoa(*args, cwd=desk)
    assert call.code == 2
    assert call.clean
    assert call.out == ""
    assert named in call.err


@pytest.mark.deep
@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("verify", "bikes"), "bikes"),
        (("sample", "--domain", "bikes", "--preset", "none-such"), "none-such"),
        (("sample", "--domain", "bikes", "--slots", 2, "--minterms", 99), "99"),
        (("generate", "-d", "bikes", "-n", 3, "-o", "x", "--split", "a=1"), "a=1"),
        (("show", "exam", "zzzz"), "zzzz"),
        (("show", "exam", 5000), "5000"),
        (("export", "exam", "--to", "pdf", "--out", "x"), "pdf"),
        (("export", "exam", "--to", "messages", "--out", "x", "--side", "nowhere"), "nowhere"),
        (("export", "exam", "--to", "parquet", "--out", "exam"), "exam"),
        (("evaluate", "exam", "--model", "cocoa/nobody"), "nobody"),
        (("evaluate", "exam", "--model", "cocoa/oracle", "--strategy", "guess"), "guess"),
        (("analyze", "nowhere"), "nowhere"),
        (("json-schema", "catalogue"), "catalogue"),
    ],
)
def test_other_wrong_calls_are_told(desk: Path, args: tuple[object, ...], named: str) -> None:
    call = cocoa(*args, cwd=desk)
    assert call.code in (1, 2)
    assert call.clean
    assert call.out == ""
    assert named in call.err
