"""In an object store a run is what it is in a folder, a kill loses no part, and nothing is written over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from calling import call_cocoa
from items.made_up import contents
from remote_servers import SECRET, client, object_store
from toy_families import TURNS

from cocoa_core.errors import CocoaError, FindingsError, UsageError
from cocoa_core.items import FORMATS, Packing
from cocoa_core.remote import Store, fetched, join_at, write_dataset_at, write_part_at
from cocoa_core.running import RunSpec, planned_part, write_dataset
from cocoa_core.verification import verify

COUNT = 40
GIVEN = {"length": 2, "split": {"train": 0.7, "test": 0.3}}
CALL = RunSpec(TURNS, None, TURNS.settings(GIVEN), 4, given=GIVEN)
SET, PARTS = "s3://exams/set", "s3://exams/parts"


@pytest.fixture(autouse=True)
def bucket(monkeypatch: pytest.MonkeyPatch, toys_path: Path) -> Iterator[Any]:
    """A store of its own for every test, and another library's hands on it."""
    monkeypatch.syspath_prepend(str(toys_path))
    with object_store("exams") as environment:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        yield client(environment)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("whole") / "set"
    write_dataset(CALL, folder, COUNT)
    return contents(folder)


def objects(bucket: Any, folder: str) -> dict[str, bytes]:
    """All that lies there, without the code that put it there."""
    listed = bucket.list_objects_v2(Bucket="exams", Prefix=f"{folder}/").get("Contents", [])
    return {
        one["Key"].removeprefix(f"{folder}/"): bucket.get_object(Bucket="exams", Key=one["Key"])[
            "Body"
        ].read()
        for one in listed
    }


def parts(*numbers: int, of: int = 2) -> None:
    for number in numbers:
        size = COUNT // of
        indices = (size * (number - 1), size * number)
        write_part_at(CALL, PARTS, planned_part(CALL, COUNT, indices, FORMATS[number - 1]))


def test_a_data_set_in_a_store_is_that_of_a_folder_and_stays(bucket: Any, whole: dict[str, bytes]) -> None:
    assert write_dataset_at(CALL, SET, COUNT).written == COUNT
    assert objects(bucket, "set") == whole
    assert write_dataset_at(CALL, SET, COUNT).written == 0
    with pytest.raises(UsageError, match="another count or packing"):
        write_dataset_at(CALL, SET, COUNT + 1)
    with pytest.raises(UsageError, match="another call"):
        write_dataset_at(evolve(CALL, seed=5), SET, COUNT)
    with pytest.raises(UsageError, match="a data set"):
        write_part_at(CALL, SET, planned_part(CALL, COUNT, (0, 20)))
    assert objects(bucket, "set") == whole


def test_parts_in_a_store_join_to_what_one_call_writes(
    bucket: Any, whole: dict[str, bytes], tmp_path: Path
) -> None:
    parts(2, 1)
    join_at(PARTS, tmp_path / "set", family=TURNS.name)
    assert contents(tmp_path / "set") == whole
    join_at(PARTS, SET, family=TURNS.name, packing=Packing("parquet", 9))
    join_at(PARTS, SET, family=TURNS.name, packing=Packing("parquet", 9))
    with fetched(SET) as folder:
        assert verify(folder, checker=TURNS.checker(folder)).clean
        write_dataset(CALL, folder, COUNT)
        assert contents(folder) == whole


class Killed(BaseException):
    """Ends a call, wherever it stands; nobody catches it."""


def killed(monkeypatch: pytest.MonkeyPatch, work: Callable[[], object], last: int) -> bool:
    """Whether the work was ended before its change of the store of this number."""
    changes = count(1)

    def ending(done: Callable[..., object]) -> Callable[..., object]:
        def change(*args: object) -> object:
            if next(changes) >= last:  # nothing that tidies up may touch the store either
                raise Killed
            return done(*args)

        return change

    with monkeypatch.context() as patch:
        for name in ("put", "remove"):
            patch.setattr(Store, name, ending(getattr(Store, name)))
        try:
            work()
        except Killed:
            return True
    return False


def test_a_call_killed_before_any_change_of_the_store_goes_on_to_the_same_bytes(
    bucket: Any, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cocoa_core.remote.writing._PART", 20)
    for last in count(1):
        ended = killed(monkeypatch, lambda: write_dataset_at(CALL, SET, COUNT), last)
        write_dataset_at(CALL, SET, COUNT)
        assert objects(bucket, "set") == whole
        for name in whole:
            bucket.delete_object(Bucket="exams", Key=f"set/{name}")
        if not ended:
            break
    assert last > 8


def test_a_part_that_was_made_is_not_made_again(bucket: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    parts(1)
    made = write_part_at(CALL, PARTS, planned_part(CALL, COUNT, (0, 20)))
    assert (made.written, made.folder) == (0, PARTS)


def test_forged_and_missing_objects_are_named(bucket: Any, tmp_path: Path) -> None:
    parts(1, 2)
    name = "part-000000000-000000020.jsonl"
    before = objects(bucket, "parts")[name]
    bucket.put_object(Bucket="exams", Key=f"parts/{name}", Body=before.replace(b"0", b"1"))
    with pytest.raises(FindingsError, match=f"{PARTS}/{name}: a finished part has changed"):
        parts(1)
    with pytest.raises(FindingsError, match=f"{PARTS}/{name}: this part of a run has changed"):
        join_at(PARTS, tmp_path / "set", family=TURNS.name)
    bucket.delete_object(Bucket="exams", Key=f"parts/{name.removesuffix('l')}")
    with pytest.raises(FindingsError, match=f"{PARTS}/{name}: there is another object of this name"):
        parts(1)
    assert objects(bucket, "parts")[name] == before.replace(b"0", b"1"), "nothing is written over"
    for gone in (name, name.replace("jsonl", "entries.gz")):
        bucket.delete_object(Bucket="exams", Key=f"parts/{gone}")
    with pytest.raises(FindingsError, match="0 to 19 is missing"):
        join_at(PARTS, SET, family=TURNS.name)
    assert objects(bucket, "set") == {}
    parts(1)
    assert objects(bucket, "parts")[name] == before


def test_a_changed_object_is_found_by_verify(bucket: Any) -> None:
    write_dataset_at(CALL, SET, COUNT)
    line = objects(bucket, "set")["train.jsonl"].splitlines(keepends=True)[0]
    bucket.put_object(Bucket="exams", Key="set/train.jsonl", Body=line)
    with fetched(SET) as folder:
        findings = verify(folder, checker=TURNS.checker(folder)).findings
    assert any("number of lines" in str(one) for one in findings)
    bucket.put_object(Bucket="exams", Key="set/%2e%2e/x", Body=b"")
    with pytest.raises(FindingsError, match="no file of a data set"), fetched(SET):
        pass


@pytest.mark.parametrize(
    "address",
    ["ftp://exams/x", "s3://", "s3://me:hidden@exams/x", "s3://exams/../x", "s3://exams/x?key=hidden"],
)
def test_an_address_of_another_kind_is_a_wrong_call_and_not_repeated(address: str) -> None:
    with pytest.raises(UsageError, match="not an address") as error:
        Store.of(address)
    assert "hidden" not in str(error.value)


def test_a_store_that_refuses_is_one_error_without_keys(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    call = ("generate", "--family", TURNS.name, "--set", "length=2", "-n", 3, "-o")
    result = call_cocoa(*call, "s3://nowhere/set")
    assert (result.exit_code, "s3://nowhere/set" in result.stderr, "bucket" in result.stderr) == (
        2,
        True,
        True,
    )
    assert SECRET not in result.output
    result = call_cocoa("verify", "s3://exams/none", "--family", TURNS.name)
    assert (result.exit_code, "no manifest" in result.stderr) == (1, True), result.output
    bad = call_cocoa("join", "s3://exams/none", "--family", TURNS.name, "--out", tmp_path / "set")
    assert (bad.exit_code, "no parts of a run" in bad.stderr, "s3://exams/none" in bad.stderr) == (
        2,
        True,
        True,
    )
    monkeypatch.setattr(
        "obstore.put", lambda *args, **how: (_ for _ in ()).throw(PermissionError(f"denied to {SECRET}"))
    )
    with pytest.raises(CocoaError, match=r"denied to \.\.\.") as error:
        write_dataset_at(CALL, SET, COUNT)
    assert SECRET not in str(error.value)


def test_the_commands_make_join_and_verify_in_a_store() -> None:
    toy = ("--family", TURNS.name)
    call = ("generate", *toy, "--set", "length=3", "-n", 20, "--quiet")
    for address in (PARTS, PARTS):
        for part in ("1/2", "2/2"):
            assert call_cocoa(*call, "--part", part, "-o", address).exit_code == 0
    result = call_cocoa("join", PARTS, *toy, "-o", f"{SET}/joined", "--format", "jsonl.zst", "--shard", 8)
    assert (result.exit_code, f"20 questions in {SET}/joined" in result.stdout) == (0, True), result.output
    assert call_cocoa(*call, "-o", f"{SET}/whole/").exit_code == 0
    for name in ("joined", "whole"):
        result = call_cocoa("verify", f"{SET}/{name}", *toy)
        assert (result.exit_code, "20 questions checked" in result.stdout) == (0, True), result.output
