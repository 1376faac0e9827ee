"""Families that export/ has never heard of go to messages and Parquet; a form refuses what it cannot say."""

from __future__ import annotations

import json
import subprocess
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

import pytest
from attrs import evolve, frozen
from export.outside import BIN
from toy_families import CORPUS, NAMES, TEXT, TURNS, ToyFamily

import cocoa_core
from cocoa_core.errors import FindingsError, UsageError
from cocoa_core.export import ExportOptions, Format, export, formats_of
from cocoa_core.families.selection.exports.columns import question_columns, record_of
from cocoa_core.items import CANARY, Item, ItemColumns, PlainItem, Prompting, family_named, read_dataset
from cocoa_core.running import RunSpec, write_dataset

TOYS = {family.name: family for family in (TEXT, TURNS, CORPUS)}
EVERY = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(scope="module")
def exams(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Twelve items of each toy, on two sides."""
    folder = tmp_path_factory.mktemp("toys")
    settings = {"split": {"train": 0.5, "test": 0.5}}
    for name, family in TOYS.items():
        write_dataset(RunSpec(family, None, family.settings(settings), 4), folder / name, 12)
    return {name: folder / name for name in TOYS}


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve questions that ask which options satisfy."""
    folder = tmp_path_factory.mktemp("every") / "exam"
    cocoa_core.load_domain("flights").write(folder, 12, seed=7, ask="every")
    return folder


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def rows(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = import_module("pyarrow.parquet").read_table(path).to_pylist()
    return found


@EVERY
def test_the_installed_command_exports_a_family_of_another_package(
    name: str, exams: dict[str, Path], toys_path: Path, tmp_path: Path
) -> None:
    for to in ("messages", "parquet"):
        call = [BIN / "cocoa", "export", exams[name], "--family", name, "--to", to, "--out", tmp_path / to]
        environment = {"PYTHONPATH": str(toys_path), "PATH": "", "HOME": str(tmp_path)}
        done = subprocess.run(call, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("12 questions (")
    assert {path.stem for path in (tmp_path / "messages").glob("*.jsonl")} == {"train", "test"}
    assert json.loads((tmp_path / "parquet" / "cocoa-export.json").read_bytes())["dataset"] == {
        "family": name,
        "seed": 4,
        "cocoa_version": cocoa_core.__version__,
    }


@EVERY
@pytest.mark.parametrize("strategy", [None, "spoken"])
@pytest.mark.parametrize("explain", [False, True])
def test_messages_are_those_of_the_familys_prompter(
    name: str, strategy: str | None, explain: bool, exams: dict[str, Path], toys: object, tmp_path: Path
) -> None:
    export(
        exams[name],
        "messages",
        tmp_path / "out",
        ExportOptions(strategy=strategy, explain=explain, family=name),
    )
    dataset = read_dataset(exams[name], name)
    prompter = TOYS[name].prompter(dataset, Prompting(strategy=strategy or "direct", explained=explain))
    for side in dataset.sides:
        for item, line in zip(dataset.side(side), lines(tmp_path / "out" / f"{side}.jsonl"), strict=True):
            conversation, texts = (
                prompter.conversation(item),
                [message["content"] for message in line["messages"]],
            )
            assert (line["id"], line["canary"]) == (item.id, CANARY)
            assert line["messages"][0]["role"] == ("system" if conversation.system else "user")
            users = texts[bool(conversation.system) :: 2]
            assert users == [conversation.first, *conversation.turns]
            replies = texts[1 + bool(conversation.system) :: 2]
            assert replies == list(prompter.replies(item))
            assert TOYS[name].score(item, replies).value == 1.0


@EVERY
def test_a_table_gives_back_records_whose_class_it_does_not_know(
    name: str, exams: dict[str, Path], toys: object, tmp_path: Path
) -> None:
    export(exams[name], "parquet", tmp_path / "out", ExportOptions(family=name))
    columns = ItemColumns.of(PlainItem)
    for side in ("train", "test"):
        read = rows(tmp_path / "out" / f"{side}.parquet")
        written = (exams[name] / f"{side}.jsonl").read_bytes().splitlines()
        assert [json.dumps(columns.record(row)) for row in read] == [
            json.dumps(json.loads(line)) for line in written
        ]
        assert isinstance(read[0]["provenance"]["index"], int)
        assert json.loads(read[0]["payload"])["drawn"]
    card = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert f"Family `{name}`: {TOYS[name].about}." in card
    assert "| `payload` | the family's payload |" in card
    assert "domain" not in card


class Drawn(ToyFamily):
    """A toy with a form of its own, and one under a name that is taken."""

    exports: ClassVar = {name: Format(name, "of its own", "nowhere:at_all") for name in ("list", "messages")}


def test_a_familys_own_forms_stand_beside_those_that_all_have() -> None:
    selection = formats_of(family_named("selection"))
    assert set(selection) == {"lm-eval", "groundcocoa", "parquet", "messages", "trl", "nemo-gym"}
    assert set(formats_of(TEXT)) == {"parquet", "messages", "trl", "nemo-gym"}
    own = formats_of(Drawn("toy-text", "", ("backwards",)))
    assert set(own) == {"list", "parquet", "messages", "trl", "nemo-gym"}
    assert own["messages"] is selection["messages"]


def test_a_form_is_unknown_where_another_family_has_it(
    exams: dict[str, Path], toys: object, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match="family toy-text") as caught:
        export(exams["toy-text"], "groundcocoa", tmp_path / "out", ExportOptions(family="toy-text"))
    assert (caught.value.got, caught.value.expected) == ("groundcocoa", "parquet, messages, trl, nemo-gym")


def test_without_its_name_no_code_of_another_package_is_loaded(
    exams: dict[str, Path], toys: object, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match="no family of cocoa's own") as caught:
        export(exams["toy-text"], "messages", tmp_path / "out")
    assert "--family toy-text" in str(caught.value.fix)
    with pytest.raises(UsageError, match="of another family"):
        export(exams["toy-text"], "messages", tmp_path / "out", ExportOptions(family="toy-turns"))
    assert list(tmp_path.iterdir()) == []


def test_a_form_with_one_letter_refuses_questions_that_ask_for_several(every: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="groundcocoa does not have this kind of question") as caught:
        export(every, "groundcocoa", tmp_path / "out")
    assert caught.value.got == f"the ask every in {every}"
    assert caught.value.expected == "the ask choose"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("strategy", ["direct", "cot-full", "l2m"])
@pytest.mark.parametrize("explain", [False, True])
def test_messages_of_every_end_with_all_letters(
    strategy: str, explain: bool, every: Path, tmp_path: Path
) -> None:
    export(every, "messages", tmp_path / "out", ExportOptions(strategy=strategy, explain=explain))
    said = set()
    for question, line in zip(read_dataset(every), lines(tmp_path / "out" / "test.jsonl"), strict=True):
        letters = ", ".join(question.key) or "none"
        assert line["answer"] == letters
        assert line["messages"][-1]["content"].split("\n")[-1] == f"Answer: {letters}"
        said.add(len(question.key))
    assert {0, 5} < said


def test_a_table_of_every_gives_the_records_back(every: Path, tmp_path: Path) -> None:
    export(every, "parquet", tmp_path / "out")
    read, written = rows(tmp_path / "out" / "test.parquet"), lines(every / "questions.jsonl")
    assert [json.dumps(record_of(row)) for row in read] == [json.dumps(record) for record in written]
    for row in read:
        assert row["key"] == [letter for letter in "ABCDE" if row["certificate"]["satisfied"][letter]]
        assert row["answer"] is None


def test_a_key_that_the_domain_does_not_show_is_not_dropped_in_silence(every: Path) -> None:
    question = next(iter(read_dataset(every)))
    option = evolve(question.options[0], shown={**question.options[0].shown, "Row": "r1"})
    forged = evolve(question, options=(option, *question.options[1:]))
    with pytest.raises(FindingsError, match="a key that its data set does not know"):
        question_columns(tuple(question.options[0].shown)).row(forged)


@frozen(slots=False, kw_only=True)
class _Typed(Item):
    """An item with columns of many types."""

    words: tuple[str, ...]
    near: float | None
    many: tuple[tuple[int, ...], ...]
    open: Any
    either: int | str


def test_types_of_a_class_are_those_of_its_columns() -> None:
    arrow: Any = import_module("pyarrow")
    types = {part.name: str(part.type) for part in ItemColumns.of(_Typed).schema(arrow)}
    text, whole = types["id"], str(arrow.int64())
    assert types["near"] == str(arrow.float64())
    assert types["words"] == str(arrow.list_(arrow.string()))
    assert types["many"] == str(arrow.list_(arrow.list_(arrow.int64())))
    assert {types[name] for name in ("open", "either", "key", "groups")} == {text}
    assert f"seed: {whole}" in types["provenance"]
    assert list(types)[-1] == "provenance"
