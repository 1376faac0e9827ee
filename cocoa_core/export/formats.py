"""The formats that data sets are exported to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from attrs import frozen

from cocoa_core.errors import UsageError
from cocoa_core.export.job import Job

__all__ = ["FORMATS", "Format", "Use", "Write", "format_named"]

Use: TypeAlias = Callable[[Path], str]
"""How the other tool reads the files of a folder: a call, to be copied as it is."""

Write: TypeAlias = Callable[[Job], Use]
"""Writes the files of a job."""


@frozen
class Format:
    """One format. about: in a few words. module: of this package. takes: the flags that it has use for."""

    name: str
    about: str
    module: str
    takes: tuple[str, ...] = ()

    def writer(self) -> Write:
        """Its writer; UsageError where a package that it needs is not installed."""
        write: Write = import_module(f"cocoa_core.export.{self.module}").write
        return write

    def others_with(self, flag: str) -> tuple[str, ...]:
        """The formats that have use for a flag."""
        return tuple(one.name for one in FORMATS.values() if flag in one.takes)


FORMATS: Final[Mapping[str, Format]] = MappingProxyType(
    {
        one.name: one
        for one in (
            Format("lm-eval", "tasks for lm-evaluation-harness", "lm_eval", ("--strategy", "--prompt")),
            Format("parquet", "Parquet files with a card, as the Hugging Face Hub has them", "parquet"),
            Format("groundcocoa", "one JSON file with GroundCocoa's keys", "groundcocoa"),
            Format(
                "messages",
                "chat messages, one conversation a line",
                "messages",
                ("--strategy", "--prompt", "--explain"),
            ),
        )
    }
)
"""By name, as `--to` takes it."""


def format_named(name: str) -> Format:
    """The format; UsageError for an unknown name."""
    found = FORMATS.get(name)
    if found is None:
        raise UsageError("there is no such export format", got=name, expected=", ".join(FORMATS))
    return found
