"""Under which conditions a log was made, and names that keep different conditions apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from attrs import field, frozen

from cocoa_core.analysis.visible_text import whole

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

__all__ = ["Condition", "Names", "condition_of", "is_exam", "names_of"]

_TECHNICAL: Final = frozenset(
    (
        *("max_retries", "timeout", "attempt_timeout", "stream_idle_timeout", "max_connections", "batch"),
        *("adaptive_connections", "cache", "cache_prompt", "fail_on_refusal", "extra_headers", "num_choices"),
    )
)
"""Settings that say how a model is reached, not how it answers."""

_ARGUMENTS_OF_OURS: Final = frozenset(("domain",))


@frozen
class Condition:
    """What was asked, of whom, and how; logs of equal conditions are one run.

    dataset:  the name of the data set, which makes no difference; origin: what tells data sets apart
    strategy: its name; prompt: the digest of the template, "" where the log does not say
    settings: of the model, "temperature=0.5" and so on, sorted
    """

    dataset: str = field(eq=False)
    origin: str
    model: str
    strategy: str
    prompt: str
    settings: tuple[str, ...]


@frozen
class Names:
    """What a condition is called in tables."""

    dataset: str
    model: str
    strategy: str


def is_exam(log: EvalLog) -> bool:
    """Whether the log is one of our task."""
    return log.eval.task.rpartition("/")[2] == "exam"


def condition_of(log: EvalLog) -> Condition:
    """The condition that a log's header states."""
    spec, said = log.eval, log.eval.metadata or {}
    dataset = str(said.get("dataset") or spec.dataset.name or "exam")
    origin, dash, _ = str(spec.task_version).rpartition("-")
    prompt = said.get("prompt") or ""
    return Condition(
        dataset=whole(dataset),
        origin=whole(origin if dash else f"{said.get('digest', '')}/{dataset}"),
        model=whole(spec.model),
        strategy=whole(str(said.get("strategy") or spec.task_args.get("strategy") or "direct")),
        prompt=whole(str(prompt)),
        settings=_settings(log),
    )


def names_of(conditions: Iterable[Condition]) -> Mapping[Condition, Names]:
    """A name for each condition, as short as the others allow.

    The model's settings stand behind its name only where the same model was run with others, the prompt's
    digest behind the strategy only where there are several prompts for it, and data sets of one name are told
    apart by the beginning of their origin. A data set of one origin has the name that comes first.
    """
    found = list(dict.fromkeys(conditions))
    datasets = _dataset_names(found)
    return {
        one: Names(
            datasets[one.origin],
            one.model
            + _behind(_told_apart(one.settings, [o.settings for o in found if o.model == one.model])),
            one.strategy
            + (
                f" (prompt {one.prompt[:8]})"
                if len({o.prompt for o in found if o.strategy == one.strategy}) > 1 and one.prompt
                else ""
            ),
        )
        for one in found
    }


def _dataset_names(found: Sequence[Condition]) -> dict[str, str]:
    names: dict[str, str] = {}
    for one in found:
        names.setdefault(one.origin, one.dataset)
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
    """The address without what may be secret: a name and password before the host, and a query."""
    scheme, mark, rest = url.partition("://")
    host, slash, path = (rest if mark else scheme).partition("/")
    return f"{scheme if mark else ''}{mark}{host.rpartition('@')[2]}{slash}{path}".partition("?")[0]
