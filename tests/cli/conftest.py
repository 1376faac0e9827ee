"""The command line called in this process, a data set about flights, and a domain whose texts look like markup."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

import pytest
from typer.testing import CliRunner, Result

import cocoa_core
from cocoa.main import app

COUNT: Final = 10
SCHEMA: Final = """\
name: cabins
version: "2.1"
noun: cabin
slots:
  lake: {kind: category, closed: false, label: "Lake [blue]"}
  price: {kind: quantity, unit: money, min: 10, max: 900, whole: true}
  beds: {kind: quantity, unit: count, min: 1, max: 6}
  extras: {kind: set, closed: false, max_items: 3}
"""
RULES: Final = """\
rules:
  lake:
    - {id: lake, tests: [is, one_of], say: [{verb: be, before: at}]}
  price:
    - {id: price, tests: [less, at_least], draw: {grid: 50}, say: [{verb: cost}]}
  beds:
    - {id: beds, tests: [at_least], say: [{verb: have, noun: {one: bed, many: beds}}]}
  extras:
    - {id: extras, tests: [any], say: [{verb: have}]}
"""
LAKES: Final = ("[bold]Ness[/bold]", "[link=x]Mead", ":smile:", "Como")
EXTRAS: Final = ("[wifi, pool]", "[/red]", "sauna", "canoe")


class Cocoa(Protocol):
    """`cocoa("stats", folder)`; with `columns`, as in a terminal of that width."""

    def __call__(self, *args: object, columns: int = 100, **environment: str) -> Result: ...


@pytest.fixture
def cocoa() -> Cocoa:
    """A command in this process, its output not a terminal."""
    plain = dict.fromkeys(("NO_COLOR", "FORCE_COLOR", "GITHUB_ACTIONS", "PY_COLORS", "COCOA_DEBUG"))

    def call(*args: object, columns: int = 100, **environment: str) -> Result:
        env: dict[str, str | None] = {**plain, "COLUMNS": str(columns), **environment}
        return CliRunner(env=env).invoke(app, [str(arg) for arg in args], prog_name="cocoa")

    return call


@pytest.fixture(scope="session")
def exam(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set of COUNT questions about flights, seed 7."""
    folder = tmp_path_factory.mktemp("exam") / "exam"
    cocoa_core.load_domain("flights").write(folder, COUNT, seed=7)
    return folder


def write_cabins(folder: Path) -> Path:
    """A domain whose names rich would take for markup."""
    folder.mkdir(parents=True)
    (folder / "schema.yaml").write_text(SCHEMA, encoding="utf-8")
    (folder / "rules.yaml").write_text(RULES, encoding="utf-8")
    rows = ["id,lake,price,beds,extras"]
    for number in range(48):
        extras = sorted({EXTRAS[number % 4], EXTRAS[number * 7 // 5 % 4]})
        price = 40 + number * 37 % 800
        rows.append(f'c{number},{LAKES[number * 5 // 3 % 4]},{price},{number % 5 + 1},"{"; ".join(extras)}"')
    (folder / "catalogue.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def cabins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of that domain."""
    return write_cabins(tmp_path_factory.mktemp("cabins") / "cabins")


@pytest.fixture
def make_cabins() -> Callable[[Path], Path]:
    """Writes that domain to a new folder."""
    return write_cabins
