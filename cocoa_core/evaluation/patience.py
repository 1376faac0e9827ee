"""How long a model is asked again, and when it is given up: nobody waits in silence for a dead server."""

from __future__ import annotations

import contextlib
import logging
import random
import time
from collections.abc import Callable, Iterator
from functools import wraps
from typing import TYPE_CHECKING, Any, Final

from attrs import define, field, frozen

from cocoa_core.evaluation.unanswered import UnansweredError, reason_of, system_error

if TYPE_CHECKING:
    from inspect_ai.model import Model

__all__ = ["GIVEN_UP", "GivenUp", "Patience", "backoff", "patient", "said_once"]

GIVEN_UP: Final = "is asked nothing more in this call"
"""Part of the message of every question that was not sent because its model was given up."""

_LONGEST_WAIT: Final = 30.0
_NO_CONNECTION: Final = 5.0
_OUTAGE: Final = 300.0
_FAILURES: Final = 30
_REFUSALS: Final = 20
_BETWEEN_NOTES: Final = 15.0
_HINTS: Final = {
    401: "is the key right?",
    403: "may this key ask this model?",
    404: "are the model's name and the address right?",
}
_NO_SERVER: Final = "is the server running, and is its address right?"
_WRONG_FOR_ALL: Final = frozenset({401, 404})

_log = logging.getLogger(__name__)


@frozen
class GivenUp:
    """A model that is asked nothing more.

    met: the last failure; hint: a question about its cause, or ""; answered: whether it had answered before
    """

    model: str
    met: str
    hint: str = ""
    answered: bool = False

    def __str__(self) -> str:
        return f"{self.model} {GIVEN_UP}: {self.met}" + (f"; {self.hint}" if self.hint else "")


@define
class Patience:
    """What one model's answers and failures say about going on.

    It is given up, once and for all, after

    - a wrong key or a wrong name (401, 404), or 20 refusals of any kind, before the first answer;
    - 5 seconds without any connection before the first answer;
    - 30 failures in a row over at least 5 minutes, rate limits left out.

    name: the model's; place: its address, "" where unknown; clock: in seconds;
    heard: told once if the model is given up; over: that it is
    """

    name: str
    place: str = ""
    heard: Callable[[GivenUp], None] = lambda given_up: None
    clock: Callable[[], float] = time.monotonic
    over: GivenUp | None = field(default=None, init=False)
    _answered: bool = field(default=False, init=False)
    _failures: int = field(default=0, init=False)
    _since: float = field(default=0.0, init=False)
    _refusals: int = field(default=0, init=False)
    _noted: float | None = field(default=None, init=False)

    def answered(self) -> None:
        """An answer came: all is well again."""
        self._answered, self._failures, self._refusals = True, 0, 0

    def failed(self, error: BaseException, again: bool, rate_limit: bool = False) -> None:
        """An attempt failed. again: whether another one may do better."""
        if self.over is not None or rate_limit:
            return
        if self._down(error) if again else self._refused(error):
            hint = _HINTS.get(getattr(error, "status_code", 0), "")
            if not hint and system_error(error) is not None:
                hint = _NO_SERVER
            self.over = GivenUp(self.name, self._met(error), hint, self._answered)
            _log.warning("%s", self.over)
            self.heard(self.over)

    def _refused(self, error: BaseException) -> bool:
        self._refusals += 1
        wrong = getattr(error, "status_code", None) in _WRONG_FOR_ALL or self._refusals >= _REFUSALS
        return wrong and not self._answered

    def _down(self, error: BaseException) -> bool:
        now = self.clock()
        self._failures += 1
        if self._failures == 1:
            self._since = now
        if not self._answered and system_error(error) is not None and now - self._since >= _NO_CONNECTION:
            return True
        return self._failures >= _FAILURES and now - self._since >= _OUTAGE

    def waiting(self, error: BaseException, seconds: float) -> None:
        """Say now and then what is waited for."""
        now = self.clock()
        if self.over is None and (self._noted is None or now - self._noted >= _BETWEEN_NOTES):
            self._noted = now
            _log.warning("%s: %s; asking again in %.0f s", self.name, self._met(error), seconds)

    def _met(self, error: BaseException) -> str:
        return reason_of(error) + (f" (at {self.place})" if self.place else "")


def backoff(attempt: int, asked_for: float | None) -> float:
    """Seconds before the next attempt: 1, 2, 4 ... 30, or as long as the server asked for, and a bit more.

    attempt: the number of the one that failed, from 1. The bit, up to a second, keeps questions from coming
    all at once.
    """
    return max(min(2.0 ** min(attempt - 1, 10), _LONGEST_WAIT), asked_for or 0.0) + random.random()


def patient(model: Model, place: str, heard: Callable[[GivenUp], None]) -> Model:
    """The model, asked again as `Patience` and `backoff` say.

    place: the address of a server of one's own, or ""; heard: told once if the model is given up.
    """
    api, patience = model.api, Patience(str(model), place, heard)
    generate, own_wait = api.generate, api.retry_wait()

    @wraps(generate)
    async def watched(*args: Any, **kwargs: Any) -> Any:
        if patience.over is not None:
            raise UnansweredError(str(patience.over))
        try:
            output = await generate(*args, **kwargs)
        except BaseException as error:
            _failed(patience, api.should_retry, error)
            raise
        told = output[0] if isinstance(output, tuple) else output
        if isinstance(told, Exception):
            _failed(patience, api.should_retry, told)
        else:
            patience.answered()
        return output

    def wait(state: Any) -> float:
        error = state.outcome.exception()
        decision = api.should_retry(error) if isinstance(error, Exception) else None
        asked_for = getattr(decision, "retry_after", None)
        seconds = float(own_wait(state)) if own_wait else backoff(state.attempt_number, asked_for)
        patience.waiting(error, seconds)
        return seconds

    for name, function in (("generate", watched), ("retry_wait", lambda: wait)):
        setattr(api, name, function)
    return model


def _failed(patience: Patience, judge: Callable[[Exception], Any], error: BaseException) -> None:
    if not isinstance(error, Exception):  # an attempt that took too long is cancelled
        patience.failed(error, again=True)
        return
    decision = judge(error)
    patience.failed(error, again=bool(decision), rate_limit=getattr(decision, "kind", "") == "rate_limit")


@contextlib.contextmanager
def said_once() -> Iterator[None]:
    """Without inspect's warning for each question that was not sent because its model was given up."""
    theirs = logging.getLogger("inspect_ai._eval.task.run")

    def other(record: logging.LogRecord) -> bool:
        return GIVEN_UP not in record.getMessage()

    theirs.addFilter(other)
    try:
        yield
    finally:
        theirs.removeFilter(other)
