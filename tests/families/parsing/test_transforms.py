"""The transformations of COGS: what they keep, whatever they are given."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parsing_sentences import lone_words, rows_of, sentences, written

from cocoa_core.errors import FindingsError, UsageError
from cocoa_core.families.parsing import TRANSFORMS, TransformJob, transform_file
from cocoa_core.families.parsing.grammar import Drawn
from cocoa_core.families.parsing.matching import match, renumbered_text
from cocoa_core.families.parsing.notations import NOTATIONS
from cocoa_core.families.parsing.rows import RowFile
from cocoa_core.families.parsing.transforms.concatenating import argsort
from cocoa_core.independent import lone_word_form, meanings, same_form, written_form

NUMERAL = re.compile(r"x _ (\d+)")


@pytest.fixture(scope="module")
def cogs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three hundred sentences, a third of them with what can be held out, and some words alone."""
    return written(tmp_path_factory.mktemp("cogs") / "train.tsv", 300)


def transformed(cogs: Path, to: str, folder: Path, **how: object) -> list[tuple[str, str, str]]:
    target = folder / f"{to}.tsv"
    transform_file(TransformJob(cogs, **how), target, to, force=True)  # type: ignore[arg-type]
    return rows_of(target)


@pytest.mark.parametrize("name", NOTATIONS)
@given(drawn=sentences() | lone_words(), seed=st.integers(0, 99))
def test_every_notation_is_what_a_second_implementation_writes(name: str, drawn: Drawn, seed: int) -> None:
    """Which starts from the sentence alone."""
    form = NOTATIONS[name].written(drawn.words, drawn.form, random.Random(seed))
    if len(drawn.words) == 1:
        assert form == lone_word_form(drawn.words[0], name)
        return
    (meaning,) = meanings(drawn.words)
    assert same_form(form, written_form(meaning, drawn.words, name), name, reordered=False)


@pytest.mark.parametrize(
    ("name", "left_out"), [("rm-x", {"x", "_"}), ("rm-x-p", {"x", "_", "(", ")"}), ("rm-x-pc", set("x_(),"))]
)
def test_tokens_are_left_out_and_all_others_stay(
    cogs: Path, tmp_path: Path, name: str, left_out: set[str]
) -> None:
    rows = transformed(cogs, name, tmp_path)
    for (said, form, category), before in zip(rows, rows_of(cogs), strict=True):
        kept = " ".join(token for token in before[1].split(" ") if token not in left_out)
        assert (said, form, category) == (before[0], kept, before[2])


@pytest.mark.parametrize("name", TRANSFORMS)
def test_what_is_done_to_training_rows_leaves_other_splits_as_long(
    cogs: Path, tmp_path: Path, name: str
) -> None:
    rows = transformed(cogs, name, tmp_path, split="dev")
    assert [row[0] for row in rows] == [row[0] for row in rows_of(cogs)]


@pytest.mark.parametrize("name", TRANSFORMS)
def test_the_same_call_gives_the_same_bytes_and_another_seed_does_not(
    cogs: Path, tmp_path: Path, name: str
) -> None:
    one, two = (transformed(cogs, name, tmp_path, concatenations=5) for _ in range(2))
    assert one == two
    drawn = name in (
        "preposing",
        "preposing-sprinkles",
        "participle",
        "participle-easy",
        "recogs",
        "recogs-pos",
    )
    assert (transformed(cogs, name, tmp_path, concatenations=5, seed=7) != one) is drawn


def words_at_variables(said: str, form: str) -> None:
    """Every noun stands at the place that its variable names, and every verb begins as the word there."""
    words = said.lower().split(" ")
    for noun, number in re.findall(r"(\w+) \( x _ (\d+) \)", form):
        assert words[int(number)] == noun


@pytest.mark.parametrize("name", ["preposing", "preposing-sprinkles", "participle", "concat-256"])
def test_variables_follow_their_words(cogs: Path, tmp_path: Path, name: str) -> None:
    before = set(rows_of(cogs))
    changed = [row for row in transformed(cogs, name, tmp_path, concatenations=20) if row not in before]
    assert changed
    for said, form, _ in changed:
        words_at_variables(said, form)


def test_a_preposed_row_has_the_same_words_and_says_the_same(cogs: Path, tmp_path: Path) -> None:
    rows = transformed(cogs, "preposing", tmp_path, seed=1)
    pos = transformed(cogs, "recogs-pos", tmp_path, seed=1, split="dev")
    changed = 0
    for new, old, wanted in zip(rows, rows_of(cogs), pos, strict=True):
        if new[2].startswith("preposing_"):
            changed += 1
            assert Counter(new[0].lower().split()) == Counter(old[0].lower().split())
            assert new[0].split(" ")[2] in ("in", "on", "beside")
            form = NOTATIONS["cogs"].comparable(new[0].split(" "), new[1])
            assert match(wanted[1], form).bijective
        else:
            assert new == old
    assert changed


def test_without_fillers_a_row_is_what_it_was(cogs: Path, tmp_path: Path) -> None:
    plain = transformed(cogs, "preposing", tmp_path)
    filled = transformed(cogs, "preposing-sprinkles", tmp_path)
    with_fillers = [(new, old) for new, old in zip(filled, plain, strict=True) if new[2] == "sprinkle"]
    assert any(" um " in new[0] for new, _ in with_fillers)
    for new, old in with_fillers:
        words = new[0].split(" ")
        kept = [index for index, word in enumerate(words) if word != "um"]
        assert " ".join(words[place] for place in kept) == old[0]
        before = {place: number for number, place in enumerate(kept)}
        assert NUMERAL.sub(lambda one: f"x _ {before[int(one[1])]}", new[1]) == old[1]  # noqa: B023


def test_without_its_participle_a_row_is_what_it_was(cogs: Path, tmp_path: Path) -> None:
    rows = transformed(cogs, "participle", tmp_path)
    changed = [(new, old) for new, old in zip(rows, rows_of(cogs), strict=True) if new != old]
    assert {new[2].split("_")[0] for new, _ in changed} == {"subj", "obj"}
    for new, old in changed:
        many = 6 if new[2].endswith("nested") else 3
        words, before = new[0].split(" "), old[0].split(" ")
        start = next(at for at, word in enumerate(words) if at >= len(before) or word != before[at])
        assert words[start].endswith("ing")
        assert words[:start] + words[start + many :] == before
        assert new[1].count(" . acl . ") == old[1].count(" . acl . ") + many // 3


def test_three_sentences_in_one_say_what_they_said(cogs: Path, tmp_path: Path) -> None:
    rows = transformed(cogs, "concat-256", tmp_path, concatenations=20)
    by_said = {said.lower().removesuffix(" ."): form for said, form, _ in rows_of(cogs)}
    assert [row[2] for row in rows[-20:]] == ["concat"] * 20
    assert rows[:-20] == rows_of(cogs)
    for said, form, _ in rows[-20:]:
        left = said.lower().removesuffix(" .")
        found = []
        while left:
            part = next(one for one in by_said if left == one or left.startswith(f"{one} "))
            found.append(by_said[part])
            left = left[len(part) + 1 :]
        assert len(found) == 3
        assert form.count(" AND ") == sum(one.count(" AND ") for one in found) + 2
        assert form.count("*") == sum(one.count("*") for one in found)
        assert len(re.split(" ; ", form)) == form.count("*") + (2 if form.startswith(" ; ") else 1)


def test_recogs_is_recogs_pos_but_for_names(cogs: Path, tmp_path: Path) -> None:
    pos = transformed(cogs, "recogs-pos", tmp_path, split="gen")
    drawn = transformed(cogs, "recogs", tmp_path, split="gen")
    assert [row[1] for row in pos] != [row[1] for row in drawn]
    for one, other in zip(pos, drawn, strict=True):
        assert renumbered_text(one[1]) == renumbered_text(other[1])


def test_recogs_has_five_copies_of_training_rows_and_none_twice(cogs: Path, tmp_path: Path) -> None:
    rows = transformed(cogs, "recogs", tmp_path, concatenations=4)
    assert len(rows) == len(set(rows))
    assert [row[2] for row in rows[-20:]] == ["length_ood"] * 20
    copies = Counter(said for said, _, _ in rows[:-20])
    sentences = [copy for copy in copies if " " in copy]
    assert {copies[said] for said in copies if " " not in said} == {1}
    assert sum(copies[sentence] == 5 for sentence in sentences) > 0.95 * len(sentences)


@given(st.lists(st.integers(0, 9), max_size=60))
def test_the_sort_sorts(values: list[int]) -> None:
    order = argsort(values)
    assert sorted(order) == list(range(len(values)))
    assert [values[place] for place in order] == sorted(values)


def test_small_parts_are_sorted_as_they_stand_and_large_ones_are_not() -> None:
    """Up to 16 values the sort is stable; above, it leaves equal ones as numpy 1.23.5 was seen to."""
    assert argsort([1] * 16) == list(range(16))
    assert argsort([1] * 17) == [0, 14, 13, 12, 11, 10, 9, 15, 8, 6, 5, 4, 3, 2, 1, 7, 16]


def test_where_parts_do_not_become_smaller_it_is_still_fast() -> None:
    """An order against the median of three: without its second way, the sort would compare 10^8 times."""
    half = 10_000
    values = [0] * (2 * half)
    for place in range(1, half + 1):
        if place % 2:
            values[place - 1], values[place] = place, half + place
        values[half + place - 1] = 2 * place
    counted = Counting(values)
    order = argsort(counted)  # type: ignore[arg-type]
    assert [values[place] for place in order] == sorted(values)
    assert counted.looks < 8_000_000


class Counting:
    """Counts how often it is looked at."""

    def __init__(self, values: list[int]) -> None:
        self.values, self.looks = values, 0

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, place: int) -> int:
        self.looks += 1
        return self.values[place]


BROKEN = {
    "A cat slept .\tcat ( x _ 1 ) AND\tsome": (7, "end of the form"),
    "A cat slept .\tcat ( x _ 9 )\tsome": (7, "x _ 9"),
    "A cat slept .\tsleep . agent ( x _ 2 , Ava )\tsome": (7, "Ava"),
    "A cat slept .\tcat ( x _ 1 )": (7, r"2 fields: 'A cat slept .\tcat ( x _ 1 )'"),
    "A  cat slept .\tcat ( x _ 2 )\tsome": (7, "one blank between two words"),
    " A cat slept .\tcat ( x _ 2 )\tsome": (7, "one blank between two words"),
    "A cat slept . \tcat ( x _ 1 )\tsome": (7, "one blank between two words"),
    "": (7, "an empty line"),
}


@pytest.mark.parametrize("row", BROKEN)
def test_a_broken_row_is_named_and_nothing_is_written(tmp_path: Path, row: str) -> None:
    path = written(tmp_path / "in.tsv", 6, alone=0)
    path.write_text(path.read_text(encoding="utf-8") + row + "\n", encoding="utf-8")
    target = tmp_path / "out.tsv"
    target.write_text("as it was", encoding="utf-8")
    with pytest.raises(FindingsError) as caught:
        transform_file(TransformJob(path), target, "rm-x", force=True)
    line, said = BROKEN[row]
    assert caught.value.place is not None
    assert caught.value.place.line == line
    assert said in str(caught.value)
    assert target.read_text(encoding="utf-8") == "as it was"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["in.tsv", "out.tsv"]


@pytest.mark.parametrize("header", ["sentence\tlf\tcategory", "Input\tOutput\tType", "source\ttarget\tgen"])
def test_a_header_is_no_sentence(tmp_path: Path, header: str) -> None:
    path = written(tmp_path / "in.tsv", 6, alone=0)
    path.write_text(header + "\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(FindingsError, match="cannot be read") as caught:
        transform_file(TransformJob(path), tmp_path / "out.tsv", "rm-x")
    assert str(caught.value.place) == f"{path}:1"
    assert "a header" in str(caught.value.got)
    assert caught.value.fix == "delete the header, or leave out all such rows with --skip-bad"
    with pytest.raises(FindingsError) as caught:
        RowFile(path).whole()
    assert caught.value.fix == "delete the header"
    assert transform_file(TransformJob(path, skip_bad=True), tmp_path / "out.tsv", "rm-x").rows == 6


def test_broken_rows_are_left_out_where_that_is_asked_for_and_counted(tmp_path: Path) -> None:
    path = written(tmp_path / "in.tsv", 6, alone=0)
    good = rows_of(path)
    broken = "\n".join(row for row in BROKEN if row)
    path.write_bytes(path.read_bytes() + f"{broken}\n".encode() + b"\xff\t\xff\tx\n")
    done = transform_file(TransformJob(path, "dev", skip_bad=True), tmp_path / "out.tsv", "recogs-pos")
    assert (done.rows, len(done.skipped)) == (6, len(BROKEN))
    assert [row[0] for row in rows_of(tmp_path / "out.tsv")] == [row[0] for row in good]


def test_a_form_that_is_no_tree_is_named(tmp_path: Path) -> None:
    path = tmp_path / "in.tsv"
    path.write_text("A cat .\tcat ( x _ 1 ) AND dog ( x _ 0 )\tsome\n", encoding="utf-8")
    with pytest.raises(FindingsError, match="cannot be read") as caught:
        transform_file(TransformJob(path), tmp_path / "out.tsv", "variable-free")
    assert "2 of them" in str(caught.value)


@pytest.mark.parametrize(
    ("to", "options", "said"),
    [
        ("recogs-posh", {}, "recogs-pos"),
        ("rm-x", {"split": "validation"}, "gen"),
        ("concat-256", {}, "1,533 rows"),
        ("rm-x", {"concatenations": -1}, "-1"),
    ],
)
def test_a_wrong_call_says_what_is_right(
    cogs: Path, tmp_path: Path, to: str, options: dict[str, object], said: str
) -> None:
    with pytest.raises(UsageError) as caught:
        transform_file(TransformJob(cogs, **options), tmp_path / "out.tsv", to)  # type: ignore[arg-type]
    assert said in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_a_file_is_replaced_only_where_that_is_asked_for(cogs: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.tsv"
    target.write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="there already"):
        transform_file(TransformJob(cogs), target, "rm-x")
    assert target.read_text(encoding="utf-8") == "mine"
