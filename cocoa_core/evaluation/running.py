"""Running models through inspect: one task a strategy, taken up again where an earlier run was left."""

from __future__ import annotations

import contextlib
import math
import re
import signal
import sys
import threading
import time
from asyncio import CancelledError
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TextIO, cast

from attrs import define, field, frozen

from cocoa_core.errors import CocoaError, UsageError
from cocoa_core.evaluation.answer_settings import answer_settings
from cocoa_core.evaluation.draining import drain
from cocoa_core.evaluation.models import ModelCall, is_reference, model_of, set_prices
from cocoa_core.evaluation.provider_messages import told
from cocoa_core.evaluation.retry_policy import GivenUp, said_once
from cocoa_core.evaluation.run_scores import RunScore, score_of_run
from cocoa_core.evaluation.spending import Budget
from cocoa_core.items import ANSWERING, FULL, Delivered
from cocoa_core.remote import as_said

if TYPE_CHECKING:
    from inspect_ai import Task
    from inspect_ai.log import EvalLog
    from inspect_ai.model import Model

__all__ = ["Display", "Run", "TaskMaker", "run"]

Display = Literal["full", "rich", "plain", "none"]
TaskMaker = Callable[..., "Task"]
"""The registered task: called with path, strategy, prompt and side, as inspect records them in a log."""

_ATTEMPTS: Final = 1
"""How often what failed is tried again at the end, after the retries of each question."""
_BETWEEN_LINES: Final = 60.0
"""Seconds between two lines that say how far a run is."""
_STATUS: Final = " | Samples: "
_VERDICTS: Final = ("Completed all tasks in", "Did not successfully complete")
_MISCOUNTED: Final = re.compile(r"WARNING: \d+ of \d+ executed samples .*\n")
"""inspect takes questions that were not begun for ones with errors; the table at the end counts both."""


@frozen
class Run:
    """What to run."""

    folder: Path
    models: tuple[str, ...]
    """Names as inspect takes them: openai/gpt-4o, cocoa/oracle."""
    strategies: tuple[str, ...]
    log_dir: Path
    """Where logs are; what lies there already is not asked again."""
    prompt: Path | None = None
    """A template in place of the shipped one; with one strategy only."""
    side: str | None = None
    limit: int | None = None
    """`side` and `limit`: which questions; None for all."""
    family: str | None = None
    """Its name, where it is none of cocoa's own."""
    shots: int | None = None
    """How many examples to show, None for as many as the strategy has."""
    demonstrations: str | None = None
    order: str | None = None
    """`demonstrations` and `order`: how these are chosen and ordered, None for neither."""
    deliveries: tuple[str, ...] = (FULL,)
    """How the questions reach the model, each in turn; but "full" with the first strategy only."""
    answering: str | None = None
    """When the model is to answer that is asked over turns, None for the first way."""
    epochs: int = 1
    max_connections: int | None = None
    timeout: int = 600
    """Seconds that one attempt at an answer may take."""
    retries: int = 10
    """Attempts after the first."""
    base_url: str | None = None
    model_args: Mapping[str, Any] = field(factory=dict)
    """Passed to the provider, as `model_of` says."""
    settings: Mapping[str, Any] = field(factory=dict)
    """Of the answers, such as the temperature; inspect's names. The reference models have none."""
    price: tuple[float, float] | None = None
    """Dollars for a million tokens, read and written, of the models that are no reference models."""
    budget: Budget = field(factory=Budget)
    """What these models may take together; when it is spent, no further question is begun."""


def run(asked: Run, make: TaskMaker, display: Display) -> tuple[RunScore, ...]:
    """Asks every model by every strategy; the standings in that order.

    Logs of the same questions, prompt, model, arguments and settings in `log_dir` are finished, not begun
    again: what they hold is kept, also of a run that was killed. Asking goes on past a question that fails,
    and tries those once more at the end; a model that nobody can reach is given up. When the budget is spent,
    the questions under way are finished and the standings are those of a part. What inspect prints goes to
    stderr where `display` is not a screen.

    Raises:
        UsageError: what cannot be run: an unknown provider, a missing package or key.
        CocoaError: every model is given up.
        KeyboardInterrupt: the run was interrupted.
    """
    _check_numbers(asked)
    settings, domain = answer_settings(asked.settings), f"{as_said(asked.folder.resolve())}/domain"
    lost: list[GivenUp] = []

    def heard(given_up: GivenUp) -> None:
        lost.append(given_up)
        if len(lost) == len(asked.models):
            _interrupt()

    with told():
        tasks = [make(**_task_arguments(asked, way)) for way in _ways(asked)]
    billed = [name for name in asked.models if not is_reference(name)]
    if asked.price is not None:
        set_prices(billed, *asked.price)
    how = ModelCall(domain, asked.base_url, asked.model_args, settings, heard, asked.budget)
    models = [model_of(name, how) for name in asked.models]
    asked.budget.check_prices(billed)
    asked.budget.end = lambda: drain([name for name in asked.models if is_reference(name)])
    asked.log_dir.mkdir(parents=True, exist_ok=True)
    logs: Sequence[EvalLog] = ()
    with told(), said_once(), _aside(display), contextlib.suppress(KeyboardInterrupt, CancelledError):
        logs = _logs(asked, tasks, models, display)
    if len(logs) < len(models) * len(tasks):  # what inspect gives back after Ctrl-C
        raise _stopped(lost) if len(lost) == len(models) else KeyboardInterrupt
    standings = {(score.model, score.strategy): score for score in map(score_of_run, logs)}
    order = [(str(model), way.label) for model in models for way in _ways(asked)]
    return tuple(standings[key] for key in order if key in standings)


def _logs(asked: Run, tasks: list[Task], models: list[Model], display: Display) -> Sequence[EvalLog]:
    from inspect_ai import eval_set

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
        log_realtime=None if any(not is_reference(name) for name in asked.models) else False,
        display=display,
        log_level="warning",
        max_connections=asked.max_connections,
        attempt_timeout=asked.timeout,
        max_retries=asked.retries,
    )
    return logs


def _check_numbers(asked: Run) -> None:
    least = {
        "limit": (asked.limit, 1),
        "number of epochs": (asked.epochs, 1),
        "number of questions at once": (asked.max_connections, 1),
        "timeout": (asked.timeout, 1),
        "number of retries": (asked.retries, 0),
        "number of examples": (asked.shots, 0),
    }
    for name, (number, lowest) in least.items():
        if number is not None and number < lowest:
            raise UsageError(
                f"the {name} is out of range", got=str(number), expected=f"a whole number from {lowest}"
            )


def _interrupt() -> None:
    """Ends the run as Ctrl-C does, where that can be done; else the questions left fail one by one."""
    ours = threading.current_thread() is threading.main_thread()
    if ours and signal.getsignal(signal.SIGINT) not in (signal.SIG_IGN, None):
        signal.raise_signal(signal.SIGINT)


def _stopped(lost: Sequence[GivenUp]) -> CocoaError:
    """Returns a wrong call where nothing was ever answered, else what befell a call that was right."""
    kind = CocoaError if any(failure.answered for failure in lost) else UsageError
    return kind(
        f"{' and '.join(failure.model for failure in lost)} "
        f"cannot be asked{' any more' * (kind is CocoaError)}",
        got="; ".join(failure.met for failure in lost),
        fix=" ".join(
            (
                *dict.fromkeys(filter(None, (failure.hint for failure in lost))),
                "The same call goes on from here.",
            )
        ),
    )


def _ways(asked: Run) -> list[Delivered]:
    """Returns how the questions are asked: in full by each strategy, otherwise by the delivery's own
    messages.
    """
    return [
        Delivered(strategy, delivery, asked.answering or next(iter(ANSWERING)))
        for delivery in asked.deliveries
        for strategy in (asked.strategies if delivery == FULL else asked.strategies[:1])
    ]


def _task_arguments(asked: Run, way: Delivered) -> dict[str, str | int]:
    """Returns those that differ from the task's own: inspect knows a task again by what it was called
    with.
    """
    arguments = {
        "path": as_said(asked.folder.resolve()),
        "strategy": way.strategy,
        "delivery": None if way.delivery == FULL else way.delivery,
        "answering": None if way.delivery == FULL else asked.answering,
        "prompt": str(asked.prompt.resolve()) if asked.prompt else None,
        "side": asked.side,
        "family": asked.family,
        "shots": asked.shots,
        "demonstrations": asked.demonstrations,
        "order": asked.order,
    }
    return {key: value for key, value in arguments.items() if value is not None}


@contextlib.contextmanager
def _aside(display: Display) -> Iterator[None]:
    """Standard output is for the result: what else is printed goes to standard error."""
    if display in ("full", "rich"):
        yield
        return
    with contextlib.redirect_stdout(cast(TextIO, _Aside(sys.stderr))):
        yield


@define
class _Aside:
    """A stream that leaves out what inspect says of the whole: after Ctrl-C that all went well.

    Of the lines that say how far a run is, it lets one a minute through.
    """

    stream: TextIO
    _next: float = field(default=-math.inf, init=False)
    _hushed: bool = field(default=False, init=False)

    def write(self, text: str) -> int:
        hushed, self._hushed = self._hushed, False
        if hushed and text == "\n":
            return len(text)
        if text.startswith(_VERDICTS):
            self._hushed = True
            return len(text)
        if _STATUS in text:
            now = time.monotonic()
            if now < self._next:
                self._hushed = True
                return len(text)
            self._next = now + _BETWEEN_LINES
        return self.stream.write(_MISCOUNTED.sub("", text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)
