"""Saved pages: JSON-LD of schema.org or a table; nothing of them is run, fetched or half read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.errors import DomainError
from cocoa_core.sources.pages import page_paths, rows_of_pages
from cocoa_core.sources.snapshots import Query, snapshot_of

SCHEMA = "https://schema.org"
NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc", "Z"]), min_size=1, max_size=12)
PRODUCT: Mapping[str, Any] = {
    "@type": "Product",
    "sku": "A-1",
    "name": "Ardent 5",
    "url": "http://127.0.0.1:9/never",
    "image": ["http://127.0.0.1:9/never.png"],
    "brand": {"@type": "Brand", "name": "Ardent"},
    "itemCondition": f"{SCHEMA}/NewCondition",
    "weight": {"@type": "QuantitativeValue", "value": 1.20, "unitCode": "KGM"},
    "color": ["red", "blue"],
    "aggregateRating": {"ratingValue": "4.5", "reviewCount": 20},
    "offers": {"price": "99.50", "priceCurrency": "EUR", "availability": f"{SCHEMA}/InStock"},
    "additionalProperty": [{"@type": "PropertyValue", "name": "Memory", "value": 16, "unitCode": "E34"}],
    "warranty": {"scope": {"months": 3}},
}
ROW = {
    "sku": "A-1",
    "name": "Ardent 5",
    "brand": "Ardent",
    "item condition": "new condition",
    "weight": "1.2 kg",
    "color": ["red", "blue"],
    "price": "99.50 EUR",
    "availability": "in stock",
    "rating": "4.5",
    "reviews": "20",
    "Memory": "16 GB",
}


def saved(folder: Path, *pages: str) -> list[Path]:
    for number, page in enumerate(pages):
        (folder / f"{number:03d}.html").write_text(page, encoding="utf-8")
    return page_paths(folder)


def linked(*things: object) -> str:
    scripts = (f'<script type="application/ld+json">{json.dumps(thing)}</script>' for thing in things)
    return f"<!doctype html><html><head>{''.join(scripts)}</head><body><table><tr><td>1</table></body></html>"


def table(rows: Sequence[Sequence[str]]) -> str:
    lines = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows)
    return f"<html><body><table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table></body></html>"


def rows_of(paths: list[Path]) -> tuple[list[Any], list[str]]:
    notes: list[str] = []
    return list(rows_of_pages(paths, notes)), notes


@pytest.mark.parametrize(
    "thing",
    [
        PRODUCT,
        [PRODUCT],
        {"@graph": [{"@type": "WebSite", "name": "shop"}, PRODUCT]},
        {"@type": "ItemList", "itemListElement": [{"@type": "ListItem", "position": 1, "item": PRODUCT}]},
        {"@type": "ItemList", "itemListElement": [PRODUCT]},
        {"@type": "WebPage", "mainEntity": {**PRODUCT, "@type": ["Product", "Car"]}},
    ],
)
def test_a_product_is_read_wherever_it_stands(tmp_path: Path, thing: object) -> None:
    rows, notes = rows_of(saved(tmp_path, linked(thing)))
    assert rows == [ROW]
    assert "warranty" in notes[-1]
    assert "never.png" in notes[-1]


@pytest.mark.parametrize(
    ("offers", "price", "note"),
    [
        (
            [{"price": "12", "priceCurrency": "EUR"}, {"price": 9, "priceCurrency": "EUR"}],
            "9 EUR",
            "the least",
        ),
        ([{"price": "12", "priceCurrency": "EUR"}, {"price": 9, "priceCurrency": "USD"}], None, "currencies"),
        ({"@type": "AggregateOffer", "lowPrice": "7.00", "priceCurrency": "EUR"}, "7.00 EUR", "Read from"),
        ({"priceSpecification": {"price": 7, "priceCurrency": "EUR"}}, "7 EUR", "Read from"),
        ({"price": "on request", "priceCurrency": "EUR"}, None, "Read from"),
    ],
)
def test_of_several_offers_the_least_counts_and_currencies_are_not_mixed(
    tmp_path: Path, offers: object, price: str | None, note: str
) -> None:
    (row,), notes = rows_of(saved(tmp_path, linked({**PRODUCT, "offers": offers})))
    assert row.get("price") == price
    assert note in " ".join(notes)


def test_a_job_and_a_hotel_are_read_by_the_same_rules(tmp_path: Path) -> None:
    salary = {"currency": "EUR", "value": {"minValue": 3000, "maxValue": 4000, "unitText": "MONTH"}}
    job = {"@type": "JobPosting", "title": "Baker", "baseSalary": salary}
    place = {"address": {"addressLocality": "Ulm", "addressCountry": "DE"}}
    (row,), _ = rows_of(saved(tmp_path, linked({**job, "jobLocation": place})))
    assert row == {
        "title": "Baker",
        "base salary from": "3000 EUR",
        "base salary to": "4000 EUR",
        "city": "Ulm",
        "country": "DE",
    }
    amenities = [
        {"name": "Pool", "value": True},
        {"name": "Gym", "value": False},
        {"name": "Spa", "value": True},
    ]
    hotel = {"@type": "Hotel", "name": "Adler", "starRating": {"ratingValue": 4}, "amenityFeature": amenities}
    (row,), _ = rows_of(saved(tmp_path, linked(hotel)))
    assert row == {"name": "Adler", "star rating": "4", "amenity feature": ["Pool", "Spa"]}


@given(header=st.lists(NAMES, min_size=2, max_size=4, unique=True), data=st.data())
def test_a_table_is_read_cell_by_cell(
    tmp_path_factory: pytest.TempPathFactory, header: list[str], data: st.DataObject
) -> None:
    line = st.lists(NAMES, min_size=len(header), max_size=len(header), unique=True)
    rows = data.draw(st.lists(line.filter(lambda cells: cells != header), min_size=1, max_size=4))
    folder = tmp_path_factory.mktemp("pages")
    found, _ = rows_of(saved(folder, table([header, *rows])))
    assert [list(row.values()) for row in found] == rows
    assert list(found[0]) == header


def test_cells_that_span_others_are_repeated(tmp_path: Path) -> None:
    page = (
        "<table><tr><th rowspan=1>town<th>class<th>price<tr><td rowspan=2>Ulm<td>A<td>1<tr><td>B<td>2"
        "<tr><td colspan=3>Basel and beyond<tr><td>Basel<td colspan=2>3</table>"
    )
    rows, notes = rows_of(saved(tmp_path, page))
    assert [list(row.values()) for row in rows] == [["Ulm", "A", "1"], ["Ulm", "B", "2"], ["Basel", "3", "3"]]
    assert "Basel and beyond" in notes[0]


@pytest.mark.parametrize(
    ("pages", "problem"),
    [
        (("<p>nothing</p>",), "no products that can be read"),
        (("<table><tr><td>a<td>b<tr><td>1</table>",), "line 2 of the table has 1 cells"),
        ((table([["a", "b"], ["1", "2"]]), table([["a", "c"], ["1", "2"]])), "tables of the pages differ"),
    ],
)
def test_what_would_be_half_read_is_refused(tmp_path: Path, pages: tuple[str, ...], problem: str) -> None:
    with pytest.raises(DomainError, match=problem):
        rows_of(saved(tmp_path, *pages))


def test_hostile_pages_are_refused_or_read_as_text(tmp_path: Path) -> None:
    deep = '{"a":' * 3000 + "1" + "}" * 3000
    script = (
        f'<script type="application/ld+json">{deep}</script><script type="application/ld+json">{{</script>'
    )
    rows, notes = rows_of(saved(tmp_path, f"<html>{script}{linked({**PRODUCT, 'name': '[red]x<b>'})}"))
    assert rows[0]["name"] == "[red]x<b>"
    assert any("no JSON" in note for note in notes)
    nested = dict(PRODUCT)
    for _ in range(300):
        nested = {"@type": "Product", "value": nested}
    assert rows_of(saved(tmp_path, linked(nested)))[0]
    saved(tmp_path, "<div>" * 3_000 + table([["a", "b"], ["1", "2"]]))
    assert rows_of(page_paths(tmp_path))[0] == [{"a": "1", "b": "2"}]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1", "cp1252"])
def test_pages_are_decoded_as_they_say(tmp_path: Path, encoding: str) -> None:
    head = "" if encoding in ("cp1252", "utf-16") else f'<meta charset="{encoding}">'
    text = f"<html>{head}{table([['größe', 'preis'], ['5', '3']])}"
    (tmp_path / "a.html").write_bytes(text.encode(encoding))
    assert rows_of([tmp_path / "a.html"])[0] == [{"größe": "5", "preis": "3"}]


SHOES = [
    {
        "@type": "Product",
        "name": f"Shoe {number}",
        "brand": {"@type": "Brand", "name": "Nova"},
        "weight": {"@type": "QuantitativeValue", "value": 200 + number, "unitCode": "GRM"},
        "offers": {"@type": "AggregateOffer", "lowPrice": f"{number}5.00", "priceCurrency": "EUR"},
    }
    for number in range(1, 4)
]
CONTEXT = {"@context": SCHEMA}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("shop.jsonld", json.dumps(SHOES)),
        ("shop.json", json.dumps({**CONTEXT, "@graph": SHOES})),
        ("shop.json", json.dumps([{**CONTEXT, **shoe} for shoe in SHOES], indent=1)),
        ("shop.jsonl", "\n".join(json.dumps({**CONTEXT, **shoe}) for shoe in SHOES)),
        (
            "shop.json",
            json.dumps(
                {
                    **CONTEXT,
                    "@type": "ItemList",
                    "itemListElement": [{"@type": "ListItem", "position": 1, "item": shoe} for shoe in SHOES],
                }
            ),
        ),
    ],
)
def test_json_ld_that_is_no_page_is_read_as_that_of_a_page(tmp_path: Path, name: str, text: str) -> None:
    """As plain JSON the columns are "item.offers.lowPrice", and a weight without its unit."""
    (tmp_path / name).write_text(text, encoding="utf-8")
    with snapshot_of(str(tmp_path / name), Query()) as snapshot:
        rows = [json.loads(line) for line in snapshot.path.read_text(encoding="utf-8").splitlines()]
    assert [(row["name"], row["brand"], row["weight"], row["price"]) for row in rows] == [
        (f"Shoe {number}", "Nova", f"{200 + number} g", f"{number}5.00 EUR") for number in range(1, 4)
    ]


def test_json_that_names_schema_org_without_products_is_refused(tmp_path: Path) -> None:
    (tmp_path / "shop.jsonld").write_text(json.dumps({**CONTEXT, "@type": "Person", "name": "Ann"}))
    with pytest.raises(DomainError, match="no products"), snapshot_of(str(tmp_path / "shop.jsonld"), Query()):
        pass
