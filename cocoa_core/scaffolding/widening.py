"""Widens a domain until it holds every option of a file.

The bounds in schema.yaml are moved out to the values in the file. Two things are left out: derived slots
whose table does not list every word of the file (the alliance of an unknown carrier is unknown), with their
rules; and rules that tell no two options apart, such as one on the date where all flights leave on the same
day. The result is an ordinary domain.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from io import StringIO
from pathlib import Path
from typing import Any, Final

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap

from cocoa_core.domain import Schema
from cocoa_core.domain.kinds import OrderedKind
from cocoa_core.importing import (
    IMPORT,
    PRINTED,
    RecordFinding,
    Widening,
    imported_options,
    read_printed_options,
    together,
)
from cocoa_core.loading import RULES, SCHEMA, readable_files
from cocoa_core.scaffolding.drafts import NewDomain, loaded
from cocoa_core.scaffolding.proposals.checks import splits
from cocoa_core.scaffolding.yaml_text import dumped
from cocoa_core.suggestions import listed

_ROUNDS: Final = 5
"""The most times that bounds are widened: a value that was out of bounds may break a step next, and a derived
slot may depend on another.
"""
_SCHEMAS: Final = "../../docs/schemas/"
"""The folder of the JSON Schemas for a domain that ships with cocoa; those of the variant lie beside it."""
_UNKNOWN: Final = "word that a table lacks"


def widened_domain(folder: Path, path: Path, name: str, at: str = "", *, skip_bad: bool = False) -> NewDomain:
    """Returns the variant of the domain in a folder that holds the options of a file; nothing is written.

    Args:
        path: printed options, read as the domain's import.yaml says.
        at: the keys to the options, as in `import_options`.
        skip_bad: leaves out records that cannot be used whatever the bounds are.

    Raises:
        UsageError: there is no such file.
        DomainError: as in `import_options`, for what neither a bound nor a table causes.
        FindingsError: as in `import_options`, for what neither a bound nor a table causes.
    """
    files, mistakes = readable_files(folder)
    if SCHEMA not in files or RULES not in files:
        raise mistakes[0]
    texts = {file: files[file].decode("utf-8").replace(_SCHEMAS, ".schemas/") for file in (SCHEMA, RULES)}
    recipes = [file for file in (IMPORT, PRINTED) if (folder / file).is_file()]
    texts |= {file: (folder / file).read_text("utf-8").replace(_SCHEMAS, ".schemas/") for file in recipes}
    if at:
        recipes = recipes or [IMPORT]
        tree = _load_yaml(texts.get(recipes[0], "")) or CommentedMap()
        tree["at"] = at
        texts[recipes[0]] = dumped(tree)
    tables = {file: data for file, data in files.items() if file.startswith("tables/")}
    schema, rules = _load_yaml(texts[SCHEMA]), _load_yaml(texts[RULES])
    schema["name"] = name
    dropped: list[str] = []
    with tempfile.TemporaryDirectory(prefix="cocoa-") as scratch:
        staging = Path(scratch) / name
        _write_files({**tables, **{file: texts[file].encode() for file in recipes}}, staging)
        for _ in range(_ROUNDS):
            texts[SCHEMA] = dumped(schema)
            _write_files({SCHEMA: texts[SCHEMA].encode()}, staging)
            recipe, options = read_printed_options(staging, path)
            variant, findings = recipe.schema, options.findings
            widenings = together(widening for finding in findings for widening in finding.widenings)
            undecided = _undecided(variant, findings)
            if not widenings and not undecided:
                break
            for widening in widenings:
                _widen(schema["slots"][widening.slot], widening)
            for slot in undecided:
                _drop(slot, schema, rules)
            dropped += undecided
        imported = imported_options(recipe, options, skip_bad=skip_bad)
    table_texts = {file: data.decode("utf-8") for file, data in tables.items()}
    texts |= {"catalogue.csv": imported.text, **(table_texts if variant.derived else {})}
    texts[RULES] = dumped(rules) if dropped else texts[RULES]
    if idle := _drop_idle({**texts, **table_texts}, rules):
        texts[RULES] = dumped(rules)
    left_out = imported.left_out()
    notes = [f"Left out, as the tables do not know every word: {listed(dropped)}."] if dropped else []
    notes += [f"Left out, as no two options differ in them: the rules {listed(idle)}."] if idle else []
    notes += [
        f"Left out of {imported.records:,} records: {number:,}, {why}." for why, number in left_out.items()
    ]
    origin = f"{imported.rows:,} options of {path.name}, as `cocoa import-options --open` read them."
    return NewDomain(name, variant.noun, origin, texts, (*notes, *imported.notes))


def _drop_idle(texts: Mapping[str, str], rules: Any) -> list[str]:
    """Removes rules that tell no options of a group apart, unless none is left; returns their ids."""
    domain = loaded(texts)
    idle = [rule.id for rule in domain.rules if not splits(domain, rule)]
    if len(idle) == len(domain.rules):
        return []
    for slot, entries in list(rules["rules"].items()):
        rules["rules"][slot] = [entry for entry in entries if entry["id"] not in idle]
        if not rules["rules"][slot]:
            del rules["rules"][slot]
    return idle


def _load_yaml(text: str) -> Any:
    yaml = YAML()
    yaml.preserve_quotes = True
    return yaml.load(StringIO(text))


def _write_files(files: dict[str, bytes], folder: Path) -> None:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def _undecided(schema: Schema, findings: Iterable[RecordFinding]) -> list[str]:
    """Returns the derived slots whose tables lack a word, and those derived from them."""
    sources = {finding.slot for finding in findings if finding.problem == _UNKNOWN}
    undecided: list[str] = []
    for slot in schema.derived:
        if slot.derived is not None and slot.derived.source in {*sources, *undecided}:
            undecided.append(slot.name)
    return undecided


def _widen(entry: Any, wider: Widening) -> None:
    """Writes the bound into the slot's entry of schema.yaml."""
    items = "items" in entry and not wider.setting.endswith("_items")
    target = entry["items"] if items else entry
    if wider.setting == "step" and target.pop("whole", None):
        return
    bound = wider.setting in ("min", "max") and isinstance(wider.kind, OrderedKind)
    text = wider.kind.write(wider.number) if bound else ""
    target[wider.setting] = (int(text) if text.lstrip("-").isdecimal() else text) if bound else wider.number


def _drop(slot: str, schema: Any, rules: Any) -> None:
    """Removes a slot from both files."""
    del schema["slots"][slot]
    rules["rules"].pop(slot, None)
    for key in ("trade", "computed"):
        if key in schema:
            schema[key] = [names for names in schema[key] if slot not in names]
            if not schema[key]:
                del schema[key]
