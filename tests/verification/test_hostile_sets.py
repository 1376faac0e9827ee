"""Data sets made to do harm are answered soon: in a bounded time and memory, by a finding or one error.

They are verified by a process of its own (`held`) under limits of address space and time, all in
turn: what takes longer comes back as a TimeoutError.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import held
import pytest
from authored import hostile
from calling import call_cocoa
from verification.dataset_edits import dumped
from verification.hostile_requests import REQUESTS
from verification.hostile_sets import SETS
from verification.inns import inn_record, write_inns

MOST_MEGABYTES = 150


def _domain_file(name: str, folder: Path) -> None:
    """A hostile file of a domain, in the data set's copy."""
    write_inns(folder, [dumped(inn_record("It has to be fine."))])
    (folder / "domain" / "catalogue.csv").write_text("id\n")
    hostile.HOSTILE[name](folder / "domain")


DOMAINS = [
    name
    for name in hostile.HOSTILE
    if not re.search(r"catalogue|column|row|cell|JSON|CSV|quote|line of five", name)
]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What the limited process says of each set, by its name."""
    base = tmp_path_factory.mktemp("hostile")
    folders = {}
    for number, name in enumerate([*SETS, *DOMAINS]):
        folder = base / f"s{number}"
        folders[str(folder)] = name
        folder.mkdir()
        if name in SETS:
            SETS[name](folder)
        else:
            _domain_file(name, folder)
    return held.results("verify", folders)


@pytest.mark.parametrize("name", [*SETS, *DOMAINS])
def test_a_hostile_set_is_answered_in_bounds(results: dict[str, dict[str, Any]], name: str) -> None:
    assert name in results, f"the process ended before: {results['stderr']['message']}"
    result = results[name]
    assert result["error"] in (None, "FindingsError"), result
    assert result["findings"]
    for finding in result["findings"]:
        assert finding.replace("\n", "").isprintable()
        assert len(finding) < 1500
        assert re.match(r"(manifest\.json|README\.md|questions\.jsonl|domain/[^:]+)(:\d+)*: ", finding)
    assert result["megabytes"] < MOST_MEGABYTES, result


@pytest.mark.parametrize("name", REQUESTS)
def test_a_request_of_endless_readings_is_said_to_be_one(
    results: dict[str, dict[str, Any]], name: str
) -> None:
    findings = [finding for finding in results[name]["findings"] if "[request]" in finding]
    assert len(findings) == 1
    assert re.search(
        r"the request has (no readings|more than 64 readings|more readings than can be tried)", findings[0]
    )


def test_some_requests_are_endless(results: dict[str, dict[str, Any]]) -> None:
    """The sets are what they are meant to be: some run out of steps, others have too many readings."""
    findings = [finding for name in REQUESTS for finding in results[name]["findings"]]
    assert sum("can be tried" in one for one in findings) >= 3
    assert sum("more than 64" in one for one in findings) >= 2


@pytest.mark.parametrize(
    "name",
    [
        "a manifest with half a surrogate",
        "a manifest with a table of surrogates",
        "a number of four thousand digits",
        "settings in each other",
        "lists in each other",
        "questions.jsonl as its own link",
    ],
)
@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_what_is_found_can_be_printed(name: str, flags: tuple[str, ...], tmp_path: Path) -> None:
    SETS[name](tmp_path / "set")
    done = call_cocoa("verify", tmp_path / "set", *flags)
    assert done.exit_code == 1
    assert "Traceback" not in done.output
    assert done.output.replace("\n", "").isprintable()
