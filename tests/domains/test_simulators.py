"""The simulators write the catalogues that are checked in; another seed gives another world."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from catalogue_tables import table

DOMAINS = Path(__file__).parents[2] / "domains"


@pytest.mark.parametrize(("name", "fewest"), [("hotels", 700), ("jobs", 1000)])
def test_a_simulator_writes_the_catalogue_that_is_checked_in_and_another_seed_another(
    name: str, fewest: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main = import_module(f"cocoa_domains.{name}.simulator.__main__").main
    catalogue, again, other = DOMAINS / name / "catalogue.csv", tmp_path / "again.csv", tmp_path / "other.csv"
    assert main(["--out", str(again)]) == 0
    assert again.read_bytes() == catalogue.read_bytes()
    assert f"{len(table(catalogue))} rows" in capsys.readouterr().out
    assert main(["--out", str(other), "--seed", "7"]) == 0
    rows = {tuple(row.values())[2:] for row in table(other)}
    assert len(rows) > fewest
    assert not rows & {tuple(row.values())[2:] for row in table(catalogue)}
