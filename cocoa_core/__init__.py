"""Exams of compositional and conditional reasoning, with a proved answer key."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cocoa_core.api import DomainHandle, generate, load_domain
    from cocoa_core.errors import CocoaError
    from cocoa_core.generation.settings import Settings
    from cocoa_core.records.answers.reader import read_answer
    from cocoa_core.records.dataset import Dataset, read_dataset
    from cocoa_core.records.question import Question
    from cocoa_core.records.scoring import score
    from cocoa_core.verification.verify import verify
    from cocoa_core.version import __version__

__all__ = [
    "CocoaError",
    "Dataset",
    "DomainHandle",
    "Question",
    "Settings",
    "__version__",
    "generate",
    "load_domain",
    "read_answer",
    "read_dataset",
    "score",
    "verify",
]

_HOMES = {
    "CocoaError": "errors",
    "Dataset": "records.dataset",
    "DomainHandle": "api",
    "Question": "records.question",
    "Settings": "generation.settings",
    "__version__": "version",
    "generate": "api",
    "load_domain": "api",
    "read_answer": "records.answers.reader",
    "read_dataset": "records.dataset",
    "score": "records.scoring",
    "verify": "verification.verify",
}


if not TYPE_CHECKING:  # a type checker is to know the names above, and no other

    def __getattr__(name: str) -> object:
        """A public name, imported when it is first used, so that `import cocoa_core` costs nothing."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        return value


def __dir__() -> list[str]:
    return sorted(__all__)
