"""Finds the slot kinds: a kind is a concrete class with a `name` of its own in a module of this folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from inspect import isabstract, isclass
from pathlib import Path
from pkgutil import iter_modules
from typing import Final

from cocoa_core.domain.kinds.base import Kind


def _kinds() -> Iterator[type[Kind]]:
    package = __name__.rpartition(".")[0]
    for name in sorted(info.name for info in iter_modules([str(Path(__file__).parent)])):
        module = import_module(f"{package}.{name}")
        for value in vars(module).values():
            own = isclass(value) and value.__module__ == module.__name__ and issubclass(value, Kind)
            if own and "name" in vars(value) and not isabstract(value):
                yield value


KINDS: Final[Mapping[str, type[Kind]]] = {kind.name: kind for kind in _kinds()}
"""Every kind by its name, in the order of the files."""
