"""Calling the command line in this process."""

from __future__ import annotations

from typing import Protocol

from cocoa.main import app
from typer.testing import CliRunner, Result

__all__ = ["Cocoa", "call_cocoa"]

_PLAIN = dict.fromkeys(("NO_COLOR", "FORCE_COLOR", "GITHUB_ACTIONS", "PY_COLORS", "COCOA_DEBUG"))


class Cocoa(Protocol):
    """`cocoa("stats", folder)`: output is no terminal, but `columns` wide."""

    def __call__(self, *args: object, columns: int = 100, **environment: str) -> Result: ...


def call_cocoa(*args: object, columns: int = 100, **environment: str) -> Result:
    """What a call prints and how it exits, whatever colours the caller's own environment asks for."""
    env: dict[str, str | None] = {**_PLAIN, "COLUMNS": str(columns), **environment}
    return CliRunner(env=env).invoke(app, [str(arg) for arg in args], prog_name="cocoa")
