"""The names in a manifest are of a closed form, so that none of them leads anywhere."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from attrs import evolve
from forged_folders import SIDE_NAMES, SOURCES
from hypothesis import given
from hypothesis import strategies as st
from items import made_up

from cocoa_core.errors import FindingsError, SettingsError, UsageError
from cocoa_core.items import (
    FORMATS,
    SIDES,
    TEST_ID,
    TEST_OOD,
    TRAIN,
    WHOLE,
    FileState,
    Manifest,
    Packing,
    family_named,
)
from cocoa_core.verification.manifest import read_manifest as read_by_verifier

NAMES = st.sampled_from(SIDE_NAMES) | st.text(st.characters(codec=None), max_size=12)
PARTS = st.lists(
    st.sampled_from((*SIDES, "..", "/", "\\", ".jsonl", "-00001", ".zst", "\0", " ", "~")), max_size=4
)


def test_the_sides_are_those_that_families_and_splits_have() -> None:
    of_families = {
        side
        for family, named in (
            ("selection", {"split": {"train": 0.5, "validation": 0.25, "test": 0.25}}),
            ("parsing", {"hold-out": "all"}),
        )
        for side in family_named(family).settings(named).sides
    }
    assert set(SIDES) == of_families | {WHOLE, TRAIN, TEST_ID, TEST_OOD}


@given(NAMES | st.sampled_from(SIDES), st.none() | PARTS.map("".join) | NAMES)
def test_a_manifest_is_refused_or_all_of_its_files_lie_in_the_folder_itself(
    side: str, file: str | None
) -> None:
    manifest = made_up.wanted(3)
    try:
        made = evolve(manifest, files={side: FileState(f"{side}.jsonl" if file is None else file)})
    except ValueError:
        return
    for path in (Path("/a/b", piece.file) for state in made.files.values() for piece in state.pieces):
        assert Path(os.path.normpath(path)).parent == Path("/a/b")
        assert path.name.startswith(SIDES)
        assert path.name.endswith(FORMATS)


@pytest.mark.parametrize("side", [*SIDES, "more", "../x"])
def test_the_verifier_knows_the_same_sides(side: str, tmp_path: Path) -> None:
    data = made_up.wanted(3).to_json()
    data["files"] = {side: {"file": f"{side}.jsonl"}}
    (tmp_path / "manifest.json").write_text(json.dumps(data))
    if side in SIDES:
        assert tuple(read_by_verifier(tmp_path).files) == (side,)
    else:
        with pytest.raises(FindingsError, match="cannot be understood"):
            read_by_verifier(tmp_path)


class _Odd:
    """Settings of a family with a side of its own."""

    sides = ("../../x",)
    most_an_index = 1

    def to_json(self) -> dict[str, object]:
        return {}


def test_a_family_with_a_side_of_its_own_is_told_which_there_are() -> None:
    with pytest.raises(SettingsError) as caught:
        Manifest.begun("toy", None, 1, _Odd(), 3)
    assert "a side is questions, train" in str(caught.value)


@pytest.mark.parametrize(("key", "text"), [(key, text) for key, texts in SOURCES.items() for text in texts])
def test_a_source_with_such_a_name_is_refused_before_anything_is_written(key: str, text: str) -> None:
    source = evolve(made_up.SOURCE, **{key: text})
    with pytest.raises(SettingsError, match="no data set can be written of this"):
        Manifest.begun("toy", source, 1, _Odd(), 3)


def test_more_shards_than_a_manifest_can_name_are_refused_before_anything_is_written() -> None:
    Packing(shard=10).check(evolve(made_up.wanted(3), count=99_990))
    with pytest.raises(UsageError, match="the shards are too many") as caught:
        Packing(shard=10).check(evolve(made_up.wanted(3), count=100_000))
    assert "--shard" in str(caught.value)


@pytest.mark.parametrize("name", ["train.jsonl", "domain", "domain/schema.yaml", "manifest.json.tmp"])
def test_a_run_that_goes_on_writes_through_no_link(name: str, tmp_path: Path) -> None:
    folder, outside = tmp_path / "set", tmp_path / "outside"
    made_up.write(folder, made_up.wanted(6, split=True))
    path = folder / name
    if path.exists():
        path.rename(outside)
    else:
        outside.write_text("mine")
    path.symlink_to(outside)
    before = outside.read_bytes() if outside.is_file() else sorted(outside.iterdir())
    if name.endswith(".tmp"):
        made_up.wanted(6, split=True).write(folder)
        assert not path.is_symlink()
    else:
        with pytest.raises(FindingsError, match="no file of a data set's own"):
            made_up.write(folder, made_up.wanted(12, split=True))
    assert (outside.read_bytes() if outside.is_file() else sorted(outside.iterdir())) == before
