"""Checks the settings of a model's answers before a run: any that inspect knows can be used."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

from cocoa_core.errors import UsageError

if TYPE_CHECKING:
    from inspect_ai.model import GenerateConfig

_OURS: Final = {
    "attempt_timeout": "--timeout",
    "max_connections": "--max-connections",
    "max_retries": "--max-retries",
    "timeout": "--timeout",
}
"""Settings of inspect that have an option of `cocoa evaluate` of their own."""
_CHOICES: Final = "num_choices"
_USUAL: Final = "temperature, top_p, max_tokens, reasoning_effort, reasoning_tokens, seed, system_message"


def answer_settings(settings: Mapping[str, Any]) -> GenerateConfig:
    """Returns the settings as inspect takes them.

    Raises:
        UsageError: a setting has an option of its own, asks for several answers to one call, or is unknown to
            inspect, or inspect refuses its value.
    """
    from inspect_ai.model import GenerateConfig
    from pydantic import ValidationError

    for name in settings:
        if name in _OURS:
            raise UsageError("this setting has an option of its own", got=name, fix=f"use {_OURS[name]}")
        if name == _CHOICES and settings[name] != 1:
            raise UsageError(
                "of several answers to one call only the first would count, and all of them would be paid "
                "for",
                got=f"{name}={settings[name]}",
                expected=f"{name}=1",
                fix="ask each question several times: --epochs N",
            )
        if name not in GenerateConfig.model_fields:
            matches = get_close_matches(name, GenerateConfig.model_fields, 1)
            raise UsageError(
                "there is no such setting of answers",
                got=name,
                expected=f"one that inspect knows: {_USUAL}, ...",
                fix=f"write {matches[0]}" if matches else "arguments of the provider are given with -M",
            )
    try:
        return GenerateConfig(**settings)
    except ValidationError as error:
        (first, *_) = error.errors()
        name = str(first["loc"][0]) if first["loc"] else ", ".join(settings)
        raise UsageError(
            "this setting of answers cannot be used",
            got=f"{name}={settings.get(name, settings)}",
            expected=first["msg"].removeprefix("Input should be ").removeprefix("Value error, "),
        ) from None
