"""Lists the forms for other tools that questions over options alone have: tasks of lm-eval, and GroundCocoa's
file.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cocoa_core.items import Format

__all__ = ["EXPORTS"]

_HERE: Final = "cocoa_core.families.selection.exports"

EXPORTS: Final[Mapping[str, Format]] = MappingProxyType(
    {
        form.name: form
        for form in (
            Format(
                "lm-eval",
                "tasks for lm-evaluation-harness",
                f"{_HERE}.lm_eval:write",
                takes=("--strategy", "--prompt"),
            ),
            Format(
                "groundcocoa",
                "one JSON file with GroundCocoa's keys",
                f"{_HERE}.groundcocoa:write",
                asks=("choose",),
            ),
        )
    }
)
"""The forms by name, as `--to` takes it."""
