"""docs/new-domain.md can be followed literally, from the table to a verified exam."""

from __future__ import annotations

from documents.new_domain import PAGE, edited_blocks, followed
from documents.passages import ROOT

import cocoa_core
from cocoa_core.loading import read_yaml

TEXT = PAGE.read_text(encoding="utf-8")


def test_every_step_of_the_page_can_be_followed() -> None:
    folder, outputs = followed()
    assert "nothing contradicts them" in outputs["verified"]
    assert outputs["test"] == "40 questions drawn from cars, all of them verified\n"
    assert "0 errors" in outputs["checked"]
    assert cocoa_core.load_domain(folder / "cars").domain.schema.slot("cty").label == "Mileage in town"


def test_the_edits_say_all_that_is_said_of_their_slots() -> None:
    folder, _ = followed()
    for name, key in (("schema.yaml", "slots"), ("rules.yaml", "rules")):
        block = edited_blocks(TEXT)[key].partition("\n")[2].rstrip("\n")
        written = (folder / "cars" / name).read_text(encoding="utf-8")
        for entry in block.split("\n  "):
            assert entry.strip("\n") in written
        read_yaml(written.encode(), name)


def test_the_table_is_there_as_it_came() -> None:
    lines = (ROOT / "docs" / "examples" / "mpg.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 235
    assert lines[0].replace('"', "").startswith("manufacturer,model,displ,year,cyl")
