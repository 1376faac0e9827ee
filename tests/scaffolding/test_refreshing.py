"""A newer export is read as the first was, and what changed is said; what does not fit is refused."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest
from attrs import evolve
from calling import call_cocoa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cocoa_core.errors import CocoaError, DomainError, FindingsError, UsageError
from cocoa_core.importing import Choices, choices_of, import_options, read_recipe
from cocoa_core.loading import load_domain
from cocoa_core.scaffolding import NewDomain, as_written, draft_from_table, refresh, write_refreshed
from cocoa_core.scaffolding.refreshing import _factor
from scaffolding.printed_tables import printed_table
from scaffolding.strange_tables import strange_tables

HEADER = ["Order No", "Brand", "Price (EUR)", "Weight", "Sent", "In stock", "Storage"]


def rows(count: int = 60) -> list[list[str]]:
    return [
        [
            f"A{number}",
            ["Alder", "Birch", "Cedar"][number % 3],
            f"{number * 37 % 900 + 5},50",
            f"{number % 11},{number % 4}5 kg",
            f"{number % 28 + 1:02}.{number % 12 + 1:02}.2024",
            ["ja", "nein"][number % 2],
            ["512 GB", "1 TB", "256 GB"][number % 3],
        ]
        for number in range(count)
    ]


def write(path: Path, table: list[list[str]], header: list[str] = HEADER) -> Path:
    lines = [";".join(cells) for cells in (header, *table)]
    path.write_bytes("\r\n".join(lines).encode("cp1252"))
    return path


def put(new: NewDomain, folder: Path) -> Path:
    """Writes the files alone: `write_domain` draws questions first, which takes a second of CPU."""
    folder.mkdir()
    for name, text in new.texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def made(folder: Path, table: list[list[str]], header: list[str] = HEADER, id: str = "", **said: str) -> Path:
    """The folder of a domain from the table, `first.csv`."""
    path = write(folder / "first.csv", table, header)
    new = as_written(draft_from_table(path, "things", choices=evolve(choices_of(**said), id=id)))
    return put(new, folder / "things")


def catalogue(folder: Path) -> str:
    return (folder / "catalogue.csv").read_text(encoding="utf-8")


def without_ids(catalogue: str) -> list[tuple[str, ...]]:
    """The different rows without their ids, which each command makes its own way where the table has none.
    `import-options` takes the first of equal options, `refresh` takes all.
    """
    return list(dict.fromkeys(tuple(row[1:]) for row in csv.reader(StringIO(catalogue))))


@given(seed=st.integers(0, 2**32))
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_same_table_again_changes_nothing(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("printed")
    printed = printed_table(seed)
    path = folder / printed.name
    path.write_text(printed.text, encoding="utf-8")
    domain = put(as_written(draft_from_table(path, "things")), folder / "things")
    done = refresh(domain, path)
    before = load_domain(domain)
    assert (done.kept, done.new, done.gone, done.changed) == (len(before.catalogue.rows), (), (), ())
    assert not done.words
    write_refreshed(done)
    assert write_refreshed(done) is None  # the same rows again leave no copy
    after = load_domain(domain)
    assert (after.catalogue.ids, after.catalogue.rows) == (before.catalogue.ids, before.catalogue.rows)
    assert without_ids(import_options(domain, path).text) == without_ids(done.text)


@given(
    text=strange_tables(), dates=st.sampled_from(["dmy", "mdy"]), decimal=st.sampled_from(["comma", "point"])
)
def test_whatever_a_table_holds_it_is_read_again_in_the_same_way_or_refused(
    tmp_path_factory: pytest.TempPathFactory, text: str, dates: str, decimal: str
) -> None:
    folder = tmp_path_factory.mktemp("strange")
    path = folder / "table.csv"
    path.write_text(text, encoding="utf-8")
    new, refused = None, ""
    try:
        new = as_written(draft_from_table(path, "things", choices=choices_of(dates=dates, decimal=decimal)))
    except CocoaError as error:
        refused = str(error)
    if new is None:
        assert "table.csv" in refused
        return
    done = refresh(put(new, folder / "things"), path)
    assert (done.new, done.gone, done.changed, dict(done.words)) == ((), (), (), {})


@given(kept=st.lists(st.sampled_from(range(60)), unique=True, min_size=40))
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_new_gone_and_changed_is_said(kept: list[int], tmp_path: Path) -> None:
    folder = tmp_path / f"d{len(list(tmp_path.iterdir()))}"
    folder.mkdir()
    table = rows()
    domain = made(folder, table, id="Order No")
    newer = [list(table[number]) for number in kept]
    newer[0][1] = next(brand for brand in ("Alder", "Birch") if brand != newer[0][1])
    newer += [["B1", "Cedar", "9,00", "1,05 kg", "01.02.2024", "ja", "1 TB"]]
    done = refresh(domain, write(folder / "newer.csv", newer))
    assert done.new == ("B1",)
    assert set(done.gone) == {row[0] for row in table} - {row[0] for row in newer}
    assert [(one.id, list(one.slots)) for one in done.changed] == [(newer[0][0], ["brand"])]
    assert done.kept + len(done.changed) + len(done.new) == done.rows == len(newer)
    write_refreshed(done)
    assert refresh(domain, folder / "newer.csv").kept == done.rows
    assert load_domain(domain).catalogue.ids == tuple(row[0] for row in newer)


def test_rows_without_ids_keep_theirs_where_their_values_stay(tmp_path: Path) -> None:
    table = [row[1:] for row in rows()]
    domain = made(tmp_path, table, HEADER[1:])
    done = refresh(domain, write(tmp_path / "newer.csv", [table[9], *table[20:]], HEADER[1:]))
    ids = [line.partition(",")[0] for line in done.text.splitlines()[1:]]
    assert ids[:2] == ["r11", "r22"]
    assert (len(done.new), len(done.gone), done.kept) == (0, 19, 41)


def test_what_was_told_is_repeated(tmp_path: Path) -> None:
    table = rows()
    for number, row in enumerate(table):
        row[3] = ["n. v.", "900", "1200"][number % 3]
        row[4] = f"{number % 12 + 1:02}/{number % 11 + 1:02}/2024"
    domain = made(
        tmp_path,
        table,
        types="Weight=number:g,Storage=text",
        dates="dmy",
        missing="n. v.",
        columns="Brand,Price (EUR),Weight,Sent,Storage",
    )
    assert refresh(domain, tmp_path / "first.csv").kept == 60
    assert "brand,price,weight,sent,storage" in catalogue(domain)
    assert "2024-11-12" not in catalogue(domain).splitlines()[1]
    alone = refresh(domain, write(tmp_path / "newer.csv", [row for row in table if row[4][:2] < "12"]))
    assert {"2024-01-01", "2024-02-02"} <= {line.split(",")[4] for line in alone.text.splitlines()}


def test_a_column_that_lacks_is_refused_with_what_it_may_be_called_now(tmp_path: Path) -> None:
    domain = made(tmp_path, rows())
    header = [*HEADER[:2], "Price EUR net", "Weigth", *HEADER[4:]]
    with pytest.raises(DomainError, match="lacks 2 columns") as caught:
        refresh(domain, write(tmp_path / "newer.csv", rows(), header))
    assert "'Price (EUR)' for price" in (caught.value.expected or "")
    assert "is it 'Weigth' now?" in (caught.value.expected or "")
    assert "import.yaml" in (caught.value.fix or "")


def test_new_columns_are_said(tmp_path: Path) -> None:
    domain = made(tmp_path, rows())
    newer = [[*row, "x"] for row in rows()]
    done = refresh(domain, write(tmp_path / "newer.csv", newer, [*HEADER, "Colour"]))
    assert any("no slot is read" in note and "'Colour'" in note for note in done.notes)
    assert not any("no slot is read" in note for note in refresh(domain, tmp_path / "first.csv").notes)


@pytest.mark.parametrize(
    ("column", "cell", "words"),
    [
        (1, "Douglas fir", ("'Douglas fir'", "Alder, Birch, Cedar")),
        (2, "99999,50", ("out of bounds", "max: 99999.5")),
        (2, "on request", ("unreadable value", "missing: true")),
        (3, "", ("no value", "missing: true")),
        (4, "31.02.2024", ("unreadable value", "'31.02.2024'")),
        (5, "perhaps", ("unreadable value", "yes-no")),
    ],
)
def test_a_cell_that_the_slot_cannot_hold_is_refused_with_its_line(
    tmp_path: Path, column: int, cell: str, words: tuple[str, ...]
) -> None:
    domain = made(tmp_path, rows())
    newer = rows()
    newer[7][column] = cell
    path = write(tmp_path / "newer.csv", newer)
    with pytest.raises(FindingsError) as caught:
        refresh(domain, path)
    assert all(word in str(caught.value) for word in words), str(caught.value)
    assert caught.value.place is not None
    assert caught.value.place.line == 9
    assert refresh(domain, path, skip_bad=True).rows == 59
    assert sum(refresh(domain, path, skip_bad=True).left_out.values()) == 1


def test_amounts_for_something_else_than_the_first_table_had_are_refused(tmp_path: Path) -> None:
    header = ["Inn", "City", "Rate"]
    table = [
        [f"Inn {number}", ["Oslo", "Bergen"][number % 2], f"${number + 50}/night"] for number in range(40)
    ]
    domain = made(tmp_path, table, header)
    assert refresh(domain, write(tmp_path / "same.csv", table, header)).rows == 40
    table[7][2] = "$400/week"
    with pytest.raises(FindingsError) as caught:
        refresh(domain, write(tmp_path / "newer.csv", table, header))
    assert "expected: a cell that can be read as money:USD per night" in str(caught.value)


def test_a_slot_that_may_miss_takes_an_unreadable_cell_as_missing_and_says_so(tmp_path: Path) -> None:
    table = rows()
    table[3][2] = "on request"
    domain = made(tmp_path, table)
    newer = rows()
    newer[5][2] = "sold out"
    done = refresh(domain, write(tmp_path / "newer.csv", newer))
    assert any("line 7 ('sold out')" in note for note in done.column_notes())


def test_words_of_the_author_are_put_for_cells(tmp_path: Path) -> None:
    domain = made(tmp_path, rows())
    text = (domain / "catalogue.csv").read_text().replace("Alder", "red alder")
    (domain / "catalogue.csv").write_text(text)
    schema = (domain / "schema.yaml").read_text().replace("Alder", "red alder")
    (domain / "schema.yaml").write_text(schema)
    with pytest.raises(FindingsError, match="Alder"):
        refresh(domain, tmp_path / "first.csv")
    recipe = (domain / "import.yaml").read_text()
    line = "brand: {column: Brand, read_as: words"
    assert line in recipe
    (domain / "import.yaml").write_text(recipe.replace(line, f"{line}, words: {{alder: red alder}}"))
    assert refresh(domain, tmp_path / "first.csv").kept == 60


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("read_as: words", "read_as: wrds", "read_as"),
        ("brand:", "brnd:", "brnd"),
        ("column: Brand", "column: Brand, place: 2", "place"),
        ("columns:", "colums:", "colums"),
        ("decimal: comma", "decimal: dot", "decimal"),
    ],
)
def test_a_mistake_in_import_yaml_is_said_with_its_place(
    tmp_path: Path, old: str, new: str, words: str
) -> None:
    domain = made(tmp_path, rows())
    path = domain / "import.yaml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(DomainError) as caught:
        refresh(domain, tmp_path / "first.csv")
    assert "import.yaml:" in str(caught.value)
    assert words in str(caught.value)


def test_columns_that_were_read_in_a_new_form_are_read_again_in_it(tmp_path: Path) -> None:
    header = ["sku", "price_cents", "height", "rating", "in stock", "brand"]
    cells = (
        [f"S-{number:02d}" for number in range(20)],
        [str(1999 + 350 * number) for number in range(20)],
        [f"{5 + number % 2}'{number % 12}\"" for number in range(20)],
        ["★" * (1 + number % 5) + "☆" * (4 - number % 5) for number in range(20)],
        ["checked" if number % 3 else "" for number in range(20)],
        [("Ode", "Kite")[number % 2] for number in range(20)],
    )
    lines = [header, *zip(*cells, strict=True)]
    path = tmp_path / "first.csv"
    path.write_text("\n".join(map(";".join, lines)) + "\n", encoding="utf-8")
    domain = put(
        as_written(draft_from_table(path, "things", choices=Choices(currency="EUR"))), tmp_path / "things"
    )
    before = catalogue(domain).splitlines()
    assert before[1].split(",")[1:5] == ["19.99", "60", "1", "no"]
    done = refresh(domain, path)
    assert (done.kept, done.new, done.gone, done.changed) == (20, (), (), ())
    assert done.text.splitlines() == before


def test_a_domain_without_a_table_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "first.csv", rows())
    with pytest.raises(UsageError, match="there is no folder"):
        refresh(tmp_path / "nowhere", tmp_path / "any.csv")
    with pytest.raises(UsageError, match=r"no import.yaml"):
        refresh(tmp_path, path)


def test_the_command_writes_keeps_the_old_and_says_what_changed(tmp_path: Path) -> None:
    domain = made(tmp_path, rows(), id="Order No")
    before = catalogue(domain)
    newer = write(tmp_path / "newer.csv", rows(70)[5:])
    tried = call_cocoa("refresh", domain, newer, "--dry-run")
    assert tried.exit_code == 0, tried.stderr
    assert "10 new, 5 gone, 0 changed" in tried.stdout
    assert catalogue(domain) == before
    done = call_cocoa("refresh", domain, newer, "--json")
    data = json.loads(done.stdout)
    assert (len(data["new"]), len(data["gone"]), data["rows"]) == (10, 5, 65)
    assert Path(data["backup"]).read_text() == before
    assert catalogue(domain).count("\n") == 66
    bad = call_cocoa("refresh", domain, write(tmp_path / "bad.csv", rows(), ["X", *HEADER[1:]]))
    assert bad.exit_code != 0
    assert "Traceback" not in bad.stderr
    assert catalogue(domain).count("\n") == 66


SHOP = ["Name", "Brand", "Price (EUR)", "Weight kg"]


def shop(count: int = 40, factor: float = 1, shift: int = 0) -> list[list[str]]:
    return [
        [
            f"Unit {number}",
            ["Alder", "Birch", "Cedar"][number % 3],
            f"{(number * 370 % 9000 + 1000) * factor + shift:.2f}".replace(".", ","),
            f"{number % 7 + 1},{number % 4}",
        ]
        for number in range(count)
    ]


def test_rows_keep_their_ids_by_the_columns_that_tell_them_apart(tmp_path: Path) -> None:
    folder = made(tmp_path, shop(), SHOP)
    assert read_recipe(folder, load_domain(folder).schema).key == ("name",)
    newer = [[name, brand, "1234,00", weight] for name, brand, _, weight in reversed(shop())]
    done = refresh(folder, write(tmp_path / "next.csv", newer, SHOP))
    assert (len(done.changed), done.new, done.gone, done.by_id) == (40, (), (), True)


def test_a_table_without_words_that_tell_rows_apart_says_that_ids_are_not_stable(tmp_path: Path) -> None:
    folder = made(tmp_path, [cells[1:] for cells in shop()], SHOP[1:])
    done = refresh(folder, write(tmp_path / "next.csv", [cells[1:] for cells in shop()], SHOP[1:]))
    assert any("no stable id" in note for note in done.notes)
    assert not done.by_id


@pytest.mark.parametrize(
    ("factor", "shift", "words"),
    [
        (0.1, 0, "1/10 of what they were"),
        (0.5, 0, "the range was"),
        (1, 5, ""),
        (1, 0, ""),
    ],
)
def test_a_refresh_warns_of_another_scale_and_of_a_range_that_moved(
    tmp_path: Path, factor: float, shift: int, words: str
) -> None:
    folder = made(tmp_path, shop(), SHOP)
    schema = (folder / "schema.yaml").read_text(encoding="utf-8")
    lines = [
        line.replace(line.strip(), "min: 0") if line.strip().startswith("min: 500") else line
        for line in schema.splitlines()
    ]
    (folder / "schema.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = refresh(folder, write(tmp_path / "next.csv", shop(40, factor, shift), SHOP))
    told = [note for note in done.notes if note.startswith("Price")]
    assert bool(told) == bool(words)
    assert not words or words in told[0]


@pytest.mark.parametrize("times", [10, 100, 1000, 1_000_000])
@pytest.mark.parametrize("by_id", [True, False])
def test_any_power_of_ten_is_noticed_whichever_way_rows_are_told_apart(times: int, by_id: bool) -> None:
    before = {f"a{n}": n * 7919 % 900_000 * 1000 + 1_000_000 for n in range(30)}
    after = {(name if by_id else f"b{name}"): number // times for name, number in before.items()}
    if by_id or times > 10:  # of medians alone a tenth may be another choice of goods
        assert _factor(before, after) == f"1/{times:,} of"
        assert _factor(after, before) == f"{times:,} times"


def test_what_was_answered_is_written_down_and_the_next_table_is_read_by_it(tmp_path: Path) -> None:
    header = ["Name", "Brand", "Views", "Price"]
    first = [[f"Unit {n}", "ABC"[n % 3], f"{n + 1}M", f"({n + 5})"] for n in range(40)]
    text = "Views=abbreviated,Price=accounting"
    folder = made(tmp_path, first, header, types=text)
    recipe = (folder / "import.yaml").read_text(encoding="utf-8")
    assert "read_as: abbreviated" in recipe
    assert "read_as: accounting" in recipe
    done = refresh(folder, write(tmp_path / "next.csv", first, header))
    assert (done.kept, done.new, done.gone) == (40, (), ())


@pytest.mark.parametrize(
    ("column", "cells", "told"),
    [
        ("Off", ["25%", "0.25", "10%"], "percent:fraction"),
        (
            "Sent",
            ["2024-03-10T20:30:00Z", "2024-03-12T22:30:00-05:00", "2024-03-11T23:30:00+02:00"],
            "date:utc",
        ),
        ("Country", ["NA", "NL", "NE", "NG"], "words with NA"),
    ],
)
def test_a_newer_table_with_cells_that_the_recipe_leaves_open_is_refused(
    tmp_path: Path, column: str, cells: list[str], told: str
) -> None:
    header = ["Name", "Brand", column, "Weight kg"]
    plain = {
        "Off": ["25%", "10%"],
        "Sent": ["2024-03-10", "2024-03-12", "2024-03-11"],
        "Country": ["NL", "NE", "NG"],
    }
    first = [
        [f"Unit {n}", "ABC"[n % 3], plain[column][n % len(plain[column])], f"{n % 5}.5"] for n in range(40)
    ]
    folder = made(tmp_path, first, header)
    newer = [[*row[:2], cells[n % len(cells)], row[3]] for n, row in enumerate(first)]
    with pytest.raises(DomainError, match="two ways") as caught:
        refresh(folder, write(tmp_path / "next.csv", newer, header))
    assert f"`read_as: {told}`" in (caught.value.fix or "")
    assert caught.value.place is not None
    assert caught.value.place.line > 1
