"""The models of a run: as inspect makes them out of a name, and as patient as ours are to be."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cocoa_core.errors import UsageError
from cocoa_core.evaluation.complaints import told
from cocoa_core.evaluation.patience import GivenUp, patient

if TYPE_CHECKING:
    from inspect_ai.model import GenerateConfig, Model

__all__ = ["is_reference", "model_of"]

_PROVIDER: Final = "cocoa/"
_OPENAI: Final = "openai/"


def is_reference(name: str) -> bool:
    """Whether the name is one of our own models, which need no network."""
    return name.startswith(_PROVIDER)


def model_of(
    name: str,
    domain: Path,
    base_url: str | None,
    arguments: Mapping[str, Any],
    settings: GenerateConfig,
    heard: Callable[[GivenUp], None],
) -> Model:
    """The model that inspect knows by this name.

    domain: a folder, given to the reference models, which have no settings. At a base_url, or that of the
    environment, `openai/...` is asked for chat completions: few compatible servers have more.
    heard: told once if the model is given up, which reference models never are.
    Raises UsageError for an unknown provider, a missing package or key, and arguments that nobody takes.
    """
    from inspect_ai.model import GenerateConfig, get_model

    if "/" not in name:
        raise UsageError(
            "a model is named with its provider",
            got=name,
            expected="PROVIDER/MODEL, such as openai/gpt-4o or cocoa/random",
        )
    all_of_them = dict(arguments)
    at = base_url or (os.environ.get("OPENAI_BASE_URL") if name.startswith(_OPENAI) else None)
    if is_reference(name):
        all_of_them.setdefault("domain", str(domain.resolve()))
        settings = GenerateConfig()
    elif name.startswith(_OPENAI) and at:
        all_of_them.setdefault("responses_api", False)
    try:
        with told():
            model = get_model(name, config=settings, base_url=base_url, memoize=False, **all_of_them)
    except ValueError as error:
        raise UsageError(
            "this model cannot be used",
            got=f"{name}: {error}",
            expected="a provider that inspect knows: openai, anthropic, google, hf, vllm, ollama, ..., cocoa",
        ) from error
    except TypeError as error:
        raise UsageError(
            "this model does not take these arguments", got=f"{name}: {error}", fix="mend -M NAME=VALUE"
        ) from error
    return model if is_reference(name) else patient(model, at or "", heard)
