"""`cocoa evaluate` and a server on this machine: answers are read, and failures are told and bounded."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from net.calls import cocoa, data
from net.outputs import records

Served = Callable[[str], tuple[int, str | Mapping[str, Any]]]
# stated by the shapes that are documented; and completions in which nothing is stated
READ = (
    "Let me see. Option {} it is.\n\nAnswer: {}",
    "So it must be \\boxed{{{}}}",
    "<answer>{}</answer>",
    '{{"answer": "{}"}}',
    "The answer is ({}).",
    "{}",
)
UNREAD = (
    "",
    "I cannot tell.",
    "Every option has its merits.",
    "Answer:",
    "<answer></answer>",
    '{"letter": null}',
)


@contextmanager
def serving(answer: Served) -> Iterator[str]:
    """The address of a server: it gets the text of each conversation, and replies with status and body."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))))
            status, said = answer("\n".join(str(message["content"]) for message in body["messages"]))
            content = (said if isinstance(said, str) else json.dumps(said)).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def completion(text: str) -> dict[str, Any]:
    return {
        "id": "net",
        "object": "chat.completion",
        "created": 0,
        "model": "served",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    }


def arguments(exam: Path, address: str, logs: Path) -> tuple[object, ...]:
    return ("evaluate", exam, "-m", "openai-api/local/served", "--base-url", address, "--log-dir", logs)


@pytest.mark.deep
def test_stated_answers_are_read_and_others_are_not(desk: Path, tmp_path: Path) -> None:
    asked = {record["request"]: record["answer"] for record in records(desk / "exam")}
    turns = count()

    def answer(text: str) -> tuple[int, Mapping[str, Any]]:
        right = next(letter for request, letter in asked.items() if request in text)
        turn = next(turns) % 12
        said = UNREAD[turn - 6] if turn >= 6 else READ[turn].format(*[right] * READ[turn].count("{}"))
        return 200, completion(said)

    with serving(answer) as address:
        output = data(*arguments(desk / "exam", address, tmp_path / "logs"))
    (model,) = output["models"]
    assert (model["answers"], model["right"], model["parse_failures"]) == (12, 6, 6)
    assert (model["errors"], model["complete"]) == (0, True)


FAILURES: dict[str, Served] = {
    "an error of the server": lambda _: (500, {"error": {"message": "something broke"}}),
    "no JSON": lambda _: (200, "<html>welcome</html>"),
    "JSON of another form": lambda _: (200, {"surprise": [1, 2]}),
    "no choices": lambda _: (200, {**completion(""), "choices": []}),
    "a refusal": lambda _: (400, {"error": {"message": "not this one"}}),
}


@pytest.mark.deep
@pytest.mark.parametrize("kind", FAILURES)
def test_a_server_that_fails_leaves_questions_without_answers(desk: Path, tmp_path: Path, kind: str) -> None:
    with serving(FAILURES[kind]) as address:
        bounded = ("--limit", 2, "--max-retries", 0, "--timeout", 10, "--json")
        call = cocoa(*arguments(desk / "exam", address, tmp_path / "logs"), *bounded)
    assert call.code == 1
    assert "Traceback" not in call.out
    (model,) = json.loads(call.out)["models"]
    assert (model["answers"], model["right"], model["errors"]) == (0, 0, 2)
    assert model["why"]


@pytest.mark.deep
def test_a_wrong_key_and_an_absent_server_are_told_at_once(desk: Path, tmp_path: Path) -> None:
    with serving(lambda _: (401, {"error": {"message": "wrong key"}})) as address:
        refused = cocoa(*arguments(desk / "exam", address, tmp_path / "logs"))
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{reserved.getsockname()[1]}/v1"
        absent = cocoa(*arguments(desk / "exam", nobody, tmp_path / "others"))
    for call, named in ((refused, "wrong key"), (absent, nobody)):
        assert call.code == 2
        assert call.clean
        assert call.out == ""
        assert named in call.err
        assert "error: " in call.err
