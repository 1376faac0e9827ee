"""Counts what replies take, in tokens and dollars, and caps what a run may take.

A provider states how many tokens it read and wrote. Where it states none, they are estimated from the texts,
so that a cap holds there too.

Where a cap is reached, the run is drained, as inspect calls it (`inspect ctl task drain`): no further
question is begun, and those under way are finished. The log of a drained task holds no sample of a question
that was still queued, but states how many samples it should have, so the next call asks those that are
missing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Final

import anyio
from attrs import define, field, frozen

from cocoa_core.errors import UsageError

if TYPE_CHECKING:
    from inspect_ai.log._samples import ActiveSample
    from inspect_ai.model import ChatMessage, ModelCost, ModelOutput

MAX_TOKENS: Final = "--max-total-tokens"
MAX_COST: Final = "--max-cost"
_BYTES_A_TOKEN: Final = 4
"""Bytes of English text to a token, as OpenAI states for its tokenizers: about four characters a token."""


@frozen
class TokenUsage:
    """The tokens of one reply."""

    read: int
    """Tokens read at the full price."""
    written: int
    """Tokens of the reply, thinking included."""
    cache_read: int = 0
    """Tokens read from a cache."""
    cache_write: int = 0
    """Tokens read and written to a cache."""
    estimated: int = 0
    """How many of all these tokens are estimates."""

    @property
    def total(self) -> int:
        """The number of all tokens."""
        return self.read + self.cache_read + self.cache_write + self.written

    def dollars(self, price: ModelCost) -> float:
        """Returns what the tokens cost."""
        parts = (
            (self.read, price.input),
            (self.written, price.output),
            (self.cache_read, price.input_cache_read),
            (self.cache_write, price.input_cache_write),
        )
        return sum(tokens * dollars for tokens, dollars in parts) / 1e6


def tokens_of(output: ModelOutput, messages: Iterable[ChatMessage]) -> TokenUsage:
    """Returns the tokens of a reply. What the provider does not state is estimated.

    Args:
        messages: those that were sent. If the reply is among them it is counted twice where they are
            estimated.
    """
    usage = output.usage
    read, cache_read, cache_write, written = (
        max(0, (usage and getattr(usage, name)) or 0)
        for name in ("input_tokens", "input_tokens_cache_read", "input_tokens_cache_write", "output_tokens")
    )
    estimated = 0
    if read + cache_read + cache_write == 0:
        read = sum(_estimate(message.text) for message in messages)
        estimated += read
    if written == 0 and output.choices:
        written = _estimate(output.completion)
        estimated += written
    return TokenUsage(read, written, cache_read, cache_write, estimated)


def _estimate(text: str) -> int:
    return -(-len(text.encode(errors="surrogatepass")) // _BYTES_A_TOKEN)


def price_of(model: str) -> ModelCost | None:
    """Returns the price of a model that inspect knows or was told; None where it knows none."""
    from inspect_ai.model import get_model_info

    info = get_model_info(model)
    return None if info is None else info.cost


def read_price(price: object) -> tuple[float, float]:
    """Returns the dollars for a million tokens, read and written, from `0.15,0.6`, which inspect may read as
    a list.

    Raises:
        UsageError: the value is not two numbers.
    """
    parts = price if isinstance(price, list) else str(price).split(",")
    try:
        read, written = map(float, parts)
    except (ValueError, TypeError):
        raise UsageError(
            "the price cannot be used",
            got=str(price),
            expected="two numbers, dollars for a million tokens read and written, such as 0.15,0.6",
        ) from None
    return read, written


@define
class Budget:
    """Caps on what one call takes, over all of its models, and what it has taken so far.

    When a cap is reached no further question is begun. Those under way are finished, since what they took
    would be lost; what they still take comes on top. An attempt that brought no reply is not counted: nobody
    states what it took.
    """

    max_tokens: int | None = None
    """Tokens read and written; None for no cap."""
    max_dollars: float | None = None
    """None for no cap."""
    tokens: int = field(default=0, init=False)
    estimated: int = field(default=0, init=False)
    dollars: float = field(default=0.0, init=False)
    end: Callable[[], None] = field(default=lambda: None, init=False)
    """Ends the run when a cap is reached. It may be called again."""

    def __attrs_post_init__(self) -> None:
        """Refuses a cap that is not a finite number greater than 0."""
        for flag, cap in ((MAX_TOKENS, self.max_tokens), (MAX_COST, self.max_dollars)):
            if cap is not None and not 0 < cap < float("inf"):
                raise UsageError(
                    f"the cap {flag} is out of range", got=f"{cap:g}", expected="a number greater than 0"
                )

    def check_prices(self, models: Iterable[str]) -> None:
        """Refuses models without a known price where `max_dollars` has to hold.

        Raises:
            UsageError: there is such a model.
        """
        unknown = [name for name in models if price_of(name) is None]
        if self.max_dollars is not None and unknown:
            raise UsageError(
                f"{MAX_COST} needs the price of every model",
                got=f"no price of {', '.join(unknown)}",
                expected="a price that inspect knows, or one that you state",
                fix=f"add --price IN,OUT, dollars for a million tokens; or use {MAX_TOKENS}",
            )

    def add(self, tokens: TokenUsage, price: ModelCost | None) -> None:
        """Adds a reply.

        Args:
            price: None where it is unknown, which `check_prices` refuses with `max_dollars`.
        """
        self.tokens += tokens.total
        self.estimated += tokens.estimated
        if price is not None:
            self.dollars += tokens.dollars(price)
        if self.reached is not None:
            self.end()

    @property
    def reached(self) -> str | None:
        """The cap that is reached, in words; None while none is."""
        if self.max_tokens is not None and self.tokens >= self.max_tokens:
            return f"the cap of {self.max_tokens:,} tokens ({MAX_TOKENS}) is reached"
        if self.max_dollars is not None and self.dollars >= self.max_dollars:
            return f"the cap of ${self.max_dollars:,.10g} ({MAX_COST}) is reached"
        return None

    @property
    def spent(self) -> str:
        """What was taken, in words: "1,234 tokens (200 of them estimated), $0.0123"."""
        parts = f"{self.tokens:,} tokens"
        if self.estimated:
            parts += f" ({self.estimated:,} of them estimated, as the server does not count them)"
        return parts + (f", ${self.dollars:,.4f}" if self.max_dollars is not None else "")


def drain(spared: Collection[str]) -> None:
    """Starts no further question in any running task, except in the tasks of the spared models."""
    from inspect_ai._control.cancel import drain_task
    from inspect_ai._control.eval_state import get_eval_states

    for state in get_eval_states():
        if state.model not in spared:
            drain_task(state.task_id)


async def withdraw(sample: ActiveSample) -> None:
    """Cancels the sample of the running task; inspect then counts it neither as an error nor as an answer."""
    sample.interrupt("cancel")
    await anyio.sleep_forever()
