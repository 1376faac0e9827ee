"""Which figures of an analysis a tiny set defines; whatever else an analysis states of it is absent."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from analysis_logs import Asked, item_log, made_log, write_log
from calling import call_cocoa
from cocoa.run_scores_view import run_score_data
from inspect_ai.log import EvalLog

import cocoa_core
from cocoa_core.analysis import analyze, read_results
from cocoa_core.analysis.report.summary import summary
from cocoa_core.evaluation.run_scores import RunScore
from cocoa_core.families.graph_to_text import FAMILY, GraphItem
from cocoa_core.families.graph_to_text.metrics.bleu_meteor_rouge import bleu, bleu_counts, item_metrics
from cocoa_core.families.graph_to_text.relation_models import RelationRules, verified
from cocoa_core.intervals import accuracy
from cocoa_core.running import RunSpec, generate

OF_ANSWERS: Final = {"accuracy", "low", "high", "effective"}
"""Defined of one answer and more, in every table that counts answers: Wilson's interval needs one."""
OF_ONE: Final = {
    *("summary.parse_failure_share", "by_entropy.from", "by_entropy.below", "entropy.mean"),
    *("by_position.chosen_share", "usage.input_mean", "usage.output_mean", "usage.output_median"),
    *("usage.seconds", "usage.seconds_mean", "usage.seconds_median"),
}
COMPARED: Final = {f"comparisons.{name}" for name in ("difference", "first_accuracy", "second_accuracy")}
OF_TWO: Final = {
    *(f"comparisons.{name}" for name in ("low", "high", "low_holm", "high_holm", "p", "p_holm")),
    *(
        f"by_{part}.{name}"
        for part in ("slot", "rule", "test")
        for name in ("accuracy_without", "difference", "difference_low", "difference_high")
    ),
}
"""Compared on two requirements, parted into questions with a slot and without it."""
OF_EPOCHS: Final = {
    *(f"variation.{name}" for name in ("lowest", "highest", "deviation", "same")),
    *(f"several_answers.{which}_{end}" for which in ("one", "all") for end in ("right", "low", "high")),
    *("several_answers.majority", "several_answers.majority_low", "several_answers.majority_high"),
}
"""Variances within a question and between questions take two questions."""
UNREAD: Final = {"summary.parse_failure_share", "parse_failures.share"}


def questions(count: int) -> list[dict[str, Any]]:
    return [one.to_json() for one in cocoa_core.load_domain("flights").generate(count, seed=9)]


def unread(record: object, epoch: int) -> str:
    return ""


def parsed(text: str) -> Any:
    """Refuses NaN and Infinity, which are no JSON."""
    return json.loads(text, parse_constant=pytest.fail)


def two_models(count: int) -> list[EvalLog]:
    return [made_log(questions(count), model=f"openai/{name}") for name in ("one", "other")]


def sentences(*said: str) -> list[EvalLog]:
    items: list[GraphItem] = list(
        generate(RunSpec(FAMILY, FAMILY.source(None), FAMILY.settings({}), 2), len(said))
    )
    asked = []
    for item, text in zip(items, said, strict=True):
        score = FAMILY.score(item, [text])
        asked.append(
            Asked(
                *(item.id, score.value, item.family, item.ask, FAMILY.cluster(item)),
                facets=dict(FAMILY.facets(item)),
                record=item.to_json(),
                turns=(text,),
                answer=score.answer,
                failure=score.failure or "",
                metrics=score.metrics,
            )
        )
    corpus = FAMILY.corpus(zip(items, [[text] for text in said], strict=True))
    return [item_log(asked, **corpus)]


SETS: Final[dict[str, tuple[Callable[[], Sequence[EvalLog]], set[str]]]] = {
    "one answer": (lambda: [made_log(questions(1))], OF_ONE),
    "one unread answer": (lambda: [made_log(questions(1), unread)], OF_ONE | UNREAD),
    "one question, two models": (lambda: two_models(1), OF_ONE | COMPARED),
    "two questions, two models, all right": (lambda: two_models(2), OF_ONE | COMPARED | OF_TWO),
    "one question, two epochs, unread": (
        lambda: [made_log(questions(1), unread, epochs=2)],
        OF_ONE | UNREAD | OF_EPOCHS,
    ),
    "one sentence of three words": (
        lambda: sentences("a dog runs"),
        {
            *("summary.parse_failure_share", "metrics.mean", "metrics.mean_low", "metrics.mean_high"),
            *("corpus.value", "generalization.id"),
        },
    ),
    "two sentences of one set of concepts, unread": (
        lambda: sentences("", ""),
        {*UNREAD, "groups.group_share", *(f"generalization.{name}" for name in ("id", "ood", "gap"))},
    ),
}


@pytest.fixture(scope="module", params=SETS)
def tiny(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, set[str]]:
    folder = tmp_path_factory.mktemp("logs")
    logs, expected = SETS[request.param]
    for number, log in enumerate(logs()):
        write_log(folder / f"{number}.eval", log)
    return folder, expected


def test_every_other_figure_is_absent(tiny: tuple[Path, set[str]]) -> None:
    folder, expected = tiny
    defined = set()
    for table in analyze(read_results([folder])).tables.values():
        counting = any(column.name == "answers" for column in table.columns)
        for column, cells in zip(table.columns, zip(*table.to_json()["rows"], strict=True), strict=False):
            figure = column.kind not in ("text", "count") and not (counting and column.name in OF_ANSWERS)
            if figure and any(cell is not None for cell in cells):
                defined.add(f"{table.name}.{column.name}")
    assert defined == expected


def test_of_a_sentence_measures_of_longer_ones_are_named_as_absent(tmp_path: Path) -> None:
    (log,) = sentences("a dog runs")
    write_log(tmp_path / "1.eval", log)
    tables = analyze(read_results([tmp_path])).tables
    assert {row["metric"] for row in tables["corpus"].dicts()} == {"bleu_3_id"}
    absent = {row["metric"] for row in tables["generalization"].dicts() if row["remark"] == "absent"}
    assert absent == {"bleu_4", "cider_d", "spice"}


@pytest.mark.parametrize(
    "figure",
    [
        pytest.param(lambda: bleu(bleu_counts("a dog runs", ["a dog runs"]), 4), id="BLEU-4 of three words"),
        pytest.param(lambda: bleu(bleu_counts("", ["a dog runs"]), 3), id="BLEU-3 of nothing"),
        pytest.param(lambda: item_metrics("dog", ["cat"]).get("rouge_2"), id="ROUGE-2 of single words"),
        pytest.param(lambda: item_metrics("!", ["?"]).get("rouge_l"), id="ROUGE-L of no words"),
        pytest.param(lambda: item_metrics("!", ["?"]).get("meteor_es"), id="METEOR of no words"),
        pytest.param(lambda: verified([], "A dog runs.", RelationRules()), id="relations of no graph"),
        pytest.param(lambda: run_score_data(RunScore("m", "direct", accuracy([], [])))["low"], id="none"),
    ],
)
def test_a_figure_of_too_little_is_none(figure: Callable[[], object]) -> None:
    assert figure() is None


def test_a_measure_that_the_references_are_long_enough_for_is_zero() -> None:
    assert item_metrics("dog", ["a cat"])["rouge_2"] == 0.0


def test_a_run_that_is_all_wrong_is_no_guessing_where_its_worth_is_not_stated(tmp_path: Path) -> None:
    for name, chance in (("stated", 0.0), ("unstated", None)):
        asked = [Asked(f"{number}", 0.0, chance=chance) for number in range(3)]
        write_log(tmp_path / name / "1.eval", item_log(asked))
        text = " ".join(summary(analyze(read_results([tmp_path / name])), "exam"))
        assert ("Not told apart from guessing" in text) == (chance is not None)


@pytest.mark.parametrize("command", ["analyze", "profile"])
def test_what_commands_print_holds_no_figure_that_is_no_number(
    tiny: tuple[Path, set[str]], command: str
) -> None:
    models = ["--model", "openai/one"] if command == "profile" and len(list(tiny[0].iterdir())) > 1 else []
    done = call_cocoa(command, tiny[0], *models, "--json")
    assert done.exit_code == 0, done.stderr
    parsed(done.stdout)
    shown = call_cocoa(command, tiny[0], *models)
    assert shown.exit_code == 0
    assert not re.search(r"\b(nan|inf)\b", shown.stdout)


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("family", ["selection", "graph-to-text", "parsing"])
def test_counts_of_a_tiny_data_set_are_numbers(family: str, count: int, tmp_path: Path) -> None:
    folder = tmp_path / "exam"
    domain = ("--domain", "flights") if family == "selection" else ()
    made = call_cocoa("generate", "--family", family, *domain, "--count", count, "--out", folder)
    assert made.exit_code == 0, made.stderr
    assert parsed(call_cocoa("stats", folder, "--json").stdout)["questions"] == count
    (compared,) = parsed(call_cocoa("overlap", folder, folder, "--json").stdout)["compared"]
    assert set(compared["shared"].values()) == {count}
