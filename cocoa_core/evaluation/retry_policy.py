"""Decides how long a model is asked again, so that nobody waits in silence for a dead server.

inspect decides whether an attempt is repeated, and counts attempts. The clients below it repeat requests too,
follow redirects and read a body to its end, whatever its size. Without bounds here, one attempt is many
requests.
"""

from __future__ import annotations

import contextlib
import logging
import random
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from functools import wraps
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakSet

from attrs import define, field, frozen

from cocoa_core.evaluation.spending import Budget, price_of, tokens_of, withdraw
from cocoa_core.evaluation.unanswered import (
    OversizedError,
    UnansweredError,
    is_hopeless,
    reason_of,
    system_error,
    was_connected,
)
from cocoa_core.items import text_of

if TYPE_CHECKING:
    from inspect_ai.log._samples import ActiveSample
    from inspect_ai.model import ChatMessage, Model

LARGEST_REPLY: Final = 64 * 2**20
"""Bytes of a reply. An honest one of 32,000 tokens with twenty alternatives to each takes 50 MiB."""
REDIRECTS: Final = 3
"""As many redirects as lead from a bare host by way of https to a service's own address."""
_CHOICES: Final = "chat_choices_from_completion"
"""The method by which inspect's providers read the choices of a reply."""


def restrain(api: Any) -> None:
    """Keeps the client of a provider to one request for each attempt, and bounds its replies. Clients of an
    unknown kind are left as they are.

    It is called before each request, since inspect makes new clients as it goes.
    """
    client: Any = getattr(api, "client", None)
    http: Any = getattr(api, "http_client", None)
    if isinstance(getattr(client, "max_retries", None), int):
        client.max_retries = 0
    hooks = getattr(http, "event_hooks", None)
    if isinstance(hooks, dict) and _bounded not in hooks["response"]:
        http.event_hooks = {**hooks, "response": [*hooks["response"], _bounded]}
        http.max_redirects = REDIRECTS
    choices = getattr(api, _CHOICES, None)
    if choices is not None and not hasattr(choices, "__wrapped__"):
        setattr(api, _CHOICES, _lenient(choices))


async def _bounded(response: Any) -> None:
    """Bounds the body of a response. The HTTP client calls it before it reads the body."""
    stream, largest = response.stream, LARGEST_REPLY
    library = sys.modules[type(response).__module__.partition(".")[0]]  # httpx, or a twin of it

    class Bounded(library.AsyncByteStream):  # type: ignore[misc, name-defined]
        async def __aiter__(self) -> AsyncIterator[bytes]:
            size = 0
            async for chunk in stream:
                size += len(chunk)
                if size > largest:
                    raise OversizedError(f"the server's reply is larger than {largest / 2**20:g} MiB")
                yield chunk

        async def aclose(self) -> None:
            await stream.aclose()

    response.stream = Bounded()


def _lenient(choices: Callable[..., Any]) -> Callable[..., Any]:
    """Returns the method with tolerance for servers that name no model, or send messages in parts."""

    @wraps(choices)
    def lenient(completion: Any, *args: Any, **kwargs: Any) -> Any:
        completion.model = str(getattr(completion, "model", None) or "unknown")
        for choice in completion.choices or ():
            parts = getattr(choice.message, "content", None)
            if isinstance(parts, list):
                choice.message.content = text_of(parts)
        return choices(completion, *args, **kwargs)

    return lenient


GIVEN_UP: Final = "is asked nothing more in this call"
"""Part of the message of every question that was not sent because its model was given up."""

_LONGEST_WAIT: Final = 30.0
"""Seconds between two attempts, where the server does not ask for more."""
_NO_CONNECTION: Final = 5.0
"""Seconds without any connection before the first answer."""
_OUTAGE: Final = 300.0
"""Seconds over which `_FAILURES` failures in a row have to spread."""
_FAILURES: Final = 30
_LIMITED: Final = 1800.0
"""Seconds over which `_RATE_LIMITS` rate limits in a row have to spread."""
_RATE_LIMITS: Final = 200
"""With ten questions at once that wait half a minute each, 200 attempts take ten minutes; so the half hour
decides, unless the server asks for longer waits.
"""
_REFUSALS: Final = 20
_WORDLESS: Final = 20
_LONGEST_ASKED: Final = 3600.0
"""Seconds that a server may ask to wait: for a quota of a minute or an hour, not of a day."""
_BETWEEN_NOTES: Final = 15.0
"""Seconds between two notes that say why a model is waited for."""
_HINTS: Final = {
    401: "is the key right?",
    403: "may this key ask this model?",
    404: "are the model's name and the address right?",
}
_NO_TEXT: Final = "is --max-tokens too small for it, or the server set up for something else?"
_NO_SERVER: Final = "is the server running, and is its address right?"
_WRONG_FOR_ALL: Final = frozenset({401, 403, 404})

_log = logging.getLogger(__name__)


@frozen
class GivenUp:
    """A model that is asked nothing more."""

    model: str
    last_failure: str
    """The last failure."""
    hint: str = ""
    """A question about the cause; empty for none."""
    answered: bool = False
    """Whether the model had answered before."""

    def __str__(self) -> str:
        return f"{self.model} {GIVEN_UP}: {self.last_failure}" + (f"; {self.hint}" if self.hint else "")


@define
class RetryPolicy:
    """Decides from one model's answers and failures whether it is asked further.

    The model is given up, once and for all, after

    - a wrong key or a wrong name (401, 403, 404), or 20 refusals of any kind, before the first answer;
    - 20 replies without any text before the first that has some, whatever else they hold;
    - 5 seconds without any connection before the first answer;
    - 30 failures in a row over at least 5 minutes, rate limits left out;
    - 200 rate limits in a row over at least 30 minutes, or one that asks for more than an hour of waiting.
    """

    name: str
    """The model's name."""
    address: str = ""
    """The model's address; empty where it is unknown."""
    on_given_up: Callable[[GivenUp], None] = lambda given_up: None
    """Called once if the model is given up."""
    clock: Callable[[], float] = time.monotonic
    """Returns seconds."""
    given_up: GivenUp | None = field(default=None, init=False)
    """The model as given up; None as long as it is asked."""
    _answered: bool = field(default=False, init=False)
    _failures: int = field(default=0, init=False)
    _since: float = field(default=0.0, init=False)
    _refusals: int = field(default=0, init=False)
    _limits: int = field(default=0, init=False)
    _limited_since: float = field(default=0.0, init=False)
    _wordless: int = field(default=0, init=False)
    _for_tools: int = field(default=0, init=False)
    _worded: bool = field(default=False, init=False)
    _noted: float | None = field(default=None, init=False)

    def answered(self, has_text: bool = True, asks_for_tools: bool = False) -> None:
        """Notes a reply, which shows that the server works, whether the reply holds any text or not."""
        self._answered, self._failures, self._refusals, self._limits = True, 0, 0, 0
        if has_text:
            self._worded = True
        if self._worded or self.given_up is not None:
            return
        self._wordless += 1
        self._for_tools += asks_for_tools
        if self._wordless >= _WORDLESS:
            tools = f"; {self._for_tools} of them ask for tools, and none are offered" * bool(self._for_tools)
            self._give_up(f"its first {self._wordless} replies hold no text{tools}", _NO_TEXT)

    def failed(
        self, error: BaseException, again: bool, rate_limit: bool = False, asked_for: float = 0.0
    ) -> None:
        """Notes a failed attempt.

        Args:
            again: whether another attempt may succeed.
            rate_limit: whether the server refused because of its rate limit.
            asked_for: the seconds that the server asks to wait; 0 for none.
        """
        if self.given_up is not None:
            return
        if asked_for > _LONGEST_ASKED:
            wait = f"the server asks to wait {asked_for:,.0f} s, more than {_LONGEST_ASKED:,.0f} s"
            self._give_up(f"{self._met(error)}; {wait}", "is its quota used up?")
            return
        if rate_limit:
            exhausted = self._count_rate_limit()
        elif again:
            exhausted = self._count_outage(error)
        else:
            exhausted = self._count_refusal(error)
        if exhausted:
            hint = _HINTS.get(getattr(error, "status_code", 0), "")
            if not hint and system_error(error) is not None:
                hint = _NO_SERVER
            self._give_up(self._met(error), hint)

    def _give_up(self, last_failure: str, hint: str) -> None:
        self.given_up = GivenUp(self.name, last_failure, hint, self._answered)
        _log.warning("%s", self.given_up)
        self.on_given_up(self.given_up)

    def _count_rate_limit(self) -> bool:
        """Counts a rate limit, and returns whether the model is given up for it; so do the next two."""
        now = self.clock()
        self._limits += 1
        if self._limits == 1:
            self._limited_since = now
        return self._limits >= _RATE_LIMITS and now - self._limited_since >= _LIMITED

    def _count_refusal(self, error: BaseException) -> bool:
        self._refusals += 1
        wrong = getattr(error, "status_code", None) in _WRONG_FOR_ALL or self._refusals >= _REFUSALS
        return wrong and not self._answered

    def _count_outage(self, error: BaseException) -> bool:
        now = self.clock()
        self._failures += 1
        if self._failures == 1:
            self._since = now
        unreachable = system_error(error) is not None and not was_connected(error)
        if not self._answered and unreachable and now - self._since >= _NO_CONNECTION:
            return True
        return self._failures >= _FAILURES and now - self._since >= _OUTAGE

    def waiting(self, error: BaseException, seconds: float) -> None:
        """Logs from time to time what is waited for."""
        now = self.clock()
        if self.given_up is None and (self._noted is None or now - self._noted >= _BETWEEN_NOTES):
            self._noted = now
            _log.warning("%s: %s; asking again in %.0f s", self.name, self._met(error), seconds)

    def _met(self, error: BaseException) -> str:
        return reason_of(error) + (f" (at {self.address})" if self.address else "")


def backoff(attempt: int, asked_for: float) -> float:
    """Returns the seconds before the next attempt: 1, 2, 4 and so on up to 30, or as long as the server asks
    for if that is more, and up to a second on top, which keeps questions from coming all at once.

    Args:
        attempt: the number of the failed attempt, from 1.
        asked_for: the seconds that the server asks to wait; 0 for none.
    """
    return max(min(2.0 ** min(attempt - 1, 10), _LONGEST_WAIT), asked_for) + random.random()


def with_retry_policy(
    model: Model, address: str, on_given_up: Callable[[GivenUp], None], budget: Budget
) -> Model:
    """Returns the model, changed so that it is asked again as `RetryPolicy` and `backoff` say.

    Args:
        address: that of the user's own server; empty for none.
        on_given_up: called once if the model is given up.
        budget: every reply is added to it.
    """
    from inspect_ai.log._samples import sample_active

    api, policy = model.api, RetryPolicy(str(model), address, on_given_up)
    generate, provider_wait, provider_judge = api.generate, api.retry_wait(), api.should_retry
    paid: WeakSet[ActiveSample] = WeakSet()  # the questions that took something
    price = price_of(policy.name)

    @wraps(generate)
    async def watched(input: list[ChatMessage], *args: Any, **kwargs: Any) -> Any:
        if policy.given_up is not None:
            raise UnansweredError(str(policy.given_up))
        sample = sample_active()
        if budget.reached is not None and sample is not None and sample not in paid:
            budget.end()  # also the tasks that inspect started after the cap was reached
            await withdraw(sample)
        restrain(api)
        try:
            output = await generate(input, *args, **kwargs)
        except BaseException as error:
            _failed(policy, judge, error)
            raise
        answer = output[0] if isinstance(output, tuple) else output
        if isinstance(answer, Exception):
            _failed(policy, judge, answer)
        else:
            if sample is not None:
                paid.add(sample)
            budget.add(tokens_of(answer, input), price)
            asks_for_tools = any(choice.message.tool_calls for choice in answer.choices)
            policy.answered(bool(answer.choices and answer.completion.strip()), asks_for_tools)
        return output

    def judge(error: BaseException) -> Any:
        return isinstance(error, Exception) and not is_hopeless(error) and provider_judge(error)

    def should_retry(error: BaseException) -> Any:
        decision = judge(error)
        return decision if _asked_for(decision) <= _LONGEST_ASKED else False

    def wait(state: Any) -> float:
        error = state.outcome.exception()
        asked_for = _asked_for(judge(error))
        seconds = float(provider_wait(state)) if provider_wait else backoff(state.attempt_number, asked_for)
        policy.waiting(error, seconds)
        return seconds

    replaced = {"generate": watched, "should_retry": should_retry, "retry_wait": lambda: wait}
    for name, function in replaced.items():
        setattr(api, name, function)
    return model


def _failed(policy: RetryPolicy, judge: Callable[[Exception], Any], error: BaseException) -> None:
    if not isinstance(error, Exception):  # an attempt that took too long is cancelled
        policy.failed(error, again=True)
        return
    decision = judge(error)
    rate_limit = getattr(decision, "kind", "") == "rate_limit"
    policy.failed(error, bool(decision), rate_limit, _asked_for(decision))


def _asked_for(decision: Any) -> float:
    """Returns the seconds that a server asks to wait; 0 where it asks for none."""
    return float(getattr(decision, "retry_after", None) or 0.0)


@contextlib.contextmanager
def without_repeated_warnings() -> Iterator[None]:
    """Leaves out inspect's warning for each question that was not sent because its model was given up."""
    logger = logging.getLogger("inspect_ai._eval.task.run")

    def other(record: logging.LogRecord) -> bool:
        return GIVEN_UP not in record.getMessage()

    logger.addFilter(other)
    try:
        yield
    finally:
        logger.removeFilter(other)
