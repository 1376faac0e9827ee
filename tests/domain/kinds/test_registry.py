"""Every slot kind has all of its parts, and one that lacks some is told which, with their places."""

from __future__ import annotations

from abc import ABC

import pytest

from cocoa_core.domain.kinds import KINDS, PARTS, Boolean, Kind, missing_parts


@pytest.mark.parametrize("name", KINDS)
def test_a_registered_kind_has_every_part(name: str) -> None:
    assert missing_parts(name, KINDS[name]) == ()


def test_a_kind_with_values_alone_is_told_what_every_other_floor_needs() -> None:
    class Weekday(Boolean):
        name = "weekday"

    tables = {part: place for part, place in PARTS.items() if ":Kind." not in place}
    assert missing_parts("weekday", Weekday) == tuple(f"{part} ({place})" for part, place in tables.items())
    assert {"said", "heard", "keys", "leniently read"} <= set(tables)


def test_a_kind_without_some_method_is_told_which_part_it_belongs_to() -> None:
    class Half(Kind, ABC):
        name = "boolean"

        def show(self, value: object) -> str:
            return ""

    lacking = [part.partition(" (")[0] for part in missing_parts("boolean", Half)]
    assert lacking == ["value", "tests", "witnesses", "measures"]


def test_every_abstract_method_of_a_kind_belongs_to_a_part() -> None:
    methods = [place.partition(":Kind.")[2].split(", ") for place in PARTS.values() if ":Kind." in place]
    assert {name for some in methods for name in some} == Kind.__abstractmethods__
