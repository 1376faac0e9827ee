"""Decides which logs are one run: those of equal `RunConditions`, read from headers; and names the runs.

The names carry only what tells the runs apart: data set, model, strategy, and where needed the harness, the
settings and the reader of answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from attrs import field, frozen

from cocoa_core.errors import UsageError
from cocoa_core.grouping import grouped
from cocoa_core.text import whole

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

_TECHNICAL: Final = frozenset(
    (
        *("max_retries", "timeout", "attempt_timeout", "stream_idle_timeout", "max_connections", "batch"),
        *("adaptive_connections", "cache", "cache_prompt", "fail_on_refusal", "extra_headers", "num_choices"),
    )
)
"""Settings of how a model is reached, as opposed to how it answers."""

_SAME_NAME: Final = ("temperature", "top_p", "top_k", "min_p", "seed", "reasoning_effort", "reasoning_tokens")
_DECODING: Final = {name: name for name in (*_SAME_NAME, "max_tokens")} | {"max_gen_toks": "max_tokens"}
"""Settings of how an answer is drawn, by the names that harnesses give them."""

_OURS: Final = "cocoa/"
_COMPATIBLE: Final = "openai-api"
"""A provider of inspect after which the name of a service follows: openai-api/SERVICE/MODEL."""
_COCOA: Final = "cocoa-exams"
_INSPECT: Final = "inspect_ai"
INSPECT: Final = "inspect"

_ARGUMENTS_OF_OURS: Final = frozenset(("domain",))


@frozen
class RunConditions:
    """What was asked, of which model, and how. Logs of equal conditions are one run."""

    dataset: str = field(eq=False)
    """The name of the data set, which is not compared."""
    origin: str
    """The key that distinguishes data sets."""
    model: str
    strategy: str
    """The name of the strategy."""
    prompt: str
    """The digest of the template; empty where the log does not state it."""
    settings: tuple[str, ...]
    """The model's settings, such as "temperature=0.5", sorted."""
    harness: str = INSPECT
    """The program that asked: "inspect", "lm-eval" or "cocoa test"."""
    reader: str = ""
    """The version of the answer reader; empty where the log does not state it."""


@frozen
class RunNames:
    """The names of a condition, and so of a run, in tables."""

    dataset: str
    model: str
    strategy: str
    base: str = field(default="", eq=False)
    """The model's name without what distinguishes its runs: the harness, settings and reader."""


@frozen
class LogOrigin:
    """How a log was made, as its header states it; a field is empty where it does not."""

    domain: str
    """The name of the data set's domain."""
    digest: str
    """The digest of that domain."""
    begun: str
    """The time at which the log began, in the harness's notation."""
    cocoa: str
    """The version of cocoa that asked the questions."""
    inspect: str
    """The version of inspect, or lm-eval with its version."""


@frozen
class RunOrigin:
    """How a run was made."""

    condition: RunConditions
    model: str
    """The model's name without what distinguishes its runs."""
    logs: tuple[LogOrigin, ...] = field(repr=False)
    """How the run's logs were made, in the order in which they began."""


def shot_name(strategy: str, shots: int, *chosen: str) -> str:
    """Returns the name of a strategy with examples before the question.

    Args:
        strategy: the strategy's own name.
        shots: the number of examples.
        chosen: how the examples were chosen and ordered; empty texts are left out.
    """
    parts = [*([f"{shots}-shot"] if shots > 0 else []), *filter(None, chosen)]
    return f"{strategy} ({', '.join(parts)})" if parts else strategy


def is_exam(log: EvalLog) -> bool:
    """Returns whether a log is of cocoa's task."""
    return log.eval.task.rpartition("/")[2] == "exam"


def conditions_of(log: EvalLog) -> RunConditions:
    """Reads the conditions that a log's header states."""
    spec, metadata = log.eval, log.eval.metadata or {}
    dataset = str(metadata.get("dataset") or spec.dataset.name or "exam")
    origin, dash, _ = str(spec.task_version).rpartition("-")
    strategy = str(metadata.get("strategy") or spec.task_args.get("strategy") or "direct")
    shots = metadata.get("shots")
    chosen = (str(metadata.get(name) or "") for name in ("demonstrations", "order"))
    return RunConditions(
        dataset=whole(dataset),
        origin=whole(origin if dash else f"{metadata.get('digest', '')}/{dataset}"),
        model=whole(spec.model),
        strategy=whole(shot_name(strategy, shots if isinstance(shots, int) else 0, *chosen)),
        prompt=whole(str(metadata.get("prompt") or "")),
        settings=_settings(log),
        reader=whole(str(metadata.get("reader") or "")),
    )


def decoding(condition: RunConditions) -> dict[str, str]:
    """Returns the settings of how answers are drawn, by inspect's names."""
    stated = dict(setting.partition("=")[::2] for setting in condition.settings)
    return {_DECODING[name]: _number(value) for name, value in stated.items() if name in _DECODING}


def _number(text: str) -> str:
    """Writes a number in one form for every harness: 0 for 0.0."""
    try:
        return f"{float(text):.12g}"
    except ValueError:
        return text


def origin_of(log: EvalLog) -> LogOrigin:
    """Reads from a log's header how the log was made."""
    metadata, packages = log.eval.metadata or {}, log.eval.packages or {}
    return LogOrigin(
        domain=whole(str(metadata.get("domain") or "")),
        digest=whole(str(metadata.get("digest") or "")),
        begun=whole(str(log.eval.created)),
        cocoa=whole(str(packages.get(_COCOA) or "")),
        inspect=whole(str(packages.get(_INSPECT) or "")),
    )


def run_origins(
    logs: Sequence[tuple[RunConditions, LogOrigin]], called: Mapping[RunConditions, RunNames]
) -> Mapping[RunNames, RunOrigin]:
    """Returns how each run was made.

    Args:
        logs: the conditions and origins of the logs, in the order in which the logs began.
    """
    origins: dict[RunNames, RunOrigin] = {}
    for condition, origin in logs:
        names = called[condition]
        before = origins[names].logs if names in origins else ()
        origins[names] = RunOrigin(condition, names.base, (*before, origin))
    return origins


def names_of(
    conditions: Iterable[RunConditions], names: Mapping[str, str] | None = None
) -> Mapping[RunConditions, RunNames]:
    """Returns the names of each condition, as short as the other conditions allow.

    A model that was asked through two harnesses has one name; see `models_of`. The harness, the settings and
    the version of the reader follow it, each only where the same model was run with others (the reader: on
    the same data set, as each family has a reader of its own); settings of two harnesses are named
    differently and are not compared with each other. The prompt's digest follows the
    strategy only where a data set was asked with several prompts for it. Data sets of one name are
    distinguished by the beginning of their origin. A data set of one origin has the name that comes first.

    Args:
        names: new names for models, by their names in the logs.

    Raises:
        UsageError: as `models_of`.
    """
    unique = list(dict.fromkeys(conditions))
    datasets, models = _dataset_names(unique), models_of(unique, names or {})
    called: dict[RunConditions, RunNames] = {}
    for condition in unique:
        base = models[condition.model, condition.harness]
        same_model = [other for other in unique if models[other.model, other.harness] == base]
        same_harness = [other for other in same_model if other.harness == condition.harness]
        apart = [
            *([condition.harness] if len(same_harness) < len(same_model) else []),
            *(
                setting
                for setting in condition.settings
                if any(setting not in other.settings for other in same_harness)
            ),
            *(
                [f"answer reader {condition.reader or 'not stated'}"]
                if len({other.reader for other in same_harness if other.origin == condition.origin}) > 1
                else []
            ),
        ]
        prompts = {
            other.prompt
            for other in unique
            if (other.strategy, other.origin) == (condition.strategy, condition.origin)
        }
        prompt = f" (prompt {condition.prompt[:8]})" if len(prompts) > 1 and condition.prompt else ""
        model = f"{base} ({', '.join(apart)})" if apart else base
        called[condition] = RunNames(datasets[condition.origin], model, condition.strategy + prompt, base)
    return called


def models_of(conditions: Sequence[RunConditions], names: Mapping[str, str]) -> Mapping[tuple[str, str], str]:
    """Returns the name of each model, by its name in the logs and the harness.

    Names in two harnesses belong to one model where they agree apart from the first part, which says how the
    model is reached ("openai/gpt-4o", "local-chat-completions/gpt-4o"), and no harness has two such names:
    the part that agrees is then the name.

    Args:
        names: new names, by the name in the logs; one given to a model of two harnesses counts for both.

    Raises:
        UsageError: no log has a model of a given name; the model, or the new name, is one of cocoa's own; the
            new name is blank; or two models of one harness would have one name.
    """
    models = dict.fromkeys((condition.model, condition.harness) for condition in conditions)
    for model, name in names.items():
        if model not in {logged for logged, _ in models}:
            listed = ", ".join(dict.fromkeys(logged for logged, _ in models))
            raise UsageError("no log has a model of this name", got=model, expected=f"one of {listed}")
        if model.startswith(_OURS) or name.startswith(_OURS) or not name.strip():
            raise UsageError(
                "reference models keep their names, and others do not take them",
                got=f"{model}={name}",
                expected="a model that was run, and a name for it",
            )
    alike = grouped((_without_provider(model), (model, harness)) for model, harness in models)
    called: dict[tuple[str, str], str] = {}
    for name, group in alike.items():
        shared = len(group) > 1 and len({harness for _, harness in group}) == len(group)
        new_name = next((names[model] for model, _ in group if model in names), name)
        for model, harness in group:
            called[model, harness] = new_name if shared else names.get(model, model)
    assigned = [(name, harness) for (_, harness), name in called.items()]
    if twice := [name for name, harness in dict.fromkeys(assigned) if assigned.count((name, harness)) > 1]:
        raise UsageError("two models would have one name", got=twice[0], expected="a name for each")
    return called


def _without_provider(model: str) -> str:
    """Returns a model's name without its first part, the provider in inspect or the backend in lm-eval."""
    if model.startswith(_OURS):
        return model
    parts = model.split("/")
    return "/".join(parts[2 if parts[0] == _COMPATIBLE and len(parts) > 2 else 1 :]) or model


def _dataset_names(conditions: Sequence[RunConditions]) -> dict[str, str]:
    names: dict[str, str] = {}
    for condition in conditions:
        names.setdefault(condition.origin, condition.dataset)
    shared = {name for name in names.values() if list(names.values()).count(name) > 1}
    return {origin: f"{name} ({origin[:6]})" if name in shared else name for origin, name in names.items()}


def _settings(log: EvalLog) -> tuple[str, ...]:
    stated: dict[str, Any] = {}
    for config in (log.eval.model_generate_config, log.plan.config):
        stated.update(config.model_dump(exclude_none=True))
    settings = {name: value for name, value in stated.items() if name not in _TECHNICAL}
    arguments = log.eval.model_args or {}
    settings.update((name, value) for name, value in arguments.items() if name not in _ARGUMENTS_OF_OURS)
    if log.eval.model_base_url:
        settings["base_url"] = _address(log.eval.model_base_url)
    return tuple(sorted(whole(f"{name}={value}") for name, value in settings.items()))


def _address(url: str) -> str:
    """Returns an address without what may be secret: name and password before the host, and the query."""
    scheme, mark, remainder = url.partition("://")
    host, slash, path = (remainder if mark else scheme).partition("/")
    return f"{scheme if mark else ''}{mark}{host.rpartition('@')[2]}{slash}{path}".partition("?")[0]
