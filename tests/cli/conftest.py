"""The command line, a data set and a domain to call it on."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from cabins import write_cabins
from calling import Cocoa, call_cocoa
from evaluation.local_server import LocalServer, serving

import cocoa_core


@pytest.fixture
def cocoa() -> Cocoa:
    """A command in this process."""
    return call_cocoa


@pytest.fixture(scope="session")
def exam(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set of ten questions about flights, seed 7."""
    folder = tmp_path_factory.mktemp("exam") / "exam"
    cocoa_core.load_domain("flights").write(folder, 10, seed=7)
    return folder


@pytest.fixture(scope="session")
def cabins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a domain whose names look like markup."""
    return write_cabins(tmp_path_factory.mktemp("cabins") / "cabins")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalServer]:
    """A server that names B and is asked through `openai-api/local/...`."""
    with serving(LocalServer(lambda messages: "Answer: B")) as local:
        monkeypatch.setenv("LOCAL_BASE_URL", local.url)
        monkeypatch.setenv("LOCAL_API_KEY", "none")
        yield local


@pytest.fixture
def interruptible() -> Iterator[None]:
    """SIGINT is heeded also where the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
