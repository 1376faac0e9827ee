"""Product exports of shop systems become tables of the variants that a customer can buy."""

from __future__ import annotations

from pathlib import Path

import pytest

from cocoa_core.importing import RawTable, read_table

SHOPIFY = """\
Handle,Title,Body (HTML),Vendor,Type,Tags,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,\
Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src
mug,Tall mug,<p>Tall.</p>,Hearth,Mugs,"new, blue",Size,Small,Color,Blue,M1,300,4,9.50,12.00,a.jpg
mug,,,,,,,Large,,Green,M2,450.0,0,11.00,,b.jpg
mug,,,,,,,,,,,,,,,c.jpg
bowl,Deep bowl,,Kiln,Bowls,,Title,Default Title,,,B1,0,7,14.00,,
plate,Plate,,Kiln,Plates,,size,Large,,,P1,600,1,8.00,,
lid,Lid,,Hearth,Lids,,Title,Default Title,,,L1,90,1,3.00,,
jug,Jug,,Hearth,Jugs,,Color,Blue,,,J1,800,1,21.00,,
"""
RENAMED = {
    "Handle": "URL handle",
    "Option1 Name": "Option1 name",
    "Variant SKU": "SKU",
    "Variant Grams": "Weight value (grams)",
    "Variant Price": "Price",
    "Variant Compare At Price": "Compare-at price",
}
WOOCOMMERCE = """\
ID,Type,SKU,Name,Published,In stock?,Weight (lbs),Sale price,Regular price,Categories,Images,Parent,\
Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 2 name,Attribute 2 value(s)
44,variable,tee,Tee,1,1,.5,,,"Clothing > Tops, New",x.jpg,,Color,"Blue, Red",1,Fit,Slim
45,variation,tee-blue,Tee - Blue,1,1,,15,20,,,tee,Color,Blue,,,
46,variation,tee-red,Tee - Red,1,0,.6,,20,,,id:44,Color,Red,,,
47,"simple, virtual",card,Gift card,1,1,,,25,Gifts,,,,,,,
48,grouped,set,Set,1,1,,,,Gifts,,,,,,,
49,simple,cap,Cap,1,1,.2,,9,Clothing,,,Color,Grey,1,,
50,external,book,Book,1,1,,,30,Books,,,,,,,
51,simple,pin,Pin,1,1,,,4,Gifts,,,,,,,
"""


def table_of(folder: Path, text: str) -> RawTable:
    (folder / "products.csv").write_text(text, encoding="utf-8")
    return read_table(folder / "products.csv")


def rows_of(table: RawTable) -> dict[int, dict[str, str]]:
    return {line: dict(zip(table.header, cells, strict=True)) for line, cells in table.rows}


def test_a_variant_of_shopify_has_what_its_product_says(tmp_path: Path) -> None:
    table = table_of(tmp_path, SHOPIFY)
    assert table.header == (
        *("SKU", "Name", "Vendor", "Category", "Tags", "Price", "Price before discount", "Weight (g)"),
        *("Size", "Color"),
    )
    rows = rows_of(table)
    assert list(rows) == [2, 3, 5, 6, 7, 8]
    assert tuple(rows[2].values()) == (
        *("M1", "Tall mug", "Hearth", "Mugs", "new, blue", "9.50", "12.00", "300", "Small", "Blue"),
    )
    assert tuple(rows[3].values()) == (
        *("M2", "Tall mug", "Hearth", "Mugs", "new, blue", "11.00", "", "450.0", "Large", "Green"),
    )
    assert rows[5]["Weight (g)"] == rows[5]["Size"] == rows[5]["Color"] == ""
    assert rows[6]["Size"] == "Large"  # "size" and "Size" are one option
    assert rows[8]["Color"] == "Blue"
    assert any("Shopify: 6 variants on sale in 7 rows" in note for note in table.notes)


def test_the_names_that_shopify_gives_its_columns_today_are_read_alike(tmp_path: Path) -> None:
    text = SHOPIFY
    for old, new in RENAMED.items():
        text = text.replace(old, new, 1)
    assert table_of(tmp_path, text) == table_of(tmp_path, SHOPIFY)


def test_a_variation_of_woocommerce_has_what_its_parent_says(tmp_path: Path) -> None:
    table = table_of(tmp_path, WOOCOMMERCE)
    assert table.header == (
        *("SKU", "Name", "Category", "Regular price", "Sale price", "In stock", "Weight (lbs)"),
        *("Color", "Fit"),
    )
    rows = rows_of(table)
    assert list(rows) == [3, 4, 5, 7, 8, 9]
    assert tuple(rows[3].values()) == (
        *("tee-blue", "Tee - Blue", "Tops, New", "20", "15", "1", ".5", "Blue", "Slim"),
    )
    assert rows[4]["Weight (lbs)"] == ".6"
    assert rows[4]["Color"] == "Red"
    assert rows[5]["Name"] == "Gift card"
    assert any("WooCommerce: 6 variants on sale in 8 rows" in note for note in table.notes)


def test_a_variation_that_numbers_its_attributes_otherwise_than_its_parent_keeps_them(tmp_path: Path) -> None:
    text = WOOCOMMERCE.replace(',Color,"Blue, Red",1,Fit,Slim', ',Fit,Slim,1,Color,"Blue, Red"')
    row = rows_of(table_of(tmp_path, text))[3]
    assert (row["Color"], row["Fit"]) == ("Blue", "Slim")


@pytest.mark.parametrize("mark", ["Handle", "Option1 Name", "Option1 Value", "Variant Price"])
def test_without_a_column_that_every_export_has_the_table_stays_as_it_is(tmp_path: Path, mark: str) -> None:
    text = SHOPIFY.replace(mark, "Remark", 1)
    table = table_of(tmp_path, text)
    assert table.header == tuple(text.partition("\n")[0].split(","))
    assert len(table.rows) == 7
