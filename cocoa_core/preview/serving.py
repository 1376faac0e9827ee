"""Serves the page only to one's own browser, and makes it again when a file of the domain changes.

Others who can reach the port get nothing: neither a web page under another host name (rebinding), nor a
program that guesses the path. No path of a request is looked up on disk.
"""

from __future__ import annotations

import os
import secrets
import threading
import time
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from attrs import define, field

from cocoa_core.api import DomainHandle
from cocoa_core.checking import check_domain, said_rules
from cocoa_core.errors import CocoaError, Finding, UsageError
from cocoa_core.families.selection import explain
from cocoa_core.loading import load_domain, shown_path
from cocoa_core.text import counted


def page_of(folder: Path, version: int, seed: int, count: int) -> bytes:
    """Returns the page about the domain in a folder: its findings, questions with proofs, and words.

    The same files and arguments give the same bytes. A domain that cannot be loaded has only its findings.

    Args:
        version: the number that the page has, by which its script notices a newer one.
        count: the number of questions.
    """
    report = check_domain(folder, seed=seed, quick=True)
    parts: dict[str, Any] = {"questions": [], "rules": (), "refused": ""}
    if report.summary is not None:
        domain = load_domain(folder)
        parts["rules"] = said_rules(domain, seed=seed)
        try:
            drawn = [*DomainHandle(domain).generate(count=count, seed=seed)]
            parts["questions"] = [(question, explain(question, domain)) for question in drawn]
        except CocoaError as error:
            parts["refused"] = str(error)
    without = _without_paths(folder)
    findings = [_shown(finding, without) for finding in report.findings]
    parts["refused"] = without(parts["refused"])
    name = report.summary.name if report.summary else folder.resolve().name
    return _filled("page.html", name=name, version=version, report=report, findings=findings, **parts)


def waiting_page(version: int, problem: str = "") -> bytes:
    """Returns the page for the time before there is another.

    Args:
        problem: why there will be none until the next save; empty where it is being made.
    """
    return _filled("waiting.html", version=version, problem=problem)


def file_of(name: str) -> bytes:
    """Returns the style sheet or the script by its name."""
    return (Path(__file__).parent / "templates" / name).read_bytes()


def _without_paths(folder: Path) -> Callable[[str], str]:
    paths = sorted({shown_path(folder), str(folder), str(folder.resolve())} - {"."}, key=len, reverse=True)

    def without(text: str) -> str:
        for path in paths:
            text = text.replace(f"{path}{os.sep}", "").replace(path, "the domain")
        return text

    return without


def _shown(finding: Finding, without: Callable[[str], str]) -> dict[str, str]:
    """Returns the finding as texts, without the path of the domain."""
    parts = {name: without(getattr(finding, name)) for name in ("problem", "got", "expected", "fix")}
    place = without(str(finding.place))
    return {"severity": finding.severity, "code": finding.code, "place": place, **parts}


def _filled(template: str, /, **words: Any) -> bytes:
    from cocoa_core.templates import templates_of

    templates = templates_of("cocoa_core.preview")
    templates.filters["counted"] = counted
    return templates.get_template(template).render(**words).encode()


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
"""Seconds that a client has to send its request."""
_SETTLED: Final = 0.3
"""Seconds between two looks at the files; a file that changes from one to the next is still being saved."""

_Signature = tuple[tuple[str, int, int], ...]
"""The names, sizes and times of files."""


@define(eq=False)
class Preview:
    """The page of one domain, and the server that shows it."""

    folder: Path
    port: int = 0
    """0 for any free port."""
    seed: int = 0
    """The seed of the questions on the page."""
    count: int = 5
    """The number of questions on the page."""
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
        """The address of the page, once it is served."""
        return f"http://{_LOOPBACK}:{self.port}/{self.token}/"

    def start(self) -> None:
        """Begins to serve in another thread.

        The page says that it is being made until `make` is done.

        Raises:
            UsageError: the port cannot be used.
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
        """Makes the page again, whether or not the files have changed."""
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
        """Makes the page, and again after each change of a file.

        Args:
            seconds: how long to watch; None: until it is interrupted.
        """
        end = None if seconds is None else time.monotonic() + seconds
        made_from: _Signature | None = None
        while end is None or time.monotonic() < end:
            signature = self._signature()
            if signature != made_from:
                time.sleep(_SETTLED)
                if signature == self._signature():
                    made_from = signature
                    self.make()
                continue
            time.sleep(_SETTLED)

    def stop(self) -> None:
        """Stops the server."""
        self._server.shutdown()
        self._server.server_close()

    def _signature(self) -> _Signature:
        files = []
        for directory in (self.folder, self.folder / "tables"):
            try:
                for path in directory.iterdir():
                    if path.is_file() and path.suffix != ".py":
                        stat = path.stat()
                        files.append((str(path), stat.st_size, stat.st_mtime_ns))
            except OSError:  # not there, or gone while we looked
                continue
        return tuple(sorted(files))


def _handler(preview: Preview) -> type[BaseHTTPRequestHandler]:
    """Returns the class that answers: GET of four paths below the token, under one of two host names."""

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
                state = f"{preview.version}{' making' if preview.making else ''}"
                self._answer(HTTPStatus.OK, state.encode())
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
            """Answers the errors of http.server itself: other methods than GET, and what is no HTTP."""
            unknown = code == HTTPStatus.NOT_IMPLEMENTED
            self.close_connection = True
            self._answer(HTTPStatus.METHOD_NOT_ALLOWED if unknown else HTTPStatus.BAD_REQUEST)

        def log_message(self, *_: Any) -> None:
            """Logs nothing: the token would be in the log."""

    return Handler
