"""Makes the models of a run: as inspect makes them from a name, with the retries and the budget of cocoa."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from attrs import field, frozen

from cocoa_core.errors import UsageError
from cocoa_core.evaluation.provider_messages import as_usage_errors
from cocoa_core.evaluation.retry_policy import GivenUp, with_retry_policy
from cocoa_core.evaluation.spending import Budget
from cocoa_core.sources import names_host

if TYPE_CHECKING:
    from inspect_ai.model import GenerateConfig, Model

_PROVIDER: Final = "cocoa/"
_HIGHEST_PRICE: Final = 1e6
"""Dollars for a million tokens."""
_OPENAI: Final = "openai/"
_COMPATIBLE: Final = "openai-api/"
_OF_OPENAI: Final = re.compile(r"gpt(?!-oss)|codex|deep-research|\bo\d")
"""Matches names that inspect knows as OpenAI's. It takes every other name for their newest model."""


def is_reference(name: str) -> bool:
    """Returns whether the name is that of a reference model, which needs no network."""
    return name.startswith(_PROVIDER)


@frozen(kw_only=True)
class ModelCall:
    """How the models of a run are asked."""

    settings: GenerateConfig
    """The settings of the answers. Reference models have none."""
    base_url: str | None
    """The address of the user's own server; None for that of the provider."""
    arguments: Mapping[str, Any] = field(factory=dict)
    """The arguments of the provider."""
    domain: str = ""
    """A folder, or one in the data set of an address. Only the reference models need it."""
    on_given_up: Callable[[GivenUp], None] = lambda given_up: None
    """Called once if a model is given up; not for reference models."""
    budget: Budget = field(factory=Budget)
    """What the models may take; not for reference models."""


def model_of(name: str, how: ModelCall) -> Model:
    """Returns the model that inspect knows by this name.

    Where a base_url is given, `openai-api/...` needs no key. Where it is given, or set in the environment,
    `openai/...` is asked for chat completions.

    Raises:
        UsageError: the name has no provider or one that is unknown, a package or key is missing, the model
            does not take the arguments, or its address is none of a server.
    """
    from inspect_ai.model import GenerateConfig, get_model

    base_url = how.base_url
    _check_name(name, base_url)
    arguments: dict[str, Any] = {**how.arguments, "base_url": base_url, "config": how.settings}
    if is_reference(name):
        arguments = {"domain": how.domain, **how.arguments, "config": GenerateConfig()}
    elif name.startswith(_COMPATIBLE) and base_url and not os.environ.get(_key_of(name)):
        arguments["api_key"] = "none"  # servers of one's own seldom ask for one, but inspect does
    elif name.startswith(_OPENAI) and _openai_url(base_url):
        arguments.setdefault("responses_api", False)  # few servers have more than chat completions
    try:
        with as_usage_errors():
            model = get_model(name, memoize=False, **arguments)
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
    address = str(model.api.base_url or "")
    _check_address(address)
    return with_retry_policy(model, address, how.on_given_up, how.budget)


def set_prices(names: Iterable[str], read: float, written: float) -> None:
    """Sets what models cost, so that inspect writes the cost of every answer into the log. Cached tokens cost
    as much as others that are read.

    A model that inspect does not know, as on the user's own server, is made known to it.

    Args:
        read: dollars for a million tokens that are read.
        written: dollars for a million tokens that are written.

    Raises:
        UsageError: a price is out of range.
    """
    from inspect_ai.model import ModelCost, ModelInfo, get_model_info, set_model_info

    for price in (read, written):
        if not 0 <= price <= _HIGHEST_PRICE:
            raise UsageError(
                "the price is out of range",
                got=f"{price:g}",
                expected=f"dollars for a million tokens, from 0 to {_HIGHEST_PRICE:g}",
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


def _check_address(address: str) -> None:
    """Refuses an address that no server can have; it would be tried again until the retries are used up."""
    if address and not names_host(address):
        raise UsageError(
            "the address of the model's server cannot be used",
            got=address,
            expected="http://HOST:PORT/... or https://...",
            fix="correct --base-url, or the variable of the environment that ends with _BASE_URL",
        )


def _openai_url(base_url: str | None) -> str | None:
    return base_url or os.environ.get("OPENAI_BASE_URL")


def _key_of(name: str) -> str:
    """Returns the environment variable in which inspect looks for the key of a service."""
    return f"{name.split('/')[1].upper().replace('-', '_')}_API_KEY"
