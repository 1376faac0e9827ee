"""Reads from headers how runs were made, and names runs so that different conditions stay apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from attrs import field, frozen

from cocoa_core.errors import UsageError
from cocoa_core.text import whole

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

__all__ = [
    "INSPECT",
    "Condition",
    "LogOrigin",
    "Names",
    "RunOrigin",
    "condition_of",
    "decoding",
    "is_exam",
    "models_of",
    "names_of",
    "origin_of",
    "run_origins",
    "shot_name",
]

_TECHNICAL: Final = frozenset(
    (
        *("max_retries", "timeout", "attempt_timeout", "stream_idle_timeout", "max_connections", "batch"),
        *("adaptive_connections", "cache", "cache_prompt", "fail_on_refusal", "extra_headers", "num_choices"),
    )
)
"""Settings that say how a model is reached, not how it answers."""

_SAME_NAME: Final = ("temperature", "top_p", "top_k", "min_p", "seed", "reasoning_effort", "reasoning_tokens")
_DECODING: Final = {name: name for name in (*_SAME_NAME, "max_tokens")} | {"max_gen_toks": "max_tokens"}
"""Settings that decide how an answer is drawn, by the names that harnesses give them."""

_OURS: Final = "cocoa/"
_COMPATIBLE: Final = "openai-api"
"""A provider of inspect, which names a service after it: openai-api/SERVICE/MODEL."""
_COCOA: Final = "cocoa-exams"
_INSPECT: Final = "inspect_ai"
INSPECT: Final = "inspect"

_ARGUMENTS_OF_OURS: Final = frozenset(("domain",))


@frozen
class Condition:
    """What was asked, of whom, and how; logs of equal conditions are one run."""

    dataset: str = field(eq=False)
    """The name of the data set, which makes no difference."""
    origin: str
    """What tells data sets apart."""
    model: str
    strategy: str
    """Its name."""
    prompt: str
    """The digest of the template, "" where the log does not say."""
    settings: tuple[str, ...]
    """Of the model, "temperature=0.5" and so on, sorted."""
    harness: str = INSPECT
    """The program that asked, "inspect" or "lm-eval"."""
    reader: str = ""
    """The version of what read the answers, "" where the log does not say."""


@frozen
class Names:
    """What a condition, and so a run, is called in tables."""

    dataset: str
    model: str
    strategy: str
    base: str = field(default="", eq=False)
    """The model's name without what tells its runs apart: the harness, settings, the reader."""


@frozen
class LogOrigin:
    """What a log's header states of how it was made; "" where it does not say."""

    domain: str
    digest: str
    """`domain` and `digest`: of the data set's domain."""
    begun: str
    """A time, as inspect writes it."""
    cocoa: str
    inspect: str
    """`cocoa` and `inspect`: the versions that asked the questions."""


@frozen
class RunOrigin:
    """How one run was made."""

    condition: Condition
    model: str
    """Its name without what tells its runs apart."""
    logs: tuple[LogOrigin, ...] = field(repr=False)
    """How its logs were, in the order in which they were begun."""


def shot_name(strategy: str, shots: int, *chosen: str) -> str:
    """Returns the name of a strategy that is asked with so many examples before the question, chosen and
    ordered.
    """
    parts = [*([f"{shots}-shot"] if shots else []), *filter(None, chosen)]
    return f"{strategy} ({', '.join(parts)})" if parts else strategy


def is_exam(log: EvalLog) -> bool:
    """Returns whether the log is one of our task."""
    return log.eval.task.rpartition("/")[2] == "exam"


def condition_of(log: EvalLog) -> Condition:
    """Reads the condition that a log's header states."""
    spec, metadata = log.eval, log.eval.metadata or {}
    dataset = str(metadata.get("dataset") or spec.dataset.name or "exam")
    origin, dash, _ = str(spec.task_version).rpartition("-")
    prompt = metadata.get("prompt") or ""
    return Condition(
        dataset=whole(dataset),
        origin=whole(origin if dash else f"{metadata.get('digest', '')}/{dataset}"),
        model=whole(spec.model),
        strategy=whole(shot_name(_strategy(log), _count(metadata.get("shots")), *_chosen(metadata))),
        prompt=whole(str(prompt)),
        settings=_settings(log),
        reader=whole(str(metadata.get("reader") or "")),
    )


def decoding(condition: Condition) -> dict[str, str]:
    """Returns the settings of how answers are drawn, by inspect's names."""
    stated = dict(setting.partition("=")[::2] for setting in condition.settings)
    return {_DECODING[name]: _number(value) for name, value in stated.items() if name in _DECODING}


def _number(text: str) -> str:
    """Writes a number as every harness does: 0 for 0.0."""
    try:
        return f"{float(text):.12g}"
    except ValueError:
        return text


def origin_of(log: EvalLog) -> LogOrigin:
    """Reads from a log's header how it was made."""
    metadata, packages = log.eval.metadata or {}, log.eval.packages or {}
    return LogOrigin(
        domain=whole(str(metadata.get("domain") or "")),
        digest=whole(str(metadata.get("digest") or "")),
        begun=whole(str(log.eval.created)),
        cocoa=whole(str(packages.get(_COCOA) or "")),
        inspect=whole(str(packages.get(_INSPECT) or "")),
    )


def _strategy(log: EvalLog) -> str:
    metadata = log.eval.metadata or {}
    return str(metadata.get("strategy") or log.eval.task_args.get("strategy") or "direct")


def _chosen(metadata: Mapping[str, Any]) -> tuple[str, str]:
    """Returns how examples were chosen and ordered; "" for what is not stated."""
    return str(metadata.get("demonstrations") or ""), str(metadata.get("order") or "")


def _count(stated: object) -> int:
    return stated if isinstance(stated, int) and stated > 0 else 0


def run_origins(
    logs: Sequence[tuple[Condition, LogOrigin]], called: Mapping[Condition, Names]
) -> Mapping[Names, RunOrigin]:
    """Returns how each run was made.

    Args:
        logs: what they state, in the order in which they were begun.
    """
    origins: dict[Names, RunOrigin] = {}
    for condition, origin in logs:
        names = called[condition]
        before = origins[names].logs if names in origins else ()
        origins[names] = RunOrigin(condition, names.base, (*before, origin))
    return origins


def names_of(
    conditions: Iterable[Condition], names: Mapping[str, str] | None = None
) -> Mapping[Condition, Names]:
    """Returns a name for each condition, as short as the others allow.

    One model that was asked through two harnesses has one name; see `models_of`. Behind it stand the harness,
    the settings and the version of the reader, each only where the same model was run with others; settings
    of two harnesses have names of their own and are not set against each other. The prompt's digest stands
    behind the strategy only where a data set was asked with several prompts for it, and data sets of one name
    are told apart by the beginning of their origin. A data set of one origin has the name that comes first.

    Args:
        names: what models are to be called, by their names in the logs.

    Raises:
        UsageError: as `models_of`.
    """
    unique = list(dict.fromkeys(conditions))
    datasets, models = _dataset_names(unique), models_of(unique, names or {})
    called: dict[Condition, Names] = {}
    for condition in unique:
        base = models[condition.model, condition.harness]
        own = [o for o in unique if models[o.model, o.harness] == base]
        there = [o for o in own if o.harness == condition.harness]
        apart = [
            *([condition.harness] if len(there) < len(own) else []),
            *_told_apart(condition.settings, [o.settings for o in there]),
            *([f"reader {condition.reader or 'not stated'}"] if len({o.reader for o in there}) > 1 else []),
        ]
        prompts = {
            o.prompt for o in unique if (o.strategy, o.origin) == (condition.strategy, condition.origin)
        }
        prompt = f" (prompt {condition.prompt[:8]})" if len(prompts) > 1 and condition.prompt else ""
        called[condition] = Names(
            datasets[condition.origin], base + _behind(apart), condition.strategy + prompt, base
        )
    return called


def models_of(conditions: Sequence[Condition], names: Mapping[str, str]) -> Mapping[tuple[str, str], str]:
    """Returns what each model is called, by its name in the logs and the harness.

    Names of two harnesses are of one model where they agree but for what each says first of how the model is
    reached ("openai/gpt-4o", "local-chat-completions/gpt-4o") and no harness has two such names: then the
    part that agrees is the name.

    Args:
        names: by the name in the logs; a name given to one model of two harnesses counts for both.

    Raises:
        UsageError: a model that no log has, one of cocoa's own, and a name that two models of one harness
            would have.
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
    alike: dict[str, list[tuple[str, str]]] = {}
    for model, harness in models:
        alike.setdefault(_reached_anyhow(model), []).append((model, harness))
    called: dict[tuple[str, str], str] = {}
    for name, group in alike.items():
        shared = len(group) > 1 and len({harness for _, harness in group}) == len(group)
        given = next((names[model] for model, _ in group if model in names), name)
        for model, harness in group:
            called[model, harness] = given if shared else names.get(model, model)
    told = [(name, harness) for (_, harness), name in called.items()]
    if twice := [name for name, harness in dict.fromkeys(told) if told.count((name, harness)) > 1]:
        raise UsageError("two models would have one name", got=twice[0], expected="a name for each")
    return called


def _reached_anyhow(model: str) -> str:
    """Returns a model's name without the provider of inspect or the backend of lm-eval, which comes first."""
    if model.startswith(_OURS):
        return model
    parts = model.split("/")
    return "/".join(parts[2 if parts[0] == _COMPATIBLE and len(parts) > 2 else 1 :]) or model


def _dataset_names(conditions: Sequence[Condition]) -> dict[str, str]:
    names: dict[str, str] = {}
    for condition in conditions:
        names.setdefault(condition.origin, condition.dataset)
    shared = {name for name in names.values() if list(names.values()).count(name) > 1}
    return {origin: f"{name} ({origin[:6]})" if name in shared else name for origin, name in names.items()}


def _told_apart(own: Sequence[str], all_of_them: Sequence[Sequence[str]]) -> list[str]:
    common = set(own).intersection(*all_of_them)
    return [setting for setting in own if setting not in common]


def _behind(settings: Sequence[str]) -> str:
    return f" ({', '.join(settings)})" if settings else ""


def _settings(log: EvalLog) -> tuple[str, ...]:
    stated: dict[str, Any] = {}
    for config in (log.eval.model_generate_config, log.plan.config):
        stated.update(config.model_dump(exclude_none=True))
    kept = {name: value for name, value in stated.items() if name not in _TECHNICAL}
    arguments = log.eval.model_args or {}
    kept.update((name, value) for name, value in arguments.items() if name not in _ARGUMENTS_OF_OURS)
    if log.eval.model_base_url:
        kept["base_url"] = _address(log.eval.model_base_url)
    return tuple(sorted(whole(f"{name}={value}") for name, value in kept.items()))


def _address(url: str) -> str:
    """Returns the address without what may be secret: a name and password before the host, and a query."""
    scheme, mark, rest = url.partition("://")
    host, slash, path = (rest if mark else scheme).partition("/")
    return f"{scheme if mark else ''}{mark}{host.rpartition('@')[2]}{slash}{path}".partition("?")[0]
