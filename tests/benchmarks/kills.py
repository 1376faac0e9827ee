"""kill -9 at random moments of whoever makes a data set: is it, in the end, that of a run nobody killed?

Run with `python -m tests.benchmarks.kills --count 20`. A call is killed with all of its processes and
repeated, until so many kills have fallen; then it is let finish. Exit code 1 where a byte differs.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import psutil
from attrs import field, frozen
from rich.console import Console
from rich.table import Table

from tests.remote_servers import client, object_store

_BUCKET = "exams"


def start(words: tuple[object, ...], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """A call of cocoa, in a session of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "cocoa", *map(str, words), "--quiet"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **environment},
        start_new_session=True,
    )


def kill(pid: int) -> None:
    """End a process and all that it began, at once."""
    process = psutil.Process(pid)
    for one in (process, *process.children(recursive=True)):
        try:
            one.kill()
        except psutil.NoSuchProcess:
            continue


@frozen
class Trial:
    """words: the call. there: what it has made; clear: takes that away."""

    words: tuple[object, ...]
    there: Callable[[], dict[str, bytes]]
    clear: Callable[[], None]
    environment: Mapping[str, str] = field(factory=dict)

    def run(self, count: int, rng: random.Random) -> tuple[int, int, list[dict[str, bytes]]]:
        """Kills, calls, and what was there whenever a call came to its end.

        The moments are drawn over the time of the first call, which nobody disturbs. A call that ends before
        its moment is begun anew.
        """
        begun = time.perf_counter()
        start(self.words, self.environment).wait()
        span, fell, calls, ends = time.perf_counter() - begun, 0, 1, [self.there()]
        self.clear()
        while fell < count:
            process, calls = start(self.words, self.environment), calls + 1
            try:
                process.wait(rng.uniform(0, span))
                ends.append(self.there())
                self.clear()
            except subprocess.TimeoutExpired:
                kill(process.pid)
                process.wait()
                fell += 1
        start(self.words, self.environment).wait()
        return fell, calls + 1, [*ends, self.there()]


def files_of(folder: Path) -> dict[str, bytes]:
    """What is in a folder, by path."""
    return {str(one.relative_to(folder)): one.read_bytes() for one in folder.rglob("*") if one.is_file()}


@frozen
class Bucket:
    """What lies under a name in a store."""

    environment: Mapping[str, str]
    folder: str

    @property
    def keys(self) -> list[str]:
        listed = client(dict(self.environment)).list_objects_v2(Bucket=_BUCKET, Prefix=f"{self.folder}/")
        return [one["Key"] for one in listed.get("Contents", [])]

    def there(self) -> dict[str, bytes]:
        """Objects by name."""
        store = client(dict(self.environment))
        return {
            key.removeprefix(f"{self.folder}/"): store.get_object(Bucket=_BUCKET, Key=key)["Body"].read()
            for key in self.keys
        }

    def clear(self) -> None:
        """Remove them."""
        for key in self.keys:
            client(dict(self.environment)).delete_object(Bucket=_BUCKET, Key=key)


def local(words: tuple[object, ...], out: Path) -> Trial:
    """A call that writes to a folder."""
    return Trial((*words, "-o", out), lambda: files_of(out), lambda: shutil.rmtree(out, ignore_errors=True))


def main() -> None:
    """Print the table, and exit with 1 where a data set differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20, help="kills of each maker")
    parser.add_argument("--questions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    rng, table, wrong = random.Random(given.seed), Table("what is killed", "kills", "calls", "the end"), 0
    call = ("generate", "-d", "flights", "--preset", "paper", "-n", given.questions, "--seed", 7)
    console = Console()
    with tempfile.TemporaryDirectory() as name, object_store(_BUCKET) as environment:
        work, bucket = Path(name), Bucket(environment, "set")
        for words in (
            (*call, "-o", work / "whole"),
            (*call, "--part", "1/2", "-o", work / "part"),
            *((*call, "--part", f"{one}/2", "-o", work / "parts") for one in (1, 2)),
        ):
            start(words, {}).wait()
        whole = files_of(work / "whole")
        trials = {
            "one process": (local(call, work / "one"), whole),
            "two processes": (local((*call, "--workers", 2), work / "two"), whole),
            "a part": (local((*call, "--part", "1/2"), work / "trial"), files_of(work / "part")),
            "a join": (local(("join", work / "parts"), work / "joined"), whole),
            "an upload": (
                Trial((*call, "-o", f"s3://{_BUCKET}/set"), bucket.there, bucket.clear, environment),
                whole,
            ),
        }
        if importlib.util.find_spec("ray") is not None:
            trials["Ray"] = (local((*call, "--engine", "ray", "--workers", 2), work / "ray"), whole)
        for what, (trial, wanted) in trials.items():
            fell, calls, ends = trial.run(given.count, rng)
            same = all(one == wanted for one in ends)
            wrong += not same
            table.add_row(what, str(fell), str(calls), "the same bytes" if same else "OTHER BYTES")
    console.print(table)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
