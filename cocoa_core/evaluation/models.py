"""The models of a run: as inspect makes them out of a name, and as patient as ours are to be."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

from cocoa_core.errors import UsageError
from cocoa_core.evaluation.provider_messages import told
from cocoa_core.evaluation.retry_policy import GivenUp, patient
from cocoa_core.evaluation.spending import Budget

if TYPE_CHECKING:
    from inspect_ai.model import GenerateConfig, Model

__all__ = ["ModelCall", "is_reference", "model_of", "set_prices"]

_PROVIDER: Final = "cocoa/"
_DEAREST: Final = 1e6
_OPENAI: Final = "openai/"
_COMPATIBLE: Final = "openai-api/"
_OF_OPENAI: Final = re.compile(r"gpt(?!-oss)|codex|deep-research|\bo\d")
"""Names that inspect knows as OpenAI's; all others it takes for the newest of them."""


def is_reference(name: str) -> bool:
    """Returns whether the name is one of our own models, which need no network."""
    return name.startswith(_PROVIDER)


@frozen
class ModelCall:
    """How the models of a call are asked."""

    domain: str
    """A folder, or one in the data set of an address; the reference models alone need it."""
    base_url: str | None
    """Of a server of one's own."""
    arguments: Mapping[str, Any]
    """For the provider."""
    settings: GenerateConfig
    """Of the answers, which the reference models have none of."""
    heard: Callable[[GivenUp], None]
    """Told once if a model is given up."""
    budget: Budget
    """What they may take. Neither is for reference models."""


def model_of(name: str, how: ModelCall) -> Model:
    """Returns the model that inspect knows by this name.

    Where a base_url is given, `openai-api/...` needs no key; there, or at the environment's, `openai/...` is
    asked for chat completions.

    Raises:
        UsageError: an unknown provider, a missing package or key, and arguments that nobody takes.
    """
    from inspect_ai.model import GenerateConfig, get_model

    base_url = how.base_url
    _check_name(name, base_url)
    everything: dict[str, Any] = {**how.arguments, "base_url": base_url, "config": how.settings}
    if is_reference(name):
        everything = {"domain": how.domain, **how.arguments, "config": GenerateConfig()}
    elif name.startswith(_COMPATIBLE) and base_url and not os.environ.get(_key_of(name)):
        everything["api_key"] = "none"  # servers of one's own seldom ask for one, but inspect does
    elif name.startswith(_OPENAI) and _openai_url(base_url):
        everything.setdefault("responses_api", False)  # few servers have more than chat completions
    try:
        with told():
            model = get_model(name, memoize=False, **everything)
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
    if is_reference(name):
        return model
    return patient(model, str(model.api.base_url or ""), how.heard, how.budget)


def set_prices(names: Iterable[str], read: float, written: float) -> None:
    """What models cost, in dollars for a million tokens; cached tokens cost as much as others that are read.

    inspect then writes the cost of every answer into the log. A model that it does not know, of a server of
    one's own, is made known to it.
    """
    from inspect_ai.model import ModelCost, ModelInfo, get_model_info, set_model_info

    for price in (read, written):
        if not 0 <= price <= _DEAREST:
            raise UsageError(
                "the price is out of range",
                got=f"{price:g}",
                expected=f"dollars for a million tokens, from 0 to {_DEAREST:g}",
            )
    cost = ModelCost(input=read, output=written, input_cache_write=read, input_cache_read=read)
    for name in names:
        info = get_model_info(name) or ModelInfo()
        set_model_info(name, info.model_copy(update={"cost": cost}))


def _check_name(name: str, base_url: str | None) -> None:
    _, slash, served = name.partition("/")
    if not slash:
        raise UsageError(
            "a model is named with its provider",
            got=name,
            expected="PROVIDER/MODEL, such as openai/gpt-4o or cocoa/random",
        )
    url = _openai_url(base_url)
    if name.startswith(_OPENAI) and url and not _OF_OPENAI.search(served.lower()):
        raise UsageError(
            "inspect takes this for a model of OpenAI's, and asks it without temperature or system message",
            got=f"{name} at {url}",
            expected="openai-api/SERVICE/MODEL, with any name for the service",
            fix=f"--model {_COMPATIBLE}local/{served} --base-url {url}",
        )


def _openai_url(base_url: str | None) -> str | None:
    return base_url or os.environ.get("OPENAI_BASE_URL")


def _key_of(name: str) -> str:
    """Returns the variable of the environment that inspect reads for a service."""
    return f"{name.split('/')[1].upper().replace('-', '_')}_API_KEY"
