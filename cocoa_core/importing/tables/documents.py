"""Tables in JSON: documents, in which the records are found or named by a path, and lines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

from attrs import define, field

from cocoa_core.errors import DomainError, Place
from cocoa_core.importing.tables.records import (
    FEWEST_ROWS,
    Cell,
    KeyIndex,
    Record,
    Score,
    Source,
    folded_key,
)
from cocoa_core.importing.tables.text import TextFile
from cocoa_core.loading import shown_path
from cocoa_core.suggestions import closest, listed, quoted
from cocoa_core.text import counted

__all__ = ["open_json", "open_json_lines"]

_LARGEST: Final = 200_000_000
_DEEPEST: Final = 50
_DEEPEST_PROPOSED: Final = 12
_MOST_KEYS: Final = 2_000
_LOOKED_AT: Final = 3
_PROPOSED: Final = 5
_SAMPLED: Final = 1000
"""Records by which it is decided whether an object is a record within the record or a map."""
_FEWEST_KEYS: Final = 3
_SPARSE: Final = 0.6


_Located = tuple[str, Mapping[str, Any]]
"""Where an object stands, "examples[0].options[2]", and what it is."""


def open_json(path: Path, at: str = "", score: Score | None = None) -> Source:
    """Returns the table in a JSON document.

    Args:
        at: the path of keys to the records, with "." between. Lists on the way are gone through item by item.
        score: how many keys of a record are known, where that can be told. Then a document that is no list of
            records needs a path; else they are found, whichever way it is laid out.

    Raises:
        DomainError: with its line for what is none.
    """
    file = shown_path(path)
    if path.stat().st_size > _LARGEST:
        raise DomainError(
            "the document is too large",
            expected=f"at most {_LARGEST:,} bytes",
            fix="save it as JSON lines",
            place=Place(file),
        )
    text = TextFile(path)
    content = text.text()
    try:
        root = _value(content, Place(file))
    except DomainError as error:
        if error.got == "Extra data" and error.place is not None and error.place.line > 1:
            return open_json_lines(path, at, score)
        raise
    if at or score is not None:
        objects, notes = _objects_at(root, at, Place(file), score or len)
    else:
        found, notes = _laid_out(root), ()
        if found is None:
            expected = "a list of objects, or an object of lists as columns"
            raise DomainError("the document holds no table", expected=expected, place=Place(file))
        objects = [("", record) for record in found]
    told: list[str] = []
    records = _records(((0, record) for record in objects), file, told if score is None else None)
    return Source(file, records, lambda: (*text.notes(), *notes, *told))


def open_json_lines(path: Path, at: str = "", score: Score | None = None) -> Source:
    """Yields the table in a file with one JSON object a line.

    Args:
        at: the path of keys from the object of a line to its records.

    Raises:
        DomainError: with its line for another.
    """
    file, text, passed = shown_path(path), TextFile(path), dict[str, None]()

    def located() -> Iterator[tuple[int, _Located]]:
        for line, content in enumerate(text.lines(), start=1):
            if content.strip():
                place = Place(file, line)
                objects, notes = _objects_at([_value(content.rstrip("\r\n"), place)], at, place, score or len)
                passed.update(dict.fromkeys(notes))
                yield from ((line, ("", value)) for _, value in objects)

    told: list[str] = []
    records = _records(located(), file, told if score is None else None)
    return Source(file, records, lambda: (*text.notes(), *passed, *told))


def _records(
    found: Iterable[tuple[int, _Located]], file: str, told: list[str] | None = None
) -> Iterator[Record]:
    """Yields the objects as records.

    Args:
        told: where it is given, keyed maps become sets, and sentences say which.
    """
    indexes, names = dict[tuple[str, ...], KeyIndex](), set[str]()
    maps: frozenset[str] = frozenset()
    if told is not None:
        found = iter(found)
        head = list(islice(found, _SAMPLED))
        found = chain(head, found)
        maps = _keyed_maps([value for _, (_, value) in head])
        told += [
            f"{name.rstrip('.')} maps keys to values: read as the set of its keys." for name in sorted(maps)
        ]
    for number, (line, (path, value)) in enumerate(found, start=1):
        cells: dict[str, Cell] = {}
        _spread(value, "", cells, 0, maps)
        index = indexes.setdefault(tuple(cells), KeyIndex(tuple(cells)))
        names.update(index.names)
        if len(names) > _MOST_KEYS:
            raise DomainError(
                "the records have too many keys",
                expected=f"at most {_MOST_KEYS:,} different ones",
                place=Place(file, line),
            )
        yield Record(number, line, path, index, tuple(cells.values()))


def _value(text: str, place: Place) -> Any:
    """Returns what a JSON text says, numbers as they are written.

    Raises:
        DomainError: a text that is no JSON.
    """
    try:
        return json.loads(
            text, parse_int=str, parse_float=str, parse_constant=_nothing, object_pairs_hook=_unique
        )
    except json.JSONDecodeError as error:
        line = place.line or error.lineno
        raise DomainError(
            "this is not valid JSON", got=error.msg, place=Place(place.file, line, error.colno)
        ) from None
    except (ValueError, RecursionError) as error:
        raise DomainError("this JSON cannot be read", got=quoted(str(error)), place=place) from None


def _nothing(_name: str) -> None:
    """NaN and infinities are missing values."""
    return


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {twice!r} stands twice in an object")
    return result


def _keyed_maps(objects: Sequence[Mapping[str, Any]]) -> frozenset[str]:
    """Returns the paths, each with "." at its end, of objects whose keys are data: {"wifi": true, "pool":
    false}.

    Their values are all true or false, or their keys differ from record to record: on average a record has at
    most three fifths of them.
    """
    found: dict[str, list[Mapping[str, Any]]] = {}
    for record in objects:
        _inner(record, "", found, 0)
    maps = set[str]()
    for path, values in found.items():
        keys = {key for value in values for key in value}
        inner = [item for value in values for item in value.values()]
        if len(values) < FEWEST_ROWS or len(keys) < _FEWEST_KEYS:
            continue
        truths = all(isinstance(item, bool) or item is None for item in inner)
        scalar = not any(isinstance(item, dict | list) for item in inner)
        rare = len(keys) >= 2 * _FEWEST_KEYS and len(inner) <= _SPARSE * len(keys) * len(values)
        if truths or (scalar and rare):
            maps.add(path)
    return frozenset(maps)


def _inner(
    value: Mapping[str, Any], before: str, found: dict[str, list[Mapping[str, Any]]], depth: int
) -> None:
    for key, inner in value.items():
        if isinstance(inner, dict) and depth < _DEEPEST:
            found.setdefault(f"{before}{key}.", []).append(inner)
            _inner(inner, f"{before}{key}.", found, depth + 1)


def _spread(
    value: Mapping[str, Any],
    before: str,
    cells: dict[str, Cell],
    depth: int,
    maps: frozenset[str] = frozenset(),
) -> None:
    """Enter an object as cells: a text, the texts of a list, or None for null.

    Objects within it are spread out, with "." between the keys: `fare.amount`; a list of objects gives a list
    for each of their keys, with "" where an object lacks it. A list of lists stays one text, its JSON.
    """
    for key, inner in value.items():
        name = before + key
        if isinstance(inner, dict) and f"{name}." in maps:
            cells[name] = tuple(one for one, item in inner.items() if item not in (None, False, ""))
        elif isinstance(inner, dict) and depth < _DEEPEST:
            _spread(inner, f"{name}.", cells, depth + 1, maps)
        elif isinstance(inner, list) and inner and all(isinstance(item, dict) for item in inner):
            _spread(_columns(inner), f"{name}.", cells, depth + 1)
        elif isinstance(inner, list) and not any(isinstance(item, dict | list) for item in inner):
            cells[name] = tuple(_text(item) or "" for item in inner)
        else:
            cells[name] = _text(inner)


def _columns(objects: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    keys = dict.fromkeys(key for record in objects for key in record)
    return {key: [record.get(key) for record in objects] for key in keys}


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    return json.dumps(value, ensure_ascii=False)


@define
class _Walk:
    """One walk along a path: what it found, and how often a key on the way was not there."""

    place: Place
    found: list[_Located] = field(factory=list)
    lacking: dict[str, int] = field(factory=dict)
    seen: dict[str, tuple[str, ...]] = field(factory=dict)

    def go(self, node: Any, steps: tuple[str, ...], path: str) -> None:
        if isinstance(node, list):
            for number, item in enumerate(node):
                self.go(item, steps, f"{path}[{number}]")
        elif not isinstance(node, dict):
            raise DomainError(
                "an option is not an object",
                got=f"{quoted(str(node))} at {path.lstrip('.') or 'the top'}",
                expected=f"an object with the key {steps[0]!r}"
                if steps
                else "keys with values for each option",
                fix="give the path to the options with --at KEY.KEY",
                place=self.place,
            )
        elif not steps:
            named = path.strip("[]").isdecimal()  # an item of the whole file: its number says it
            self.found.append(("" if named else path.lstrip("."), node))
        else:
            step, rest = steps[0], steps[1:]
            names = [name for name in node if name == step] or [
                name for name in node if folded_key(name) == folded_key(step)
            ]
            if not names or node[names[0]] is None:
                self.lacking[step] = self.lacking.get(step, 0) + 1
                self.seen.setdefault(step, tuple(node))
                return
            self.go(node[names[0]], rest, f"{path}.{names[0]}")


def _objects_at(root: Any, at: str, place: Place, score: Score) -> tuple[list[_Located], tuple[str, ...]]:
    """Returns the objects at a path of keys with "." between, and notes on what the path passed over.

    Without a path the root has to be a list of objects.

    Raises:
        DomainError: it is not, with the path that leads to the most known keys; where a key of the path is
            nowhere;; the path leads to no objects.
    """
    if not at and isinstance(root, dict):
        raise DomainError(
            "the file is no list of options",
            got=f"an object with the keys {listed(root)}",
            expected="a list of objects, or the path of keys that leads to them",
            fix=_proposal(root, score),
            place=place,
        )
    walk = _Walk(place)
    walk.go(root, tuple(filter(None, at.split("."))), "")
    if not walk.found and walk.lacking:
        step, names = next(reversed(walk.seen.items()))
        like = closest(step, names)
        raise DomainError(
            f"the path {quoted(at)} leads to no options",
            got=f"no key {step!r} among {listed(names)}",
            fix=f"did you mean {like!r}?" if like else _proposal(root, score),
            place=place,
        )
    notes = tuple(
        f"{counted(count, 'object')} on the path {at} had no {step!r}" for step, count in walk.lacking.items()
    )
    return walk.found, notes


def _proposal(root: Any, score: Score) -> str:
    """Returns the flag with the path to the objects that have the most known keys."""
    scores: dict[str, int] = {}
    for path, value in _objects(root, "", 0):
        cells: dict[str, Cell] = {}
        _spread(value, "", cells, 0)
        known = score(tuple(cells))
        scores[path] = max(scores.get(path, 0), known)
    ranked = sorted((path for path in scores if path), key=lambda path: (-scores[path], len(path), path))
    if ranked and scores[ranked[0]]:
        return f"--at {ranked[0]}"
    if ranked:
        return f"--at KEY.KEY, such as {' or '.join(ranked[:_PROPOSED])}"
    return "put the options into a list"


def _objects(node: Any, path: str, depth: int) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if depth > _DEEPEST_PROPOSED:
        return
    if isinstance(node, list):
        for item in node[:_LOOKED_AT]:
            yield from _objects(item, path, depth + 1)
    elif isinstance(node, dict):
        yield path, node
        for key, value in node.items():
            yield from _objects(value, f"{path}.{key}".lstrip("."), depth + 1)


def _laid_out(found: Any) -> list[Mapping[str, Any]] | None:
    """Returns the records of a document, whichever way it is laid out; None where it holds none."""
    if isinstance(found, list):
        if found and all(isinstance(row, list) for row in found) and len(found) > 1:
            names = [str(name) for name in found[0]]
            return [dict(zip(names, row, strict=False)) for row in found[1:]]
        return found if found and all(isinstance(row, dict) for row in found) else None
    if not isinstance(found, dict) or not found:
        return None
    values = list(found.values())
    if all(isinstance(value, list) for value in values) and len({len(value) for value in values}) == 1:
        if len(values) > 1 or not all(isinstance(row, dict) for row in values[0]):
            return [dict(zip(found, row, strict=True)) for row in zip(*values, strict=True)]
        return _laid_out(values[0])
    keyed = _keyed(found) if all(isinstance(value, dict) for value in values) else []
    if len(keyed) >= FEWEST_ROWS:
        return keyed
    lists = [value for value in values if isinstance(value, list) and value and isinstance(value[0], dict)]
    if lists:
        return _laid_out(max(lists, key=len))
    deeper = [rows for value in values if isinstance(value, dict) and (rows := _laid_out(value))]
    return max([*deeper, keyed], key=len) or None


def _keyed(found: Mapping[str, Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Records by key, or columns of values by key: the longer side is the rows."""
    inner = {key: None for value in found.values() for key in value}
    if len(inner) <= len(found) or not all(value.keys() == inner.keys() for value in found.values()):
        return [{"key": key, **value} for key, value in found.items()]
    return [{name: column[key] for name, column in found.items()} for key in inner]
