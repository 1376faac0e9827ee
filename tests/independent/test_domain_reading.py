"""The verifier reads a domain's files as the loader does, without any of its code."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest
from domain import small_domain
from independent import translated
from verification.conftest import FLIGHTS

from cocoa_core.errors import FindingsError
from cocoa_core.independent import VerifierDomain, read_domain
from cocoa_core.loading import load_domain

SCHEMA, RULES = small_domain.SCHEMA.encode(), small_domain.RULES.encode()


def check_alike(folder: Path) -> None:
    domain = load_domain(folder)
    read = read_domain(domain.files["schema.yaml"], domain.files["rules.yaml"], domain.files)
    expected = translated.verifier_domain(domain)
    for field in attrs.fields(VerifierDomain):
        assert getattr(read, field.name) == getattr(expected, field.name), field.name
    assert list(read.slots) == list(expected.slots)


def test_flights_are_read_as_they_are_loaded() -> None:
    check_alike(FLIGHTS)


def test_a_slot_of_every_kind_is_read_as_it_is_loaded(tmp_path: Path) -> None:
    check_alike(small_domain.write_domain(tmp_path / "small"))


@pytest.mark.parametrize("best", ["first", "last"])
def test_grades_are_read_as_they_are_loaded(best: str, tmp_path: Path) -> None:
    text = small_domain.edited(small_domain.SCHEMA, "values: [Room", f"best: {best}, values: [Room")
    check_alike(small_domain.write_domain(tmp_path / best, schema=text))


@pytest.mark.parametrize(
    ("schema", "rules"),
    [
        (b"", RULES),
        (b"slots: [", RULES),
        (b"\xff\xfe", RULES),
        (SCHEMA.replace(b"noun: room", b"noun: &n room"), RULES),
        (
            SCHEMA.replace(b"noun: room", b"noun: &n room").replace(
                b"description: |", b"other: *n\ndescription: |"
            ),
            RULES,
        ),
        (SCHEMA + b"\nname: again\n", RULES),
        (SCHEMA.replace(b"kind: duration, min: 0m", b"kind: length, min: 0m"), RULES),
        (SCHEMA.replace(b"min: 20", b"min: twenty"), RULES),
        (SCHEMA.replace(b"values: [Room", b"best: Breakfast, values: [Room"), RULES),
        (SCHEMA.replace(b"closed: true", b"closed: perhaps"), RULES),
        (SCHEMA.replace(b"group_by: [town]", b"group_by: [city]"), RULES),
        (SCHEMA.replace(b"- equal:", b"- alike:"), RULES),
        (SCHEMA.replace(b"noun: room", b"noun: [room]"), RULES),
        (SCHEMA + b"# " + b"x" * (1 << 20), RULES),
        (SCHEMA, b""),
        (SCHEMA, b"rules: {town: [{tests: [is]}]}"),
        (SCHEMA, b"rules: {city: []}"),
        (SCHEMA, RULES.replace(b"tests: [less]", b"tests: [fewer]", 1)),
        (SCHEMA, RULES.replace(b"id: walk", b"id: board")),
        (SCHEMA, RULES.replace(b"value: 1,", b"value: one,")),
        (SCHEMA, RULES.replace(b"wanted: less", b"wanted: cheap")),
        (SCHEMA, RULES.replace(b"reasons: {less", b"reasons: {fewer")),
        (SCHEMA, RULES.replace(b"I get carsick", b"I get carsick " * 9)),
        (
            SCHEMA,
            RULES.replace(b"want: [{before", b"want: {before").replace(
                b"in all}]\n      rea", b"in all}\n      rea"
            ),
        ),
        (SCHEMA, RULES.replace(b"room in {town}?", b"room in {town?")),
        (SCHEMA, RULES.replace(b"room in {town}?", b"room?")),
        (SCHEMA, RULES.replace(b"room in {town}?", b"room in {town}, {board}?")),
        (SCHEMA, RULES.replace(b"closings: [", b"closings: [[] ,")),
    ],
)
def test_files_that_cannot_be_understood_are_one_clear_error(schema: bytes, rules: bytes) -> None:
    with pytest.raises(FindingsError) as caught:
        read_domain(schema, rules)
    assert "yaml" in str(caught.value)
