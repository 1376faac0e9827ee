from __future__ import annotations

import importlib
import io
import json
import sys
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cocoa_core.errors import CocoaError, DomainError
from cocoa_core.importing import read_table
from cocoa_core.importing.tables.records import sampled

RECORDS = [{"name": f"n{number}", "size": number, "new": number % 2 == 0} for number in range(6)]
CELLS = [(f"n{number}", str(number), "yes" if number % 2 == 0 else "no") for number in range(6)]


def read(folder: Path, text: str | bytes, name: str = "t.csv", **limits: Any) -> Any:
    path = folder / name
    path.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
    return read_table(path, **limits)


def cells(table: Any) -> list[tuple[str, ...]]:
    return [row for _, row in table.rows]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_table_is_the_same_in_every_delimiter_encoding_and_line_end(
    tmp_path: Path, delimiter: str, encoding: str, end: str
) -> None:
    rows = [
        ["näme", "text", "n"],
        *([f"ü{number}", f'"a, b;{end}c|\t""d"""', str(number)] for number in range(6)),
    ]
    text = end.join(delimiter.join(row) for row in rows) + end
    table = read(tmp_path, text.encode(encoding))
    assert table.header == ("näme", "text", "n")
    assert cells(table) == [(f"ü{number}", f'a, b;{end}c|\t"d"', str(number)) for number in range(6)]
    assert bool(table.notes) == (encoding == "cp1252")


@pytest.mark.parametrize(
    ("name", "document"),
    [
        ("t.json", RECORDS),
        ("t.json", {"data": RECORDS, "page": 1}),
        ("t.json", {"data": {"items": RECORDS}}),
        ("t.json", {"about": {"pages": {"count": 1}}, "data": {"items": RECORDS, "count": 6}, "page": 1}),
        ("t.json", {key: [record[key] for record in RECORDS] for key in RECORDS[0]}),
        ("t.json", {key: {str(row): one[key] for row, one in enumerate(RECORDS)} for key in RECORDS[0]}),
        ("t.json", [list(RECORDS[0]), *(list(record.values()) for record in RECORDS)]),
        ("t.txt", RECORDS),
        ("t.jsonl", None),
        ("t.json", None),
    ],
)
def test_json_is_the_same_table_however_it_is_laid_out(tmp_path: Path, name: str, document: Any) -> None:
    text = json.dumps(document) if document else "\n".join(map(json.dumps, RECORDS))
    table = read(tmp_path, text, name)
    assert table.header == ("name", "size", "new")
    assert cells(table) == CELLS


def test_nested_objects_are_taken_apart_and_late_keys_join(tmp_path: Path) -> None:
    records = [{"a": {"b": 1, "c": [1, "x"]}}] * 5 + [{"a": {"b": None}, "late": 2.50}]
    table = read(tmp_path, json.dumps(records), "t.json")
    assert table.header == ("a.b", "a.c", "late")
    assert cells(table)[0] == ("1", '["1", "x"]', "")
    assert cells(table)[5] == ("", "", "2.5")


def test_ragged_rows_are_left_out_and_the_first_ones_named(tmp_path: Path) -> None:
    table = read(tmp_path, "a,b\n1,2\n3\n" + "5,6\n" * 6 + "7,8,9\n1,2,\n")
    assert len(table.rows) == 8
    assert table.notes == (
        "2 rows have another number of cells than the header's 2: left out (line 3 has 1, line 10 has 3);"
        " cells that hold commas have to stand in quotation marks.",
    )
    broken = read(tmp_path, "a,b\n" + "1,2\n" * 6 + '"3\n4\n5"\n')
    assert broken.notes == (
        "1 row has another number of cells than the header's 2: left out (lines 8 to 10 have 1).",
    )


def test_marks_within_a_line_and_ends_of_lines_in_a_cell_are_read(tmp_path: Path) -> None:
    table = read(tmp_path, "a,b\n" + '"27" screen",2\n5" tall,"3\n4"\n' * 4)
    assert cells(table)[:2] == [('27 screen"', "2"), ('5" tall', "3\n4")]


def test_a_header_with_gaps_is_no_remark_above_a_row(tmp_path: Path) -> None:
    rows = "".join(f"Kettle {n},Braun,${n}.50,1.{n} L,red\n" for n in range(1, 9))
    assert read(tmp_path, "name,,price,,colour\n" + rows).header == ("name", "", "price", "", "colour")


def test_lines_before_the_header_and_tables_without_one_are_told_apart(tmp_path: Path) -> None:
    titled = read(tmp_path, "Cars of 2020\n\na,b\n" + "x,2\n" * 6)
    assert titled.header == ("a", "b")
    bare = read(tmp_path, "5.1,x\n4.9,y\n" * 4)
    assert bare.header == ("Column 1", "Column 2")
    assert len(bare.rows) == 8
    years = read(tmp_path, "country,2001,2002\n" + "x,2,3\n" * 6)
    assert years.header == ("country", "2001", "2002")
    named = read(tmp_path, "mpg,cyl\n" + "Mazda,21,6\n" * 6)
    assert named.header == ("", "mpg", "cyl")


@pytest.mark.parametrize(
    ("name", "text", "place", "problem"),
    [
        ("t.json", '[{"a": 1},\n{"a": }]', ":2:7", "not valid JSON"),
        ("t.jsonl", '{"a": 1}\n[1]\n', ":2", "is not an object"),
        ("t.jsonl", '{"a": 1}\n{"a"\n', ":2:5", "not valid JSON"),
        ("t.json", '{"a": 5}', "", "holds no table"),
        ("t.json", "[" * 100_000, "", "cannot be read"),
        ("t.parquet", "PAR1 nothing", "", "Parquet"),
        ("t.csv", ",", ":1", "is empty"),
        ("t.csv", ";;\n;;\n", ":1", "is empty"),
        ("t.csv", '"",""\n', ":1", "is empty"),
        ("t.csv", "a,b\n" + "1,2\n" * 8 + '3,"4\n' + "5,6\n" * 8, ":10", "from this line on"),
        ("t.csv", "a,b\n" + "1,2\n" * 8 + '3,"4', ":10", "from this line on"),
        ("t.csv", "a,b\n" + '"1,2\n' + "3,4\n" * 8 + '"5,6\n' + "7,8\n" * 8, ":2", "from this line on"),
        ("t.csv", "a,b\n" + "1,2\n" * 8 + f'3,"{"x" * 140_000}"\n', ":10", "from this line on"),
    ],
)
def test_broken_documents_are_refused_with_their_place(
    tmp_path: Path, name: str, text: str, place: str, problem: str
) -> None:
    with pytest.raises(DomainError, match=problem) as refused:
        read(tmp_path, text, name)
    assert str(refused.value.place).endswith(name + place)


def test_parquet_without_pyarrow_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(DomainError, match="needs pyarrow"):
        read(tmp_path, b"PAR1", "t.parquet")


def test_parquet_gives_the_same_cells(tmp_path: Path) -> None:
    arrow: Any = pytest.importorskip("pyarrow")
    parquet: Any = importlib.import_module("pyarrow.parquet")
    parquet.write_table(arrow.Table.from_pylist(RECORDS), tmp_path / "t.parquet")
    assert cells(read_table(tmp_path / "t.parquet")) == CELLS


@given(count=st.integers(0, 300), most=st.integers(1, 100), seed=st.integers(0, 2**32))
def test_a_sample_is_of_the_rows_in_their_order_and_all_of_few(count: int, most: int, seed: int) -> None:
    rows = [(line, (str(line),)) for line in range(count)]
    kept, found = sampled(iter(rows), most, seed)
    assert found == count
    assert len(kept) == min(most, count)
    assert list(kept) == [row for row in rows if row in kept]
    assert kept == sampled(iter(rows), most, seed)[0]


def test_every_row_is_as_likely_to_be_sampled() -> None:
    times = [0] * 20
    for seed in range(2000):
        for line, _ in sampled(((line, ()) for line in range(20)), 5, seed)[0]:
            times[line] += 1
    assert min(times) > 400
    assert max(times) < 600


_CELL = st.one_of(
    st.sampled_from(
        ["", " ", '"', '""', "1", "1,5", "1.5", "a", "NA", "yes", "2020", "[1]", "{}", "\0", "\ufeff"]
    ),
    st.text(max_size=4),
)
_LINES = st.lists(st.tuples(st.sampled_from(",;\t|"), st.lists(_CELL, max_size=4)), max_size=9)
_TABLES = st.one_of(
    st.builds(
        lambda lines, end: end.join(sign.join(row) for sign, row in lines).encode(),
        _LINES,
        st.sampled_from(["\n", "\r\n", "\r"]),
    ),
    st.binary(max_size=40),
    st.text(',;\t|"\n\r 1a[]{}:', max_size=40).map(str.encode),
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3)),
        lambda inner: st.one_of(
            st.lists(inner, max_size=6), st.dictionaries(st.text(max_size=2), inner, max_size=4)
        ),
        max_leaves=12,
    ).map(lambda value: json.dumps(value).encode()),
)
_ENDINGS = st.sampled_from([".csv", ".tsv", ".txt", ".json", ".jsonl", ".parquet", ""])


@settings(max_examples=15 * settings.default.max_examples)
@given(content=_TABLES, ending=_ENDINGS)
@example(content=b",", ending=".csv")
@example(content=b",\n,\n", ending=".csv")
@example(content=b"\n,,\n;", ending=".txt")
def test_any_file_gives_a_table_or_one_clean_error(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, ending: str
) -> None:
    folder = tmp_path_factory.getbasetemp()
    with suppress(CocoaError):
        table = read(folder, content, f"any{ending}")
        assert len(table.header) > 1
        assert all(len(row) == len(table.header) for _, row in table.rows)


_WORKBOOK = (
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>{}</sheets></workbook>'
)
_RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
)
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def spreadsheet(**sheets: list[str]) -> bytes:
    """An .xlsx file: for each sheet its rows, as the XML of their cells, and the ranges that are merged."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        numbered = list(enumerate(sheets.items(), start=1))
        names = "".join(f'<sheet name="{name}" sheetId="{n}" r:id="r{n}"/>' for n, (name, _) in numbered)
        links = "".join(
            f'<Relationship Id="r{n}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{n}.xml"/>'
            for n, _ in numbered
        )
        book = f'<Relationship Id="r1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
        archive.writestr("_rels/.rels", _RELATIONS.format(book))
        archive.writestr("xl/workbook.xml", _WORKBOOK.format(names))
        archive.writestr("xl/_rels/workbook.xml.rels", _RELATIONS.format(links))
        for n, (_, rows) in numbered:
            merged = "".join(row for row in rows if row.startswith("<mergeCell "))
            lines = "".join(row for row in rows if not row.startswith("<mergeCell "))
            archive.writestr(
                f"xl/worksheets/sheet{n}.xml",
                '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
                f"<sheetData>{lines}</sheetData>"
                + (f"<mergeCells>{merged}</mergeCells></worksheet>" if merged else "</worksheet>"),
            )
    return out.getvalue()


def sheet_rows(rows: list[tuple[Any, ...]], first: int = 1) -> list[str]:
    found = []
    for line, row in enumerate(rows, start=first):
        written = ""
        for column, value in zip("ABCDEF", row, strict=False):
            if isinstance(value, bool):
                written += f'<c r="{column}{line}" t="b"><v>{int(value)}</v></c>'
            elif isinstance(value, str):
                written += f'<c r="{column}{line}" t="inlineStr"><is><t>{value}</t></is></c>'
            else:
                written += f'<c r="{column}{line}"><v>{value}</v></c>'
        found.append(f'<row r="{line}">{written}</row>')
    return found


SHEET = sheet_rows([("name", "size", "new"), *(tuple(record.values()) for record in RECORDS)], first=3)


def test_a_spreadsheet_gives_the_same_cells_and_excels_line_numbers(tmp_path: Path) -> None:
    table = read(tmp_path, spreadsheet(Notes=[], Rows=SHEET), "t.xlsx")
    assert cells(table) == CELLS
    assert [line for line, _ in table.rows] == [4, 5, 6, 7, 8, 9]
    assert table.notes == ("Read from the sheet 'Rows', not 'Notes'.",)
    assert cells(read(tmp_path, spreadsheet(Notes=[], Rows=SHEET), "t.csv", at="Rows")) == CELLS
    with pytest.raises(CocoaError, match="no sheet 'Row'"):
        read(tmp_path, spreadsheet(Rows=SHEET), "t.xlsx", at="Row")


def test_a_sheet_with_cells_at_its_far_ends_is_refused_and_not_laid_out(tmp_path: Path) -> None:
    far = [*SHEET, '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>']
    with pytest.raises(DomainError, match="too large"):
        read(tmp_path, spreadsheet(Rows=far), "t.xlsx")


def test_an_archive_that_is_no_spreadsheet_is_refused(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("table.csv", "a,b\n1,2\n")
    with pytest.raises(DomainError, match="not a table"):
        read(tmp_path, out.getvalue(), "t.zip")


@settings(max_examples=8 * settings.default.max_examples)
@given(damage=st.lists(st.tuples(st.integers(0, 3000), st.binary(max_size=4)), min_size=1, max_size=5))
def test_a_damaged_spreadsheet_gives_a_table_or_one_clean_error(
    tmp_path_factory: pytest.TempPathFactory, damage: list[tuple[int, bytes]]
) -> None:
    data = spreadsheet(Rows=SHEET)
    for place, piece in damage:
        data = data[: place % len(data)] + piece + data[place % len(data) + len(piece) :]
    with suppress(CocoaError):
        read(tmp_path_factory.getbasetemp(), data, "damaged.xlsx")
    with suppress(CocoaError):
        read(tmp_path_factory.getbasetemp(), b"\xd0\xcf\x11\xe0" + data[4:], "damaged.xls")
