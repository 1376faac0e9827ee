"""However a data set keeps its lines they are the same, a kill loses none, and verify sees each change."""

from __future__ import annotations

import io
import json
import os
import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pyarrow
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st
from items.made_up import contents
from pyarrow import parquet
from toy_families import TURNS

from cocoa_core.errors import FindingsError, UsageError
from cocoa_core.items import FORMATS, Packing, read_dataset
from cocoa_core.running import RunSpec, write_dataset
from cocoa_core.verification import verify

pytestmark = pytest.mark.usefixtures("toys")

COUNT = 30
CALL = RunSpec(TURNS, None, TURNS.settings({"length": 3, "split": {"train": 0.7, "test": 0.3}}), 4)
BOMB = (b"x" * (1 << 20) + b"\n") * 40
PACKINGS = st.builds(Packing, st.sampled_from(FORMATS), st.none() | st.integers(1, COUNT + 1))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("whole") / "set"
    write_dataset(CALL, folder, COUNT)
    return contents(folder)


def packed(folder: Path, form: str = "jsonl.zst", shard: int | None = 8, items: int = COUNT) -> Path:
    write_dataset(CALL, folder, items, packing=Packing(form, shard))
    return folder


def lines_of(folder: Path, side: str) -> bytes:
    """A side's lines by what its manifest says, without the code that reads them."""
    state = json.loads((folder / "manifest.json").read_text())["files"][side]
    found = b""
    for piece in state.get("shards") or [state]:
        data = (folder / piece["file"]).read_bytes()
        if piece["file"].endswith(".parquet"):
            texts = parquet.read_table(io.BytesIO(data), columns=["record"]).column(0).to_pylist()
            data = "".join(f"{text}\n" for text in texts).encode()
        if piece["file"].endswith(".zst"):
            data = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data)).readall()
        assert data.count(b"\n") == piece["items"]
        found += data
    return found


def findings(folder: Path) -> str:
    return "\n".join(map(str, verify(folder, checker=TURNS.checker(folder)).findings))


@given(st.lists(st.tuples(PACKINGS, st.integers(1, COUNT)), min_size=1, max_size=3))
@settings(max_examples=20)
def test_from_any_packing_to_any_other_the_lines_are_the_same(
    whole: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory, stages: list[tuple[Packing, int]]
) -> None:
    folder = tmp_path_factory.mktemp("packed") / "set"
    for packing, items in sorted(stages, key=lambda stage: stage[1]):
        write_dataset(CALL, folder, items, packing=packing)
    production = write_dataset(CALL, folder, COUNT, packing=packing)
    for side in ("train", "test"):
        assert lines_of(folder, side) == whole[f"{side}.jsonl"]
    if packing.shard is not None:
        sizes = [piece.items or 0 for piece in production.manifest.files["train"].pieces]
        assert max(sizes) <= packing.shard
        assert sizes[:-1] == [packing.shard] * (len(sizes) - 1)
    assert findings(folder) == ""
    names = {piece.file for state in production.manifest.files.values() for piece in state.pieces}
    assert {path.name for path in folder.iterdir() if path.suffix not in (".json", ".md")} == names
    assert [item.line() for item in read_dataset(folder, TURNS.name)] == sorted(
        (line for side in ("train", "test") for line in whole[f"{side}.jsonl"].decode().splitlines()),
        key=lambda line: json.loads(line)["provenance"]["index"],
    )
    write_dataset(CALL, folder, COUNT)
    assert contents(folder) == whole


def test_what_is_packed_so_already_is_left_as_it_is(tmp_path: Path) -> None:
    folder = packed(tmp_path / "set")
    stamps = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    packed(folder)
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == stamps


@pytest.mark.parametrize(
    ("form", "steps"),
    [
        ("jsonl.zst", ((20, COUNT),)),
        ("jsonl.zst", ((None, 20), (25, COUNT))),
        ("parquet", ((None, 20), (25, COUNT))),
    ],
)
def test_a_call_killed_before_any_change_of_the_folder_goes_on_to_the_same_bytes(
    tmp_path: Path, form: str, steps: tuple[tuple[int | None, int], ...]
) -> None:
    *before, (shard, items) = steps
    wanted = contents(packed(tmp_path / "unbroken", form, shard, items))
    kept = 0
    for last in count(1):
        folder = tmp_path / f"killed {last}"
        for size, first in before:
            packed(folder, form, size, first)
        ended = killed(lambda: packed(folder, form, shard, items), last)  # noqa: B023
        production = write_dataset(CALL, folder, items, packing=Packing(form, shard))
        assert contents(folder) == wanted
        assert production.before >= kept, "what was there is not made again"
        kept = production.before
        shutil.rmtree(folder)
        if not ended:
            break
    assert last > 8


def killed(work: Callable[[], object], last: int) -> bool:
    """Whether a process that does the work ended, as if killed, before its change of this number."""
    child = os.fork()
    if child == 0:
        changes = count(1)
        for owner, name in ((os, "replace"), (os, "unlink"), (os, "fsync")):
            done = getattr(owner, name)

            def change(*args: object, done: Callable[..., object] = done, **how: object) -> object:
                if next(changes) == last:
                    os._exit(9)
                return done(*args, **how)

            setattr(owner, name, change)
        try:
            work()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


def rewritten(path: Path, change: Callable[[bytes], bytes]) -> None:
    data = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(path.read_bytes())).readall()
    path.write_bytes(zstandard.ZstdCompressor().compress(change(data)))


def test_verify_names_what_is_wrong_with_shards(tmp_path: Path) -> None:
    good = packed(tmp_path / "good", shard=5)
    first, second = good / "train-00000.jsonl.zst", good / "train-00001.jsonl.zst"

    def found(change: Callable[[Path, Path], object]) -> str:
        bad = tmp_path / "bad"
        shutil.rmtree(bad, ignore_errors=True)
        shutil.copytree(good, bad)
        change(bad / first.name, bad / second.name)
        return findings(bad)

    assert "missing" in found(lambda one, other: other.unlink())
    assert "another digest" in found(lambda one, other: rewritten(one, lambda data: data.upper()))
    assert "does not follow" in found(swap)
    assert "does not know" in found(lambda one, other: shutil.copy(one, one.with_name("more.jsonl.zst")))
    assert "cannot be unpacked" in found(lambda one, other: one.write_bytes(b"not packed"))
    assert "number of lines" in found(lambda one, other: os.truncate(one, one.stat().st_size // 2))
    assert "1,000 times" in found(lambda one, other: rewritten(one, lambda data: data + BOMB))
    assert "shards are not" in found(lambda one, other: forget(one.parent))


def swap(one: Path, other: Path) -> None:
    """Two shards for each other."""
    one.rename(one.with_suffix(".x"))
    other.rename(one)
    one.with_suffix(".x").rename(other)


def forget(folder: Path) -> None:
    """Another digest for a side as a whole."""
    data = json.loads((folder / "manifest.json").read_text())
    data["files"]["train"]["sha256"] = "0" * 64
    (folder / "manifest.json").write_text(json.dumps(data))


def rows_changed(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Another Parquet file in its place: each row as `change` leaves it."""
    table = parquet.read_table(io.BytesIO(path.read_bytes()))
    rows = table.to_pylist()
    for row in rows:
        change(row)
    parquet.write_table(pyarrow.Table.from_pylist(rows, schema=table.schema), path)


def test_verify_names_what_is_wrong_with_parquet(tmp_path: Path) -> None:
    good = packed(tmp_path / "good", "parquet", 5)

    def found(change: Callable[[Path], object]) -> str:
        bad = tmp_path / "bad"
        shutil.rmtree(bad, ignore_errors=True)
        shutil.copytree(good, bad)
        change(bad / "train-00000.parquet")
        said = findings(bad)
        assert "train-00000.parquet" in said or "more.parquet" in said, said
        return said

    assert findings(good) == ""
    assert "cannot be read as Parquet" in found(lambda path: os.truncate(path, path.stat().st_size // 2))
    assert "cannot be read as Parquet" in found(lambda path: path.write_bytes(b"not a table"))
    assert "another digest" in found(
        lambda path: rows_changed(path, lambda row: row.update(record=row["record"].replace(":", ": ")))
    )
    for name, value in (("id", "0"), ("index", 10**6), ("key", '"forged"'), ("answer", "B"), ("side", None)):
        said = found(lambda path: rows_changed(path, lambda row: row.update({name: value})))  # noqa: B023
        assert f"row 1: the column {name} says" in said
    assert "no record of one line" in found(
        lambda path: rows_changed(path, lambda row: row.update(record=row["record"] * 2 + "\n"))
    )
    assert "unpacked, it has more than" in found(much)
    assert "its columns are" in found(
        lambda path: parquet.write_table(parquet.read_table(path).drop_columns(["answer"]), path)
    )
    assert "does not know" in found(lambda path: shutil.copy(path, path.with_name("more.parquet")))


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("key", pyarrow.array([1, 2, 3, 4, 5])),
        ("index", pyarrow.array(["0"] * 5)),
        ("id", pyarrow.array([[1]] * 5)),
        ("answer", pyarrow.array([2**62] * 5, pyarrow.timestamp("us"))),
        ("record", pyarrow.array([b"{}"] * 5)),
    ],
)
def test_verify_names_columns_of_other_types(name: str, values: Any, tmp_path: Path) -> None:
    folder = packed(tmp_path / "good", "parquet", 5)
    path = folder / "train-00000.parquet"
    table = parquet.read_table(path)
    index = table.schema.get_field_index(name)
    parquet.write_table(table.set_column(index, name, values), path)
    assert "its columns are" in findings(folder)


def much(path: Path) -> None:
    """A small file of rows that are all the same, and large."""
    table = parquet.read_table(path)
    row = {**table.to_pylist()[0], "record": BOMB.decode()[: 1 << 20]}
    parquet.write_table(pyarrow.Table.from_pylist([row] * 100, schema=table.schema), path)
    assert path.stat().st_size < 100_000


def test_columns_of_parquet_are_what_records_say_and_the_same_in_every_file(tmp_path: Path) -> None:
    folder = packed(tmp_path / "set", "parquet", 5)
    assert len({parquet.read_schema(path) for path in folder.glob("*.parquet")}) == 1
    for path in folder.glob("*.parquet"):
        for row in parquet.read_table(io.BytesIO(path.read_bytes())).to_pylist():
            record = json.loads(row["record"])
            made = record["provenance"]
            assert (row["id"], json.loads(row["key"])) == (record["id"], record["key"])
            assert (row["index"], row["side"]) == (made["index"], made["side"])


def test_a_broken_parquet_file_is_named_by_readers(tmp_path: Path) -> None:
    folder = packed(tmp_path / "set", "parquet", 5)
    path = folder / "train-00001.parquet"
    for change in (
        lambda: much(path),
        lambda: path.write_bytes(path.read_bytes()[:-9]),
        lambda: path.write_bytes(b"PAR1"),
    ):
        change()
        with pytest.raises(FindingsError, match=r"train-00001\.parquet.*: (a file of|a line of|the line)"):
            list(read_dataset(folder, TURNS.name))


@pytest.mark.parametrize("change", [b"not packed", BOMB])
def test_a_shard_that_cannot_be_unpacked_is_named_by_readers(tmp_path: Path, change: bytes) -> None:
    folder = packed(tmp_path / "set", shard=5)
    path = folder / "train-00001.jsonl.zst"
    path.write_bytes(change if len(change) < 99 else zstandard.ZstdCompressor().compress(change))
    with pytest.raises(FindingsError, match=r"train-00001\.jsonl\.zst.*: (a file of|a line of)"):
        list(read_dataset(folder, TURNS.name))


@pytest.mark.parametrize(("form", "shard"), [("xml", None), ("jsonl", 0)])
def test_a_packing_that_there_is_not_is_a_wrong_call(form: str, shard: int | None) -> None:
    with pytest.raises(UsageError):
        Packing.of(form, shard)
