"""Whoever makes the blocks, the bytes are those of one process, and a block that is lost is made again."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest
from attrs import evolve
from calls import call_of
from items.made_up import contents
from running.folders import rooms

import cocoa_core
from cocoa_core.errors import UsageError
from cocoa_core.families.selection import Settings
from cocoa_core.loading import load_domain
from cocoa_core.running import RunSpec, blocks, blocks_of, write_dataset

COUNT = 500


@pytest.fixture(scope="module")
def call(tmp_path_factory: pytest.TempPathFactory) -> RunSpec:
    domain = load_domain(rooms(tmp_path_factory.mktemp("domain") / "rooms", towns=20))
    return call_of(domain, Settings.of(slots=2, minterms=2), seed=3)


def test_an_engine_that_there_is_not_is_a_wrong_call(call: RunSpec) -> None:
    assert blocks_of("processes", call, 2) == 2
    with pytest.raises(UsageError, match="no such engine"):
        blocks_of("steam", call)


def test_where_its_folder_is_not_a_domain_is_found_by_name_and_digest(tmp_path: Path) -> None:
    call = call_of(cocoa_core.load_domain("jobs").domain, Settings.of(slots=2, minterms=2), seed=3)
    assert call.source is not None
    moved = evolve(call, source=evolve(call.source, folder=tmp_path / "gone"))
    family, maker = blocks._Worker(blocks.PicklableRunSpec.of(moved)).maker()
    assert family is call.family
    assert maker.items(7) == family.maker(call.source, call.settings, call.seed).items(7)
    other = evolve(moved, source=evolve(moved.source, digest="0" * 64))
    with pytest.raises(UsageError, match="changed while it was in use"):
        blocks._Worker(blocks.PicklableRunSpec.of(other)).maker()


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_ray_makes_the_same_bytes_and_makes_again_what_a_lost_worker_had(
    call: RunSpec, tmp_path: Path
) -> None:
    psutil, _ = pytest.importorskip("psutil"), pytest.importorskip("ray")
    write_dataset(call, tmp_path / "here", COUNT)
    lost: list[int] = []

    def lose(done: int, total: int, rejections: object) -> None:
        """Kill a worker at its work, once."""
        if done > 0 and not lost:
            below = psutil.Process(os.getpid()).children(recursive=True)
            working = [one.pid for one in below if "ray::block_of" in " ".join(one.cmdline())]
            for pid in working[:1]:
                os.kill(pid, signal.SIGKILL)
            lost.extend(working[:1])

    blocks = blocks_of("ray", call, 2)
    made = write_dataset(call, tmp_path / "ray", COUNT, blocks, lose)
    assert made.written == COUNT
    assert contents(tmp_path / "ray") == contents(tmp_path / "here")
    assert lost, "a worker was lost on the way"


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_node_that_is_lost_while_it_works_costs_no_question(
    call: RunSpec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ray, utils = pytest.importorskip("ray"), pytest.importorskip("ray.cluster_utils")
    write_dataset(call, tmp_path / "here", COUNT)
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    soon = {"health_check_period_ms": 200, "health_check_failure_threshold": 5}
    head = {"num_cpus": 1, "include_dashboard": False, "_system_config": soon}
    cluster = utils.Cluster(initialize_head=True, head_node_args=head)
    try:
        nodes = [cluster.add_node(num_cpus=1)]
        monkeypatch.setenv("RAY_ADDRESS", cluster.address)
        alive: list[int] = []

        def lose(done: int, total: int, rejections: object) -> None:
            """End the second node, with all that it made and nobody has fetched, once."""
            if done > 0:
                alive.append(sum(node["Alive"] for node in ray.nodes()))
            if done > 0 and nodes:
                cluster.remove_node(nodes.pop(), allow_graceful=False)
                known_by = time.monotonic() + 30
                while sum(node["Alive"] for node in ray.nodes()) > 1 and time.monotonic() < known_by:
                    time.sleep(0.1)

        blocks = blocks_of("ray", call, 2)
        made = write_dataset(call, tmp_path / "ray", COUNT, blocks, lose)
    finally:
        cluster.shutdown()
    assert made.written == COUNT
    assert contents(tmp_path / "ray") == contents(tmp_path / "here")
    assert (alive[0], alive[-1]) == (2, 1), "a node was lost on the way"
