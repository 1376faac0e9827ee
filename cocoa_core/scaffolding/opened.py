"""A variant of a domain that holds whatever a file of printed options holds: other dates, words and sizes.

The bounds of its schema are widened to what is there. A slot that is derived by a table which does not know
a word is left out with its rules: nothing that could be said of an unknown carrier's alliance is known to be
true. So the variant is a domain like any other.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from io import StringIO
from pathlib import Path
from typing import Any, Final

from ruamel.yaml import YAML

from cocoa_core.domain import Schema
from cocoa_core.domain.kinds import NumberList, OrderedKind
from cocoa_core.errors import UsageError
from cocoa_core.importing import PRINTED, Finding, Widening, import_options, printed_findings, together
from cocoa_core.loading import RULES, SCHEMA, readable_files, shown_path
from cocoa_core.scaffolding.drafts import NewDomain
from cocoa_core.scaffolding.yaml_text import dumped
from cocoa_core.suggestions import listed

__all__ = ["opened_domain"]

_ROUNDS: Final = 5
"""A value that was out of bounds may break a step after that, and a derived slot hang on another."""
_SCHEMAS: Final = "../../docs/schemas/"
"""Where the JSON Schemas of a domain lie that ships with cocoa; those of the variant lie beside it."""
_UNKNOWN: Final = "word that a table lacks"
_REPEATED: Final = "repeated record"


def opened_domain(folder: Path, path: Path, name: str, at: str = "", *, skip_bad: bool = False) -> NewDomain:
    """The variant of the domain in a folder that holds the options of a file; nothing is written.

    Args:
        path: printed options, read as the domain's printed.yaml says.
        name: what the variant is called.
        at: the keys to the options, as of `import_options`.
        skip_bad: leave out records that cannot be used whatever the bounds are.

    Raises:
        UsageError: the domain has no printed.yaml.
        DomainError, FindingsError: as of `import_options`, for what no bound and no table is at fault for.
    """
    files, mistakes = readable_files(folder)
    if SCHEMA not in files or RULES not in files:
        raise mistakes[0]
    if not (folder / PRINTED).is_file():
        fix = "without --open, a schema.yaml with the bounds that its options have"
        raise UsageError(f"{shown_path(folder)} has no {PRINTED}", expected=f"a {PRINTED}", fix=fix)
    texts = {one: files[one].decode("utf-8").replace(_SCHEMAS, ".schemas/") for one in (SCHEMA, RULES)}
    texts[PRINTED] = (folder / PRINTED).read_text("utf-8")
    tables = {one: data for one, data in files.items() if one.startswith("tables/")}
    schema, rules = _tree(texts[SCHEMA]), _tree(texts[RULES])
    schema["name"] = name
    dropped: list[str] = []
    with tempfile.TemporaryDirectory(prefix="cocoa-") as scratch:
        passing = Path(scratch) / name
        _put({**tables, PRINTED: texts[PRINTED].encode()}, passing)
        for _ in range(_ROUNDS):
            texts[SCHEMA] = dumped(schema)
            _put({SCHEMA: texts[SCHEMA].encode()}, passing)
            known, findings = printed_findings(passing, path, at)
            widenings = together(wider for one in findings for wider in one.widenings)
            lost = _undecided(known, findings)
            if not widenings and not lost:
                break
            for one in widenings:
                _widen(schema["slots"][one.slot], known, one)
            for slot in lost:
                _drop(slot, schema, rules)
            dropped += lost
        others = [one for one in findings if one.reason != _REPEATED]
        imported = import_options(passing, path, at, skip_bad=skip_bad or not others)
    texts[RULES] = dumped(rules) if dropped else texts[RULES]
    left = imported.left_out()
    notes = [f"Left out, as the tables do not know every word: {listed(dropped)}."] if dropped else []
    notes += [f"Left out of {imported.records:,} records: {number:,}, {why}." for why, number in left.items()]
    kept = {one: data.decode("utf-8") for one, data in tables.items()}
    texts |= {"catalogue.csv": imported.text, **(kept if known.derived else {})}
    origin = f"{imported.rows:,} options of {path.name}, as `cocoa import-options --open` read them."
    return NewDomain(name, known.noun, origin, texts, (*notes, *imported.notes))


def _tree(text: str) -> Any:
    yaml = YAML()
    yaml.preserve_quotes = True
    return yaml.load(StringIO(text))


def _put(files: dict[str, bytes], folder: Path) -> None:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def _undecided(schema: Schema, findings: Iterable[Finding]) -> list[str]:
    """Derived slots whose tables lack a word, and those derived from them."""
    sources = {one.slot for one in findings if one.reason == _UNKNOWN}
    lost: list[str] = []
    for slot in schema.derived:
        if slot.derived is not None and (slot.derived.source in sources or slot.derived.source in lost):
            lost.append(slot.name)
    return lost


def _widen(entry: Any, schema: Schema, wider: Widening) -> None:
    """Writes the bound into the slot's entry of schema.yaml."""
    items = isinstance(schema.slot(wider.slot).kind, NumberList) and not wider.setting.endswith("_items")
    place = entry["items"] if items else entry
    if wider.setting == "step" and place.pop("whole", None):
        return
    bound = wider.setting in ("min", "max") and isinstance(wider.kind, OrderedKind)
    text = wider.kind.write(wider.number) if bound else ""
    place[wider.setting] = (int(text) if text.lstrip("-").isdecimal() else text) if bound else wider.number


def _drop(slot: str, schema: Any, rules: Any) -> None:
    """Takes a slot out of both files."""
    del schema["slots"][slot]
    rules["rules"].pop(slot, None)
    for key in ("trade", "computed"):
        if key in schema:
            schema[key] = [one for one in schema[key] if slot not in one]
            if not schema[key]:
                del schema[key]
