"""One model under two harnesses is one model; what else differs between two runs is said beside them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from analysis_logs import made_log, right, write_log, wrong_by_one
from attrs import evolve
from inspect_ai.model import GenerateConfig

from cocoa_core.analysis import Analysis, analyze, read_results
from cocoa_core.analysis.report.summary import summary
from cocoa_core.analysis.run_conditions import RunConditions, names_of
from cocoa_core.errors import UsageError

Records = list[dict[str, Any]]


@pytest.fixture(scope="module")
def thirty(records: Records) -> Records:
    """Thirty questions, as if each were of a requirement of its own."""
    return [
        {**record, "id": f"{number:016x}", "requirement": {**record["requirement"], "id": f"{number:016x}"}}
        for number, record in zip(range(30), [*records, *records], strict=False)
    ]


def condition(model: str, harness: str = "inspect", *settings: str, reader: str = "") -> RunConditions:
    return RunConditions("exam", "0a", model, "direct", "p", settings, harness, reader)


# names in logs of inspect and of lm-eval, and what the model is called: None where they stay two models
PAIRS = (
    (("openai/gpt-4o",), ("openai-chat-completions/gpt-4o",), "gpt-4o"),
    (("openai-api/local/qwen",), ("local-chat-completions/qwen",), "qwen"),
    (("vllm/org/model",), ("hf/org/model",), "org/model"),
    (("hf/org/model",), ("hf/org/model",), "org/model"),
    (("openai/gpt-4o",), ("gpt-4o",), "gpt-4o"),
    (("openai/gpt-4o",), ("local-chat-completions/gpt-4o-mini",), None),
    (("openrouter/openai/gpt-4o",), ("openai-chat-completions/gpt-4o",), None),
    (("hf/one/model",), ("hf/other/model",), None),
    (("openai/gpt-4o", "azureai/gpt-4o"), ("openai-chat-completions/gpt-4o",), None),
    (("openai/gpt-4o", "azureai/gpt-4o"), (), None),
    (("cocoa/random",), ("local-completions/random",), None),
)


@pytest.mark.parametrize(("inspect", "lm_eval", "name"), PAIRS)
def test_names_of_two_harnesses_are_one_where_nothing_else_could_be_meant(
    inspect: Sequence[str], lm_eval: Sequence[str], name: str | None
) -> None:
    conditions = [*map(condition, inspect), *(condition(model, "lm-eval") for model in lm_eval)]
    called = names_of(conditions)
    if name is None:
        assert [one.model for one in called.values()] == [one.model for one in conditions]
    else:
        assert [one.model for one in called.values()] == [f"{name} (inspect)", f"{name} (lm-eval)"]
        assert {one.base for one in called.values()} == {name}
        renamed = names_of(conditions, {inspect[0]: "m"})
        assert {one.base for one in renamed.values()} == {"m"}
    assert len({(one.model, one.strategy) for one in called.values()}) == len(conditions)


def test_what_tells_runs_of_one_model_apart_stands_behind_its_name() -> None:
    conditions = [
        condition("openai/m", "inspect", "temperature=0", reader="2.0"),
        condition("openai/m", "inspect", "temperature=1", reader="2.0"),
        condition("openai/m", "inspect", "temperature=1", reader="1.0"),
        condition("openai-completions/m", "lm-eval", "do_sample=False"),
    ]
    assert [name.model for name in names_of(conditions).values()] == [
        "m (inspect, temperature=0, answer reader 2.0)",
        "m (inspect, temperature=1, answer reader 2.0)",
        "m (inspect, temperature=1, answer reader 1.0)",
        "m (lm-eval)",
    ]


def test_the_readers_of_two_families_tell_no_runs_apart() -> None:
    conditions = [condition("openai/m", reader="3"), evolve(condition("openai/m", reader="1"), origin="of B")]
    assert [name.model for name in names_of(conditions).values()] == ["openai/m", "openai/m"]


def test_a_name_may_join_models_of_two_harnesses_and_not_of_one() -> None:
    conditions = [condition("a/x/m"), condition("b/m", "lm-eval"), condition("c/m2")]
    joined = names_of(conditions, {"a/x/m": "m", "b/m": "m"})
    assert [one.base for one in joined.values()] == ["m", "m", "c/m2"]
    with pytest.raises(UsageError, match="two models would have one name"):
        names_of(conditions, {"a/x/m": "m", "c/m2": "m"})


def lm_eval_log(
    folder: Path, records: Records, letters: Sequence[str], model: str, reader: str = "", **settings: Any
) -> None:
    """The two files that lm-eval writes of a task that was exported from the exam of `made_log`."""
    begun = "2026-05-02T10-00-00.000000"
    folder.mkdir(parents=True, exist_ok=True)
    said = {"dataset": "exam", "origin": "0a1b2c3d4e5f", "domain": "flights", "digest": "d"}
    said |= {"strategy": "direct", "prompt": "feedbeef00000000"} | ({"reader": reader} if reader else {})
    backend, _, name = model.partition("/")
    results = {
        "config": {"model": backend, "model_args": {"model": name}, "gen_kwargs": settings},
        "configs": {"task": {"metadata": said}},
        "n-shot": {"task": 0},
        "lm_eval_version": "0.4.13",
    }
    (folder / f"results_{begun}.json").write_text(json.dumps(results), encoding="utf-8")
    lines = [_line(record, letter) for record, letter in zip(records, letters, strict=True)]
    (folder / f"samples_task_{begun}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _line(record: Mapping[str, Any], letter: str) -> str:
    return json.dumps(
        {
            "doc": {"record": json.dumps(record), "answer": record["answer"], "labels": list("ABCDE")},
            "arguments": {"gen_args_0": {"arg_0": "Request: ..."}},
            "resps": [[f"Answer: {letter}"]],
            "filtered_resps": [letter],
            "exact_match": float(letter == record["answer"]),
        }
    )


def both_harnesses(
    folder: Path, records: Records, other: str = "openai-chat-completions/gpt-4o", **settings: Any
) -> Analysis:
    """A model that is right under inspect, and one that is never right under lm-eval."""
    log = made_log(records, right, model="openai/gpt-4o", config=GenerateConfig(temperature=0.0))
    write_log(folder / "1.eval", log)
    lm_eval_log(folder / "lm", records, [wrong_by_one(record, 1) for record in records], other, **settings)
    return analyze(read_results([folder]))


def test_one_model_under_two_harnesses_is_no_better_than_itself(thirty: Records, tmp_path: Path) -> None:
    analysis = both_harnesses(tmp_path, thirty, temperature=0)
    (pair,) = analysis.pairs
    assert (pair.first, pair.second, pair.one_model) == ("gpt-4o (inspect)", "gpt-4o (lm-eval)", True)
    assert "better" not in pair.sentence
    assert pair.sentence.startswith("gpt-4o (inspect) and gpt-4o (lm-eval) differ: they answer 100.0%")
    assert "one model: the difference is not one between models" in pair.sentence
    assert pair.across == ("the harness (inspect and lm-eval)",)
    assert any("by 1 model in 2 runs" in one for one in summary(analysis, "exam"))
    assert not any("better" in one for one in summary(analysis, "exam"))
    (remark,) = [one.reason for one in analysis.left_out if "taken for one model" in one.reason]
    assert "gpt-4o" in remark
    assert {row["harness"] for row in analysis.tables["runs"].dicts()} == {"inspect", "lm-eval"}
    (row,) = analysis.tables["comparisons"].dicts()
    assert row["across"] == "the harness (inspect and lm-eval)"


def test_two_models_across_harnesses_and_settings_are_compared_and_the_sentence_says_so(
    thirty: Records, tmp_path: Path
) -> None:
    analysis = both_harnesses(tmp_path, thirty, "hf/llama", temperature=0.7, max_gen_toks=99)
    (pair,) = analysis.pairs
    assert not pair.one_model
    assert pair.sentence.startswith("openai/gpt-4o is better than hf/llama")
    for what in (
        "the harness (lm-eval and inspect)",
        "the setting temperature (0.7 and 0)",
        "the setting max_tokens (99 and not named)",
    ):
        assert f"They differ in {what}." in pair.sentence
        assert what in pair.across


def test_another_reader_of_the_same_model_is_no_better_model(thirty: Records, tmp_path: Path) -> None:
    for reader, answers in (("1.0", right), ("2.0", wrong_by_one)):
        log = made_log(thirty, answers, model="openai/gpt-4o")
        log.eval.metadata = {**(log.eval.metadata or {}), "reader": reader}
        write_log(tmp_path / f"{reader}.eval", log)
    (pair,) = analyze(read_results([tmp_path])).pairs
    assert pair.across == ("the reader of answers (1.0 and 2.0)",)
    assert "better" not in pair.sentence


def test_other_settings_of_one_model_are_compared_as_such(thirty: Records, tmp_path: Path) -> None:
    for temperature, answers in ((0.0, right), (1.0, wrong_by_one)):
        config = GenerateConfig(temperature=temperature)
        write_log(tmp_path / f"{temperature}.eval", made_log(thirty, answers, model="m/one", config=config))
    (pair,) = analyze(read_results([tmp_path])).pairs
    assert pair.sentence.startswith("m/one (temperature=0.0) is better than m/one (temperature=1.0)")
    assert "They differ in the setting temperature (0 and 1)." in pair.sentence


@pytest.mark.parametrize("many", [9, 29, 30])
def test_no_verdict_by_fewer_than_thirty_requirements(thirty: Records, tmp_path: Path, many: int) -> None:
    own = thirty[:many]
    write_log(tmp_path / "1.eval", made_log(own, right, model="m/one"))
    write_log(tmp_path / "2.eval", made_log(own, wrong_by_one, model="m/two"))
    analysis = analyze(read_results([tmp_path]))
    (pair,) = analysis.pairs
    assert pair.significant == (many == 30)
    assert ("is better" in pair.sentence) == (many == 30)
    if many < 30:
        assert f"{many} requirements are too few for McNemar, which takes 30" in pair.sentence
        assert not any("It is better" in one for one in summary(analysis, "exam"))
