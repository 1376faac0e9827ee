"""`cocoa import-options` writes a catalogue that loads with its domain, or nothing."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from calling import Cocoa
from importing.recipe.tours import RECIPE, tour, write_tours

from cocoa_core.importing import read_recipe
from cocoa_core.loading import load_domain

ITINERARY = {
    "Airline": "[Emirates, Thai Airways]",
    "Ticket Class": "Economy",
    "Departure Time": "11:40 PM",
    "Arrival Time": "12:30 AM+2",
    "Travel Time": "26 hr 5 min",
    "Number Of Layovers": "2",
    "Carbon Emission Avg Diff ( % )": "+12",
    "Price": "$1204.0",
    "Travel Date": "2027-05-09",
    "Source City": "London",
    "Destination City": "Tokyo",
    "Layover 1 Location": "Dubai",
    "Layover 1 Time": "1 hr 45 min ",
    "Layover 2 Location": "Bangkok",
    "Layover 2 Time": "50 min ",
    "Flight 1 Features": "[Average legroom (31 in), Wi-Fi for a fee, In-seat USB outlet, "
    "Carbon emissions estimate: 1,310 kg]",
    "Flight 2 Features": "[Often delayed by 30+ min, Below average legroom (31 in), Wi-Fi for a fee, "
    "Carbon emissions estimate: 402 kg]",
    "Flight 3 Features": "[Extra legroom (31 in), Wi-Fi for a fee, In-seat power & USB outlets, "
    "Carbon emissions estimate: 399 kg]",
}
"""A made-up flight in the form in which GroundCocoa's prompts print one."""


@pytest.fixture
def tours(tmp_path: Path) -> Path:
    """The folder of a domain without a catalogue."""
    return write_tours(tmp_path / "tours")


def options(folder: Path, *records: dict[str, Any]) -> Path:
    path = folder / "printed.json"
    path.write_text(json.dumps(records or [tour("a"), tour("b", City="Ulm")]), encoding="utf-8")
    return path


def test_an_imported_catalogue_makes_the_folder_a_domain(cocoa: Cocoa, tours: Path, tmp_path: Path) -> None:
    done = cocoa("import-options", "--domain", tours, options(tmp_path), "--out", tours / "catalogue.csv")
    assert done.exit_code == 0, done.stderr
    assert f"{tours / 'catalogue.csv'}: 2 of 2 records" in done.stdout
    domain = load_domain(tours)
    assert domain.catalogue.ids == ("a", "b")
    assert domain.vocabulary("town") == ("Ulm", "Zürich")
    assert [path.name for path in tours.iterdir() if path.name.endswith(".tmp")] == []


def test_without_out_the_catalogue_is_all_that_stdout_holds(
    cocoa: Cocoa, tours: Path, tmp_path: Path
) -> None:
    file = options(tmp_path, tour("a", Weather="fine"))
    done = cocoa("import-options", "-d", tours, file)
    assert [row["id"] for row in csv.DictReader(done.stdout.splitlines())] == ["a"]
    assert done.stderr == "note: Columns from which no slot is read: 'Weather'.\n"
    cocoa("import-options", "-d", tours, file, "--out", tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_text(encoding="utf-8") == done.stdout


def test_itineraries_in_the_printed_form_of_groundcocoa_become_flights(cocoa: Cocoa, tmp_path: Path) -> None:
    path = tmp_path / "prompts.json"
    other = {key.replace(" ( % )", " (%)"): value for key, value in ITINERARY.items()}
    nonstop = {key: value for key, value in ITINERARY.items() if "Layover" not in key and "Flight" not in key}
    found = [{"raw": ITINERARY}, {"raw": {**other, "Price": "$99.0"}}]
    found.append({"raw": {**nonstop, "Number Of Layovers": "0", "Arrival Time": "7:40 PM"}})
    path.write_text(json.dumps({"examples": [{"options": found}]}), encoding="utf-8")
    proposed = cocoa("import-options", "--domain", "flights", path)
    assert proposed.exit_code == 1
    assert "fix: --at examples.options.raw" in proposed.stderr
    done = cocoa("import-options", "--domain", "flights", path, "--at", "examples.options.raw")
    assert done.exit_code == 0, done.stderr
    first, second, third = csv.DictReader(done.stdout.splitlines())
    assert first == {
        "id": "London-Tokyo-001",
        "origin": "London",
        "destination": "Tokyo",
        "date": "2027-05-09",
        "airlines": "Emirates; Thai Airways",
        "ticket_class": "economy",
        "departure": "23:40",
        "arrival": "00:30+2",
        "travel_time": "26h 5m",
        "stops": "2",
        "layover_cities": "Dubai; Bangkok",
        "layover_times": "1h 45m; 50m",
        "emissions": "12",
        "price": "1204",
        "aircraft": "",
        "legroom": "31",
        "wifi": "for a fee",
        "power": "",
        "checked_bags": "",
        "on_time": "",
        "co2": "2111",
    }
    assert second == {**first, "id": "London-Tokyo-002", "price": "99"}
    assert (third["stops"], third["layover_cities"], third["layover_times"]) == ("0", "", "")
    assert (third["wifi"], third["co2"], third["arrival"]) == ("", "", "19:40")


def test_the_import_yaml_of_every_shipped_domain_can_be_read() -> None:
    from cocoa_core.loading import list_domains

    folders = [
        discovered.folder for discovered in list_domains() if (discovered.folder / "import.yaml").exists()
    ]
    assert "flights" in [folder.name for folder in folders]
    assert all(read_recipe(folder, load_domain(folder).schema) for folder in folders)


def test_a_catalogue_of_a_domain_imports_as_itself(cocoa: Cocoa, tmp_path: Path) -> None:
    domain = load_domain("flights")
    before = (domain.folder / "catalogue.csv").read_text(encoding="utf-8").splitlines()[:400]
    (tmp_path / "a.csv").write_text("\n".join(before) + "\n", encoding="utf-8")
    folder = shutil.copytree(domain.folder, tmp_path / "copy")
    (folder / "import.yaml").unlink(missing_ok=True)
    done = cocoa("import-options", "--domain", folder, tmp_path / "a.csv")
    assert done.exit_code == 0, done.stderr
    assert list(csv.reader(done.stdout.splitlines())) == list(csv.reader(before))


@pytest.mark.parametrize("record", [tour(Price="ask us"), tour(Date="2024-01-01"), {"Price": "$1"}])
def test_nothing_is_written_where_anything_is_wrong(
    cocoa: Cocoa, tours: Path, tmp_path: Path, record: dict[str, Any]
) -> None:
    out = tmp_path / "out.csv"
    for before in (None, "as it was"):
        if before is not None:
            out.write_text(before)
        done = cocoa(
            "import-options", "-d", tours, options(tmp_path, tour("ok"), record), "--out", out, "--force"
        )
        assert done.exit_code == 1
        assert done.stdout == ""
        assert "fix:" in done.stderr
        assert (out.read_text() if out.exists() else None) == before


def test_a_file_that_is_there_is_replaced_only_by_force(cocoa: Cocoa, tours: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    out.write_text("as it was")
    refused = cocoa("import-options", "-d", tours, options(tmp_path), "--out", out)
    assert refused.exit_code == 2
    assert "is there already" in refused.stderr
    assert out.read_text() == "as it was"
    assert cocoa("import-options", "-d", tours, options(tmp_path), "--out", out, "--force").exit_code == 0
    assert out.read_text(encoding="utf-8").startswith("id,town,")


@pytest.mark.parametrize("out", ["nowhere/out.csv", "."])
def test_a_place_that_cannot_hold_a_file_is_a_wrong_call(
    cocoa: Cocoa, tours: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = cocoa("import-options", "-d", tours, options(tmp_path), "--out", out)
    assert (done.exit_code, done.stdout) == (2, "")


def test_bad_records_may_be_left_out_and_are_counted_by_reason(
    cocoa: Cocoa, tours: Path, tmp_path: Path
) -> None:
    file = options(tmp_path, tour("a"), tour("b", Price="ask"), tour("c"), tour("d", Price="$900"))
    done = cocoa("import-options", "-d", tours, file, "--skip-bad")
    assert done.exit_code == 0
    assert len(done.stdout.splitlines()) == 2
    assert "left out 2 of 4 records: " in done.stderr
    for reason in ("unreadable value (1)", "out of bounds (1)", "1 record repeats another"):
        assert reason in done.stderr


def test_the_summary_as_data_writes_a_catalogue_to_out_only(
    cocoa: Cocoa, tours: Path, tmp_path: Path
) -> None:
    file = options(tmp_path, tour("a"), tour("b", Price="ask"))
    data = json.loads(cocoa("import-options", "-d", tours, file, "--skip-bad", "--json").stdout)
    assert (data["domain"], data["records"], data["rows"], data["out"]) == ("tours", 2, 1, None)
    assert data["left_out"] == {"unreadable value": 1}
    (mistake,) = data["mistakes"]
    assert (mistake["record"], mistake["key"], mistake["slot"], mistake["got"]) == (
        2,
        "Price",
        "price",
        "'ask'",
    )
    out = tmp_path / "out.csv"
    data = json.loads(cocoa("import-options", "-d", tours, file, "--skip-bad", "--json", "--out", out).stdout)
    assert data["out"] == str(out)
    assert out.read_text(encoding="utf-8").count("\n") == 2


def test_a_mistake_in_import_yaml_is_told_with_its_place(cocoa: Cocoa, tours: Path, tmp_path: Path) -> None:
    (tours / "import.yaml").write_text(RECIPE.replace("column: Price", "colum: Price"), encoding="utf-8")
    done = cocoa("import-options", "-d", tours, options(tmp_path))
    assert done.exit_code == 1
    assert "import.yaml:6:11: the slot 'price' in import.yaml has no key 'colum'" in done.stderr
    assert "did you mean 'column'?" in done.stderr


def test_texts_that_look_like_markup_are_printed_as_they_are(
    cocoa: Cocoa, tours: Path, tmp_path: Path
) -> None:
    done = cocoa("import-options", "-d", tours, options(tmp_path, tour("x", Price="[red]ask[/red]")))
    assert "[red]ask[/red]" in done.stderr
    assert cocoa("import-options", "-d", tours, tmp_path / "none.json").exit_code == 2
