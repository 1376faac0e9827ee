"""Writes the README of a data set: a header that names its data files, and what a reader has to know."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from attrs import define, field

from cocoa_core.atomic_files import write_whole
from cocoa_core.items.family import Family
from cocoa_core.items.file_reading import lines_of, record_in
from cocoa_core.items.item import CANARY
from cocoa_core.items.ledger import WHOLE, ranked
from cocoa_core.items.manifest import FileState, Manifest
from cocoa_core.items.parquet import PARQUET
from cocoa_core.text import in_yaml, visible

_SCALARS: Final = {str: "string", int: "int64", float: "float64", bool: "bool"}
_ANY: Final = "json"
"""What has no type of its own: `datasets` keeps it as JSON in a text, and gives it back as it was."""


def features_of(records: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Returns the `features` of all columns in these records, in the order of their first appearance.

    A mapping is a struct where it has the same keys throughout, and `json` otherwise.
    """
    columns: dict[str, _Seen] = {}
    for record in records:
        for name, value in record.items():
            if (seen := columns.get(name)) is None:
                seen = columns[name] = _Seen()
            seen.add(value)
    return [{"name": name, **_feature(seen)} for name, seen in columns.items()]


@define
class _Seen:
    """The values at one path: scalars, the items of a list, the values of a mapping by key."""

    scalars: set[str] = field(factory=set)
    items: _Seen | None = None
    keys: dict[str, _Seen] | None = None
    differs: bool = False
    """Whether mappings with different keys were seen; then what is in them does not matter."""

    def add(self, value: Any) -> None:
        if (scalar := _SCALARS.get(type(value))) is not None:
            self.scalars.add(scalar)
        elif isinstance(value, list):
            if self.items is None:
                self.items = _Seen()
            for item in value:
                self.items.add(item)
        elif isinstance(value, dict):
            if self.keys is None:
                self.keys = {key: _Seen() for key in value}
            self.differs = self.differs or not value or value.keys() != self.keys.keys()
            if not self.differs:
                for key, part in value.items():
                    self.keys[key].add(part)


def _feature(seen: _Seen) -> dict[str, Any]:
    if bool(seen.scalars) + (seen.items is not None) + (seen.keys is not None) > 1 or seen.differs:
        return {"dtype": _ANY}
    if seen.items is not None:
        return {"list": _brief(_feature(seen.items))}
    if seen.keys is not None:
        return {"struct": [{"name": key, **_feature(part)} for key, part in seen.keys.items()]}
    if seen.scalars == {"int64", "float64"}:
        return {"dtype": "float64"}
    return {"dtype": "null" if not seen.scalars else _ANY if len(seen.scalars) > 1 else min(seen.scalars)}


def _brief(feature: dict[str, Any]) -> Any:
    return feature.get("dtype") or feature.get("struct") or feature


CARD: Final = "README.md"
_SIZES: Final = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_LARGEST: Final = "1M<n<10M"
_MOST_VALUES: Final = 40
"""Values of a facet that a table lists."""
_BODY: Final = """\

# {count} questions{about}

Written by cocoa {version}, family `{family}`. Each {each} of {files} is one question{within}: {record}

## What is in it

{tables}

{draws}

## Loading

```python
from datasets import load_dataset

questions = load_dataset("path/to/this/folder")
```

or, with cocoa, `cocoa_core.read_dataset("path/to/this/folder")`.

## Verifying

    cocoa verify path/to/this/folder

derives every key again from this folder alone{evidence}. The same version of cocoa with the same call (seed
{seed}) writes the same bytes.

## Licence and use

cocoa puts no terms of its own on the questions.{terms}

This is an exam. Keep it out of training corpora; every record holds this line so that a leak can be found:

    {canary}
"""
_TERMS: Final = """ The options are rows of the catalogue of the domain {name}
{version}: the terms of that catalogue hold for them, as its own README states them."""
_EVIDENCE: Final = """: `domain/` holds the schema, the rules and the tables as they
were, and `manifest.json` their digests"""


def write_card(folder: Path, manifest: Manifest, family: Family[Any]) -> None:
    """Writes the README.md of a complete data set whose lines still are in plain files."""
    text = _card(folder, manifest, family)
    write_whole(folder / CARD, text.encode(), alone=True)


def _card(folder: Path, manifest: Manifest, family: Family[Any]) -> str:
    """Returns the text; it depends on the manifest, the family and the lines alone.

    A family may have its own `evidence` (what the folder carries to verify by) and `terms` (of what items
    were drawn from, with the places {name} and {version}).

    The header follows the Hub's format for data set cards (`configs` with `data_files` by split), so that
    `datasets.load_dataset` on the folder finds the files. Without sides all questions are the split `test`.
    """
    domain = manifest.domain
    name = manifest.family if domain is None else domain.name
    files = [
        (side, [piece.file for piece in state.pieces], state.sha256 or "")
        for side, state in manifest.files.items()
        if state.items
    ]
    table = any(named.endswith(PARQUET) for _, names, _ in files for named in names)
    records = () if table else _records(folder, manifest)  # the types of Parquet stand in its files
    header = hub_header(name, manifest.count, family.categories, files, features_of(records))
    return header + _BODY.format(
        count=f"{manifest.count:,}",
        about="" if domain is None else f" about {domain.name}",
        version=manifest.cocoa_version,
        family=manifest.family,
        record=family.record,
        each="row" if table else "line",
        within=", its record in the column `record`" if table else "",
        files=" and ".join(map(_file_names, manifest.files.values())),
        tables="\n\n".join(_tables(manifest)),
        draws=_draws(manifest) + _wordings(manifest),
        evidence="" if domain is None else getattr(family, "evidence", _EVIDENCE),
        seed=manifest.seed,
        terms=""
        if domain is None
        else getattr(family, "terms", _TERMS).format(name=domain.name, version=domain.version),
        canary=CANARY,
    )


def _records(folder: Path, manifest: Manifest) -> Iterator[dict[str, Any]]:
    for state in manifest.files.values():
        path = folder / state.file
        with path.open("rb") as file:
            for number, line in lines_of(file, path):
                yield record_in(line, path, number)


def _file_names(state: FileState) -> str:
    pieces = state.pieces
    first = f"`{pieces[0].file}`"
    return first if len(pieces) == 1 else f"{first} to `{pieces[-1].file}`"


def hub_header(
    name: str,
    count: int,
    categories: Sequence[str],
    files: Iterable[tuple[str, str | list[str], str]],
    features: Sequence[Mapping[str, Any]] = (),
) -> str:
    """Returns the YAML in front of a card, as the Hugging Face Hub reads it.

    The header holds a digest of all files. `datasets` caches what it has read by folder name and header, not
    by content: without the digest, another data set in a folder of the same name would be answered from the
    cache.

    Args:
        count: the number of items.
        categories: task categories of the Hub.
        files: for each side that has items its name, its file or files, and its SHA-256.
        features: the columns of the JSON lines, as `features_of` gives them. Without them `datasets` would
            guess from the first file.
    """
    files = list(files)
    size = next((size for most, size in _SIZES if count < most), _LARGEST)
    digest = sha256("".join(sha for _, _, sha in files).encode()).hexdigest()
    lines = ["---", f"pretty_name: {in_yaml(f'cocoa, {name}')}", "language:", "- en"]
    if categories:
        lines += ["task_categories:", *(f"- {category}" for category in categories)]
    lines += ["size_categories:", f"- {size}", "configs:", "- config_name: default"]
    lines += [f"  description: sha256 {digest}", "  data_files:"]
    for side, names, _ in files:
        path = in_yaml(names[0] if isinstance(names, list) and len(names) == 1 else names)
        lines += [f"  - split: {'test' if side == WHOLE else side}", f"    path: {path}"]
    if features:
        lines += ["dataset_info:", "  features:"]
        lines += [f"  - {in_yaml(feature)}" for feature in features]
    return "\n".join([*lines, "---", ""])


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]], *, words: bool = False) -> str:
    """Returns a table in Markdown.

    Args:
        rows: the cells, a row for each line.
        words: aligns every column to the left; otherwise all but the first go to the right.
    """
    rule = ("---", *("---" if words else "---:" for _ in head[1:]))
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *rows))


def _tables(manifest: Manifest) -> Iterable[str]:
    """The counts of each facet: a row a value, a column a side."""
    counts: Mapping[str, Mapping[str, Mapping[str, int]]] = manifest.counts
    sides = [side for side in manifest.files if side in counts]
    facets = sorted({facet for side in sides for facet in counts[side]})
    for facet in facets:
        values = sorted({value for side in sides for value in counts[side].get(facet, {})})
        rows = [
            (_as_text(value), *(f"{counts[side].get(facet, {}).get(value, 0):,}" for side in sides))
            for value in values[:_MOST_VALUES]
        ]
        if rows:
            files = (f"`{manifest.files[side].file}`" for side in sides)
            yield markdown_table((_as_text(facet), *files), rows)


def _as_text(text: str) -> str:
    return re.sub(r"([\\`|<\[])", r"\\\1", " ".join(visible(text).split()))


def _draws(manifest: Manifest) -> str:
    total: Counter[str] = Counter()
    for draws in manifest.draws.values():
        total.update(draws["rejections"])
    rows = [(_as_text(reason), f"{count:,}") for reason, count in ranked(total).items()]
    return (
        markdown_table(("draws rejected, by reason", "draws"), rows)
        if rows
        else "No draw was rejected on the way."
    )


def _wordings(manifest: Manifest) -> str:
    asserted = 0 if manifest.domain is None else manifest.domain.asserted_wordings
    if not asserted:
        return ""
    subject = "1 wording of the rules rests" if asserted == 1 else f"{asserted:,} wordings of the rules rest"
    return f"\n\n{subject} on their author's word."
