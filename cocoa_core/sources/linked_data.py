"""Reads JSON-LD in pages (schema.org): each product, hotel, job or car becomes a row of texts.

It reads identifiers, names, prices, ratings, quantities with their units, and properties that a shop adds. Of
several offers the least price counts, and a note says so; keys that are not read are listed.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from attrs import define, field

from cocoa_core.errors import DomainError, Place
from cocoa_core.loading import shown_path
from cocoa_core.sources.fetching import LARGEST
from cocoa_core.sources.records import Row
from cocoa_core.suggestions import listed, quoted, shortened
from cocoa_core.text import counted, word_set

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

_Node = Mapping[str, Any]

_DEEPEST: Final = 12
_MOST_NODES: Final = 200_000
_ENUMERATED: Final = re.compile(r"https?://schema\.org/(\w{1,60})")
_BEGIN: Final = re.compile(
    rb'(?:\xef\xbb\xbf)?\s*[\[{](?s:.*)"@context"\s*:\s*\[?\s*"https?://(?:www\.)?schema\.org/?"'
)
"""Matches the beginning of JSON that names schema.org as its context."""
_INNER_CAPITAL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_FURNITURE: Final = word_set(
    "WebPage WebSite Organization Corporation Person BreadcrumbList ListItem ImageObject SearchAction FAQPage"
    " Question Answer CollectionPage SiteNavigationElement WPHeader WPFooter Article NewsArticle VideoObject"
    " Review"
)
"""Types of nodes that surround the things that a page is about."""
_LEADING: Final = ("mainEntity", "@graph", "itemListElement", "item")
"""Keys that lead from a surrounding node to the things."""
_UNREAD: Final = word_set(
    "url image description sameAs review reviews potentialAction mainEntityOfPage logo thumbnailUrl hasMap"
    " hasVariant isVariantOf offers aggregateRating additionalProperty position"
)
"""Keys that say nothing in a few words, and those that have a reader of their own."""
_RENAMED: Final = {
    "ratingValue": "rating",
    "addressLocality": "city",
    "addressRegion": "region",
    "addressCountry": "country",
}
"""Keys whose column has a shorter name."""
_PARTS: Final = ("addressLocality", "addressRegion", "addressCountry")
_UNITS: Final = dict(
    pair.split("=")
    for pair in (
        "KGM=kg GRM=g LBR=lb ONZ=oz MTR=m CMT=cm MMT=mm KMT=km INH=in FOT=ft SMI=mi LTR=L MLT=mL MTK=m²"
        " FTK=ft² HUR=h MIN=min SEC=s DAY=days WEE=weeks MON=months ANN=years KMH=km/h HM=mph KWT=kW WTT=W"
        " KWH=kWh BHP=hp P1=% HTZ=Hz MHZ=MHz A86=GHz E34=GB 4L=MB E35=TB VLT=V AMH=Ah"
    ).split()
)
"""Codes of UN/CEFACT, recommendation 20, and their signs."""


def is_linked_data(path: Path, head: bytes) -> bool:
    """Returns whether a file is JSON-LD of schema.org, by its name or its beginning."""
    return path.suffix.casefold() == ".jsonld" or _BEGIN.match(head) is not None


def rows_of_file(path: Path, notes: list[str]) -> Iterator[Row]:
    """Yields what a file of JSON-LD says of its products.

    Args:
        notes: gets what was decided while reading.

    Raises:
        DomainError: the file is too large, is no JSON, or holds no products.
    """
    place = Place(shown_path(path))
    if path.stat().st_size > LARGEST:
        raise DomainError("the file is too large", expected=f"at most {LARGEST:,} bytes", place=place)
    data = LinkedData()
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    data.read_text(text, place.file)
    if data.broken and len(lines := text.splitlines()) > 1:
        data = LinkedData()
        for number, line in enumerate(lines, start=1):
            if line.strip():
                data.read_text(line, f"{place.file}:{number}")
    if not data.nodes:
        got = "no JSON" if data.broken else "nothing of a type that describes options"
        raise DomainError("the file holds no products of schema.org", got=got, place=place)
    yield from data.rows(notes)


@define
class LinkedData:
    """The things of all pages, in their order."""

    nodes: list[_Node] = field(factory=list)
    broken: list[str] = field(factory=list)
    """The files with a script that is no JSON."""
    several: Counter[str] = field(factory=Counter)
    """How many things a note about offers concerns, by its words."""

    def read(self, page: BeautifulSoup, file: str) -> None:
        """Adds the things of a page; a script that is no JSON is noted.

        Args:
            file: the page's name in notes.
        """
        for script in page.find_all("script", type="application/ld+json"):
            self.read_text(script.get_text(), file)

    def read_text(self, text: str, file: str) -> None:
        """Adds the things of a script or file; one that is no JSON is noted.

        Args:
            file: the name of the page or file in notes.
        """
        try:
            self.nodes += _things(json.loads(text, parse_int=str, parse_float=str), 0)
        except (ValueError, RecursionError):
            self.broken.append(file)
        del self.nodes[_MOST_NODES:]

    def rows(self, notes: list[str]) -> Iterator[Row]:
        """Yields a row for each thing of the most frequent type; things that are repeated count once.

        Args:
            notes: gets what was read and what was not.
        """
        kinds = Counter(_type(node) for node in self.nodes)
        kind = max(kinds, key=lambda name: (kinds[name], name))
        other_types = [f"{quoted(name)} ({number})" for name, number in kinds.items() if name != kind]
        unread: dict[str, str] = {}
        distinct: dict[str, Row] = {}
        for node in self.nodes:
            if _type(node) == kind:
                row = self._row(node, unread)
                distinct.setdefault(json.dumps(row), row)
        notes += [f"Read from JSON-LD: {counted(len(distinct), 'thing')} of the type {quoted(kind)}."]
        notes += [f"Of other types, left out: {listed(other_types)}."] if other_types else []
        notes += [f"{counted(number, 'thing')} {words}." for words, number in self.several.items()]
        notes += [f"JSON-LD that is no JSON: {listed(dict.fromkeys(self.broken))}."] if self.broken else []
        shown = (f"{key} ({quoted(text)})" for key, text in unread.items())
        notes += [f"Not read: {listed(shown)}."] if unread else []
        yield from distinct.values()

    def _row(self, node: _Node, unread: dict[str, str]) -> Row:
        row: dict[str, str | list[str] | None] = {}
        for key, value in node.items():
            if key.startswith("@") or key in _UNREAD:
                if key in ("url", "image", "description", "hasVariant"):
                    unread.setdefault(key, shortened(str(value)))
                continue
            if cells := _cells(key, value, 0):
                row.update(cells)
            elif value not in (None, "", [], {}):
                unread.setdefault(key, shortened(str(value)))
        row.update(self._offer(node))
        rating = node.get("aggregateRating")
        if isinstance(rating, dict):
            row["rating"] = _text(rating.get("ratingValue"))
            row["reviews"] = _text(rating.get("reviewCount") or rating.get("ratingCount"))
        for entry in _several(node.get("additionalProperty")):
            name = entry.get("name") if isinstance(entry, dict) else None
            if isinstance(name, str) and name.strip():
                row.setdefault(name.strip(), _quantity(entry) or _text(entry.get("value")))
        return row

    def _offer(self, node: _Node) -> Iterator[tuple[str, str | None]]:
        """Yields the price of the offer, the least of several, and its availability and condition."""
        offers = [entry for entry in _several(node.get("offers")) if isinstance(entry, dict)]
        offers = [
            inner
            for offer in offers
            for inner in (_several(offer.get("offers")) or [offer])
            if isinstance(inner, dict)
        ]
        prices = [(amount, code, offer) for offer in offers for amount, code in _prices(offer)]
        if prices and len({code for _, code, _ in prices}) > 1:
            self.several["with offers in several currencies: their price is left out"] += 1
        elif prices:
            if len(prices) > 1:
                self.several["with several offers: the least price counts"] += 1
            amount, code, offers[0] = min(prices, key=lambda price: price[0])
            yield "price", f"{amount} {code}".strip()
        for key in ("availability", "itemCondition"):
            if offers and (text := _text(offers[0].get(key))):
                yield _spaced(key), text


def _prices(offer: _Node) -> Iterator[tuple[Decimal, str]]:
    """Yields the price of an offer with its currency, where it is a number."""
    specification = offer.get("priceSpecification")
    first = next((entry for entry in _several(specification) if isinstance(entry, dict)), {})
    price = offer.get("price", offer.get("lowPrice", first.get("price")))
    code = str(offer.get("priceCurrency") or first.get("priceCurrency") or "")
    try:
        amount = Decimal(str(price))
    except InvalidOperation:
        return
    if amount.is_finite():
        yield amount, code


def _things(node: Any, depth: int) -> Iterator[_Node]:
    """Yields the objects that a page is about, in their order."""
    if depth > _DEEPEST:
        return
    if isinstance(node, list):
        for entry in node:
            yield from _things(entry, depth + 1)
    elif isinstance(node, dict):
        inner = [node[key] for key in _LEADING if isinstance(node.get(key), dict | list)]
        if inner:
            yield from _things(inner, depth + 1)
        elif _type(node) and _type(node) not in _FURNITURE:
            yield node


def _type(node: _Node) -> str:
    types = _several(node.get("@type"))
    return types[0].rpartition("/")[2] if types and isinstance(types[0], str) else ""


def _several(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _cells(key: str, value: Any, depth: int) -> dict[str, str | list[str] | None]:
    """Returns the cells that a property gives, by the names of columns; empty where it is not read."""
    name = _RENAMED.get(key) or _spaced(key)
    if isinstance(value, list):
        if all(isinstance(entry, dict) and isinstance(entry.get("value"), bool) for entry in value):
            value = [entry for entry in value if entry["value"]]  # amenities: those that are there
        texts = [text for entry in value if (text := _text(entry))]
        return {name: texts if len(texts) > 1 else texts[0]} if len(texts) == len(value) > 0 else {}
    if not isinstance(value, dict):
        return {name: text} if (text := _text(value)) is not None else {}
    if quantity := _quantity(value):
        return {name: quantity}
    spans = {f"{name} {end}": _quantity({**value, "value": value[key]}) for end, key in _ENDS if key in value}
    if spans:
        return {column: text for column, text in spans.items() if text}
    if depth > _DEEPEST:
        return {}
    if isinstance(value.get("value"), dict):  # MonetaryAmount
        return _cells(key, {**value["value"], "currency": value.get("currency")}, depth + 1)
    if isinstance(value.get("address"), dict):
        return _cells(key, value["address"], depth + 1)
    parts = {_RENAMED[part]: text for part in _PARTS if (text := _text(value.get(part)))}
    return parts or ({name: text} if (text := _text(value)) else {})  # type: ignore[return-value]


_ENDS: Final = (("from", "minValue"), ("to", "maxValue"))
"""The ends of a span: the word in the name of its column, and its key."""


def _quantity(value: _Node) -> str | None:
    """Returns number and unit of a QuantitativeValue, PropertyValue or MonetaryAmount; None for no number."""
    number = value.get("value")
    if isinstance(number, dict | list | bool) or number is None:
        return None
    code = str(value.get("unitCode") or "")
    unit = value.get("currency") or _UNITS.get(code.rpartition("/")[2].upper()) or value.get("unitText") or ""
    return " ".join(f"{number} {unit}".split())


def _text(value: Any) -> str | None:
    """Returns a text, yes or no, a word of schema.org's, or the name of a thing; None for other values."""
    if isinstance(value, dict):
        return next((text for key in ("name", "ratingValue") if (text := _text(value.get(key)))), None)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, str):
        return None
    word = _ENUMERATED.fullmatch(value.strip())
    return _spaced(word[1]) if word else value.strip()


def _spaced(name: str) -> str:
    """Returns a name such as `InStock` or `itemCondition` as words in lower case."""
    return _INNER_CAPITAL.sub(" ", name).lower()
