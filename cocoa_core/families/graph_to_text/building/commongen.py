"""Reads CommonGen's concept sets and sentences: JSON lines, in its own form or with a sentence a row."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from attrs import define, field

from cocoa_core.families.graph_to_text.building.lines import Faults, lines_of
from cocoa_core.families.graph_to_text.samples import SIZES

_TAG: Final = re.compile(r"_[NVA]$")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_LAST_COMMA: Final = re.compile(r",\s*}")


@define
class Scenes:
    """The concept sets and sentences of some files."""

    sentences: dict[tuple[str, ...], list[str]] = field(factory=dict)
    """By concept set, its concepts sorted; each sentence once, in the order of the files."""
    rows: int = 0
    """The number of lines read."""
    mended: list[str] = field(factory=list)
    """The places of lines with a comma before the closing brace, which is no JSON."""
    other_sizes: int = 0
    """The number of rows with fewer than three or more than five concepts, which are left out."""


def read_scenes(paths: Sequence[Path], faults: Faults) -> Scenes:
    """Returns the scenes of all files together.

    Raises:
        UsageError: there is no such file.
        FindingsError: a row cannot be read and may not be skipped.
    """
    result = Scenes()
    for path in paths:
        for number, line in lines_of(path, faults):
            if not line.strip():
                continue
            result.rows += 1
            try:
                concepts, sentences = _read(line, f"{path}:{number}", result)
            except (ValueError, RecursionError) as error:
                faults.add(path, number, str(error))
                continue
            if len(concepts) not in SIZES:
                result.other_sizes += 1
                continue
            known_sentences = result.sentences.setdefault(concepts, [])
            known_sentences.extend(
                sentence for sentence in dict.fromkeys(sentences) if sentence not in known_sentences
            )
    return result


def _read(line: bytes, location: str, scenes: Scenes) -> tuple[tuple[str, ...], list[str]]:
    text = line.decode("utf-8")
    try:
        data = json.loads(text)
    except ValueError:
        data = json.loads(_LAST_COMMA.sub("}", text))
        scenes.mended.append(location)
    if not isinstance(data, dict):
        raise ValueError("a line that is no JSON object")
    if "concept_set" in data:
        concepts, sentences = str(_typed(data, "concept_set", str)).split("#"), _typed(data, "scene", list)
    else:
        concepts, sentences = _typed(data, "concepts", list), [_typed(data, "target", str)]
    if not all(isinstance(text_part, str) and text_part.strip() for text_part in (*concepts, *sentences)):
        raise ValueError("a concept or sentence that is no text")
    if any(_SURROGATE.search(text_part) for text_part in (*concepts, *sentences)):
        raise ValueError("a concept or sentence with half of a character (an escape such as \\ud800 alone)")
    names = {_TAG.sub("", concept.strip()).lower().replace("_", " ") for concept in concepts}
    return tuple(sorted(names)), [" ".join(sentence.split()) for sentence in sentences]


def _typed(data: dict[str, Any], name: str, kind: type[Any]) -> Any:
    value = data.get(name)
    if not isinstance(value, kind):
        raise ValueError(f"no {name}" if value is None else f"{name} is a {type(value).__name__}")
    return value
