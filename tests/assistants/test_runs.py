"""`cocoa test`: planted faults are named, exit codes, resuming, replies of all sorts, files for CI."""

from __future__ import annotations

import json
import re
import shlex
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
import yaml
from assistants.shops import HOTELS, Listener, Shop, drops_not, ignores, reads_more_as_at_least
from attrs import evolve
from calling import OFFLINE, call_cocoa
from http_servers import handled_by, running
from hypothesis import example, given
from hypothesis import strategies as st

from cocoa_core.analysis import analyze, read_results
from cocoa_core.assistants import (
    DEFAULT_GATES,
    AskOptions,
    AssistantReply,
    CaseDrawing,
    CaseFolder,
    CaseOutcome,
    CaseSettings,
    FailureCondition,
    Gate,
    NoReplyError,
    ReplyReader,
    TargetReport,
    ask_all,
    ask_case,
    compared,
    conditions_of,
    junit_xml,
    read_outcomes,
    smallest_failures,
    target_of,
    worst_conditions,
    write_report,
)
from cocoa_core.assistants import running as running_cases
from cocoa_core.assistants.calling import _FunctionTarget, _reply_of
from cocoa_core.atomic_files import write_whole
from cocoa_core.errors import UsageError
from cocoa_core.families.selection.targeting.case import Case
from cocoa_core.families.selection.targeting.facets import term_facets
from cocoa_core.items import Episode
from cocoa_core.sources import header_names, header_values
from cocoa_core.verification import verify_cases


@pytest.fixture(autouse=True)
def _cases_are_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A case follows from the domain, the settings and its number: its 0.02 s of CPU are spent once."""
    monkeypatch.setattr(CaseDrawing, "_new_case", drawn_once)


_DRAW_CASE = CaseDrawing._new_case
_DRAWN: dict[object, Case] = {}


def drawn_once(drawing: CaseDrawing, index: int, drawn: set[str]) -> Case:
    """The case of that number, after those in `drawn`."""
    key = drawing.domain.digest, repr(evolve(drawing.settings, count=1)), index, frozenset(drawn)
    if key not in _DRAWN:
        _DRAWN[key] = _DRAW_CASE(drawing, index, drawn)
    return _DRAWN[key]


def function(shop: Callable[..., Any]) -> _FunctionTarget:
    return _FunctionTarget("shops:one", shop, 30.0)


def run(shop: Callable[..., Any], folder: Path, count: int = 50, seed: int = 7) -> TargetReport:
    """A run with its report, as the command makes it."""
    cases = CaseFolder(folder).prepare(HOTELS, CaseSettings(count, seed))
    outcomes = ask_all(CaseFolder(folder), cases, function(shop), ReplyReader(HOTELS), AskOptions())
    facts = {"target": "shops:one", "domain": "hotels"}
    return TargetReport(cases, outcomes, [Gate.of("right=1")], facts)


def test_an_assistant_that_makes_no_mistake_is_right_in_every_case(tmp_path: Path) -> None:
    report = run(Shop(HOTELS), tmp_path)
    assert [outcome.problems for outcome in report.outcomes if outcome.outcome != "right"] == []
    assert report.exit_code == 0
    assert report.lines()[0] == "no condition goes wrong"


def shown_fault(shop: Callable[..., Any], wrong: int, delivery: str = "full") -> TargetReport:
    """A run over fifty cases, and over as many more as it takes until the fault shows in so many."""
    reader, cases, outcomes = ReplyReader(HOTELS), [], []
    settings = CaseSettings(1_000, 7, changed=delivery == "revise")
    for case in CaseDrawing(HOTELS, settings).cases():
        cases.append(case)
        outcomes.append(ask_case(case, function(shop), reader, delivery))
        if len(cases) >= 50 and sum(outcome.outcome == "wrong" for outcome in outcomes) >= wrong:
            break
    facts = {"target": "shops:one", "domain": "hotels"}
    return TargetReport(cases, outcomes, [Gate.of("right=1")], facts)


@pytest.mark.parametrize(
    ("shop", "facet", "value"),
    [
        (Shop(HOTELS, ignores("price")), "slot", "Price per night"),
        pytest.param(Shop(HOTELS, ignores("center")), "slot", "To the center", marks=pytest.mark.deep),
        (Shop(HOTELS, reads_more_as_at_least), "test", "more than"),
        (Shop(HOTELS, drops_not), "negation", "not"),
        (Shop(HOTELS, invents=True), "reply", "names ids that are not in the catalogue"),
    ],
    ids=["ignores the price", "ignores the distance", "more as at least", "drops not", "invents ids"],
)
def test_a_planted_fault_is_named_in_the_first_three_lines(shop: Shop, facet: str, value: str) -> None:
    report = shown_fault(shop, 8)
    assert report.exit_code == 1
    assert any(f"{facet} {value}: wrong in" in line for line in report.lines()[:3])
    reader, drawing = ReplyReader(HOTELS), CaseDrawing(HOTELS)
    small = smallest_failures(drawing, report.cases, report.outcomes, function(shop), reader, 30)
    assert len(small[0].conditions) <= 2
    assert small[0].outcome.problems


@pytest.mark.parametrize("written", range(5))
def test_a_run_that_ends_while_its_cases_are_written_is_repeated(
    written: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a full disk, say: the same call in the same folder then writes all of it."""
    left = [written]

    def write(path: Path, content: bytes) -> None:
        if not left[0]:
            raise OSError(28, "No space left on device")
        left[0] -= 1
        write_whole(path, content)

    folder, settings = CaseFolder(tmp_path / "out"), CaseSettings(2, 7)
    with monkeypatch.context() as patched:
        patched.setattr(running_cases, "write_whole", write)
        with pytest.raises(OSError, match="No space"):
            folder.prepare(HOTELS, settings)
    folder.prepare(HOTELS, settings)
    assert verify_cases(folder.path).clean


def test_results_are_read_whatever_a_reply_holds(tmp_path: Path) -> None:
    """Such as characters at which Python splits lines, and JSON does not escape."""
    report = run(lambda *_: {"reply": "one\u2028two\x85three", "rows": []}, tmp_path, 2)
    assert read_outcomes(tmp_path / "results.jsonl") == report.outcomes
    assert len(read_results([tmp_path]).results) == 2


def test_the_example_of_what_is_wrong_with_replies_is_of_that(tmp_path: Path) -> None:
    """Not of the conditions that the same replies break."""
    report = run(lambda *_: {"rows": ["AMS-01", "STO-01", "XYZ-99"]}, tmp_path, 20)
    by_name = {(condition.facet, condition.value): condition.examples for condition in report.conditions}
    invented = by_name["reply", "names ids that are not in the catalogue"]
    outside = by_name["reply", "names rows of the catalogue that it was not asked about"]
    assert all(example.startswith("XYZ-99: not ") for example in invented)
    assert all(example.startswith(("AMS-01: not ", "STO-01: not ")) for example in outside)
    assert all("fit" in example for example in by_name["kind", "every one"])


def test_an_assistant_that_forgets_a_revision_is_named_in_the_first_three_lines() -> None:
    report = shown_fault(Listener(Shop(HOTELS), forgets=True), 8, "revise")
    changed = [case.id for case in report.cases if case.history]
    wrong = [one.id for one in report.outcomes if one.outcome == "wrong"]
    assert wrong == changed
    assert any("revision what was said is changed later: wrong in" in line for line in report.lines()[:3])
    by_id = {case.id: case for case in report.cases}
    for outcome in report.outcomes:
        case = by_id[outcome.id]
        problems = [problem for problem in outcome.problems if "fitted before" in problem]
        assert bool(problems) == (outcome.outcome == "wrong")
        assert all(case.history[-1].text in problem for problem in problems)


def test_the_smallest_request_that_fails_keeps_what_is_changed(tmp_path: Path) -> None:
    """Somebody who never takes anything back fails on one condition and the change."""
    drawn = CaseDrawing(HOTELS, CaseSettings(1_000, 7, changed=True))
    target, reader = function(Listener(Shop(HOTELS), forgets=True)), ReplyReader(HOTELS)
    for case in drawn.cases():
        outcome = ask_case(case, target, reader, "revise")
        if outcome.outcome == "wrong" and case.history and len(case.terms) > 2 and case.key:
            (small,) = smallest_failures(drawn, [case], [outcome], target, reader, 30)
            if len(small.conditions) < len(case.terms):
                break
    assert small.whole
    assert len(small.conditions) < len(case.terms)
    assert small.case.history[-1].text in small.said
    assert {term.text for term in small.case.words} <= {*small.conditions}
    CaseFolder(tmp_path)._write(HOTELS, CaseSettings(1, 7), [small.case], {})
    assert [str(finding) for finding in verify_cases(tmp_path).findings] == []
    (said_in_full,) = smallest_failures(drawn, [case], [evolve(outcome, delivery="full")], target, reader, 30)
    assert not said_in_full.case.history


def test_who_hears_what_is_changed_is_right_and_histories_change_no_case(tmp_path: Path) -> None:
    folder, settings = CaseFolder(tmp_path), CaseSettings(12, 7, changed=True)
    cases = folder.prepare(HOTELS, settings)
    assert [evolve(case, history=(), stale=()) for case in cases] == list(
        CaseDrawing(HOTELS, CaseSettings(12, 7)).cases()
    )
    assert any(case.history for case in cases)
    reader = ReplyReader(HOTELS)
    outcomes = ask_all(folder, cases, function(Listener(Shop(HOTELS))), reader, AskOptions(["revise"]))
    assert [outcome.outcome for outcome in outcomes] == ["right"] * 12
    assert [str(finding) for finding in verify_cases(tmp_path).findings] == []
    for case in cases:
        _, *later, last = [turn.text for turn in case.script("revise").turns]
        assert case.message.endswith(last)
        if case.history:
            assert later == [turn.text for turn in case.history[1:]]


def test_a_forged_history_of_a_case_is_named(tmp_path: Path) -> None:
    drawn = CaseDrawing(HOTELS, CaseSettings(200, 7, changed=True)).cases()
    case = next(case for case in drawn if case.history and case.stale and case.key)
    first, last = case.history
    for number, changed in enumerate(
        (
            {"history": (first,)},
            {"history": (first, evolve(last, op="add"))},
            {"history": (first, evolve(last, text="Maybe something cheaper."))},
            {"history": (evolve(first, text=f"Hello. {first.text}"), last)},
            {"history": (first, evolve(last, text="Ignore my last message."))},
            {"history": ()},
            {"stale": case.stale[1:]},
            {"stale": (*case.stale, case.key[0])},
        )
    ):
        path = tmp_path / str(number)
        CaseFolder(path)._write(HOTELS, CaseSettings(1, 7), [evolve(case, **changed)], {})
        assert verify_cases(path).found, changed


@pytest.mark.parametrize("rows", [["ZZZ-77"], ["AMS-01", "ZZZ-77"]])
def test_what_is_wrong_with_every_reply_is_named_first(rows: list[str], tmp_path: Path) -> None:
    report = run(lambda messages, session: {"reply": "", "rows": rows}, tmp_path, 8)
    assert report.lines()[0].startswith("1. reply names ids that are not in the catalogue: wrong in 8 of 8")


def test_who_never_names_a_row_is_told_so_first(tmp_path: Path) -> None:
    report = run(lambda messages, session: "Nothing fits.", tmp_path, 8)
    assert report.lines()[0] == "every reply says that nothing fits, whatever is asked"


def test_what_an_assistant_prints_is_no_part_of_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = (
        "print('loaded')\n\ndef answer(messages, session):\n    print('asked')\n    return 'Nothing fits.'\n"
    )
    (tmp_path / "noisy_shop.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    flags = (
        "--target",
        "noisy_shop:answer",
        "--count",
        2,
        "--shrink",
        1,
        "--out",
        tmp_path / "out",
        "--json",
    )
    result = call_cocoa("test", "hotels", *flags)
    assert json.loads(result.stdout)["target"] == "noisy_shop:answer"
    assert result.stderr.count("loaded") == 1
    assert "asked" in result.stderr


def test_what_a_fault_broke_is_counted_against_its_own_sum_terms() -> None:
    """Also where another condition of the request stands first."""
    report = shown_fault(Shop(HOTELS, ignores("price")), 8)
    later = [
        outcome
        for outcome in report.outcomes
        if outcome.broken and not any(0 in numbers for numbers in outcome.broken.values())
    ]
    assert later
    for outcomes in (report.outcomes, later):
        (first, *_) = worst_conditions(conditions_of(report.cases, outcomes))
        assert (first.facet, first.value) == ("slot", "Price per night")
        assert all("Price per night" in example for example in first.examples)


def test_a_run_that_is_killed_at_every_turn_goes_on_to_the_same_results(tmp_path: Path) -> None:
    settings, deliveries = CaseSettings(6, 7, changed=True), ["turns", "revise"]
    shop, reader = Listener(Shop(HOTELS, ignores("price"))), ReplyReader(HOTELS)
    whole, folder = CaseFolder(tmp_path / "whole"), CaseFolder(tmp_path / "killed")
    ask_all(whole, whole.prepare(HOTELS, settings), function(shop), reader, AskOptions(deliveries))
    cases = folder.prepare(HOTELS, settings)
    heard: set[tuple[str, int]] = set()

    class Dying:
        name = "shops:one"

        def ask(self, messages: Any, session: str) -> AssistantReply:
            if (session, len(messages)) not in heard:
                heard.add((session, len(messages)))
                raise KeyboardInterrupt
            return function(shop).ask(messages, session)

    killed = 0
    while killed <= len(heard):
        try:
            ask_all(folder, cases, Dying(), reader, AskOptions(deliveries))
            break
        except KeyboardInterrupt:
            killed += 1
            with (folder.path / "results.partial.jsonl").open("ab") as file:
                file.write(b'{"id": "torn')
    assert killed == sum(len(case.script(name).turns) for case in cases for name in deliveries)
    results = [(path / "results.jsonl").read_bytes() for path in (whole.path, folder.path)]
    assert results[0] == results[1]
    assert not (folder.path / "results.partial.jsonl").exists()


def test_an_interrupted_run_waits_for_no_reply(tmp_path: Path) -> None:
    interrupted, waited = threading.Event(), []

    class Hanging:
        name = "shops:one"

        def ask(self, messages: Any, session: str) -> AssistantReply:
            if session == cases[0].id:
                raise KeyboardInterrupt
            waited.append(interrupted.wait(60))
            return AssistantReply("")

    folder = CaseFolder(tmp_path)
    cases = folder.prepare(HOTELS, CaseSettings(3, 7))
    with pytest.raises(KeyboardInterrupt):
        ask_all(folder, cases, Hanging(), ReplyReader(HOTELS), AskOptions(concurrency=3))
    assert waited == []
    interrupted.set()


def test_an_interrupted_run_says_what_is_kept_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = (
        "asked = []\n\n\ndef answer(messages, session):\n    asked.append(session)\n"
        "    if len(asked) == 2:\n        raise KeyboardInterrupt\n    return 'Nothing fits.'\n"
    )
    (tmp_path / "interrupted_shop.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    flags = ("--target", "interrupted_shop:answer", "--count", 3, "--shrink", 0, "--out", tmp_path / "out")
    stopped = call_cocoa("test", "hotels", *flags, columns=300)
    assert stopped.exit_code == 130
    assert f"note: interrupted; replies are kept in {tmp_path / 'out'}" in stopped.stderr
    assert call_cocoa("test", "hotels", *flags).exit_code == 1
    first, second, third = (outcome.id for outcome in read_outcomes(tmp_path / "out" / "results.jsonl"))
    assert sys.modules["interrupted_shop"].asked == [first, second, second, third]


def test_any_number_of_requests_at_once_gives_the_same_results(tmp_path: Path) -> None:
    shop = Shop(HOTELS, drops_not)
    run(shop, tmp_path / "one", 12)
    folder = CaseFolder(tmp_path / "many")
    cases = folder.prepare(HOTELS, CaseSettings(12, 7))
    ask_all(folder, cases, function(shop), ReplyReader(HOTELS), AskOptions(concurrency=5))
    files = [(tmp_path / name / "results.jsonl").read_bytes() for name in ("one", "many")]
    assert files[0] == files[1]


def test_over_turns_the_same_request_comes_a_statement_a_turn(tmp_path: Path) -> None:
    """Who listens to all that was said answers as in full; who hears the last turns alone does not."""
    shop = Shop(HOTELS)
    heard: dict[str, list[str]] = {}

    def listening(messages: Any, session: str) -> Any:
        said = [message["content"] for message in messages if message["role"] == "user"]
        assert [message["role"] for message in messages[1::2]] == ["assistant"] * (len(said) - 1)
        heard[session] = said
        try:
            return shop([{"role": "user", "content": " ".join(said)}], session)
        except ValueError:
            return "Go on."

    def forgetful(messages: Any, session: str) -> Any:
        return listening([messages[0], *messages[1:][-2:]], session)

    cases = CaseFolder(tmp_path).prepare(HOTELS, CaseSettings(10, 7))
    reader = ReplyReader(HOTELS)
    whole = ask_all(CaseFolder(tmp_path), cases, function(listening), reader, AskOptions(["turns"]))
    assert [one.outcome for one in whole] == ["right"] * 10
    assert {name: " ".join(said) for name, said in heard.items()} == {
        f"{case.id}@turns": case.message for case in cases
    }
    assert all(len(heard[f"{case.id}@turns"]) == len(case.script("turns").turns) for case in cases)
    for line in (tmp_path / "results.jsonl").read_text("utf-8").splitlines():
        episode = Episode.from_json(json.loads(line)["episode"])
        said = [message.content for message in episode.messages if message.role == "user"]
        assert (said, episode.delivery) == (heard[f"{episode.item}@turns"], "turns")
        assert len(episode.replies) == len(said)
    partly = ask_all(CaseFolder(tmp_path), cases, function(forgetful), reader, AskOptions(["turns"]))
    assert sum(one.outcome == "wrong" for one in partly) > 3


def test_a_case_is_asked_by_each_delivery_and_analyzed_by_each(tmp_path: Path) -> None:
    """Each answer of each delivery counts once in `cocoa analyze`, with the verdict that the run gave."""
    shop, folder = Shop(HOTELS, drops_not), CaseFolder(tmp_path / "out")

    def listening(messages: Any, session: str) -> Any:
        text = " ".join(message["content"] for message in messages if message["role"] == "user")
        try:
            return shop([{"role": "user", "content": text}], session.partition("@")[0])
        except ValueError:
            return "Go on."

    cases = folder.prepare(HOTELS, CaseSettings(6, 7))
    reader, both = ReplyReader(HOTELS), ["full", "turns"]
    outcomes = ask_all(folder, cases, function(listening), reader, AskOptions(both))
    assert [outcome.name for outcome in outcomes] == [
        name for case in cases for name in (case.id, f"{case.id}@turns")
    ]
    shares = TargetReport(cases, outcomes, [], {}).rates
    reading = read_results([tmp_path])
    assert reading.left_out == ()
    right = {(outcome.id, outcome.delivery): outcome.outcome == "right" for outcome in outcomes}
    named = {"direct": "full", "turns": "turns"}
    assert {(result.sample, named[result.strategy]): result.correct for result in reading.results} == right
    tables = analyze(reading).tables
    falls = list(tables["deliveries"].dicts())
    assert [(row["step"], row["questions"]) for row in falls] == [("full to turns", 6)]
    assert falls[0]["first_accuracy"] == pytest.approx(shares["right.full"])
    negated = sum(result.item.facets["negated"] is True for result in reading.results)
    assert negated == 2 * sum("not" in dict(conditions) for conditions in map(_values_of, cases))
    (tmp_path / "out" / "cases.jsonl").write_text("")
    assert {omission.reason for omission in read_results([tmp_path]).left_out} == {
        "cases.jsonl and results.jsonl are not of one run of `cocoa test`; none of its answers counts"
    }
    (tmp_path / "out" / "target.json").unlink()
    (omission,) = read_results([tmp_path / "out" / "results.jsonl"]).left_out
    assert "name its folder" in omission.reason


def _values_of(case: Case) -> Any:
    return {value: facet for number in range(len(case.terms)) for facet, value in term_facets(case, number)}


# --- over HTTP ------------------------------------------------------------------------------------------


@contextmanager
def served(answer: Callable[[dict[str, Any]], tuple[int, str, str]]) -> Iterator[tuple[str, list[Any]]]:
    """A server at an address, and the headers of what it was asked."""
    seen: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            seen.append(self.headers)
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            status, media_type, text = answer(body)
            try:
                self.send_response(status)
                self.send_header("Content-Type", media_type)
                self.end_headers()
                self.wfile.write(text.encode())
            except OSError:
                pass  # who asked has gone

    with running(handled_by(Handler)) as address:
        yield f"{address}/chat", seen


def right_rows(body: dict[str, Any]) -> list[str]:
    rows: list[str] = Shop(HOTELS)(body["messages"], body["session"])["rows"]
    return rows


def as_json(data: Any) -> tuple[int, str, str]:
    return 200, "application/json", json.dumps(data)


ANSWERS: dict[str, tuple[Callable[[dict[str, Any]], tuple[int, str, str]], tuple[str, ...], int, float]] = {
    "rows": (lambda body: as_json({"reply": "", "rows": right_rows(body)}), (), 0, 1.0),
    "a pointer": (
        lambda body: as_json({"results": [{"sku": row} for row in right_rows(body)]}),
        ("--rows-from", "/results/*/sku"),
        0,
        1.0,
    ),
    "ids in prose": (
        lambda body: as_json({"reply": f"{' or '.join(right_rows(body)) or 'Nothing'} fits."}),
        (),
        0,
        1.0,
    ),
    "a chat completion": (
        lambda body: as_json({"choices": [{"message": {"content": ", ".join(right_rows(body)) or "None"}}]}),
        (),
        0,
        1.0,
    ),
    "plain text": (lambda body: (200, "text/plain", "; ".join(right_rows(body)) or "No match."), (), 0, 1.0),
    "prose without rows": (lambda body: as_json({"reply": "We have many nice places!"}), (), 1, 0.0),
    "a question back": (lambda body: as_json({"reply": "Which date do you prefer?"}), (), 1, 0.0),
    "no reply field": (lambda body: as_json({"results": []}), (), 1, 0.0),
    "JSON in prose": (
        lambda body: as_json({"reply": f"```json\n{json.dumps({'rows': right_rows(body)})}\n```"}),
        (),
        0,
        1.0,
    ),
    "the message itself": (lambda body: as_json({"reply": body["messages"][-1]["content"]}), (), 1, 0.0),
    "unknown ids": (lambda body: as_json({"rows": ["ZZZ-77"]}), (), 1, 0.0),
    "objects": (
        lambda body: as_json({"rows": [{"id": row, "n": 1} for row in right_rows(body)]}),
        (),
        0,
        1.0,
    ),
    "a stream": (lambda body: (200, "text/event-stream", 'data: {"rows": []}\n\n'), (), 3, 0.0),
    "a page": (lambda body: (200, "text/html", "<!doctype html><h1>Sign in</h1>"), (), 3, 0.0),
    "an error": (lambda body: (401, "text/plain", "no"), (), 3, 0.0),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_replies_over_http_are_read_or_named(name: str, tmp_path: Path) -> None:
    answer, flags, exit_code, right = ANSWERS[name]
    out = tmp_path / "out"
    with served(answer) as (address, _):
        result = call_cocoa(
            *("test", "hotels", "--target", address, "--count", 5, "--seed", 7, "--out", out, "--json"),
            *("--shrink", 0, *flags),
            **OFFLINE,
        )
    assert result.exit_code == exit_code, result.output
    data = json.loads(result.stdout)
    assert data["exit_code"] == exit_code
    assert data["rates"]["right"] == right
    if name in ("prose without rows", "a question back", "no reply field", "the message itself"):
        assert len(data["unread"]) == 5
    if name == "unknown ids":
        assert data["rates"]["invented"] == 1.0


def _sent(content: bytes, media_type: str = "application/json", length: int | None = None) -> bytes:
    head = (
        f"HTTP/1.0 200 OK\r\nContent-Type: {media_type}\r\nContent-Length: {length or len(content)}\r\n\r\n"
    )
    return head.encode() + content


NO_REPLY: dict[str, tuple[bytes, str]] = {
    "an empty body": (_sent(b" "), "an empty body"),
    "no content": (b"HTTP/1.1 204 No Content\r\n\r\n", "an empty body"),
    "JSON cut off": (_sent(b'{"rows": ["AMS-01"'), "the JSON of the target cannot be read: Expecting"),
    "a deep body": (_sent(b"[" * 100_000), "the JSON of the target cannot be read"),
    "a packed body": (
        b"HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\n\r\nAMS-01",
        "packs its reply (gzip)",
    ),
    "a page": (_sent(b"<!doctype html>"), "a page of HTML"),
    "fewer bytes than said": (_sent(b'{"rows": []}', length=99), "the reply was cut off"),
    "more bytes than fit": (_sent(b" " * 5_000_001), "more than 5,000,000 bytes"),
    "no HTTP": (b"\x00\x01\r\n\r\n", "does not answer by HTTP"),
    "nothing": (b"", "hung up without a reply"),
    "elsewhere": (b"HTTP/1.0 302 Found\r\nLocation: /\r\n\r\n", "302, and redirects are not followed"),
}


@contextmanager
def sending(content: bytes, seconds: float = 0.0) -> Iterator[str]:
    """The address of a server that sends these bytes to whoever asks, one by one if it takes time."""

    class Sender(StreamRequestHandler):
        def handle(self) -> None:
            asked = list(iter(lambda: self.rfile.readline().strip().lower(), b""))
            length = next(line for line in asked if line.startswith(b"content-length:"))
            self.rfile.read(int(length.partition(b":")[2]))
            with suppress(OSError):
                for number in range(0, len(content), 1 if seconds else len(content)):
                    self.wfile.write(content[number : number + 1] if seconds else content)
                    time.sleep(seconds)

    server = ThreadingTCPServer(("127.0.0.1", 0), Sender)
    server.daemon_threads = True
    with running(server) as address:
        yield f"{address}/chat"


@pytest.mark.parametrize("name", NO_REPLY)
def test_what_is_no_reply_is_named_in_one_line(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cocoa_core.assistants.calling._RETRIED", ())
    content, words = NO_REPLY[name]
    with sending(content) as address, pytest.raises(NoReplyError) as raised:
        target_of(address, {}, 30.0).ask([], "1")
    assert words in str(raised.value)
    assert str(raised.value).isprintable()


def test_what_a_target_says_of_an_error_is_told_without_secrets() -> None:
    pages = {
        '{"detail":\n "no field `text`"}': r'answers 422: \{"detail": "no field `text`"\}$',
        f"{'x' * 290}s3cret-key": "answers 422: x{290}[*]{3}$",
        "no such key: s3cret-key": r"answers 422: no such key: \*\*\*$",
        "<html>s3cret-key": "answers 422$",
        "": "answers 422$",
    }
    for page, words in pages.items():
        content = f"HTTP/1.0 422 No\r\nContent-Length: {len(page)}\r\n\r\n{page}".encode()
        with sending(content) as address, pytest.raises(NoReplyError, match=words):
            target_of(address, {"Authorization": "Bearer s3cret-key"}, 5.0).ask([], "1")


@pytest.mark.parametrize(
    ("header", "waited"), [("2", 2.0), ("900", 9.0), ("soon", 0.5), ("", 0.5), ("9" * 400, 9.0)]
)
def test_a_busy_target_is_asked_again_when_it_says(
    header: str, waited: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After its Retry-After, but never after more than the time for one reply."""
    waits: list[float] = []
    clock = SimpleNamespace(sleep=waits.append, monotonic=time.monotonic)
    monkeypatch.setattr("cocoa_core.assistants.calling.time", clock)
    busy = f"HTTP/1.0 429 Busy\r\nRetry-After: {header}\r\nContent-Length: 0\r\n\r\n".encode()
    with sending(busy) as address, pytest.raises(NoReplyError, match=r"the target answers 429$"):
        target_of(address, {}, 9.0).ask([], "1")
    assert waits == [waited, max(waited, 1.0)]


@pytest.mark.parametrize(
    "content",
    [
        _sent(b'{"rows": []}' + b" " * 1_000),
        b"HTTP/1.0 200 OK\r\nX: " + b"a" * 1_000,
        b"HTTP/1.0 422 No\r\n\r\n" + b"a" * 1_000,
    ],
    ids=["body", "header", "words on an error"],
)
def test_a_reply_that_arrives_byte_by_byte_is_late_too(
    content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cocoa_core.assistants.calling._RETRIED", ())
    late = pytest.raises(NoReplyError, match=r"no answer in 0\.4 seconds")
    with sending(content, 0.05) as address, late:
        target_of(address, {}, 0.4).ask([], "1")


def test_a_mark_of_the_byte_order_is_no_part_of_a_reply() -> None:
    with sending(_sent(b'\xef\xbb\xbf{"rows": ["AMS-01"]}')) as address:
        assert target_of(address, {}, 30.0).ask([], "1").data == {"rows": ["AMS-01"]}


def test_a_target_that_is_late_or_away_ends_the_run(tmp_path: Path) -> None:
    def late(_body: dict[str, Any]) -> tuple[int, str, str]:
        time.sleep(0.5)
        return as_json({})

    with served(late) as (address, _):
        flags = ("--target", address, "--timeout", 0.05, "--count", 10, "--out", tmp_path / "late")
        result = call_cocoa("test", "hotels", *flags, "--concurrency", 5, **OFFLINE)
    assert result.exit_code == 3
    assert "no answer in 0.05 seconds" in result.stdout
    assert len(read_outcomes(tmp_path / "late" / "results.jsonl")) == 5
    flags = ("--target", address, "--count", 10, "--out", tmp_path / "away", "--concurrency", 5)
    assert call_cocoa("test", "hotels", *flags, **OFFLINE).exit_code == 3


def test_a_secret_is_sent_and_stands_nowhere(tmp_path: Path) -> None:
    secret = "s3cret-value"
    with served(lambda body: as_json({"rows": right_rows(body)})) as (address, seen):
        result = call_cocoa(
            *("test", "hotels", "--target", f"{address}?key={secret}", "--count", 5),
            *("--out", tmp_path / "out", "--header", "Authorization=env:SHOP_KEY"),
            *("--junit", tmp_path / "out" / "junit.xml"),
            **OFFLINE,
            SHOP_KEY=f"Bearer {secret}",
        )
    assert result.exit_code == 0
    assert {headers["Authorization"] for headers in seen} == {f"Bearer {secret}"}
    assert secret not in result.output
    for path in (tmp_path / "out").rglob("*"):
        assert path.is_dir() or secret.encode() not in path.read_bytes()


def test_a_header_takes_its_value_from_the_environment_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOT_SET", raising=False)
    for text in ("Authorization=Bearer abc", "Authorization=env:NOT_SET", "X"):
        with pytest.raises(UsageError) as raised:
            header_values(header_names([text]))
        assert "Bearer abc" not in str(raised.value)


@pytest.mark.parametrize("address", ["http://[::1", "https://", "http://name:secret@host/"])
def test_an_address_that_no_assistant_can_have_is_refused(address: str) -> None:
    with pytest.raises(UsageError, match="cannot be called"):
        target_of(address, {}, 1.0)


def test_a_header_goes_over_no_open_network() -> None:
    with pytest.raises(UsageError, match="without encryption") as raised:
        target_of("http://8.8.8.8/chat", {"Authorization": "s3cret"}, 1.0)
    assert "s3cret" not in str(raised.value)
    for address in ("https://8.8.8.8/chat", "http://127.0.0.1:9/chat"):
        assert target_of(address, {"Authorization": "s3cret"}, 1.0).name == address


# --- the command ----------------------------------------------------------------------------------------


def test_a_wrong_call_exits_with_2(tmp_path: Path) -> None:
    out = ("--out", tmp_path / "out", "--count", 3)
    for flags in (
        ("--target", "nowhere"),
        ("--target", "no_such_module:function"),
        ("--target", "operator:eq", "--gate", "beauty>=1"),
        ("--target", "operator:eq", "--no-regression"),
        ("--target", "operator:eq", "--rows-from", "sku"),
        ("--target", "operator:eq", "--header", "A=b"),
    ):
        result = call_cocoa("test", "hotels", *flags, *out)
        assert (result.exit_code, "error:" in result.stderr) == (2, True)
    result = call_cocoa("test", "hotels", "--target", "operator:eq", "--keep-cases", *out)
    assert (result.exit_code, "leave out --keep-cases" in result.stderr) == (2, True)
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "target.json").write_text("{}")
    (tmp_path / "base.jsonl").write_text('{"id": 1}')
    for flags in (
        ("--target", "ftp://127.0.0.1/chat"),
        ("--target", "operator:eq", "--delivery", "full,full"),
        ("--target", "operator:eq", "--baseline", tmp_path / "base.jsonl"),
        ("--target", "operator:eq", "--keep-cases", "--out", tmp_path / "kept"),
    ):
        result = call_cocoa("test", "hotels", *out, *flags)
        assert (result.exit_code, result.stderr.count("error:")) == (2, 1)
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "mine.txt").write_text("mine")
    result = call_cocoa("test", "hotels", "--target", "operator:eq", "--out", tmp_path / "taken")
    assert result.exit_code == 2


def test_gates_are_met_or_not() -> None:
    rates = {"right": 0.9, "invented": 0.0}
    assert Gate.of("right>=0.9").met(rates)
    assert Gate.of("invented=0").met(rates)
    assert Gate.of("right<=1.0").met(rates)
    assert not Gate.of("right > 0.9").met(rates)
    assert Gate.of("right.best>=0.5").met(rates)  # no such case
    for text in ("right", "right>=2", "right>=1.5", "beauty>=0.5", "right==1"):
        with pytest.raises(UsageError):
            Gate.of(text)


def test_junit_counts_what_the_results_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent.parent))
    junit = tmp_path / "junit.xml"
    flags = ("--out", tmp_path / "out", "--count", 20, "--seed", 7, "--junit", junit, "--quiet")
    target = ("--target", "assistants.shops:undenied")
    assert call_cocoa("test", "hotels", *target, *flags).exit_code == 1
    outcomes = read_outcomes(tmp_path / "out" / "results.jsonl")
    suites = ElementTree.parse(junit).getroot()
    cases = suites.findall("testsuite/testcase")
    assert len(cases) == len(outcomes) == sum(int(suite.get("tests", "")) for suite in suites)
    wrong = [outcome for outcome in outcomes if outcome.outcome == "wrong"]
    failures = suites.findall("testsuite/testcase/failure")
    assert len(failures) == len(wrong) == sum(int(suite.get("failures", "")) for suite in suites)
    texts = [str(failure.text) for failure in failures]
    assert all(any(problem in text for text in texts) for one in wrong for problem in one.problems)
    page = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert "negation not" in page
    assert "src=" not in page
    assert "| negation not |" in (tmp_path / "out" / "report.md").read_text("utf-8")


JUNIT: dict[str, tuple[tuple[str, ...], set[str], set[str]]] = {
    "testsuites": (("testsuite",), set(), {"name", "time", "tests", "failures", "disabled", "errors"}),
    "testsuite": (
        ("properties", "testcase", "system-out", "system-err"),
        {"name", "tests", "failures", "errors", "skipped"},
        {"time", "timestamp", "hostname", "id", "package", "disabled"},
    ),
    "properties": (("property",), set(), set()),
    "property": ((), {"name", "value"}, set()),
    "testcase": (
        ("skipped", "error", "failure", "system-out", "system-err"),
        {"name", "classname"},
        {"time", "assertions", "status"},
    ),
    "failure": ((), {"type", "message"}, set()),
    "error": ((), {"type", "message"}, set()),
    "skipped": ((), set(), {"message"}),
}
"""By element its children in order, the attributes that it has to have, and those that it may have: what the
schemas that Jenkins and surefire publish have in common."""


def junit_faults(element: ElementTree.Element) -> list[str]:
    """Where a document differs from the rules."""
    children, needed, allowed = JUNIT[element.tag]
    names = [child.tag for child in element]
    faults = [f"{element.tag} holds {name}" for name in names if name not in children]
    places = [children.index(name) for name in names if name in children]
    if places != sorted(places):
        faults.append(f"{element.tag} has {names}")
    faults += [f"{element.tag} lacks {name}" for name in needed - set(element.keys())]
    faults += [f"{element.tag} has {name}" for name in set(element.keys()) - needed - allowed]
    for name in ("tests", "failures", "errors", "skipped"):
        if not element.get(name, "0").isdecimal():
            faults.append(f"{name} is {element.get(name)}")
    if element.tag == "testcase" and len(names) != len(set(names)):
        faults.append(f"a case has {names}")
    return faults + [fault for child in element if child.tag in JUNIT for fault in junit_faults(child)]


def test_junit_is_of_the_form_that_jenkins_and_surefire_read() -> None:
    cases = list(CaseDrawing(HOTELS, CaseSettings(8, 7)).cases())
    reader, outcomes = ReplyReader(HOTELS), []
    for number, case in enumerate(cases):
        shop = function((Shop(HOTELS), lambda messages, session: "no\x01 <b>&", 3)[number % 3])
        outcomes.append(ask_case(case, shop, reader))
    skipped = evolve(outcomes[0], id="0" * 16, outcome="skipped", problems=("no key \x00]]>",))
    report = TargetReport(cases, [*outcomes, skipped], [], {"target": "a&b", "domain": "hotels"})
    assert {outcome.outcome for outcome in report.outcomes} == {"right", "wrong", "error", "skipped"}
    root = ElementTree.fromstring(junit_xml(report))
    assert junit_faults(root) == []
    root[0][1].tag = "properties"
    assert junit_faults(root)


def test_a_case_that_is_asked_again_is_right_if_it_is_each_time() -> None:
    case = next(case for case in CaseDrawing(HOTELS, CaseSettings(20, 7)).cases() if case.key)
    reader, shop, sessions = ReplyReader(HOTELS), Shop(HOTELS), []

    def moody(messages: Any, session: str) -> Any:
        sessions.append(session)
        return shop(messages, session) if len(sessions) % 3 else {"reply": "none", "rows": []}

    outcome = ask_case(case, function(moody), reader, repeat=4)
    assert (outcome.outcome, outcome.tries, outcome.passes) == ("wrong", 4, 3)
    assert len(set(sessions)) == 4
    assert sessions[0] == case.id
    rates = TargetReport([case], [outcome], [Gate.of("tries>=0.7")], {}).rates
    assert (rates["right"], rates["tries"]) == (0, 0.75)
    once = ask_case(case, function(shop), reader)
    assert (once.outcome, once.tries, once.passes) == ("right", 1, 1)


def test_a_baseline_tells_what_fails_newly(tmp_path: Path) -> None:
    good = run(Shop(HOTELS), tmp_path / "good", 20)
    bad = run(Shop(HOTELS, ignores("price")), tmp_path / "bad", 20)
    worse = compared(good.outcomes, bad.outcomes)
    wrong = tuple(outcome.id for outcome in bad.outcomes if outcome.outcome == "wrong")
    assert wrong
    assert (worse.failing, worse.passing, worse.both) == (wrong, (), 20)
    better = compared(bad.outcomes, good.outcomes)
    assert (better.failing, better.passing) == ((), wrong)
    assert compared(bad.outcomes, bad.outcomes).failing == ()
    kept = TargetReport(bad.cases, bad.outcomes, [], bad.facts, (), worse, no_regression=True)
    assert kept.exit_code == 1
    partly = compared(good.outcomes[:12], bad.outcomes[5:])
    report = TargetReport(bad.cases, bad.outcomes[5:], [], bad.facts, (), partly)
    words = "of 7 cases in both runs; 5 in the earlier run only; 8 in this run only"
    assert any(line.endswith(words) for line in report.lines())
    assert {name: report.to_json()["baseline"][name] for name in ("cases", "gone", "new")} == {
        "cases": 7,
        "gone": 5,
        "new": 8,
    }


def test_a_case_that_was_right_and_has_no_reply_fails_newly() -> None:
    """It is named as such; a case without a key, or that is not asked, is none that fails."""

    def outcomes(**by_id: str) -> list[CaseOutcome]:
        problem = ("the target answers 500",)
        return [
            CaseOutcome(id=name, kind="some", request=f"Request {name}", outcome=outcome, problems=problem)
            for name, outcome in by_id.items()
        ]

    before = outcomes(a="right", b="right", c="right", d="wrong", e="error", f="right", g="right", h="right")
    after = outcomes(a="right", b="wrong", c="error", d="error", e="right", f="skipped", h="right", i="right")
    comparison = compared(before, after)
    assert (comparison.failing, comparison.unanswered) == (("b", "c"), ("c",))
    assert (comparison.passing, comparison.both, comparison.gone, comparison.new) == ((), 5, 2, 2)
    enough = [*after, *outcomes(**{f"x{number}": "right" for number in range(20)})]
    facts = {"target": "shop", "domain": "hotels"}
    report = TargetReport([], enough, [], facts, (), comparison, True, ["b"])
    assert report.exit_code == 1
    assert "newly failing: 2 (1 without a reply), newly passing: 0, of 5 cases in both runs" in str(
        report.lines()
    )
    assert "newly failing c: no reply: the target answers 500" in report.lines()
    reason = "the target answers 500 (its key changed with the catalogue)"
    assert f"newly failing b: {reason}" in report.lines()
    assert f"- b: Request b — {reason}" in report.markdown()
    assert report.to_json()["baseline"]["without_reply"] == ["c"]
    silent = compared(outcomes(c="right"), outcomes(c="error"))
    assert evolve(report, comparison=silent).exit_code == 1
    assert evolve(report, comparison=silent, no_regression=False).exit_code == 0


def test_a_gate_that_is_given_holds_beside_no_regression() -> None:
    outcome = CaseOutcome(id="a", kind="some", request="", outcome="wrong", invented=("ZZZ-77",))
    comparison = compared([outcome], [outcome])
    report = TargetReport([], [outcome], [], {}, (), comparison, no_regression=True)
    assert report.exit_code == 0
    assert evolve(report, gates=[Gate.of("invented=0")]).exit_code == 1


def test_a_case_without_a_reply_fails_the_gates_that_hold_by_default() -> None:
    right = [CaseOutcome(id=str(number), kind="some", request="", outcome="right") for number in range(20)]
    silent = CaseOutcome(id="a", kind="some", request="", outcome="error", problems=("late",))
    gates = [Gate.of(text) for text in DEFAULT_GATES]
    assert TargetReport([], right, gates, {}).exit_code == 0
    assert TargetReport([], [*right, silent], gates, {}).exit_code == 1


def test_a_condition_is_one_of_the_worst_only_if_it_stands_out() -> None:
    def condition(strength: float) -> FailureCondition:
        return FailureCondition("slot", "Price", 30, 17, 0.57, 0.56, strength)

    assert worst_conditions([condition(9.0), condition(0.003)]) == [condition(9.0)]


def test_a_report_says_which_kinds_and_replies_it_lacks() -> None:
    outcomes = [
        CaseOutcome(id="a", kind="some", request="", outcome="right"),
        CaseOutcome(id="b", kind="every", request="", outcome="error", problems=("KeyError: 'price'",)),
    ]
    lines = TargetReport([], outcomes, [Gate.of("right.none>=0.5"), Gate.of("right=1")], {}).lines()
    assert "right: 1 of 1 cases; 1 without a reply" in lines
    assert "no reply to b: KeyError: 'price'" in lines
    assert "by kind: some 100%; no case of: none, best" in lines
    assert "gate right.none>=0.5: met (there is no such case)" in lines
    assert "gate right=1: met (right is 1.000)" in lines


def test_a_baseline_without_a_verdict_on_these_cases_is_a_wrong_call(tmp_path: Path) -> None:
    """In CI such a run could never fail, whatever the assistant does."""
    run(Shop(HOTELS), tmp_path / "good", 3, seed=8)
    flags = ("--target", "operator:eq", "--count", 3, "--out", tmp_path / "out", "--no-regression")
    baseline = tmp_path / "good" / "results.jsonl"
    for others in (("--seed", 7), ("--seed", 8, "--delivery", "turns")):
        result = call_cocoa("test", "hotels", *flags, *others, "--baseline", baseline)
        assert result.exit_code == 2
        assert "the baseline has no verdict on any of these cases" in result.stderr
    assert not (tmp_path / "out" / "results.jsonl").exists()


def test_kept_cases_get_the_keys_of_a_newer_catalogue(tmp_path: Path) -> None:
    from shutil import copytree

    from cocoa_core import load_domain
    from cocoa_core.verification import verify_cases

    copytree(HOTELS.folder, tmp_path / "hotels", ignore=lambda _folder, _names: {"simulator"})
    folder = CaseFolder(tmp_path / "out")
    before = folder.prepare(load_domain(tmp_path / "hotels").domain, CaseSettings(10, 7))
    gone = next(case for case in before if case.kind == "every").key[0]
    file = tmp_path / "hotels" / "catalogue.csv"
    lines = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text("".join(line for line in lines if not line.startswith(f"{gone},")), "utf-8")
    assert folder.kept(CaseSettings()) == CaseSettings(seed=7)
    newer = load_domain(tmp_path / "hotels").domain
    assert folder.changed_keys() is None
    after = folder.prepare(newer, folder.kept(CaseSettings()), keep=True)
    changed = [new.id for old, new in zip(before, after, strict=True) if {*new.key} != {*old.key}]
    assert changed
    assert folder.changed_keys() == changed
    assert folder.prepare(newer, folder.kept(CaseSettings()), keep=True) == after  # a run that was killed
    assert folder.changed_keys() == changed
    report = TargetReport(after, [], [], {"target": "shop", "domain": "hotels"}, changed_keys=changed)
    assert report.to_json()["changed_keys"] == changed
    assert [case.message for case in after] == [case.message for case in before]
    for old, new in zip(before, after, strict=True):
        assert new.id == old.id
        if old.kind != "best":
            assert new.key == tuple(row for row in old.key if row != gone)
    assert verify_cases(folder.path).clean


@pytest.mark.parametrize("to", ["pytest", "promptfoo"])
def test_cases_are_exported_with_their_verdicts(to: str, tmp_path: Path) -> None:
    cases = CaseFolder(tmp_path / "out").prepare(HOTELS, CaseSettings(4, 7))
    result = call_cocoa("export", tmp_path / "out", "--to", to, "--out", tmp_path / to)
    assert result.exit_code == 0, result.output
    assert (tmp_path / to / "cases.jsonl").read_bytes() == (tmp_path / "out" / "cases.jsonl").read_bytes()
    name = {"pytest": "test_assistant.py", "promptfoo": "verdict.py"}[to]
    code = (tmp_path / to / name).read_text("utf-8")
    names: dict[str, Any] = {"__file__": str(tmp_path / to / name), "__name__": "exported"}
    exec(compile(code, name, "exec"), names)
    if to == "promptfoo":
        config = json.loads((tmp_path / to / "promptfooconfig.json").read_text("utf-8"))
        assert [test["vars"]["message"] for test in config["tests"]] == [case.message for case in cases]
        assert config["evaluateOptions"]["cache"] is False  # a kept reply says nothing of the assistant now
        context = {"vars": {"case": cases[0].id}}
        assert names["get_assert"](", ".join(cases[0].key), context)["pass"] is True
        assert names["get_assert"]("ZZZ-77", context)["pass"] is False
        unfit = next(case for case in cases if case.kind == "none")
        for text in ("Nothing fits.", "Which date?"):
            verdict = names["get_assert"](text, {"vars": {"case": unfit.id}})
            assert verdict["pass"] is (text == "Nothing fits.")
    again = call_cocoa("export", tmp_path / "out", "--to", to, "--out", tmp_path / to)
    assert again.exit_code == 2


def test_a_misspelt_delivery_of_a_case_is_refused() -> None:
    case = next(CaseDrawing(HOTELS, CaseSettings(1, 7)).cases())
    with pytest.raises(UsageError, match="did you mean 'turns'"):
        ask_case(case, function(Shop(HOTELS)), ReplyReader(HOTELS), "turn")


@pytest.mark.parametrize("service", ["GitHub", "GitLab"])
def test_the_jobs_in_the_docs_can_be_read_and_test_an_assistant(service: str, tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "target.md").read_text("utf-8")
    jobs = yaml.safe_load(page.partition(f"\n{service}:\n\n```yaml\n")[2].partition("```")[0])
    job = jobs.get("jobs", jobs)["assistant"]
    steps = job.get("script") or [step["run"] for step in job["steps"] if "run" in step]
    [call] = [shlex.split(step) for step in steps if step.startswith("cocoa test")]
    with served(lambda body: as_json({"rows": right_rows(body)})) as (address, _):
        own = {"./laptops": "hotels", "http://localhost:8000/chat": address, "100": "3"}
        own["results/junit.xml"] = str(tmp_path / "results" / "junit.xml")
        flags = [own.get(part, part) for part in call[1:]]
        result = call_cocoa(*flags, "--out", tmp_path / "results", **OFFLINE, SHOP_KEY="Bearer s3cret")
    assert result.exit_code == 0, result.output
    written = {f"results/{path.name}" for path in (tmp_path / "results").iterdir()}
    assert {"results/junit.xml", "results/report.md"} <= written
    assert written >= set(re.findall(r"results/[\w.]+", json.dumps(job)))


# --- rows in replies ------------------------------------------------------------------------------------


def test_rows_are_read_as_whole_words_alone() -> None:
    reader = ReplyReader(HOTELS)
    for text, rows in {
        "Take AMS-01, or ams-02.": ("AMS-01", "AMS-02"),
        "AMS-011 is not one of ours": ("AMS-011",),
        "XAMS-01 and AMS-01x": (),
        "room 01": (),
        "": (),
    }.items():
        assert reader.read(AssistantReply(text)).rows == rows
    assert reader.read(AssistantReply("Which date?")).unread
    assert not reader.read(AssistantReply("nothing")).unread
    assert not reader.read(AssistantReply("nothing", {"rows": []})).unread
    assert reader.read(AssistantReply("", {"rows": ["AMS-01", "AMS-01", 7, 7.0]})).rows == ("AMS-01", "7")
    listed = 'I left out AMS-02. {"rows": ["AMS-03"]} Or rather {"rows": ["AMS-01"]}'
    assert reader.read(AssistantReply(listed)).rows == ("AMS-01",)
    assert reader.read(AssistantReply('AMS-02 {"rows": [')).rows == ("AMS-02",)


def test_a_report_says_that_ids_of_digits_alone_are_not_read_from_text(tmp_path: Path) -> None:
    report = run(lambda messages, session: "Take 100420.", tmp_path, 2)
    assert "from text" not in "".join(report.lines())
    cases = [
        evolve(case, rows=dict(zip(map(str, range(10)), case.rows.values(), strict=False)))
        for case in report.cases
    ]
    assert "not from text" in "".join(evolve(report, cases=cases).lines())


STATED = """
Nothing fits.; none; Sorry, none.; None of them fits.; No match.; 0 results; Unfortunately, there is
nothing under $1.50 that fits.; I couldn't find any hotel that fits all of this.; I'm sorry, but I can’t
find anything.; I could not find a match.; We don't have a hotel like that.; Nothing fits, would you take
another city?; Nothing fits all of that — would you like me to drop the pool?; No hotel fits. Would you
like to raise the price?; None of our hotels in Rome meet all of this.; There's nothing that matches.;
**None**; No such hotel exists.; Your conditions cannot all be met.; There isn't a single hotel that
fits.; Not a single hotel fits.; My search returned no options.; No, none of them fits.; Of 24 hotels,
none satisfies every condition.; No hotels.; There are none.; None match: please raise the price.
"""
UNSTATED = """
Which date do you prefer?; Is there no hotel that fits?; Did you find nothing?; I don't want a hotel.; If
none does, please say so.; No problem! Which date?; I don't have your date yet.; There is nothing wrong
with your request.; I need more information.; I cannot help with that.; No date was given.; I'm not
sure.; Let me check whether nothing fits.; I don't have access to the catalogue.; I have no access to the
hotel database.; There was no answer from the search server.; I'll say so when no hotel fits.; Not yet.;
Internal error
"""


def test_that_nothing_fits_has_to_be_said() -> None:
    reader = ReplyReader(HOTELS)
    for texts, unread in ((STATED, False), (UNSTATED, True)):
        for text in " ".join(texts.split()).split("; "):
            assert reader.read(AssistantReply(text)).unread is unread, text
    for text, unread in (("[]", False), ("Here:\n```json\n[ ]\n```", False), ("The list is [] so far", True)):
        assert (reader.read(AssistantReply(text)).rows, reader.read(AssistantReply(text)).unread) == (
            (),
            unread,
        ), text
    assert reader.read(AssistantReply("AMS-01\n[]")).rows == ("AMS-01",)


def test_a_pointer_that_leads_nowhere_leaves_a_reply_unread() -> None:
    reader = ReplyReader(HOTELS, "/results/*/sku")
    assert reader.read(AssistantReply("AMS-01", {"results": []})).unread is False
    assert reader.read(AssistantReply("Nothing fits.", {"results": None})).unread is False
    assert ReplyReader(HOTELS, "/best/id").read(AssistantReply("", {"best": {"id": None}})).unread
    for data in (None, {}, {"results": None}, [], {"result": [{"sku": "AMS-01"}]}):
        assert reader.read(AssistantReply("AMS-01", data)) == ReplyReader(HOTELS, "/a").read(
            AssistantReply("", None)
        )
    rows = [{"sku": "AMS-01"}, {"sku": "ZZZ-77"}, {"sku": "AMS-01", "like": "AMS-02"}, None]
    assert ReplyReader(HOTELS).read(AssistantReply("", {"rows": rows})).rows == (
        "AMS-01",
        '{"sku": "ZZZ-77"}',
        '{"sku": "AMS-01", "like": "AMS-02"}',
        "null",
    )
    data = {"results": [{"sku": "AMS-01"}, {"id": 3}, {"sku": "nope"}]}
    assert reader.read(AssistantReply("", data)).rows == ("AMS-01", "nope")


def test_half_a_character_and_many_ids_can_be_reported(tmp_path: Path) -> None:
    many = {"reply": "\ud800", "rows": ["\ud800", *(f"ZZZ-{number}" for number in range(5_000))]}
    report = run(lambda messages, session: many, tmp_path, 2)
    (problem, *_) = report.outcomes[0].problems
    assert problem.startswith("\\ud800, ZZZ-0, ZZZ-1 and 4,998 more: not among the ")
    assert len(report.markdown()) < 20_000
    write_report(tmp_path, report)
    assert len(read_outcomes(tmp_path / "results.jsonl")) == 2


def test_a_function_that_hangs_or_raises_is_no_answer() -> None:
    slow = _FunctionTarget("x:y", lambda *_: time.sleep(5), 0.05)
    broken = _FunctionTarget("x:y", lambda *_: 1 / 0, 5.0)
    strange = _FunctionTarget("x:y", lambda *_: 7, 5.0)
    for target, words in ((slow, "no answer"), (broken, "ZeroDivisionError"), (strange, "int")):
        with pytest.raises(NoReplyError, match=words):
            target.ask([], "1")
    with pytest.raises(UsageError):
        target_of("json:no_such_function", {}, 1.0)
    with pytest.raises(UsageError, match=r"expected: dumps\(messages, session\)"):
        target_of("json:dumps", {}, 1.0)


def test_a_function_that_has_to_be_awaited_is_refused_before_anything_is_asked() -> None:
    """Each call would return a coroutine that nobody awaits."""
    with pytest.raises(UsageError, match=r"asyncio\.run\(sleep\(messages, session\)\)"):
        target_of("asyncio:sleep", {}, 1.0)


def test_what_a_function_returns_becomes_json_as_over_http() -> None:
    """Arrays and numbers of numpy, sets and generators among it; what cannot is no reply."""
    cyclic: list[Any] = []
    cyclic.append(cyclic)
    for rows, listed in (
        (np.array(["AMS-01", "AMS-02"]), ["AMS-01", "AMS-02"]),
        (list(np.array([3, 4])), [3, 4]),
        ({"AMS-01"}, ["AMS-01"]),
        ((row for row in ("AMS-01", "AMS-02")), ["AMS-01", "AMS-02"]),
    ):
        reply = _FunctionTarget("x:y", lambda *_, rows=rows: {"rows": rows}, 30.0).ask([], "1")
        assert reply.data == {"rows": listed}
    for value in ({"rows": cyclic}, {("a", 1): 2}, {"rows": [10**5_000]}):
        with pytest.raises(NoReplyError, match="what the function returned is no JSON"):
            _FunctionTarget("x:y", lambda *_, value=value: value, 30.0).ask([], "1")
    with pytest.raises(NoReplyError, match="more than 5,000,000 bytes"):
        _FunctionTarget("x:y", lambda *_: " " * 5_000_001, 30.0).ask([], "1")


def test_of_more_rows_than_the_catalogue_has_some_are_kept_that_it_lacks() -> None:
    ids = [*HOTELS.catalogue.ids]
    rows = ReplyReader(HOTELS).read(AssistantReply("", {"rows": [*ids, *range(50_000)]})).rows
    assert [*rows[: len(ids)]] == ids
    assert len(ids) < len(rows) <= len(ids) + 10_000


def test_json_of_any_depth_is_read_or_no_reply() -> None:
    """What can still be read may be too deep to be written."""
    case, reader = next(CaseDrawing(HOTELS, CaseSettings(1, 7)).cases()), ReplyReader(HOTELS)
    for depth in range(500, 1_000):
        for content in ("[" * depth + "]" * depth, f'{{"rows": {"[" * depth + "]" * depth}}}'):
            try:
                reply = _reply_of(content.encode(), "application/json")
            except NoReplyError:
                continue
            assert not reader.judged(case, reply)[1].right


NAMES = ("xps-13 plus", "a/b c", "<b>new</b>", "c++ kit", "the plan", "plan (old)", "4 & 5 oz")


def reader_of_ids(*ids: str) -> ReplyReader:
    """A reader of a catalogue whose first ids are these."""
    catalogue = evolve(HOTELS.catalogue, ids=(*ids, *HOTELS.catalogue.ids[len(ids) :]))
    return ReplyReader(evolve(HOTELS, catalogue=catalogue))


@given(st.lists(st.sampled_from([*NAMES, *" ,.()<>x_1", "xps", "the", "plan", "X"]), max_size=8).map("".join))
@example("the plan (old)")
@example("x<b>new</b> c++ kitx")
@example("XPS-13 Plus, xps-13 or 13 plus")
def test_names_in_a_text_are_those_that_a_pattern_of_all_names_finds(text: str) -> None:
    words = "|".join(map(re.escape, sorted(NAMES, key=len, reverse=True)))
    folded = text.casefold()
    matches = re.finditer(rf"(?<!\w)(?:{words})(?!\w)", folded)
    expected = [(*match.span(), match[0]) for match in matches]
    assert [*reader_of_ids(*NAMES)._named_in(folded)] == expected


def test_an_id_of_several_words_is_read_from_text_and_hides_the_id_in_it() -> None:
    reader = reader_of_ids("XPS-13", "XPS-13 Plus", "<b>4/5 oz</b>")
    assert reader.read(AssistantReply("xps-13 plus")).rows == ("XPS-13 Plus",)
    said = AssistantReply("Take <b>4/5 oz</b>, XPS-13 or the XPS-13 Plus.")
    assert reader.read(said).rows == ("<b>4/5 oz</b>", "XPS-13", "XPS-13 Plus")


def test_what_a_function_raises_is_named_with_the_line_of_its_own_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not with a line of the libraries that it calls, or of cocoa."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "shop_that_raises.py").write_text(
        "import json\n\n\ndef answer(messages, session):\n    return found(messages)\n\n\n"
        "def found(messages):\n    return json.loads('{')\n"
    )
    (tmp_path / "shop_without_rows.py").write_text("import csv\n\nROWS = csv.reader(7)\n")
    with pytest.raises(NoReplyError, match=r"^JSONDecodeError: .* \(shop_that_raises\.py:9\)$"):
        target_of("shop_that_raises:answer", {}, 5.0).ask([], "1")
    with pytest.raises(UsageError, match=r"TypeError: .* \(shop_without_rows\.py:3\)"):
        target_of("shop_without_rows:answer", {}, 5.0)
