from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.errors import Place
from cocoa_core.importing.columns.header import (
    in_another_language,
    numbers_one,
    read_header,
    read_headers,
    renamed,
    short_forms,
)
from cocoa_core.importing.columns.measures import count_noun
from cocoa_core.loading import ScalarNode, phrase_at


@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from(["not", "no", "of", "or", "if", "Price", "(kg)", "_", "%", "nº"])).map(
        " ".join
    )
)
def test_every_header_gives_a_label_and_a_phrase_that_may_stand_in_a_sentence(text: str) -> None:
    header = read_header(text, 3)
    assert phrase_at(ScalarNode(Place(""), header.phrase, header.phrase), "phrase", 60) == header.phrase
    assert 0 < len(header.label) <= 60
    assert header.label.isprintable()
    assert header.label == " ".join(header.label.split())
    assert header.phrase.casefold() in header.label.casefold()  # a request names what options show


@pytest.mark.parametrize(
    ("text", "label", "unit"),
    [
        ("weight_kg", "Weight", "kg"),
        ("Weight (kg)", "Weight", "kg"),
        ("Weight_in_lbs", "Weight", "lb"),
        ("body_mass_g", "Body mass", "g"),
        ("Miles_per_Gallon", "Fuel economy", "mpg"),
        ("mpg", "Fuel economy", "mpg"),
        ("sleep_time_h", "Sleep time", "h"),
        ("Price (€)", "Price", "EUR"),
        ("Rent (₹)", "Rent", "INR"),
        ("Gewicht / kg", "Gewicht", "kg"),
        ("Battery life / h", "Battery life", "h"),
        ("Runtime/min", "Runtime", "min"),
        ("Weight/kg", "Weight", "kg"),
        ("Price / m²", "Price per m²", ""),
        ("Calls / day", "Calls per day", ""),
        ("Dimensions L / W", "Dimensions L per W", ""),
        ("properties.depth", "Depth", ""),
        ("medals.gold", "Gold medals", ""),
        ("price.amount", "Price", ""),
        ("2017 votes", "Votes in 2017", ""),
        ("Contact hours", "Contact time", "h"),
        ("Prep minutes", "Prep time", "min"),
        ("Runtime minutes", "Runtime", "min"),
        ("Rank[a]", "Rank", ""),
        ("Fare (adult)", "Fare adult", ""),
        ("Price (kg)", "Price", "kg"),
        ("Population (2023)[12]", "Population in 2023", ""),
        ("winpercent", "Win percentage", "%"),
        ("price_usd", "Price", "USD"),
        ("pct_white", "White percentage", "%"),
        ("pctCollege", "College percentage", "%"),
        ("% of forest", "Forest percentage", "%"),
        ("Protein (%)", "Protein percentage", "%"),
        ("discount_pct", "Discount", "%"),
        ("Percent change", "Change", "%"),
        ("Alcohol %", "Alcohol", "%"),
        ("Price in €", "Price", "EUR"),
        ("Speed in km/h", "Speed", "km/h"),
        ("Score %", "Score", "%"),
        ("sepalLength", "Sepal length", ""),
        ("GDP per capita", "GDP per capita", ""),
        ("nAmE", "Name", ""),
        ("eSIM", "eSIM", ""),
        ("VIN", "VIN", ""),
        ("Price (incl. VAT)", "Price including VAT", ""),
        ("PrIcE", "Price", ""),
        ("TyPe", "Type", ""),
        ("GoTo", "Go to", ""),
        ("temp_min", "Minimum temperature", ""),
        ("temp_max", "Maximum temperature", ""),
        ("price.avg", "Average price", ""),
        ("duration_min", "Duration", "min"),
        ("size_min", "Minimum size", ""),
        ("MinPrice", "Minimum price", ""),
        ("maxtempC", "Maximum temperature", "°C"),
        ("WindChillF", "Wind chill", "°F"),
        ("hightemp", "High temperature", ""),
        ("maxwindspeedkmph", "Maximum wind speed", "km/h"),
        ("TopSpeedKmH", "Top speed", "km/h"),
        ("Efficiency_WhKm", "Efficiency", "Wh/km"),
        ("BatteryPower_mAh", "Battery power", "mAh"),
        ("heightcm", "Height", "cm"),
        ("priceusd", "Price", "USD"),
        ("price$", "Price", "USD"),
        ("startdate", "Start date", ""),
        ("birthdate", "Birth date", ""),
        ("bodywt", "Body weight", ""),
        ("Horse.Power", "Horsepower", "hp"),
        ("AirBags", "Airbags", ""),
        ("PhD", "PhD", ""),
        ("TVs", "TVs", ""),
        ("city_mpg", "City fuel economy", "mpg"),
        ("NumCompaniesWorked", "Number of companies worked", ""),
        ("NumberofLocations", "Number of locations", ""),
        ("n_bids", "Number of bids", ""),
        ("population_2001", "Population in 2001", ""),
        ("since 2001", "Since 2001", ""),
        ("vit_a", "Vit a", ""),
        ("vitamin_a", "Vitamin A", ""),
        ("max HR", "Maximum HR", ""),
        ("PriceMM", "Price MM", ""),
        ("SpecialMM", "Special MM", ""),
        ("PetalWidthMM", "Petal width", "mm"),
        ("pressureMB", "Pressure", "mbar"),
        ("massacre", "Massacre", ""),
        ("plan_b", "Plan b", ""),
        ("date_day", "Date day", ""),
        ("Sex (M/F)", "Sex M F", ""),
        ("population (millions)", "Population", "million"),
        ("Budget (USD millions)", "Budget", "million USD"),
        ("Revenue in mn EUR", "Revenue", "million EUR"),
        ("Price (k€)", "Price", "thousand EUR"),
        ("Price/m²", "Price per m²", ""),
        ("Price/sqm", "Price per sqm", ""),
        ("Price per sq ft", "Price per sq ft", ""),
        ("Preis pro Liter", "Preis pro liter", ""),
        ("Cost/100 km", "Cost 100 km", ""),
        ("Rent/mo", "Rent per month", ""),
        ("EUR per night", "Price per night", "EUR"),
        ("Charter EUR/week", "Charter per week", "EUR"),
        ("Price (EUR/m²)", "Price per m²", "EUR"),
        ("AMT_EUR_NET", "Amount net", "EUR"),
        ("EUR/USD", "Eur usd", ""),
        ("Sugar g/l", "Sugar", "g/l"),
        ("Residual sugar (g/l)", "Residual sugar", "g/l"),
        ("Refundable (y/n)", "Refundable y n", ""),
        ("Complexity (1-5)", "Complexity", ""),
        ("Minutes to beach", "Time to beach", "min"),
        ("miles_to_downtown", "Distance to downtown", "mi"),
        ("totalHours", "Total time", "h"),
        ("Max guests", "Maximum guests", ""),
        ("min_price", "Minimum price", ""),
        ("HDR formats", "HDR formats", ""),
        ("has_5G", "Has 5G", ""),
        ("Sq Ft", "Area", "sq ft"),
        ("Temp (C)", "Temperature", "°C"),
        ("Rating (out of 10)", "Rating", "/10"),
        ("wind_speed_m_s", "Wind speed", "m/s"),
        ("bmi_kg_m2", "BMI", "kg/m²"),
        ("co2_g_km", "CO2", "g/km"),
        ("flow_liters_min", "Flow", "L/min"),
        ("flow_rate_l_min", "Flow rate", "L/min"),
        ("concentration_mg_l", "Concentration", "mg/L"),
        ("rate_kg_h", "Rate", "kg/h"),
        ("weight_lb_oz", "Weight lb oz", ""),
        ("height_ft_in", "Height ft in", ""),
        ("time_in_min", "Time", "min"),
        ("length_in", "Length", "in"),
        ("area_in_square_miles", "Area", "sq mi"),
        ("Area (square miles)", "Area", "sq mi"),
        ("lot_area_sq_ft", "Lot area", "sq ft"),
        ("volume_cubic_feet", "Volume", "cu ft"),
        ("volume cu m", "Volume", "m³"),
        ("population_density_in_square_km", "Population density", "per km²"),
        ("density_km2", "Density", "per km²"),
        ("speed in knots", "Speed", "kn"),
        ("charge_time_hrs", "Charge time", "h"),
        ("orbital_period_days", "Orbital period", "days"),
        ("# of Polls", "Number of polls", ""),
        ("Order #", "Order number", ""),
        ("$ of Disbursements", "Disbursements", "USD"),
        ("Tax 5%", "5% tax", ""),
        ("VAT 7.5 %", "VAT", ""),
        ("Average distance to the mean (ADM)", "Average distance to the mean", ""),
        ("Average of Averages average", "Average of averages average", ""),
        ("Power (AC)", "Power", "AC"),
        ("ORDERDATE", "Order date", ""),
        ("priceEach", "Price each", ""),
        ("SBA Loan Number", "SBA loan number", ""),
        ("NEW Price", "New price", ""),
        ("_geoloc.lat", "Latitude", ""),
        ("dollars", "Amount", "USD"),
        ("EUR", "Amount", "EUR"),
        ("", "Column 4", ""),
        ("2", "Column 2", ""),
    ],
)
def test_units_leave_the_label_only_where_they_are_units(text: str, label: str, unit: str) -> None:
    header = read_header(text, 3)
    assert (header.label, header.unit) == (label, unit)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("percwhite", "White percentage"),
        ("percollege", "College percentage"),
        ("percapita", "Percapita"),
        ("poptotal", "Population total"),
        ("popadults", "Adults population"),
        ("popular", "Popular"),
    ],
)
def test_a_short_form_that_many_headers_begin_with_is_taken_from_its_word(text: str, label: str) -> None:
    many = ["percwhite", "percblack", "percasian", "popwhite", "popblack", "popasian"]
    texts = [text, *(one for one in many if one != text)]
    assert read_headers(texts)[0].label == label
    assert read_header(text, 0).label == text[0].upper() + text[1:], "one header does not show it"


@pytest.mark.parametrize(
    ("texts", "label"),
    [
        (["maker_name", "price"], "Maker"),
        (["maker_name", "maker"], "Maker name"),
        (["name", "price"], "Name"),
        (["file_name", "price"], "File name"),
        (["rating.capterra", "rating.g2"], "Capterra rating"),
        (["BattingAverage", "hits"], "Batting average"),
        (["RatingAverage", "hits"], "Average rating"),
        (["pH", "density"], "pH"),
    ],
)
def test_a_label_is_what_people_call_the_column(texts: list[str], label: str) -> None:
    assert read_headers(texts)[0].label == label


@pytest.mark.parametrize("text", ["Sample Number", "room number", "house_number", "trackNumber"])
def test_what_numbers_one_thing_counts_none(text: str) -> None:
    assert numbers_one(read_header(text, 0).words)
    assert count_noun(read_header(text, 0)) is None


@pytest.mark.parametrize("text", ["seats number", "number of rooms", "n_beds", "seat count"])
def test_what_counts_is_a_number_of_things(text: str) -> None:
    assert not numbers_one(read_header(text, 0).words)
    assert count_noun(read_header(text, 0)) is not None


@pytest.mark.parametrize("word", ["dow", "col rec tat", "domhand rec"])
def test_three_letters_that_are_no_word_are_a_short_form(word: str) -> None:
    assert short_forms(read_header(word, 0))


def test_beside_an_age_alone_a_short_form_is_not_written_out() -> None:
    assert read_headers(["Exp.", "Age", "Form"])[0].label == "Exp"
    assert read_headers(["Exp.", "Age", "Salary"])[0].label == "Experience"


@pytest.mark.parametrize(
    ("texts", "other"),
    [
        ("Anuncio Ciudad Precio Habitaciones Planta", True),
        ("Name Ort Kaltmiete Zimmer Etage", True),
        ("物件名 区 家賃 管理費 間取り", True),
        ("Name Ort Kaltmiete Zimmer Price", False),
        ("channel views likes videos", False),
        ("Region Hotel Opened Occupancy Single", False),
    ],
)
def test_headers_without_an_english_word_are_in_another_language(texts: str, other: bool) -> None:
    assert in_another_language(read_headers(texts.split())) is other


def test_minutes_are_told_from_the_least_by_the_column_beside() -> None:
    labels = [header.label for header in read_headers(["wait_min", "wait_max", "time_min"])]
    assert labels == ["Minimum wait", "Maximum wait", "Time"]


@pytest.mark.parametrize(
    "word",
    [
        "depth",
        "sale price",
        "star",
        "eighth",
        "rhythm",
        "twelfth",
        "paradigm",
        "trans fat",
        "RPM",
        "electronegativity",
    ],
)
def test_words_of_english_are_no_short_forms(word: str) -> None:
    assert not short_forms(read_header(word, 0))


def test_what_an_author_calls_a_column_is_no_short_form_and_keeps_its_unit() -> None:
    header = renamed(read_header("tdp_w", 0), "TDP")
    assert (header.text, header.label, short_forms(header)) == ("tdp_w", "TDP", ())
    assert renamed(read_header("weight_kg", 0), "Mass").unit == "kg"
    assert renamed(read_header("cap", 0), "Capacity (L)").unit == "L"


def test_a_long_header_keeps_its_label_and_gets_a_shorter_phrase() -> None:
    header = read_header("Number of employees at the end of the fiscal year", 0)
    assert header.label == "Number of employees at the end of the fiscal year"
    assert header.phrase == "number of employees at the end"
    assert len(read_header("x" * 50, 0).phrase) == 32
