"""What is done about each reply of a store, tried against one that misbehaves in each way.

The expectations are written from the providers' documents, not from the table of the code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import pytest
from attrs import frozen
from faulty_store import Fault, FaultyStore, faulty_store
from remote_servers import SECRET
from toy_families import TURNS

from cocoa_core.errors import CocoaError, FindingsError, UsageError
from cocoa_core.remote import (
    ATTEMPTS,
    FIRST_WAIT,
    REPLIES,
    Store,
    StoreVerb,
    at_hand,
    join_at,
    reply_of,
    write_dataset_at,
)
from cocoa_core.running import RunSpec

BODY = b"twelve bytes"
PATH = "/exams/set/a.json"
CALL = RunSpec(TURNS, None, TURNS.settings({"length": 2}), 4, given={"length": 2})


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that were waited: none in truth."""
    slept: list[float] = []
    monkeypatch.setattr("cocoa_core.remote.store.time", SimpleNamespace(sleep=slept.append))
    return slept


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[FaultyStore, dict[str, str]]]:
    with faulty_store() as served:
        yield served


@pytest.fixture
def faulty(
    served: tuple[FaultyStore, dict[str, str]],
    monkeypatch: pytest.MonkeyPatch,
    waits: list[float],
    toys_path: Path,
) -> FaultyStore:
    """A store that is as new; the toy families are at hand."""
    store, environment = served
    store.reset()
    monkeypatch.syspath_prepend(str(toys_path))
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return store


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.json"
    path.write_bytes(BODY)
    return path


def doing(verb: str, file: Path) -> Callable[[], object]:
    """What makes a request of a verb; its result where all goes well is that of `WELL`."""
    store = Store.of("s3://exams/set")
    return {
        "put": lambda: store.put(file, "a.json"),
        "head": lambda: store.put(file, "a.json"),
        "get": lambda: store.read("a.json", 100),
        "list": store.sizes,
        "delete": lambda: store.remove("a.json"),
    }[verb]


WELL = {"put": None, "head": None, "get": BODY, "list": {"a.json": len(BODY)}, "delete": None}


def prepare(faulty: FaultyStore, verb: str) -> None:
    if verb != "put":
        faulty.objects[PATH] = BODY


VERBS = tuple(WELL)
# what the documents say to repeat: S3 "Error best practices", GCS "Retry strategy" (408, 429, 5xx), R2 (429)
REPEATED = (
    *product((408, 409, 425, 429, 500, 502, 503, 504, 520, 529), ("",), VERBS),
    *product((400,), ("RequestTimeout", "BadDigest", "IncompleteBody"), ("put", "get", "list", "delete")),
    *product((409,), ("ConditionalRequestConflict", "OperationAborted"), ("put",)),
    *product((503,), ("SlowDown", "ServiceUnavailable"), VERBS),
    *product((0,), ("",), VERBS),
)
# what stays wrong; and a word of the message that leads on
REFUSED = (
    *product((301, 302, 307, 308), ("PermanentRedirect",), VERBS, ("AWS_REGION",)),
    *product((400,), ("InvalidRequest", "InvalidArgument"), VERBS, ("not taken",)),
    *product((400,), ("ExpiredToken",), ("put", "get", "list", "delete"), ("AWS_SESSION_TOKEN",)),
    (400, "EntityTooLarge", "put", "--shard"),
    *product((401, 403), ("AccessDenied",), VERBS, ("AWS_ACCESS_KEY_ID",)),
    *product((403,), ("RequestTimeTooSkewed",), ("put", "get", "list", "delete"), ("clock",)),
    *product((404,), ("NoSuchBucket",), ("put", "get", "list", "delete"), ("bucket",)),
    *product((404,), ("",), ("put", "list"), ("bucket",)),
    *product((304,), ("",), ("get", "head", "list", "delete"), ("elsewhere",)),
    *product((405, 411, 414, 416, 422, 451), ("",), VERBS, ("not taken",)),
    *product((412,), ("PreconditionFailed",), ("get", "head", "list", "delete"), ("not taken",)),
    (413, "", "put", "--shard"),
    (501, "NotImplemented", "put", "knows no conditional puts"),
    *product((501,), ("NotImplemented",), ("get", "head", "list", "delete"), ("does not know",)),
    *product((507,), ("XMinioStorageFull",), VERBS, ("full",)),
)


@pytest.mark.parametrize(("status", "code", "verb"), REPEATED)
def test_what_passes_is_asked_again_and_given_up_after_so_many_attempts(
    faulty: FaultyStore, file: Path, waits: list[float], status: int, code: str, verb: str
) -> None:
    prepare(faulty, verb)
    faulty.fault = Fault(verb, status, code, times=ATTEMPTS - 1)
    assert doing(verb, file)() == WELL[verb]
    assert faulty.objects.get(PATH) == (None if verb == "delete" else BODY)
    assert len(waits) == ATTEMPTS - 1
    prepare(faulty, verb)
    if verb == "put":
        del faulty.objects[PATH]
    faulty.fault, faulty.requests = Fault(verb, status, code), type(faulty.requests)()
    with pytest.raises(UsageError, match="later: it goes on"):
        doing(verb, file)()
    assert faulty.requests[verb] == ATTEMPTS
    assert sum(waits) <= 2 * FIRST_WAIT * (2 ** (ATTEMPTS - 1) - 1), "in both calls"


@pytest.mark.parametrize(("status", "code", "verb", "word"), REFUSED)
def test_what_stays_wrong_is_one_request_and_a_message_that_leads_on(
    faulty: FaultyStore, file: Path, waits: list[float], status: int, code: str, verb: str, word: str
) -> None:
    prepare(faulty, verb)
    faulty.fault = Fault(verb, status, code)
    with pytest.raises(UsageError) as error:
        doing(verb, file)()
    assert word in str(error.value)
    assert SECRET not in str(error.value)
    assert (faulty.requests[verb], waits) == (1, [])
    assert faulty.objects.get(PATH) == (None if verb == "put" else BODY)


@pytest.mark.parametrize("verb", ["get", "delete"])
def test_no_object_is_nothing(faulty: FaultyStore, file: Path, verb: str) -> None:
    faulty.fault = Fault(verb, 404, "NoSuchKey")
    assert doing(verb, file)() is None
    with pytest.raises(UsageError, match="does not have this"):
        Store.of("s3://exams/set").download("a.json", file)


def test_every_row_of_the_table_is_met_by_a_case() -> None:
    cases = [(str(status or "no reply"), code, verb) for status, code, verb in REPEATED]
    cases += [(str(status), code, verb) for status, code, verb, _ in REFUSED]
    cases += [("404", "NoSuchKey", "get"), ("304", "", "put"), ("412", "", "put"), ("200", "", "put")]
    met = {reply_of(status, code, StoreVerb(verb)) for status, code, verb in cases}
    elsewhere = {"no keys", "no HTTPS", "no request"}
    assert [reply for reply in REPLIES if reply not in met and reply.status not in elsewhere] == []


def test_wrong_settings_are_one_message(monkeypatch: pytest.MonkeyPatch, faulty: FaultyStore) -> None:
    for name, value, word in (
        ("AWS_ALLOW_HTTP", "false", "AWS_ALLOW_HTTP=true"),
        ("AWS_ENDPOINT_URL", "http://127.0.0.1:9", "later: it goes on"),
    ):
        with monkeypatch.context() as patch:
            patch.setenv(name, value)
            with pytest.raises(UsageError) as error:
                Store.of("s3://exams/set").sizes()
        assert word in str(error.value)
    assert faulty.requests.total() == 0


# what a put met, whether it was stored all the same, and whether something else lay there before
OUTCOMES = tuple(product((304, 409, 412, 500, 503, 504, 0), (True, False)))


@pytest.mark.parametrize(("status", "stored"), OUTCOMES)
def test_whether_a_put_was_stored_is_looked_at_and_never_assumed(
    faulty: FaultyStore, file: Path, status: int, stored: bool
) -> None:
    faulty.fault = Fault("put", status, stored=stored, times=1)
    Store.of("s3://exams/set").put(file, "a.json")
    assert faulty.objects == {PATH: BODY}
    assert faulty.requests["put"] == (1 if stored else 3), "stored: nothing again; else again, and once more"


@pytest.mark.parametrize("status", [304, 409, 412, 500, 0])
@pytest.mark.parametrize("other", [b"other bytes!", b"twelve", b""])
def test_what_somebody_else_put_meanwhile_is_named_and_stays(
    faulty: FaultyStore, file: Path, status: int, other: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FaultyStore, "put", lambda store, path, body: store.objects.update({path: other}))
    faulty.fault = Fault("put", status, stored=True)
    with pytest.raises(FindingsError, match="another object of this name"):
        Store.of("s3://exams/set").put(file, "a.json")
    assert (faulty.objects, faulty.requests["put"]) == ({PATH: other}, 1)


@frozen
class Habit:
    """What a store does, and what is said of a put of a file that it did it to."""

    name: str
    error: type[CocoaError] | None
    word: str = ""


HABITS = (
    Habit("ignores conditions", UsageError, "ignores the condition of a put"),
    Habit("stores half", FindingsError, "6 bytes"),
    Habit("stores other bytes", FindingsError, "another object of this name"),
    Habit("forgets", UsageError, "does not have it"),
    Habit("sends no ETag", None),  # as with keys of AWS KMS: the object is read back
    Habit("sends a false ETag", None),
)


@pytest.mark.parametrize("habit", HABITS, ids=lambda habit: habit.name)
def test_what_a_store_did_to_an_object_is_noticed(faulty: FaultyStore, file: Path, habit: Habit) -> None:
    faulty.habits = frozenset({habit.name})
    store = Store.of("s3://exams/set")
    if habit.error is None:
        store.put(file, "a.json")
        assert faulty.objects == {PATH: BODY}
        assert faulty.requests["get"] > 0
        return
    with pytest.raises(habit.error, match=habit.word):
        store.put(file, "a.json")
    assert faulty.requests["put"] <= ATTEMPTS


def test_a_store_that_ignores_conditions_is_noticed_before_anything_is_written_over(
    faulty: FaultyStore, file: Path
) -> None:
    faulty.habits = frozenset({"ignores conditions"})
    faulty.objects[PATH] = b"what somebody else put"
    with pytest.raises(FindingsError, match="another object of this name"):
        Store.of("s3://exams/set").put(file, "a.json")
    assert (faulty.objects[PATH], faulty.requests["put"]) == (b"what somebody else put", 0)


def test_other_bytes_under_the_right_etag_are_found_where_the_data_set_is_read(
    faulty: FaultyStore,
) -> None:
    """A put cannot notice them: the size and the digest that the store states are right."""
    write_dataset_at(CALL, "s3://exams/set", 5)
    path = "/exams/set/questions.jsonl"
    faulty.objects[path] = bytes(byte ^ 1 for byte in faulty.objects[path])
    with pytest.raises(FindingsError), at_hand("s3://exams/set"):
        pass


def test_bodies_that_break_off_are_fetched_anew_and_short_ones_are_found(
    faulty: FaultyStore, file: Path, tmp_path: Path
) -> None:
    faulty.objects[PATH] = BODY
    store = Store.of("s3://exams/set")
    faulty.habits = frozenset({"sends half"})
    with pytest.raises(UsageError, match="body"):
        store.download("a.json", tmp_path / "b")
    assert faulty.requests["get"] == ATTEMPTS
    faulty.habits = frozenset()
    store.download("a.json", tmp_path / "b")
    assert (tmp_path / "b").read_bytes() == BODY
    write_dataset_at(CALL, "s3://exams/other", 5)
    faulty.habits = frozenset({"sends half as all"})
    with pytest.raises(CocoaError), at_hand("s3://exams/other"):
        pass


def test_listings_without_end_are_given_up_and_empty_ones_are_missed(
    faulty: FaultyStore, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("cocoa_core.remote.store._MOST_OBJECTS", 200)
    faulty.objects.update({f"/exams/set/{number}": b"" for number in range(60)})
    faulty.habits = frozenset({"lists without end"})
    with pytest.raises(FindingsError, match="more objects"):
        Store.of("s3://exams/set").sizes()
    assert faulty.requests["list"] < 10
    faulty.habits = frozenset({"lists an error"})  # with status 200: it is read as no names
    with pytest.raises(CocoaError, match="no parts of a run"):
        join_at("s3://exams/set", tmp_path / "joined", family=TURNS.name)


def test_what_is_not_deleted_is_said(faulty: FaultyStore) -> None:
    faulty.habits, faulty.objects[PATH] = frozenset({"deletes nothing"}), BODY
    with pytest.raises(UsageError, match="AccessDenied"):
        Store.of("s3://exams/set").remove("a.json")


def test_a_store_that_hangs_is_given_up(
    faulty: FaultyStore, file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("AWS_TIMEOUT", "200ms")
    faulty.fault = Fault("get", hangs=True)
    with pytest.raises(UsageError, match="could not be reached"):
        Store.of("s3://exams/set").read("a.json", 100)
    assert faulty.requests["get"] == ATTEMPTS
    assert [f"attempt {number} of {ATTEMPTS}" in caplog.text for number in range(2, ATTEMPTS + 1)] == [
        True
    ] * (ATTEMPTS - 1)
    assert SECRET not in caplog.text


@pytest.mark.parametrize("stored", [True, False])
@pytest.mark.parametrize("status", [409, 412, 503, 0])
def test_a_whole_run_comes_through_a_store_that_fails_now_and_then(
    faulty: FaultyStore, status: int, stored: bool
) -> None:
    write_dataset_at(CALL, "s3://exams/calm", 5)
    faulty.fault = Fault("put", status, stored=stored, times=4)
    write_dataset_at(CALL, "s3://exams/set", 5)
    calm = {path.replace("calm", "set"): body for path, body in faulty.objects.items() if "calm" in path}
    assert {path: body for path, body in faulty.objects.items() if "/set/" in path} == calm
