"""Bounds what a provider's client does on its own, and how much of a reply it reads.

inspect decides whether an attempt is repeated, and counts attempts. The clients below it repeat requests too,
follow redirects and read a body to its end, whatever its size. Without bounds here, one attempt is many
requests.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable
from functools import wraps
from typing import Any, Final

from cocoa_core.evaluation.unanswered import OversizedError
from cocoa_core.items import text_of

LARGEST: Final = 64 * 2**20
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
    stream, largest = response.stream, LARGEST
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
