"""Imports names when they are first used: the public ones of a package (PEP 562), and objects by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TypeVar

__all__ = ["LazyObjects", "lazy"]

_T = TypeVar("_T")


def lazy(package: str, modules: Mapping[str, Sequence[str]]) -> Callable[[str], object]:
    """Returns the `__getattr__` of a package.

    Args:
        modules: the public names of each module of it.
    """
    homes = {name: module for module, names in modules.items() for name in names}

    def attribute(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return attribute


class LazyObjects(Mapping[str, _T]):
    """Objects by name; each is imported when it is first looked up.

    Args:
        homes: "module:object" by name.
    """

    def __init__(self, homes: Mapping[str, str]) -> None:
        self._homes = homes
        self._imported: dict[str, _T] = {}

    def __getitem__(self, name: str) -> _T:
        if name not in self._imported:
            module, _, attribute = self._homes[name].partition(":")
            self._imported[name] = getattr(import_module(module), attribute)
        return self._imported[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)

    def __contains__(self, name: object) -> bool:
        return name in self._homes
