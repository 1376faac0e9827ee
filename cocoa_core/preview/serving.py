"""Serving the page to one's own browser alone, and making it anew when a file of the domain changes.

Whoever else can reach the port gets nothing: a page of the web by another host name (rebinding), another
program by guessing the path. Nothing that is asked for is looked up on disk.
"""

from __future__ import annotations

import secrets
import threading
import time
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from attrs import define, field

from cocoa_core.errors import CocoaError, UsageError
from cocoa_core.preview.page import file_of, page_of, waiting_page

__all__ = ["Preview"]

_LOOPBACK: Final = "127.0.0.1"
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_TOKEN_BYTES: Final = 16
_PATIENCE: Final = 10.0
"""Seconds that a caller has to say what it wants."""
_SETTLED: Final = 0.3
"""Seconds between two looks at the files; what changes from one to the next is still being saved."""

_Signature = tuple[tuple[str, int, int], ...]


@define(eq=False)
class Preview:
    """The page of one domain, and the server that shows it."""

    folder: Path
    port: int = 0
    """0 for any that is free."""
    seed: int = 0
    count: int = 5
    """`seed` and `count`: of the questions on the page. UsageError from `start` where the port is taken."""
    version: int = field(default=0, init=False)
    making: bool = field(default=True, init=False)
    page: bytes = field(init=False)
    token: str = field(factory=lambda: secrets.token_urlsafe(_TOKEN_BYTES), init=False)
    _server: ThreadingHTTPServer = field(init=False, repr=False)

    @page.default
    def _first_page(self) -> bytes:
        return waiting_page(0)

    @property
    def url(self) -> str:
        """Where the page is, once it is served."""
        return f"http://{_LOOPBACK}:{self.port}/{self.token}/"

    def start(self) -> None:
        """Begins to serve, in another thread.

        The page says that it is being made until `make` is done.
        """
        try:
            self._server = ThreadingHTTPServer((_LOOPBACK, self.port), _handler(self))
        except OSError as error:
            raise UsageError(
                f"the port {self.port} cannot be used",
                got=error.strerror or str(error),
                expected="one that is free",
                fix="leave --port out: then any that is free is taken",
            ) from None
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, name="preview", daemon=True).start()

    def make(self) -> None:
        """Makes the page anew, whatever the files are like."""
        self.making = True
        number = self.version + 1
        try:
            self.page = page_of(self.folder, number, self.seed, self.count)
        except CocoaError as error:
            self.page = waiting_page(number, error.problem)
        except Exception as error:  # the next save may mend it
            self.page = waiting_page(number, f"this is a fault of cocoa: {type(error).__name__}: {error}")
        self.version, self.making = number, False

    def watch(self, seconds: float | None = None) -> None:
        """Makes the page, and again after each change of a file, for so long; until interrupted without."""
        end = None if seconds is None else time.monotonic() + seconds
        made: _Signature | None = None
        while end is None or time.monotonic() < end:
            now = self._signature()
            if now != made:
                time.sleep(_SETTLED)
                if now == self._signature():
                    made = now
                    self.make()
                continue
            time.sleep(_SETTLED)

    def stop(self) -> None:
        """Serve no more."""
        self._server.shutdown()
        self._server.server_close()

    def _signature(self) -> _Signature:
        """Names, sizes and times of the files in the domain's folder and in its `tables`."""
        found = []
        for place in (self.folder, self.folder / "tables"):
            try:
                for path in place.iterdir():
                    if path.is_file() and path.suffix != ".py":
                        stat = path.stat()
                        found.append((str(path), stat.st_size, stat.st_mtime_ns))
            except OSError:  # not there, or gone while we looked
                continue
        return tuple(sorted(found))


def _handler(preview: Preview) -> type[BaseHTTPRequestHandler]:
    """Returns what answers: GET of four paths below the token, by one of two host names."""

    class Handler(BaseHTTPRequestHandler):
        server_version, sys_version = "cocoa", ""
        timeout = _PATIENCE

        def do_GET(self) -> None:
            hosts = {f"{name}:{preview.port}" for name in (_LOOPBACK, "localhost")}
            if self.headers.get_all("Host", []) not in [[host] for host in hosts]:
                self._answer(HTTPStatus.MISDIRECTED_REQUEST)
                return
            token, slash, name = self.path.removeprefix("/").partition("/")
            if not slash or not secrets.compare_digest(token.encode(), preview.token.encode()):
                self._answer(HTTPStatus.NOT_FOUND)
            elif not name:
                self._answer(HTTPStatus.OK, preview.page, "text/html")
            elif name == "version":
                said = f"{preview.version}{' making' if preview.making else ''}"
                self._answer(HTTPStatus.OK, said.encode())
            elif name in ("preview.css", "preview.js"):
                kind = "text/css" if name.endswith("css") else "text/javascript"
                self._answer(HTTPStatus.OK, file_of(name), kind)
            else:
                self._answer(HTTPStatus.NOT_FOUND)

        def _answer(self, status: HTTPStatus, body: bytes = b"", kind: str = "text/plain") -> None:
            self.send_response(status)
            for name, value in _HEADERS.items():
                self.send_header(name, value)
            if status == HTTPStatus.METHOD_NOT_ALLOWED:
                self.send_header("Allow", "GET")
            body = body or status.phrase.encode()
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(body)

        def send_error(self, code: int, *_: Any, **__: Any) -> None:
            """Errors of http.server itself: what is no GET, and what is no HTTP."""
            unknown = code == HTTPStatus.NOT_IMPLEMENTED
            self.close_connection = True
            self._answer(HTTPStatus.METHOD_NOT_ALLOWED if unknown else HTTPStatus.BAD_REQUEST)

        def log_message(self, *_: Any) -> None:
            """Nothing: the token would stand in the log."""

    return Handler
