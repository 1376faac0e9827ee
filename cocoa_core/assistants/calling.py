"""Asks an assistant: a Python function, or a server that answers a POST."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from concurrent.futures import Future
from contextlib import suppress
from http.client import HTTPException, HTTPResponse, IncompleteRead, RemoteDisconnected
from pathlib import Path
from sysconfig import get_path
from traceback import extract_tb
from typing import Any, Final, Protocol, TypeVar
from urllib import request
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

from attrs import field, frozen

from cocoa_core.errors import UsageError, one_line
from cocoa_core.sources import is_address, names_host, refuse_open_headers, shown_address
from cocoa_core.text import whole
from cocoa_core.version import __version__

Result = TypeVar("Result")
Messages = Sequence[Mapping[str, str]]
"""A conversation; each message is {"role": "user", "content": ...}, or of the role "assistant"."""

_RETRIED: Final = (0.5, 1.0)
"""Seconds before a second and a third try, where a server is away, busy or late."""
_BUSY: Final = frozenset({408, 429, 500, 502, 503, 504})
_LARGEST: Final = 5_000_000
"""Bytes of a reply."""
_REASON: Final = 10_000
"""Bytes that are read of the words on an error; fewer are shown, so that no secret is cut and then shown."""


class NoReplyError(Exception):
    """There is no reply to judge: the target is away or late, or its answer is not a reply."""


@frozen
class AssistantReply:
    """An assistant's reply to a conversation."""

    text: str = field(converter=whole)
    """The text for the user."""
    data: Any = None
    """The whole JSON, or that of the mapping that a function returned; None for bare text."""


class Target(Protocol):
    """An assistant."""

    @property
    def name(self) -> str:
        """The name in reports, without query and headers."""

    def ask(self, messages: Messages, session: str) -> AssistantReply:
        """Returns the assistant's reply.

        Args:
            messages: the conversation so far, which ends with the user's message.
            session: the name of the conversation.

        Raises:
            NoReplyError: there is no reply.
        """


def started(call: Callable[[], Result]) -> Future[Result]:
    """Returns the future of a call in a thread that holds neither a run nor the exit, if it never ends."""
    future: Future[Result] = Future()

    def work() -> None:
        try:
            future.set_result(call())
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=work, daemon=True).start()
    return future


def target_of(name: str, headers: Mapping[str, str], seconds: float) -> Target:
    """Returns the assistant at an address, or an importable function `module:function`.

    Args:
        headers: the headers of requests, which may be secret.
        seconds: the longest time for one reply.

    Raises:
        UsageError: the name is neither, or the function cannot be imported or called; or headers would go
            over the internet unencrypted.
    """
    if is_address(name):
        if not names_host(name) or "@" in urlsplit(name).netloc:
            raise UsageError("this address cannot be called", expected="http://HOST/... without a password")
        refuse_open_headers(name, headers)
        return _HttpTarget(name, dict(headers), seconds)
    module_name, colon, function_name = name.partition(":")
    if not colon or not module_name or not function_name or function_name.startswith("//"):
        raise UsageError(
            "the target is neither an address nor a function",
            got=one_line(name),
            expected="http://localhost:8000/chat, or module:function",
            fix="for a function answer in the file shop.py: --target shop:answer",
        )
    if headers:
        raise UsageError("a function has no headers", fix="leave --header out, or name an address")
    if "" not in sys.path and os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        function = getattr(importlib.import_module(module_name), function_name)
    except (Exception, SystemExit) as error:
        raise UsageError(
            f"the function {one_line(name)} cannot be imported",
            got=_raised(error),
            expected="a module that can be imported from this folder, and a function in it",
        ) from error
    if not callable(function):
        raise UsageError(f"{one_line(name)} is no function", got=type(function).__name__)
    if inspect.iscoroutinefunction(function):
        raise UsageError(
            f"{one_line(name)} returns no reply until it is awaited",
            got=f"async def {function_name}",
            expected="a function that returns the reply",
            fix="name one such as: def answer(messages, session):"
            f" return asyncio.run({function_name}(messages, session))",
        )
    with suppress(ValueError):  # of a builtin that has no signature
        signature = inspect.signature(function)
        try:
            signature.bind([], "")
        except TypeError as error:
            raise UsageError(
                f"{one_line(name)} cannot be called with the messages and the session",
                got=f"{function_name}{signature}",
                expected=f"{function_name}(messages, session)",
            ) from error
    return _FunctionTarget(name, function, seconds)


@frozen(eq=False)
class _FunctionTarget:
    """Calls function(messages, session), which returns a text or {"reply": text, "rows": [...]}."""

    name: str
    function: Callable[..., Any] = field(repr=False)
    seconds: float

    def ask(self, messages: Messages, session: str) -> AssistantReply:
        def call() -> AssistantReply:
            try:
                value = self.function([dict(message) for message in messages], session)
            except (Exception, SystemExit) as error:
                raise NoReplyError(_raised(error)) from None
            if not isinstance(value, str | Mapping):
                raise NoReplyError(f"the function returned {type(value).__name__}, not a text or a dict")
            try:
                content = json.dumps(value, default=_plain)
                reply = _reply_of_json(content)
            except Exception as error:
                raise NoReplyError(f"what the function returned is no JSON: {_raised(error)}") from None
            _check_size(len(content))
            return reply

        try:
            return started(call).result(self.seconds)
        except TimeoutError:
            raise NoReplyError(_late(self.seconds)) from None


def _plain(value: Any) -> Any:
    """Returns what JSON has for a value that a function returned, such as an array or a set of ids."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Set | Iterator):
        return list(value)
    return value.tolist() if hasattr(value, "tolist") else str(value)


def _raised(error: BaseException) -> str:
    """Returns what was raised, and the last line that led there in code of the caller, not of a library."""
    problem = f"{type(error).__name__}: {one_line(error)}"
    for frame in reversed(extract_tb(error.__traceback__)):
        if frame.filename not in (__file__, "") and not frame.filename.startswith("<"):
            path = Path(frame.filename)
            installed = {"site-packages", "dist-packages"} & {*path.parts}
            if not installed and not path.is_relative_to(get_path("stdlib")):
                return f"{problem} ({path.name}:{frame.lineno})"
    return problem


@frozen(eq=False)
class _HttpTarget:
    """Posts {"session", "messages"} to an address that returns JSON, a chat completion or plain text."""

    address: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    seconds: float

    @property
    def name(self) -> str:
        """The address without its query."""
        shown: str = shown_address(self.address)
        return shown

    def ask(self, messages: Messages, session: str) -> AssistantReply:
        body = json.dumps({"session": session, "messages": [dict(message) for message in messages]})
        for wait in (*_RETRIED, None):
            try:
                return started(lambda: self._ask_once(body.encode())).result(self.seconds)
            except (_BusyError, TimeoutError) as error:
                busy = error if isinstance(error, _BusyError) else _BusyError(_late(self.seconds))
                if wait is None:
                    raise NoReplyError(str(busy)) from None
                time.sleep(max(wait, min(busy.wait, self.seconds)))
        raise NoReplyError("no answer")

    def _ask_once(self, body: bytes) -> AssistantReply:
        headers = {
            "User-Agent": f"cocoa-exams/{__version__}",
            "Content-Type": "application/json",
            "Accept": "application/json",
            **self.headers,
        }
        try:
            opener = request.build_opener(_NoRedirects())
            call = request.Request(self.address, body, headers, method="POST")
            end = time.monotonic() + self.seconds
            with opener.open(call, timeout=self.seconds) as response:
                media_type = response.headers.get_content_type()
                packed = response.headers.get("Content-Encoding", "identity")
                content = _body(response, end)
        except HTTPError as error:
            problem = f"the target answers {error.code}"
            if 300 <= error.code < 400 and "Location" in error.headers:
                problem += ", and redirects are not followed"
            else:
                problem += self._reason(error)
            error.close()
            if error.code in _BUSY:
                raise _BusyError(problem, _seconds(error.headers.get("Retry-After"))) from None
            raise NoReplyError(problem) from None
        except (URLError, OSError, HTTPException, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            raise _BusyError(_transport_words(reason, self.seconds)) from None
        _check_size(len(content))
        if packed.strip().lower() not in ("", "identity"):
            raise NoReplyError(
                f"the target packs its reply ({one_line(packed)}), which the call did not allow"
            )
        return _reply_of(content, media_type)

    def _reason(self, error: HTTPError) -> str:
        """Returns the target's words on an error, such as which field it lacks, without secrets; empty where
        it has none, or a page of HTML.
        """
        with suppress(OSError, HTTPException, ValueError):
            text = error.read(_REASON).decode("utf-8", "replace").strip()
            for value in self.headers.values():
                for secret in (value, *value.split()[1:]):  # of "Bearer KEY" also the key alone
                    text = text.replace(secret, "***")
            if text and text[0] != "<":
                return f": {one_line(' '.join(text.split()))}"
        return ""


class _BusyError(Exception):
    """An error after which another try may succeed; wait: the seconds that the target asks to wait."""

    def __init__(self, problem: str, wait: float = 0.0) -> None:
        super().__init__(problem)
        self.wait = wait


def _seconds(retry_after: str | None) -> float:
    """Returns the seconds of a header Retry-After; 0 where there is none, or a date."""
    text = (retry_after or "").strip()
    return float(text) if text.isascii() and text.isdecimal() else 0.0


class _NoRedirects(request.HTTPRedirectHandler):
    """Follows no redirect, so that headers with secrets are sent nowhere else."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _body(response: HTTPResponse, end: float) -> bytes:
    """Returns the body of a response, of which at most a byte more than `_LARGEST` is read.

    A time limit of the connection starts anew with each part that arrives, so the clock is looked at, too:
    nobody waits for the reply by then, and its thread has to end.

    Raises:
        TimeoutError: it is not there by `end`.
        IncompleteRead: it is shorter than the response says.
    """
    content = bytearray()
    while len(content) <= _LARGEST and (part := response.read1(_LARGEST + 1 - len(content))):
        content += part
        if time.monotonic() > end:
            raise TimeoutError
    if response.length and len(content) <= _LARGEST:
        raise IncompleteRead(bytes(content), response.length)
    return bytes(content)


def _check_size(size: int) -> None:
    if size > _LARGEST:
        raise NoReplyError(f"a reply of more than {_LARGEST:,} bytes")


def _late(seconds: float) -> str:
    return f"no answer in {seconds:g} seconds"


def _transport_words(reason: object, seconds: float) -> str:
    if isinstance(reason, TimeoutError):
        return _late(seconds)
    if isinstance(reason, IncompleteRead):
        return "the reply was cut off"
    if isinstance(reason, RemoteDisconnected):
        return "the target hung up without a reply"
    if isinstance(reason, HTTPException):
        return f"the target does not answer by HTTP ({type(reason).__name__})"
    if isinstance(reason, OSError) and reason.strerror:
        return reason.strerror
    return type(reason).__name__


def _reply_of(content: bytes, media_type: str) -> AssistantReply:
    """Returns the reply in a body, JSON or text; refuses none, a stream, a page of HTML, and broken
    JSON.
    """
    text = content.decode("utf-8-sig", "replace")
    if not text.strip():
        raise NoReplyError("the target answers nothing: an empty body")
    if media_type == "text/event-stream":  # an id may lie in several of its events
        raise NoReplyError("the target streams its reply; let it answer this call in one piece")
    if media_type != "text/plain":
        try:
            return _reply_of_json(text)
        except (ValueError, RecursionError) as error:
            if media_type == "text/html" or text.lstrip()[:1] == "<":
                raise NoReplyError("the target answers a page of HTML, not a reply") from None
            if media_type == "application/json":
                raise NoReplyError(f"the JSON of the target cannot be read: {one_line(error)}") from None
    return AssistantReply(text)


def _reply_of_json(content: str) -> AssistantReply:
    """Returns the reply in a JSON text.

    Raises:
        ValueError: it is no JSON.
        RecursionError: it is nested too deeply.
    """
    data = json.loads(content)
    return AssistantReply(data) if isinstance(data, str) else AssistantReply(_text_of(data), data)


def _text_of(data: Any) -> str:
    """Returns the part of JSON for people: `reply`, or the content of a chat completion; else all of it."""
    if isinstance(data, Mapping):
        if isinstance(data.get("reply"), str):
            return str(data["reply"])
        with suppress(LookupError, TypeError):
            content = data["choices"][0]["message"]["content"]
            if isinstance(content, str):
                return content
    return json.dumps(data, ensure_ascii=False)
