"""JSON, YAML and files that may come from anybody: read as they are, or refused in words with their line."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from verification.dataset_edits import dumped
from verification.inns import FLAG, RULES, SCHEMA, inn_record, write_inns

from cocoa_core.errors import FindingsError, one_line
from cocoa_core.independent import (
    is_there,
    load_plain,
    open_regular,
    read_argument,
    read_compact_json,
    read_domain,
    read_json,
    read_literal,
    read_regular,
    read_shown,
)
from cocoa_core.independent.yaml_files import mapping, plain_number, sequence, text, whole
from cocoa_core.verification import ManifestFacts, read_manifest, verify
from cocoa_core.verification.across_records import DrawCounts, Tally
from cocoa_core.verification.item_files import LONGEST_LINE, Batch, FileReading, SideReading, check_batch
from cocoa_core.verification.selection.checker import QuestionChecker

SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
)


@given(VALUES)
def test_json_is_read_as_it_was_written(value: Any) -> None:
    data = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
    assert read_json(data) == read_json(data, once=True) == json.loads(data)


NUMBERS = st.from_regex(r"-?(0|[1-9][0-9]{0,25})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?", fullmatch=True)
ESCAPES = st.sampled_from(
    [r"\ud800", r"\ud83d\ude00", r"\u001f", r"\u001F", r"\/", r"\b\f\n\r\t", "\x7f", "\u2028"]
)
WRITTEN = st.recursive(
    NUMBERS
    | st.floats().map(repr)
    | st.integers().map(str)
    | st.sampled_from(
        ["null", "true", "false", "NaN", "-Infinity", "1e400", "-0", "-0.0", "9" * 4301, "0.00001"]
    )
    | st.text(max_size=5).map(lambda text: json.dumps(text, ensure_ascii=False))
    | st.lists(ESCAPES, max_size=3).map(lambda parts: f'"{"".join(parts)}"'),
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda items: f"[{','.join(items)}]")
        | st.lists(st.tuples(st.sampled_from('ab"'), inner), max_size=3).map(
            lambda pairs: f"{{{','.join(f'{json.dumps(key)}:{item}' for key, item in pairs)}}}"
        )
    ),
)


@given(WRITTEN | st.text(max_size=8))
@example("1e16")
@example("0.00001")
def test_a_fast_reading_is_that_of_json(text: str) -> None:
    """What `json` refuses is refused, and a text is exact where `json` would write it."""
    data = text.encode("utf-8", "surrogatepass")
    expected = outcome(read_json, data)
    assert outcome(lambda given: read_compact_json(given)[0], data) == expected
    if not expected.startswith("refused"):
        value, exact = read_compact_json(data)
        written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        assert exact is (written.encode("utf-8", "surrogatepass") == data)


def outcome(read: Callable[[bytes], Any], data: bytes) -> str:
    """What reading gives: the value as text, which tells 1 from 1.0 and shows the order of keys."""
    try:
        return repr(read(data))
    except ValueError as error:
        return f"refused: {error}"


@pytest.mark.parametrize("depth", [1, 20, 21, 300, 100_000])
@pytest.mark.parametrize("ends", ["[]", "{}"])
@pytest.mark.parametrize("beside", [0, 500])
def test_json_has_twenty_levels_at_most(depth: int, ends: str, beside: int) -> None:
    """Few lists are not looked into: no depth of theirs does harm."""
    opened, closed = ("[", "]") if ends == "[]" else ('{"a":', "}")
    inner = f"{opened * (depth - 1)}[{'[],' * beside}1]{closed * (depth - 1)}".encode()
    if depth + (beside > 0) <= 20 or (depth + beside < 350 and not beside):
        assert read_compact_json(inner) == (read_json(inner), True)
    else:
        for read in (read_json, read_compact_json):
            with pytest.raises(ValueError, match="20 levels"):
                read(inner)


@pytest.mark.parametrize(
    "data",
    [b"NaN", b"[Infinity]", b"\xef\xbb\xbf1", b"\xff", b"1 2", b"", '"a"'.encode("utf-16"), b"1" * 5000],
)
def test_what_is_no_json_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_json(data)


def test_a_key_twice_is_refused_where_it_is_asked() -> None:
    assert read_json(b'{"a":1,"a":2}') == {"a": 2}
    with pytest.raises(ValueError, match="'a' stands twice"):
        read_json(b'{"b":1,"c":{"d":1,"a":1,"a":2}}', once=True)


def test_yaml_is_read_as_texts() -> None:
    data = b"\xef\xbb\xbfa: 1\nb: [x, 'y', {c: }]\n\"<<\": |\n  long\n  text\n"
    assert load_plain(data, "f") == {"a": "1", "b": ["x", "y", {"c": ""}], "<<": "long\ntext\n"}
    assert load_plain(b"", "f") is None
    assert load_plain(b"- " * 20 + b"x", "f") is not None


@pytest.mark.parametrize(
    ("data", "line", "problem"),
    [
        (b"a: 1\nb: &x 1\n", 2, "anchor"),
        (b"a: 1\nb: *x\n", 2, "anchor or an alias"),
        (b"a: 1\nb: !x 1\n", 2, "tag"),
        (b"a: 1\n<<: {b: 1}\n", 2, "not a word"),
        (b"a: 1\n[b]: 1\n", 2, "not a word"),
        (b"a: 1\nb: 1\na: 2\n", 3, "stands twice"),
        (b"a: 1\n---\nb: 1\n", 2, "several documents"),
        (b"# x\n%YAML 1.1\n---\na: 1\n", 2, "directive"),
        (b"a: 1\nb: [1\n", 3, "cannot be read"),
        (b"a: 1\nb: '\xff'\n", 2, "UTF-8"),
        (b"a: 1\n" + b"- " * 21 + b"x", 2, "cannot be read"),
        (b"- " * 21 + b"x", 1, "20 levels"),
        (b"a: 1\nb: " + b"x" * 100_000, 2, "too long"),
        (b"- 1\n" * 100_000, 100_000, "100,000 values"),
        (b"a: 1\n" + b"#\n" * 500_000, 0, "too large"),
    ],
)
def test_yaml_that_may_do_harm_is_refused_with_its_line(data: bytes, line: int, problem: str) -> None:
    with pytest.raises(FindingsError) as caught:
        load_plain(data, "f.yaml")
    assert problem in caught.value.problem
    assert caught.value.place is not None
    assert (caught.value.place.file, caught.value.place.line) == ("f.yaml", line)
    assert caught.value.fix


def test_yaml_nodes_have_bounds() -> None:
    assert mapping({"a": 1, "b": 2}, "x", 2)
    assert sequence([1, 2], "x", 2)
    assert text("a" * 200, "x")
    assert whole("7", "x", 7, 7) == 7
    for refused in (
        lambda: mapping({"a": 1, "b": 2}, "x", 1),
        lambda: sequence([1, 2], "x", 1),
        lambda: text("a" * 201, "x"),
        lambda: whole("6", "x", 7, 7),
        lambda: whole("8", "x", 7, 7),
    ):
        with pytest.raises(ValueError, match=r"^x "):
            refused()
    assert plain_number("9" * 5000) == "9" * 5000
    assert plain_number("0x" + "f" * 5000) == "0x" + "f" * 5000


def test_only_files_are_read_and_only_so_much_of_them(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    assert read_regular(tmp_path / "file", 5) == b"12345"
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "link").symlink_to("file")
    assert read_regular(tmp_path / "link", 9) == b"12345"
    with pytest.raises(OSError, match="more than 4 bytes"):
        read_regular(tmp_path / "file", 4)
    for name in ("pipe", "zero", "loop", ".", "none", "x" * 300, "a\0b"):
        with pytest.raises(OSError, match=r"."):
            open_regular(tmp_path / name)
    assert [is_there(tmp_path / name) for name in ("loop", "pipe", "none", "a\0b")] == [
        True,
        True,
        False,
        False,
    ]


def test_what_is_said_can_be_shown() -> None:
    assert one_line("a\nb\x1b[31m\ud800\u202e") == r"a\nb\x1b[31m\ud800\u202e"
    assert one_line("é" * 300) == "é" * 300
    assert len(one_line("é" * 301)) == 300


def batches(folder: Path) -> list[Batch]:
    state = next(iter(read_manifest(folder).files.values()))
    run, side = ManifestFacts("", 0, {}, "", None), SideReading()
    return list(FileReading(folder, state, run, side).batches())


def test_batches_are_bounded_by_lines_and_by_bytes(tmp_path: Path) -> None:
    write_inns(tmp_path / "short", [b"x\n"] * 150)
    assert [len(batch.lines) for batch in batches(tmp_path / "short")] == [64, 64, 22]
    write_inns(tmp_path / "long", [b"x" * 400_000 + b"\n"] * 7)
    assert [len(batch.lines) for batch in batches(tmp_path / "long")] == [3, 3, 1]
    assert [batch.first for batch in batches(tmp_path / "long")] == [1, 4, 7]


@pytest.mark.parametrize(("length", "found"), [(LONGEST_LINE, False), (LONGEST_LINE + 1, True)])
def test_a_file_is_not_read_beyond_a_line_that_is_too_long(tmp_path: Path, length: int, found: bool) -> None:
    whole = dumped(inn_record("It has to be fine."))
    write_inns(tmp_path / "set", [whole, b"x" * (length - 1) + b"\n", whole])
    report = verify(tmp_path / "set")
    long = [finding for finding in report.findings if finding.what == "long-line"]
    assert [finding.place.line for finding in long] == [2] * found
    assert report.checked == (1 if found else 3)


def test_a_set_without_questions_is_found(tmp_path: Path) -> None:
    write_inns(tmp_path / "set", [])
    assert any("there are no questions" in finding.message for finding in verify(tmp_path / "set").findings)


def test_counts_are_kept_of_so_many_names() -> None:
    tally = Tally()
    for number in range(200_000):
        tally.add(f"n{number}", 2)
    tally.add("n7")
    assert (tally.counts["n7"], len(tally.counts), tally.full) == (3, 200_000, False)
    tally.add("more")
    assert (len(tally.counts), tally.full) == (200_000, True)


def test_cells_are_kept_up_to_a_number() -> None:
    draws = DrawCounts()
    for number in range(2_000):
        draws.add(f"({number}, 1)", {"reason": 1} if number else None)
    assert not draws.full
    assert draws.counts()["(1, 1)"] == {"items": 1, "indices": 1, "rejections": {"reason": 1}}
    assert draws.counts()["(0, 1)"] == {"items": 1, "indices": 0, "rejections": {}}
    draws.add("(5, 1)", None)
    assert (draws.counts()["(5, 1)"]["items"], draws.full) == (2, False)
    draws.add("(0, 0)", None)
    assert draws.full
    crowded = DrawCounts()
    crowded.add("(1, 1)", {f"reason {number}": 1 for number in range(101)})
    assert crowded.full


INNS = QuestionChecker(read_domain(SCHEMA.encode(), RULES.encode()))


def test_what_is_kept_of_a_line_is_short() -> None:
    record = inn_record("It has to be fine.")
    record["provenance"] |= {"minimality": "m" * 5000, "rejections": {"r" * 5000: 1}, "setting": [1] * 500}
    record["knowledge"] = ["k" * 5000] * 500
    run = ManifestFacts("", 0, {}, "", None)
    (line,) = check_batch(INNS, Batch("f", 1, (dumped(record),), run)).read
    assert line.entry.counted["minimality"] == ("m" * 100,)
    assert line.entry.rejections == {"r" * 100: 1}
    assert (line.entry.cell, line.entry.counted["knowledge"]) == ("(1, 1)", ("k" * 100,) * 100)


@pytest.mark.parametrize(("length", "read"), [(200, True), (201, False)])
def test_words_have_two_hundred_characters_at_most(length: int, read: bool) -> None:
    slot, word = INNS.domain.slots["town"], "a" * length
    for reading in (lambda: read_shown(slot, word), lambda: read_argument(slot, None, word, exact=True)):
        if read:
            assert reading() == word
        else:
            with pytest.raises(ValueError, match="more than 200 characters"):
                reading()


@pytest.mark.parametrize(("number", "read"), [(100, True), (101, False)])
def test_a_test_has_a_hundred_arguments_at_most(number: int, read: bool) -> None:
    slot, words = INNS.domain.slots["town"], [f"{index:03}" for index in range(number)]
    if read:
        assert len(read_literal(slot, None, "one_of", words, True).args) == number
    else:
        with pytest.raises(ValueError, match="more than 100 arguments"):
            read_literal(slot, None, "one_of", words, True)


@pytest.mark.parametrize(("number", "refused"), [(1000, False), (1001, True)])
def test_a_requirement_has_a_thousand_literals_at_most(number: int, refused: bool) -> None:
    record = inn_record("It has to be fine.", [FLAG * number])
    problems = [flaw.problem for flaw in INNS.flaws(record)]
    assert ("the requirement has more than 1000 literals" in problems) == refused


def test_twenty_flaws_of_the_shape_are_told() -> None:
    record = inn_record("It has to be fine.")
    record["knowledge"] = [1] * 21
    assert len(INNS.flaws(record)) == 20
