"""Tables of a grid: what is counted, means over seeds and their intervals. Nothing is trained for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.errors import UsageError
from cocoa_core.families.parsing import TRANSFORMS, bootstrapped
from cocoa_core.families.parsing.rows import ParsingRow
from cocoa_core.learning import TABLES, GridPlan, LearnerSettings, chart_of, run_grid, table_of
from cocoa_core.learning.grids import _drawn
from cocoa_core.learning.tables import PUBLISHED_RESULTS


def run(variant: str, seed: int, right: int, *, measure: str = "string") -> dict[str, Any]:
    """A run with so many of ten rows of three categories right, by one measure alone."""
    counts = {"cp_recursion": right, "subj_to_obj_proper": 0, "active_to_passive": 10}
    return {
        "model": "lstm",
        "variant": variant,
        "seed": seed,
        "gen": {
            "rows": dict.fromkeys(counts, 10),
            "right": {
                name: {other: count if other == measure else 0 for other in ("string", "published")}
                for name, count in counts.items()
            },
        },
    }


@pytest.mark.parametrize(("variant", "measure"), [("participle", "string"), ("recogs", "published")])
def test_cells_are_means_over_seeds(variant: str, measure: str) -> None:
    """ReCOGS is scored by meaning; a form in the notation of COGS has to be the same text."""
    runs = [run(variant, seed, right, measure=measure) for seed, right in enumerate((2, 4, 9))]
    cells = table_of(TABLES["structure"], runs)["lstm", variant]
    assert cells["cp_recursion"].mean == pytest.approx(0.5)
    assert cells["overall"].mean == pytest.approx(0.5)
    assert cells["lexical"].mean == 1.0, "three categories are left out, as published"
    assert cells["structural"] == cells["structural"]
    assert 0.2 <= cells["cp_recursion"].low < 0.5 < cells["cp_recursion"].high <= 0.9
    assert "test" not in cells
    published = PUBLISHED_RESULTS["lstm", variant, "cp_recursion"]
    assert cells["cp_recursion"].published == published
    assert cells["overall"].published == PUBLISHED_RESULTS["lstm", variant, "overall"]


def test_the_published_overall_does_not_stand_beside_structures_alone() -> None:
    structures = run("cogs", 0, 5)
    structures["gen"]["rows"] = {"cp_recursion": 10}
    cells = table_of(TABLES["structure"], [structures])["lstm", "cogs"]
    assert cells["overall"].mean == 0.5
    assert cells["overall"].published is None
    assert cells["cp_recursion"].published is not None


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6))
def test_an_interval_holds_the_mean_and_lies_within_what_was_measured(shares: list[float]) -> None:
    low, high = bootstrapped(shares, "a name")
    assert min(shares) - 1e-9 <= low <= high <= max(shares) + 1e-9
    assert (low, high) == bootstrapped(shares, "a name")


def test_an_interval_is_the_bootstraps() -> None:
    """Of two seeds, 0 and 1, a quarter of the resampled means are 0, a quarter 1; of many it narrows."""
    assert bootstrapped([0.0, 1.0], "two") == (0.0, 1.0)
    low, high = bootstrapped([0.0, 1.0] * 50, "hundred")
    assert 0.38 < low < 0.42
    assert 0.58 < high < 0.62


@given(
    st.lists(st.sampled_from(["in_distribution", "primitive", "cp_recursion"]), max_size=40),
    st.none() | st.integers(1, 9),
)
def test_rows_are_drawn_by_category(categories: list[str], limit: int | None) -> None:
    rows = [ParsingRow(str(number), "form", category) for number, category in enumerate(categories)]
    for split in ("train", "gen"):
        drawn = list(_drawn(rows, split, limit))
        assert [row for row in rows if row in drawn] == drawn, "in their order, none twice"
        for category in set(categories):
            whole = limit is None or (split == "train" and category != "in_distribution")
            count = categories.count(category)
            own = [row for row in drawn if row.category == category]
            assert len(own) == (count if whole else min(count, limit or 0))


def test_published_figures_are_of_variants_and_columns_that_are_there() -> None:
    columns = {column for table in TABLES.values() for column in table.columns}
    for model, variant, column in PUBLISHED_RESULTS:
        assert model in ("lstm", "transformer")
        assert variant in ("cogs", *TRANSFORMS)
        assert column in columns
    known = PUBLISHED_RESULTS["lstm", "participle", "obj_pp_to_subj_pp"]
    assert (known.mean, known.low, known.high) == (54.9, 38.0, 71.8)


def test_a_chart_has_a_point_for_each_figure_and_the_published_beside_it() -> None:
    pytest.importorskip("vl_convert", reason="the extra report is not installed")
    runs = [run("recogs", seed, right, measure="published") for seed, right in enumerate((2, 4, 9))]
    cells = table_of(TABLES["figure-5"], runs)
    drawing = chart_of(TABLES["figure-5"].title, cells)
    columns = cells["lstm", "recogs"]
    for column, cell in columns.items():
        assert f">{column}<" in drawing
        assert f"mean: {100 * cell.mean:.12g}" in drawing or "mean" not in drawing
    published = [cell for cell in columns.values() if cell.published is not None]
    assert drawing.count('aria-roledescription="point"') == len(columns) + len(published)


def test_a_wrong_plan_writes_nothing(tmp_path: Path) -> None:
    learners = {"lstm": LearnerSettings.of("lstm", {})}
    with pytest.raises(UsageError, match="rm-x"):
        list(run_grid(GridPlan(tmp_path, learners, ("rmx",), (0,)), tmp_path / "out"))
    assert not (tmp_path / "out").exists()


ROW = "The dog ran .\t* dog ( x _ 1 ) ; run . agent ( x _ 2 , x _ 1 )\tin_distribution\n"


def test_runs_side_by_side_give_what_they_give_one_after_the_other(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="the extra learn is not installed")
    for split in ("train", "gen"):
        (tmp_path / f"{split}.tsv").write_text(2 * ROW)
    tiny = {"hidden": 4, "feedforward": 4, "epochs": 1, "longest": 30}
    learners = {"transformer": LearnerSettings.of("transformer", tiny)}
    plan = GridPlan(tmp_path, learners, ("cogs", "rm-x"), (0, 1))
    told: list[tuple[str, int, int]] = []
    alone = list(run_grid(plan, tmp_path / "alone"))
    beside = list(
        run_grid(attrs.evolve(plan, workers=2), tmp_path / "beside", lambda *stage: told.append(stage))
    )
    assert beside == alone
    assert [(run["variant"], run["seed"]) for run in beside] == [
        (variant, seed) for seed in (0, 1) for variant in ("cogs", "rm-x")
    ]
    assert told == [("runs", number, 4) for number in range(4)], "the runs were made in other processes"
    files = [path.relative_to(tmp_path / "alone") for path in (tmp_path / "alone").glob("*/*/*/gen.txt")]
    assert len(files) == 4
    for path in files:
        assert (tmp_path / "alone" / path).read_bytes() == (tmp_path / "beside" / path).read_bytes()


def test_an_error_of_a_run_in_another_process_is_told(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="the extra learn is not installed")
    for split in ("train", "gen"):
        (tmp_path / f"{split}.tsv").write_text(ROW)
    learners = {"lstm": LearnerSettings.of("lstm", {"longest": 3})}
    plan = GridPlan(tmp_path, learners, ("cogs",), (0, 1), workers=2)
    with pytest.raises(UsageError, match="too long") as error:
        list(run_grid(plan, tmp_path / "out"))
    assert error.value.fix == "--set longest=21", "of the form's 20 tokens, with the end"
