"""Imports the libraries of cocoa's extras; one that is missing is named with the command that installs it."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

from cocoa_core.errors import CocoaError, Place, UsageError

_PACKAGES: Final = {
    "bs4": "beautifulsoup4",
    "inspect_ai": "inspect-ai",
    "sentence_transformers": "sentence-transformers",
    "sklearn": "scikit-learn",
    "vl_convert": "vl-convert-python",
}
"""By module the package that brings it, where the two have different names."""


def library(
    module: str,
    extra: str,
    user: str,
    otherwise: str = "",
    error: type[CocoaError] = UsageError,
    place: Place | None = None,
) -> Any:
    """Imports a module of a library that comes with an extra.

    Args:
        extra: the extra in pyproject.toml.
        user: what needs the library, as the subject of a sentence.
        otherwise: what else to do, as the end of a sentence that says how to install it.
        place: the file that cannot be read without the library.

    Raises:
        CocoaError: the library is not installed.
    """
    try:
        return import_module(module)
    except ImportError:
        problem, got, fix = _missing([module.partition(".")[0]], extra, user)
        raise error(problem, got=got, fix=fix + otherwise, place=place) from None


def require(modules: Sequence[str], extra: str, user: str, otherwise: str = "") -> None:
    """Checks that modules of an extra can be imported, without importing them.

    Args:
        extra: as in `library`, as are `user` and `otherwise`.

    Raises:
        UsageError: one or more of them are not installed; it names these.
    """
    missing = [module for module in modules if importlib.util.find_spec(module) is None]
    if missing:
        problem, got, fix = _missing(missing, extra, user)
        raise UsageError(problem, got=got, fix=fix + otherwise)


def _missing(modules: Sequence[str], extra: str, user: str) -> tuple[str, str, str]:
    """Returns the problem, what was got and the fix."""
    packages = [_PACKAGES.get(module, module) for module in modules]
    return (
        f"{user} needs {' and '.join(packages)}",
        f"no {' and no '.join(packages)}",
        f"pip install -e '.[{extra}]' in a checkout of cocoa",
    )
