"""Parts of a run, joined, are the run; one that is missing, doubled, unfinished or forged is named."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve
from calls import call_of, written
from hypothesis import given, settings
from hypothesis import strategies as st
from items.made_up import contents
from running.folders import rooms
from toy_families import TURNS

from cocoa_core.errors import FindingsError, UsageError
from cocoa_core.families.selection import Settings
from cocoa_core.items import FORMATS, Packing
from cocoa_core.loading import load_domain
from cocoa_core.running import RunSpec, indices_of_part, join_parts, planned_part, write_dataset, write_part
from cocoa_core.verification import verify

pytestmark = pytest.mark.usefixtures("toys")

COUNT = 50
GIVEN = {"length": 2, "split": {"train": 0.7, "test": 0.3}}
"""Two digits are soon drawn again: one item in four is made anew."""
CALL = RunSpec(TURNS, None, TURNS.settings(GIVEN), 4, given=GIVEN)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("whole") / "set"
    write_dataset(CALL, folder, COUNT)
    return contents(folder)


def part(
    folder: Path, start: int, stop: int, *, call: RunSpec = CALL, count: int = COUNT, form: str = FORMATS[0]
) -> int:
    """The number of indices that a call for a part adds."""
    return write_part(call, folder, planned_part(call, count, (start, stop), form)).written


def parts(folder: Path, *ends: int) -> Path:
    """Parts from 0 to the first end, from there to the second, and so on."""
    for start, stop in zip((0, *ends), ends, strict=False):
        part(folder, start, stop)
    return folder


def joined(folder: Path, out: Path) -> dict[str, bytes]:
    join_parts(folder, out, family=TURNS.name)
    return contents(out)


@given(st.sets(st.integers(1, COUNT - 1), max_size=6).map(sorted), st.randoms())
@settings(max_examples=20)
def test_however_a_run_is_parted_the_join_has_its_bytes(
    whole: dict[str, bytes],
    tmp_path_factory: pytest.TempPathFactory,
    ends: list[int],
    order: random.Random,
) -> None:
    folder = tmp_path_factory.mktemp("parted")
    ranges = list(zip((0, *ends), (*ends, COUNT), strict=True))
    order.shuffle(ranges)
    for start, stop in ranges:
        part(folder / "parts", start, stop, form=order.choice(FORMATS))
    assert joined(folder / "parts", folder / "set") == whole


def test_some_first_attempts_had_been_made_before(whole: dict[str, bytes]) -> None:
    lines = b"".join(text for name, text in whole.items() if name.endswith(".jsonl"))
    assert len(re.findall(rb'"attempt":[1-9]', lines)) >= COUNT // 10


def test_parts_of_a_domain_with_option_sets_join_to_the_run(tmp_path: Path) -> None:
    given = {"slots": 2, "minterms": 2, "option_sets": 3, "split": {"train": 0.5, "test": 0.5}}
    domain = load_domain(rooms(tmp_path / "wide", towns=1, rows=40))
    written(domain, Settings.of(**given), tmp_path / "whole", 14, seed=2)
    for number in (1, 2, 3):
        indices = indices_of_part(14, number, 3)
        call = evolve(call_of(domain, Settings.of(**given), 2), given=given)
        write_part(call, tmp_path / "parts", planned_part(call, 14, indices))
    join_parts(tmp_path / "parts", tmp_path / "joined", tmp_path / "wide")
    assert contents(tmp_path / "joined") == contents(tmp_path / "whole")
    rooms(tmp_path / "wide", towns=1, rows=61)
    with pytest.raises(UsageError, match="another call"):
        join_parts(tmp_path / "parts", tmp_path / "other", tmp_path / "wide")


@given(st.integers(1, 10**6), st.data())
def test_the_parts_of_a_count_are_its_indices_and_of_one_size(count: int, data: st.DataObject) -> None:
    number = data.draw(st.integers(1, min(count, 200)))
    found = [indices_of_part(count, one, number) for one in range(1, number + 1)]
    assert (found[0][0], found[-1][1]) == (0, count)
    assert [stop for _, stop in found[:-1]] == [start for start, _ in found[1:]]
    sizes = [stop - start for start, stop in found]
    assert 0 < min(sizes) >= max(sizes) - 199


@pytest.mark.parametrize(("number", "of"), [(0, 3), (4, 3), (1, COUNT + 1)])
def test_a_part_that_there_is_not_is_refused(number: int, of: int) -> None:
    with pytest.raises(UsageError, match="no such part"):
        indices_of_part(COUNT, number, of)


@given(st.data())
@settings(max_examples=20)
def test_a_part_that_was_cut_at_any_byte_goes_on_to_the_same_bytes(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """As a kill leaves it: lines up to some byte, and a note that says nothing of their end, or says it."""
    folder = tmp_path_factory.mktemp("cut")
    form = data.draw(st.sampled_from(FORMATS), label="form")
    part(folder, 10, 30, form=form)
    before = contents(folder)
    part(folder / "plain", 10, 30)
    (lines,) = (folder / "plain").glob("*.jsonl")
    begun = lines.rename(folder / f"{lines.name}.begun")
    shutil.rmtree(folder / "plain")
    if not data.draw(st.booleans(), label="killed after its file was there"):
        (folder / f"{lines.stem}.{form}").unlink()
        if data.draw(st.booleans(), label="killed before its end"):
            os.truncate(begun, data.draw(st.integers(0, begun.stat().st_size), label="bytes"))
            (note,) = folder.glob("*.json")
            said = json.loads(note.read_text())
            note.write_text(json.dumps({**said, "items": None, "sha256": None}))
    part(folder, 10, 30, form=form)
    assert contents(folder) == before


def test_a_finished_part_is_left_as_it_is_and_a_changed_one_is_refused(tmp_path: Path) -> None:
    part(tmp_path, 0, 20)
    (lines,) = tmp_path.glob("*.jsonl")
    stamp = lines.stat().st_mtime_ns
    assert part(tmp_path, 0, 20) == 0
    assert lines.stat().st_mtime_ns == stamp
    lines.write_bytes(lines.read_bytes().replace(b"Keep", b"Kept").replace(b'"key":1', b'"key":2'))
    with pytest.raises(FindingsError, match="changed since"):
        part(tmp_path, 0, 20)
    lines.unlink()
    with pytest.raises(FindingsError, match="changed since"):
        part(tmp_path, 0, 20)


def test_a_packed_part_is_smaller_and_a_broken_one_is_named(tmp_path: Path) -> None:
    for form in FORMATS:
        part(tmp_path / form, 0, COUNT, form=form)
    plain, *packed = (next((tmp_path / form).glob(f"part-*.{form}")) for form in FORMATS)
    for path in packed:
        assert path.stat().st_size < plain.stat().st_size
        path.write_bytes(path.read_bytes()[:-20])
        with pytest.raises(FindingsError, match=re.escape(path.name)):
            part(path.parent, 0, COUNT)
        with pytest.raises(FindingsError, match=re.escape(path.name)):
            joined(path.parent, tmp_path / "set")
    assert not (tmp_path / "set").exists()


def test_a_part_of_another_call_and_a_data_set_are_refused(tmp_path: Path) -> None:
    part(tmp_path, 0, 20)
    with pytest.raises(UsageError, match="part of a run of another call"):
        part(tmp_path, 0, 20, call=evolve(CALL, seed=5))
    write_dataset(CALL, tmp_path / "set", 5)
    with pytest.raises(UsageError, match="not a folder for parts"):
        part(tmp_path / "set", 0, 20)
    for wrong in ((20, 20), (30, 20), (0, COUNT + 1)):
        with pytest.raises(UsageError, match="no such indices"):
            part(tmp_path, *wrong)


@pytest.mark.parametrize("gone", [0, 1, 2])
def test_a_missing_part_is_named_and_what_is_said_to_mend_it_does(
    whole: dict[str, bytes], tmp_path: Path, gone: int
) -> None:
    folder = parts(tmp_path / "parts", 15, 30, COUNT)
    for path in list(folder.glob(f"part-{15 * gone:09}-*")):
        path.unlink()
    with pytest.raises(FindingsError, match="is missing") as found:
        joined(folder, tmp_path / "set")
    assert not (tmp_path / "set").exists()
    start, stop = map(int, re.findall(r"--range (\d+):(\d+)", str(found.value))[0])
    assert (start, stop) == ((0, 15), (15, 30), (30, COUNT))[gone]
    part(folder, start, stop)
    assert joined(folder, tmp_path / "set") == whole


def test_parts_with_the_same_indices_are_named(tmp_path: Path) -> None:
    folder = parts(tmp_path / "parts", 15, 30, COUNT)
    part(folder, 20, 30)
    with pytest.raises(FindingsError, match="two parts have the same indices") as found:
        joined(folder, tmp_path / "set")
    assert "part-000000015-000000030 and part-000000020-000000030" in str(found.value)


def test_entries_that_were_not_copied_are_named(tmp_path: Path) -> None:
    folder = parts(tmp_path / "parts", 15, COUNT)
    (folder / "part-000000015-000000050.entries.gz").unlink()
    with pytest.raises(FindingsError, match=r"lacks the entries of its lines(.|\n)*copy it, too"):
        joined(folder, tmp_path / "set")


def test_an_unfinished_part_is_named(tmp_path: Path) -> None:
    folder = parts(tmp_path / "parts", 15, COUNT)
    lines = folder / "part-000000015-000000050.jsonl"
    lines.rename(f"{lines}.begun")
    with pytest.raises(FindingsError, match=r"000000050\.json: this part of a run is not finished"):
        joined(folder, tmp_path / "set")


def test_a_copy_under_another_name_and_lines_alone_are_named(tmp_path: Path) -> None:
    folder = parts(tmp_path / "parts", COUNT)
    for name in ("part-0-50 (1).json", "part-000000050-000000060.jsonl", "part-000000000-000000060.json"):
        (folder / name).write_bytes((folder / "part-000000000-000000050.json").read_bytes())
        with pytest.raises(FindingsError, match=re.escape(name)):
            joined(folder, tmp_path / "set")
        (folder / name).unlink()


def test_parts_of_two_seeds_are_refused(tmp_path: Path) -> None:
    folder = parts(tmp_path / "parts", 15)
    part(folder, 15, COUNT, call=evolve(CALL, seed=5))
    with pytest.raises(UsageError, match="000000050 is a part of a run of another call"):
        joined(folder, tmp_path / "set")
    assert not (tmp_path / "set").exists()


@given(st.data())
@settings(max_examples=25)
def test_a_part_with_any_byte_changed_is_refused(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("changed")
    parts(folder / "parts", 15, 30, COUNT)
    path = data.draw(st.sampled_from(sorted((folder / "parts").glob("part-*[!n]"))))
    packed = path.suffix == ".gz"
    text = bytearray(path.read_bytes())
    place = data.draw(st.integers(10 if packed else 0, len(text) - 1))  # gzip's own: the date and the like
    text[place] ^= data.draw(st.integers(1, 255))
    path.write_bytes(text)
    with pytest.raises(FindingsError, match=r"has changed since it was written|cannot be unpacked") as found:
        joined(folder / "parts", folder / "set")
    assert path.name in str(found.value)
    assert not (folder / "set").exists()


Lines = list[bytes]


def later(line: bytes) -> bytes:
    """The line or entry of one attempt more, whichever attempt it was."""
    return re.sub(rb'"attempt":(\d+)', lambda found: b'"attempt":%d' % (int(found[1]) + 1), line, count=1)


FORGERIES: dict[str, Callable[[Lines], Lines]] = {
    "another seed": lambda lines: [line.replace(b'"seed":4', b'"seed":5') for line in lines],
    "a line less": lambda lines: lines[:3] + lines[4:],
    "no last line": lambda lines: lines[:-1],
    "no first line": lambda lines: lines[1:],
    "a line twice": lambda lines: lines[:4] + lines[3:],
    "two lines turned round": lambda lines: [lines[1], lines[0], *lines[2:]],
    "a later attempt": lambda lines: [*lines[:-1], later(lines[-1])],
    "no record": lambda lines: [*lines[:-1], b"{}\n"],
    "all keys": lambda lines: [re.sub(rb'"key":\d', b'"key":7', line, count=1) for line in lines],
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_part_that_was_forged_with_its_digest_is_refused_and_named(tmp_path: Path, forgery: str) -> None:
    folder = parts(tmp_path / "parts", 15, 30, COUNT)
    path = folder / "part-000000015-000000030.jsonl"
    forge(path, FORGERIES[forgery])
    with pytest.raises(FindingsError, match=f"{path.name}.*is not what its call makes"):
        joined(folder, tmp_path / "set")


def forge(path: Path, lines: Callable[[Lines], Lines], notes: Callable[[Lines], Lines] | None = None) -> None:
    """Change the lines of a part and what is said of them; of their entries, too, where those are changed."""
    forged = lines(path.read_bytes().splitlines(keepends=True))
    path.write_bytes(b"".join(forged))
    data = json.loads(path.with_suffix(".json").read_text())
    data.update(items=len(forged), sha256=hashlib.sha256(b"".join(forged)).hexdigest())
    if notes is not None:
        entries = path.with_suffix(".entries.gz")
        noted = b"".join(notes(gzip.decompress(entries.read_bytes()).splitlines(keepends=True)))
        entries.write_bytes(gzip.compress(noted))
        data["entries_sha256"] = hashlib.sha256(noted + data["sha256"].encode()).hexdigest()
    path.with_suffix(".json").write_text(json.dumps(data))


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("broken", [b"x\n", b"[]\n", b'{"a":\n', b"\xff\n", b"[" * 100_000 + b"\n"])
def test_lines_that_are_no_records_are_one_error_whatever_their_digests(
    tmp_path: Path, broken: bytes, form: str
) -> None:
    folder = parts(tmp_path / "parts", COUNT)
    forge(next(folder.glob("*.jsonl")), lambda lines: [broken] * len(lines), lambda notes: notes)
    with pytest.raises(FindingsError, match="is not what its call makes"):
        joined(folder, tmp_path / "set")
    with pytest.MonkeyPatch.context() as patch:  # as where the drawn line is none of those that were changed
        patch.setattr("cocoa_core.running.joining._Joint.check", lambda joint: None)
        with pytest.raises(FindingsError, match=r"set/.*:1: this line is no record"):
            join_parts(folder, tmp_path / "set", family=TURNS.name, packing=Packing(form))


SOME_KEYS: dict[str, Callable[[Lines], Lines]] = {
    f"the keys of every third line from line {start} on": lambda lines, start=start: [  # type: ignore[misc]
        re.sub(rb'"key":\d+', b'"key":987', line, count=1) if index % 3 == start else line
        for index, line in enumerate(lines)
    ]
    for start in range(3)
}
LACKING = {"a line less": 3, "no last line": 14, "no first line": 0}


@pytest.mark.parametrize("forgery", [*FORGERIES, *SOME_KEYS])
def test_what_a_join_does_not_see_of_a_forged_part_verify_does(
    tmp_path: Path, whole: dict[str, bytes], forgery: str
) -> None:
    """Lines and both digests forged, and the entries of lines that are gone taken away."""
    folder = parts(tmp_path / "parts", 15, 30, COUNT)
    change, gone = {**FORGERIES, **SOME_KEYS}[forgery], LACKING.get(forgery)
    path = folder / "part-000000015-000000030.jsonl"
    forge(path, change, lambda notes: [note for index, note in enumerate(notes) if index != gone])
    refused, made = "", whole
    try:
        made = joined(folder, tmp_path / "set")
    except FindingsError as error:
        refused = str(error)
    assert not refused or "part-000000015-000000030" in refused or "this line is no record" in refused
    if made != whole:  # a forged line that repeats another item is drawn anew, and nothing of it is left
        assert not verify(tmp_path / "set", checker=TURNS.checker(tmp_path / "set")).clean


NOTES: dict[str, Callable[[Lines], Lines]] = {
    "a later attempt": lambda notes: [later(notes[0]), *notes[1:]],
    "a side that there is not": lambda notes: [
        re.sub(rb'"side":"\w+"', b'"side":"dev"', note) for note in notes
    ],
    "two entries turned round": lambda notes: [notes[1], notes[0], *notes[2:]],
    "an index of another part": lambda notes: [
        re.sub(rb'"index":\d+', b'"index":3', notes[0]),
        *notes[1:],
    ],
    "too many bits": lambda notes: [re.sub(rb'print":\d+', b'print":%d' % 2**64, note) for note in notes],
    "words for bits": lambda notes: [re.sub(rb'print":\d+', b'print":"1"', note) for note in notes],
    "no entry": lambda notes: [*notes[:-1], b"[]\n"],
    "other fingerprints": lambda notes: [re.sub(rb'print":\d+', b'print":7', note) for note in notes],
}


@pytest.mark.parametrize("forgery", NOTES)
def test_entries_that_were_forged_with_their_digest_are_refused_and_named(
    tmp_path: Path, forgery: str
) -> None:
    folder = parts(tmp_path / "parts", 15, 30, COUNT)
    forge(folder / "part-000000015-000000030.jsonl", lambda lines: lines, NOTES[forgery])
    with pytest.raises(FindingsError, match=r"part-000000015-000000030.*is not what its call makes"):
        joined(folder, tmp_path / "set")


def test_a_join_goes_on_where_it_was_cut(whole: dict[str, bytes], tmp_path: Path) -> None:
    folder, out = parts(tmp_path / "parts", 15, 30, COUNT), tmp_path / "set"
    for size in (0, 3_000, 7_000):
        joined(folder, out)
        data = json.loads((out / "manifest.json").read_text())
        (out / "manifest.json").write_text(json.dumps({**data, "complete": False}))
        (out / "README.md").unlink()
        os.truncate(out / "train.jsonl", size)
        assert joined(folder, out) == whole


LONG = 6_000
RUN = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[3])
from toy_families import TURNS
from cocoa_core.running import RunSpec, join_parts, planned_part, write_part
given = {"length": 4}
what, place = sys.argv[1], Path(sys.argv[2])
if what == "join":
    join_parts(place / "parts", place / "set", family=TURNS.name)
else:
    start, stop = map(int, what.split(":"))
    call = RunSpec(TURNS, None, TURNS.settings(given), 1, given=given)
    write_part(call, place / "parts", planned_part(call, int(sys.argv[4]), (start, stop)))
"""


def test_parts_and_joins_that_are_killed_again_and_again_lose_nothing(
    tmp_path: Path, toys_path: Path
) -> None:
    call = RunSpec(TURNS, None, TURNS.settings({"length": 4}), 1)
    write_dataset(call, tmp_path / "whole", LONG)
    rng = random.Random(8)
    for what, watched in ((f"0:{LONG // 2}", "parts"), (f"{LONG // 2}:{LONG}", "parts"), ("join", "set")):
        enough = killed = 0
        for _ in range(3):
            enough += rng.randrange(100_000, 350_000)
            process = start(what, tmp_path, toys_path)
            while process.poll() is None and written_so_far(tmp_path / watched) < enough:
                time.sleep(0.001)
            process.send_signal(signal.SIGKILL)
            killed += process.wait() == -signal.SIGKILL
        assert killed >= 2
        assert start(what, tmp_path, toys_path).wait(60) == 0
    assert contents(tmp_path / "set") == contents(tmp_path / "whole")
    shutil.rmtree(tmp_path / "parts")


def start(what: str, place: Path, toys_path: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", RUN, what, str(place), str(toys_path), str(LONG)])


def written_so_far(folder: Path) -> int:
    """Bytes of the largest file."""
    sizes = [0]
    for path in folder.glob("*.jsonl*"):
        try:
            sizes.append(path.stat().st_size)
        except FileNotFoundError:
            continue
    return max(sizes)
