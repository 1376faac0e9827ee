"""What an attribute is taken for, by its name or by what its author says."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from cocoa_core.domain.reading.kinds import KIND_READERS
from cocoa_core.errors import UsageError
from cocoa_core.scaffolding.attributes.familiar import FAMILIAR, familiar
from cocoa_core.scaffolding.attributes.guessing import named_attributes
from cocoa_core.scaffolding.attributes.known import KNOWN, SYNONYMS
from cocoa_core.scaffolding.attributes.shapes import SHAPES, UNITS
from cocoa_core.scaffolding.naming import slot_name

from .drafted import ATTRIBUTES


def taken_for(name: str) -> str:
    (one,) = named_attributes(name)
    return one.attribute.shape


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        *(("price", "money"), ("monthly fee", "money"), ("deposit", "money"), ("stars", "count")),
        *(("user score", "rating"), ("number of rooms", "count"), ("weight", "kg"), ("trip distance", "km")),
        *(("parking", "boolean"), ("has lift", "boolean"), ("furnished", "boolean"), ("washable", "boolean")),
        *(("breakfast included", "boolean"), ("pets allowed", "boolean"), ("travel time", "duration")),
        *(
            ("pick-up time", "duration"),
            ("arrival time", "clock"),
            ("opens", "clock"),
            ("wait times", "list"),
        ),
        *(("valid until", "date"), ("end date", "date"), ("toppings", "set"), ("mood", "category")),
        *(("tax rate", "percent"), ("bus", "category"), ("year", "year"), ("floor space", "m²")),
    ],
)
def test_names_say_what_attributes_are(name: str, shape: str) -> None:
    assert taken_for(name) == shape


@pytest.mark.parametrize("kind", [*SHAPES, *UNITS])
def test_an_author_can_say_each_kind_and_unit(kind: str) -> None:
    assert taken_for(f"mood:{kind}") == kind
    assert taken_for(f"mood : {kind.upper()}") == kind


@pytest.mark.parametrize(("said", "shape"), [("yes/no", "boolean"), ("text", "category"), ("%", "percent")])
def test_other_words_for_kinds_are_understood(said: str, shape: str) -> None:
    assert taken_for(f"mood:{said}") == shape


def test_a_correction_replaces_what_is_known() -> None:
    (one,) = named_attributes("price:category")
    assert one.attribute.shape == "category"
    assert one.attribute.say == ()
    assert named_attributes("price:money") == named_attributes("price")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "cannot be used"),
        (" , ", "cannot be used"),
        (", ".join(f"a{number}" for number in range(41)), "cannot be used"),
        ("price, rating, Price", "stands twice"),
        ("no smoking", "the word 'no'"),
        ("price (net)", "holds '\\('"),
        ("price:mony", "no kind of attribute 'mony'"),
    ],
)
def test_what_cannot_be_used_is_refused(text: str, problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        named_attributes(text)


@settings(deadline=None)
@given(ATTRIBUTES)
def test_every_attribute_has_a_slot_and_a_label_of_its_own(text: str) -> None:
    try:
        named = named_attributes(text, ["city"])
    except UsageError:
        return
    assert len({one.slot for one in named} | {"city"}) == len(named) + 1


@pytest.mark.parametrize("name", KNOWN)
def test_known_attributes_are_found_by_their_names(name: str) -> None:
    assert named_attributes(name.replace("_", " "))[0].attribute is KNOWN[name]
    assert slot_name(name, ()) == name
    assert len(KNOWN[name].say) >= 2 or name in ("stars", "reviews")


def test_synonyms_lead_to_known_attributes_and_hide_none() -> None:
    assert set(SYNONYMS.values()) <= set(KNOWN)
    assert not set(SYNONYMS) & set(KNOWN)


def test_shapes_are_kinds_of_schemas() -> None:
    for shape in SHAPES.values():
        reader = KIND_READERS[shape.settings["kind"]]
        assert {"kind", "missing", *reader.required, *reader.optional} >= set(shape.settings)


def test_defaults_name_only_known_attributes() -> None:
    for noun in [*FAMILIAR, "widget"]:
        usual = familiar(noun)
        named = named_attributes(usual.attributes, [usual.group] if usual.group else [])
        assert len(named) >= 8
        unknown = [one.label for one in named if not one.attribute.say]
        assert unknown in ([], ["Furnished"])
        assert set(usual.bounds) <= {one.slot for one in named}


@pytest.mark.parametrize(
    ("noun", "like"), [("Flat", "apartment"), ("used cars", "car"), ("health plan", "insurance plan")]
)
def test_nouns_like_familiar_ones_have_their_attributes(noun: str, like: str) -> None:
    assert familiar(noun) is FAMILIAR[like]
