"""What can be read before an answer is scored holds nothing of the key: samples, logs, prompts."""

from __future__ import annotations

import json
import re
import runpy
import zipfile
from collections.abc import Iterator, Set
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest
from every_ask import ASKS, call_of
from inspect_ai import eval as inspect_eval
from inspect_ai import score as inspect_score
from inspect_ai.log import read_eval_log
from inspect_ai.model import ModelOutput, ModelUsage, get_model

import cocoa_core
from cocoa_core.errors import UsageError
from cocoa_core.evaluation.samples import RECORD
from cocoa_core.evaluation.scoring import by_family
from cocoa_core.evaluation.task import exam_task
from cocoa_core.export import FORMATS, export
from cocoa_core.export import ExportOptions as Export
from cocoa_core.items import PromptOptions, read_dataset
from cocoa_core.running import write_dataset

MARK: Final = "zqsecretqz"
"""Stands in the id of every row of the data sets here."""
COUNT: Final = 4
LINES: Final = ("lm-eval", "messages", "nemo-gym", "trl")
"""Exports of a line an item, some of whose keys are shown to models."""


def holders(name: str) -> set[str]:
    """Keys of an export's lines that may hold keys of items, as docs/export.md lists them."""
    page = (Path(__file__).parents[2] / "docs" / "export.md").read_text(encoding="utf-8")
    section = page.partition("## What holds keys")[2].partition("\n## ")[0]
    (line,) = re.findall(rf"(?m)^\| `{name}` \| ([^:|\n]*)", section)
    return set(re.findall("`([a-z_]+)`", line))


@pytest.fixture(scope="module", params=ASKS, ids=lambda pair: ":".join(pair))
def exam(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few items of an ask, their rows marked."""
    family, ask = request.param
    folder = tmp_path_factory.mktemp("unseen") / "exam"
    write_dataset(call_of(family, ask), folder, COUNT)
    for path in folder.glob("*.jsonl"):
        records = [json.loads(line) for line in path.read_bytes().splitlines()]
        for record in records:
            for option in record.get("options", ()):
                option["row"] = f"{MARK}-{option['row']}"
        lines = [json.dumps(record, ensure_ascii=False) for record in records]
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return folder


@cache
def secrets(folder: Path) -> Set[str]:
    """What no text may hold: rows, the literals of proofs in the form that they have there, long keys."""
    found = {MARK, '"satisfied":', '"broken":', '"broken_by":', '"certificate":', '"key":'}
    for item in read_dataset(folder):
        record = item.to_json()
        found |= set(texts_of(record.get("certificate", {}), "literal"))
        found |= set(texts_of(record.get("requirement", {}), "text"))
        keys = item.key if isinstance(item.key, list | tuple) else [item.key]
        found |= {key for key in map(str, keys) if len(key) > 20}  # sentences and forms
    return found


def texts_of(part: Any, name: str) -> Iterator[str]:
    """The texts under a key, wherever it stands."""
    if isinstance(part, dict):
        if isinstance(part.get(name), str):
            yield part[name]
        part = list(part.values())
    for one in part if isinstance(part, list) else ():
        yield from texts_of(one, name)


def held(text: str, folder: Path) -> set[str]:
    """The secrets that stand in a text."""
    return {secret for secret in secrets(folder) if secret in text}


def strategies(folder: Path) -> tuple[str, ...]:
    return tuple(read_dataset(folder).family.strategies)


def everything_in(folder: Path) -> str:
    """All texts of all files below a folder, those in archives unpacked."""
    texts: list[str] = []
    for path in sorted(one for one in folder.rglob("*") if one.is_file()):
        if path.suffix == ".eval":
            with zipfile.ZipFile(path) as archive:
                texts += [archive.read(name).decode(errors="replace") for name in archive.namelist()]
        texts.append(path.read_bytes().decode(errors="replace"))
    return "\n".join(texts)


def test_the_marks_are_in_the_records(exam: Path) -> None:
    items = list(read_dataset(exam))
    assert len(items) == COUNT
    for item in items:
        assert held(item.line(), exam)


def test_a_sample_holds_nothing_of_its_key(exam: Path) -> None:
    for strategy in strategies(exam):
        task = exam_task(exam, PromptOptions(strategy=strategy))
        samples = list(task.dataset)
        assert len(samples) == COUNT
        for sample in samples:
            assert held(sample.model_dump_json(), exam) == set(), strategy
            assert sample.target == ""
            assert set(sample.metadata or {}) == {"family", "strategy", "turns", "cluster"}


def test_nothing_is_logged_of_a_key_before_an_answer_is_scored(
    exam: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "buffers"))
    while_asked: list[str] = []

    def reply(*_: Any) -> ModelOutput:
        while_asked.append(everything_in(tmp_path))
        output = ModelOutput.from_content("m", "Answer: B")
        output.usage = ModelUsage(input_tokens=9, output_tokens=3, total_tokens=12)
        return output

    task = exam_task(exam, PromptOptions())
    model = get_model("mockllm/model", custom_outputs=reply, memoize=False)
    how: dict[str, Any] = {"log_dir": str(tmp_path / "logs"), "display": "none", "ctl_server": False}
    (log,) = inspect_eval(task, model=model, score=False, log_realtime=True, max_samples=1, **how)
    assert log.status == "success"
    assert len(while_asked) == COUNT
    texts = [*while_asked, everything_in(tmp_path / "logs")]
    assert all(held(text, exam) == set() for text in texts)
    scored = inspect_score(log, by_family(str(exam)), display="none")
    assert [RECORD in sample.metadata for sample in scored.samples or ()] == [True] * COUNT
    with pytest.raises(UsageError, match="cannot be scored"):
        inspect_score(read_eval_log(log.location), by_family(), display="none")


def lines_of(folder: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(folder.rglob("*.jsonl")):
        yield from map(json.loads, path.read_bytes().splitlines())


@pytest.mark.parametrize("name", LINES)
def test_of_an_export_only_what_a_scorer_needs_holds_keys(exam: Path, tmp_path: Path, name: str) -> None:
    own = getattr(read_dataset(exam).family, "exports", {})
    if name not in FORMATS and name not in own:
        pytest.skip("a form of another family")
    for number, strategy in enumerate(strategies(exam)):
        for explain in (False, True):
            out = tmp_path / f"{number}-{explain}"
            try:
                export(exam, name, out, Export(strategy=strategy, explain=explain))
            except UsageError:
                continue  # of several turns, or without explanations
            for line in lines_of(out):
                shown = {key: value for key, value in line.items() if key not in holders(name)}
                if name == "messages":  # the assistant's are what is to be learnt
                    shown["messages"] = [
                        message for message in line["messages"] if message["role"] != "assistant"
                    ]
                    assert MARK not in json.dumps(line)
                assert held(json.dumps(shown, ensure_ascii=False), exam) == set(), (strategy, explain)


def test_messages_of_a_prompt_hold_nothing_of_the_key(exam: Path) -> None:
    """The environments in docs/examples show a model these messages, and nothing else."""
    prompts = 0
    for item, strategy, explain, dataset in product(
        read_dataset(exam), strategies(exam), (False, True), (None, exam)
    ):
        try:
            messages = cocoa_core.prompt(item, strategy, explain=explain, dataset=dataset)
        except UsageError:
            continue  # of several turns, without explanations, or with examples out of no data set
        prompts += 1
        assert held(json.dumps(messages, ensure_ascii=False), exam) == set(), (strategy, explain)
    assert prompts >= 2 * COUNT


def test_the_prompts_of_the_example_for_trl_hold_nothing_of_the_key() -> None:
    path = Path(__file__).parents[2] / "docs" / "examples" / "trl" / "grpo.py"
    for row in runpy.run_path(str(path))["rows"](COUNT, 7):
        record, shown = json.loads(row["record"]), json.dumps(row["prompt"], ensure_ascii=False)
        literals = set(texts_of(record["certificate"], "literal"))
        assert literals
        assert not [
            text for text in literals | {option["row"] for option in record["options"]} if text in shown
        ]


def test_options_do_not_stand_in_the_order_of_the_catalogue(tmp_path: Path) -> None:
    cocoa_core.load_domain("flights").write(tmp_path / "exam", 60, seed=3)
    rows = [[option.row for option in item.options] for item in read_dataset(tmp_path / "exam")]  # type: ignore[attr-defined]
    assert sum(row == sorted(row) for row in rows) < len(rows) / 4  # one in 120 by chance
