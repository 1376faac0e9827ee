"""Texts of models and relations of graphs are rated blind, and the ratings are summed up as by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import cocoa_core
from cocoa_core.errors import CocoaError, UsageError
from cocoa_core.families.graph_to_text import FAMILY
from cocoa_core.items import Dataset, read_dataset
from cocoa_core.reviewing import ModelText, Planned, RatingPlan, RatingReport, report_on, review_page
from cocoa_core.running import RunSpec, write_dataset

POINTS = ("quality", "plausibility", "concepts", "overall")


@pytest.fixture(scope="module")
def sentences(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    folder = tmp_path_factory.mktemp("graphs") / "sentences"
    write_dataset(RunSpec.fitted(FAMILY, FAMILY.source(None), FAMILY.settings({}), 3), folder, 24)
    return read_dataset(folder)


@pytest.fixture(scope="module")
def texts(sentences: Dataset) -> list[ModelText]:
    return [
        ModelText(model, item.id, f"{model[0]} {item.concepts[0]}.")
        for model in ("alpaca", "bison")
        for item in sentences
    ]


def rated(path: Path, plan: RatingPlan, reviewer: str, ratings: Mapping[str, Mapping[str, Any]]) -> Path:
    lines = [plan.to_json()]
    lines += [
        {"reviewer": reviewer, "id": name, "seconds": 2.5, **values} for name, values in ratings.items()
    ]
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return path


def report_of(dataset: Dataset, files: Sequence[Path], texts: Sequence[ModelText] = ()) -> RatingReport:
    report = report_on(dataset, files, texts)
    assert isinstance(report, RatingReport)
    return report


def test_every_model_is_rated_on_the_same_graphs_in_both_distributions(
    sentences: Dataset, texts: list[ModelText]
) -> None:
    planned = RatingPlan.of(sentences, 5, 0, texts).drawn_from(sentences, texts)
    graphs: dict[tuple[str, str], set[str]] = {}
    for one in planned:
        assert one.steps == POINTS
        assert one.subject.shown == (f"Concepts: {', '.join(one.item.concepts)}",)
        graphs.setdefault((one.model, one.item.distribution), set()).add(one.item.groups["pair"])
    assert len(planned) == 20
    assert set(graphs) == {(model, side) for model in ("alpaca", "bison") for side in ("id", "ood")}
    assert [len(pairs) for pairs in graphs.values()] == [5] * 4
    assert len(set(map(frozenset, graphs.values()))) == 1


def test_the_page_does_not_tell_who_wrote_a_text_and_in_which_distribution(
    sentences: Dataset, texts: list[ModelText]
) -> None:
    plan = RatingPlan.of(sentences, 5, 0, texts)
    page = review_page(plan, plan.drawn_from(sentences, texts), "texts").decode()
    data = page.partition('id="data">')[2].partition("</script>")[0]
    assert not [name for name in ("alpaca", "bison", "ood", *(text.item for text in texts)) if name in data]


def test_points_are_averaged_by_model_and_distribution(
    sentences: Dataset, texts: list[ModelText], tmp_path: Path
) -> None:
    """Ann gives alpacas 3 and bisons 1, out of distribution one less than 3; Bob gives 2 to all."""

    def points(one: Planned) -> int:
        return 1 if one.model == "bison" else 3 if one.item.distribution == "id" else 2

    plan = RatingPlan.of(sentences, 5, 0, texts)
    planned = plan.drawn_from(sentences, texts)
    ann = {one.id: dict.fromkeys(POINTS, points(one)) for one in planned}
    bob = {one.id: dict.fromkeys(POINTS, 2) for one in planned}
    files = [rated(tmp_path / "a.jsonl", plan, "Ann", ann), rated(tmp_path / "b.jsonl", plan, "Bob", bob)]
    report = report_of(sentences, files, texts)
    assert {(rating.model, rating.distribution): rating.means["quality"] for rating in report.ratings} == {
        ("alpaca", "id"): 2.5,
        ("alpaca", "ood"): 2.0,
        ("bison", "id"): 1.5,
        ("bison", "ood"): 1.5,
    }
    assert [rating.rated for rating in report.ratings] == [5] * 4
    assert [(one.question, one.rated_by_several, one.same) for one in report.agreement] == [
        (question, 20, 0.25) for question in POINTS
    ]
    assert report.reviewers == 2
    with pytest.raises(UsageError, match="not the texts"):
        report_on(sentences, files, texts[1:])
    with pytest.raises(UsageError, match="not the texts"):
        report_on(sentences, files)


def test_each_relation_of_a_graph_is_rated_once_and_beside_its_sentence(
    sentences: Dataset, tmp_path: Path
) -> None:
    plan = RatingPlan.of(sentences, 4, 0, ())
    planned = plan.drawn_from(sentences)
    edges: dict[str, list[str]] = {}
    for one in planned:
        assert one.subject.text == one.item.key[0]
        (line,) = one.subject.meaning
        edges.setdefault(one.group, []).append(line[0])
    items = {item.id: item for item in sentences}
    assert len(edges) == 4
    assert edges == {name: [" ".join(edge) for edge in items[name].graph] for name in edges}
    ann = {one.id: {"related": int(number > 0)} for number, one in enumerate(planned)}
    bob = {one.id: {"related": 1} for one in planned}
    files = [rated(tmp_path / "a.jsonl", plan, "Ann", ann), rated(tmp_path / "b.jsonl", plan, "Bob", bob)]
    (rating,), (agreement,) = (report_of(sentences, files).ratings, report_of(sentences, files).agreement)
    assert rating.means == {"related": pytest.approx(1 - 1 / (2 * len(planned)))}
    assert (rating.model, rating.rated) == ("", len(planned))
    assert agreement.same == pytest.approx(1 - 1 / len(planned))


@pytest.mark.parametrize("values", [{"quality": 4}, {"quality": 0}, {"overall": "yes"}, {"related": True}])
def test_a_rating_off_the_scale_is_refused(
    values: dict[str, Any], sentences: Dataset, texts: list[ModelText], tmp_path: Path
) -> None:
    plan = RatingPlan.of(sentences, 1, 0, texts)
    name = plan.drawn_from(sentences, texts)[0].id
    with pytest.raises(CocoaError, match="a line is not"):
        report_on(sentences, [rated(tmp_path / "a.jsonl", plan, "Ann", {name: values})], texts)


def test_other_families_and_logs_of_other_items_are_refused(sentences: Dataset, tmp_path: Path) -> None:
    cocoa_core.load_domain("hotels").write(tmp_path / "exam", 2, seed=4)
    with pytest.raises(UsageError, match="sentences from graphs"):
        RatingPlan.of(read_dataset(tmp_path / "exam"), 5, 0, ())
    elsewhere = [ModelText("alpaca", "another item", "A dog.")]
    with pytest.raises(UsageError, match="out of range"):
        RatingPlan.of(sentences, 5, 0, elsewhere).drawn_from(sentences, elsewhere)
