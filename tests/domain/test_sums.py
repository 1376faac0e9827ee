"""Axioms that add: read, refused, checked of every row, verified."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import cocoa_core
from cocoa_core.domain import Axiom, Measure, Schema, axiom_text
from cocoa_core.errors import DomainError
from cocoa_core.independent import read_domain
from cocoa_core.loading import read_catalogue, read_schema, read_yaml
from cocoa_core.verification import verify

from . import trains

DAY = 24 * 60


def schema_of(text: str) -> Schema:
    return read_schema(read_yaml(text.encode(), "schema.yaml"))


def timetable(rows: int, overnight: bool) -> str:
    """A catalogue of trains that meet the axioms; with `overnight` some arrive on the next day."""
    rng = random.Random(7)
    lines = ["id,departs,arrives,travel,price,fees,total"]
    for row in range(rows):
        travel = rng.randrange(60, 600, 5)
        departs = rng.randrange(0, DAY if overnight else DAY - travel, 5)
        times = [f"{minute // 60 % 24:02d}:{minute % 60:02d}" for minute in (departs, departs + travel)]
        hours = f"{travel // 60}h" + (f" {travel % 60}m" if travel % 60 else "")
        price, fees = rng.randint(5, 300), rng.randint(0, 60)
        lines.append(f"t{row},{','.join(times)},{hours},{price},{fees},{price + fees}")
    return "\n".join(lines) + "\n"


def test_a_sum_is_read_and_written() -> None:
    departs, price = schema_of(trains.OVERNIGHT).axioms
    assert departs == Axiom(
        "sum", (Measure("departs"), Measure("travel"), Measure("arrives")), overnight=True
    )
    assert [axiom_text(schema_of(trains.SCHEMA), one) for one in (departs, price)] == [
        "sum: departs + travel = arrives, overnight",
        "sum: price + fees = total",
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("of: [price, fees]", "of: [price, travel]", "`sum` adds $ to 2 decimals"),
        ("of: [departs, travel]", "of: [departs, arrives]", "each slot, total or count once"),
        ("of: [departs, travel], is: arrives", "of: [departs, price], is: arrives", "one time of day"),
        ("of: [departs, travel], is: arrives", "of: [departs, arrives], is: travel", "one time of day"),
        ("of: [price, fees]", "of: [price]", "2 to 9"),
        ("of: [price, fees]", "of: [price, fee]", "no slot 'fee'"),
        ("{of: [price, fees], is: total}", "[price, fees, total]", "the keys of, is"),
        ("is: total}", "is: total, overnight: true}", "`overnight` is said of a sum that tells the day"),
        (", is: total", "", "lacks the key 'is'"),
    ],
)
def test_a_sum_of_what_does_not_add_up_is_refused(old: str, new: str, message: str) -> None:
    assert old in trains.SCHEMA
    with pytest.raises(DomainError) as caught:
        schema_of(trains.SCHEMA.replace(old, new))
    assert message in str(caught.value)
    assert caught.value.place is not None
    assert caught.value.place.line is not None


@pytest.mark.parametrize(
    ("text", "cells", "broken"),
    [
        (trains.SCHEMA, "08:45,15:45,7h,20,5,25", False),
        (trains.SCHEMA, "08:45,15:45,19h,20,5,25", True),
        (trains.SCHEMA, "08:45,15:45,7h,20,5,26", True),
        (trains.SCHEMA, "22:00,06:00,8h,20,5,25", True),
        (trains.OVERNIGHT, "22:00,06:00,8h,20,5,25", False),
        (trains.OVERNIGHT, "08:45,15:45,19h,20,5,25", True),
    ],
)
def test_every_row_is_checked(text: str, cells: str, broken: bool) -> None:
    file = f"id,departs,arrives,travel,price,fees,total\nr1,08:00,10:00,2h,20,5,25\nr2,{cells}\n"
    if not broken:
        read_catalogue("catalogue.csv", file.encode(), "catalogue.csv", schema_of(text))
        return
    with pytest.raises(DomainError, match="the option 'r2' breaks an axiom") as caught:
        read_catalogue("catalogue.csv", file.encode(), "catalogue.csv", schema_of(text))
    assert caught.value.place is not None
    assert caught.value.place.line == 3


@pytest.mark.parametrize("text", [trains.SCHEMA, trains.OVERNIGHT])
def test_trains_are_asked_about_and_verified(tmp_path: Path, text: str) -> None:
    folder = tmp_path / "trains"
    folder.mkdir()
    (folder / "schema.yaml").write_text(text)
    (folder / "rules.yaml").write_text(trains.RULES)
    (folder / "catalogue.csv").write_text(timetable(80, overnight="overnight" in text))
    cocoa_core.load_domain(folder).write(tmp_path / "set", count=4)
    report = verify(tmp_path / "set")
    assert (report.checked, report.found) == (4, 0)
    lines = tmp_path / "set" / "questions.jsonl"
    lines.write_text(re.sub(r'("Total": ?"\$)[0-9]+', r"\g<1>7", lines.read_text(), count=1))
    assert "breaks an axiom" in str(verify(tmp_path / "set").findings)


def test_the_verifier_reads_sums_for_itself() -> None:
    read = read_domain(trains.OVERNIGHT.encode(), trains.RULES.encode())
    assert [(axiom.relation, axiom.overnight) for axiom in read.axioms] == [("sum", True), ("sum", False)]
    assert [part.slot for part in read.axioms[1].measures] == ["price", "fees", "total"]
