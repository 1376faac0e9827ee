"""A store that speaks S3 as far as cocoa does, and misbehaves as it is told."""

from __future__ import annotations

import hashlib
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from attrs import Factory, define, frozen
from http_servers import handled_by, running
from remote_servers import environment_of


@frozen
class Fault:
    """What happens to requests of one verb: "put", "get", "head", "list" or "delete".

    status: replied in place of what the store would reply, with an S3 error of that code; 0: the connection
    is closed without a reply
    times: so many requests; the others go well
    stored: the request is carried out all the same
    location: a header of the reply
    hangs: no reply until the client gives up
    """

    verb: str
    status: int = 0
    code: str = ""
    times: int = 10**9
    stored: bool = False
    location: str = ""
    hangs: bool = False


@define
class FaultyStore:
    """Objects by path (/bucket/folder/name), what is wrong, and how many requests of a verb there were.

    habits: "ignores conditions", "stores half", "stores other bytes", "forgets", "sends no ETag",
    "sends a false ETag", "sends half" (of a body, and closes), "sends half as all" (and says so in the
    length), "lists without end", "lists an error", "deletes nothing"
    """

    objects: dict[str, bytes] = Factory(dict)
    fault: Fault | None = None
    habits: frozenset[str] = frozenset()
    requests: Counter[str] = Factory(Counter)
    _faults: int = 0
    _over: threading.Event = Factory(threading.Event)

    def reset(self) -> None:
        """As new."""
        self.objects, self.fault, self.habits = {}, None, frozenset()
        self.requests, self._faults = Counter(), 0

    def meets(self, verb: str) -> Fault | None:
        """The fault that a request of this verb meets now."""
        self.requests[verb] += 1
        if self.fault is None or self.fault.verb != verb or self._faults >= self.fault.times:
            return None
        self._faults += 1
        return self.fault

    def put(self, path: str, body: bytes) -> None:
        """Store an object, as this store does."""
        if "stores half" in self.habits:
            body = body[: len(body) // 2]
        if "stores other bytes" in self.habits:
            body = bytes(byte ^ 1 for byte in body)
        if "forgets" not in self.habits:
            self.objects[path] = body

    def tag(self, body: bytes) -> dict[str, str]:
        """The header with the digest of an object, where there is one."""
        if "sends no ETag" in self.habits:
            return {}
        if "sends a false ETag" in self.habits:  # that of the bytes that were put
            body = bytes(byte ^ 1 for byte in body)
        return {"ETag": f'"{hashlib.md5(body, usedforsecurity=False).hexdigest()}"'}


@contextmanager
def faulty_store() -> Iterator[tuple[FaultyStore, dict[str, str]]]:
    """A store on this machine and its environment, as long as it runs."""
    store = FaultyStore()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = 1 << 16  # head and body in one segment: no 40 ms for an acknowledgement

        def do_PUT(self) -> None:
            body, path = self.body(), unquote(urlsplit(self.path).path)
            if self.met("put", lambda: store.put(path, body)):
                return
            conditional = self.headers["If-None-Match"] and "ignores conditions" not in store.habits
            if conditional and path in store.objects:
                self.reply(412, error("PreconditionFailed"))
            else:
                store.put(path, body)
                self.reply(200, b"", store.tag(body))

        def do_GET(self) -> None:
            address = urlsplit(self.path)
            if "list-type" in (query := parse_qs(address.query)):
                if not self.met("list"):
                    self.reply(200, listing(store, address.path, query))
                return
            if self.met("head" if self.command == "HEAD" else "get"):
                return
            body = store.objects.get(unquote(address.path))
            if body is None:
                self.reply(404, error("NoSuchKey"))
                return
            headers = store.tag(body) | {"Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT"}
            half = body[: len(body) // 2]
            if self.command == "GET" and "sends half as all" in store.habits:
                self.reply(200, half, headers)
            elif self.command == "GET" and "sends half" in store.habits:
                self.reply(200, half, headers, len(body))
            else:
                self.reply(200, body, headers)

        do_HEAD = do_GET  # noqa: N815

        def do_POST(self) -> None:
            body = self.body().decode()
            folder = urlsplit(self.path).path
            name = body.partition("<Key>")[2].partition("</Key>")[0]
            if self.met("delete", lambda: store.objects.pop(f"{folder}/{name}", None)):
                return
            if "deletes nothing" in store.habits:
                inside = f"<Error><Key>{name}</Key><Code>AccessDenied</Code><Message>no</Message></Error>"
            else:
                store.objects.pop(f"{folder}/{name}", None)
                inside = f"<Deleted><Key>{name}</Key></Deleted>"
            self.reply(200, f"<DeleteResult>{inside}</DeleteResult>".encode())

        def body(self) -> bytes:
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))

        def met(self, verb: str, work: Any = lambda: None) -> bool:
            """Whether this request meets the fault, which it then gets."""
            fault = store.meets(verb)
            if fault is None:
                return False
            if fault.stored:
                work()
            if fault.hangs:
                store._over.wait(30)
            if fault.status:
                headers = {"Location": fault.location} if fault.location else {}
                self.reply(fault.status, error(fault.code or "Fault"), headers)
            else:
                self.close_connection = True
            return True

        def reply(
            self, status: int, body: bytes, headers: dict[str, str] | None = None, length: int | None = None
        ) -> None:
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body) if length is None else length))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)
            self.close_connection = length is not None

    with running(handled_by(Handler)) as address:
        try:
            yield store, environment_of(address)
        finally:
            store._over.set()


def error(code: str) -> bytes:
    return f'<?xml version="1.0"?><Error><Code>{code}</Code><Message>told so</Message></Error>'.encode()


def listing(store: FaultyStore, bucket: str, query: dict[str, list[str]]) -> bytes:
    """A page of names, with all of them; the same page again and again where the store lists without end."""
    if "lists an error" in store.habits:
        return error("InternalError")
    names = [path.removeprefix(f"{bucket}/") for path in sorted(store.objects)]
    found = [name for name in names if name.startswith(query.get("prefix", [""])[0])]
    more = "lists without end" in store.habits
    contents = "".join(
        f"<Contents><Key>{name}</Key><LastModified>2024-01-01T00:00:00.000Z</LastModified>"
        f"<Size>{len(store.objects[f'{bucket}/{name}'])}</Size></Contents>"
        for name in found
    )
    token = "<NextContinuationToken>again</NextContinuationToken>" if more else ""
    head = f"<Name>exams</Name><IsTruncated>{str(more).lower()}</IsTruncated>{token}"
    return f'<?xml version="1.0"?><ListBucketResult>{head}{contents}</ListBucketResult>'.encode()
