"""Servers of the tests, each in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import BaseServer


@contextmanager
def running(server: BaseServer) -> Iterator[str]:
    """The address of a server, which runs while the block does."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def handled_by(handler: type[BaseHTTPRequestHandler]) -> ThreadingHTTPServer:
    """A server at a free port of this machine, which logs nothing."""
    handler.log_message = lambda *_: None  # type: ignore[method-assign]
    return ThreadingHTTPServer(("127.0.0.1", 0), handler)
