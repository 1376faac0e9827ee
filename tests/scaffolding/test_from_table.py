from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cocoa_core.domain import Domain
from cocoa_core.domain.kinds import Quantity
from cocoa_core.errors import CocoaError, DomainError, UsageError
from cocoa_core.families.selection import Engine, Settings
from cocoa_core.scaffolding.drafts import DomainDraft, TablePart, loaded
from cocoa_core.scaffolding.from_table import draft_from_table
from cocoa_core.scaffolding.yaml_text import as_written
from scaffolding.printed_tables import printed_table


def domain_of(draft: DomainDraft) -> Domain:
    return loaded(as_written(draft).texts)


def write(folder: Path, text: str | bytes, name: str = "cars.csv") -> Path:
    path = folder / name
    path.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
    return path


def rows(count: int, *columns: str) -> str:
    """A table of so many rows whose columns are formats of the row's number."""
    lines = [",".join(column.partition("=")[0] for column in columns)]
    for number in range(count):
        values = {"n": number, "seven": number % 7, "five": number % 5, "many": 1000 + number * 37 % 991}
        lines.append(",".join(column.partition("=")[2].format(**values) for column in columns))
    return "\n".join(lines) + "\n"


def meant(kind: Any, value: Any) -> Any:
    return Decimal(value).scaleb(-kind.places) if isinstance(kind, Quantity) and value is not None else value


@given(seed=st.integers(0, 2**32))
@example(seed=788)  # ratings out of 1,000 of which none is above 1
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_values_in_any_printed_form_are_read_back_exactly(seed: int, tmp_path: Path) -> None:
    table = printed_table(seed)
    draft = draft_from_table(write(tmp_path, table.text, table.name), "things")
    domain = domain_of(draft)
    assert len(domain.catalogue.rows) == len(table.meanings[0])
    found = {
        tuple(meant(slot.kind, row[index]) for row in domain.catalogue.rows)
        for index, slot in enumerate(domain.schema.slots)
    }
    assert found == set(table.meanings), [slot.settings for slot in draft.slots]


def test_a_table_becomes_a_domain_that_asks_questions(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        rows(
            60,
            "Name=car {n}",
            "Miles_per_Gallon=1{seven}",
            "Price=${many}",
            "Doors={five}",
            "Origin=made in {five}",
        ),
    )
    draft = draft_from_table(path, "cars")
    assert draft.noun == "car"
    settings_of = {slot.name: slot.settings for slot in draft.slots}
    assert settings_of["fuel_economy"]["unit"] == "mpg"
    assert settings_of["price"]["currency"] == "USD"
    assert settings_of["doors"]["unit"] == "count"
    assert "name" not in {rule.slot for rule in draft.rules}
    assert any(column.slot == "name" and "without rules" in column.why for column in draft.columns)
    engine = Engine(domain_of(draft), Settings.of(slots=3), 1)
    assert all(engine.items(index) for index in range(5))


def test_the_same_file_and_seed_give_the_same_draft_and_a_sample_of_many_rows(tmp_path: Path) -> None:
    path = write(tmp_path, rows(500, "a=x{five}", "b={many}", "c={seven}"))
    draft = draft_from_table(path, "things", part=TablePart(rows=100, seed=3))
    assert draft == draft_from_table(path, "things", part=TablePart(rows=100, seed=3))
    assert len(draft.rows) == 100
    assert draft.rows != draft_from_table(path, "things", part=TablePart(rows=100, seed=4)).rows
    assert "A sample of 100 of the table's 500 rows, by the seed." in draft.notes
    assert any(text.startswith("Only 100 of the table's 500 rows are in") for text in draft.to_check)
    whole = draft_from_table(path, "things", part=TablePart(rows=500, seed=3))
    assert not any("rows are in the catalogue" in text for text in whole.to_check)


def test_a_natural_category_groups_the_rows_and_small_groups_go(tmp_path: Path) -> None:
    text = rows(100, "city=City {five}", "price=${many}", "seats={seven}", "floor=f{seven}", "size={many}")
    draft = draft_from_table(write(tmp_path, text + "Lonely,$1,1,f1,1\n"), "hotels")
    assert draft.group_by == ("city",)
    assert draft.request == ("I'm looking for a hotel in", {"slot": "city"})
    assert "1 row left out, in groups of fewer than 12." in draft.notes
    assert "city" not in {rule.slot for rule in draft.rules}


def test_a_category_of_one_group_alone_is_not_asked_for_in_the_others(tmp_path: Path) -> None:
    lines = [
        f"{('Africa', 'Asia', 'Europe')[n % 3]},{'AfricaAsia Europe'[n % 3 * 6 :][:6]} {'ENSW'[n // 3 % 4]},"
        f"{n * 7 % 50},{n * 3 % 20},{'xyz'[n // 12 % 3] * 4}"
        for n in range(120)
    ]
    text = "\n".join(["continent,region,price,size,colour", *lines]) + "\n"
    draft = draft_from_table(write(tmp_path, text), "hotels")
    assert draft.group_by == ("continent",)
    assert {rule.slot for rule in draft.rules} == {"price", "size", "colour"}
    assert any("since one group has a value alone: region" in note for note in draft.notes)


def test_no_two_rules_can_say_the_same_words(tmp_path: Path) -> None:
    text = rows(80, "price=${many}", "Cost=${n}", "fare=${seven}", "make=m{five}", "brand=b{seven}")
    draft = draft_from_table(write(tmp_path, text), "cars")
    heads = [
        (rule.slot, tuple(sorted(wording.items())))
        for rule in draft.rules
        for wording in rule.settings["say"]
    ]
    assert len({words for _, words in heads}) == len(heads)
    assert all(rule.settings["say"] for rule in draft.rules)


@pytest.mark.parametrize(
    ("header", "words"),
    [("not_refundable", ""), ("no_of_doors", "doors"), ("if_or_unless", ""), ("x;y", "")],
)
def test_headers_with_cocoas_own_words_fall_back_to_something_legal(
    tmp_path: Path, header: str, words: str
) -> None:
    text = rows(60, "brand=b{five}", f"{header}={{seven}}", "price=${many}")
    draft = draft_from_table(write(tmp_path, text), "cars")
    says = [rule.settings["say"] for rule in draft.rules if rule.slot not in ("brand", "price")]
    assert bool(says) == bool(words)
    assert words in str(says)


@pytest.mark.parametrize(
    ("data", "problem", "line"),
    [
        (b"", "empty", ""),
        (b"  \n\n", "empty", ""),
        (b"a,b,c\n", "no rows", ":1"),
        (b"a\n1\n2\n3\n4\n5\n6\n", "one column", ":1"),
        (b"a,b\n1,2\n3,4\n", "too few rows", ""),
        (b"a,b\x00\n1,2\n", "not text", ""),
        (b"PK\x03\x04 zip", "not a valid spreadsheet", ""),
        (b'a,b\n1,"' + b"x" * 200_000, "cannot be read from this line", ":2"),
        (b"a,b\n" + b"x,1\n" * 9, "no question can be asked", ""),
    ],
)
def test_a_file_without_a_table_is_refused_with_its_place(
    tmp_path: Path, data: bytes, problem: str, line: str
) -> None:
    with pytest.raises(DomainError, match=problem) as refused:
        draft_from_table(write(tmp_path, data), "cars")
    assert refused.value.place is not None
    assert str(refused.value.place).endswith(f"cars.csv{line}")


def test_a_file_that_is_not_there_is_a_wrong_call(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file"):
        draft_from_table(tmp_path / "nothing.csv", "cars")


@given(
    data=st.binary(max_size=300)
    | st.text(
        st.characters(max_codepoint=0x2FF) | st.sampled_from(',;\t\n"[]{}|$%:0123456789'), max_size=300
    ).map(str.encode),
    name=st.sampled_from(["a.csv", "a.json", "a.jsonl", "a.tsv", "a.txt", "a.parquet"]),
)
@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_bytes_end_in_anything_but_a_draft_or_an_error_in_words(
    data: bytes, name: str, tmp_path: Path
) -> None:
    message = ""
    try:
        domain_of(draft_from_table(write(tmp_path, data, name), "things"))
    except CocoaError as error:
        message = str(error)
    assert "Traceback" not in message


@given(
    seed=st.integers(0, 2**32),
    damage=st.lists(st.tuples(st.integers(0, 5000), st.binary(max_size=3)), max_size=6),
)
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_damaged_tables_give_a_domain_that_loads_or_an_error_in_words(
    seed: int, damage: list[tuple[int, bytes]], tmp_path: Path
) -> None:
    table = printed_table(seed)
    data = table.text.encode("utf-8")
    for place, piece in damage:
        data = data[: place % len(data)] + piece + data[place % len(data) + 1 :]
    found: object = None
    try:
        found = domain_of(draft_from_table(write(tmp_path, data, table.name), "things")).catalogue.rows
    except CocoaError as error:
        found = str(error)
    assert found


HOSTILE = st.sampled_from(
    (
        *(
            "9" * 40,
            "1e99",
            "-1e-99",
            "0.00000000001",
            "99999999999999",
            "1,5",
            "1.299,5",
            "007",
            "+-5",
            "NaN",
        ),
        *(
            "0000-00-00",
            "9999-12-31",
            "0001-01-01",
            "24:00",
            "99:99",
            "9999999 hours",
            "PT9999999H",
            "[1, [2]]",
        ),
        *("[0.123456, 2]", "9999999 h; 1 h", "not given", "none", "a; a", ";", "x" * 300, "é" * 90, "\u200b"),
        *(
            '"',
            "''",
            "=1+1",
            "{slot: a}",
            "&a",
            "- x",
            "yes",
            "y",
            "0",
            "1",
            "1/2",
            "5/0",
            "$",
            "5 km/h",
            "\t",
        ),
    )
)


@given(
    columns=st.lists(
        st.tuples(st.text(max_size=8), st.lists(HOSTILE, min_size=1, max_size=3)), min_size=2, max_size=6
    ),
    count=st.integers(5, 40),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_hostile_cells_give_a_domain_that_loads_or_an_error_in_words(
    columns: list[tuple[str, list[str]]], count: int, tmp_path: Path
) -> None:
    table = [[name for name, _ in columns]]
    table += [[texts[row % len(texts)] for _, texts in columns] for row in range(count)]
    problem = ""
    try:
        domain_of(draft_from_table(write(tmp_path, json.dumps(table), "t.json"), "things"))
    except CocoaError as error:
        problem = str(error)
    # A draft that does not load would be named by its files; no column's name is as long as theirs.
    assert not any(file in problem for file in ("schema.yaml", "rules.yaml", "catalogue.csv"))


def test_rows_that_do_not_fit_the_header_are_said_first(tmp_path: Path) -> None:
    lines = [f"{brand},{number % 7},{number % 5 + 1}" for number, brand in enumerate(["Alder", "Birch"] * 20)]
    path = tmp_path / "things.csv"
    path.write_text("\n".join(["brand,seats,doors", *lines[:9], "Cedar,2,3,4", *lines[9:]]) + "\n")
    draft = draft_from_table(path, "things")
    assert "1 row has another number of cells" in draft.to_check[0]
    assert "line 11 has 4" in draft.to_check[0]


def test_a_control_character_in_the_name_of_the_file_is_spelled_out(tmp_path: Path) -> None:
    """It would be refused as one of schema.yaml, a file that does not exist yet."""
    path = write(tmp_path, rows(30, "price={many}", "doors={five}", "seats={seven}"), "a\x1b[31m b.csv")
    assert (
        domain_of(draft_from_table(path, "cars")).schema.description == "Made from the table a⟨1B⟩[31m b.csv."
    )
