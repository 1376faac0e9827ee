"""The shape of strangers' files: rows that would shift, formats and cover sheets of Excel, headers of two
rows, totals and footnotes, entities, encodings, lists and maps of JSON.
"""

from __future__ import annotations

import io
import json
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from importing.test_table_files import sheet_rows, spreadsheet

from cocoa_core.errors import DomainError
from cocoa_core.importing import NO_RESULTS, read_table, without_total
from cocoa_core.importing.tables.delimited import decoded, protected, released

CITIES = ["Ulm", "Bonn", "Kiel", "Ulm", "Bonn", "Kiel", "Ulm", "Bonn"]


def read(folder: Path, text: str | bytes, name: str = "t.csv") -> Any:
    path = folder / name
    path.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
    return without_total(read_table(path))


def column(table: Any, name: str) -> list[str]:
    return [row[table.header.index(name)] for _, row in table.rows]


@pytest.mark.parametrize(
    ("header", "rows", "line", "fix"),
    [
        (
            "brand,price,stock",
            ["A,$293,11", "B,$3,828,40", "C,$3,036,75", "D,$714,3", "E,$9,1"],
            3,
            '"$3,828"',
        ),
        (
            "brand,price,stock",
            [f"{name},$1,{n}00,5" for n, name in enumerate("ABCDEF", start=1)],
            2,
            '"$1,100"',
        ),
        (
            "brand,price,stock",
            [f"{name},1,{n}00,5" for n, name in enumerate("ABCDEF", start=1)],
            2,
            '"1,100"',
        ),
        (
            "city,stock",
            ["Paris, France,3", "Rome,4", "Ulm,5", "Kiel, Germany,6", "Bonn,1"],
            2,
            "quotation marks",
        ),
        ("brand;price;stock", ["A;1;5", "B;2;299;4", "C;3;199;4", "D;5;6", "E;1;2"], 3, "quotation marks"),
    ],
)
def test_rows_that_an_unquoted_separator_would_shift_are_refused(
    tmp_path: Path, header: str, rows: list[str], line: int, fix: str
) -> None:
    with pytest.raises(DomainError, match="cells") as refused:
        read(tmp_path, "\n".join([header, *rows]) + "\n")
    assert refused.value.place is not None
    assert refused.value.place.line == line
    assert fix in (refused.value.fix or "")


@pytest.mark.parametrize("header", ["city,size (m,ft),stock", "city,size,stock,note", "a,b,c,d,e,f,g"])
def test_a_header_wider_than_its_rows_is_refused_and_never_taken_for_a_title(
    tmp_path: Path, header: str
) -> None:
    for cells in ("{0},3,{0}", "{0},3,4", "3,{0},5"):
        rows = [cells.format(city) for city in CITIES]
        with pytest.raises(DomainError, match="the header has") as refused:
            read(tmp_path, "\n".join([header, *rows]) + "\n")
        assert refused.value.place is not None
        assert refused.value.place.line == 1
    assert (
        read(tmp_path, "\n".join(["Report, May, all, of, it", "city,size,stock", *rows])).header[0] == "city"
    )
    assert read(tmp_path, "\n".join(["city,size,stock,,", *rows])).header == ("city", "size", "stock")


def test_more_columns_than_a_spreadsheet_has_and_endless_lines_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    path.write_text(
        "\n".join([",".join(f"c{n}" for n in range(17_000)), ",".join("1" for n in range(17_000))]),
        encoding="utf-8",
    )
    with pytest.raises(DomainError, match="17,000 columns"):
        read_table(path, 0, 100, "")
    path.write_text('a,b\n1,"' + "x" * 1_000_001, encoding="utf-8")
    with pytest.raises(DomainError, match="more than 1,000,000 characters") as caught:
        read_table(path, 0, 100, "")
    assert caught.value.place is not None
    assert caught.value.place.line == 2


def test_names_of_rows_without_a_header_are_no_shift(tmp_path: Path) -> None:
    table = read(tmp_path, "mpg,cyl\n" + "".join(f"Mazda {n},{n + 20},6\n" for n in range(8)))
    assert table.header == ("", "mpg", "cyl")


STYLES = [
    "General",
    '"$"#,##0',
    "0%",
    "00000",
    '0.0" kg"',
    "[$€-407] #,##0.00",
    "#,##0.00 [$CHF]",
    "000-00-0000",
    '0.0,,"M"',
    "#,##0_);(#,##0)",
    '_("£"* #,##0.00_)',
    "dd/mm/yyyy",
    "[h]:mm",
]
SHOWN = [
    (0, 2116, "2116"),
    (1, 59222, "$59222"),
    (1, -5.5, "-$5.5"),
    (2, 0.07000000000000001, "7%"),
    (2, 1.25, "125%"),
    (3, 2116, "02116"),
    (4, 2.5, "2.5 kg"),
    (5, 12.5, "€12.5"),
    (6, 12.5, "12.5 CHF"),
    (7, 12345678, "012-34-5678"),
    (8, 35000000, "35000000"),
    (9, -450, "-450"),
    (10, 9, "£9"),
    (11, 45674, "2025-01-17"),
    (12, 1.125, "1 days 03:00:00"),
]


def styled(rows: list[str]) -> bytes:
    """An .xlsx file whose cells have `s` attributes that name STYLES."""
    out = io.BytesIO(spreadsheet(Rows=rows))
    codes = "".join(
        f'<numFmt numFmtId="{164 + n}" formatCode="{code.replace(chr(34), "&quot;")}"/>'
        for n, code in enumerate(STYLES)
    )
    used = "".join(f'<xf numFmtId="{164 + n}"/>' for n in range(len(STYLES)))
    with zipfile.ZipFile(out, "a") as archive:
        links = archive.read("xl/_rels/workbook.xml.rels").decode()
        archive.writestr(
            "xl/styles.xml",
            '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
            f"<numFmts>{codes}</numFmts><cellXfs>{used}</cellXfs></styleSheet>",
        )
        assert "sheet1" in links
    return out.getvalue()


@pytest.mark.parametrize(("style", "number", "text"), SHOWN)
def test_a_cell_of_excel_is_read_with_what_its_format_shows(
    tmp_path: Path, style: int, number: float, text: str
) -> None:
    rows = [
        f'<row r="{line}"><c r="A{line}" t="inlineStr"><is><t>Ulm</t></is></c>'
        f'<c s="{style}" r="B{line}"><v>{number}</v></c></row>'
        for line in range(2, 9)
    ]
    table = read(tmp_path, styled([*sheet_rows([("city", "size")]), *rows]), "t.xlsx")
    assert column(table, "size") == [text] * 7


XLS = Path(__file__).with_name("formats.xls")
"""Written by xlwt: a cover sheet, and eight rows with a number format for each column."""


def test_a_cell_of_an_old_spreadsheet_is_read_with_what_its_format_shows() -> None:
    table = read_table(XLS)
    shown = ("$59222", "25%", "02116", "2.5 kg", "7", "2025-01-17", "€12.5", "012-34-5678", "9.75 CHF")
    assert {row[1:] for _, row in table.rows} == {shown}
    assert table.notes == ("Read from the sheet 'Prices é', not 'Cover'.",)


@given(data=st.data())
def test_a_damaged_old_spreadsheet_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    damaged = bytearray(XLS.read_bytes())
    for _ in range(data.draw(st.integers(1, 8))):
        damaged[data.draw(st.integers(8, len(damaged) - 1))] = data.draw(st.sampled_from([0, 1, 9, 254, 255]))
    with suppress(DomainError):
        read(tmp_path_factory.getbasetemp(), bytes(damaged), "damaged.xls")


@pytest.mark.parametrize("line", [1, 4])
def test_each_row_below_merged_cells_has_their_value_and_that_is_said(tmp_path: Path, line: int) -> None:
    hotels = [(("Ulm", "", "", "Bonn", "", "Kiel", "", "")[n], f"h{n}", n) for n in range(8)]
    rows = sheet_rows([("city", "hotel", "beds"), *hotels], line)
    ranges = [f'<mergeCell ref="A{line + a}:A{line + b}"/>' for a, b in ((1, 3), (4, 5), (6, 8))]
    table = read(tmp_path, spreadsheet(Hotels=[*rows, *ranges]), "t.xlsx")
    assert column(table, "city") == ["Ulm"] * 3 + ["Bonn"] * 2 + ["Kiel"] * 3
    assert table.notes == ("5 cells that are merged with the one above have its value.",)


def test_what_a_person_does_not_see_in_a_sheet_is_said(tmp_path: Path) -> None:
    rows = sheet_rows([("city", "beds", "price"), *((city, n, n + 5) for n, city in enumerate(CITIES))])
    assert read(tmp_path, spreadsheet(Hotels=rows), "t.xlsx").notes == ()
    hidden = [row.replace('<row r="3"', '<row r="3" hidden="1"') for row in rows]
    awkward = [row.replace('"C3"><v>6</v>', '"C3"><f>B3+5</f><v></v>') for row in hidden]
    notes = read(tmp_path, spreadsheet(Hotels=awkward), "t.xlsx").notes
    assert [note.partition(":")[0] for note in notes[:1]] == [f"Column C holds {NO_RESULTS}"]
    assert notes[1].startswith("1 hidden row is read")


def test_a_list_of_the_columns_is_passed_over(tmp_path: Path) -> None:
    meanings = sheet_rows([(f"name {number}", "what it means") for number in range(12)])
    data = sheet_rows(
        [("city", "size", "price"), *((city, n, n * 100) for n, city in enumerate(CITIES * 40))]
    )
    assert read(tmp_path, spreadsheet(Columns=meanings, Loans=data), "t.xlsx").header == (
        "city",
        "size",
        "price",
    )
    assert read(tmp_path, spreadsheet(Loans=data, Columns=meanings), "t.xlsx").header == (
        "city",
        "size",
        "price",
    )


def test_a_workbook_lies_where_its_writer_put_it(tmp_path: Path) -> None:
    rows = sheet_rows([("city", "size"), *((city, n) for n, city in enumerate(CITIES))])
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(spreadsheet(Rows=rows))) as source, zipfile.ZipFile(out, "w") as moved:
        for name in source.namelist():
            text = source.read(name).decode().replace('Target="xl/', 'Target="').replace('"/xl/', '"/')
            moved.writestr(name.removeprefix("xl/"), text)
    assert len(read(tmp_path, out.getvalue(), "t.xlsx").rows) == len(CITIES)


def test_a_cover_sheet_is_passed_over_and_named(tmp_path: Path) -> None:
    cover = sheet_rows([("Confidential",), ("As of May",)])
    data = sheet_rows([("city", "beds"), *((city, n) for n, city in enumerate(CITIES))])
    table = read(tmp_path, spreadsheet(Cover=cover, Listings=data), "t.xlsx")
    assert table.header == ("city", "beds")
    assert table.notes == ("Read from the sheet 'Listings', not 'Cover'.",)


@pytest.mark.parametrize(
    ("lines", "header"),
    [
        ([",2023,,2024,", "city,min,max,min,max"], ("city", "2023 min", "2023 max", "2024 min", "2024 max")),
        (["city,Price,,Size,", ",net,gross,m,ft"], ("city", "net price", "gross price", "Size m", "Size ft")),
        (["Report of May,,,,", "city,Price,,Size,", ",net,gross,m,ft"], ("city", "net price", "gross price")),
        (["city,a,b,c,d", ",kg,EUR,%,"], ("city", "a (kg)", "b (EUR)", "c (%)", "d")),
    ],
)
def test_two_rows_of_a_header_are_joined_and_that_is_said(
    tmp_path: Path, lines: list[str], header: tuple[str, ...]
) -> None:
    rows = [f"{city},{n},{n + 1},{n + 2},{n + 3}" for n, city in enumerate(CITIES)]
    table = read(tmp_path, "\n".join([*lines, *rows]) + "\n")
    assert table.header[: len(header)] == header
    assert len(table.rows) == len(rows)
    assert any("join" in note for note in table.notes)


@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_names_and_values_above_the_table_of_a_bank_are_left_out(tmp_path: Path, separator: str) -> None:
    remarks = ["Account;Giro 4711", "Period;July;September", "Balance;1 200;EUR", "Customer"]
    names = "booked;payee;purpose;amount;currency"
    rows = [f"0{n + 1}.07.2025;{city};rent;{n}50;EUR" for n, city in enumerate(CITIES)]
    text = "\n".join([*remarks, "", names, *rows]).replace(";", separator)
    table = read(tmp_path, text + "\n")
    assert table.header == tuple(names.split(";"))
    assert [";".join(cells) for _, cells in table.rows] == rows


@pytest.mark.parametrize("rule", ["-" * 40, "|---|---|---|", "|:--|:-:|--:|"])
def test_lines_that_are_drawn_between_rows_are_none(tmp_path: Path, rule: str) -> None:
    rows = [f"|{city}|{n}50|{n}|" for n, city in enumerate(CITIES)]
    table = read(tmp_path, "\n".join(["|city|price|beds|", rule, *rows, rule]) + "\n")
    assert len(table.rows) == len(rows)
    assert column(table, "price") == [f"{n}50" for n in range(len(rows))]
    assert table.notes == ()


def test_a_name_that_is_merged_over_both_rows_of_a_header_is_said_once(tmp_path: Path) -> None:
    lines = ["city,Summer,,Winter,", "city,single,double,single,double"]
    rows = [f"{city},{n},{n + 1},{n + 2},{n + 3}" for n, city in enumerate(CITIES)]
    table = read(tmp_path, "\n".join([*lines, *rows]) + "\n")
    assert table.header[:3] == ("city", "Summer single", "Summer double")


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("Epic 1 (https://www.notion.so/Epic-1-0f3a)", "Epic 1"),
        ("a.jpg (https://dl.airtable.com/a.jpg),b c.jpg (https://dl.airtable.com/b.jpg)", "a.jpg,b c.jpg"),
        ("https://example.org/(a)", "https://example.org/(a)"),
        ("(https://example.org/a)", "(https://example.org/a)"),
        ("\x1b[31mRed\x1b[0m", "Red"),
        ("[Epic 1](https://example.org/1)", "Epic 1"),
        ("\x1b]0;title\x07Blue", "Blue"),
        ("Ulm (see example.org)", "Ulm (see example.org)"),
    ],
)
def test_addresses_behind_names_and_escape_sequences_are_no_part_of_a_cell(
    tmp_path: Path, cell: str, text: str
) -> None:
    rows = [f'{city},{n},"{cell}"' for n, city in enumerate(CITIES)]
    assert set(column(read(tmp_path, "\n".join(["city,beds,file", *rows]) + "\n"), "file")) == {text}


NAMES = "name,age,city,born"
PEOPLE = [f"{city},{20 + n},Oslo,19{60 + n}-03-01" for n, city in enumerate(CITIES)]


@pytest.mark.parametrize(
    ("above", "below"),
    [
        (["notes,above,the,", "or,merge,,"], []),
        ([], ["Some,,,", ",like to write,,", ",,at the,", ",,,bottom"]),
        ([], ["", "City,Mean,,City", "Oslo,24,,Bergen", "Bergen,25,,"]),
        ([], ["", ",mean,24,", ",median,25,"]),
    ],
)
def test_remarks_and_smaller_tables_around_the_table_are_left_out(
    tmp_path: Path, above: list[str], below: list[str]
) -> None:
    table = read(tmp_path, "\n".join([*above, NAMES, *PEOPLE, *below]) + "\n")
    assert table.header == tuple(NAMES.split(","))
    assert [",".join(cells) for _, cells in table.rows] == PEOPLE
    assert table.notes


@pytest.mark.parametrize("broken", ["Ulm,,,", "Ulm,old,,young"])
def test_among_few_records_a_broken_one_is_no_remark(tmp_path: Path, broken: str) -> None:
    assert len(read(tmp_path, "\n".join([NAMES, *PEOPLE[:5], broken]) + "\n").rows) == 6


def test_rows_behind_empty_lines_are_rows(tmp_path: Path) -> None:
    table = read(tmp_path, "\n".join([NAMES, *PEOPLE[:5], "", *PEOPLE[5:]]) + "\n")
    assert len(table.rows) == len(PEOPLE)


def test_a_header_of_one_row_is_not_joined_with_a_row(tmp_path: Path) -> None:
    table = read(tmp_path, "city,size,kind\n" + "".join(f"{city},{n},m\n" for n, city in enumerate(CITIES)))
    assert table.header == ("city", "size", "kind")
    assert len(table.rows) == len(CITIES)


ROWS = [f"{city},{n},{n * 100}" for n, city in enumerate(CITIES, start=1)]


@pytest.mark.parametrize(
    ("extra", "where"),
    [
        ("Total,36,3600", 8),
        ("Subtotal,,600", 3),
        ("Subtotal,6,600", 3),
        ("Ulm Total,,600", 3),
        ("Total Ulm,6,600", 3),
        ("Grand total:,36,3600", 8),
        ("Gesamt,,", 8),
        ("Average,4.5,450", 8),
        ("Zwischensumme,,600", 3),
    ],
)
def test_totals_wherever_they_stand_are_left_out_and_said(tmp_path: Path, extra: str, where: int) -> None:
    lines = [*ROWS[:where], extra, *ROWS[where:]]
    table = read(tmp_path, "city,beds,price\n" + "\n".join(lines) + "\n")
    assert column(table, "city") == CITIES
    assert any("total" in note for note in table.notes)


def test_subtotals_of_many_small_blocks_are_no_options(tmp_path: Path) -> None:
    lines = [line for row in ROWS for line in (row, row.replace(",", " Centre,", 1), "Subtotal,,17")]
    table = read(tmp_path, "city,beds,price\n" + "\n".join([*lines, "Grand total,,99"]) + "\n")
    assert len(table.rows) == 2 * len(CITIES)
    assert not any("otal" in city for city in column(table, "city"))


def test_records_by_key_below_one_other_key_are_rows(tmp_path: Path) -> None:
    records = {f"k{number}": {"city": city, "beds": number} for number, city in enumerate(CITIES)}
    path = tmp_path / "keyed.json"
    path.write_text(json.dumps({"items": records}), encoding="utf-8")
    table = read_table(path, 0, 100, "")
    assert table.header == ("key", "city", "beds")
    assert column(table, "city") == CITIES


@pytest.mark.parametrize("extra", ["Total,3,150", "Totally,3,150", "Total Wine,3,150"])
def test_a_value_that_looks_like_a_total_is_a_row(tmp_path: Path, extra: str) -> None:
    lines = [*ROWS[:4], extra, *ROWS[4:]]
    table = read(tmp_path, "city,beds,price\n" + "\n".join(lines) + "\n")
    assert len(table.rows) == len(CITIES) + 1


@pytest.mark.parametrize("note", ["* prices of May,,", "Source: own records,,"])
def test_footnotes_are_left_out_and_said_also_below_a_total(tmp_path: Path, note: str) -> None:
    table = read(tmp_path, "city,beds,price\n" + "\n".join([*ROWS, "Total,36,3600", note]) + "\n")
    assert column(table, "city") == CITIES
    assert any("footnote" in one for one in table.notes)
    assert any("taken for a total" in one for one in table.notes)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("K&ouml;nig", "König"),
        ("Ardent &amp; Co", "Ardent & Co"),
        ("D&#39;Or", "D'Or"),
        ("a &#x2014; b", "a — b"),
        ("&quot;x&quot;", '"x"'),
        ("a&semi;b", "a;b"),
        ("a&comma;b", "a,b"),
        ("R&amp;amp;D", "R&D"),
        ("&lt;5", "<5"),
        ("AT&T", "AT&T"),
        ("A & B; C", "A & B; C"),
        ("x&nbsp;y", "x\xa0y"),
        ("<p>Near <b>the</b> sea<br/>&amp; hills</p>", "Near the sea & hills"),
        ("&lt;p&gt;H<sub>2</sub>O&lt;/p&gt;", "H2O"),
        ("<5 > 3", "<5 > 3"),
    ],
)
@pytest.mark.parametrize("delimiter", [",", ";"])
def test_entities_are_decoded_before_a_line_is_split(
    tmp_path: Path, written: str, meant: str, delimiter: str
) -> None:
    assert decoded(written) == meant
    assert released(protected(written)) == meant
    if delimiter == ";" and "; " in written:
        written = f'"{written}"'
    lines = [delimiter.join((written, str(n))) for n in range(6)]
    table = read(tmp_path, delimiter.join(("brand", "size")) + "\n" + "\n".join(lines) + "\n")
    assert column(table, "brand") == [meant] * 6
    records = [{"brand": written.strip('"'), "size": n} for n in range(6)]
    assert column(read(tmp_path, json.dumps(records), "t.json"), "brand") == [meant] * 6


@pytest.mark.parametrize(
    ("encoding", "text", "named"),
    [
        ("shift_jis", "東京タワー", "Shift JIS"),
        ("gb18030", "北京市朝阳区", "GB 18030"),
        ("big5", "臺北市信義區", "Big5"),
        ("euc_kr", "서울특별시", "EUC-KR"),
        ("cp1251", "Москва", "Windows-1251"),
        ("koi8-r", "Москва", ""),
        ("cp1250", "Wrocław", "Windows-1250"),
        ("cp850", "König", "code page 850"),
    ],
)
def test_an_encoding_that_would_leave_broken_letters_is_refused(
    tmp_path: Path, encoding: str, text: str, named: str
) -> None:
    content = ("name,size\n" + "".join(f"{text},{n}\n" for n in range(8))).encode(encoding)
    with pytest.raises(DomainError, match="encoding") as refused:
        read(tmp_path, content)
    assert named in (refused.value.fix or "")


def test_one_broken_line_is_named_and_no_encoding_of_it_alone(tmp_path: Path) -> None:
    lines = [b"name,size", *(f"Renée {n},{n}".encode("cp1252") for n in range(9)), b"Vall\xcc\xc4\xe5\xa9e,4"]
    with pytest.raises(DomainError, match="encoding") as refused:
        read(tmp_path, b"\n".join([*lines, b""]))
    assert "correct the broken letters of line 11" in (refused.value.fix or "")


@pytest.mark.parametrize("text", ["Köln", "Çàn", "Œuvre", "50 €", "“Élan”", "naïveté", "€€€€", "5 °C – 7 °C"])
def test_windows_1252_is_read_as_ever(tmp_path: Path, text: str) -> None:
    content = ("name,size\n" + "".join(f"{text},{n}\n" for n in range(8))).encode("cp1252")
    assert column(read(tmp_path, content), "name") == [text] * 8


@pytest.mark.parametrize(
    ("header", "cells", "plain"),
    [
        ("price", ("٧٨٩", "٧٫٥", "١٬٢٠٠"), ("789", "7.5", "1,200")),
        ("rate", ("３６１", "１．５", "２０％"), ("361", "1.5", "20%")),
        ("rooms", ("३ कमरे", "②", "m²"), ("3 कमरे", "②", "m²")),
        ("stock", ("'91", "'120", "'-4.5%"), ("91", "120", "-4.5%")),
        ("age", ("'91", "'34", "5"), ("91", "34", "5")),
        ("model year", ("'91", "'34", "'07"), ("'91", "'34", "'07")),
        ("quote", ("'twas", "'4 more'", "O'9"), ("'twas", "'4 more'", "O'9")),
    ],
)
def test_numbers_have_the_digits_0_to_9_and_no_apostrophe(
    tmp_path: Path, header: str, cells: tuple[str, ...], plain: tuple[str, ...]
) -> None:
    lines = [f"row,{header}", *(f'{n},"{cell}"' for n, cell in enumerate(cells * 3))]
    assert column(read(tmp_path, "\n".join(lines).encode()), header) == [*plain] * 3


def test_lists_of_one_item_are_unwrapped_and_longer_ones_kept(tmp_path: Path) -> None:
    records = [{"city": ["Vienna"], "tags": ["a", "b"], "n": n, "none": []} for n in range(6)]
    table = read(tmp_path, json.dumps(records), "t.json")
    assert column(table, "city") == ["Vienna"] * 6
    assert column(table, "tags") == ['["a", "b"]'] * 6
    assert column(table, "none") == [""] * 6


def test_maps_of_truths_and_maps_with_changing_keys_are_sets(tmp_path: Path) -> None:
    keys = ["salt", "eggs", "rice", "oil", "milk", "beans", "flour", "tofu"]
    records = [
        {
            "name": f"n{n}",
            "amenities": {"wifi": True, "pool": n % 2 == 0, "gym": None},
            "needs": {keys[n % 8]: "5 g", keys[(n + 3) % 8]: "1"},
            "fare": {"amount": n, "currency": "EUR", "class": "Y"},
        }
        for n in range(8)
    ]
    for name, text in (("t.json", json.dumps(records)), ("t.jsonl", "\n".join(map(json.dumps, records)))):
        table = read(tmp_path, text, name)
        assert column(table, "amenities")[:2] == ['["wifi", "pool"]', '["wifi"]']
        assert column(table, "needs")[0] == '["salt", "oil"]'
        assert column(table, "fare.amount") == [str(n) for n in range(8)]
        assert any("amenities maps keys" in note for note in table.notes)


KINDS = [
    ("c,d,d", ""),
    ("continuous,discrete,string", ""),
    ("float64,object,object", ""),
    ("c,female male,s", ",class,meta"),
    ("numeric,factor,character", ""),
]


@pytest.mark.parametrize(("kinds", "roles"), KINDS)
def test_rows_that_say_what_columns_hold_are_left_out_and_said(
    tmp_path: Path, kinds: str, roles: str
) -> None:
    body = [f"{20 + n},{'female' if n % 2 else 'male'},{CITIES[n]}" for n in range(8)]
    lines = ["age,sex,town", kinds, *([roles] if roles else []), *body]
    table = read(tmp_path, "\n".join(lines))
    assert column(table, "age") == [str(20 + n) for n in range(8)]
    assert any("what the columns hold: left out" in note for note in table.notes)


def test_single_letters_that_are_values_of_their_columns_are_a_row(tmp_path: Path) -> None:
    table = read(tmp_path, "first,second,third\n" + "c,d,c\n" * 4 + "d,c,s\n" * 4)
    assert len(table.rows) == 8


@pytest.mark.parametrize("name", ["t.csv", "t.json"])
def test_letters_lost_before_are_refused_with_their_rows(tmp_path: Path, name: str) -> None:
    rows = [{"town": f"K\ufffdln{n}" if n in (2, 5) else f"Ulm{n}", "price": n} for n in range(8)]
    text = "town,price\n" + "".join(f"{row['town']},{row['price']}\n" for row in rows)
    with pytest.raises(DomainError, match="U\\+FFFD") as caught:
        read(tmp_path, text if name == "t.csv" else json.dumps(rows), name)
    assert ("4, 7" if name == "t.csv" else "3, 6") in str(caught.value)


def test_a_fragment_of_a_row_is_left_out_and_named(tmp_path: Path) -> None:
    rows = [f"2018,Fall,{town},{n},{n * n},{7 * n},a,b" for n, town in enumerate(CITIES)]
    table = read(
        tmp_path, "\n".join(["year,term,town,p,q,r,s,t", *rows, "9780133356038,199.96,,,,,,", *rows])
    )
    assert len(table.rows) == 2 * len(CITIES)
    assert any("Line 10" in note and "taken for a fragment" in note for note in table.notes)
