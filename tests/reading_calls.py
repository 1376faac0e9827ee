"""Calls of commands that read a data set: SET is where it lies, PLAIN a folder of the same, OUT a new one."""

from __future__ import annotations

from typing import Final

__all__ = ["READING"]

READING: Final = (
    ("verify", "SET"),
    ("verify", "SET", "--workers", 2),
    ("stats", "SET"),
    ("show", "SET", 7),
    ("read", "SET"),
    ("overlap", "SET", "PLAIN"),
    ("export", "SET", "--to", "messages", "--out", "OUT"),
    ("export", "SET", "--to", "lm-eval", "--out", "OUT"),
    ("export", "SET", "--to", "parquet", "--out", "OUT"),
)
