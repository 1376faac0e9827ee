"""Laws of the words and rules that a table's columns are given."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.domain import GroundedLiteral, Primitive, Test
from cocoa_core.english import with_article
from cocoa_core.importing.columns.cells import Cells
from cocoa_core.importing.columns.header import read_header
from cocoa_core.importing.kinds.registry import read_column
from cocoa_core.importing.shown_columns import MOST_RULED, MOST_SHOWN
from cocoa_core.language import Wordings
from cocoa_core.scaffolding.drafts import DomainDraft, loaded
from cocoa_core.scaffolding.from_table import draft_from_table
from cocoa_core.scaffolding.yaml_text import as_written


def drafted(
    folder: Path, columns: dict[str, list[str]], rows: int = 60, noun: str | None = None
) -> DomainDraft:
    """The draft of a table in which each column holds its cells about equally often, in an order of its own:
    columns that go together, value by value, are not both given rules."""
    drawn = {
        header: Random(header).sample([cells[row % len(cells)] for row in range(rows)], rows)
        for header, cells in columns.items()
    }
    lines = [",".join(columns), *map(",".join, zip(*drawn.values(), strict=True))]
    path = folder / "things.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return draft_from_table(path, "things", noun)


FILL = {"brand": ["Alder", "Birch", "Cedar"], "price": [f"${number}" for number in range(200, 900, 13)]}


def rules_of(draft: DomainDraft, slot: str) -> list[dict[str, Any]]:
    """The rules of a slot, without what they say of the option by its noun as of "it"."""
    return [unnamed(rule.settings, draft.noun) for rule in draft.rules if rule.slot == slot]


def unnamed(settings: Mapping[str, Any], noun: str) -> dict[str, Any]:
    say = [wording for wording in settings["say"] if wording.get("subject") != f"the {noun}"]
    return {**settings, "say": say}


def sayings(draft: DomainDraft, slot: str) -> list[str]:
    """Each wording as words: "have a touchscreen", "its ports include"."""
    parts = ("subject", "item", "verb", "before")
    return [
        " ".join(str(one[part]) for part in parts if part in one)
        for rule in rules_of(draft, slot)
        for one in rule["say"]
    ]


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("touchscreen", "have a touchscreen"),
        ("Backlit keyboard", "have a backlit keyboard"),
        ("worldwide_cover", "have worldwide cover"),
        ("free delivery", "offer free delivery"),
        ("has_elevator", "have an elevator"),
        ("in_stock", "be in stock"),
        ("dental", "cover dental"),
        ("refundable", "be refundable"),
        ("is_new", "be new"),
        ("pets", "allow pets"),
        ("Takes reservations", "take reservations"),
        ("Requires assembly", "require assembly"),
        ("Referral required", "require a referral"),
        ("Vegetarian", "be vegetarian"),
        ("Gluten free", "be gluten free"),
        ("Pricing free", "be free"),
        ("Certificate", "have a certificate"),
    ],
)
def test_yes_and_no_are_said_as_the_name_lets_it_be_said(tmp_path: Path, header: str, words: str) -> None:
    draft = drafted(tmp_path, {**FILL, header: ["yes", "no"]})
    (rule,) = [rule for rule in draft.rules if rule.settings["tests"] == ["is"]]
    found = sayings(draft, rule.slot)
    assert found[0] == words
    assert "marked yes" not in str(found)


@pytest.mark.parametrize(
    ("header", "cells", "told"),
    [
        (
            "rental",
            ["yes", "no"],
            "what an option has or is where it says yes; in rules.yaml: `rental: [{id:",
        ),
        ("gashw", ["yes", "no"], "say: [{verb: have, before: a ...}]}]`"),
        ("bathrm", [str(number) for number in range(1, 20)], "what 'bathrm' is short for"),
        (
            "drv",
            ["four", "rear", "front"],
            "`drv: [{id: drv, tests: [is], say: [{subject: the ..., verb: be}]}]`",
        ),
        ("libprice", [str(number) for number in range(1, 60)], "what 'libprice' is short for"),
        ("Born", ["March", "May", "June"], "what it is that is 'born'"),
        ("Accept", [str(number) for number in range(100, 160)], "what it is that is 'accept'"),
        ("Garage", ["Attchd", "Detchd", "Basement"], "chd' is short for"),
        ("Slope", ["Gtl", "Mod", "Sev"], "what 'Gtl' is short for"),
        ("Grade", ["average", "worse", "much better", "best"], "'average or worse'"),
        ("Storey", ["ground", "upper", "Above", "cellar"], "'average or Above'"),
        ("Room number", [str(number) for number in range(100, 160)], "how many there are or which one it is"),
        ("Number", [str(number) for number in range(1, 60)], "how many there are or which one it is"),
        ("Furnished", ["Fully", "Semi", "Hardly"], "what it is that is 'furnished'"),
        ("in stock since", [f"2026-10-{day:02d}" for day in range(1, 29)], "goes on 'in stock since'"),
        ("In stock", [str(number) for number in range(30)], "goes on 'in stock'"),
        ("Accepts cash back", ["yes", "no"], "what an option has or is"),
    ],
)
def test_a_name_that_cannot_be_said_gets_no_rule_and_is_told(
    tmp_path: Path, header: str, cells: list[str], told: str
) -> None:
    draft = drafted(tmp_path, {**FILL, header: cells})
    slot = header.replace(" ", "_").casefold()
    assert slot in {one.name for one in draft.slots}
    assert rules_of(draft, slot) == []
    (note,) = [note for note in draft.notes if "is shown and has no rules" in note]
    assert told in note


def test_a_name_of_which_only_the_beginning_fits_into_a_sentence_gets_no_rule(tmp_path: Path) -> None:
    draft = drafted(tmp_path, {**FILL, "Share of drivers who drove too fast": ["few", "many", "most"]})
    assert {rule.slot for rule in draft.rules} == {slot.name for slot in draft.slots[:2]}
    assert any("too long for a sentence" in text for text in draft.to_check)


def test_where_hardly_a_name_can_be_said_all_keep_their_rules(tmp_path: Path) -> None:
    draft = drafted(tmp_path, {"drv": ["four", "rear", "front"], "gashw": ["yes", "no"]})
    assert {rule.slot for rule in draft.rules} == {"drv", "gashw"}
    assert sum("is hardly said well" in note for note in draft.notes) == 2


def test_where_hardly_a_name_can_be_said_one_that_is_misread_gets_no_rule_and_is_told_so(
    tmp_path: Path,
) -> None:
    grades = ["average", "worse", "much better", "best"]
    draft = drafted(tmp_path, {"drv": ["four", "rear", "front"], "gashw": ["yes", "no"], "Grade": grades})
    assert {rule.slot for rule in draft.rules} == {"drv", "gashw"}
    assert [note.partition(":")[0] for note in draft.notes if note.startswith("Grade")] == [
        "Grade is shown and has no rules"
    ]


@pytest.mark.parametrize(
    ("header", "cells", "words"),
    [
        ("departs", [f"{hour:02d}:30" for hour in range(7, 19)], ["leave", "depart"]),
        ("Released", [f"2026-10-{day:02d}" for day in range(1, 29)], ["the release date be"]),
        ("Seats left", [str(number) for number in range(30)], ["have"]),
        ("Seats", [str(number) for number in range(30)], ["have", "come with"]),
        ("country", ["Peru;Chile", "Chile", "Cuba"], ["the countries include"]),
        ("fuel", ["petrol", "diesel", "hydrogen"], ["run on"]),
        ("Pets allowed", ["cats;dogs", "dogs", "cats", ""], ["allow"]),
        ("Ports of call", ["Oslo;Riga", "Riga", "Oslo;Gdansk"], ["the ports of call include"]),
        ("skillsTaught", ["sewing;knots", "knots", "sewing"], ["teach"]),
        ("good_with_kids", ["1", "0"], ["be good with kids"]),
        ("petFriendly", ["TRUE", "FALSE"], ["be pet friendly"]),
        ("certificateIncluded", ["yes", "no"], ["include a certificate", "a certificate be included"]),
        ("5G", ["yes", "no"], ["have 5G", "come with 5G"]),
        ("Max guests", [str(number) for number in range(2, 9)], ["have room for"]),
        ("Bathrooms", ["1", "1.5", "2", "2.5"], ["have"]),
        ("Monthly rent", [f"${number}00" for number in range(8, 30)], ["I pay", "cost"]),
        ("age_years", [str(number) for number in range(1, 15)], ["be"]),
        ("color", ["red", "green", "blue"], ["come in"]),
        ("Time to beach", [f"{number} min" for number in range(3, 40)], ["the beach be"]),
        ("transmission", ["manual", "automatic"], ["have a"]),
        ("breed", ["beagle", "poodle", "collie", "pug"], ["be a"]),
        ("MPG.city", [str(number) for number in range(15, 40)], ["have a city fuel economy of"]),
        ("Packed weight", [f"{number} kg" for number in range(2, 30)], ["weigh"]),
        ("Screen size", ['13.3"', '14"', '15.6"'], ["the screen be", "have a screen size of"]),
        ("Size", [f"{number} m²" for number in range(30, 90)], ["be", "have a size of"]),
        ("Warranty", ["1 year", "2 years", "3 years"], ["have a warranty of", "come with a warranty of"]),
        ("Protein (g)", [str(number) for number in range(2, 60)], ["have", "contain"]),
        ("Prep time", [f"{number} min" for number in range(5, 50)], ["take"]),
        ("Wait time", [f"{number} min" for number in range(5, 50)], ["the wait be"]),
        ("Walk to station", [f"{number} min" for number in range(3, 40)], ["the station be"]),
        ("Sleeps", ["1", "2", "4", "6"], ["sleep"]),
        ("Sleeps", ["2", "4", "4–6"], ["sleep"]),
        ("Min.Price", [str(number) for number in range(10, 60)], ["the lowest price be"]),
        ("Rear seat room", [str(number) for number in range(20, 40)], ["the rear seat room be"]),
        ("Students enrolled", [str(number) for number in range(900, 9000, 100)], ["have"]),
        ("Meal", ["breakfast", "lunch", "dinner"], ["be for"]),
        ("Cuisine", ["Thai", "Italian", "Vietnamese"], ["serve", "be"]),
        ("Cuisine", ["Thai", "Burgers", "Vegan"], ["the cuisine be"]),
        ("Width", [f"{number} cm" for number in range(50, 90)], ["be", "have a width of"]),
        ("Profits", [str(number) for number in range(20, 90)], ["have profits of"]),
        ("Category", ["Banking", "Retailing", "Media"], ["be in the"]),
    ],
)
def test_what_is_proposed_is_worth_keeping(
    tmp_path: Path, header: str, cells: list[str], words: list[str]
) -> None:
    draft = drafted(tmp_path, {**FILL, header: cells})
    slot = next(one.name for one in draft.slots if one.name not in FILL)
    assert sayings(draft, slot)[: len(words)] == words
    assert "entry" not in str(rules_of(draft, slot))


def test_a_price_is_what_it_costs_whether_or_not_a_currency_is_named(tmp_path: Path) -> None:
    for currency in ("", "$", "Rs. "):
        prices = [f"{currency}{number}" for number in range(200, 900, 13)]
        draft = drafted(tmp_path, {"brand": FILL["brand"], "price": prices})
        assert sayings(draft, "price")[0] == "cost"


@pytest.mark.parametrize("header", ["Calories", "Bathrooms", "Megapixels"])
def test_what_a_bare_number_counts_is_not_so_many_or_less_of_it(tmp_path: Path, header: str) -> None:
    draft = drafted(tmp_path, {**FILL, header: [f"{number}.5" for number in range(2, 14)]})
    domain = loaded(as_written(draft).texts)
    (rule,) = [rule for rule in domain.rules if rule.slot == header.casefold()]
    test = Test("at_most", (domain.schema.slot(rule.slot).kind.read("5.5"),))
    literal = GroundedLiteral(Primitive(rule.slot, test, rule.id), positive=True)
    wordings = Wordings(domain)
    texts = [
        wordings.words(choice, phrase, literal)
        for choice in wordings.choices(literal, "must")
        for phrase in choice.phrases
    ]
    assert texts
    assert not [text for text in texts if "or less" in text]


def test_things_that_need_an_article_are_included_and_not_had(tmp_path: Path) -> None:
    names = drafted(tmp_path, {**FILL, "ports": ["HDMI;USB-C", "USB-C", "Ethernet;HDMI"]})
    things = drafted(tmp_path, {**FILL, "ports": ["HDMI;headphone jack", "headphone jack", "Ethernet;HDMI"]})
    mass = drafted(tmp_path, {**FILL, "amenities": ["free parking;Wi-Fi", "Wi-Fi", "free parking;towels"]})
    assert {"have", "come with"} <= set(sayings(names, "ports"))
    assert {"have", "offer"} <= set(sayings(mass, "amenities"))
    every = rules_of(things, "ports")[0]["say"]
    assert {(one.get("subject"), one["verb"]) for one in every} == {("the ports", "include")}


def test_what_sort_of_option_it_is_is_said_of_the_option(tmp_path: Path) -> None:
    path = tmp_path / "bikes.csv"
    kinds = ("city", "road", "cargo", "none")
    rows = [f"{kinds[row % 4]},{400 + row * 7},{1 + row % 5}" for row in range(60)]
    path.write_text("\n".join(["Bike type,price_usd,gears", *rows]) + "\n", encoding="utf-8")
    (rule,) = rules_of(draft_from_table(path, "bikes"), "bike_type")
    assert rule["say"] == [{"verb": "be", "before": "a", "after": "bike"}]
    assert rule["draw"] == {"items": [2, 2], "fixed": ["city", "road", "cargo"]}, "nobody asks for 'none'"


def typed(folder: Path, noun: str, values: list[str]) -> dict[str, Any]:
    (rule,) = rules_of(drafted(folder, {**FILL, "Type": values}, noun=noun), "type")
    return dict(rule["say"][0])


@pytest.mark.parametrize(
    ("noun", "values", "wording"),
    [
        ("bike", ["city", "road", "gravel"], {"verb": "be", "before": "a", "after": "bike"}),
        ("bike", ["city bike", "road bike", "e-bike"], {"subject": "the type", "verb": "be"}),
        ("car", ["van", "SUV", "coupe"], {"subject": "the type", "verb": "be"}),
    ],
)
def test_a_type_stands_before_the_noun_where_people_say_it_so(
    tmp_path: Path, noun: str, values: list[str], wording: dict[str, str]
) -> None:
    assert typed(tmp_path, noun, values) == wording


@pytest.mark.parametrize(
    ("noun", "header", "cells", "wanted", "said"),
    [
        ("laptop", "Weight", "kg", "less", ["weigh"]),
        ("horse", "Weight", "kg", None, ["weigh"]),
        ("restaurant", "Distance", "km", "less", ["be", "the distance be"]),
        ("hike", "Distance", "km", None, ["have a distance of", "the distance be"]),
        ("recipe", "Cuisine", "", None, ["be"]),
        ("backpack", "Load weight limit", "kg", None, ["have a load weight limit of"]),
    ],
)
def test_what_people_want_and_say_of_a_column_hangs_on_what_an_option_is(
    tmp_path: Path, noun: str, header: str, cells: str, wanted: str | None, said: list[str]
) -> None:
    values = [f"{number} {cells}" for number in range(2, 30)] if cells else ["Thai", "Italian", "Greek"]
    draft = drafted(tmp_path, {**FILL, header: values}, noun=noun)
    slot = header.casefold().replace(" ", "_")
    assert rules_of(draft, slot)[0].get("wanted") == wanted
    assert sayings(draft, slot)[: len(said)] == said


def test_every_rule_has_two_wordings_but_for_what_has_one_word(tmp_path: Path) -> None:
    draft = drafted(
        tmp_path,
        {
            **FILL,
            "extras": ["a;b", "b", "c;a"],
            "rating": ["4.5/5", "3.9/5", "4.8/5"],
            "refundable": ["yes", "no"],
            "doors": ["2", "0", "4"],
        },
    )
    assert {rule.slot for rule in draft.rules} == {
        "brand",
        "price",
        "extras",
        "rating",
        "refundable",
        "doors",
    }
    assert {rule.slot for rule in draft.rules if len(unnamed(rule.settings, draft.noun)["say"]) < 2} == {
        "brand",
        "extras",
        "refundable",
    }


def test_what_few_people_ask_for_is_marked(tmp_path: Path) -> None:
    draft = drafted(
        tmp_path, {**FILL, "score": ["4.5/5", "3.9/5", "4.8/5"], "RAM": ["8 GB", "16 GB", "32 GB"]}
    )
    assert rules_of(draft, "score")[0]["atypical"] == ["less", "at_most"]
    assert rules_of(draft, "ram")[0]["atypical"] == ["less", "at_most"]
    assert rules_of(draft, "price")[0]["atypical"] == ["more", "at_least"]
    assert "atypical" not in rules_of(draft, "brand")[0]


@pytest.mark.parametrize(
    "header", ["name", "Product name", "title", "notes", "Remarks", "description", "How far do you go"]
)
def test_names_and_remarks_are_shown_and_not_asked_for(tmp_path: Path, header: str) -> None:
    draft = drafted(tmp_path, {**FILL, header: ["Nova", "Terra", "Luna"], "size": ["1 kg", "2 kg", "3 kg"]})
    (slot,) = {slot.name for slot in draft.slots} - {"brand", "price", "size"}
    assert not rules_of(draft, slot)
    assert any("so shown without rules" in column.why for column in draft.columns)
    other = drafted(tmp_path, {**FILL, "city name": ["Nova", "Terra", "Luna"]})
    assert rules_of(other, "city")


@pytest.mark.parametrize("count", [5, MOST_RULED, MOST_RULED + 1, MOST_SHOWN, MOST_SHOWN + 5])
def test_of_many_columns_the_first_are_asked_about_and_more_are_shown(tmp_path: Path, count: int) -> None:
    words = {
        f"c{number}": [f"w{row * (number + 2) % 29}x{number}" for row in range(11)] for number in range(count)
    }
    draft = drafted(tmp_path, words)
    assert len(draft.slots) == min(count, MOST_SHOWN)
    assert len({rule.slot for rule in draft.rules}) == min(count, MOST_RULED)
    assert any("without rules" in note for note in draft.notes) == (count > MOST_RULED)
    assert any("left out" in note for note in draft.notes) == (count > MOST_SHOWN)


def numbers_in(header: str, texts: list[str]) -> tuple[dict[str, object], list[Decimal]]:
    reading = read_column(Cells.of(read_header(header, 0), texts * 3))
    assert reading is not None
    return dict(reading.settings), [Decimal(cell or "nan") for cell in reading.cells[: len(texts)]]


@given(st.lists(st.integers(10_000, 9_999_999), min_size=2, max_size=9, unique=True), st.integers(1, 999))
def test_points_that_part_thousands_of_money_are_no_decimal_points(large: list[int], small: int) -> None:
    for amounts in (large, [*large, small], [1000, small]):
        texts = [f"{number:,} €".replace(",", ".") for number in amounts]
        settings, found = numbers_in("Deductible", texts)
        assert settings["currency"] == "EUR"
        assert found == amounts


@given(st.lists(st.integers(1001, 9999), min_size=2, max_size=9, unique=True))
def test_points_of_which_nobody_can_tell_are_read_as_in_english(thousandths: list[int]) -> None:
    for form in ("{:.3f} kg", "${:.3f}"):
        _, found = numbers_in(
            "Petrol", [form.format(Decimal(thousandth) / 1000) for thousandth in thousandths]
        )
        assert found == [Decimal(thousandth) / 1000 for thousandth in thousandths]


def test_inches_and_stars_are_read_as_what_they_are() -> None:
    settings, found = numbers_in("Screen size", ['13.3"', '15.6"', '14"'])
    assert (settings["kind"], settings["unit"], found[0]) == ("quantity", "in", Decimal("13.3"))
    settings, _ = numbers_in("Class", ["3 stars", "4 stars", "5 stars"])
    assert (settings["unit"], settings["out_of"]) == ("rating", 5)


def test_ends_of_a_scale_are_not_drawn(tmp_path: Path) -> None:
    draft = drafted(
        tmp_path, {**FILL, "fee": ["$0", "$150", "$500", "$900"], "score": ["2/5", "3/5", "4/5", "5/5"]}
    )
    assert rules_of(draft, "fee")[0]["draw"] == {"fixed": [150, 500, 900]}
    assert rules_of(draft, "score")[0]["draw"] == {"fixed": [2, 3, 4]}


@pytest.mark.parametrize(
    ("header", "cells", "words"),
    [
        ("Roasted on", "date", ["be roasted"]),
        ("Last updated", "date", ["be last updated"]),
        ("Kitchen renovated", "year", ["the kitchen be renovated"]),
        ("Available", "date", ["be available"]),
        ("Next free", "date", ["be next free"]),
        ("Available from", "date", ["be available"]),
        ("Serves", "people", ["serve", "be enough for"]),
        ("Built", "year", ["the build year be"]),
        ("Suitable for", "words", ["be suitable for"]),
        ("From", "words", ["leave from", "start in"]),
        ("Harvest date", "date", ["the harvest date be"]),
    ],
)
def test_a_point_in_time_is_asked_for_by_a_noun(
    tmp_path: Path, header: str, cells: str, words: list[str]
) -> None:
    shown = {
        "date": [f"2026-10-{day:02d}" for day in range(1, 29)],
        "clock": [f"{hour:02d}:30" for hour in range(7, 19)],
        "year": [str(year) for year in range(1950, 1999)],
        "people": [str(number) for number in range(1, 9)],
        "words": ["Ulm", "Bern", "Graz", "Lodz"],
    }
    draft = drafted(tmp_path, {**FILL, header: shown[cells]})
    assert sayings(draft, header.casefold().replace(" ", "_")) == words


def test_options_that_are_people_are_called_they(tmp_path: Path) -> None:
    path = tmp_path / "tutors.csv"
    rows = [f"{40 + row * 7 % 31},{('BA', 'MA', 'PhD')[row * 5 % 3]},{row * row % 29}" for row in range(60)]
    path.write_text("\n".join(["rate,degree,experience (years)", *rows]) + "\n", encoding="utf-8")
    draft = draft_from_table(path, "tutors")
    domain = loaded(as_written(draft).texts)
    assert domain.schema.pronoun == "they"
    subjects = [one.get("subject", "") for rule in draft.rules for one in rule.settings["say"]]
    assert any(subject.startswith("their ") for subject in subjects)
    assert not any(subject.startswith("its ") for subject in subjects)
    assert draft_from_table(path, "cars").pronoun == "it"


@pytest.mark.parametrize("word", ["RAM", "SIM card", "URL", "year", "SUV", "hour"])
def test_articles_go_by_what_is_heard(word: str) -> None:
    assert with_article(word) == ("an " if word in ("SUV", "hour") else "a ") + word


PEOPLE = {
    "birth_date": [f"19{year}-05-0{day}" for year in range(60, 99) for day in (1, 2)],
    "start_date": [f"20{year}-05-0{day}" for year in range(10, 25) for day in (1, 2)],
    "age": [str(age) for age in range(20, 60)],
    "sex": ["M", "F"],
    "domhand": ["L", "R"],
    "grade": ["A", "B", "C"],
    "hair_color": ["black", "brown", "grey", "white", "brown and grey"],
}


def test_people_are_spoken_of_as_people(tmp_path: Path) -> None:
    draft = drafted(tmp_path, PEOPLE, noun="person")
    said = {slot: sayings(draft, slot) for slot in ("birth_date", "start_date", "age", "sex")}
    assert said["birth_date"] == ["the birth date be"]
    assert said["start_date"] == ["the start date be"]
    assert rules_of(draft, "age")[0]["say"][0] == {"verb": "be", "after": "years old"}
    assert said["sex"] == ["be"]
    assert {row[draft.header.index("sex")] for row in draft.rows} == {"male", "female"}
    assert "said: sex" in draft.imported


def test_letters_that_stand_for_something_have_no_rule_and_grades_do(tmp_path: Path) -> None:
    draft = drafted(tmp_path, PEOPLE, noun="person")
    assert not rules_of(draft, "domhand")
    assert rules_of(draft, "grade")


def test_a_value_that_reads_as_two_is_not_asked_for_among_single_ones(tmp_path: Path) -> None:
    (rule,) = rules_of(drafted(tmp_path, PEOPLE, noun="person"), "hair_color")
    assert "one_of" in rule["tests"]
    assert set(rule["draw"]["fixed"]) == {"black", "brown", "grey", "white"}


def test_values_that_nobody_says_are_not_asked_for(tmp_path: Path) -> None:
    cells = ["Swim", "Tennis", "Netball", "Field", "Rowing", "Judo", "W Polo", "T 400m", "Comm. Ind. States"]
    (rule,) = rules_of(drafted(tmp_path, {**FILL, "sport": [*cells[:6] * 3, *cells]}), "sport")
    assert set(rule["draw"]["fixed"]) == {*cells[:6]}


def test_a_sex_and_a_race_are_both_said_of_a_person(tmp_path: Path) -> None:
    columns = {"sex": ["male", "female"], "race": ["Asian", "Hispanic"]}
    draft = drafted(tmp_path, {**FILL, **columns}, noun="person")
    assert "be" in sayings(draft, "sex")
    assert sayings(draft, "race") == ["their race be"]


@pytest.mark.parametrize(("brands", "shared"), [(["Acme", "Zeta"], True), (["Bosch", "Zeta"], False)])
def test_columns_share_a_wording_where_no_value_is_of_both(
    brands: list[str], shared: bool, tmp_path: Path
) -> None:
    columns = {"maker": ["Bosch", "Dyson"], "brand": brands}
    draft = drafted(tmp_path, {**FILL, **columns}, noun="vacuum cleaner")
    assert "be made by" in sayings(draft, "brand")
    assert ("be made by" in sayings(draft, "maker")) == shared


def test_hours_and_minutes_of_one_length_are_shown_without_rules(tmp_path: Path) -> None:
    parts = {"length_hrs": ["1", "2", "3"], "length_min": [str(minute) for minute in range(60)]}
    draft = drafted(tmp_path, {**FILL, **parts})
    assert {rule.slot for rule in draft.rules} == {"brand", "price"}
    assert any("hours and minutes of one time" in note for note in draft.notes)


@pytest.mark.parametrize(
    ("noun", "header", "cells", "words"),
    [
        ("order", "gender", ["male", "female"], set()),
        ("shoe", "gender", ["men", "women", "children"], {"be for"}),
        ("student", "ethnicity", ["Dutch", "Greek"], {"its ethnicity be"}),
        ("athlete", "sport", ["judo", "golf"], {"its sport be"}),
        (
            "hotel",
            "region",
            ["Algarve", "Minho"],
            {"be in", "be located in", "the region be"},
        ),
        ("earthquake", "country", ["Iran", "Peru"], {"the country be"}),
        ("car", "fuel", ["petrol", "electric"], {"be"}),
        ("car", "fuel", ["petrol", "diesel"], {"run on"}),
        ("hotel", "stock", ["3", "7", "12", "20"], {"have"}),
        ("episode", "episode", [str(number) for number in range(1, 11)], set()),
        ("birth", "premie", ["premie", "full term"], set()),
        ("customer", "backup", ["Yes", "No", "No internet"], set()),
        ("cereal", "sodium", [str(number) for number in range(90, 300, 7)], {"have a sodium"}),
        ("course", "weeks", ["2", "4", "8"], {"last"}),
        ("athlete", "ferr", [str(number) for number in range(30, 70)], {"the ferr value"}),
        ("course", "ethnicity", ["Dutch", "Greek"], set()),
        ("player", "team", ["Hawks", "Kings"], {"its team be"}),
        ("shop", "team", ["Hawks", "Kings"], {"the team be"}),
        ("car", "gearbox", ["6m", "7a", "5m"], set()),
        ("car", "petrol", ["G", "GPR", "DU"], set()),
        ("shirt", "fit", ["S", "M", "XL"], {"the fit be"}),
        ("car", "model_type_index", [str(number) for number in range(1, 60)], set()),
        (
            "loan",
            "price_index",
            [str(number) for number in range(1, 60)],
            {"the price index"},
        ),
        ("course", "course_numeric", [str(number) for number in range(1, 60)], set()),
        ("house", "month_sold", [str(number) for number in range(1, 13)], set()),
        ("taxi", "hour", [str(number) for number in range(24)], set()),
        ("film", "description", [str(number) for number in range(1, 60)], set()),
        ("app", "icon", ["star", "heart", "sun"], set()),
        ("car", "hp_rpm", [str(number * 100) for number in range(30, 70)], set()),
        ("dog", "gender", ["male", "female"], {"be"}),
        ("student", "internet", ["yes", "no"], {"have internet"}),
        ("student", "pets", ["0", "1", "2", "3"], {"the number of"}),
        ("hotel", "internet", ["yes", "no"], {"have internet", "come with internet"}),
        (
            "policy",
            "charges",
            [str(number * 97) for number in range(3, 40)],
            {"the charges be"},
        ),
        ("song", "in_spotify_charts", [str(number) for number in range(30)], set()),
        ("player", "form_fed", ["GER", "USA", "NOR"], {"the form fed"}),
    ],
)
def test_a_wording_is_true_of_what_an_option_is(
    tmp_path: Path, noun: str, header: str, cells: list[str], words: set[str]
) -> None:
    draft = drafted(tmp_path, {**FILL, header: cells}, noun=noun)
    said_words = {" ".join(words.split()).replace("their ", "its ") for words in sayings(draft, header)}
    assert {" ".join(words.split()[:3]) for words in said_words} == words


def test_hours_a_week_are_a_time_and_weeks_of_a_course_are_not_wanted_by_themselves(tmp_path: Path) -> None:
    cells = [str(number) for number in range(1, 9)]
    draft = drafted(tmp_path, {**FILL, "weekly hours": cells, "weeks": cells}, noun="course")
    assert sayings(draft, "weekly") == ["the weekly time be"]  # not "the weekly should be under two hours"
    assert all("want" not in rule for rule in rules_of(draft, "weeks"))  # not "I need at least ten weeks"


@pytest.mark.parametrize(
    ("header", "cells", "unit"),
    [
        ("percentage expenditure", [str(number * 97) for number in range(3, 90)], "number"),
        ("percentage expenditure", [str(number) for number in range(3, 90)], "percent"),
        ("annee", [str(number) for number in range(1990, 2020)], "year"),
        ("Tax 5%", [f"{number}.5" for number in range(3, 90)], "number"),
    ],
)
def test_a_name_gives_a_unit_that_its_numbers_can_have(
    tmp_path: Path, header: str, cells: list[str], unit: str
) -> None:
    draft = drafted(tmp_path, {**FILL, header: cells})
    assert draft.slots[-1].settings["unit"] == unit


def test_of_the_same_in_several_years_the_latest_is_asked_for(tmp_path: Path) -> None:
    years = {f"population_{year}": [str(year * n % 977) for n in range(60)] for year in (1996, 2011, 2021)}
    draft = drafted(tmp_path, {**FILL, **years})
    assert {rule.slot for rule in draft.rules} == {"brand", "price", "population_in_2021"}
    assert any("the latest is asked for, without Population in 1996" in note for note in draft.notes)
    del years["population_1996"]
    assert len({rule.slot for rule in drafted(tmp_path, {**FILL, **years}).rules}) == len({*FILL, *years})


def test_money_is_rounded_to_cents_where_these_are_nothing_beside_its_spread(tmp_path: Path) -> None:
    large = drafted(tmp_path, {"brand": FILL["brand"], "sales": [f"${n * 997}.375" for n in range(1, 50)]})
    small = drafted(tmp_path, {"brand": FILL["brand"], "price": [f"$0.1{n}5" for n in range(10, 60)]})
    assert [draft.slots[-1].settings["unit"] for draft in (large, small)] == ["money", "USD"]


def test_a_year_is_said_as_one_however_short_it_is(tmp_path: Path) -> None:
    short = drafted(tmp_path, {**FILL, "year": ["73", "75", "80", "88"]}, noun="car")
    full = drafted(tmp_path, {**FILL, "year": ["1973", "1988"]}, noun="car")
    assert sayings(short, "year") == sayings(full, "year") == ["the year be"]


def test_a_thing_is_from_its_country_and_a_place_is_not(tmp_path: Path) -> None:
    table = {**FILL, "country": ["Peru", "Chile", "Cuba"]}
    assert "be from" in sayings(drafted(tmp_path, table, noun="car"), "country")
    assert "be from" not in sayings(drafted(tmp_path, table, noun="hotel"), "country")


def test_a_denial_of_another_value_has_no_rule(tmp_path: Path) -> None:
    checked = {**FILL, "check": ["Verified", "Not Verified", "Source Verified"], "color": ["red", "blue"]}
    draft = drafted(tmp_path, checked)
    assert not rules_of(draft, "check")
    assert any("Check is shown and has no rules" in note and "Not Verified" in note for note in draft.notes)
    assert rules_of(drafted(tmp_path, {**FILL, "check": ["Verified", "Not Checked"]}), "check")


NUMBERED = [str(number / 7)[:4] for number in range(3, 90)]


def test_a_name_that_says_little_has_no_rule_beside_enough_others(tmp_path: Path) -> None:
    """Nobody knows what a trunk of 14 is; everybody knows prices, ratings and doors."""
    known = {
        "weight (kg)": NUMBERED,
        "rating": ["3.5", "4", "4.5"],
        "doors": ["2", "3", "4", "5"],
        "height (cm)": NUMBERED[5:],
    }
    draft = drafted(tmp_path, {**FILL, **known, "trunk": NUMBERED, "size code": ["sc0", "sc1", "sc2"]})
    assert {rule.slot for rule in draft.rules} == {"brand", "price", "weight", "rating", "doors", "height"}
    reason = "Trunk is shown and has no rules: other columns make better requests"
    assert any(note.startswith(reason) for note in draft.notes)
    assert rules_of(drafted(tmp_path, {**FILL, "trunk": NUMBERED}), "trunk")


def test_the_best_said_columns_are_asked_for_where_there_are_many(tmp_path: Path) -> None:
    measured = {
        f"{name} (cm)": NUMBERED for name in ("hem", "waist", "sleeve", "inseam", "chest", "neck", "hip")
    }
    draft = drafted(tmp_path, {**measured, **FILL, "weight (kg)": NUMBERED, "length (cm)": NUMBERED[3:]})
    slots = {rule.slot for rule in draft.rules}
    assert len(slots) == 8
    assert {"price", "weight", "length"} <= slots


@pytest.mark.parametrize(
    ("header", "cells", "wish"),
    [
        ("Backlit keyboard", ["yes", "no"], {"before": "a laptop with a backlit keyboard"}),
        ("Refurbished", ["yes", "no"], {"before": "a refurbished laptop"}),
        ("Pet friendly", ["yes", "no"], {"before": "a laptop that is pet friendly"}),
        ("Pet safe", ["yes", "no"], {"before": "a laptop that is pet safe"}),
        ("Color", ["black", "red", "blue"], {"before": "a laptop that comes in"}),
        ("Height (cm)", ["10", "11", "12", "25", "31"], {"before": "a laptop", "after": "tall"}),
    ],
)
def test_what_is_said_of_it_is_said_of_the_option_by_its_noun_and_wished_for(
    tmp_path: Path, header: str, cells: list[str], wish: dict[str, str]
) -> None:
    draft = drafted(tmp_path, {**FILL, header: cells}, noun="laptop")
    (rule,) = [rule for rule in draft.rules if rule.slot not in ("brand", "price")]
    assert wish in rule.settings["want"]
    of_it = [wording for wording in rule.settings["say"] if "subject" not in wording]
    assert of_it
    assert all({"subject": "the laptop", **wording} in rule.settings["say"] for wording in of_it)


def test_a_day_is_wished_for_as_the_option_with_it(tmp_path: Path) -> None:
    days = [f"2026-10-{day:02d}" for day in range(1, 29)]
    draft = drafted(tmp_path, {**FILL, "Release date": days}, noun="laptop")
    (rule,) = [rule for rule in draft.rules if rule.slot == "release_date"]
    assert rule.settings["want"] == [{"before": "a laptop with a release date"}]


@pytest.mark.parametrize("noun", ["shoe", "player", "used mountain bike"])
def test_no_option_is_named_by_half_of_a_pair_or_by_three_words(tmp_path: Path, noun: str) -> None:
    draft = drafted(tmp_path, FILL, noun=noun)
    assert not any(
        wording.get("subject") == f"the {noun}" for rule in draft.rules for wording in rule.settings["say"]
    )
