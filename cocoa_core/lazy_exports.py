"""Public names of a package that are imported when they are first used (PEP 562)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

__all__ = ["lazy"]


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
