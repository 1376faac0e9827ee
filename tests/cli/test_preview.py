"""`cocoa preview` prints its address, serves the page, and ends by Ctrl-C as if nothing were wrong."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from calling import Cocoa
from checking.laptops import write_laptops
from heeding import heed_interrupts

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")


def test_it_serves_until_ctrl_c_and_ends_cleanly(tmp_path: Path) -> None:
    folder = write_laptops(tmp_path / "laptops")
    before = sorted(tmp_path.rglob("*"))
    call = [sys.executable, "-m", "cocoa", "preview", str(folder), "--count", "1", "--no-open"]
    with subprocess.Popen(
        call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heed_interrupts
    ) as run:
        assert run.stdout is not None
        url = run.stdout.readline().strip()
        assert url.startswith("http://127.0.0.1:")
        assert run.stdout.readline() == "Ctrl-C ends it.\n"
        page = ""
        for _ in range(600):
            with urllib.request.urlopen(url, timeout=10) as answer:
                page = answer.read().decode()
            if "So the answer is" in page:
                break
            time.sleep(0.1)
        assert "So the answer is" in page
        run.send_signal(signal.SIGINT)
        printed, said = run.communicate(timeout=30)
    assert (run.returncode, printed, said) == (0, "", "")
    assert sorted(tmp_path.rglob("*")) == before


def test_a_port_that_is_taken_is_refused(cocoa: Cocoa, tmp_path: Path) -> None:
    folder = write_laptops(tmp_path / "laptops")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = cocoa("preview", folder, "--no-open", "--port", port)
    assert result.exit_code == 2
    assert f"the port {port} cannot be used" in result.stderr
    assert "leave --port out" in result.stderr
