"""Calling the command line in this process."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any, Final, Protocol

import rich
from cocoa.main import app
from typer.testing import CliRunner, Result

OFFLINE: Final = {"no_proxy": "127.0.0.1"}
"""No proxy stands between a test and its own server."""

_PLAIN = dict.fromkeys(("NO_COLOR", "FORCE_COLOR", "GITHUB_ACTIONS", "PY_COLORS", "COCOA_DEBUG"))


class Cocoa(Protocol):
    """`cocoa("stats", folder)`: output is no terminal, but `columns` wide."""

    def __call__(self, *args: object, columns: int = 100, **environment: str) -> Result: ...


def call_cocoa(*args: object, columns: int = 100, **environment: str) -> Result:
    """What a call prints and how it exits, whatever colours the caller's own environment asks for.

    Each call begins with a console and a display of its own, as in a new process: inspect keeps the display
    of the first call, and one that asked for none has silenced rich's console for good.
    """
    rich.reconfigure()
    if "inspect_ai" in sys.modules:
        from inspect_ai._display.core import active

        active._active_display = None
    env: dict[str, str | None] = {**_PLAIN, "COLUMNS": str(columns), **environment}
    return CliRunner(env=env).invoke(app, [str(arg) for arg in args], prog_name="cocoa")


def evaluated(cocoa: Cocoa, code: int, *args: object) -> dict[str, Any]:
    """What `cocoa evaluate --json` prints when it exits with this code."""
    result = cocoa("evaluate", *args, "--json", **OFFLINE)
    assert result.exit_code == code, result.stderr[-3000:]
    data: dict[str, Any] = json.loads(result.stdout)
    return data


def models(cocoa: Cocoa, code: int, *args: object) -> list[dict[str, Any]]:
    """What it prints of each model."""
    listed: list[dict[str, Any]] = evaluated(cocoa, code, *args)["models"]
    return listed


def rows_of(data: Mapping[str, Any], table: str) -> list[dict[str, Any]]:
    """The rows of a table that `cocoa analyze --json` prints."""
    found = data["tables"][table]
    return [dict(zip(found["columns"], row, strict=True)) for row in found["rows"]]
