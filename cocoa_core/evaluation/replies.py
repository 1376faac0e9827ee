"""What a provider's client may do on its own, and how much of a reply it reads.

inspect decides whether an attempt is repeated, and counts. The clients below it repeat attempts, too, follow
redirects and read a body to its end, whatever its size. Without bounds here, one attempt is many requests.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable
from functools import wraps
from typing import Any, Final

from cocoa_core.evaluation.unanswered import OversizedError
from cocoa_core.items import text_of

__all__ = ["LARGEST", "REDIRECTS", "restrain"]

LARGEST: Final = 64 * 2**20
"""Bytes of a reply. An honest one of 32,000 tokens with twenty alternatives to each takes 50 MiB."""
REDIRECTS: Final = 3
"""As many as lead from a bare host by way of https to a service's own address."""
_CHOICES: Final = "chat_choices_from_completion"


def restrain(api: Any) -> None:
    """Keeps the client of a provider to one request an attempt; do nothing where it has none that is known.

    Called before each request, since inspect makes new clients as it goes.
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
    """Called by the HTTP client before it reads a body."""
    whole, largest = response.stream, LARGEST
    library = sys.modules[type(response).__module__.partition(".")[0]]  # httpx, or a twin of it

    class Bounded(library.AsyncByteStream):  # type: ignore[misc, name-defined]
        async def __aiter__(self) -> AsyncIterator[bytes]:
            size = 0
            async for chunk in whole:
                size += len(chunk)
                if size > largest:
                    raise OversizedError(f"the server's reply is larger than {largest / 2**20:g} MiB")
                yield chunk

        async def aclose(self) -> None:
            await whole.aclose()

    response.stream = Bounded()


def _lenient(choices: Callable[..., Any]) -> Callable[..., Any]:
    """Returns the same, for servers that name no model, or send the content of a message in parts."""

    @wraps(choices)
    def lenient(completion: Any, *args: Any, **kwargs: Any) -> Any:
        completion.model = str(getattr(completion, "model", None) or "unknown")
        for choice in completion.choices or ():
            parts = getattr(choice.message, "content", None)
            if isinstance(parts, list):
                choice.message.content = text_of(parts)
        return choices(completion, *args, **kwargs)

    return lenient
