"""What a caller asks for is taken or refused by the declaration of each setting."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import fields

from cocoa_core.errors import SettingsError
from cocoa_core.families.selection import Settings
from cocoa_core.families.selection.setting_specs import SETTING_SPECS, SettingSpec, flag_of

SPECS = SETTING_SPECS.values()
BOUNDED = [spec for spec in SPECS if spec.bounds is not None]
CHOSEN = [spec for spec in SPECS if spec.choices]


def refusal(**given: Any) -> SettingsError:
    with pytest.raises(SettingsError) as raised:
        Settings.of(**given)
    return raised.value


@pytest.mark.parametrize("spec", BOUNDED, ids=lambda spec: spec.name)
def test_a_number_out_of_bounds_is_refused_with_them(spec: SettingSpec) -> None:
    assert spec.bounds is not None
    least, most = spec.bounds
    for value in (least - 1, most + 1):
        error = refusal(**{spec.name: spec.kind(value)})
        assert error.problem == f"{flag_of(spec.name)} is out of range"
        assert (error.got, error.expected) == (str(spec.kind(value)), spec.values)
        assert str(least) in spec.values
        assert str(most) in spec.values
    if spec.kind is float:
        assert refusal(**{spec.name: float("nan")}).got == "nan"


@pytest.mark.parametrize("spec", CHOSEN, ids=lambda spec: spec.name)
def test_a_misspelt_choice_is_refused_with_the_one_that_was_meant(spec: SettingSpec) -> None:
    longest = max(spec.choices, key=len)
    error = refusal(**{spec.name: f"{longest}e"})
    assert (error.got, error.expected) == (f"{longest}e", " or ".join(spec.choices))
    assert error.fix == f"did you mean {longest!r}?" or len(longest) == 1


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_a_value_of_another_type_is_refused(spec: SettingSpec) -> None:
    for value in ((3,), "3" if spec.kind is not str else 3, True if spec.kind is not bool else 1):
        assert refusal(**{spec.name: value}).problem == f"{flag_of(spec.name)} has a value of another type"


def test_every_setting_is_a_field_or_says_how_hard() -> None:
    difficulty = {"preset", "slots", "minterms", "wishes"}
    assert SETTING_SPECS.keys() - {field.name for field in fields(Settings)} == difficulty


def test_a_name_that_is_no_setting_is_refused_with_the_one_that_was_meant() -> None:
    error = refusal(minterm=3)
    assert (error.got, error.fix) == ("minterm", "did you mean 'minterms'?")
    assert refusal(ask="chose").fix == "did you mean 'choose'?"


@pytest.mark.parametrize(
    "given",
    [
        {"level": 0.5, "slots": 3},
        {"level": 0.5, "options": 6},
        {"level": 0.5, "ask": "choose,every"},
        {"structure": "A", "minterms": 3},
        {"preset": "hard", "slots": 3},
        {"relations": "implies"},
        {"structure": "A", "relations": "implied"},
        {"primitives": "per-slot", "shared": 0.5},
        {"groups": "edit", "ask": "every"},
        {"groups": "edit", "near_misses": 2},
        {"option_sets": 2, "none": True},
        {"near_misses": 5},
        {"near_misses": 2, "ask": "every"},
        {"none": True, "ask": "every"},
        {"take": 2},
    ],
    ids=str,
)
def test_settings_that_exclude_each_other_are_refused_and_shown(given: dict[str, Any]) -> None:
    error = refusal(**given)
    assert error.got is not None
    assert error.expected
    for name, value in given.items():
        assert flag_of(name) in error.got
        assert value is True or str(value) in error.got


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_nothing_said_is_the_default(spec: SettingSpec) -> None:
    assert Settings.of(**{spec.name: None}) == Settings.of()
    if spec.default is not None:
        assert Settings.of(**{spec.name: spec.default}) == Settings.of()
