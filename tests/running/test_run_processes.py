"""The same bytes for any number of workers, any hash seed, unbroken or killed and resumed."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from itertools import islice
from multiprocessing.synchronize import Event
from pathlib import Path

import attrs
import calls
import pytest
from calls import questions_of
from heeding import heed_interrupts
from items.made_up import contents
from running.folders import rooms

from cocoa_core.domain import Domain
from cocoa_core.errors import CocoaError, SettingsError, UsageError
from cocoa_core.families.selection import FAMILY, DifficultyCell, Engine, Question, Settings
from cocoa_core.loading import load_domain
from cocoa_core.running import blocks as workers
from cocoa_core.running import run
from cocoa_core.running.blocks import Block, PicklableRunSpec, make_block, parallel_blocks

SPLIT = {"train": 0.8, "test": 0.2}
BLOCK = 30
"""Indices a process makes at once, of which 100 would take as long again."""
COUNT = 3 * BLOCK
WRITE = f"""
import sys
from cocoa_core import load_domain
from cocoa_core.running import blocks, run
blocks.BLOCK = run.BLOCK = {BLOCK}
if __name__ == "__main__":
    folder, out, workers = sys.argv[1:]
    load_domain(folder).write(
        out, {COUNT}, slots=3, minterms=2, split={SPLIT}, workers=int(workers)
    )
"""


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (workers, run):
        monkeypatch.setattr(module, "BLOCK", BLOCK)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Holds the domain `tiny`, whose questions repeat, the script, and the set `whole`, never broken."""
    place = tmp_path_factory.mktemp("place")
    tiny = load_domain(rooms(place / "tiny", towns=1, rows=7, tiny=True))
    calls.written(tiny, Settings.of(slots=3, minterms=2, split=SPLIT), place / "whole", COUNT)
    (place / "write.py").write_text(WRITE)
    return place


def start(place: Path, out: Path, workers: int = 1, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(place / "write.py"), str(place / "tiny"), str(out), str(workers)],
        env={**os.environ, **environment},
        preexec_fn=heed_interrupts,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def finish(process: subprocess.Popen[str]) -> None:
    _, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (0, "")


def alive(group: int) -> list[int]:
    """Processes of a group that have not ended."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, process_group = path.read_text().rsplit(")", 1)[1].split()[:3]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(process_group) == group and state != "Z":
            found.append(int(path.parent.name))
    return found


def wait_until_none_is_alive(group: int) -> None:
    end = time.monotonic() + 20
    while alive(group) and time.monotonic() < end:
        time.sleep(0.05)
    assert alive(group) == []


def test_neither_workers_nor_the_hash_seed_change_a_byte(place: Path, tmp_path: Path) -> None:
    """The set of this process has a seed of its own."""
    finish(start(place, tmp_path / "set", workers=2, PYTHONHASHSEED="5"))
    assert contents(tmp_path / "set") == contents(place / "whole")


def test_a_run_killed_again_and_again_writes_the_same_bytes(place: Path, tmp_path: Path) -> None:
    """With workers; `tests/net/test_resumed.py` has the installed command without."""
    rng = random.Random(2)
    size = sum(len(text) for name, text in contents(place / "whole").items() if name.endswith(".jsonl"))
    groups = []
    for part in (0.1, 0.3, 0.6):  # before the last block is written
        process = start(place, tmp_path / "set", workers=2)
        groups.append(process.pid)
        enough = size * part * rng.uniform(0.5, 1)
        while written(tmp_path / "set") < enough and process.poll() is None:
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=20)  # its workers would keep its pipes open
        assert process.returncode == -signal.SIGKILL
    finish(start(place, tmp_path / "set"))
    assert contents(tmp_path / "set") == contents(place / "whole")
    for group in groups:
        wait_until_none_is_alive(group)


def written(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.glob("*.jsonl"))


def test_an_interrupted_run_ends_at_once_and_leaves_no_process(place: Path, tmp_path: Path) -> None:
    process = start(place, tmp_path / "set", workers=2)
    two_blocks = sum(len(text) for text in contents(place / "whole").values()) * 2 // 3
    while written(tmp_path / "set") < two_blocks and process.poll() is None:
        time.sleep(0.002)  # until two of three blocks are there, so that one worker of two has nothing to do
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    _, errors = process.communicate(timeout=20)
    assert process.returncode != 0
    assert errors.count("Traceback") == 1
    assert errors.rstrip().endswith("KeyboardInterrupt")
    assert "ForkProcess" not in errors
    assert "SpawnProcess" not in errors
    wait_until_none_is_alive(process.pid)


def test_a_folder_being_written_to_is_refused(place: Path, tmp_path: Path) -> None:
    process = start(place, tmp_path / "set")
    while not written(tmp_path / "set") and process.poll() is None:
        time.sleep(0.002)
    os.kill(process.pid, signal.SIGSTOP)
    try:
        second = start(place, tmp_path / "set")
        _, errors = second.communicate(timeout=60)
        assert "another process is writing to this folder" in errors
    finally:
        os.kill(process.pid, signal.SIGCONT)
    finish(process)
    assert contents(tmp_path / "set") == contents(place / "whole")


@pytest.fixture(scope="module")
def domain(place: Path) -> Domain:
    return load_domain(place / "tiny")


def test_workers_change_no_question_of_a_stream(domain: Domain) -> None:
    settings = Settings.of(slots=3, minterms=2)
    alone = questions_of(domain, settings, seed=4, start=20)
    both = questions_of(domain, settings, seed=4, start=20, workers=2)
    assert list(islice(both, BLOCK)) == list(islice(alone, BLOCK))
    both.close()  # type: ignore[attr-defined]
    wait_until_none_is_alive_below()


def wait_until_none_is_alive_below() -> None:
    """Until this process has no living children that are workers."""
    import multiprocessing

    end = time.monotonic() + 20
    while multiprocessing.active_children() and time.monotonic() < end:
        time.sleep(0.05)
    assert multiprocessing.active_children() == []


def test_an_error_comes_after_the_same_questions_with_workers(domain: Domain) -> None:
    """One cell of the mix cannot be met: the domain has no twelve slots with rules."""
    ends = []
    settings = Settings(((DifficultyCell(2, 2), 900), (DifficultyCell(12, 2), 1)))
    for number in (1, 2):
        questions: list[Question] = []
        stream = questions_of(domain, settings, count=100, workers=number)
        with pytest.raises(SettingsError) as caught:
            questions.extend(stream)
        ends.append((questions, str(caught.value)))
    assert ends[0] == ends[1]
    assert len(ends[0][0]) < 100


def test_a_domain_that_changes_during_a_run_is_noticed(domain: Domain, tmp_path: Path) -> None:
    shutil.copytree(domain.folder, tmp_path / "tiny")
    changing = load_domain(tmp_path / "tiny")
    with (tmp_path / "tiny" / "catalogue.csv").open("a") as file:
        file.write("new,Town 0,500,20,20m,gas,yes,1\n")
    with pytest.raises(UsageError, match="changed while it was in use"):
        list(questions_of(changing, Settings.of(slots=3, minterms=2), count=COUNT, workers=2))


def test_a_worker_that_dies_is_an_error_of_ours(domain: Domain, monkeypatch: pytest.MonkeyPatch) -> None:
    job = PicklableRunSpec.of(calls.call_of(domain, Settings.of(slots=3, minterms=2)))
    submit = workers.ProcessPoolExecutor.submit
    monkeypatch.setattr(
        workers.ProcessPoolExecutor, "submit", lambda pool, *arguments: submit(pool, os._exit, 3)
    )
    with pytest.raises(CocoaError, match="worker process ended"):
        list(parallel_blocks(job, 0, 100, 1))


def test_blocks_under_way_are_bounded_and_stopped_at_the_end(
    domain: Domain, monkeypatch: pytest.MonkeyPatch
) -> None:
    submitted: list[int] = []
    events: list[Event] = []

    @attrs.define
    class Done:
        block: Block

        def result(self) -> Block:
            return self.block

    class Pool:
        def __init__(
            self, processes: int, context: object, begin: object, given: tuple[PicklableRunSpec, Event]
        ) -> None:
            events.append(given[1])

        def submit(self, function: object, first: int, last: int) -> Done:
            submitted.append(first)
            return Done(Block(first, ()))

        def shutdown(self, **arguments: bool) -> None:
            pass

    monkeypatch.setattr(workers, "ProcessPoolExecutor", Pool)
    job = PicklableRunSpec.of(calls.call_of(domain, Settings.of()))
    blocks = parallel_blocks(job, 0, None, 3)
    for number in range(50):
        assert next(blocks).start == BLOCK * number
        assert len(submitted) <= number + 1 + 6
    assert not events[0].is_set()
    blocks.close()
    assert events[0].is_set()


def test_a_block_ends_after_the_question_it_is_at_when_it_is_stopped(domain: Domain) -> None:
    class Stopped:
        asked = 0

        def is_set(self) -> bool:
            self.asked += 1
            return self.asked > 3

    engine = Engine(domain, Settings.of(slots=3, minterms=2))
    assert len(make_block(FAMILY, engine, 0, 100, written=True, stopped=Stopped()).indices) == 3


def test_one_block_needs_no_processes(domain: Domain, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*arguments: object) -> None:
        raise AssertionError("processes for one block")

    monkeypatch.setattr(run, "parallel_blocks", forbidden)
    assert len(list(questions_of(domain, Settings.of(slots=3, minterms=2), count=3, workers=8))) == 3
