"""Lines of a file of questions: read, checked one by one, boiled down to what is compared across lines."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from cocoa_core.errors import Place
from cocoa_core.verification.fingerprints import fingerprint
from cocoa_core.verification.json_reading import read_json
from cocoa_core.verification.provenance_checks import Run
from cocoa_core.verification.question_checks import QuestionChecker
from cocoa_core.verification.record_shape import SHAPE
from cocoa_core.verification.report import Finding, Findings, Flaw

__all__ = ["Batch", "Checked", "Entry", "check_batch"]

_MOST_NAMES: Final = 100
_LONGEST_NAME: Final = 100
"""What is counted over all lines is cut: nothing longer is right, and it could take the memory."""


@frozen
class Batch:
    """Some lines of a file. first: the number of the first one, from 1."""

    file: str
    first: int
    lines: tuple[bytes, ...]
    run: Run


@frozen
class Entry:
    """What is compared across lines: where a question stands, and fingerprints of what must be asked once."""

    line: int
    question: str
    index: int
    option_set: int
    attempt: int
    setting: tuple[int, ...]
    answer: str
    atypical: bool
    knowledge: tuple[str, ...]
    minimality: str
    rejections: Mapping[str, int]
    asked: int
    requirement: int


@frozen
class Checked:
    """The outcome for a batch of a file. entries: of the lines that have the shape of a question."""

    file: str
    lines: int
    findings: tuple[Finding, ...]
    found: int
    entries: tuple[Entry, ...]


def check_batch(checker: QuestionChecker, batch: Batch) -> Checked:
    """Read and check the lines of a batch, in order."""
    findings, entries = Findings(), []
    for number, line in enumerate(batch.lines, batch.first):
        place = Place(batch.file, number)
        record, flaws = _read(line)
        name = ""
        if record is not None:
            name = record["id"] if isinstance(record.get("id"), str) else ""
            flaws += checker.flaws(record, batch.run)
            if not any(flaw.what in SHAPE for flaw in flaws):
                entries.append(_entry(number, record))
        findings.extend(Finding.of(flaw, place, name) for flaw in flaws)
    return Checked(batch.file, len(batch.lines), tuple(findings.kept), findings.found, tuple(entries))


def _read(line: bytes) -> tuple[dict[str, Any] | None, list[Flaw]]:
    """The record of a line, None where it is none, and what is wrong with the line itself."""
    flaws = [] if line.endswith(b"\n") else [Flaw("cut-line", "the line has no end: the file was cut")]
    written = line.removesuffix(b"\n")
    try:
        record = read_json(written)
    except ValueError as error:
        return None, [*flaws, Flaw("json", "the line is no JSON", str(error))]
    if not isinstance(record, dict):
        return None, [
            *flaws,
            Flaw("json", "the line is no JSON object", written[:60].decode(errors="replace")),
        ]
    again = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    if again.encode("utf-8", "surrogatepass") != written:
        flaws.append(Flaw("json", "the line is not as it was written: other blanks, escapes, or a key twice"))
    return record, flaws


def _entry(line: int, record: Mapping[str, Any]) -> Entry:
    given, name = record["provenance"], record["requirement"]["id"]
    rows = sorted(option["row"] for option in record["options"])
    return Entry(
        line=line,
        question=record["id"],
        index=given["index"],
        option_set=given["option_set"],
        attempt=given["attempt"],
        setting=tuple(given["setting"][:2]),
        answer=record["answer"],
        atypical=bool(record["complexity"]["atypical"]),
        knowledge=tuple(name[:_LONGEST_NAME] for name in record["knowledge"][:_MOST_NAMES]),
        minimality=given["minimality"][:_LONGEST_NAME],
        rejections={name[:_LONGEST_NAME]: count for name, count in given["rejections"].items()},
        asked=_hashed([name, *rows]),
        requirement=_hashed([name]),
    )


def _hashed(parts: Sequence[str]) -> int:
    return fingerprint(hashlib.blake2b(json.dumps(parts).encode(), digest_size=8).digest())
