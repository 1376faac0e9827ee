"""Reads product exports of Shopify and WooCommerce as tables of what a customer can buy.

In both, a product that comes in several sizes or colors has a row for each of these variants; what concerns
the whole product stands in one of its rows only; and the name of an option is a cell: "Size" beside "M".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, count, takewhile
from typing import Final

from attrs import evolve, frozen

from cocoa_core.importing.tables.records import KeyIndex, Record, TableFile, folded_key
from cocoa_core.suggestions import listed

_Row = dict[str, str]
"""The cells of a record that are not empty, by the folded names of their columns."""
_SOLD: Final = ("simple", "external", "variation")
"""The types of rows of WooCommerce that can be bought; "variable" and "grouped" stand for other rows."""
_NO_OPTION: Final = "title"
"""What Shopify calls the option of a product without options; its value is "Default Title"."""


@frozen
class _ShopFormat:
    """The product export of a shop system. Names of its columns are folded: see `folded_key`."""

    shop: str
    marks: tuple[tuple[str, ...], ...]
    """Columns that every export has, each under its old and new names."""
    columns: Mapping[str, tuple[str, ...]]
    """The columns of the table, each with its names in the export."""
    variants: Callable[[Sequence[_Row]], Iterator[tuple[int, _Row, _Row]]]
    """Returns the positions of the rows that can be bought, each with its cells, also those of its product,
    and the values of its options by their names.
    """


def shop_variants(source: TableFile) -> TableFile:
    """Returns the variants of a product export of a shop system; any other file is returned as it is."""
    first = next(source.records, None)
    if first is None:
        return source
    records = chain([first], source.records)
    names = {folded_key(name) for name in first.keys.names}
    formats = (_SHOPIFY, _WOOCOMMERCE)
    shop_format = next((f for f in formats if not any(names.isdisjoint(mark) for mark in f.marks)), None)
    if shop_format is None:
        return evolve(source, records=records)
    variants, note = _variants(shop_format, list(records))
    return TableFile(source.file, iter(variants), lambda: (*source.notes(), note))


def _variants(shop_format: _ShopFormat, records: Sequence[Record]) -> tuple[list[Record], str]:
    """Returns a record for each variant, all with the same columns, and a note on what was done."""
    rows = [
        {
            folded_key(name): cell
            for name, cell in zip(record.keys.names, record.cells, strict=True)
            if isinstance(cell, str) and cell.strip()
        }
        for record in records
    ]
    variants = list(shop_format.variants(rows))
    filled = {key for _, row, _ in variants for key in row}
    columns = {name: keys for name, keys in shop_format.columns.items() if not filled.isdisjoint(keys)}
    names: dict[str, str] = {}
    for _, _, options in variants:
        for name in options:
            names.setdefault(folded_key(name), f"{name} option" if name in columns else name)
    index = KeyIndex((*columns, *names.values()))
    table = []
    for position, row, options in variants:
        values = {folded_key(name): value for name, value in options.items()}
        cells = [next((row[key] for key in keys if key in row), "") for keys in columns.values()]
        cells += [values.get(name, "") for name in names]
        table.append(evolve(records[position], keys=index, cells=tuple(map(_last_steps, cells))))
    named = f", with the options of products: {listed(list(names.values()))}" if names else ""
    return table, (
        f"A product export of {shop_format.shop}: {len(table):,} variants on sale in {len(records):,} rows"
        f"{named}. Columns for the shop's own use are left out."
    )


def _options(row: _Row, name_column: str, value_column: str) -> dict[str, str]:
    """Returns the values of the options of a variant by their names, as they are written."""
    numbers = takewhile(lambda number: name_column.format(number) in row, count(1))
    options = {row[name_column.format(n)]: row.get(value_column.format(n), "") for n in numbers}
    return {name: value for name, value in options.items() if value and folded_key(name) != _NO_OPTION}


def _last_steps(cell: str) -> str:
    """Returns the names of categories without those above them: "Mugs" of "Kitchen > Tableware > Mugs"."""
    return ", ".join(path.rpartition(">")[2].strip() for path in cell.split(",")) if ">" in cell else cell


def _shopify_variants(rows: Sequence[_Row]) -> Iterator[tuple[int, _Row, _Row]]:
    """Rows without a price hold further images of a product."""
    products: dict[str, _Row] = {}
    for position, row in enumerate(rows):
        product = products.setdefault(row.get("handle") or row.get("urlhandle", ""), row)
        if "variantprice" in row or "price" in row:
            shared = {key: cell for key, cell in product.items() if key in _OF_PRODUCT}
            cells = {key: cell for key, cell in (shared | row).items() if (key, cell) not in _UNSET}
            yield position, cells, _options(cells, "option{}name", "option{}value")


def _woocommerce_variants(rows: Sequence[_Row]) -> Iterator[tuple[int, _Row, _Row]]:
    """A variation names its parent by SKU, or by id as in "id:44"; it numbers its attributes by itself."""
    parents = {row["sku"]: row for row in rows if "sku" in row}
    parents |= {f"id:{row['id']}": row for row in rows if "id" in row}
    for position, row in enumerate(rows):
        if row.get("type", "").split(",")[0].strip() in _SOLD:
            parent = parents.get(row.get("parent", ""), {})
            columns = ("attribute{}name", "attribute{}value(s)")
            yield position, parent | row, _options(parent, *columns) | _options(row, *columns)


_SHOPIFY: Final = _ShopFormat(
    shop="Shopify",
    marks=(("handle", "urlhandle"), ("option1name",), ("option1value",), ("variantprice", "price")),
    columns={
        "SKU": ("variantsku", "sku"),
        "Name": ("title",),
        "Vendor": ("vendor",),
        "Category": ("type", "productcategory"),
        "Tags": ("tags",),
        "Price": ("variantprice", "price"),
        "Price before discount": ("variantcompareatprice", "compareatprice"),
        "Weight (g)": ("variantgrams", "weightvalue(grams)"),
    },
    variants=_shopify_variants,
)
_OF_PRODUCT: Final = frozenset(
    ("title", "vendor", "productcategory", "type", "tags", "option1name", "option2name", "option3name")
)
"""Columns of Shopify that are filled in the first row of a product."""
_UNSET: Final = (("variantgrams", "0"), ("variantgrams", "0.0"), ("weightvalue(grams)", "0"))
"""What Shopify writes for a weight that nobody has entered."""
_MEASURES: Final = {
    f"{measure} ({unit})": (f"{measure.lower()}({unit})",)
    for measure, units in (
        ("Weight", "kg g lbs oz"),
        ("Length", "m cm mm in yd"),
        ("Width", "m cm mm in yd"),
        ("Height", "m cm mm in yd"),
    )
    for unit in units.split()
}
"""Columns of WooCommerce by the units between which a shop chooses."""
_WOOCOMMERCE: Final = _ShopFormat(
    shop="WooCommerce",
    marks=(("type",), ("sku",), ("regularprice",), ("attribute1name",), ("attribute1value(s)",)),
    columns={
        "SKU": ("sku",),
        "Name": ("name",),
        "Brand": ("brands",),
        "Category": ("categories",),
        "Tags": ("tags",),
        "Regular price": ("regularprice",),
        "Sale price": ("saleprice",),
        "In stock": ("instock?",),
        **_MEASURES,
    },
    variants=_woocommerce_variants,
)
