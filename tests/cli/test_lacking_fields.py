"""A record that lacks a field, or what an index or a letter leads to, is one error with its file and line, in
every command that reads it.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache, reduce
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pytest
from calling import Cocoa
from verification.dataset_edits import dumped
from verification.mutated_exams import EXAMS, Exam, write_exam
from verification.mutations import Path as Way
from verification.mutations import places

from cocoa_core.export import formats_of
from cocoa_core.items import family_named

FEW: Final = ("choose", "broken", "bundle")
"""Asks of which each reads other fields, and which a quick run tries."""
TRIED: Final = tuple(
    pytest.param(name, marks=() if family != "selection" or name[11:] in FEW else pytest.mark.deep)
    for name, (family, *_) in EXAMS.items()
)
STRIDE: Final = 41
"""Of all fields one in so many is taken, each command others, and of those every ask leaves out each second:
to take all takes four minutes an ask.
"""
NO_SUCH: Final = "has no such question"
"""Said of a record that is looked for by the index that it lacks."""
Call = tuple[object, ...]


def calls(exam: Exam, folder: Path, index: int, out: Path) -> Iterator[Call]:
    """Those that read records of the family, with what each is to write under `out`."""
    family = exam.manifest.family
    yield "stats", folder
    yield "show", folder, index
    yield "overlap", folder, folder
    for name in formats_of(family_named(family)):
        yield "export", folder, "--to", name, "--out", out
    yield "evaluate", folder, "--model", "cocoa/random", "--log-dir", out, "--limit", 2
    if family == "selection":
        yield "read", folder, "--out", out.with_suffix(".html")
        yield "review", folder, "--out", out.with_suffix(".html")
        yield "split", folder, "--by", "exact", "--out", out
        readers = ("--reader", "cocoa/parser", "--reader", "cocoa/parser", "--mutants", 2)
        yield "paraphrase", folder, "--writer", "cocoa/grammar", *readers, "--out", out


def fields(record: Any) -> list[Way]:
    """A place of each field, whatever the number of its places in lists."""
    named: dict[tuple[object, ...], Way] = {}
    for path in places(record):
        if isinstance(path[-1], str):
            named.setdefault(tuple("*" if isinstance(part, int) else part for part in path), path)
    return list(named.values())


def without(record: Any, path: Way) -> Any:
    """A copy of the record that lacks the field."""
    key, *rest = path
    copy = dict(record) if isinstance(record, dict) else list(record)
    if rest:
        copy[key] = without(record[key], tuple(rest))
    else:
        del copy[key]
    return copy


@pytest.fixture(scope="module")
def exam_named(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Exam]:
    return cache(lambda name: write_exam(tmp_path_factory.mktemp("lacking") / "exam", name))


@pytest.mark.parametrize("name", TRIED)
def test_a_record_that_lacks_a_field_is_one_error_with_its_line(
    name: str, exam_named: Callable[[str], Exam], cocoa: Cocoa, tmp_path: Path
) -> None:
    exam = exam_named(name)
    line = next(exam.records())
    folder = Path(shutil.copytree(exam.folder, tmp_path / "copy"))
    file = folder / exam.manifest.files[line.side].name
    out = tmp_path / "out"
    wrong: list[object] = []
    every = list(calls(exam, folder, line.record["provenance"]["index"], out))
    for number, call in enumerate(every):
        shutil.rmtree(out, ignore_errors=True)
        file.write_bytes(b"".join(exam.lines[line.side]))
        clean = cocoa(*call, no_proxy="127.0.0.1").stderr
        if "error: " in clean:  # not of this ask, or of so few questions
            assert file.name not in clean, call
            assert "settings of this family" not in clean, call
            continue
        first = number * STRIDE // len(every) + STRIDE * (list(EXAMS).index(name) % 2)
        for path in islice(fields(line.record), first, None, 2 * STRIDE):
            lines = exam.lines[line.side]
            file.write_bytes(b"".join([dumped(without(line.record, path)), *lines[1:]]))
            shutil.rmtree(out, ignore_errors=True)
            out.with_suffix(".html").unlink(missing_ok=True)
            done = cocoa(*call, columns=500, no_proxy="127.0.0.1")
            errors = done.stderr.count("error: ")
            told = f"{file.name}:1" in done.stderr or NO_SUCH in done.stderr
            if done.exit_code not in (0, 1, 2) or "Traceback" in done.output or (errors and not told):
                wrong.append((path, call[:4], done.exit_code, done.stderr[-300:]))
    assert wrong == []


def changed(record: Any, path: Way, value: Any) -> Any:
    """A copy of the record with the value in this place."""
    copy = json.loads(json.dumps(record))
    parent = reduce(lambda part, key: part[key], path[:-1], copy)
    parent[path[-1]] = value
    return copy


LEADING: Final = {
    "sentences.*.terms.*": (99, -1),
    "requirement.demands": ([],),
    "requirement.demands.*": (99, -1),
    "certificate.satisfied.*": ([],),
    "certificate.satisfied.*.*": (99, -1),
    "certificate.broken.*": ([],),
    "certificate.broken.*.*.term": (99, -1),
    "certificate.broken.*.*.literals": ([],),
    "sentences": ([],),
    "delivery": (None,),
    "history": ([], [{"text": "I need a room.", "op": ""}]),
    "states": ([],),
    "states.*.*": (99, -1),
    "keys": ([],),
    "keys.*.*": ("Z",),
    "provenance.setting": ([], [3]),
}
"""Places that lead to a part of the record, `*` for an index or a letter, with values that lead to none."""


def leading(record: Any) -> Iterator[tuple[str, Way, Any]]:
    for path in places(record):
        named = ".".join("*" if isinstance(part, int) or part in "ABCDE" else part for part in path)
        for value in LEADING.get(named, ()):
            yield named, path, value


def test_a_record_that_refers_to_nothing_is_one_error_with_its_line(
    exam_named: Callable[[str], Exam], cocoa: Cocoa, tmp_path: Path
) -> None:
    exam = exam_named("selection, revise")
    line = next(exam.records())
    folder = Path(shutil.copytree(exam.folder, tmp_path / "copy"))
    file, out = folder / exam.manifest.files[line.side].name, tmp_path / "out"
    every = list(calls(exam, folder, line.record["provenance"]["index"], out))
    tried, wrong = set(), []
    for number, (named, path, value) in enumerate(leading(line.record)):
        tried.add(named)
        changed_line = dumped(changed(line.record, path, value))
        with pytest.raises(ValueError, match=re.escape(path[0])):
            family_named("selection").read(changed_line)
        call = every[number % len(every)]
        file.write_bytes(b"".join([changed_line, *exam.lines[line.side][1:]]))
        shutil.rmtree(out, ignore_errors=True)
        out.with_suffix(".html").unlink(missing_ok=True)
        done = cocoa(*call, columns=500, no_proxy="127.0.0.1")
        if f"{file.name}:1: " not in done.stderr or done.stderr.count("error: ") != 1:
            wrong.append((named, value, call[:4], done.stderr[-300:]))
    assert tried == {*LEADING}
    assert wrong == []
