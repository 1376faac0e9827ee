"""Of 200 questions of each domain every exported field, worked out again from the data set's own lines."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from analysis.recounting import complexity
from export.shown_reading import DENIED, labels_of, truth, unclear_of
from ruamel.yaml import YAML
from scipy.stats import entropy
from sympy import Symbol
from sympy.parsing.sympy_parser import parse_expr

import cocoa_core
from cocoa_core.export import ExportOptions, export
from cocoa_core.families.selection.exports.columns import record_of

Record = dict[str, Any]
COUNT = 200


@pytest.fixture(scope="module", params=["flights", "hotels"])
def exam(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exams") / "exam"
    drawn = {"option_sets": 2, "atypical": 0.3, "shared": 0.5}
    cocoa_core.load_domain(request.param).write(folder, COUNT, seed=23, **drawn)
    return folder


@pytest.fixture(scope="module")
def records(exam: Path) -> list[Record]:
    lines = (exam / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) >= COUNT
    return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def samples(exam: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Record]:
    """GroundCocoa's form."""
    out = tmp_path_factory.mktemp("out") / "original"
    export(exam, "groundcocoa", out)
    found: list[Record] = json.loads((out / "groundcocoa.json").read_bytes())["test_set"]
    return found


@pytest.fixture(scope="module")
def truths(exam: Path, records: list[Record]) -> list[dict[str, list[list[tuple[str, bool | None]]]]]:
    """Of each record by letter and sum term: each literal's slot, and whether it holds."""
    schema = (exam / "domain" / "schema.yaml").read_text(encoding="utf-8")
    slots, unclear = {label: slot for slot, label in labels_of(schema).items()}, unclear_of(schema)
    truths = []
    for record in records:
        by_letter = {}
        for option in record["options"]:
            shown = {slots[label]: text for label, text in option["shown"].items()}
            by_letter[option["label"]] = [
                [(one["slot"], truth(one, shown, unclear)) for one in term]
                for term in record["requirement"]["terms"]
            ]
        truths.append(by_letter)
    return truths


@pytest.mark.parametrize(
    ("shown", "expected"), [("9:30 AM", True), ("10:50 PM (-1 day)", None), ("1:00 AM (+1 day)", False)]
)
def test_a_time_of_the_day_before_is_neither_before_nor_after(shown: str, expected: bool | None) -> None:
    literal = {"slot": "arrival", "test": "less", "over": None, "values": ["10:30"], "positive": True}
    assert truth(literal, {"arrival": shown}, {}) is expected


def bits(held: Sequence[bool | None]) -> float:
    count = sum(one is True for one in held)
    return float(entropy([count, len(held) - count], base=2))


def test_plain_fields_are_those_of_the_record(samples: list[Record], records: list[Record]) -> None:
    assert len(samples) == len(records)
    for sample, record in zip(samples, records, strict=True):
        assert (sample["id"], sample["query"], sample["Answer"]) == tuple(
            record[key] for key in ("id", "request", "answer")
        )
        for option in record["options"]:
            assert list(sample[f"Option {option['label']}"].items()) == list(option["shown"].items())


def test_the_formula_has_the_literals_and_the_rows_of_the_truth_table(
    samples: list[Record], records: list[Record]
) -> None:
    for sample, record in zip(samples, records, strict=True):
        terms = record["requirement"]["terms"]
        names = sorted({one["slot"] for term in terms for one in term})
        symbols = {name: Symbol(name) for name in names}
        parsed: Any = parse_expr(sample["query_fol"], symbols, evaluate=False)
        written = [part.strip("()").split(" | ") for part in sample["query_fol"].split(" & ")]
        assert written == [
            [one["slot"] if one["positive"] else f"~{one['slot']}" for one in term] for term in terms
        ]
        assert {str(symbol) for symbol in parsed.free_symbols} == set(names)
        assert sample["slots"] == len(names)
        rows = (dict(zip(names, row, strict=True)) for row in product((False, True), repeat=len(names)))
        holds = sum(
            all(any(row[one["slot"]] == one["positive"] for one in term) for term in terms) for row in rows
        )
        assert sample["minterms"] == holds


def test_measures_are_those_of_the_dependency_graph(samples: list[Record], records: list[Record]) -> None:
    for sample, record in zip(samples, records, strict=True):
        found = complexity(record)
        assert sample["max_dependency"] == found["max_degree"]
        assert sample["largest_connected_component"] == found["longest_path"]
        assert sample["width"] == found["width"]
        terms = [{one["slot"] for one in term} for term in record["requirement"]["terms"]]
        slots = set().union(*terms)
        degrees = [len(set().union(*(term for term in terms if slot in term)) - {slot}) for slot in slots]
        assert sample["average_dependency"] == pytest.approx(sum(degrees) / len(degrees), abs=1e-4)


def test_entropies_are_worked_out_from_what_options_show(
    samples: list[Record], truths: list[dict[str, list[list[tuple[str, bool | None]]]]]
) -> None:
    undefined = 0
    for sample, by_letter in zip(samples, truths, strict=True):
        for index, (label, terms) in enumerate(by_letter.items()):
            flat = [one for term in terms for one in term]
            undefined += any(held is None for _, held in flat)
            assert all(any(held is True for _, held in term) for term in terms) == (label == sample["Answer"])
            assert sample["entropy_overall"][index] == pytest.approx(
                bits([held for _, held in flat]), abs=5e-5
            )
            own = [[held for slot, held in flat if slot == name] for name in {slot for slot, _ in flat}]
            mean = math.fsum(map(bits, own)) / len(own)
            assert sample["entropy_avg"][index] == pytest.approx(mean, abs=5e-5 + 1e-9)
            assert sample["entropy_avg"][index] == round(sample["entropy_avg"][index], 4)
    assert undefined > 0


def test_natural_is_what_holds_no_literal_that_the_rules_mark(
    exam: Path, samples: list[Record], records: list[Record]
) -> None:
    rules = YAML(typ="safe").load((exam / "domain" / "rules.yaml").read_text(encoding="utf-8"))
    marked = {
        (one["id"], test)
        for of_slot in rules["rules"].values()
        for one in of_slot
        for test in one.get("atypical", ())
    }
    assert marked
    for sample, record in zip(samples, records, strict=True):
        meant = {
            (one["rule"], one["test"] if one["positive"] else DENIED.get(one["test"], f"not_{one['test']}"))
            for term in record["requirement"]["terms"]
            for one in term
        }
        assert sample["is_natural"] == (not meant & marked)
    assert {sample["is_natural"] for sample in samples} == {True, False}


def test_templates_stand_by_sum_term_and_tell_a_literal_from_its_denial(
    samples: list[Record], records: list[Record]
) -> None:
    said: dict[tuple[object, ...], dict[bool, set[str]]] = {}
    for sample, record in zip(samples, records, strict=True):
        terms = record["requirement"]["terms"]
        assert [len(term) for term in sample["condition_templates"]] == [len(term) for term in terms]
        for words, term in zip(sample["condition_templates"], terms, strict=True):
            for text, one in zip(words, term, strict=True):
                key = (one["slot"], one["rule"], one["over"], one["test"], *one["values"])
                said.setdefault(key, {True: set(), False: set()})[one["positive"]].add(text)
    assert all(len(texts) <= 1 for both in said.values() for texts in both.values())
    opposed = [both for both in said.values() if both[True] and both[False]]
    assert len(opposed) > 5
    assert not [both for both in opposed if both[True] & both[False]]


def test_parquet_gives_every_record_back(exam: Path, records: list[Record], tmp_path: Path) -> None:
    export(exam, "parquet", tmp_path / "hub")
    read: Any = import_module("pyarrow.parquet").read_table
    rows = read(tmp_path / "hub" / "test.parquet").to_pylist()
    assert [json.dumps(record_of(row)) for row in rows] == [json.dumps(record) for record in records]


def test_prompts_show_the_request_and_every_option_and_want_the_letter(
    exam: Path, records: list[Record], tmp_path: Path
) -> None:
    export(exam, "lm-eval", tmp_path / "tasks", ExportOptions(strategy="cot-partial"))
    lines = (tmp_path / "tasks" / "test.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
    for line, record in zip(map(json.loads, lines), records, strict=True):
        assert (line["id"], line["answer"]) == (record["id"], record["answer"])
        assert line["requirement"] == record["requirement"]["id"]
        shown = [
            f"{label}: {text}" for option in record["options"] for label, text in option["shown"].items()
        ]
        for text in (line["direct"], line["prompt"]):
            asked, _, options = text.rpartition("Request:\n")[2].partition("\n\nOptions:\n")
            assert asked == record["request"]
            block = options.split("\n\n\n")[0]
            assert re.findall(r"^(?:Option )?([A-E])\b[.:)]?", block, re.MULTILINE)[:5] == list("ABCDE")
            places = [options.find(part) for part in shown]
            assert -1 not in places
        example = line["prompt"].rpartition("Request:\n")[0]
        assert len({one["request"] for one in records if one["request"] in example}) == 1
        assert record["request"] not in example
    assert len(lines) == len(records)


def test_each_turn_names_the_options_that_meet_its_condition(
    exam: Path,
    records: list[Record],
    truths: list[dict[str, list[list[tuple[str, bool | None]]]]],
    tmp_path: Path,
) -> None:
    export(exam, "messages", tmp_path / "chats", ExportOptions(strategy="l2m", explain=True))
    lines = (tmp_path / "chats" / "test.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
    for line, record, by_letter in zip(map(json.loads, lines), records, truths, strict=True):
        replies = [message["content"] for message in line["messages"] if message["role"] == "assistant"]
        count = len(record["requirement"]["terms"])
        assert [message["role"] for message in line["messages"]] == ["user", "assistant"] * (count + 1)
        for index, reply in enumerate(replies[:-1]):
            met = [
                label for label, terms in by_letter.items() if any(held is True for _, held in terms[index])
            ]
            assert reply.split("\n")[-1] == f"Met by: {', '.join(met) or 'none'}"
            named: Mapping[str, str] = dict(
                re.findall(r"^Option ([A-E]) (meets|does not meet) it", reply, re.M)
            )
            assert {label for label, says in named.items() if says == "meets"} == {record["answer"]}
            assert not {label for label, says in named.items() if says == "does not meet"} & set(met)
        assert replies[-1] == f"Answer: {record['answer']}"
