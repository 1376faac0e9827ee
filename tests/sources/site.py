"""A small site on this machine: what each path answers, and what was asked for."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from attrs import define, field


@define
class Answer:
    """What a path answers."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(factory=dict)


@define
class Site:
    """answers: by path with its query, else by path alone. asked: the paths, in order. told: the headers of
    each request."""

    answers: dict[str, Answer]
    asked: list[str] = field(factory=list)
    told: list[dict[str, str]] = field(factory=list)
    url: str = ""


@contextmanager
def serving_site(answers: Mapping[str, Answer | bytes | str]) -> Iterator[Site]:
    """The site, as long as the block runs."""
    found = {
        path: one if isinstance(one, Answer) else Answer(one if isinstance(one, bytes) else one.encode())
        for path, one in answers.items()
    }
    site = Site(found)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.asked.append(self.path)
            site.told.append(dict(self.headers.items()))
            missing = Answer(b"nothing", 404)
            answer = site.answers.get(self.path) or site.answers.get(self.path.partition("?")[0], missing)
            self.send_response(answer.status)
            kind = "text/html; charset=utf-8" if answer.body.lstrip()[:1] == b"<" else "text/plain"
            headers = {"Content-Type": kind, "Content-Length": str(len(answer.body)), **answer.headers}
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    site.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
