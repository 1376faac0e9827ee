"""Running models through inspect: one task a strategy, taken up again where an earlier run was left."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from attrs import field, frozen

from cocoa_core.errors import UsageError
from cocoa_core.evaluation.standings import Standing, standing_of

if TYPE_CHECKING:
    from inspect_ai import Task
    from inspect_ai.model import Model

__all__ = ["Display", "Run", "TaskMaker", "run"]

Display = Literal["full", "rich", "plain", "none"]
TaskMaker = Callable[..., "Task"]
"""The registered task: called with path, strategy, prompt and side, as inspect records them in a log."""

_PROVIDER: Final = "cocoa/"
_OPENAI: Final = "openai/"
_ATTEMPTS: Final = 2


@frozen
class Run:
    """What to run.

    models:      names as inspect takes them: openai/gpt-4o, cocoa/oracle
    prompt:      a template in place of the shipped one; with one strategy only
    side, limit: which questions; None for all
    log_dir:     where logs are; what lies there already is not asked again
    timeout:     seconds that one attempt at an answer may take; retries: attempts after the first
    model_args:  passed to the provider. The reference models are given the data set's domain; `openai/...` at
                 a base_url, or that of the environment, is asked for chat completions
    """

    folder: Path
    models: tuple[str, ...]
    strategies: tuple[str, ...]
    log_dir: Path
    prompt: Path | None = None
    side: str | None = None
    limit: int | None = None
    epochs: int = 1
    max_connections: int | None = None
    timeout: int = 600
    retries: int = 10
    base_url: str | None = None
    model_args: Mapping[str, Any] = field(factory=dict)


def run(asked: Run, make: TaskMaker, display: Display) -> tuple[Standing, ...]:
    """Ask every model by every strategy; the standings in that order.

    Logs of the same questions, prompt, model and arguments in `log_dir` are finished, not begun again: what
    they hold is kept, also of a run that was killed. Asking goes on past a question that fails, and tries
    those once more at the end. What inspect prints goes to stderr where `display` is not a screen.
    Raises UsageError for what cannot be run: an unknown provider, a missing package or key; KeyboardInterrupt
    where the run was interrupted.
    """
    from inspect_ai import eval_set

    for name, number in (("limit", asked.limit), ("number of epochs", asked.epochs)):
        if number is not None and number < 1:
            raise UsageError(f"the {name} is out of range", got=str(number), expected="a whole number from 1")
    models = [_model(name, asked) for name in asked.models]
    tasks = [make(**_task_arguments(asked, strategy)) for strategy in asked.strategies]
    asked.log_dir.mkdir(parents=True, exist_ok=True)
    with _told(), _aside(display):
        _, logs = eval_set(
            tasks=tasks,
            log_dir=str(asked.log_dir),
            log_dir_allow_dirty=True,
            model=models,
            limit=asked.limit,
            epochs=asked.epochs,
            retry_attempts=_ATTEMPTS,
            continue_on_fail=True,
            ctl_server=False,
            log_realtime=None if any(not name.startswith(_PROVIDER) for name in asked.models) else False,
            display=display,
            log_level="warning",
            max_connections=asked.max_connections,
            attempt_timeout=asked.timeout,
            max_retries=asked.retries,
        )
    if len(logs) < len(models) * len(tasks):  # what inspect gives back after Ctrl-C
        raise KeyboardInterrupt
    standings = {(one.model, one.strategy): one for one in map(standing_of, logs)}
    order = [(str(model), strategy) for model in models for strategy in asked.strategies]
    return tuple(standings[key] for key in order if key in standings)


def _task_arguments(asked: Run, strategy: str) -> dict[str, str]:
    """Those that differ from the task's own: inspect knows a task again by what it was called with."""
    given = {
        "path": str(asked.folder.resolve()),
        "strategy": strategy,
        "prompt": str(asked.prompt.resolve()) if asked.prompt else None,
        "side": asked.side,
    }
    return {key: value for key, value in given.items() if value is not None}


def _model(name: str, asked: Run) -> Model:
    from inspect_ai.model import get_model

    arguments = dict(asked.model_args)
    if name.startswith(_PROVIDER):
        arguments.setdefault("domain", str((asked.folder / "domain").resolve()))
    elif name.startswith(_OPENAI) and (asked.base_url or os.environ.get("OPENAI_BASE_URL")):
        arguments.setdefault("responses_api", False)  # few compatible servers have more than chat completions
    if "/" not in name:
        raise UsageError(
            "a model is named with its provider",
            got=name,
            expected="PROVIDER/MODEL, such as openai/gpt-4o or cocoa/random",
        )
    try:
        with _told():
            return get_model(name, base_url=asked.base_url, memoize=False, **arguments)
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


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """What inspect says of a call that cannot be, as our own error."""
    from inspect_ai._util.error import PrerequisiteError
    from rich.text import Text

    try:
        yield
    except PrerequisiteError as error:
        said = Text.from_markup(str(error.message)).plain
        words = " ".join(said.removeprefix("ERROR").lstrip(": ").split())
        raise UsageError("inspect cannot run this", got=words) from None


@contextlib.contextmanager
def _aside(display: Display) -> Iterator[None]:
    """Standard output is for the result: what else is printed goes to standard error."""
    if display in ("full", "rich"):
        yield
        return
    with contextlib.redirect_stdout(sys.stderr):
        yield
