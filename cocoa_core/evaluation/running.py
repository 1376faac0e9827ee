"""Runs models through inspect: one task for each strategy. What an earlier run left unfinished is resumed."""

from __future__ import annotations

import contextlib
import itertools
import logging
import signal
import sys
import threading
from asyncio import CancelledError
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from attrs import evolve, field, frozen

from cocoa_core.errors import CocoaError, UsageError
from cocoa_core.evaluation.models import ModelCall, is_reference, model_of, set_prices
from cocoa_core.evaluation.provider_messages import as_usage_errors
from cocoa_core.evaluation.retry_policy import GivenUp, without_repeated_warnings
from cocoa_core.evaluation.run_scores import RunScore, score_of_run
from cocoa_core.evaluation.spending import Budget, drain
from cocoa_core.families.graph_to_text import NAME, WRITERS
from cocoa_core.families.selection import PROVIDER, QUERY_BLIND, SELECTION, query_blind, reader_of_folder
from cocoa_core.intervals import accuracy
from cocoa_core.items import ANSWERING, FULL, Delivered, read_dataset
from cocoa_core.remote import address_or_path

if TYPE_CHECKING:
    from inspect_ai import Task
    from inspect_ai.log import EvalLog
    from inspect_ai.model import GenerateConfig, Model

_OURS: Final = {
    "attempt_timeout": "--timeout",
    "max_connections": "--max-connections",
    "max_retries": "--max-retries",
    "timeout": "--timeout",
}
"""Settings of inspect that have an option of `cocoa evaluate` of their own."""
_CHOICES: Final = "num_choices"
_USUAL: Final = "temperature, top_p, max_tokens, reasoning_effort, reasoning_tokens, seed, system_message"


def answer_settings(settings: Mapping[str, Any]) -> GenerateConfig:
    """Returns the settings as inspect takes them.

    Raises:
        UsageError: a setting has an option of its own, asks for several answers to one call, or is unknown to
            inspect, or inspect refuses its value.
    """
    from inspect_ai.model import GenerateConfig
    from pydantic import ValidationError

    for name in settings:
        if name in _OURS:
            raise UsageError("this setting has an option of its own", got=name, fix=f"use {_OURS[name]}")
        if name == _CHOICES and settings[name] != 1:
            raise UsageError(
                "of several answers to one call only the first would count, and all of them would be paid "
                "for",
                got=f"{name}={settings[name]}",
                expected=f"{name}=1",
                fix="ask each question several times: --epochs N",
            )
        if name not in GenerateConfig.model_fields:
            matches = get_close_matches(name, GenerateConfig.model_fields, 1)
            raise UsageError(
                "there is no such setting of answers",
                got=name,
                expected=f"one that inspect knows: {_USUAL}, ...",
                fix=f"write {matches[0]}" if matches else "arguments of the provider are given with -M",
            )
    try:
        return GenerateConfig(**settings)
    except ValidationError as error:
        (first, *_) = error.errors()
        name = str(first["loc"][0]) if first["loc"] else ", ".join(settings)
        raise UsageError(
            "this setting of answers cannot be used",
            got=f"{name}={settings.get(name, settings)}",
            expected=first["msg"].removeprefix("Input should be ").removeprefix("Value error, "),
        ) from None


Display = Literal["full", "rich", "plain", "none"]
TaskMaker = Callable[..., "Task"]
"""The registered task. It is called with path, strategy, prompt and side, as inspect records them in a
log.
"""

_ATTEMPTS: Final = 1
"""Times that failed questions are tried again at the end, after the retries of each question."""


@frozen
class EvaluationRun:
    """The specification of a run."""

    folder: Path
    models: tuple[str, ...]
    """Names as inspect takes them: openai/gpt-4o, cocoa/oracle."""
    strategies: tuple[str, ...]
    log_dir: Path
    """The folder of the logs. What they hold already is not asked again."""
    prompt: Path | None = None
    """A template in place of the shipped one; with one strategy only."""
    side: str | None = None
    """The side of the data set; None for all."""
    limit: int | None = None
    """The number of questions; None for all."""
    family: str | None = None
    """The family's name, where it is none of cocoa's own."""
    shots: int | None = None
    """How many examples to show; None for the strategy's own number."""
    demonstrations: str | None = None
    """How the examples are chosen; None for the family's own delivered."""
    order: str | None = None
    """How the examples are ordered; None for the family's own delivered."""
    deliveries: tuple[str, ...] = (FULL,)
    """How the questions reach the model, each in turn. Deliveries other than "full" use the first strategy
    only.
    """
    answering: str | None = None
    """When a model answers that is asked over several turns; None for the first delivered."""
    epochs: int = 1
    max_connections: int | None = None
    timeout: int = 600
    """Seconds that one attempt at an answer may take."""
    retries: int = 10
    """Attempts after the first."""
    base_url: str | None = None
    model_args: Mapping[str, Any] = field(factory=dict)
    """The arguments of the provider."""
    settings: Mapping[str, Any] = field(factory=dict)
    """The settings of the answers, such as the temperature, by inspect's names. Reference models have
    none.
    """
    price: tuple[float, float] | None = None
    """Dollars for a million tokens, read and written, of the models that are no reference models."""
    budget: Budget = field(factory=Budget)
    """What these models may take together. When it is spent, no further question is begun."""


def run(
    spec: EvaluationRun,
    make: TaskMaker,
    display: Display,
    progress: Callable[[int, int | None], None] = lambda done, total: None,
) -> tuple[RunScore, ...]:
    """Asks every model by every strategy, and returns the scores in that order.

    Logs in `log_dir` of the same questions, prompt, model, arguments and settings are resumed: what they hold
    is not asked again, also where the run was killed. Asking goes on past a question that fails, and such
    questions are tried once more at the end; a model that cannot be reached is given up. When the budget is
    spent, the questions under way are finished and the scores are those of a part. What inspect prints goes
    to stderr where `display` is not a screen. `progress` is called after each question with how many were
    asked and how many there are, None where logs may hold some of them already.

    Raises:
        UsageError: a number is out of range, a provider is unknown, a package or key is missing, or no model
            ever answered.
        CocoaError: every model is given up.
        KeyboardInterrupt: the run was interrupted.
    """
    _check_numbers(spec)
    settings = answer_settings(spec.settings)
    domain = f"{address_or_path(spec.folder.resolve())}/domain"
    lost: list[GivenUp] = []

    def on_given_up(given_up: GivenUp) -> None:
        lost.append(given_up)
        if len(lost) == len(spec.models):
            _interrupt()

    with as_usage_errors():
        tasks = [make(**_task_arguments(spec, way)) for way in _delivered(spec)]
    billed = [name for name in spec.models if not is_reference(name)]
    if spec.price is not None:
        set_prices(billed, *spec.price)
    call = ModelCall(
        settings=settings,
        base_url=spec.base_url,
        arguments=spec.model_args,
        domain=domain,
        on_given_up=on_given_up,
        budget=spec.budget,
    )
    models = [model_of(name, call) for name in spec.models]
    spec.budget.check_prices(billed)
    spec.budget.end = lambda: drain([name for name in spec.models if is_reference(name)])
    spec.log_dir.mkdir(parents=True, exist_ok=True)
    logs: Sequence[EvalLog] = ()
    with (
        _reported(spec, tasks, progress),
        as_usage_errors(),
        without_repeated_warnings(),
        _printed_to_stderr(display),
        contextlib.suppress(KeyboardInterrupt, CancelledError),
    ):
        logs = _logs(spec, tasks, models, display)
    if len(lost) == len(models):
        raise _all_given_up(lost)
    if len(logs) < len(models) * len(tasks):  # what inspect gives back after Ctrl-C
        raise KeyboardInterrupt
    scores = {(score.model, score.strategy): score for score in map(score_of_run, logs)}
    order = [(str(model), delivered.label) for model in models for delivered in _delivered(spec)]
    return tuple(scores[key] for key in order if key in scores)


@contextlib.contextmanager
def _reported(
    spec: EvaluationRun, tasks: list[Task], progress: Callable[[int, int | None], None]
) -> Iterator[None]:
    from cocoa_core.evaluation.task import AFTER_ITEM

    samples = sum(len(task.dataset[: spec.limit]) for task in tasks)
    fresh = not any(spec.log_dir.glob("*.eval"))
    total = samples * len(spec.models) * spec.epochs if fresh else None
    done = itertools.count(1)
    token = AFTER_ITEM.set(lambda: progress(next(done), total))
    try:
        yield
    finally:
        AFTER_ITEM.reset(token)


def _logs(spec: EvaluationRun, tasks: list[Task], models: list[Model], display: Display) -> Sequence[EvalLog]:
    from inspect_ai import eval_set

    _, logs = eval_set(
        tasks=tasks,
        log_dir=str(spec.log_dir),
        log_dir_allow_dirty=True,
        model=models,
        limit=spec.limit,
        epochs=spec.epochs,
        retry_attempts=_ATTEMPTS,
        continue_on_fail=True,
        ctl_server=False,
        log_realtime=None if any(not is_reference(name) for name in spec.models) else False,
        display=display,
        log_level="warning",
        max_connections=spec.max_connections,
        attempt_timeout=spec.timeout,
        max_retries=spec.retries,
    )
    return logs


def _check_numbers(spec: EvaluationRun) -> None:
    bounds = {
        "limit": (spec.limit, 1),
        "number of epochs": (spec.epochs, 1),
        "number of questions at once": (spec.max_connections, 1),
        "timeout": (spec.timeout, 1),
        "number of retries": (spec.retries, 0),
        "number of examples": (spec.shots, 0),
    }
    for name, (number, lowest) in bounds.items():
        if number is not None and number < lowest:
            raise UsageError(
                f"the {name} is out of range", got=str(number), expected=f"a whole number from {lowest}"
            )


def _interrupt() -> None:
    """Ends the run as Ctrl-C does where possible; elsewhere the questions left fail one by one."""
    on_main_thread = threading.current_thread() is threading.main_thread()
    if on_main_thread and signal.getsignal(signal.SIGINT) not in (signal.SIG_IGN, None):
        signal.raise_signal(signal.SIGINT)


def _all_given_up(lost: Sequence[GivenUp]) -> CocoaError:
    """Returns the error that every model is given up: UsageError where none ever answered."""
    kind = CocoaError if any(failure.answered for failure in lost) else UsageError
    return kind(
        f"{' and '.join(failure.model for failure in lost)} "
        f"cannot be asked{' any more' * (kind is CocoaError)}",
        got="; ".join(failure.last_failure for failure in lost),
        fix=" ".join(
            (
                *dict.fromkeys(filter(None, (failure.hint for failure in lost))),
                "The same call goes on from here.",
            )
        ),
    )


def _delivered(spec: EvaluationRun) -> list[Delivered]:
    """Returns the deliveries to run: in full with every strategy, any other with the first strategy only."""
    return [
        Delivered(strategy, delivery, spec.answering or next(iter(ANSWERING)))
        for delivery in spec.deliveries
        for strategy in (spec.strategies if delivery == FULL else spec.strategies[:1])
    ]


def _task_arguments(spec: EvaluationRun, delivered: Delivered) -> dict[str, str | int]:
    """Returns the arguments that differ from the task's defaults, by which inspect recognizes it."""
    prompt = spec.prompt  # a file, or the name of a prompt that is shipped
    arguments = {
        "path": address_or_path(spec.folder.resolve()),
        "strategy": delivered.strategy,
        "delivery": None if delivered.delivery == FULL else delivered.delivery,
        "answering": None if delivered.delivery == FULL else spec.answering,
        "prompt": str(prompt.resolve() if prompt.exists() else prompt) if prompt else None,
        "side": spec.side,
        "family": spec.family,
        "shots": spec.shots,
        "demonstrations": spec.demonstrations,
        "order": spec.order,
    }
    return {key: value for key, value in arguments.items() if value is not None}


@contextlib.contextmanager
def _printed_to_stderr(display: Display) -> Iterator[None]:
    """Sends what is printed to standard error, unless the display is a screen: results alone go out."""
    if display in ("full", "rich"):
        yield
        return
    warnings = logging.StreamHandler(sys.stderr)
    warnings.setLevel(logging.WARNING)
    warnings.setFormatter(logging.Formatter("warning: %(message)s"))
    with contextlib.redirect_stdout(sys.stderr):
        if display == "none":  # inspect's console is mute then, also for its warnings and ours
            logging.getLogger().addHandler(warnings)
        try:
            yield
        finally:
            logging.getLogger().removeHandler(warnings)


REFERENCES: Final = ("cocoa/random", "cocoa/first-term", "cocoa/literals")
"""The reference models for the selection family."""
_BY_FAMILY: Final = {SELECTION: REFERENCES, NAME: tuple(f"{PROVIDER}/{name}" for name in WRITERS)}
_STRATEGY: Final = "direct"


def reference_lines(spec: EvaluationRun, make: TaskMaker, display: Display) -> tuple[RunScore, ...]:
    """Returns the scores of the family's reference models on the same questions, asked directly, then that of
    the query-blind classifier, clustered by the options that questions share.

    None of them depends on the prompt, so one strategy stands for all. Reference models that are asked anyway
    are left out.
    """
    dataset = read_dataset(spec.folder, spec.family)
    family = dataset.family.name
    models = tuple(model for model in _BY_FAMILY.get(family, ()) if model not in spec.models)
    plain = evolve(spec, models=models, strategies=(_STRATEGY,), deliveries=(FULL,), prompt=None, epochs=1)
    plain = evolve(plain, base_url=None, model_args={}, settings={})
    scores = run(plain, make, display) if models else ()
    if family != SELECTION:
        return scores
    questions = dataset.first(spec.side, spec.limit)
    guesses = query_blind(questions, reader_of_folder(spec.folder))
    if guesses is None:  # too few questions for a training and a test half
        return scores
    return (*scores, RunScore(QUERY_BLIND, "", accuracy(guesses.right, guesses.option_sets)))
