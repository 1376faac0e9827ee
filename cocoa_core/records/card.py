"""The README of a data set: a header that names its data files, and what a reader has to know."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final

from cocoa_core.records.ledger import QUESTIONS
from cocoa_core.records.manifest import Manifest
from cocoa_core.records.question import CANARY
from cocoa_core.records.statistics import ranked

__all__ = ["CARD", "card"]

CARD: Final = "README.md"
_SIZES: Final = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_LARGEST: Final = "1M<n<10M"
_BODY: Final = """\

# {count} questions about {domain}

Written by cocoa {version}. Each line of {files} is one question: a `request` in English, five `options`
(A to E) and the `answer`. Exactly one option satisfies the request, which the record's `certificate` proves:
a true literal for every sum term of the right option, and the broken sum terms of each wrong one.

## What is in it

{table}

{settings}

{draws}

{notes}

## Loading

```python
from datasets import load_dataset

questions = load_dataset("path/to/this/folder")
```

or, with cocoa, `cocoa_core.read_dataset("path/to/this/folder")`.

## Verifying

    cocoa verify path/to/this/folder

derives every label again from this folder alone: `domain/` holds the schema, the rules and the tables as they
were, and `manifest.json` their digests. The same version of cocoa with the same domain, settings and seed
({seed}) writes the same bytes.

## Licence and use

cocoa puts no terms of its own on the questions. The options are rows of the catalogue of the domain {name}
{domain_version}: the terms of that catalogue hold for them, as its own README states them.

This is an exam. Keep it out of training corpora; every record holds this line so that a leak can be found:

    {canary}
"""


def card(manifest: Manifest) -> str:
    """The text of README.md for a complete data set; depends on the manifest alone.

    The header follows the Hub's format for data set cards (`configs` with `data_files` by split), so that
    `datasets.load_dataset` on the folder finds the files. Without sides all questions are the split `test`.
    """
    domain = manifest.domain
    return _header(manifest) + _BODY.format(
        count=f"{manifest.count:,}",
        domain=domain.name,
        version=manifest.cocoa_version,
        files=" and ".join(f"`{state.file}`" for state in manifest.files.values()),
        table=_answers(manifest),
        settings=_settings(manifest),
        draws=_draws(manifest),
        notes=_notes(manifest),
        seed=manifest.seed,
        name=domain.name,
        domain_version=domain.version,
        canary=CANARY,
    )


def _header(manifest: Manifest) -> str:
    size = next((name for most, name in _SIZES if manifest.count < most), _LARGEST)
    lines = ["---", f"pretty_name: {json.dumps(f'cocoa, {manifest.domain.name}')}", "language:", "- en"]
    lines += ["task_categories:", "- multiple-choice", "- question-answering"]
    lines += ["size_categories:", f"- {size}", "configs:", "- config_name: default"]
    lines += [f"  description: sha256 {_digest(manifest)}", "  data_files:"]
    for side, state in manifest.files.items():
        if state.questions:
            split = "test" if side == QUESTIONS else side
            lines += [f"  - split: {split}", f"    path: {json.dumps(state.file)}"]
    return "\n".join([*lines, "---", ""])


def _digest(manifest: Manifest) -> str:
    """Of the data files. `datasets` keeps what it has read by folder name and header, not by content: without
    this, another data set in a folder of the same name would be answered with the first one."""
    return sha256("".join(state.sha256 or "" for state in manifest.files.values()).encode()).hexdigest()


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    rule = ("---", *("---:" for _ in head[1:]))
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *rows))


def _answers(manifest: Manifest) -> str:
    answers: Mapping[str, Mapping[str, int]] = manifest.counts["answers"]
    letters = sorted({letter for counts in answers.values() for letter in counts})
    rows = [
        (
            f"`{state.file}`",
            f"{state.questions:,}",
            *(f"{answers.get(side, {}).get(letter, 0):,}" for letter in letters),
        )
        for side, state in manifest.files.items()
    ]
    return _table(("file", "questions", *(f"answer {letter}" for letter in letters)), rows)


def _settings(manifest: Manifest) -> str:
    rows = [(name, f"{count:,}") for name, count in manifest.counts["settings"].items()]
    return _table(("(slots, minterms)", "questions"), rows)


def _draws(manifest: Manifest) -> str:
    total: Counter[str] = Counter()
    for draws in manifest.draws.values():
        total.update(draws["rejections"])
    rows = [(reason, f"{count:,}") for reason, count in ranked(total).items()]
    return _table(("draws refused, by reason", "draws"), rows) if rows else "No draw was refused on the way."


def _notes(manifest: Manifest) -> str:
    minimality = ", ".join(f"{count:,} {name}" for name, count in manifest.minimality.items())
    asserted = manifest.asserted_wordings
    wordings = "1 wording" if asserted == 1 else f"{asserted:,} wordings"
    return _knowledge(manifest) + (
        f"{manifest.counts['atypical']:,} questions hold a literal that few people ask for. "
        f"Product of sums: {minimality}. {wordings} of the rules "
        f"{'rests' if asserted == 1 else 'rest'} on their author's word."
    )


def _knowledge(manifest: Manifest) -> str:
    """What a reader has to know beside the options; nothing where they show everything."""
    counts: Mapping[str, int] = manifest.counts.get("knowledge", {})
    if not counts:
        return ""
    slots = ", ".join(f"`{name}` {count:,}" for name, count in counts.items())
    return (
        "Every question needs a fact that its options do not show and the tables in `domain/` state; "
        f"by slot: {slots}. "
    )
