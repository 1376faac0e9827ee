"""A small site on this machine: what each path answers, and what was asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

from attrs import define, field
from http_servers import handled_by, running


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

    with running(handled_by(Handler)) as site.url:
        yield site
