"""Tables whose rows are models: names on two lines only where there is no room for one."""

from __future__ import annotations

import io

import pytest
from cocoa.analysis_grid import broken_name, empty_grid, fitted_grid
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.table import Table

NAMES = ("openai-api/local/strong", "m/one", "openai/o3 (reasoning_effort=low)")


def printed(width: int, *names: str) -> list[str]:
    console = Console(file=io.StringIO(), width=width)

    def made(room: int) -> Table:
        grid = empty_grid(console, ["model", "accuracy"], 1)
        for name in names:
            grid.add_row(broken_name(name, room), "100.0%")
        return grid

    console.print(fitted_grid(console, made))
    assert isinstance(console.file, io.StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()[2:]]


def test_where_there_is_room_a_name_stands_on_one_line() -> None:
    assert [line.split()[0] for line in printed(80, *NAMES)] == [
        "openai-api/local/strong",
        "m/one",
        "openai/o3",
    ]


def test_a_name_without_room_breaks_behind_its_last_slash_and_others_do_not() -> None:
    assert printed(28, *NAMES) == [
        "openai-api/local/     100.0%",
        "strong",
        "m/one                 100.0%",
        "openai/o3             100.0%",
        "(reasoning_effort=l",
        "ow)",
    ]


@given(st.text("abc/ -()="), st.integers(0, 40))
def test_a_broken_name_loses_nothing(name: str, room: int) -> None:
    found = broken_name(name, room)
    assert found.replace("\n", "") == name
    assert "\n" not in found or len(name.partition(" ")[0]) > room


@pytest.mark.parametrize("name", ["lonely-name", "provider/", ""])
def test_a_name_without_a_second_part_stays_whole(name: str) -> None:
    assert broken_name(name, 3) == name


def test_a_wide_column_beside_them_gives_way_before_names_do() -> None:
    console = Console(file=io.StringIO(), width=36)

    def made(room: int) -> Table:
        grid = empty_grid(console, ["model", "strategy", "accuracy"], 2)
        grid.add_row(broken_name("cocoa/oracle", room), "direct (prompt db49ee4c)", "100.0%")
        return grid

    console.print(fitted_grid(console, made))
    assert isinstance(console.file, io.StringIO)
    assert [line.split() for line in console.file.getvalue().splitlines()[2:]] == [
        ["cocoa/oracle", "direct", "(prompt", "100.0%"],
        ["db49ee4c)"],
    ]
