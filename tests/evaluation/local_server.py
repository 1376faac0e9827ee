"""An OpenAI-compatible server on loopback, of the standard library alone, that can misbehave on purpose."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from attrs import define, field, frozen
from http_servers import running

Messages = Sequence[Mapping[str, Any]]
Act = Callable[[BaseHTTPRequestHandler], None]
"""Writes a reply byte by byte: one that never ends, or breaks off."""


@frozen
class Reply:
    """What is sent as it is: a status, a body that need be no JSON, a header `retry-after`."""

    status: int
    body: str | Mapping[str, Any]
    retry_after: str | None = None


@define
class LocalServer:
    """answer: the text for a conversation, None to refuse it (400: asking again is of no use), or any reply.

    faults: what the first requests meet, one each, in order: `rate limit`, 429 with retry-after; `error`,
    500; `stall`, no answer for `stall` seconds. met: how often each, `answer`, `refusal` and `reply`
    happened. bodies: what was asked, as it came, the answered and the others. requests: how many of any kind.
    """

    answer: Callable[[Messages], str | Reply | Act | None]
    faults: list[str] = field(factory=list)
    stall: float = 5.0
    requests: int = field(default=0, init=False)
    met: Counter[str] = field(factory=Counter)
    bodies: list[Mapping[str, Any]] = field(factory=list)
    url: str = ""
    closing: threading.Event = field(factory=threading.Event)
    lock: threading.Lock = field(factory=threading.Lock)

    def next_fault(self) -> str | None:
        """The fault of this request, None where it is to be answered."""
        with self.lock:
            fault = self.faults.pop(0) if self.faults else None
            if fault is not None:
                self.met[fault] += 1
            return fault

    def answered(self, messages: Messages) -> str | Reply | Act | None:
        """The answer, counted."""
        said = self.answer(messages)
        with self.lock:
            self.met["refusal" if said is None else "answer" if isinstance(said, str) else "reply"] += 1
        return said


class _Handler(BaseHTTPRequestHandler):
    """Closes the connection after each answer, as HTTP/1.0 does: clients leave none behind."""

    server: _Server

    def do_GET(self) -> None:
        """What is left of a request after some redirects."""
        with self.server.local.lock:
            self.server.local.requests += 1
        self._send(404, {"error": {"message": "ask with POST"}})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        with self.server.local.lock:
            self.server.local.requests += 1
        if not self.path.endswith("/chat/completions"):
            self._send(404, {"error": {"message": f"no {self.path} here"}})
            return
        local = self.server.local
        fault = local.next_fault()
        if fault == "rate limit":
            self._send(429, {"error": {"message": "slow down", "code": "rate_limit_exceeded"}}, "0")
        elif fault == "error":
            self._send(500, {"error": {"message": "something broke"}})
        elif fault == "stall":
            local.closing.wait(local.stall)
        else:
            asked = json.loads(body)
            local.bodies.append(asked)
            said = local.answered(asked["messages"])
            if said is None:
                self._send(400, {"error": {"message": "not this one", "code": "bad_request"}})
            elif isinstance(said, Reply):
                self._send(said.status, said.body, said.retry_after)
            elif callable(said):
                said(self)
            elif asked.get("stream"):
                self._stream(completion(said, asked["messages"], asked["model"]))
            else:
                self._send(200, completion(said, asked["messages"], asked["model"]))

    def _send(self, status: int, data: str | Mapping[str, Any], retry_after: str | None = None) -> None:
        content = (data if isinstance(data, str) else json.dumps(data)).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        if retry_after is not None:
            self.send_header("retry-after", retry_after)
        self.end_headers()
        self.wfile.write(content)

    def _stream(self, whole: dict[str, Any]) -> None:
        """The answer in two pieces, then what it took, as events."""
        (choice,) = whole["choices"]
        text = choice["message"]["content"]
        pieces: list[dict[str, Any]] = [
            {"choices": [{"index": 0, "delta": {"role": "assistant", "content": text[:5]}}]},
            {"choices": [{"index": 0, "delta": {"content": text[5:]}}]},
            {"choices": [{"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}]},
            {"choices": [], "usage": whole["usage"]},
        ]
        head = {key: whole[key] for key in ("id", "created", "model")} | {"object": "chat.completion.chunk"}
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        for piece in pieces:
            self.wfile.write(f"data: {json.dumps(head | piece)}\n\n".encode())
        self.wfile.write(b"data: [DONE]\n\n")

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


class _Server(ThreadingHTTPServer):
    def __init__(self, local: LocalServer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.local = local

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is nothing to speak of."""


def completion(
    text: str | None, messages: Messages = (), model: str = "local", **message: Any
) -> dict[str, Any]:
    """What such a server says; `message` goes beside the content, such as `refusal`."""
    read = sum(len(str(one["content"]).split()) for one in messages)
    written = len((text or "").split())
    said = {"role": "assistant", "content": text, **message}
    return {
        "id": "local",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": model,
        "choices": [{"index": 0, "message": said, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written},
    }


@contextmanager
def serving(local: LocalServer) -> Iterator[LocalServer]:
    """The server, running while the block does, at `local.url`."""
    with running(_Server(local)) as address:
        local.url = f"{address}/v1"
        try:
            yield local
        finally:
            local.closing.set()
