"""Data sets broken and forged at random: an answer in words, and nothing that counts goes by unseen.

More of them, of every small data set: `COCOA_EXAMPLES=20 pytest tests/verification/test_broken_sets.py`.
"""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from pathlib import Path

import pytest
from verification.forgeries import FORGERIES
from verification.small_sets import (
    MADE,
    SmallSet,
    faults_of_broken,
    faults_of_commands,
    faults_of_forged,
    write_sets,
)

from cocoa_core.verification import verify

EXAMPLES = int(os.environ.get("COCOA_EXAMPLES", "1"))
BROKEN, FORGED, COMMANDS = (range(count * EXAMPLES) for count in (30, 26, 4))
FEW = ("flights with sides", "hotels")


@pytest.fixture(scope="module")
def sets(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, SmallSet]:
    return write_sets(tmp_path_factory.mktemp("small"), FEW if EXAMPLES == 1 else tuple(MADE))


def one_of(sets: Mapping[str, SmallSet], rng: random.Random) -> SmallSet:
    return sets[rng.choice(sorted(sets))]


def test_before_they_are_broken_they_are_clean(sets: Mapping[str, SmallSet]) -> None:
    assert all(verify(one.folder).clean for one in sets.values())


def test_a_broken_set_is_clean_only_if_nothing_that_counts_is_broken(
    sets: Mapping[str, SmallSet], tmp_path: Path
) -> None:
    for seed in BROKEN:
        rng = random.Random(f"broken {seed}")
        harms, faults = faults_of_broken(one_of(sets, rng), tmp_path / "copy", rng)
        assert not faults, (seed, harms)


def test_a_hidden_forgery_is_found_in_its_line(sets: Mapping[str, SmallSet], tmp_path: Path) -> None:
    done = set()
    for seed in FORGED:
        rng = random.Random(f"forged {seed}")
        name, faults = faults_of_forged(one_of(sets, rng), tmp_path / "copy", rng)
        assert not faults, (seed, name)
        done.add(name)
    assert set(FORGERIES) <= done


def test_every_command_answers_in_words(sets: Mapping[str, SmallSet], tmp_path: Path) -> None:
    for seed in COMMANDS:
        rng = random.Random(f"commands {seed}")
        harms, faults = faults_of_commands(one_of(sets, rng), tmp_path / "copy", rng)
        assert not faults, (seed, harms)
