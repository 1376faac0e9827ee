"""The published files: run where COCOA_COGS_DATA names a folder with `cogs/` and `recogs/`, else skipped.

`cogs/` holds train.tsv, dev.tsv and test.tsv of COGS; `recogs/` rows of the published outputs, line by line
with `SPLIT.lines.txt`, which has their numbers, from 0, in the whole file.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from pathlib import Path

import pytest
from parsing_sentences import rows_of

from cocoa_core.families.parsing import TransformJob, transform_file
from cocoa_core.families.parsing.forms import COGS, RECOGS, RM_X_PC, Form, recogs_of, renumbered
from cocoa_core.families.parsing.matching import match, renumbered_text
from cocoa_core.families.parsing.notations import NOTATIONS

DATA = Path(os.environ.get("COCOA_COGS_DATA", "absent"))
pytestmark = pytest.mark.skipif(
    not DATA.is_dir(), reason="COCOA_COGS_DATA names no folder with the files of COGS and ReCOGS"
)
PUBLISHED = {
    "rm-x": "rm_x_",
    "rm-x-p": "rm_x_p",
    "rm-x-pc": "rm_x_pc",
    "variable-free": "variable_free",
    "preposing": "preposing",
    "preposing-sprinkles": "preposing_sprinkles",
    "recogs-pos": "recogs_pos",
}


def sampled(split: str, name: str) -> list[tuple[int, tuple[str, str, str]]]:
    """Rows of a published file with their numbers."""
    numbers = [int(one) for one in (DATA / f"recogs/{split}.lines.txt").read_text().split()]
    return list(zip(numbers, rows_of(DATA / f"recogs/{split}.{name}.tsv"), strict=True))


@pytest.mark.parametrize("split", ["train", "dev"])
@pytest.mark.parametrize("name", PUBLISHED)
def test_rows_are_the_published_ones_to_the_letter(tmp_path: Path, split: str, name: str) -> None:
    if not (DATA / f"recogs/{split}.{PUBLISHED[name]}.tsv").exists():
        pytest.skip(f"no sample of {name} of {split}")
    transform_file(TransformJob(DATA / f"cogs/{split}.tsv", split), tmp_path / "out.tsv", name)
    rows = rows_of(tmp_path / "out.tsv")
    for number, row in sampled(split, PUBLISHED[name]):
        assert rows[number] == row


@pytest.mark.parametrize(
    ("name", "rows", "counted"),
    [
        ("concat-256", 24_411, {"concat": 256}),
        ("concat-3072", 27_227, {"concat": 3_072}),
        ("preposing", 24_155, {"preposing_1": 211, "preposing_2": 21}),
        ("preposing-sprinkles", 24_155, {"sprinkle": 1_283}),
        (
            "participle",
            24_155,
            {
                "subj_participle_verb_phrase": 671,
                "subj_participle_verb_phrase_nested": 644,
                "obj_participle_verb_phrase": 548,
                "obj_participle_verb_phrase_nested": 634,
            },
        ),
        ("recogs-pos", 27_227, {"concat": 3_072}),
        ("recogs", 135_547, {"length_ood": 15_360}),
    ],
)
def test_counts_are_the_published_ones(tmp_path: Path, name: str, rows: int, counted: dict[str, int]) -> None:
    done = transform_file(TransformJob(DATA / "cogs/train.tsv"), tmp_path / "out.tsv", name)
    assert done.rows == rows
    assert {category: done.categories[category] for category in counted} == counted


def test_joined_forms_without_a_definite_begin_as_published(tmp_path: Path) -> None:
    transform_file(TransformJob(DATA / "cogs/train.tsv"), tmp_path / "out.tsv", "concat-3072")
    assert sum(form.startswith(" ; ") for _, form, _ in rows_of(tmp_path / "out.tsv")) == 127


def test_recogs_is_the_published_one_but_for_names(tmp_path: Path) -> None:
    transform_file(TransformJob(DATA / "cogs/dev.tsv", "dev"), tmp_path / "out.tsv", "recogs")
    rows = rows_of(tmp_path / "out.tsv")
    for number, row in sampled("dev", "recogs_v2"):
        assert renumbered_text(rows[number][1]) == renumbered_text(row[1])
    for number, row in sampled("dev", "recogs_v1"):
        assert match(row[1], rows[number][1]).bijective


def test_rows_of_gen_are_rebuilt_from_the_shortest_notation() -> None:
    """Which loses nothing: their trees are the published ones."""
    for (_, short), (_, tree) in zip(sampled("gen", "rm_x_pc"), sampled("gen", "variable_free"), strict=True):
        words = short[0].split(" ")
        form = RM_X_PC.read(short[1])
        assert NOTATIONS["variable-free"].written(words, form, random.Random(0)) == tree[1]


@pytest.mark.parametrize("split", ["dev", "test"])
def test_every_row_matches_itself_by_other_names_and_in_another_order(split: str) -> None:
    rng, found = random.Random(8), Counter[bool]()
    for said, text, _ in rows_of(DATA / f"cogs/{split}.tsv"):
        words = said.split(" ")
        form = recogs_of(words, COGS.read(text))
        gold = RECOGS.print(form)
        other = renumbered(form, rng)
        if isinstance(other, Form):
            body = list(other.body)
            rng.shuffle(body)
            other = Form(other.nouns[::-1], tuple(body))
        verdict = match(gold, RECOGS.print(other))
        found[verdict.published and verdict.bijective] += 1
    assert found == {True: 3_000}
