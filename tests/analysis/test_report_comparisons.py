"""Comparisons stand under what both runs share; many of them are folded up but for the best run's."""

from __future__ import annotations

import math
import re

from analysis.page_elements import rendered

from cocoa_core.analysis.comparison import RunPair
from cocoa_core.analysis.paired_tests import PairedDifference
from cocoa_core.analysis.report.grids import comparisons_of


def comparisons_html(pairs: list[RunPair], strategy: str | None) -> str:
    return rendered("comparisons.html", dataset={"comparisons": comparisons_of(pairs, strategy)})


def pairs(*sizes: int) -> list[RunPair]:
    """Groups s0, s1 ... of so many pairs; every second pair is told apart."""
    difference = PairedDifference(90, 90, 0.6, 0.5, -1, 1, 0.5, "McNemar", 1, 1)
    return [
        RunPair(
            "exam",
            f"s{group}",
            "a",
            "b",
            difference,
            (0.05, 0.049)[number % 2],
            f"s{group}: <pair {number}>.",
        )
        for group, size in enumerate(sizes)
        for number in range(size)
    ]


def test_one_group_needs_no_heading() -> None:
    html = comparisons_html(pairs(2), "s0")
    assert html == (
        '<div class="panel comparisons"><ul><li>&lt;pair 0&gt;.</li><li>&lt;pair 1&gt;.</li></ul></div>'
    )


def test_groups_of_few_pairs_can_all_be_read_under_their_names() -> None:
    html = comparisons_html(pairs(6, 6), "s0")
    assert "<details" not in html
    assert re.findall("<h3>(.*?)</h3>", html) == ["s0", "s1"]
    assert html.count("<li>&lt;pair 5&gt;.</li>") == 2
    assert "s0: " not in html


def test_of_many_pairs_the_group_of_the_best_run_is_open() -> None:
    html = comparisons_html(pairs(6, 6, 1), "s1")
    heads = re.findall(r"<details( open)?><summary><h3>(.*?)</h3> <span>(.*?)</span></summary>", html)
    assert heads == [
        ("", "s0", "6 comparisons, 3 told apart"),
        (" open", "s1", "6 comparisons, 3 told apart"),
        ("", "s2", "1 comparison, 0 told apart"),
    ]
    assert html.count('<th scope="row">') == 13
    assert "<details open>" in comparisons_html(pairs(13), None)


def compared(
    first: str, second: str, difference: float, low: float, p: float, questions: int = 90
) -> RunPair:
    found = PairedDifference(
        questions, 90, 0.5 + difference, 0.5, low, 2 * difference - low, p, "McNemar", 1, 1
    )
    return RunPair("exam", "s", first, second, found, p, "")


def test_tables_name_the_better_one_first_and_what_is_told_apart_on_top() -> None:
    nan = math.nan
    wanted = [
        *(compared("a", "b", 0.1, 0.05, 0.04), compared("<c>", "d", -0.3, -0.35, 0.0001)),
        *(compared("e", "f", -0.2, -0.5, 0.05), compared("g", "h", 0.4, nan, 1.0)),
        *(compared("i", "j", nan, nan, 1.0, questions=0), *pairs(8)),
    ]
    html = comparisons_html(wanted, "s")
    (table,) = re.findall(r"<table>.*?Comparisons: s<.*?</table>", html)
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr.*?</tr>", table)]
    plain = [[re.sub("</?span.*?>", "", cell) for cell in row] for row in rows]
    assert plain[1:] == [
        ["d", "&lt;c&gt;", "+30.0 (+25.0 to +35.0)", "&lt; 0.001", "yes"],
        ["a", "b", "+10.0 (+5.0 to +15.0)", "0.040", "yes"],
        ["g", "h", "+40.0", "1.000", "no"],
        ["f", "e", "+20.0 (-10.0 to +50.0)", "0.050", "no"],
        ["i", "j", "none in common", "1.000", "no"],
    ]
    assert table.count('<span class="ends">') == 3
    assert table.count('<tr class="quiet">') == 3
    assert rows[0] == ["ahead", "of", "by points", "p", "told apart"]
    assert 'scope="col"' in table
