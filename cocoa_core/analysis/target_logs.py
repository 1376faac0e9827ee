"""Reads the results of `cocoa test` in the form of inspect's samples, so that one reader serves all logs.

A folder holds `target.json`, `cases.jsonl` `rows.jsonl` and `results.jsonl`,
which has a line for each case and delivery.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from attrs import evolve

from cocoa_core.analysis.log_files import MOST_AT_ONCE, RESULTS, TARGET, UnreadableLogError, check_file
from cocoa_core.analysis.run_conditions import LogOrigin, RunConditions
from cocoa_core.families.selection.targeting.case import Case
from cocoa_core.families.selection.targeting.case_files import CASES, ROWS, CaseReader, GroupRows
from cocoa_core.families.selection.targeting.facets import case_facets
from cocoa_core.items import FULL, plain
from cocoa_core.text import whole

HARNESS: Final = "cocoa test"
FAMILY: Final = "target"
_STRATEGIES: Final = {FULL: "direct"}
"""Deliveries that have another name among the strategies of models."""


def is_results(path: Path) -> bool:
    """Returns whether a file's name is that of results of `cocoa test`."""
    return path.name == RESULTS


def headers_of(path: Path) -> dict[str, tuple[RunConditions, LogOrigin]]:
    """Reads the condition and the origin of each delivery from a folder of `cocoa test`.

    Args:
        path: the file `results.jsonl`.

    Raises:
        UnreadableLogError: `target.json` is missing, or the results are none of `cocoa test`.
    """
    try:
        manifest = json.loads(_read(path.with_name(TARGET)))
        domain = manifest["domain"]
        origin_text = "/".join(map(str, (domain["digest"], manifest["seed"], *manifest["settings"].values())))
        begun = datetime.fromtimestamp(path.stat().st_mtime, UTC).isoformat(timespec="seconds")
        origin = LogOrigin(
            domain=whole(str(domain["name"])),
            digest=whole(str(domain["digest"])),
            begun=begun,
            cocoa=whole(str(manifest["cocoa_version"])),
            inspect="",
        )
        targets = {_delivery(line): whole(str(line.get("target") or FAMILY)) for line in _lines(path)}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UnreadableLogError("not the results of `cocoa test`") from None
    return {
        delivery: (
            RunConditions(
                dataset=origin.domain,
                origin=whole(origin_text),
                model=target,
                strategy=_STRATEGIES.get(delivery, delivery),
                prompt="",
                settings=(),
                harness=HARNESS,
            ),
            origin,
        )
        for delivery, target in targets.items()
    }


def samples_of(path: Path, delivery: str) -> Iterator[Mapping[str, Any]]:
    """Yields the answers by one delivery, each as a sample of inspect's.

    Args:
        path: the file `results.jsonl`.

    Raises:
        UnreadableLogError: `cases.jsonl` is missing, or is not of the same run as the results.
    """
    try:
        rows = path.with_name(ROWS)
        reader = CaseReader(map(GroupRows.read, _split(rows)) if rows.exists() else ())
        cases = {case.id: case for case in map(reader.read, _split(path.with_name(CASES)))}
        for line in _lines(path):
            if _delivery(line) == delivery:
                yield _sample(cases[line["id"]], line)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UnreadableLogError(f"{CASES} and {RESULTS} are not of one run of `cocoa test`") from None


def _read(path: Path) -> str:
    try:
        check_file(path)
        with path.open("rb") as file:
            content = file.read(MOST_AT_ONCE + 1)
    except (OSError, UnreadableLogError):
        raise UnreadableLogError(f"{path.name} of `cocoa test` is not beside it: name its folder") from None
    if len(content) > MOST_AT_ONCE:
        raise UnreadableLogError(f"{path.name} has more than {MOST_AT_ONCE:,} bytes")
    return content.decode("utf-8")


def _split(path: Path) -> Iterator[str]:
    return filter(None, _read(path).split("\n"))  # a reply may hold U+2028


def _lines(path: Path) -> Iterator[Mapping[str, Any]]:
    return map(json.loads, _split(path))


def _delivery(line: Mapping[str, Any]) -> str:
    return whole(str(line.get("delivery") or FULL))


def _sample(case: Case, line: Mapping[str, Any]) -> Mapping[str, Any]:
    """Returns an outcome as a sample, scored by the share of right answers over all tries."""
    if line["outcome"] == "error":
        return {"id": case.id, "epoch": 1, "error": {"message": "; ".join(line["problems"])}}
    unread = bool(line["unread"]) and bool(case.key)
    score = {
        "value": line["passes"] / line["tries"],
        "answer": ", ".join(line["rows"]) or (None if unread else "none"),
        "metadata": {"parse_failure": unread, "reason": "unread" if unread else ""},
    }
    reply = line["episode"]["messages"][-1]["content"]
    return {
        "id": case.id,
        "epoch": 1,
        "input": "\n\n".join(turn.text for turn in case.script(_delivery(line)).turns),
        "target": ", ".join(case.key) or "none",
        "output": {"completion": "\n\n".join([reply, *line["problems"]])},
        "scores": {HARNESS: score},
        "metadata": {
            "cocoa": plain(evolve(case, rows={})),
            "family": FAMILY,
            "ask": case.kind,
            "groups": {},
            "cluster": case.requirement.id,
            "facets": plain(case_facets(case)),
            "chance": None,
        },
    }
