"""A folder of parts may come from anybody, too: whatever stands in it, a join is one error or the run."""

from __future__ import annotations

import json
import os
import shutil
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pytest
from forged_folders import SIDE_NAMES, SOURCES, Forge, beside, instead, large
from items.made_up import contents
from toy_families import TURNS
from verification.mutations import mutations

from cocoa_core.errors import CocoaError
from cocoa_core.running import RunSpec, join_parts, planned_part, write_dataset, write_part

pytestmark = pytest.mark.usefixtures("no_hanging", "toys")

COUNT: Final = 12
GIVEN: Final = {"length": 2, "split": {"train": 0.5, "test": 0.5}}
CALL: Final = RunSpec(TURNS, None, TURNS.settings(GIVEN), 4, given=GIVEN)
PART: Final = "part-000000000-000000006"
FILES: Final = (f"{PART}.json", f"{PART}.jsonl", f"{PART}.entries.gz")
STRIDES: Final = (pytest.param(29, id="some"), pytest.param(5, id="more", marks=pytest.mark.deep))


def said(**changes: Any) -> Forge:
    """The part's note with other values, whose keys are paths such as `run.family`."""

    def forge(folder: Path) -> None:
        note = json.loads((folder / FILES[0]).read_text())
        for path, value in changes.items():
            *way, last = path.split("__")
            node = note
            for key in way:
                node = node[key]
            node[last] = value
        (folder / FILES[0]).write_text(json.dumps(note))

    return forge


def renamed(name: str) -> Forge:
    """All files of the part under another name, which its indices do not say."""

    def forge(folder: Path) -> None:
        for file in FILES:
            (folder / file).rename(folder / file.replace(PART, name))

    return forge


SOURCE: Final = {"name": "x", "version": "1", "digest": "0" * 64, "digests": {}}
FORGED: Final[dict[str, Forge]] = {
    **{f"{name} as a link": instead(name, Path.symlink_to) for name in FILES},
    **{f"{name} as a pipe": instead(name, lambda path, _: os.mkfifo(path)) for name in FILES},
    **{f"{name} as a folder": instead(name, lambda path, _: path.mkdir()) for name in FILES},
    **{f"{name} as a link to nowhere": instead(name, lambda path, _: path.symlink_to("x")) for name in FILES},
    **{
        f"{name} as a link to itself": instead(name, lambda path, _: path.symlink_to(path.name))
        for name in FILES
    },
    **{f"{name} of a terabyte": large(name) for name in FILES},
    "a further part as a link": beside("part-000000012-000000014.json", "secret"),
    "a further link that is called like a part": beside("part-x", "secret"),
    "the parts of others": renamed("part-000000100-000000106"),
    **{f"kept as {form!r}": said(form=form) for form in ("../x", "jsonl/../x", "", "exe", "entries.gz")},
    **{f"the side {name[:20]!r}": said(run__files={name: {"file": f"{name}.jsonl"}}) for name in SIDE_NAMES},
    **{
        f"the file {name!r}": said(run__files__train={"file": name})
        for name in ("../x.jsonl", "/x.jsonl", "test.jsonl", "train.exe", "", "train.jsonl\n")
    },
    **{
        f"the domain's {key} {text[:20]!r}": said(run__domain={**SOURCE, key: text})
        for key, texts in SOURCES.items()
        for text in texts
    },
    **{f"the family {name!r}": said(run__family=name) for name in ("../x", "os:system", "", "parsing")},
    **{
        f"settings {given!r}": said(given=given)
        for given in (
            {},
            {"length": "x"},
            {"length": 10**9},
            {"x": 1},
            {"split": {"../x": 1.0}},
            {"split": 3},
        )
    },
    "indices below zero": said(start=-1),
    "indices beyond all": said(stop=10**30),
    "more questions than there are": said(run__count=10**14),
}
"""Name -> makes a folder of parts so; no join may go on with any of them."""


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("parts")
    for start in (0, COUNT // 2):
        write_part(CALL, folder, planned_part(CALL, COUNT, (start, start + COUNT // 2)))
    return folder


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("whole") / "set"
    write_dataset(CALL, folder, COUNT)
    return contents(folder)


def copied(parts: Path, root: Path) -> Path:
    """A copy of the parts, with what is not to be read beside it."""
    shutil.rmtree(root, ignore_errors=True)
    folder = Path(shutil.copytree(parts, root / "in" / "parts"))
    (root / "in" / "secret").write_text("secret: 1\n")
    return folder


def around(root: Path) -> dict[str, object]:
    """All that lies under a folder; of what is no small file its kind."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        if path.is_file() and path.stat().st_size < 1 << 20
        else path.lstat().st_mode
        for path in sorted(root.rglob("*"))
    }


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_folder_of_parts_is_one_error_and_nothing_is_touched(
    name: str, parts: Path, tmp_path: Path
) -> None:
    root = tmp_path / "root"
    folder = copied(parts, root)
    FORGED[name](folder)
    before = around(root)
    with pytest.raises(CocoaError) as caught:
        join_parts(folder, root / "set", family=TURNS.name)
    message = str(caught.value)
    assert "secret:" not in message
    assert all(line.isprintable() for line in message.split("\n"))
    assert len(message) < 2_000
    assert around(root) == before


@pytest.mark.parametrize("step", STRIDES)
def test_a_mutated_note_of_a_part_is_one_error_or_the_run_as_it_was(
    step: int, parts: Path, whole: dict[str, bytes], tmp_path: Path
) -> None:
    root = tmp_path / "root"
    note = json.loads((parts / FILES[0]).read_text())
    for mutation in islice(mutations(note, note), 0, None, step):
        folder = copied(parts, root)
        (folder / FILES[0]).write_bytes(mutation.line)
        try:
            join_parts(folder, root / "set", family=TURNS.name)
        except CocoaError:
            assert not (root / "set").exists(), (mutation.kind, mutation.path)
        else:
            assert contents(root / "set") == whole, (mutation.kind, mutation.path)
