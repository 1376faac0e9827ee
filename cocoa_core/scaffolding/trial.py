"""Whether questions can be drawn from a domain, and of how many attributes."""

from __future__ import annotations

from typing import Final

from cocoa_core.domain.domain import Domain
from cocoa_core.errors import SettingsError
from cocoa_core.generation.settings import PRESETS, Settings

__all__ = ["tried_slots"]

_USUAL: Final = max(setting.slots for setting, _ in PRESETS["paper"])
_FEWER: Final = (4, 3, 2)
_TRIES: Final = 10


def tried_slots(domain: Domain) -> tuple[bool, int | None]:
    """Whether the usual mix of settings gives questions (True, None), else the most slots up to four that do.

    (False, None) where nothing does.
    """
    constrained = sum(1 for slot in domain.schema.slots if domain.rules_of(slot.name))
    if constrained >= _USUAL and _gives(domain, Settings()):
        return True, None
    for slots in _FEWER:
        if slots <= constrained and _gives(domain, Settings.of(slots=slots)):
            return True, slots
    return False, None


def _gives(domain: Domain, settings: Settings) -> bool:
    from cocoa_core.generation.run import generate

    try:
        return sum(1 for _ in generate(domain, settings, 0, _TRIES)) == _TRIES
    except SettingsError:
        return False
