"""Reads prompt templates: text files of sections with placeholders, checked as they are read."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Final

from attrs import fields, frozen

from cocoa_core.errors import Place, UsageError
from cocoa_core.families.selection.asking import PromptText
from cocoa_core.families.selection.prompting.strategies import STRATEGIES, Strategy
from cocoa_core.loading import utf8_text

SYSTEM: Final = "system"
"""A section that any template may have: the system message."""
_HEADING: Final = re.compile(r"===\s*([a-z]+)\s*===\s*")
_MARK: Final = re.compile(r"\{\{|\}\}|\{([^{}\n]*)\}|[{}]")
PROBLEM: Final = "problem"
"""The placeholder that stands for request and options, with their headings."""
PRINTED: Final = "printed"
"""The placeholder that stands for the options as GroundCocoa prints them."""
_PAPER: Final = "groundcocoa"
"""The name of the prompts in GroundCocoa's paper: Figure 13 for `direct`, else Figure 14."""
_PROBLEM: Final = frozenset({"request", "options"})
_EVERYWHERE: Final = frozenset(
    {
        "noun",
        "letters",
        "quoted",
        "last",
        "many",
        "are",
        *(attribute.name for attribute in fields(PromptText)),
    }
)
"""The placeholders that any section may have; `PromptText` describes those that an ask fills."""
_ALLOWED: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        SYSTEM: _EVERYWHERE,
        "question": _EVERYWHERE | _PROBLEM | {PROBLEM, PRINTED, "example"},
        "example": _EVERYWHERE | _PROBLEM | {PROBLEM, PRINTED, "explanation", "answer"},
        "condition": _EVERYWHERE | {"condition", "number", "count"},
        "decision": _EVERYWHERE | {"count"},
    }
)
_LARGEST: Final = 1_000_000
"""The most bytes of a prompt file that are read."""


@frozen
class Template:
    """The sections of one prompt file by name; each has only placeholders that it may have."""

    sections: Mapping[str, str]

    def fill(self, section: str, **values: str) -> str:
        """Returns the section with its placeholders replaced; what is put in is not searched for more."""

        def replaced(match: re.Match[str]) -> str:
            if match[0] in ("{{", "}}"):
                return match[0][0]
            return values[match[1]]

        return _MARK.sub(replaced, self.sections[section])

    def mentions(self, placeholder: str) -> bool:
        """Returns whether some section has this placeholder."""
        return any(f"{{{placeholder}}}" in body for body in self.sections.values())

    def digest(self) -> str:
        """Returns sixteen hexadecimal digits that change with the text."""
        text = "\0".join(f"{name}\0{body}" for name, body in sorted(self.sections.items()))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def load_template(strategy: Strategy, path: Path | None = None, *, explained: bool = False) -> Template:
    """Returns the template in a file, or the one that is shipped for the strategy.

    Args:
        path: the file; None for the shipped template; where there is no file of the name `groundcocoa`, the
            prompt that GroundCocoa's paper prints for the strategy.
        explained: whether the shipped template asks for an explanation where that of the strategy asks for
            none.

    Raises:
        UsageError: the file cannot be read, or a section or placeholder is unknown or missing; with file and
            line.
        DomainError: the file is no text in UTF-8.
    """
    printed = path is not None and path.name == _PAPER and not path.exists()
    if printed and strategy.stepwise:
        raise UsageError(
            f"the paper prints no prompt of {strategy.name}",
            got=f"--prompt {_PAPER}",
            expected=", ".join(name for name, other in STRATEGIES.items() if not other.stepwise),
        )
    if path is None or printed:
        name = "explained" if explained and strategy.name == "direct" else strategy.name
        if printed:
            name = f"{_PAPER}-cot" if strategy.example else _PAPER
        shipped = files("cocoa_core.families.selection.prompting").joinpath("shipped", f"{name}.txt")
        return read_template(shipped.read_text(encoding="utf-8"), f"{name}.txt", strategy)
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST)
    except OSError as error:
        place = Place(str(path))
        raise UsageError("the prompt file cannot be read", got=error.strerror, place=place) from error
    return read_template(utf8_text(data, str(path)), str(path), strategy)


def read_template(text: str, name: str, strategy: Strategy) -> Template:
    """Returns the template in a text.

    Args:
        name: what messages call it.

    Raises:
        UsageError: as for `load_template`.
    """
    bodies: dict[str, list[str]] = {}
    starts: dict[str, int] = {}
    section: str | None = None
    for number, line in enumerate(text.splitlines(), 1):
        heading = _HEADING.fullmatch(line)
        if heading is not None:
            section = heading[1]
            _check_heading(section, strategy, starts, Place(name, number))
            starts[section], bodies[section] = number, []
        elif section is not None:
            _check_line(line, section, Place(name, number))
            bodies[section].append(line)
        elif line.strip() and not line.startswith("#"):
            raise UsageError(
                "text stands before the first section of the prompt file",
                got=line.strip()[:60],
                expected="a line such as === question === (comments start with #)",
                place=Place(name, number),
            )
    sections = {key: "\n".join(lines).strip("\n") for key, lines in bodies.items()}
    _check_complete(sections, starts, name, strategy)
    return Template(MappingProxyType(sections))


def _check_heading(section: str, strategy: Strategy, starts: Mapping[str, int], place: Place) -> None:
    allowed = (*strategy.sections, SYSTEM)
    if section not in allowed:
        raise UsageError(
            f"the prompt file has a section that {strategy.name} does not use",
            got=section,
            expected=", ".join(allowed),
            place=place,
        )
    if section in starts:
        raise UsageError(
            "a section of the prompt file stands twice",
            got=f"{section}, first in line {starts[section]}",
            expected="each section once",
            place=place,
        )


def _check_line(line: str, section: str, place: Place) -> None:
    for match in _MARK.finditer(line):
        if match[0] in ("{{", "}}"):
            continue
        position = Place(place.file, place.line, match.start() + 1)
        if match[1] is None:
            raise UsageError(
                "a single brace stands in the prompt file",
                got=match[0],
                expected="placeholders such as {request}",
                fix=f"write {match[0] * 2} for a brace that is to stay",
                place=position,
            )
        if match[1] not in _ALLOWED[section]:
            raise UsageError(
                f"the section {section} of the prompt file has an unknown placeholder",
                got=match[0],
                expected=", ".join(f"{{{name}}}" for name in sorted(_ALLOWED[section])),
                fix="write {{ and }} for braces that are to stay",
                place=position,
            )


def _check_complete(
    sections: Mapping[str, str], starts: Mapping[str, int], name: str, strategy: Strategy
) -> None:
    for section, needed in strategy.sections.items():
        body = sections.get(section)
        if not body:
            raise UsageError(
                f"the prompt file has no section {section}",
                got=", ".join(key for key, text in sections.items() if text) or "no section",
                expected=", ".join(strategy.sections),
                fix=f"write a line === {section} === and the text below it",
                place=Place(name, starts.get(section, 0)),
            )
        placeholders = {match[1] for match in _MARK.finditer(body)}
        if PROBLEM in placeholders:
            placeholders |= _PROBLEM
        if PRINTED in placeholders:
            placeholders.add("options")
        missing = sorted(needed - placeholders)
        if missing:
            raise UsageError(
                f"the section {section} of the prompt file lacks a placeholder",
                got=", ".join(f"{{{field}}}" for field in sorted(filter(None, placeholders))) or "none",
                expected=", ".join(f"{{{field}}}" for field in missing),
                fix="put it where that text is to stand",
                place=Place(name, starts[section]),
            )
