"""What figures draw beside the numbers: who is told apart, where guessing lies, what is left out and why."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from analysis.drawn_rows import parts_of, rows_in
from analysis_logs import made_log, right, write_log
from analysis_reports import analysis_of, questions

from cocoa_core.analysis import Analysis
from cocoa_core.analysis.figures.drawing import Gallery, draw
from cocoa_core.analysis.figures.figure import Figure
from cocoa_core.analysis.figures.figure_context import shortened


@pytest.fixture(scope="module")
def figures(analysis: Analysis) -> dict[str, Figure]:
    """Of the first data set, by name."""
    return {figure.name.removeprefix("1-"): figure for figure in draw(analysis)[0].figures}


def test_pairs_are_told_apart_by_the_adjusted_p(analysis: Analysis, figures: dict[str, Figure]) -> None:
    table = {
        (row["same"], row["first"], row["second"]): row
        for row in analysis.tables["comparisons"].dicts()
        if row["dataset"] == "exam"
    }
    drawn = {
        (row["same"], row["first"], row["second"]): row
        for row in rows_in(figures["differences"])
        if "same" in row
    }
    assert set(drawn) == set(table)
    for key, row in drawn.items():
        found = float(table[key]["p_holm"] or 0) < 0.05
        assert row["name"] == ("told apart" if found else "not told apart"), key
        assert (row["difference"], row["low"], row["high"]) == tuple(
            table[key][name] for name in ("difference", "low_holm", "high_holm")
        )
    assert {row["name"] for row in drawn.values()} == {"told apart", "not told apart"}


GUIDED = {
    **dict.fromkeys(("accuracy", "by_setting", "by_sum_terms", "by_width", "by_slot", "by_test"), 0.2),
    "differences": 0.0,
}


@pytest.mark.parametrize("name", GUIDED)
def test_a_dashed_line_lies_where_guessing_is_and_where_nothing_differs(
    figures: dict[str, Figure], name: str
) -> None:
    lines = {row["where"] for row in rows_in(figures[name]) if set(row) == {"where"}}
    assert [round(where, 9) for where in lines] == [GUIDED[name]]
    dashed = [
        part for part in parts_of(figures[name].spec) if "strokeDash" in part and part.get("type") == "rule"
    ]
    assert dashed


def test_thin_lines_lie_at_each_reference_model(analysis: Analysis, figures: dict[str, Figure]) -> None:
    summary = [row for row in analysis.tables["summary"].dicts() if row["dataset"] == "exam"]
    expected = {row["accuracy"] for row in summary if row["role"] == "reference"}
    (rule,) = [
        part
        for part in figures["accuracy"].spec["layer"]
        if part["mark"].get("opacity") == 0.55 and part["mark"]["type"] == "rule"
    ]
    drawn = {row["accuracy"] for row in figures["accuracy"].spec["datasets"][rule["data"]["name"]]}
    assert drawn == expected
    assert drawn


def test_what_is_left_out_keeps_its_name_and_title(tmp_path: Path, figures: dict[str, Figure]) -> None:
    write_log(tmp_path / "2026-one.eval", made_log(questions()[:1], right))
    (gallery,) = draw(analysis_of(tmp_path))
    titles = {name: one.title for name, one in figures.items()}
    titles["by_knowledge"] = "Accuracy by knowledge"
    assert {one.name: one.title for one in gallery.drawn} == titles


def test_answers_that_are_few_give_no_mark(analysis: Analysis, figures: dict[str, Figure]) -> None:
    for name, fewest in (
        ("by_setting", 5),
        ("by_sum_terms", 5),
        ("by_slot", 10),
        ("by_test", 10),
    ):
        table = [
            (row["model"], row["strategy"], *(row[one] for one in analysis.tables[name].by), row["answers"])
            for row in analysis.tables[name].dicts()
            if row["dataset"] == "exam" and row["role"] == "model"
        ]
        columns = ("model", "strategy", *analysis.tables[name].by, "answers")
        drawn = {tuple(row[column] for column in columns) for row in rows_in(figures[name]) if "model" in row}
        enough = {row for row in table if row[-1] >= fewest}
        assert drawn <= enough, name
        if name in ("by_setting", "by_sum_terms", "by_slot"):
            assert drawn == enough, name
    assert any(row["answers"] < 10 for row in analysis.tables["by_slot"].dicts())


def test_constraints_stand_with_the_hardest_on_top_and_at_most_sixteen(
    analysis: Analysis, figures: dict[str, Figure]
) -> None:
    shares: dict[str, list[Fraction]] = {}
    for row in analysis.tables["by_slot"].dicts():
        if row["dataset"] == "exam" and row["role"] == "model" and int(row["answers"] or 0) >= 10:
            shares.setdefault(str(row["slot"]), []).append(Fraction(int(row["right"]), int(row["answers"])))
    means = {slot: sum(found) / len(found) for slot, found in shares.items()}
    order = sorted(means, key=lambda slot: (means[slot], slot))[:16]
    assert list(dict.fromkeys(row["label"] for row in rows_in(figures["by_slot"]) if "label" in row)) == order
    assert (len(means) > 16) == (f"The hardest 16 of {len(means)} are drawn." in figures["by_slot"].reading)


def test_letters_are_drawn_over_how_often_they_are_right(
    analysis: Analysis, figures: dict[str, Figure]
) -> None:
    table = {
        (row["model"], row["strategy"], row["letter"]): row
        for row in analysis.tables["by_position"].dicts()
        if row["dataset"] == "exam"
    }
    drawn = [row for row in rows_in(figures["by_position"]) if "letter" in row]
    assert len(drawn) >= 20
    for row in drawn:
        found = table[row["model"], row["strategy"], row["letter"]]
        assert row["chosen_share"] == found["chosen_share"]
        assert row["right_share"] == pytest.approx(float(found["answers"] or 0) / len(questions()))


def test_names_alike_are_numbered_from_two() -> None:
    models = [f"p/{'x' * 9}{number}{'y' * 9}" for number in range(4)]
    cut = "xxxx…yyy"
    assert list(shortened([*models, "q/z"], 8).values()) == [
        cut,
        f"{cut} (2)",
        f"{cut} (3)",
        f"{cut} (4)",
        "z",
    ]


def test_two_prompts_of_a_long_named_model_have_labels_that_differ_and_fit(tmp_path: Path) -> None:
    models, prompts = ("lab/" + "long-name-" * 9, "lab/short"), ("a" * 16, "b" * 16)
    for number, (model, prompt) in enumerate(product(models, prompts)):
        for strategy in ("direct", "cot-partial"):
            log = made_log(questions()[:2], model=model, strategy=strategy, prompt=prompt)
            write_log(tmp_path / f"{number}-{strategy}.eval", log)
    figure = draw(analysis_of(tmp_path))[0].figures[0]
    labels = {(row["model"], row["strategy"]): row["label"] for row in rows_in(figure) if "label" in row}
    assert len(labels) == len(set(labels.values())) == 8
    room = max(part.get("labelLimit", 0) for part in parts_of(figure.spec["layer"]))
    assert max(5.2 * len(label) + 12 for label in labels.values()) <= room


def test_every_data_set_has_a_gallery_of_its_own_runs(analysis: Analysis) -> None:
    galleries: tuple[Gallery, ...] = draw(analysis)
    assert [gallery.context.dataset for gallery in galleries] == ["exam", "other"]
    for gallery in galleries:
        for figure in gallery.figures:
            assert {row["dataset"] for row in rows_in(figure) if "dataset" in row} <= {
                gallery.context.dataset
            }
