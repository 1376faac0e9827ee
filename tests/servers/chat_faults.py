"""What a server of chat completions can do wrong, as data: what it replies, and what becomes of it.

`FAULTS` is for any program that asks such a server; `evaluation.local_server` serves the replies.
"""

from __future__ import annotations

import contextlib
import json
import socket
import struct
import time
from collections.abc import Mapping
from functools import cache
from http.server import BaseHTTPRequestHandler
from typing import Any, Final, Literal

from attrs import frozen
from evaluation.local_server import Act, Messages, Reply, completion

TEXT: Final = "Answer: B"
Outcome = Literal["read", "unread", "error", "repeated error", "stopped"]


@frozen
class Fault:
    """A fault that every reply of a server has.

    reply:   what is sent; outcome: `read` or `unread`, a reply that counts; `error`, of no use to ask again;
             `repeated error`, of some use; `stopped`, so wrong for every question that no other is asked
    said:    part of what a user has to be told
    """

    reply: Reply | Act
    outcome: Outcome
    said: str = ""

    def __call__(self, messages: Messages) -> Reply | Act:
        """As `LocalServer.answer` is called."""
        return self.reply


def _message(**message: Any) -> dict[str, Any]:
    """A completion whose message has these keys."""
    body = completion("")
    body["choices"][0]["message"] = {"role": "assistant", **message}
    return body


def _whole(**keys: Any) -> Reply:
    """A good answer, but for these keys; None for a key that is left out."""
    body = {**completion(TEXT), **keys}
    return Reply(200, {key: value for key, value in body.items() if value is not None})


def _tools(content: Any, finish: str = "tool_calls", **message: Any) -> Reply:
    call = {"id": "c1", "type": "function", "function": {"name": "search", "arguments": '{"q": "flights"}'}}
    body = _message(**{"content": content, "tool_calls": [call], **message})
    body["choices"][0]["finish_reason"] = finish
    return Reply(200, body)


def _usage(read: Any, written: Any) -> Mapping[str, Any]:
    return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": 0}


def _error(status: int, retry_after: str | None = None) -> Reply:
    return Reply(status, {"error": {"message": f"fault {status}", "code": "fault"}}, retry_after)


def _begin(handler: BaseHTTPRequestHandler, **headers: str) -> None:
    handler.send_response(200)
    handler.send_header("content-type", "application/json")
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()


def _endless(handler: BaseHTTPRequestHandler) -> None:
    _begin(handler)
    with contextlib.suppress(OSError):  # until the client hangs up; one that never does fails its test
        handler.wfile.write(b'{"choices": [{"message": {"content": "')
        for _ in range(2_500):  # 250 MB
            handler.wfile.write(b"word " * 20_000)


def _huge(handler: BaseHTTPRequestHandler) -> None:
    content = _fifty_megabytes()
    _begin(handler, content_length=str(len(content)))
    with contextlib.suppress(OSError):
        handler.wfile.write(content)


@cache
def _fifty_megabytes() -> bytes:
    return json.dumps(completion("word " * 10_000_000)).encode()


def _drip(handler: BaseHTTPRequestHandler) -> None:
    """A byte now and then: each of them in time, the whole never."""
    _begin(handler)
    with contextlib.suppress(OSError):
        for _ in range(600):
            handler.wfile.write(b" ")
            handler.wfile.flush()
            time.sleep(0.1)


def _reset(handler: BaseHTTPRequestHandler) -> None:
    """A reply that breaks off, and the connection with it."""
    _begin(handler, content_length="4000")
    handler.wfile.write(b'{"choices": [')
    handler.wfile.flush()
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.connection.close()


def _circle(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(307)
    handler.send_header("location", handler.path)
    handler.send_header("content-length", "0")
    handler.end_headers()


_CHOICES = completion(TEXT)["choices"] + [
    {"index": 1, "message": {"role": "assistant", "content": "Answer: A"}, "finish_reason": "stop"}
]
_NO_ANSWER: Final = "the server's reply is not the JSON of a model's answer"
_TOOLS: Final = "asked for tools"

FAULTS: Final[Mapping[str, Fault]] = {
    "tool calls and no text": Fault(_tools(None), "unread", _TOOLS),
    "tool calls beside a text": Fault(_tools(TEXT), "read", _TOOLS),
    "tool calls that are said to be an end": Fault(_tools("", "stop"), "unread", _TOOLS),
    "a call in the old form": Fault(
        Reply(200, _message(content=None, function_call={"name": "f", "arguments": "{}"})), "unread"
    ),
    "no content": Fault(Reply(200, _message(content=None)), "unread"),
    "no key for the content": Fault(Reply(200, _message()), "unread"),
    "an empty text": Fault(Reply(200, _message(content="")), "unread"),
    "content in parts": Fault(
        Reply(200, _message(content=[{"type": "text", "text": part} for part in ("Answer", ": B")])), "read"
    ),
    "a refusal": Fault(Reply(200, _message(content=None, refusal="I cannot help.")), "unread"),
    "thinking alone": Fault(Reply(200, _message(content="", reasoning_content="It is B.")), "unread"),
    "no choices": Fault(_whole(choices=[]), "error", _NO_ANSWER),
    "several choices": Fault(_whole(choices=_CHOICES), "read"),
    "an unknown reason to stop": Fault(_whole(choices=[{**_CHOICES[0], "finish_reason": "tired"}]), "read"),
    "another model's name": Fault(_whole(model="someone-else"), "read"),
    "no model's name": Fault(_whole(model=None), "read"),
    "no usage": Fault(_whole(usage=None), "read"),
    "usage below zero": Fault(_whole(usage=_usage(-5, -7)), "read"),
    "usage beyond all measure": Fault(_whole(usage=_usage(10**15, 10**15)), "read"),
    "usage in words": Fault(_whole(usage=_usage("many", "more")), "error", _NO_ANSWER),
    "the same reply to everything": Fault(_whole(), "read"),
    "a body without an end": Fault(_endless, "error", "larger than"),
    "a body of 50 MB": Fault(_huge, "error", "larger than"),
    "a byte now and then": Fault(_drip, "repeated error", "--timeout"),
    "a page of HTML": Fault(Reply(200, "<html>It works!</html>"), "error", _NO_ANSWER),
    "JSON cut off": Fault(Reply(200, '{"choices": ['), "error", _NO_ANSWER),
    "JSON of another form": Fault(Reply(200, {"surprise": [1, 2]}), "error", _NO_ANSWER),
    "JSON that is no object": Fault(Reply(200, '["Answer: B"]'), "repeated error"),
    "an error that is said to be none": Fault(
        Reply(200, {"error": {"message": "loading"}}), "error", _NO_ANSWER
    ),
    "redirects in a circle": Fault(_circle, "error", "redirects again and again"),
    "a connection that breaks off": Fault(_reset, "repeated error", "Connection error"),
    "rate limits": Fault(_error(429), "repeated error", "fault 429"),
    "rate limits for a moment": Fault(_error(429, "0"), "repeated error", "fault 429"),
    "rate limits for a day": Fault(_error(429, "86400"), "stopped", "86,400 s"),
    "errors 500": Fault(_error(500), "repeated error", "fault 500"),
    "errors 502": Fault(_error(502), "repeated error", "fault 502"),
    "errors 503": Fault(_error(503), "repeated error", "fault 503"),
    "errors 529": Fault(_error(529), "repeated error", "fault 529"),
    "bad requests": Fault(_error(400), "error", "fault 400"),
    "a wrong key": Fault(_error(401), "stopped", "is the key right?"),
    "a key without rights": Fault(_error(403), "stopped", "may this key ask this model?"),
    "no such model": Fault(_error(404), "stopped", "model's name"),
}
