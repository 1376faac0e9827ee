"""A page map: where the rows of a site's pages stand and how each field of a row is read, as data.

A map holds no code and no pattern: selectors of CSS, attributes, and the fixed texts around a piece. The same
map says how pages are loaded (`collecting`) and how saved ones are read, which needs no browser.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from itertools import islice, product
from math import prod
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Annotated, Any, Final
from urllib.parse import quote

from attrs import frozen

from cocoa_core.errors import CocoaError, DomainError, Place, UsageError
from cocoa_core.loading import (
    FLAG,
    LARGEST_YAML,
    Entries,
    InvalidDependencyError,
    Items,
    Kept,
    Mistakes,
    Model,
    TooManyError,
    read_model,
    read_yaml,
    says,
    shown_path,
    text,
    whole_number,
)
from cocoa_core.sources.fetching import check_address, origin_of
from cocoa_core.sources.pages import parsed_page
from cocoa_core.sources.records import Row
from cocoa_core.suggestions import listed, quoted, shortened

if TYPE_CHECKING:
    from bs4 import Tag

__all__ = ["Field", "PageMap", "Target", "check_sample", "page_map_document", "read_map", "rows_of_page"]

_MOST_TARGETS: Final = 10_000
_REPORTED: Final = 10
_LONG: Final = text(500)
_SHORT: Final = text(100)


class FieldKeys(Model):
    """Where a field of a row stands, and how it is read."""

    what = "the field"
    select: Annotated[str, _LONG] = says("A CSS selector within the row; without it the row itself.", "")
    attribute: Annotated[str, _SHORT] = says("The attribute that holds it; without it the text.", "")
    parameter: Annotated[str, _SHORT] = says("The parameter of the address that is its value.", "")
    after: Annotated[str, _SHORT] = says("The fixed text before the piece that counts.", "")
    before: Annotated[str, _SHORT] = says("The fixed text after the piece that counts.", "")
    all: Annotated[bool, FLAG] = says("Whether every element counts, as a list.", False)
    count: Annotated[bool, FLAG] = says("Whether the value is how many elements there are.", False)
    optional: Annotated[bool, FLAG] = says("Whether a row may lack it.", False)

    @classmethod
    def named(cls, name: str) -> str:
        """Returns how messages name it."""
        return f"the field {name!r}"


class MapFile(Model):
    """The whole file."""

    what = "the page map"
    address: Annotated[str, text(2000)] = says("The address of a page, with {parameter} in it.")
    sample: Annotated[str, _SHORT] = says("A saved page beside this file, against which the map is checked.")
    row: Annotated[str, _LONG] = says("A CSS selector of a row.")
    delay: Annotated[int, whole_number(1, 3600)] = says("Seconds between two pages.")
    parameters: Annotated[
        dict[str, Annotated[tuple[Annotated[str, _SHORT], ...], Items(1, 1000), Kept("a parameter")]],
        Entries(1, 10),
    ] = says("The values of each parameter; every combination is an address.", {})
    click: Annotated[tuple[Annotated[str, _LONG], ...], Items(1, 10)] = says(
        "CSS selectors of what is clicked first, where it is there.", ()
    )
    next: Annotated[str, _LONG] = says("A CSS selector of what leads to the next page.", "")
    empty: Annotated[str, _LONG] = says("A CSS selector of what stands where there are no rows.", "")
    pages: Annotated[int, whole_number(1, 1000)] = says("Pages of an address at most.", 1)
    wait: Annotated[int, whole_number(1, 300)] = says("Seconds to wait for rows.", 20)
    fields: Annotated[dict[str, Annotated[FieldKeys, Kept("a field")]], Entries(1, 100)] = says(
        "The fields of a row, by the names of columns."
    )


@frozen
class Field:
    """A field of a row; the keys are those of the map."""

    name: str
    select: str
    attribute: str
    parameter: str
    after: str
    before: str
    all: bool
    count: bool
    optional: bool


@frozen
class Target:
    """One address with the parameters in it."""

    address: str
    parameters: Mapping[str, str]


@frozen
class PageMap:
    """A map that fits its schema."""

    file: str
    """As messages name it."""
    text: bytes
    digest: str
    """Of its text."""
    address: str
    sample: str
    row: str
    parameters: Mapping[str, tuple[str, ...]]
    click: tuple[str, ...]
    next: str
    empty: str
    pages: int
    delay: int
    wait: int
    """`delay` and `wait`: in seconds."""
    fields: tuple[Field, ...]

    def targets(self) -> Iterator[Target]:
        """Yields every combination of parameters in the order of the map, the last one changing first."""
        for values in product(*self.parameters.values()):
            parameters = dict(zip(self.parameters, values, strict=True))
            safe = {name: quote(value, safe="") for name, value in parameters.items()}
            yield Target(self.address.format(**safe), parameters)


def read_map(path: Path) -> PageMap:
    """Returns the map in a file; one DomainError with every mistake of its form, else the first other."""
    if not path.is_file():
        raise UsageError("there is no such page map", got=shown_path(path))
    data = path.read_bytes()[: LARGEST_YAML + 1]
    root = read_yaml(data, shown_path(path))
    mistakes = Mistakes(root.place.file)
    try:
        file = read_model(MapFile, root, mistakes)
        mistakes.refuse()
        fields = tuple(Field(name, **_values(FieldKeys, keys)) for name, keys in file.fields.items())
        values = {**_values(MapFile, file), "fields": fields}
    except (InvalidDependencyError, TooManyError):
        mistakes.refuse()
        raise
    found = PageMap(root.place.file, data, f"sha256:{hashlib.sha256(data).hexdigest()}", **values)
    _check_address(found, file)
    _check_fields(found, file)
    return found


def _values(model: type[Model], keys: Model) -> dict[str, Any]:
    return {name: getattr(keys, name) for name in model.model_fields}


def _check_address(found: PageMap, file: MapFile) -> None:
    """Refuses holes that are no parameters, parameters without a hole, and a host that depends on one."""
    place = file.node_at("address").place
    try:
        holes = [
            (name, spec, kind) for _, name, spec, kind in Formatter().parse(found.address) if name is not None
        ]
        plain = all(name.isidentifier() and not spec and not kind for name, spec, kind in holes)
    except ValueError:
        holes, plain = [], False
    names = {name for name, _, _ in holes}
    if not plain or names != set(found.parameters):
        raise DomainError(
            "`address` and `parameters` do not fit",
            got=f"{found.address} with the parameters {listed(found.parameters)}",
            expected="{name} in the address for each parameter, and no other braces",
            place=place,
        )
    if prod(map(len, found.parameters.values())) > _MOST_TARGETS:
        raise DomainError(f"the map has more than {_MOST_TARGETS:,} addresses", place=place)
    origins = set()
    for target in islice(found.targets(), _MOST_TARGETS):
        try:
            check_address(target.address)
            origins.add(origin_of(target.address))
        except (CocoaError, ValueError):
            expected = "http://... or https://..., without a password"
            raise DomainError(
                "`address` is none", got=target.address, expected=expected, place=place
            ) from None
    if len(origins) > 1:
        raise DomainError("`address` names several hosts", expected="a map for each", place=place)


def _check_fields(found: PageMap, file: MapFile) -> None:
    """Refuses selectors that are none, and fields of which nothing can be read."""
    from soupsieve import SelectorSyntaxError, compile

    selectors = [
        ("row", found.row),
        ("next", found.next),
        ("empty", found.empty),
        *(("click", one) for one in found.click),
    ]
    selectors += [("fields", one.select) for one in found.fields]
    for key, selector in selectors:
        try:
            compile(selector or "*")
        except SelectorSyntaxError as error:
            got = f"{quoted(selector)}: {str(error).partition(chr(10))[0]}"
            place = file.node_at(key).place
            raise DomainError(
                f"`{key}` holds no CSS selector", got=got, expected="li.flight .price", place=place
            ) from None
    for one in found.fields:
        place = file.fields[one.name].node.place
        if one.parameter and one.parameter not in found.parameters:
            expected = f"one of {listed(found.parameters)}"
            raise DomainError(f"there is no parameter {one.parameter!r}", expected=expected, place=place)
        if bool(one.parameter) + bool(one.count) + bool(one.all) > 1 or (one.parameter and one.select):
            expected = "one of `parameter`, `count` and `all`"
            raise DomainError(f"the field {one.name!r} is read in two ways", expected=expected, place=place)
    if Path(found.sample).name != found.sample:
        raise DomainError(
            "`sample` is no file beside the map", got=found.sample, place=file.node_at("sample").place
        )


def check_sample(page_map: PageMap, path: Path) -> list[Row]:
    """Returns the rows of the map's sample.

    Args:
        path: of the map.

    Raises:
        DomainError: there are none; a row misses a field.
    """
    sample = path.parent / page_map.sample
    if not sample.is_file():
        fix = "open a page of the site in a browser and save it there"
        raise DomainError(
            "the map has no saved page", expected=shown_path(sample), fix=fix, place=Place(page_map.file)
        )
    target = next(page_map.targets())
    mistakes: list[str] = []
    rows = rows_of_page(page_map, sample, target.parameters, mistakes)
    refuse_mistakes(mistakes, page_map.file)
    if not rows:
        raise DomainError(
            "the map finds no row in its saved page",
            got=f"none at {quoted(page_map.row)}",
            place=Place(shown_path(sample)),
        )
    return rows


def rows_of_page(
    page_map: PageMap, path: Path, parameters: Mapping[str, str], mistakes: list[str]
) -> list[Row]:
    """Returns the rows of a saved page; what a row misses is added to the mistakes, and the row is not
    read.
    """
    rows: list[Row] = []
    for number, element in enumerate(parsed_page(path).select(page_map.row), start=1):
        row, wrong = {}, []
        for one in page_map.fields:
            try:
                row[one.name] = _cell(one, element, parameters)
            except _MissingError as error:
                wrong.append(f"{shown_path(path)}, row {number}, {one.name}: {error}")
        mistakes += wrong
        if not wrong:
            rows.append(row)
    return rows


def refuse_mistakes(mistakes: list[str], file: str) -> None:
    """One DomainError that names the first ten."""
    if mistakes:
        more = [f"and {len(mistakes) - _REPORTED:,} more"] if len(mistakes) > _REPORTED else []
        raise DomainError(
            f"{len(mistakes):,} fields of rows cannot be read",
            got="\n    ".join(["", *mistakes[:_REPORTED], *more]),
            fix="`optional: true` for a field that rows may lack, or a narrower `row`: li.flight:has(.price)",
            place=Place(file),
        )


class _MissingError(ValueError):
    """What a row misses, in words."""


def _cell(one: Field, row: Tag, parameters: Mapping[str, str]) -> str | list[str] | None:
    if one.parameter:
        return parameters[one.parameter]
    elements = row.select(one.select) if one.select else [row]
    if one.count:
        return str(len(elements))
    texts = [_piece(one, element) for element in elements]
    found = [piece for piece in texts if piece]
    if one.all and (found or one.optional):
        return found
    if len(set(found)) > 1:
        raise _MissingError(f"{len(found)} elements at {quoted(one.select)}: {listed(map(quoted, found))}")
    if not found and not one.optional:
        raise _MissingError(f"nothing at {quoted(one.select or 'the row')}")
    return found[0] if found else None


def _piece(one: Field, element: Tag) -> str:
    """Returns what counts of an element; "" where it is not there, which is no part of a value."""
    held = element.get(one.attribute) if one.attribute else element.get_text(" ")
    words = " ".join((" ".join(held) if isinstance(held, list) else str(held or "")).split())
    if words and one.after:
        _, sign, words = words.partition(one.after)
        if not sign and not one.optional:
            raise _MissingError(f"no {quoted(one.after)} in {quoted(shortened(str(held)))}")
    if words and one.before:
        words, sign, _ = words.partition(one.before)
        if not sign and not one.optional:
            raise _MissingError(f"no {quoted(one.before)} in {quoted(shortened(str(held)))}")
        words = words if sign else ""
    return words.strip()


def page_map_document() -> dict[str, Any]:
    """Returns the JSON Schema of a page map."""
    from cocoa_core.loading import document

    return document("page map of cocoa collect", MapFile)
