"""Exams of compositional and conditional reasoning, with a proved answer key."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cocoa_core.answers import read_answer
    from cocoa_core.api import DomainHandle, generate, load_domain
    from cocoa_core.errors import CocoaError
    from cocoa_core.families.selection import Question, Settings
    from cocoa_core.families.selection.targeting.judging import judge
    from cocoa_core.items import (
        Dataset,
        Episode,
        Reward,
        Script,
        prompt,
        read_dataset,
        reward,
        score,
        score_episode,
    )
    from cocoa_core.training import Curriculum
    from cocoa_core.verification import verify
    from cocoa_core.version import __version__

__all__ = [
    "CocoaError",
    "Curriculum",
    "Dataset",
    "DomainHandle",
    "Episode",
    "Question",
    "Reward",
    "Script",
    "Settings",
    "__version__",
    "generate",
    "judge",
    "load_domain",
    "prompt",
    "read_answer",
    "read_dataset",
    "reward",
    "score",
    "score_episode",
    "verify",
]

_HOMES = {
    "CocoaError": "errors",
    "Curriculum": "training.curriculum",
    "Dataset": "items.dataset",
    "DomainHandle": "api",
    "Episode": "items.episode",
    "Question": "families.selection.record",
    "Reward": "items.scoring",
    "Script": "items.episode",
    "Settings": "families.selection.settings",
    "__version__": "version",
    "generate": "api",
    "judge": "families.selection.targeting.judging",
    "load_domain": "api",
    "prompt": "items.asking",
    "read_answer": "answers",
    "read_dataset": "items.dataset",
    "reward": "items.scoring",
    "score": "items.scoring",
    "score_episode": "items.scoring",
    "verify": "verification",
}


if not TYPE_CHECKING:  # a type checker is to know the names above, and no other

    def __getattr__(name: str) -> object:
        """Returns a public name, imported when it is first used, so that `import cocoa_core` costs
        nothing.
        """
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        return value


def __dir__() -> list[str]:
    return sorted(__all__)
