"""What calls of `cocoa` print and write, each by a name, in the part of it that must not move.

Texts are held whole, and only where they are what a person asked for: a question, a proof, a catalogue. Of
data (`--json`, files) a frozen entry may not change or vanish, and new ones may join (`lacking`). Left out:
where and when a call ran, the wording of notes and messages, and the reasons of rejections (their sum stays).
"""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from .calls import cocoa, data

TABLES: Final = Path(__file__).with_name("tables")
DOMAINS: Final = ("diamonds", "flights", "hotels", "jobs")
_EXAM: Final = ("--domain", "hotels", "--count", "12", "--seed", "9", "--split", "test=0.7,train=0.3")
_MODELS: Final = ("--model", "cocoa/oracle", "--model", "cocoa/literals")


def prepare(desk: Path) -> None:
    """Lay out on an empty folder what the calls are about: tables, two small domains, an exam of 12."""
    shutil.copytree(TABLES, desk, dirs_exist_ok=True)
    call = cocoa("generate", *_EXAM, "--out", "exam", "--quiet", cwd=desk)
    assert call.code == 0, call.err


def records(exam: Path) -> list[dict[str, Any]]:
    """The questions of a data set, side by side in the order of its manifest."""
    manifest = json.loads((exam / "manifest.json").read_text("utf-8"))
    files = [exam / entry["file"] for entry in manifest["files"].values()]
    return [json.loads(line) for path in files for line in path.read_text("utf-8").splitlines()]


def lacking(frozen: Any, found: Any, place: str = "") -> str | None:
    """The first place at which something frozen is lost or another; None where all of it is there."""
    if isinstance(frozen, Mapping) and isinstance(found, Mapping):
        for key, value in frozen.items():
            here = f"{place}.{key}"
            if key not in found:
                return f"{here} is lost"
            if (loss := lacking(value, found[key], here)) is not None:
                return loss
        return None
    if isinstance(frozen, list) and isinstance(found, list) and len(frozen) == len(found):
        losses = (
            lacking(one, other, f"{place}[{number}]")
            for number, (one, other) in enumerate(zip(frozen, found, strict=True))
        )
        return next((loss for loss in losses if loss is not None), None)
    if isinstance(frozen, float) and isinstance(found, (int, float)) and abs(frozen - found) < 1e-9:
        return None
    return None if frozen == found else f"{place or 'it'} was {_short(frozen)}, is {_short(found)}"


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else f"{text[:200]}..."


def _text(*args: object) -> Callable[[Path], str]:
    def printed(desk: Path) -> str:
        call = cocoa(*args, cwd=desk)
        assert call.code == 0, call.err
        return call.out

    return printed


def _manifest(desk: Path) -> Any:
    manifest = json.loads((desk / "exam" / "manifest.json").read_text("utf-8"))
    kept = ("format", "family", "domain", "seed", "count", "complete", "counts")
    return {
        **{key: manifest[key] for key in kept},
        "sides": {side: entry["items"] for side, entry in manifest["files"].items()},
        "rejections": {
            setting: sum(drawn["rejections"].values()) for setting, drawn in manifest["draws"].items()
        },
    }


def _stats(desk: Path) -> Any:
    output = data("stats", "exam", cwd=desk)
    for entry in (output, *output["settings"]):
        entry["rejections"] = sum(entry["rejections"].values())
    return output


def _domains(desk: Path) -> Any:
    kept = ("name", "version", "description", "slots", "rules", "options", "groups", "digest")
    listed = data("domains", cwd=desk)
    return {entry["name"]: {key: entry[key] for key in kept} for entry in listed if entry["name"] in DOMAINS}


def _checked(domain: str) -> Callable[[Path], Any]:
    def checked(desk: Path) -> Any:
        output = data("check-domain", domain, "--quick", cwd=desk)
        places = [
            (Path(finding["file"]).name, finding["line"], finding["severity"])
            for finding in output["findings"]
        ]
        return {"findings": sorted(map(list, places)), "summary": output["summary"]}

    return checked


def _made_from_table(desk: Path) -> Any:
    output = data("new-domain", "laptops", "--from", "laptops.csv", cwd=desk)
    checked = data("check-domain", "laptops", "--quick", cwd=desk)
    with (desk / "laptops" / "catalogue.csv").open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    return {
        "files": sorted(output["files"]),
        "works": output["works"],
        "errors": checked["counts"]["error"],
        "slots": {slot["name"]: slot["kind"] for slot in checked["summary"]["slots"]},
        "header": header,
        "first row": rows[0],
        "rows": len(rows),
    }


def _imported(desk: Path) -> Any:
    output = data("import-options", "--domain", "tours", "tours.json", "--out", "tours.csv", cwd=desk)
    printed = cocoa("import-options", "--domain", "tours", "tours.json", cwd=desk)
    assert printed.code == 0, printed.err
    assert (desk / "tours.csv").read_text("utf-8") == printed.out
    assert isinstance(output, dict)
    return printed.out.splitlines()


def _messages(strategy: str, *more: str) -> Callable[[Path], Any]:
    return _exported(f"messages-{strategy}{''.join(more)}", "messages", "--strategy", strategy, *more)


def _exported(name: str, form: str, *more: str) -> Callable[[Path], Any]:
    def exported(desk: Path) -> Any:
        out = f"export-{name}"
        output = data("export", "exam", "--to", form, "--out", out, "--limit", "1", *more, cwd=desk)
        return {"questions": output["questions"], **_contents(desk / out)}

    return exported


def _contents(folder: Path) -> dict[str, Any]:
    """What is in an export: questions as records. Pages and code for other tools are there, and not held."""
    contents: dict[str, Any] = {}
    for path in sorted(folder.rglob("*")):
        if path.name == "cocoa-export.json" or path.is_dir():
            continue
        if path.suffix == ".jsonl":
            contents[path.name] = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        elif path.suffix == ".json":
            contents[path.name] = json.loads(path.read_text("utf-8"))
        elif path.suffix == ".parquet":
            from pyarrow import parquet

            contents[path.name] = json.loads(json.dumps(parquet.read_table(path).to_pylist()))
        else:
            contents[path.name] = "..."
    return contents


def _evaluated(desk: Path) -> Any:
    output = data("evaluate", "exam", *_MODELS, "--log-dir", "logs", cwd=desk)
    changing = ("seconds", "log")
    models = [{key: model[key] for key in model if key not in changing} for model in output["models"]]
    analyzed = data("analyze", "logs", cwd=desk)
    named = ("summary", "typicality", "by_side", "by_setting", "entropy", "by_position", "broken_terms")
    return {
        "models": sorted(models, key=lambda model: model["model"]),
        "answers": analyzed["answers"],
        **{name: _rows(analyzed["tables"][name]) for name in named},
    }


def _rows(table: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]


OUTPUTS: Final[Mapping[str, Callable[[Path], Any]]] = {
    **{f"sample-{domain}": _text("sample", "--domain", domain, "--seed", "4") for domain in DOMAINS},
    "sample-proof": _text("sample", "--domain", "flights", "--slots", "5", "--minterms", "3", "--proof"),
    "sample-knowledge": _text("sample", "--domain", "flights", "--knowledge", "--index", "2"),
    "show": _text("show", "exam", "5"),
    "manifest": _manifest,
    "stats": _stats,
    "domains": _domains,
    **{f"check-{domain}": _checked(domain) for domain in (*DOMAINS, "bikes")},
    "new-domain": _made_from_table,
    "import-options": _imported,
    "export-parquet": _exported("parquet", "parquet"),
    "export-groundcocoa": _exported("groundcocoa", "groundcocoa"),
    "export-lm-eval": _exported("lm-eval", "lm-eval"),
    "export-messages": _messages("direct"),
    "export-messages-cot-full": _messages("cot-full"),
    "export-messages-cot-partial": _messages("cot-partial"),
    "export-messages-l2m": _messages("l2m"),
    "export-messages-explained": _messages("direct", "--explain"),
    "evaluate-analyze": _evaluated,
}

QUICK: Final = (
    *("sample-flights", "show", "manifest", "stats", "domains", "check-bikes", "import-options"),
    *("export-parquet", "export-groundcocoa", "export-lm-eval", "export-messages-l2m"),
)
