"""Reads tables in JSON: documents, whose records are found or named by a path, and JSON lines."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

from cocoa_core.errors import DomainError, Place
from cocoa_core.importing.tables.records import (
    FEWEST_ROWS,
    Cell,
    KeyIndex,
    Record,
    Score,
    TableFile,
    folded_key,
)
from cocoa_core.importing.tables.text import TextFile
from cocoa_core.loading import shown_path, unique_keys
from cocoa_core.suggestions import closest, listed, quoted
from cocoa_core.text import counted

_LARGEST: Final = 200_000_000
_DEEPEST: Final = 50
_DEEPEST_PROPOSED: Final = 12
_MOST_KEYS: Final = 2_000
_LOOKED_AT: Final = 3
_PROPOSED: Final = 5
_SAMPLED: Final = 1000
"""The number of records that decide whether an object is a record within the record or a map."""
_FEWEST_KEYS: Final = 3
_SPARSE: Final = 0.6
_LONGEST_CODE: Final = 3
"""The most characters of a key that is a code, behind which a name stands."""


_Located = tuple[str, Mapping[str, Any]]
"""The position of an object, such as "examples[0].options[2]", and the object."""


def open_json(path: Path, at: str = "", score: Score | None = None) -> TableFile:
    """Opens the table in a JSON document.

    Args:
        at: the path of keys to the records, with "." between them. Lists on the way are searched item by
            item.
        score: returns how many keys of a record are known. With it, a path is proposed where other objects
            have more of them than the records that a document of this layout should have.

    Raises:
        DomainError: the document is too large, is not JSON or holds no table.
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
    if at:
        objects, notes = _objects_at(root, at, Place(file), score or len)
    else:
        rows, notes = _find_records(root), ()
        if rows is None:
            expected = "a list of objects, or an object of lists as columns"
            raise DomainError("the document holds no table", expected=expected, place=Place(file))
        if score is not None:
            _refuse_other_records(root, rows, score, Place(file))
        objects = [("", record) for record in rows]
    map_notes: list[str] = []
    records = _records(((0, record) for record in objects), file, map_notes, score)
    return TableFile(file, records, lambda: (*text.notes(), *notes, *map_notes))


def open_json_lines(path: Path, at: str = "", score: Score | None = None) -> TableFile:
    """Opens the table in a file with one JSON object a line.

    Args:
        at: the path of keys from the object of a line to its records.
        score: as for `open_json`.

    Raises:
        DomainError: a line does not hold such an object; raised while reading.
    """
    file, text, path_notes = shown_path(path), TextFile(path), dict[str, None]()

    def located() -> Iterator[tuple[int, _Located]]:
        for line, content in enumerate(text.lines(), start=1):
            if content.strip():
                place = Place(file, line)
                objects, notes = _objects_at([_value(content.rstrip("\r\n"), place)], at, place, score or len)
                path_notes.update(dict.fromkeys(notes))
                yield from ((line, ("", value)) for _, value in objects)

    map_notes: list[str] = []
    records = _records(located(), file, map_notes, score)
    return TableFile(file, records, lambda: (*text.notes(), *path_notes, *map_notes))


def _records(
    located: Iterable[tuple[int, _Located]], file: str, map_notes: list[str], score: Score | None
) -> Iterator[Record]:
    """Yields the objects as records. Keyed maps become sets, unless a key of theirs is known by itself."""
    indexes, names = dict[tuple[str, ...], KeyIndex](), set[str]()
    located = iter(located)
    head = list(islice(located, _SAMPLED))
    located = chain(head, located)
    maps = _keyed_maps([value for _, (_, value) in head], score)
    map_notes += [f"{name.rstrip('.')} maps keys to values: read as a set." for name in sorted(maps)]
    for number, (line, (path, value)) in enumerate(located, start=1):
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
    """Returns the value of a JSON text, with numbers as they are written."""
    try:
        return json.loads(
            text, parse_int=str, parse_float=str, parse_constant=lambda _: None, object_pairs_hook=unique_keys
        )
    except json.JSONDecodeError as error:
        line = place.line or error.lineno
        raise DomainError(
            "this is not valid JSON", got=error.msg, place=Place(place.file, line, error.colno)
        ) from None
    except (ValueError, RecursionError) as error:
        raise DomainError("this JSON cannot be read", got=quoted(str(error)), place=place) from None


def _keyed_maps(objects: Sequence[Mapping[str, Any]], score: Score | None) -> frozenset[str]:
    """Returns the paths, each with "." at its end, of objects whose keys are data: {"wifi": true, "pool":
    false}.

    Their values are all true, false or null; or they are plain values, and the keys differ between records:
    on average a record has at most three fifths of them.
    """
    objects_at: dict[str, list[Mapping[str, Any]]] = {}
    for record in objects:
        _inner(record, "", objects_at, 0)
    maps = set[str]()
    for path, values in objects_at.items():
        keys = {key for value in values for key in value}
        inner = [item for value in values for item in value.values()]
        if len(values) < FEWEST_ROWS or len(keys) < _FEWEST_KEYS:
            continue
        if score is not None and score(tuple(path + key for key in keys)):
            continue
        truths = all(isinstance(item, bool) or item is None for item in inner)
        scalar = not any(isinstance(item, dict | list) for item in inner)
        rare = len(keys) >= 2 * _FEWEST_KEYS and len(inner) <= _SPARSE * len(keys) * len(values)
        if truths or (scalar and rare):
            maps.add(path)
    return frozenset(maps)


def _inner(
    value: Mapping[str, Any], before: str, objects: dict[str, list[Mapping[str, Any]]], depth: int
) -> None:
    """Adds the objects within an object to `objects`, by their path, which begins with `before`."""
    for key, inner in value.items():
        if isinstance(inner, dict) and depth < _DEEPEST:
            objects.setdefault(f"{before}{key}.", []).append(inner)
            _inner(inner, f"{before}{key}.", objects, depth + 1)


def _spread(
    value: Mapping[str, Any],
    before: str,
    cells: dict[str, Cell],
    depth: int,
    maps: frozenset[str] = frozenset(),
) -> None:
    """Adds the cells of an object: a text, the texts of a list, or None for null. Objects within it are
    spread out, with "." between the keys: `fare.amount`. A list of objects gives one list for each of their
    keys, with an empty text where an object lacks the key. A list of lists stays one text, its JSON. A keyed
    map in `maps` becomes the list of its keys, or of the names behind codes.
    """
    for key, inner in value.items():
        name = before + key
        if isinstance(inner, dict) and f"{name}." in maps:
            cells[name] = tuple(
                _named(code, item) for code, item in inner.items() if item not in (None, False, "")
            )
        elif isinstance(inner, dict) and depth < _DEEPEST:
            _spread(inner, f"{name}.", cells, depth + 1, maps)
        elif isinstance(inner, list) and inner and all(isinstance(item, dict) for item in inner):
            keys = dict.fromkeys(key for record in inner for key in record)
            columns = {key: [record.get(key) for record in inner] for key in keys}
            _spread(columns, f"{name}.", cells, depth + 1)
        elif isinstance(inner, list) and not any(isinstance(item, dict | list) for item in inner):
            cells[name] = tuple(_text(item) or "" for item in inner)
        else:
            cells[name] = _text(inner)


def _named(key: str, item: Any) -> str:
    """Returns the key of a keyed map, or the name behind a code: "Dutch" of {"nld": "Dutch"}."""
    coded = isinstance(item, str) and len(key) <= _LONGEST_CODE < len(item) and not item[:1].isdecimal()
    return str(item) if coded else key


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    return json.dumps(value, ensure_ascii=False)


def _objects_at(root: Any, at: str, place: Place, score: Score) -> tuple[list[_Located], tuple[str, ...]]:
    """Returns the objects at a path such as "data.rows", and notes on what the path passed over."""
    objects: list[_Located] = []
    lacking = Counter[str]()  # how many objects lacked each key of the path
    seen: dict[str, tuple[str, ...]] = {}  # the keys of the first object that lacked it

    def visit(node: Any, steps: Sequence[str], path: str) -> None:
        if isinstance(node, list):
            for number, item in enumerate(node):
                visit(item, steps, f"{path}[{number}]")
        elif not isinstance(node, dict):
            raise DomainError(
                "an option is not an object",
                got=f"{quoted(str(node))} at {path.lstrip('.') or 'the top'}",
                expected=f"an object with the key {steps[0]!r}"
                if steps
                else "keys with values for each option",
                fix="give the path to the options with --at KEY.KEY",
                place=place,
            )
        elif not steps:
            named = path.strip("[]").isdecimal()  # an item of the whole file: its number says it
            objects.append(("" if named else path.lstrip("."), node))
        else:
            step, rest = steps[0], steps[1:]
            alike = (name for name in node if folded_key(name) == folded_key(step))
            name = step if step in node else next(alike, None)
            if name is None or node[name] is None:
                lacking[step] += 1
                seen.setdefault(step, tuple(node))
            else:
                visit(node[name], rest, f"{path}.{name}")

    visit(root, list(filter(None, at.split("."))), "")
    if not objects and lacking:
        step, names = next(reversed(seen.items()))
        like = closest(step, names)
        raise DomainError(
            f"the path {quoted(at)} leads to no options",
            got=f"no key {step!r} among {listed(names)}",
            fix=f"did you mean {like!r}?" if like else _proposal(root, score),
            place=place,
        )
    notes = (
        f"{counted(count, 'object')} on the path {at} had no {step!r}" for step, count in lacking.items()
    )
    return objects, tuple(notes)


def _known_keys(value: Mapping[str, Any], score: Score) -> int:
    cells: dict[str, Cell] = {}
    _spread(value, "", cells, 0)
    return score(tuple(cells))


def _refuse_other_records(root: Any, rows: Sequence[Mapping[str, Any]], score: Score, place: Place) -> None:
    """Refuses a document in which other objects have more known keys than the records to be taken."""
    taken = max((_known_keys(row, score) for row in rows[:_LOOKED_AT]), default=0)
    if max((_known_keys(value, score) for _, value in _objects(root, "", 0)), default=0) > taken:
        raise DomainError(
            "the file is no list of options",
            got=f"an object with the keys {listed(root)}" if isinstance(root, dict) else "a list of others",
            expected="a list of objects, or the path of keys that leads to them",
            fix=_proposal(root, score),
            place=place,
        )


def _proposal(root: Any, score: Score) -> str:
    """Returns the flag with the path to the objects that have the most known keys."""
    scores: dict[str, int] = {}
    for path, value in _objects(root, "", 0):
        scores[path] = max(scores.get(path, 0), _known_keys(value, score))
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


def _find_records(document: Any) -> list[Mapping[str, Any]] | None:
    """Returns the records of a document, however it is laid out; None where it holds none."""
    if isinstance(document, list):
        if len(document) > 1 and all(isinstance(row, list) for row in document):
            names = [str(name) for name in document[0]]
            return [dict(zip(names, row, strict=False)) for row in document[1:]]
        return document if document and all(isinstance(row, dict) for row in document) else None
    if not isinstance(document, dict) or not document:
        return None
    values = list(document.values())
    if all(isinstance(value, list) for value in values) and len({len(value) for value in values}) == 1:
        if len(values) > 1 or not all(isinstance(row, dict) for row in values[0]):
            return [dict(zip(document, row, strict=True)) for row in zip(*values, strict=True)]
        return _find_records(values[0])
    several = len(values) > 1 and all(isinstance(value, dict) for value in values)
    keyed = _keyed(document) if several else []
    if len(keyed) >= FEWEST_ROWS:
        return keyed
    lists = [value for value in values if isinstance(value, list) and value and isinstance(value[0], dict)]
    if lists:
        return _find_records(max(lists, key=len))
    deeper = [rows for value in values if isinstance(value, dict) and (rows := _find_records(value))]
    return max([*deeper, keyed], key=len) or None


def _keyed(objects: Mapping[str, Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Returns the records of an object that holds them by key, or columns by name, whichever is longer."""
    inner = {key: None for value in objects.values() for key in value}
    if len(inner) <= len(objects) or not all(value.keys() == inner.keys() for value in objects.values()):
        return [{"key": key, **value} for key, value in objects.items()]
    return [{name: column[key] for name, column in objects.items()} for key in inner]
