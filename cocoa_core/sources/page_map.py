"""Reads a page map: data that says where a site's pages have rows, and how each field of a row is read.

A map holds no code and no pattern: only CSS selectors, attributes, and the fixed texts around a piece. The
same map says how pages are loaded (`collecting`) and how saved ones are read, which needs no browser.
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
    TooManyMistakesError,
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

_MOST_TARGETS: Final = 10_000
_REPORTED: Final = 10
_LONG: Final = text(500)
_SHORT: Final = text(100)


class PageFieldKeys(Model):
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
        """Returns how messages name the field."""
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
    fields: Annotated[dict[str, Annotated[PageFieldKeys, Kept("a field")]], Entries(1, 100)] = says(
        "The fields of a row, by the names of columns."
    )


@frozen
class PageAddress:
    """An address with the values of parameters in it."""

    address: str
    parameters: Mapping[str, str]


@frozen
class PageMap:
    """A map that fits its schema."""

    file: str
    """The file as messages name it."""
    text: bytes
    digest: str
    """The digest of the text."""
    keys: MapFile

    def targets(self) -> Iterator[PageAddress]:
        """Yields an address for every combination of parameters in order; the last changes first."""
        for values in product(*self.keys.parameters.values()):
            parameters = dict(zip(self.keys.parameters, values, strict=True))
            safe = {name: quote(value, safe="") for name, value in parameters.items()}
            yield PageAddress(self.keys.address.format(**safe), parameters)


def read_map(path: Path) -> PageMap:
    """Returns the map in a file.

    Raises:
        UsageError: there is no such file.
        DomainError: the map has mistakes: all mistakes of its form together, else the first other one.
    """
    if not path.is_file():
        raise UsageError("there is no such page map", got=shown_path(path))
    data = path.read_bytes()[: LARGEST_YAML + 1]
    root = read_yaml(data, shown_path(path))
    mistakes = Mistakes(root.place.file)
    try:
        keys = read_model(MapFile, root, mistakes)
        mistakes.refuse()
    except (InvalidDependencyError, TooManyMistakesError):
        mistakes.refuse()
        raise
    page_map = PageMap(root.place.file, data, f"sha256:{hashlib.sha256(data).hexdigest()}", keys)
    _check_address(page_map)
    _check_fields(keys)
    return page_map


def _check_address(page_map: PageMap) -> None:
    """Refuses holes that are no parameters, parameters without a hole, and addresses of several hosts."""
    keys = page_map.keys
    place = keys.node_at("address").place
    try:
        holes = [
            (name, spec, kind) for _, name, spec, kind in Formatter().parse(keys.address) if name is not None
        ]
        plain = all(name.isidentifier() and not spec and not kind for name, spec, kind in holes)
    except ValueError:
        holes, plain = [], False
    names = {name for name, _, _ in holes}
    if not plain or names != set(keys.parameters):
        raise DomainError(
            "`address` and `parameters` do not fit",
            got=f"{keys.address} with the parameters {listed(keys.parameters)}",
            expected="{name} in the address for each parameter, and no other braces",
            place=place,
        )
    if prod(map(len, keys.parameters.values())) > _MOST_TARGETS:
        raise DomainError(f"the map has more than {_MOST_TARGETS:,} addresses", place=place)
    origins = set()
    for target in islice(page_map.targets(), _MOST_TARGETS):
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


def _check_fields(keys: MapFile) -> None:
    """Refuses invalid selectors, fields without or with two ways of reading, and a sample elsewhere."""
    from soupsieve import SelectorSyntaxError, compile

    selectors = [("row", keys.row), ("next", keys.next), ("empty", keys.empty)]
    selectors += [("click", selector) for selector in keys.click]
    selectors += [("fields", field.select) for field in keys.fields.values()]
    for key, selector in selectors:
        try:
            compile(selector or "*")
        except SelectorSyntaxError as error:
            got = f"{quoted(selector)}: {str(error).partition(chr(10))[0]}"
            place = keys.node_at(key).place
            raise DomainError(
                f"`{key}` holds no CSS selector", got=got, expected="li.flight .price", place=place
            ) from None
    for name, field in keys.fields.items():
        place = field.place
        if field.parameter and field.parameter not in keys.parameters:
            expected = f"one of {listed(keys.parameters)}"
            raise DomainError(f"there is no parameter {field.parameter!r}", expected=expected, place=place)
        ways = bool(field.parameter) + bool(field.count) + bool(field.all)
        if ways > 1 or (field.parameter and field.select):
            expected = "one of `parameter`, `count` and `all`"
            raise DomainError(f"the field {name!r} is read in two ways", expected=expected, place=place)
    if Path(keys.sample).name != keys.sample:
        raise DomainError(
            "`sample` is no file beside the map", got=keys.sample, place=keys.node_at("sample").place
        )


def check_sample(page_map: PageMap, path: Path) -> list[Row]:
    """Returns the rows of the map's sample.

    Raises:
        DomainError: there is no sample, it has no rows, or a row lacks a field.
    """
    sample = path.parent / page_map.keys.sample
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
            got=f"none at {quoted(page_map.keys.row)}",
            place=Place(shown_path(sample)),
        )
    return rows


def rows_of_page(
    page_map: PageMap, path: Path, parameters: Mapping[str, str], mistakes: list[str]
) -> list[Row]:
    """Returns the rows of a saved page without those that lack a field.

    Args:
        parameters: the values of the parameters in the page's address.
        mistakes: gets a line for each field that cannot be read.
    """
    rows: list[Row] = []
    for number, element in enumerate(parsed_page(path).select(page_map.keys.row), start=1):
        row, missing = {}, []
        for name, field in page_map.keys.fields.items():
            try:
                row[name] = _cell(field, element, parameters)
            except _MissingError as error:
                missing.append(f"{shown_path(path)}, row {number}, {name}: {error}")
        mistakes += missing
        if not missing:
            rows.append(row)
    return rows


def refuse_mistakes(mistakes: list[str], file: str) -> None:
    """Refuses rows with mistakes, of which the first ten are shown.

    Raises:
        DomainError: there are mistakes.
    """
    if mistakes:
        more = [f"and {len(mistakes) - _REPORTED:,} more"] if len(mistakes) > _REPORTED else []
        raise DomainError(
            f"{len(mistakes):,} fields of rows cannot be read",
            got="\n    ".join(["", *mistakes[:_REPORTED], *more]),
            fix="`optional: true` for a field that rows may lack, or a narrower `row`: li.flight:has(.price)",
            place=Place(file),
        )


class _MissingError(ValueError):
    """A field that a row lacks, in words."""


def _cell(field: PageFieldKeys, row: Tag, parameters: Mapping[str, str]) -> str | list[str] | None:
    if field.parameter:
        return parameters[field.parameter]
    elements = row.select(field.select) if field.select else [row]
    if field.count:
        return str(len(elements))
    texts = [_piece(field, element) for element in elements]
    pieces = [piece for piece in texts if piece]
    if field.all and (pieces or field.optional):
        return pieces
    if len(set(pieces)) > 1:
        raise _MissingError(
            f"{len(pieces)} elements at {quoted(field.select)}: {listed(map(quoted, pieces))}"
        )
    if not pieces and not field.optional:
        raise _MissingError(f"nothing at {quoted(field.select or 'the row')}")
    return pieces[0] if pieces else None


def _piece(field: PageFieldKeys, element: Tag) -> str:
    """Returns the part of an element's text or attribute that counts; empty where it is missing."""
    content = element.get(field.attribute) if field.attribute else element.get_text(" ")
    words = " ".join((" ".join(content) if isinstance(content, list) else str(content or "")).split())
    if words and field.after:
        _, sign, words = words.partition(field.after)
        if not sign and not field.optional:
            raise _MissingError(f"no {quoted(field.after)} in {quoted(shortened(str(content)))}")
    if words and field.before:
        words, sign, _ = words.partition(field.before)
        if not sign and not field.optional:
            raise _MissingError(f"no {quoted(field.before)} in {quoted(shortened(str(content)))}")
        words = words if sign else ""
    return words.strip()


def page_map_document() -> dict[str, Any]:
    """Returns the JSON Schema of a page map."""
    from cocoa_core.loading import document

    return document("page map of cocoa collect", MapFile)
