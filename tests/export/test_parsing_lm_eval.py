"""lm-eval asks for forms in the prompts of the family, and scores them as cocoa does."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from export.outside import outside

from cocoa_core.export import ExportOptions, export
from cocoa_core.families.parsing.family import FAMILY
from cocoa_core.items import Dataset, Prompting
from cocoa_core.running import RunSpec, write_dataset

PROGRAM = """
import json, sys
from lm_eval.tasks import TaskManager
folder, cases = sys.argv[1:]
name = "cocoa_parsing_direct"
task = TaskManager(include_path=folder, include_defaults=False).load([name])["tasks"][name]
docs = list(task.test_docs())
said = json.loads(cases)
found = [task.process_results(doc, [said[place]]) for place, doc in enumerate(docs[: len(said)])]
print(json.dumps([[task.doc_to_text(doc) for doc in docs], found]))
"""


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    folder = tmp_path_factory.mktemp("parsing") / "items"
    call = RunSpec(FAMILY, None, FAMILY.settings({"hold-out": "all"}), 3)
    return Dataset(folder, write_dataset(call, folder, 200).manifest, FAMILY)


def test_the_task_asks_and_scores_as_cocoa_does(dataset: Dataset, tmp_path: Path) -> None:
    out = tmp_path / "tasks"
    export(dataset.folder, "lm-eval", out, ExportOptions())
    items = list(dataset.side("gen"))
    first, second, third = (item.key for item in items[:3])
    again = " ; ".join(reversed(second.split(" ; ")[:-1]))
    cases = [
        f"Answer: {first}",
        f"Answer: {again} ; {second.split(' ; ')[-1]}" if again else second,
        first,
        "?",
    ]
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    printed = outside(tmp_path, sys.executable, tmp_path / "program.py", str(out), json.dumps(cases))
    asked, found = json.loads(printed.splitlines()[-1])
    prompter = FAMILY.prompter(dataset, Prompting(strategy="direct"))
    assert asked == [prompter.conversation(item).first for item in items]
    assert third != first
    assert [one["semantic_match"] for one in found] == [1.0, 1.0, 0.0, 0.0]
    assert [one["string"] for one in found] == [1.0, float(" ; " not in again), 0.0, 0.0]
