"""`cocoa domains` lists what can be loaded, the broken ones among them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cabins import write_cabins
from calling import Cocoa

import cocoa_core


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a domain, a broken one, and one that hides the flights that come with cocoa."""
    write_cabins(tmp_path / "domains" / "cabins")
    write_cabins(tmp_path / "flights")
    (write_cabins(tmp_path / "domains" / "odd") / "rules.yaml").write_text(
        "rules: [1, ]]\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_flights_is_there_with_its_figures(cocoa: Cocoa) -> None:
    data = json.loads(cocoa("domains", "--json").stdout)
    flights = next(one for one in data if one["name"] == "flights")
    domain = cocoa_core.load_domain("flights").domain
    assert flights["digest"] == domain.digest
    assert flights["folder"] == str(domain.folder)
    assert flights["options"] == len(domain.catalogue.rows)
    shown = cocoa("domains").stdout
    assert f"flights {domain.schema.version}" in shown
    assert f"{len(domain.catalogue.rows):,} options" in shown


def test_names_origins_and_what_they_hide_are_listed(cocoa: Cocoa, here: Path) -> None:
    data = {load["name"]: load for load in json.loads(cocoa("domains", "--json").stdout)}
    assert {"cabins", "odd", "flights"} <= set(data)
    assert data["cabins"]["origin"] == data["flights"]["origin"] == "working folder"
    assert data["cabins"]["folder"] == str((here / "domains" / "cabins").resolve())
    assert len(data["flights"]["shadows"]) == 1
    assert (data["cabins"]["slots"], data["cabins"]["options"], data["cabins"]["groups"]) == (4, 48, 1)
    shown = cocoa("domains", columns=400).stdout
    assert f"comes before {data['flights']['shadows'][0]}" in shown
    assert "4 slots · 4 rules · 48 options · 1 group\n" in shown


def test_a_broken_domain_shows_its_error_and_hides_no_other(cocoa: Cocoa, here: Path) -> None:
    result = cocoa("domains", columns=400)
    assert result.exit_code == 0
    assert "odd  cannot be loaded" in result.stdout
    assert "rules.yaml:1" in result.stdout
    assert "cabins 2.1" in result.stdout
    data = {load["name"]: load for load in json.loads(cocoa("domains", "--json").stdout)}
    assert "rules.yaml:1" in data["odd"]["error"]
    assert "slots" not in data["odd"]
