"""A file of predictions against the right forms: what is counted, and what is refused."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from parsing_sentences import rows_of, written

from cocoa_core.errors import FindingsError, UsageError
from cocoa_core.families.parsing import MEASURES, TransformJob, score_files, transform_file
from cocoa_core.families.parsing.record import NOT_AVERAGED, kind_of
from cocoa_core.intervals import wilson


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gold")
    transform_file(TransformJob(written(folder / "cogs.tsv", 60), "gen"), folder / "gold.tsv", "recogs-pos")
    return folder / "gold.tsv"


def predicted(folder: Path, forms: list[str]) -> Path:
    path = folder / "predicted.txt"
    path.write_text("".join(f"{form}\n" for form in forms), encoding="utf-8")
    return path


def counts(gold: Path, said: Path, **how: object) -> tuple[int, ...]:
    scores = score_files(gold, said, **how)  # type: ignore[arg-type]
    return tuple(sum(found[measure] for found in scores.right.values()) for measure in MEASURES)


def test_each_measure_forgives_what_the_one_before_does_not(gold: Path, tmp_path: Path) -> None:
    rows = rows_of(gold)
    count = len(rows)
    same = [form for _, form, _ in rows]
    assert counts(gold, predicted(tmp_path, same)) == (count,) * 4
    shifted = [re.sub(r"\d+", lambda one: str(int(one.group()) + 70), form) for form in same]
    alone = sum("LAMBDA" in form for form in same)
    assert counts(gold, predicted(tmp_path, shifted)) == (alone, count, count, count)
    turned = [" AND ".join(sorted(re.split(" AND | ; ", form))) for form in shifted if "LAMBDA" not in form]
    found = counts(gold, predicted(tmp_path, [*turned, *same[-alone:]]))
    assert found[2:] == (count, count)
    assert found[1] < count / 2
    again = [f"{form} AND {other}" for form, other in zip(same, shifted, strict=True)]
    loose = [text.replace(" ; ", " AND ") for text in again[:-alone]]
    assert counts(gold, predicted(tmp_path, [*loose, *same[-alone:]])) == (alone, alone, count, alone)
    assert counts(gold, predicted(tmp_path, [""] * count)) == (0,) * 4


def test_rows_on_which_the_modes_differ_are_named_with_the_reason(gold: Path, tmp_path: Path) -> None:
    forms = [form for _, form, _ in rows_of(gold)]
    other = re.sub(r"\d+", lambda one: str(int(one.group()) + 70), forms[4])
    forms[4] = f"{forms[4]} AND {other.replace(' ; ', ' AND ')}"
    data = score_files(gold, predicted(tmp_path, forms)).to_json()
    assert data["modes_differ"]["rows"] == 1
    (first,) = data["modes_differ"]["first"]
    assert first["line"] == 5
    assert "all stand for" in first["why"]


def test_means_are_those_of_rows_and_of_categories(tmp_path: Path) -> None:
    rows = [("cp_recursion", 4, 1), ("obj_pp_to_subj_pp", 2, 2), ("unacc_to_transitive", 6, 3)]
    rows += [("prim_to_obj_proper", 2, 0), ("in_distribution", 5, 5)]
    gold, said = tmp_path / "gold.tsv", []
    with gold.open("w", encoding="utf-8") as file:
        for category, count, right in rows:
            for number in range(count):
                file.write(f"A cat .\tcat ( {number} )\t{category}\n")
                said.append("cat ( 7 )" if number < right else "dog ( 7 )")
    scores = score_files(gold, predicted(tmp_path, said))
    groups = scores.groups()
    assert {name: len(inside) for name, inside in groups.items()} == {
        "structural": 2,
        "lexical": 2,
        "lexical without three": 1,
        "other": 1,
        "all": 5,
    }
    assert scores.micro(groups["structural"], "bijective").share == 3 / 6
    assert scores.macro(groups["structural"], "bijective").share == (1 / 4 + 1) / 2
    assert scores.micro(groups["lexical"], "bijective").share == 3 / 8
    assert scores.macro(groups["lexical"], "bijective").share == 1 / 4
    assert scores.micro(groups["all"], "published").right == 11
    one = scores.category("cp_recursion", "bijective")
    assert (one.low, one.high) == wilson(1 / 4, 4)
    mean = scores.macro(groups["all"], "bijective")
    assert 0 < mean.low < mean.share < mean.high < 1
    assert {kind_of(name) for name in NOT_AVERAGED} == {"lexical"}


@pytest.mark.parametrize("notation", ["cogs", "rm-x", "rm-x-p", "rm-x-pc", "variable-free"])
def test_other_notations_are_scored_after_their_conversion(tmp_path: Path, notation: str) -> None:
    path = written(tmp_path / "cogs.tsv", 40)
    gold = path
    if notation != "cogs":
        gold = tmp_path / "gold.tsv"
        transform_file(TransformJob(path, "gen"), gold, notation)
    forms = [form for _, form, _ in rows_of(gold)]
    rng = random.Random(1)
    turned = []
    for form in forms:
        *front, body = form.split(" ; ")
        parts = body.split(" AND ")
        if "LAMBDA" not in form:
            rng.shuffle(parts)
        turned.append(" ; ".join([*front[::-1], " AND ".join(parts)]))
    found = counts(gold, predicted(tmp_path, turned), notation=notation)
    assert found[2:] == (len(forms),) * 2
    wrong = counts(gold, predicted(tmp_path, [*forms[1:], forms[0]]), notation=notation)
    assert wrong[2:] == (0, 0)


def test_gold_in_another_notation_is_refused_and_not_scored_as_wrong(tmp_path: Path) -> None:
    gold = written(tmp_path / "cogs.tsv", 5)
    with pytest.raises(FindingsError, match="not in the notation recogs") as caught:
        score_files(gold, gold)
    assert caught.value.place is not None
    assert caught.value.place.line == 1
    assert "--notation" in str(caught.value)
    assert score_files(gold, gold, "cogs").rows.keys() == {"in_distribution", "primitive"}
    assert score_files(gold, gold, skip_bad=True).gold_skipped >= 5


def test_a_line_too_few_or_too_many_is_named(gold: Path, tmp_path: Path) -> None:
    forms = [form for _, form, _ in rows_of(gold)]
    for said in (forms[:-1], [*forms, "cat ( 1 )"]):
        with pytest.raises(FindingsError, match="as many lines"):
            score_files(gold, predicted(tmp_path, said))


def test_a_prediction_that_is_no_text_is_wrong_and_counted(gold: Path, tmp_path: Path) -> None:
    forms = [form.encode() for _, form, _ in rows_of(gold)]
    path = tmp_path / "predicted.txt"
    path.write_bytes(b"\n".join([b"\xff\xfe", *forms[1:]]) + b"\n")
    scores = score_files(gold, path)
    assert scores.unread == 1
    assert sum(found["bijective"] for found in scores.right.values()) == len(forms) - 1


@pytest.mark.parametrize("notation", ["recog", ""])
def test_an_unknown_notation_is_refused(gold: Path, notation: str) -> None:
    with pytest.raises(UsageError, match="no such notation"):
        score_files(gold, gold, notation)
