"""YAML is read as its core schema says, with places; what is risky or broken is refused with a place."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cocoa_core.errors import DomainError
from cocoa_core.loading import LARGEST_YAML, UNFIT, MappingNode, Node, ScalarNode, read_yaml
from cocoa_core.loading import yaml as yaml_source
from cocoa_core.loading.yaml import DEEPEST, LONGEST_LINE, checked_text

TEXTS = st.text(max_size=12).filter(lambda text: not UNFIT.search(text))
SCALARS = st.none() | st.booleans() | st.integers(-(10**14), 10**14) | TEXTS
DATA = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS.filter(bool), inner, max_size=4),
    max_leaves=12,
)


def plain(node: Node) -> Any:
    """A node without its places."""
    if isinstance(node, MappingNode):
        return {entry.key: plain(entry.value) for entry in node.entries}
    return node.value if isinstance(node, ScalarNode) else [plain(item) for item in node.items]


def refusal(text: str | bytes) -> DomainError:
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    with pytest.raises(DomainError) as caught:
        read_yaml(data, "f")
    return caught.value


@given(DATA)
def test_json_is_read_as_the_data_it_was_written_from(data: Any) -> None:
    for indent in (None, 1):
        text = json.dumps(data, ensure_ascii=False, indent=indent)
        assert plain(read_yaml(text.encode(), "f")) == data


def quoted(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def written(data: Any, indent: int = 0) -> str:
    """Block YAML: a key or a dash a line, texts in JSON's quotes."""
    pad = " " * indent
    if isinstance(data, dict) and data:
        return "".join(f"{pad}{quoted(key)}:{below(value, indent)}" for key, value in data.items())
    if isinstance(data, list) and data:
        return "".join(f"{pad}-{below(value, indent)}" for value in data)
    return f"{pad}{quoted(data)}\n"


def below(value: Any, indent: int) -> str:
    if isinstance(value, dict | list) and value:
        return "\n" + written(value, indent + 2)
    return f" {quoted(value)}\n"


@given(st.dictionaries(TEXTS.filter(bool), DATA, min_size=1, max_size=4))
def test_every_place_is_where_its_key_or_value_begins(data: Any) -> None:
    lines = written(data).split("\n")
    root = read_yaml("\n".join(lines).encode(), "f")
    assert plain(root) == data

    def check(node: Node, beginning: str) -> None:
        assert node.place.file == "f"
        assert lines[node.place.line - 1][node.place.column - 1 :].startswith(beginning)

    def walk(node: Node) -> None:
        if isinstance(node, ScalarNode):
            check(node, quoted(node.value))
        elif isinstance(node, MappingNode):
            for entry in node.entries:
                line = lines[entry.place.line - 1]
                assert line[entry.place.column - 1 :].startswith(quoted(entry.key))
                walk(entry.value)
        else:
            check(node, "-" if node.items else "[")
            for item in node.items:
                walk(item)

    walk(root)


WORDS = "a,b c,1.5,é,\n,  ,: ,:,- ,? ,[,],{,},#, #,\",',|,>,&x,*x,!,%,@,~,\t,---,...,\\,\\/,<<,a?b,|#"
PIECES = st.sampled_from([*WORDS.split(","), ", ", "-\t", '"a":b', "{a:1}", "http://x"])
BEGINNINGS = st.sampled_from(["", "a:\n  - {b: 1, c: 'x, y'}\n", "a: [b, c: d]\ne:\n  f: |\n    g\n"])


@given(BEGINNINGS, st.lists(PIECES, max_size=9))
@settings(max_examples=400)
def test_both_parsers_read_the_same_nodes_and_refuse_the_same_texts(
    beginning: str, pieces: list[str]
) -> None:
    data = (beginning + "".join(pieces)).encode()

    def outcome(read: Callable[[], Node]) -> object:
        try:
            return read()
        except DomainError as error:
            return str(error), error.place

    slow = outcome(lambda: yaml_source._Walk("f").root(yaml_source._events(checked_text(data, "f"), "f")))
    assert outcome(lambda: read_yaml(data, "f")) == slow


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("19:40", "19:40"),
        ("2027-04-17", "2027-04-17"),
        ("1_000", "1_000"),
        ("0x1F", 31),
        ("0o17", 15),
        ("017", 17),
        ("-0", 0),
        ("+5", 5),
        ("1.50", Decimal("1.50")),
        (".5", Decimal("0.5")),
        ("1e3", Decimal(1000)),
        ("1.2.3", "1.2.3"),
        ("-", ["x"]),
        ("null", None),
        ("~", None),
        ("True", True),
        ("FALSE", False),
        ("'12'", "12"),
        ('"true"', "true"),
        ("=", "="),
    ],
)
def test_plain_scalars_follow_the_core_schema_of_yaml_1_2(text: str, value: object) -> None:
    node = read_yaml(f"a: {text}\n".encode() if text != "-" else b"a:\n - x\n", "f")
    found = plain(node)["a"]
    assert found == value
    assert type(found) is type(value)


REFUSED = [
    ("a: 1\nb: &x 2\n", "2:4", "anchors"),
    ("a: [1, *x]\n", "1:8", "aliases"),
    ("a: !!python/object:os.system 1\n", "1:4", "tags"),
    ("a: ! 1\n", "1:4", "tags"),
    ("a: !!map {b: 1}\n", "1:4", "tags"),
    ("a:\n  <<: {b: 1}\n", "2:3", "merge keys"),
    ("# x\n%YAML 1.1\n---\na: 1\n", "2:1", "directives"),
    ("%TAG ! tag:x,2000:\n---\na: 1\n", "1:1", "directives"),
    ("a: 1\n---\nb: 1\n", "2:1", "second YAML document"),
    ("a: 1\nb: 2\na: 3\n", "3:1", "stands twice"),
    ('{"a": 1, a: 2}\n', "1:10", "stands twice"),
    ("a: 1\n[b]: 2\n", "2:1", "a key is a mapping or a list"),
    ("? {b: 1}\n: 2\n", "1:3", "a key is a mapping or a list"),
    ("1: x\n", "1:1", "a key must be a word"),
    ("a: 1\ntrue: x\n", "2:1", "a key must be a word"),
    ("~: x\n", "1:1", "a key must be a word"),
    ('"": x\n', "1:1", "a key must be a word"),
    ("a: .inf\n", "1:4", "number"),
    ("a: -.Inf\n", "1:4", "number"),
    ("a: .nan\n", "1:4", "number"),
    ("a: 1e999\n", "1:4", "number"),
    ("a: 1e-999\n", "1:4", "number"),
    ("a: 1e99999999999\n", "1:4", "number"),
    ("a: " + "9" * 16 + "\n", "1:4", "number"),
    ("a: " + "9" * 6000 + "\n", "1:4", "number"),
    ("a: 0x" + "f" * 6000 + "\n", "1:4", "number"),
    ("a: 1." + "0" * 6000 + "\n", "1:4", "number"),
    ("", "", "empty"),
    ("# nothing\n", "", "empty"),
    ("a: b: c\n", "1:5", "not valid YAML"),
    ("a: 1\n\tb: 2\n", "2:1", "not valid YAML"),
    ("a: [1, 2\nb: 3\n", "2:2", "not valid YAML"),
    ('a: "x\n', "2:1", "not valid YAML"),
    ('a: 1\nb: "\\UFFFFFFFF"\n', "2:2", "not valid YAML"),
    ("a: 1\nb: x\0y\n", "2:5", "control character"),
    ("a: x\x1b[31m\n", "1:5", "control character"),
    ("a: é\x85\n", "1:5", "control character"),
    ("a: x\u2028y\n", "1:5", "control character"),
    ("a: x\u202ey\n", "1:5", "control character"),
    ('a: "\\0"\n', "1:4", "control character"),
    ('a: "\\ud800"\n', "1:4", "control character"),
    ("[" * 1000, f"1:{DEEPEST + 1}", "levels"),
    ("- " * 1000, f"1:{2 * DEEPEST + 1}", "levels"),
    ("{a: " * 1000, f"1:{4 * DEEPEST + 1}", "levels"),
]


@pytest.mark.parametrize(("text", "place", "problem"), REFUSED)
def test_what_is_risky_or_broken_is_refused_where_it_stands(text: str, place: str, problem: str) -> None:
    error = refusal(text)
    assert str(error.place) == (f"f:{place}" if place else "f")
    assert problem in error.problem


def test_bytes_that_are_not_utf_8_are_refused_where_they_stand() -> None:
    assert str(refusal("a: é\nb: ö".encode() + b"\xff\n").place) == "f:2:5"
    assert str(refusal("a: 1\n".encode("utf-16")).place) == "f:1:1"
    assert str(refusal("a: é\n".encode("latin-1")).place) == "f:1:4"


def test_a_byte_order_mark_at_the_start_is_no_part_of_the_text() -> None:
    node = read_yaml(b"\xef\xbb\xbfa: 1\n", "f")
    assert plain(node) == {"a": 1}
    assert str(node.place) == "f:1:1"
    assert str(refusal("a: 1\nb: \ufeff2\n").place) == "f:2:4"


@pytest.mark.parametrize("start", ["[", "{", "? ", "- ", "[],", "*a ", "!", "%", "'", "a: "])
@pytest.mark.parametrize("end", ["", "\n"], ids=["one line", "many lines"])
def test_a_file_made_to_blow_up_a_parser_is_refused(start: str, end: str) -> None:
    text = (start + end) * (200_000 // len(start + end)) + "]"
    assert refusal(text).place is not None
    assert refusal(f"[{text[:99_999]}").place is not None


def test_limits_are_those_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    deep = "[" * DEEPEST + "]" * DEEPEST
    assert plain(read_yaml(deep.encode(), "f")) is not None
    refusal(f"[{deep}]")
    filler = b"a: 1\n" + (b"#" * 49_999 + b"\n") * 19
    filler += b"#" * (LARGEST_YAML - len(filler))
    assert plain(read_yaml(filler, "f")) == {"a": 1}
    assert "too large" in refusal(filler + b"#").problem
    assert plain(read_yaml(b"#" * LONGEST_LINE + b"\na: 1", "f")) == {"a": 1}
    assert str(refusal(b"a: 1\n#" + b"#" * LONGEST_LINE).place) == "f:2"
    assert "too large" in refusal(b"[" * 2_000_000).problem
    monkeypatch.setattr(yaml_source, "MOST_NODES", 4)
    assert plain(read_yaml(b"[1, 2, 3]", "f")) == [1, 2, 3]
    assert "more than 4 values" in refusal("[1, 2, [3]]").problem


@given(
    st.binary(max_size=60)
    | st.text(alphabet=" \n\t-?:,[]{}#&*!|>'\"%@`\\xUu0a1.é\0\x85", max_size=60).map(str.encode)
)
@settings(max_examples=400)
def test_any_bytes_are_read_or_refused_and_nothing_else(data: bytes) -> None:
    error = None
    try:
        assert read_yaml(data, "f").place.line >= 1
    except DomainError as caught:
        error = caught
    if error is not None:
        assert error.place is not None
        assert str(error).startswith("f")
        assert all(line.isprintable() for line in str(error).split("\n"))
