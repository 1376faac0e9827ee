"""What `cocoa` prints and writes is what it was, in the part that must not move."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from net.calls import cocoa, data
from net.freeze import frozen_output
from net.outputs import DOMAINS, OUTPUTS, QUICK, lacking, records


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.deep) for name in OUTPUTS]
)
def test_an_output_is_what_it_was(desk: Path, name: str) -> None:
    frozen, found = frozen_output(name), OUTPUTS[name](desk)
    if isinstance(found, str):
        assert found.splitlines() == frozen.splitlines()
    else:
        loss = lacking(frozen, json.loads(json.dumps(found)))
        assert loss is None, f"{name}: {loss}"


@pytest.mark.deep
def test_one_question_is_the_same_by_sample_generate_and_show(desk: Path) -> None:
    streamed = cocoa("generate", "-d", "jobs", "-n", 4, "-s", 6, "-o", "-", "-q", cwd=desk).out.splitlines()
    sampled = data("sample", "-d", "jobs", "-s", 6, "-i", 3, cwd=desk)
    assert sampled == json.loads(streamed[3])
    kept = records(desk / "exam")[4]
    assert data("show", "exam", kept["id"], cwd=desk) == kept
    assert data("show", "exam", kept["id"][:12], cwd=desk) == kept


def test_a_data_set_that_was_generated_is_clean(desk: Path) -> None:
    output = data("verify", "exam", cwd=desk)
    assert (output["clean"], output["checked"], output["found"]) == (True, 12, 0)
    assert output["findings"] == []


@pytest.mark.deep
def test_the_same_export_has_the_same_bytes(desk: Path) -> None:
    for out in ("twice-1", "twice-2"):
        assert cocoa("export", "exam", "--to", "messages", "--out", out, "-q", cwd=desk).code == 0
    first, second = (
        {path.name: path.read_bytes() for path in (desk / out).iterdir()} for out in ("twice-1", "twice-2")
    )
    assert first == second
    told = [json.loads(line) for name in ("train", "test") for line in first[f"{name}.jsonl"].splitlines()]
    asked = records(desk / "exam")
    assert {(one["id"], one["answer"]) for one in told} == {(one["id"], one["answer"]) for one in asked}


@pytest.mark.parametrize("which", ["schema", "rules"])
def test_the_json_schemas_take_what_loads(which: str) -> None:
    from jsonschema import Draft202012Validator
    from ruamel.yaml import YAML

    call = cocoa("json-schema", which)
    assert call.code == 0
    validator = Draft202012Validator(json.loads(call.out))
    validator.check_schema(validator.schema)
    shipped = [Path(__file__).parents[2] / "domains" / name for name in DOMAINS]
    for folder in (*shipped, Path(__file__).with_name("tables") / "bikes"):
        document = YAML(typ="safe").load((folder / f"{which}.yaml").read_text("utf-8"))
        validator.validate(document)
        assert not validator.is_valid({**document, "surprise": 1})
        assert not validator.is_valid([document])
