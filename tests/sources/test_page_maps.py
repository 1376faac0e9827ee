"""A page map is data, checked before anything is loaded; a row of a saved page is read whole or named."""

from __future__ import annotations

from pathlib import Path

import pytest
from sources.flight_site import LAYOUTS, map_text, write_map

from cocoa_core.errors import CocoaError, DomainError, UsageError
from cocoa_core.sources import check_sample, read_map


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_map_reads_its_saved_page(tmp_path: Path, layout: str) -> None:
    path = write_map(tmp_path, layout)
    pages = read_map(path)
    (row,) = check_sample(pages, path)
    assert list(row) == ["date", "price", "airlines", "departs", "stops", "bag"]
    assert row["date"] == "2027-05-01"
    assert [target.address.rpartition("/")[2] for target in pages.targets()][-1].endswith("2027-05-02")


MISTAKES = [
    ("row: li.f", "row: li..f", "holds no CSS selector"),
    ("row: li.f", "row: li.f\nrows: li", "rows"),
    ("select: s, count", "select: 's:foo(', count", "holds no CSS selector"),
    ("{parameter: day}", "{parameter: route}", "no parameter 'route'"),
    ("{select: s, count: true}", "{select: s, count: true, all: true}", "read in two ways"),
    ("delay: 1", "delay: 0", "delay"),
    ("on={day}", "on={day.x}", "do not fit"),
    ("on={day}", "on={day!r}", "do not fit"),
    ("on={day}", "on={day:>9999}", "do not fit"),
    ("on={day}", "on={other}", "do not fit"),
    ("on={day}", "on={", "do not fit"),
    ("http://127.0.0.1:9/list", "file:///etc", "`address` is none"),
    ("http://127.0.0.1:9/list", "http://user:word@a.example/", "`address` is none"),
    ("http://127.0.0.1:9/list?on={day}", "http://{day}.example/", "several hosts"),
    ("sample: list.html", "sample: ../list.html", "no file beside the map"),
]


@pytest.mark.parametrize(("text", "instead", "problem"), MISTAKES)
def test_a_mistake_is_named_with_its_line(tmp_path: Path, text: str, instead: str, problem: str) -> None:
    good = map_text("list", "http://127.0.0.1:9")
    assert good.count(text) == 1
    path = tmp_path / "map.yaml"
    path.write_text(good.replace(text, instead), encoding="utf-8")
    with pytest.raises(DomainError, match=r"map\.yaml:\d+") as error:
        read_map(path)
    assert problem in str(error.value)


@pytest.mark.parametrize(
    ("page", "problem"),
    [
        ("<p>nothing", "finds no row"),
        ("<li class=f><b class=price>$1</b>", "row 1, airlines: nothing at 'i'"),
        ("<li class=f><b class=price>$1</b><b class=price>$2</b>", "2 elements at '.price'"),
        ("<li class=f><b class=price>$1</b><i title='with A'></i>", "no 'by' in 'with A'"),
        ("<li class=f><b class=price> </b>", "nothing at '.price'"),
    ],
)
def test_a_row_that_misses_a_field_is_named_and_not_read(tmp_path: Path, page: str, problem: str) -> None:
    path = write_map(tmp_path, "list", sample=f"<html>{page}</html>")
    with pytest.raises(DomainError) as error:
        check_sample(read_map(path), path)
    assert problem in str(error.value)


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    path = write_map(tmp_path, "list")
    (tmp_path / "list.html").unlink()
    with pytest.raises(DomainError, match="has no saved page"):
        check_sample(read_map(path), path)
    with pytest.raises(UsageError):
        read_map(tmp_path / "none.yaml")


def test_parameters_are_values_and_never_more(tmp_path: Path) -> None:
    path = tmp_path / "map.yaml"
    text = map_text("list", "http://127.0.0.1:9").replace('"2027-05-01", ', '"a/../b?c=d&e#f {x}", ')
    path.write_text(text, encoding="utf-8")
    first, _ = read_map(path).targets()
    assert first.address == "http://127.0.0.1:9/list?on=a%2F..%2Fb%3Fc%3Dd%26e%23f%20%7Bx%7D"
    with pytest.raises(CocoaError):
        read_map(tmp_path)
