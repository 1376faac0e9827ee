"""Runs the command line as `python -m cocoa`."""

from __future__ import annotations

from .main import run

if __name__ == "__main__":
    run()
