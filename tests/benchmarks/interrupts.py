"""Ctrl-C on `cocoa evaluate`, pressed once at random moments while the machine is busy: how many are lost.

Run with `python -m tests.benchmarks.interrupts --count 300`. Each press ends a run in a process of its own,
forked from one that has everything imported; the model is a server on loopback that takes its time. A press
is lost where the run goes on as if nobody had pressed; exit code 1 where one is.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from attrs import field, frozen
from rich.console import Console
from rich.table import Table

import cocoa_core

_QUESTIONS: Final = 200
_LOST: Final = 60.0
"""Seconds after a press after which it is lost: while questions are asked, it is repeated every second."""
_WINDOW: Final = 3.0
"""Seconds in which the press falls: of three runs in four from when they ask, else from when they begin."""
_PACKAGES: Final = "cocoa cocoa_core httpx httpcore openai pydantic numpy rich yaml fsspec"
_IMPORTED: Final = frozenset(_PACKAGES.split())
"""Packages that a run may find imported; those that change asyncio by that are not among them."""
_SPIN: Final = "while True: pass"
_SERVER: Final = """
import sys, time, random
from tests.evaluation.local_server import LocalServer, serving
def answer(messages):
    time.sleep(random.uniform(1, 4))
    return "Answer: B"
with serving(LocalServer(answer)) as server:
    print(server.url, flush=True)
    sys.stdin.read()
"""


@frozen
class Press:
    """after: the run had begun, or begun to ask, so many seconds before.

    seconds: to its end; None where it did not end.
    """

    after: float
    seconds: float | None
    code: int | None
    asked: bool
    said: str = field(repr=False, default="")


def press(exam: Path, logs: Path, after: float, *, asking: bool) -> Press:
    """One run, interrupted so many seconds after it began; asking: after it began to ask."""
    said = logs.with_suffix(".txt")
    child = os.fork()
    if not child:
        _run(exam, logs, said)
    begun = time.monotonic()
    while asking and not any(logs.glob("*")) and time.monotonic() < begun + _LOST:
        time.sleep(0.02)
    time.sleep(after)
    pressed = time.monotonic()
    os.kill(child, signal.SIGINT)
    code, seconds = None, None
    while time.monotonic() < pressed + _LOST:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            code, seconds = os.waitstatus_to_exitcode(status), time.monotonic() - pressed
            break
        time.sleep(0.02)
    else:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return Press(
        after, seconds, code, any(logs.glob("*")), said.read_text(encoding="utf-8", errors="replace")
    )


def _run(exam: Path, logs: Path, said: Path) -> None:
    """The command in this process, which ends with it. Which modules it took is written beside its logs."""
    from cocoa.main import app

    code = 70
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
        call = ["evaluate", str(exam), "-m", "openai-api/local/served", "--log-dir", str(logs)]
        app([*call, "--json", "--max-connections", "20"], prog_name="cocoa")
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 0
    except KeyboardInterrupt:
        code = 130
    finally:
        logs.with_suffix(".json").write_text(json.dumps(sorted(sys.modules)), encoding="utf-8")
        os._exit(code)


def warm(exam: Path, logs: Path) -> None:
    """Import what a run imports: as many modules as one that was interrupted late had."""
    press(exam, logs, _WINDOW, asking=True)
    for name in json.loads(logs.with_suffix(".json").read_text(encoding="utf-8")):
        if name.partition(".")[0] in _IMPORTED:
            with contextlib.suppress(Exception):
                import_module(name)


@contextlib.contextmanager
def server() -> Iterator[None]:
    """The model, in a process of its own."""
    command = [sys.executable, "-c", _SERVER]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        os.environ |= {
            "LOCAL_BASE_URL": run.stdout.readline().strip(),
            "LOCAL_API_KEY": "none",
            "no_proxy": "127.0.0.1",
        }
        try:
            yield
        finally:
            run.kill()


@contextlib.contextmanager
def busy(processes: int) -> Iterator[None]:
    """So many processes that take all the time they get."""
    spinning = [subprocess.Popen([sys.executable, "-c", _SPIN]) for _ in range(processes)]
    try:
        yield
    finally:
        for one in spinning:
            one.kill()
            one.wait()


def main() -> None:
    """Press, and print what became of it; what is done by the time of another Ctrl-C is printed too."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--busy", type=int, default=os.cpu_count() or 1, help="processes that spin meanwhile")
    parser.add_argument("--minutes", type=float, default=60.0, help="how long at most")
    given = parser.parse_args()
    rng, found = random.Random(given.seed), []
    end = time.monotonic() + 60 * given.minutes
    with TemporaryDirectory() as name, busy(given.busy), server():
        folder = Path(name).resolve()
        cocoa_core.load_domain("flights").write(folder / "exam", _QUESTIONS, seed=7)
        with contextlib.suppress(KeyboardInterrupt):
            warm(folder / "exam", folder / "warm")
            for number in range(given.count):
                if time.monotonic() > end:
                    break
                logs, after = folder / f"logs{number}", rng.uniform(0, _WINDOW)
                found.append(press(folder / "exam", logs, after, asking=bool(number % 4)))
                print(f"{len(found)} of {given.count}: {found[-1]}", file=sys.stderr, flush=True)
    report(Console(), found)


def report(console: Console, found: list[Press]) -> None:
    """The table; exits with 1 where a press was lost or the end was no clean one."""
    ended = sorted(one.seconds for one in found if one.seconds is not None)
    lost = [one for one in found if one.code in (None, 0)]
    unclean = [one for one in found if one.code not in (None, 0, 130) or "Traceback" in one.said]
    table = Table("presses", "while asked", "ended", "lost", "not clean", "seconds to the end", "most")
    middle, most = (f"{median(ended):.1f}", f"{ended[-1]:.1f}") if ended else ("-", "-")
    asked = sum(one.asked for one in found)
    table.add_row(*map(str, (len(found), asked, len(ended), len(lost), len(unclean), middle, most)))
    console.print(table)
    for one in (*lost, *unclean):
        tail = " / ".join(one.said.strip().splitlines()[-3:])
        console.print(f"{one.after:.2f} s after it began: exit {one.code}: {tail}", markup=False)
    raise SystemExit(int(bool(lost or unclean)))


if __name__ == "__main__":
    main()
