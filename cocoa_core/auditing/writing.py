"""Writes the result of an audit: every verdict, the sound questions, corrected keys, and a page."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Sequence
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import Any, Final

from cocoa_core.atomic_files import write_whole
from cocoa_core.auditing.judging import VERDICTS, Judged
from cocoa_core.auditing.rescoring import Rescored
from cocoa_core.errors import UsageError

_SHOWN: Final = 300
"""The unsound questions on the page: three hundred make some 2 MB; audit.jsonl has all."""


def summary_of(judged: Sequence[Judged], rescored: Sequence[Rescored] = ()) -> dict[str, Any]:
    """Returns counts of verdicts, conventions, findings and corrected keys, and scores of logs, as JSON."""
    conventions = Counter(
        name for item in judged for name in {name for option in item.options for name in option.conventions}
    )
    return {
        "set": judged[0].reader.name if judged else None,
        "questions": len(judged),
        "verdicts": {verdict: sum(item.verdict == verdict for item in judged) for verdict in VERDICTS},
        "corrected": sum(item.verdict != "sound" and item.corrected is not None for item in judged),
        "key_is_literally_right": sum(item.literally_right == (item.key,) for item in judged),
        "conventions": dict(conventions.most_common()),
        "questions_with_findings": sum(bool(item.findings) for item in judged),
        "logs": [score.to_json() for score in rescored],
    }


def write_audit(
    folder: Path, source: str, judged: Sequence[Judged], rescored: Sequence[Rescored] = ()
) -> list[Path]:
    """Writes the files of an audit, each completely or not at all.

    audit.jsonl has a line for each question; wrong_keys.csv those whose key is wrong or not the only right
    answer, with a proof; sound.json the sound rows as they were published; corrected.json those and the rows
    whose key could be corrected, with the old key as `published_answer`; audit.html is written if jinja2 is
    installed.

    Args:
        source: the name of the audited file.

    Returns:
        The files, in that order.

    Raises:
        UsageError: the folder holds something else.
    """
    lines = b"".join(json.dumps(item.to_json(), ensure_ascii=True).encode() + b"\n" for item in judged)
    contents = {
        "audit.jsonl": lines,
        "wrong_keys.csv": _wrong_keys(judged),
        "sound.json": _rows([item for item in judged if item.verdict == "sound"]),
        "corrected.json": _rows([item for item in judged if item.corrected]),
    }
    if find_spec("jinja2"):
        contents["audit.html"] = _page(source, judged, rescored)
    if folder.exists() and not folder.is_dir():
        raise UsageError(
            "the audit needs a folder", got=f"{folder}, a file", expected="a new or empty folder"
        )
    other_files = (
        sorted(path.name for path in folder.iterdir() if path.name not in contents) if folder.exists() else []
    )
    if other_files:
        raise UsageError(
            "the folder holds other files",
            got=other_files[0],
            expected="a new folder, or that of an earlier audit",
        )
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        write_whole(folder / name, content)
    return [folder / name for name in contents]


def _wrong_keys(judged: Sequence[Judged]) -> bytes:
    """Returns the table of wrong keys, with a quote before each cell that spreadsheets take for a formula."""
    file = StringIO(newline="")
    table = csv.writer(file, lineterminator="\n")
    table.writerow(("set", "id", "verdict", "published", "corrected", "proof"))
    for item in judged:
        if item.proof:
            cells = (item.reader.name, item.id, item.verdict, item.key, item.corrected or "", item.proof)
            table.writerow([f"'{cell}" if cell[:1] in ("=", "+", "-", "@") else cell for cell in cells])
    return file.getvalue().encode()


def _rows(judged: Sequence[Judged]) -> bytes:
    rows = []
    for item in judged:
        row = dict(item.record)
        if item.corrected and item.corrected != item.key:
            row.update(item.reader.corrected(item.record, item.corrected), published_answer=item.key)
        rows.append(row)
    by_id = all(item.reader.by_id and "id" in item.record for item in judged)
    data: Any = {row.pop("id"): row for row in rows} if rows and by_id else rows
    return json.dumps(data, ensure_ascii=True, indent=1).encode() + b"\n"


def _page(source: str, judged: Sequence[Judged], rescored: Sequence[Rescored]) -> bytes:
    from cocoa_core.templates import templates_of

    unsound = [item for item in judged if item.verdict != "sound" or item.findings]
    page = templates_of(__package__).get_template("audit.html")
    text = page.render(
        source=source,
        summary=summary_of(judged),
        meanings=VERDICTS,
        unsound=unsound[:_SHOWN],
        left_out=max(0, len(unsound) - _SHOWN),
        rescored=rescored,
    )
    return text.encode()
