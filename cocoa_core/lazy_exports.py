"""Imports names when they are first used: the public ones of a package (PEP 562), and objects by name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TypeVar

_T = TypeVar("_T")


def lazy_exports(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Returns the `__getattr__` and the `__dir__` of a package.

    Its public names are those that it imports as themselves (`from module import name as name`) for type
    checkers. They are read from its source, so that no second table has to agree with the imports.
    """

    @cache
    def homes() -> dict[str, str]:
        # when a name is first used, so that `import cocoa_core` costs neither
        import ast
        import pkgutil

        imports = ast.walk(ast.parse(pkgutil.get_data(package, "__init__.py") or b""))
        return {
            alias.name: node.module
            for node in imports
            if isinstance(node, ast.ImportFrom) and node.module
            for alias in node.names
            if alias.name == alias.asname
        }

    def attribute(name: str) -> object:
        if name == "__all__":  # for `import *`
            return sorted(homes())
        if name not in homes():
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = vars(sys.modules[package])[name] = getattr(import_module(homes()[name]), name)
        return value

    return attribute, lambda: sorted(homes())


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
