"""The family's own export formats: tasks of lm-eval."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cocoa_core.items import Format

__all__ = ["EXPORTS"]

EXPORTS: Final[Mapping[str, Format]] = MappingProxyType(
    {
        "lm-eval": Format(
            "lm-eval",
            "tasks for lm-evaluation-harness",
            "cocoa_core.families.graph_to_text.exports.lm_eval:write",
            takes=("--strategy",),
        )
    }
)
"""By name, as `--to` takes it."""
