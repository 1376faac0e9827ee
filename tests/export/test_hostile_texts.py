"""Whatever a record says, an export has its files in its folder, and tasks and cards stay what they are."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from export.outside import outside
from forged_folders import SIDE_NAMES

from cocoa_core.errors import CocoaError
from cocoa_core.export import ExportOptions, export, formats_of
from cocoa_core.items import ExportJob, family_named

_KINDS: Final = (
    "{{ 7*7 }}{% for x in () %}",
    'x"]\nprocess_docs: !function os.system',
    "x\n---\n# heading\n| a | b |\n",
    "<img src=x onerror=alert(1)>[x](javascript:alert(1))`id`",
    "../../x",
    "\x1b[31m\x85\u2028\u202e\N{PILE OF POO}",
    "$(id) 'x' \"y\" \\",
    "=HYPERLINK(1)",
)
TEXTS: Final = ("".join(_KINDS), " ".join("".join(_KINDS).split()))
"""All of them, with line ends and without."""


def _first_label(record: dict[str, Any], text: str) -> None:
    record["options"][0]["label"] = text


def _first_shown(record: dict[str, Any], text: str) -> None:
    shown = record["options"][0]["shown"]
    record["options"][0]["shown"] = {text: text, **shown}


def _of_domain(key: str) -> Callable[[dict[str, Any], str], None]:
    return lambda record, text: record["domain"].update({key: text})


PLACES: Final[dict[str, Callable[[dict[str, Any], str], None]]] = {
    "request": lambda record, text: record.update(request=text),
    "id": lambda record, text: record.update(id=text),
    "variant": lambda record, text: record.update(variant=text),
    "label": _first_label,
    "shown": _first_shown,
    "domain": _of_domain("name"),
    "version": _of_domain("version"),
    "digest": _of_domain("digest"),
    "side": lambda record, text: record["provenance"].update(side=text),
    "row": lambda record, text: record["options"][0].update(row=text),
}
FORMATS: Final = tuple(formats_of(family_named("selection")))


class _Loader(yaml.SafeLoader):
    """Reads `!function` as the text that it names."""


_Loader.add_constructor("!function", lambda loader, node: f"!{loader.construct_scalar(node)}")


def forged(exam: Path, folder: Path, put: Callable[[dict[str, Any], str], None], text: str) -> Path:
    """A copy of a data set whose records say so, with the digests of its manifest as they should be."""
    shutil.copytree(exam, folder)
    records = [json.loads(line) for line in (folder / "questions.jsonl").read_bytes().splitlines()]
    for record in records:
        put(record, text)
    data = "".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records).encode()
    (folder / "questions.jsonl").write_bytes(data)
    manifest = json.loads((folder / "manifest.json").read_bytes())
    manifest["files"]["questions"]["sha256"] = hashlib.sha256(data).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def functions(value: Any) -> Iterator[str]:
    """What a task has called, wherever it stands."""
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from functions(part)
    elif isinstance(value, str) and value.startswith("!"):
        yield value


def yaml_of(path: Path) -> Any:
    return yaml.load(path.read_text(encoding="utf-8"), _Loader)


@pytest.fixture(scope="module")
def plain(flights: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The exports of records as they are, by form."""
    root = tmp_path_factory.mktemp("plain")
    return {to: export(flights, to, root / to, ExportOptions(limit=2)).folder for to in FORMATS}


@pytest.mark.parametrize(
    "place",
    [name if name in ("label", "domain") else pytest.param(name, marks=pytest.mark.deep) for name in PLACES],
)
def test_records_that_say_anything_change_no_task_and_no_card(
    place: str, flights: Path, plain: dict[str, Path], tmp_path: Path
) -> None:
    tasks = {path.name: yaml_of(path) for path in plain["lm-eval"].glob("*.yaml")}
    for number, text in enumerate(TEXTS):
        exam = forged(flights, tmp_path / str(number) / "in" / "exam", PLACES[place], text)
        before = sorted(tmp_path.rglob("*"))
        for to in FORMATS:
            out = exam.parent / f"out-{to}"
            try:
                use = export(exam, to, out, ExportOptions(limit=2)).use
            except CocoaError:
                assert not out.exists()
                continue
            assert {path.name for path in out.iterdir()} == {path.name for path in plain[to].iterdir()}
            assert "\n" not in use
            for path in out.glob("*.yaml"):
                task = yaml_of(path)
                assert sorted(functions(task)) == sorted(functions(tasks[path.name]))
                assert task.keys() == tasks[path.name].keys()
            for path in out.glob("README.md"):
                header = path.read_text(encoding="utf-8").split("---\n")[1]
                assert [file["split"] for file in yaml.safe_load(header)["configs"][0]["data_files"]] == [
                    "test"
                ]
            shutil.rmtree(out)
        assert sorted(tmp_path.rglob("*")) == before


def test_a_task_has_the_domain_of_the_manifest(flights: Path, tmp_path: Path) -> None:
    exam = forged(flights, tmp_path / "exam", PLACES["version"], "1\nprocess_docs: !function os.system")
    export(exam, "lm-eval", tmp_path / "tasks", ExportOptions(limit=1))
    for path in (tmp_path / "tasks").glob("*.yaml"):
        assert "process_docs" not in yaml_of(path)


def test_lm_eval_asks_a_request_that_looks_like_a_template_as_it_stands(
    flights: Path, tmp_path: Path
) -> None:
    exam = forged(flights, tmp_path / "exam", PLACES["request"], _KINDS[0])
    export(exam, "lm-eval", tmp_path / "tasks", ExportOptions(limit=1))
    program = (
        "import sys; from lm_eval.tasks import TaskManager\n"
        "tasks = TaskManager(include_path=sys.argv[1], include_defaults=False).load(sys.argv[2:])['tasks']\n"
        "for name in sys.argv[2:]:\n"
        "    task = tasks[name]; print(task.fewshot_context(next(iter(task.test_docs())), 0))\n"
    )
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    names = ("cocoa_flights_choice", "cocoa_flights_direct")
    called = (sys.executable, tmp_path / "program.py", tmp_path / "tasks", *names)
    printed = outside(tmp_path / "elsewhere", *called)
    assert str(printed).count("{{ 7*7 }}{% for x in () %}") == 2


@pytest.mark.parametrize("name", [name for name in SIDE_NAMES if not re.fullmatch(r"\w[\w.-]{0,149}", name)])
def test_no_name_leads_a_writer_out_of_the_folder(name: str, tmp_path: Path) -> None:
    job = ExportJob(None, None, ExportOptions(), tmp_path, lambda done, total: None)  # type: ignore[arg-type]
    with pytest.raises(CocoaError):
        job.path(name)
    with pytest.raises(CocoaError):
        job.path(f"{name}/x.jsonl")
