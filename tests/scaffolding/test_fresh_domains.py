"""A fresh domain: accepted by its own check, in English, about the columns that are worth it."""

from __future__ import annotations

import csv
import itertools
from contextlib import suppress
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from cocoa_core.checking import check_domain
from cocoa_core.errors import DomainError
from cocoa_core.importing import Choices, GuessedColumns, choices_of, read_columns, read_options, read_table
from cocoa_core.importing.columns.header import read_headers
from cocoa_core.importing.recipe import read_recipe
from cocoa_core.importing.spoken_values import WAYS, as_said
from cocoa_core.loading import load_domain
from cocoa_core.scaffolding.drafts import loaded
from cocoa_core.scaffolding.from_table import draft_from_table
from cocoa_core.scaffolding.proposals.nouns import proposed_noun
from cocoa_core.scaffolding.writing import write_domain
from cocoa_core.scaffolding.yaml_text import as_written

NO_COLUMNS = GuessedColumns((), (), (), ())
_WORDS = (
    "Min Max least most under over above fewer price Price rating size of per not or if type year"
    " built available open from is has number total average name code date time speed exactly longer"
    " shorter exceed nº % (kg) [USD]"
)
WORDS = _WORDS.split()
NUMBERS = [str(number) for number in range(3, 200, 7)]
KINDS = (
    NUMBERS,
    [f"${number}" for number in range(100, 900, 23)],
    ["in", "to", "me", "can", "hi"],
    ["IN", "OR", "ME", "TX"],
    ["red", "blue", "red or blue", "green, white"],
    ["Alder", "Birch", "Cedar"],
    ["yes", "no"],
    [f"2024-0{month}-1{day}" for month in range(1, 9) for day in range(9)],
    ["2:30", "7:45", "11:15", "18:00"],
    ["a; b", "b", "c; a", "c"],
)


def table_text(header: list[str], columns: list[list[str]], rows: int = 60) -> str:
    """A CSV whose columns go through their cells in orders of their own."""
    drawn = [
        Random(index).sample([cells[row % len(cells)] for row in range(rows)], rows)
        for index, cells in enumerate(columns)
    ]
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([header, *map(list, zip(*drawn, strict=True))])
    return out.getvalue()


def written(folder: Path, text: str, name: str = "things.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.usefixtures("untried")
@given(
    header=st.lists(
        st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join) | st.text(max_size=12),
        min_size=1,
        max_size=3,
    ),
    kinds=st.lists(st.sampled_from(KINDS), min_size=3, max_size=3),
    number=st.integers(0, 10**9),
)
@settings(
    max_examples=settings.default.max_examples // 5,  # each takes 2 s of CPU
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_its_own_check_accepts_whatever_is_written(
    header: list[str], kinds: list[list[str]], number: int, tmp_path: Path
) -> None:
    """Under odd headers, and over values that are words of grammar, lists or connectives."""
    names = [*header, "weight", "brand"]
    path = written(tmp_path, table_text(names, [*kinds[: len(header)], NUMBERS, ["Ode", "Kite", "Lumen"]]))
    folder = tmp_path / f"t{number}"
    with suppress(DomainError):  # a table of which nothing can be asked
        write_domain(as_written(draft_from_table(path, "things")), folder, force=True)
    assume(folder.is_dir())
    errors = [finding for finding in check_domain(folder, quick=True).findings if finding.severity == "error"]
    assert not errors


CODES = {"state": ["IN", "OR", "ME", "HI", "OK"], "carrier": ["to", "can", "us", "find"]}


@pytest.mark.parametrize("header", CODES)
def test_openings_stand_beside_codes_that_are_words_of_grammar(header: str, tmp_path: Path) -> None:
    text = table_text([header, "price", "brand"], [CODES[header], NUMBERS, ["Ode", "Kite"]])
    draft = draft_from_table(written(tmp_path, text), "cars")
    assert "I need a car." in draft.openings


def test_no_opening_names_a_value(tmp_path: Path) -> None:
    text = table_text(["brand", "price"], [["Car", "Pick", "Ode"], NUMBERS])
    draft = draft_from_table(written(tmp_path, text), "bikes")
    assert "Help me pick a bike." not in draft.openings
    assert "I need a bike." in draft.openings


NOUNS = {
    "used_cars_2021": "used car",
    "new_cars_for_sale": "new car",
    "HousePrices": "house",
    "boats-b": "boat",
    "sportscards": "sports card",
    "mcu_films": "film",
    "nba_players_19": "player",
    "boardgames": "board game",
    "utensils": "utensil",
    "ames": "record",
    "vmovy": "record",
    "iris": "record",
    "data": "record",
    "export-2024": "record",
    "hotels export": "hotel",
    "cpu": "CPU",
    "red_wine_quality": "wine",
    "ssd_speed": "SSD",
    "uscereal": "cereal",
    "maschools": "school",
    "teachingratings": "record",
    "salaries": "record",
    "tvs": "TV",
    "threecars2017": "car",
    "movielens": "record",
    "home-and-garden": "record",
}


@pytest.mark.parametrize("name", NOUNS)
def test_a_noun_comes_from_a_name_that_has_one(name: str) -> None:
    assert proposed_noun((name,), (), NO_COLUMNS) == NOUNS[name]


def test_a_longer_noun_of_the_file_completes_that_of_the_domain() -> None:
    assert proposed_noun(("coffee", "", "", "coffee machines"), (), NO_COLUMNS) == "coffee machine"
    assert proposed_noun(("coffee", "", "", "machines"), (), NO_COLUMNS) == "coffee"


@pytest.mark.parametrize(
    ("header", "noun"), [("Invoice ID", "invoice"), ("OrderNo", "order"), ("ID", "record")]
)
def test_the_column_of_ids_says_what_options_are(header: str, noun: str) -> None:
    assert proposed_noun(("t1",), (), evolve(NO_COLUMNS, id=header)) == noun


def test_what_a_shop_sells_is_a_product_where_no_name_says_more() -> None:
    header = ("SKU", "Name", "Vendor", "Tags", "Price")
    assert proposed_noun(("home-and-garden",), header, NO_COLUMNS) == "product"
    assert proposed_noun(("bicycles",), header, NO_COLUMNS) == "bicycle"


def test_columns_without_names_are_refused_until_two_have_labels(tmp_path: Path) -> None:
    path = written(tmp_path, "".join(f"{n},{n * 7 % 50},{n * 3 % 20}\n" for n in range(60)))
    with pytest.raises(DomainError, match="no names"):
        draft_from_table(path, "t1")
    draft = draft_from_table(path, "t1", choices=Choices(labels={"Column 2": "Price", "Column 3": "Size"}))
    assert {rule.slot for rule in draft.rules} == {"price", "size"}


HEADERS = {
    "car": ["mpg", "hp", "cylinders", "x"],
    "home": ["bedrooms", "baths", "sqft", "x"],
    "dish": ["calories", "total_fat", "sodium", "x"],
    "place": ["infant mortality", "population", "fertility", "x"],
    "record": ["x", "y", "price"],
}


@pytest.mark.parametrize(
    ("name", "noun"),
    [
        ("hitters", "hitter"),
        ("carseats", "carseat"),
        ("things", "record"),
        ("mpg", "record"),
        ("iris", "record"),
        ("vmovys", "record"),
    ],
)
def test_a_domain_that_is_called_by_a_plural_has_its_singular_as_noun(name: str, noun: str) -> None:
    assert proposed_noun((name,), (), NO_COLUMNS) == noun
    hinted = "person" if noun == "record" else noun
    assert proposed_noun((name,), ("age", "income", "education"), NO_COLUMNS) == hinted
    assert proposed_noun((name,), ("calories", "fat", "sodium"), NO_COLUMNS) == "dish"


@pytest.mark.parametrize("noun", HEADERS)
def test_a_noun_comes_from_headers_that_hint_at_it(noun: str) -> None:
    assert proposed_noun(("t1",), HEADERS[noun], NO_COLUMNS) == noun


def test_a_column_of_names_says_what_options_are(tmp_path: Path) -> None:
    names = [f"{first}{last}" for first, last in itertools.product(["Al", "Be", "Cu"], map(str, range(20)))]
    table = read_table(written(tmp_path, table_text(["museum", "price"], [names, NUMBERS])), 0, 100, "")
    assert proposed_noun(("t1",), table.header, read_columns(table)) == "museum"
    assert proposed_noun(("drinks",), table.header, read_columns(table)) == "museum"


SEXES = ["male", "female"]


@pytest.mark.parametrize(
    ("name", "columns", "noun"),
    [
        ("t1", {"sex": SEXES, "height": NUMBERS}, "person"),
        ("t1", {"sex": SEXES, "weight": NUMBERS, "sport": ["judo", "golf"]}, "athlete"),
        ("t1", {"sex": SEXES, "price": NUMBERS}, "record"),
        ("backpack", {"sex": SEXES, "major": ["art", "law"]}, "person"),
        ("backpack", {"sex": SEXES, "price": NUMBERS}, "backpack"),
        ("t1", {"car type": ["sedan", "van"], "price": NUMBERS}, "car"),
        ("t1", {"battery type": ["lithium", "lead"], "price": NUMBERS}, "record"),
    ],
)
def test_columns_of_people_and_of_types_say_what_options_are(
    name: str, columns: dict[str, list[str]], noun: str, tmp_path: Path
) -> None:
    cells = [[values[row % len(values)] for row in range(60)] for values in columns.values()]
    table = read_table(written(tmp_path, table_text([*columns], cells)), 0, 100, "")
    assert proposed_noun((name,), table.header, read_columns(table)) == noun


@pytest.mark.parametrize(
    ("name", "opening", "odd"),
    [
        ("shoes", "I need a pair of shoes.", "I need a shoe."),
        ("persons", "Which of these people meets these conditions?", "I need a person."),
        ("earthquakes", "Which of these earthquakes fits this description?", "I need an earthquake."),
    ],
)
def test_openings_call_options_as_people_do(name: str, opening: str, odd: str, tmp_path: Path) -> None:
    text = table_text(["size", "price"], [["Small", "Large", "Huge"], NUMBERS])
    draft = draft_from_table(written(tmp_path, text), name)
    assert opening in draft.openings
    assert odd not in draft.openings


def test_measures_without_a_unit_are_to_be_checked(tmp_path: Path) -> None:
    path = written(tmp_path, table_text(["size", "weight", "price"], [["Small", "Large"], NUMBERS, NUMBERS]))
    assert any("--labels 'weight=weight (...)'" in text for text in draft_from_table(path, "t1").to_check)
    told = draft_from_table(path, "t1", choices=Choices(labels={"weight": "weight (kg)"}))
    assert not any("No unit" in text for text in told.to_check)


@pytest.mark.parametrize("header", ["birth_date", "born", "dob", "year of birth"])
def test_what_was_born_is_a_person(header: str, tmp_path: Path) -> None:
    names = [f"{first}{last}" for first, last in itertools.product(["Al", "Be", "Cu"], map(str, range(20)))]
    days = [f"19{number}-03-0{number % 9 + 1}" for number in range(20, 80)]
    text = table_text(["price", "movie", header], [NUMBERS, names, days])
    table = read_table(written(tmp_path, text), 0, 100, "")
    assert proposed_noun(("t1",), table.header, read_columns(table)) == "person"


@given(
    name=st.text(max_size=20)
    | st.lists(st.sampled_from(["used", "cars", "vmovy", "n", "film", "x1"])).map("_".join)
)
def test_no_name_gives_a_noun_that_is_no_english(name: str) -> None:
    noun = proposed_noun((name,), (), NO_COLUMNS)
    assert all(word.isascii() and word.isalpha() and len(word) > 1 for word in noun.split())


SAID = (
    ("names", "bmw", "BMW"),
    ("names", "alfa-romeo", "Alfa-Romeo"),
    ("words", '["Dutch", "French"]', "Dutch, French"),
    ("title", "EL_DORADO_HILLS", "El Dorado Hills"),
    ("title", "ISLE OF MAN", "Isle of Man"),
    ("title", "NEW YORK USA", "New York USA"),
    ("title", "O'FALLON", "O'fallon"),
    ("small", "FEMALE", "female"),
    ("small", "Male", "male"),
    ("small", "BMW", "BMW"),
    ("small", "DOGE86", "DOGE86"),
    ("words", "North_Ames", "North Ames"),
    ("words", '["Vienna"]', "Vienna"),
    ("", "AS_IT_IS", "AS_IT_IS"),
)


@pytest.mark.parametrize(("way", "stored", "word"), SAID)
def test_a_stored_value_is_said_as_people_say_it(way: str, stored: str, word: str) -> None:
    assert as_said(stored, way) == word


@given(text=st.text(min_size=1, max_size=30), way=st.sampled_from(WAYS))
def test_what_is_said_already_stays(text: str, way: str) -> None:
    once = as_said(text, way)
    assert as_said(once, way) == once or "[" in text


def test_the_next_table_is_said_alike(tmp_path: Path) -> None:
    """New values, too; and the stored form leads to the value."""
    cities = ["ELK_GROVE", "EL_DORADO_HILLS", "GALT", *(f"LAKE_{letter * 2}O" for letter in "BDFKLMNPRST")]
    header = ["city_name", "price", "sex"]
    text = table_text(header, [cities, NUMBERS, ["MALE", "FEMALE"]])
    folder = tmp_path / "homes"
    write_domain(as_written(draft_from_table(written(tmp_path, text), "homes")), folder, force=False)
    domain = load_domain(folder)
    assert {"Elk Grove", "El Dorado Hills", "Galt"} < set(domain.vocabulary("city"))
    assert set(domain.vocabulary("sex")) == {"male", "female"}
    more = written(tmp_path, text.replace("GALT", "RIO_LINDA"), "next.csv")
    again = read_options(read_recipe(folder, domain.schema), more, {})
    assert not again.findings
    assert {"Elk Grove", "El Dorado Hills", "Rio Linda"} < {row.cells[0] for row in again.rows}


@pytest.mark.usefixtures("untried")
def test_words_among_amounts_are_read_in_the_next_table_as_the_author_said(tmp_path: Path) -> None:
    words = ["free", "TBA", "sold out", "from $1,299", "call for price", "on request"]
    cells = [*words, *(f"${number * 17}" for number in range(2, 60))]
    text = table_text(["class", "price", "seats"], [["yoga", "judo", "salsa"], cells, NUMBERS])
    flags = "price=money:USD with free as 0" + "".join(f" without {word}" for word in words[1:])
    draft = draft_from_table(
        written(tmp_path, text), "classes", choices=choices_of(types=f"{flags},seats=number")
    )
    folder = tmp_path / "classes"
    write_domain(as_written(draft), folder, force=False)
    again = read_options(read_recipe(folder, load_domain(folder).schema), tmp_path / "things.csv", {})
    assert not again.findings
    column = draft.header.index("price")
    first = {cell and float(cell) for row in draft.rows for cell in row[column : column + 1]}
    assert first >= {"", 0.0, 34.0}
    assert {row.cells[column - 1] and float(row.cells[column - 1]) for row in again.rows} == first


def test_values_that_would_be_said_alike_stay_as_they_are(tmp_path: Path) -> None:
    text = table_text(["city", "price"], [["ELK_GROVE", "ELK GROVE", "GALT"], NUMBERS])
    draft = draft_from_table(written(tmp_path, text), "homes")
    assert set(loaded(as_written(draft).texts).vocabulary("city")) == {"ELK_GROVE", "ELK GROVE", "GALT"}


TOPICS = (
    (["trans_fat", "calories", "protein"], "Trans fat"),
    (["trans", "mpg", "hp"], "Transmission"),
    (["trans", "brand"], "Trans"),
    (["sat_fat", "calories", "sugar"], "Saturated fat"),
    (["DEP_DELAY", "carrier", "dest"], "Departure delay"),
    (["max_price", "x"], "Maximum price"),
)


@pytest.mark.parametrize(("header", "label"), TOPICS)
def test_short_forms_are_written_out_where_the_topic_says_it(header: list[str], label: str) -> None:
    assert read_headers(header)[0].label == label


@given(place=st.integers(0, 99))
@settings(
    max_examples=settings.default.max_examples // 8,  # each takes 0.6 s of CPU
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_a_table_of_a_hundred_columns_keeps_its_price(place: int, tmp_path: Path) -> None:
    names = [f"q{number:02}" for number in range(100)]
    columns = [[str(1000 + (row * (number + 3)) % 97) for row in range(97)] for number in range(100)]
    names[place], columns[place] = "sale_price", [f"${number}" for number in range(100, 900, 23)]
    draft = draft_from_table(written(tmp_path, table_text(names, columns)), "things")
    assert "sale_price" in {rule.slot for rule in draft.rules}


def test_of_a_code_and_what_it_stands_for_the_code_is_shown(tmp_path: Path) -> None:
    text = table_text(["team_abbr", "price"], [["ATL", "BOS", "CHI"], NUMBERS])
    teams = {"ATL": "Hawks", "BOS": "Celtics", "CHI": "Bulls", "team_abbr": "team"}
    lines = [f"{line},{teams[line.split(',')[0]]}" for line in text.splitlines()]
    draft = draft_from_table(written(tmp_path, "\n".join(lines) + "\n"), "players")
    assert {rule.slot for rule in draft.rules} == {"price", "team"}


def test_headers_in_another_language_are_told_of_labels(tmp_path: Path) -> None:
    words = ["Sevilla", "Bilbao", "Málaga"]
    header = ["ciudad", "precio", "habitaciones", "planta", "superficie"]
    text = table_text(header, [words, NUMBERS, ["1", "2", "3", "4"], words, NUMBERS])
    draft = draft_from_table(written(tmp_path, text), "pisos")
    assert "--labels ciudad=...,precio=..." in draft.to_check[0]


def test_what_matters_comes_first_in_what_to_check(tmp_path: Path) -> None:
    doors = [*["2", "3", "4"] * 19, "2", "4", "rotary"]
    text = table_text(["price", "doors", "brand"], [NUMBERS, doors, ["Ode", "Kite"]])
    draft = draft_from_table(written(tmp_path, text), "zzyzx")
    assert [sentence.split()[0] for sentence in draft.to_check[:3]] == ["Nothing", "No", "Doors:"]
