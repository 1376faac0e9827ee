"""The default difficulty is what the domain can give; what is named and cannot be met names what can."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import cocoa_core
from cocoa_core.checking import check_domain
from cocoa_core.domain import Domain
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection import PRESETS, Settings, fit_of
from cocoa_core.families.selection.fitting import fitted
from cocoa_core.scaffolding import domain_from_table, write_domain

ROWS = range(60)
TABLES = {
    "two numbers": ("price,weight", [(100 + n * 37 % 900, 8 + n * 7 % 130) for n in ROWS]),
    "only words": (
        "colour,size,shape",
        [(["red", "green", "blue"][n % 3], ["low", "mid", "high"][n // 3 % 3], ["round", "flat"][n % 2])
         for n in ROWS],
    ),
    "a constant column": (
        "price,weight,year,brand",
        [(100 + n * 37 % 900, 8 + n * 7 % 130, 2020, ["Elm", "Oak", "Fir"][n % 3]) for n in ROWS],
    ),
    "many equal values": (
        "price,rating,brand",
        [(100 + n % 4 * 50, 1 + n % 5, ["Elm", "Oak", "Fir", "Ash"][n % 4]) for n in ROWS],
    ),
}  # fmt: skip


@cache
def domain_of(name: str, folder: Path) -> Path | None:
    """The folder of the domain that the table makes; None where it is refused."""
    header, rows = TABLES[name]
    table = folder / "table.csv"
    lines = [f"thing {n}," + ",".join(map(str, row)) for n, row in enumerate(rows)]
    table.write_text("\n".join([f"name,{header}", *lines, ""]), encoding="utf-8")
    try:
        written = write_domain(domain_from_table(table, "things", None), folder / "things", False)
    except cocoa_core.CocoaError:
        return None
    assert written.works or written.remark
    return folder / "things" if written.works else None


@pytest.mark.parametrize("name", ["flights", "hotels", "jobs", "diamonds"])
def test_shipped_domains_keep_the_whole_mix(name: str) -> None:
    domain = cocoa_core.load_domain(name).domain
    assert fit_of(domain).whole
    assert fit_of(domain).mix == PRESETS["standard"]
    settings, remark = fitted(domain, Settings.of())
    assert (settings.to_json(), remark) == (Settings.of(preset="standard").to_json(), "")


@pytest.mark.parametrize("name", TABLES)
def test_the_default_gives_verified_questions_or_the_table_is_refused(name: str, tmp_path: Path) -> None:
    folder = domain_of(name, tmp_path)
    if folder is None:
        return
    handle = cocoa_core.load_domain(folder)
    handle.write(tmp_path / "exam", 10)
    report = cocoa_core.verify(tmp_path / "exam")
    assert report.checked == 10
    assert report.clean, report.findings


def narrow(folder: Path) -> Domain:
    path = domain_of("two numbers", folder)
    assert path is not None
    return cocoa_core.load_domain(path).domain


def test_what_is_left_out_is_in_the_settings_and_said_and_fits_anew_to_the_same(tmp_path: Path) -> None:
    domain = narrow(tmp_path)
    settings, remark = fitted(domain, Settings.of())
    assert {setting.all_slots for setting, _ in settings.mix} == {2}
    assert "no group is split by more than 2 slots (price, weight)" in remark
    assert fitted(domain, Settings.of()) == (settings, remark)


@pytest.mark.parametrize(
    "named", [{"slots": 4, "minterms": 3}, {"preset": "hard"}, {"wishes": 2}, {"level": 0.6}]
)
def test_more_slots_than_split_a_group_are_refused_with_a_setting_that_works(
    named: dict[str, object], tmp_path: Path
) -> None:
    domain = narrow(tmp_path)
    assert fitted(domain, Settings.of(**named)) == (Settings.of(**named), "")
    handle = cocoa_core.load_domain(domain)
    with pytest.raises(SettingsError, match="too few slots") as caught:
        handle.question(**named)
    assert "price, weight" in (caught.value.expected or "")
    flags = re.match(r"pass --slots (\d+) --minterms (\d+)", caught.value.fix or "")
    assert flags
    slots, minterms = map(int, flags.groups())
    assert handle.question(slots=slots, minterms=minterms).provenance.setting == (slots, minterms)


def test_a_domain_that_gives_nothing_fails_its_check_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(_: Domain) -> None:
        raise SettingsError("no question was found", got="the rows are alike", fix="vary them")

    monkeypatch.setattr("cocoa_core.checking.check.fit_of", nothing)
    monkeypatch.setattr("cocoa_core.checking.check.measured", lambda *_, **__: iter(()))
    report = check_domain(narrow(tmp_path).folder)
    [finding] = [one for one in report.findings if one.code == "no-setting-fits"]
    assert (finding.got, finding.fix) == ("the rows are alike", "vary them")
    assert not report.passes()
