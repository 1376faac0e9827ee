"""Finds that the README of a domain is missing, or does not name a licence or where the options come from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cocoa_core.checking.findings import finding_of
from cocoa_core.errors import Finding, Place
from cocoa_core.loading import shown_path

_README: Final = "README.md"
_LARGEST: Final = 1_000_000
_LICENCE: Final = re.compile(
    r"\b(licen[cs]es?|licen[cs]ed|copyright|public domain|cc0|cc[- ]by|mit|apache|bsd|odbl|all rights)\b",
    re.IGNORECASE,
)
_PROVENANCE: Final = re.compile(
    r"\b(provenance|sources?|simulat\w+|synthetic|made[- ]up|invented|fictional|imagined|"
    r"generated|collected|compiled|gathered|exported|downloaded|scraped|"
    r"(?:comes?|came|taken|drawn|derived|made) from)\b",
    re.IGNORECASE,
)


def readme_findings(folder: Path) -> Iterator[Finding]:
    """Finds that there is no README, or none with a word on licence or provenance."""
    place = Place(shown_path(folder / _README))
    try:
        with (folder / _README).open("rb") as file:
            text = file.read(_LARGEST).decode("utf-8", errors="replace")
    except OSError:
        yield finding_of(
            "readme-missing",
            place,
            "the domain has no README.md",
            expected="a page on where the options come from, and their licence",
            fix="write README.md: what is real, what is made up, who may use it",
        )
        return
    if not _PROVENANCE.search(text):
        yield finding_of(
            "provenance-missing",
            place,
            "README.md does not say where the options come from",
            expected='a word such as "source", "collected", "simulated" or "made up"',
            fix="say who collected the options and when, or that they are made up",
        )
    if not _LICENCE.search(text):
        yield finding_of(
            "licence-missing",
            place,
            "README.md does not speak of a licence",
            expected='a word such as "licence", "CC BY" or "public domain"',
            fix="say what others may do with the options",
        )
