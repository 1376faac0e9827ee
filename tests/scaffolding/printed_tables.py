"""Random tables as other people write them, with what their cells mean."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from attrs import frozen

WORDS = ("Ardent", "Boreal", "Cobalt & Co.", "Delmar, Inc.", "Écru", "or not", "N/A-free")
EXTRAS = ("wifi", "pool", "gym", "free parking", "sauna")
Cell = tuple[Any, str]
Maker = Callable[[random.Random], tuple[str, Callable[[], Cell]]]


@frozen
class PrintedTable:
    """name and text of a file; for each column what its cells mean, in the order of the rows."""

    name: str
    text: str
    meanings: tuple[tuple[Any, ...], ...]


def _money(rng: random.Random) -> tuple[str, Callable[[], Cell]]:
    form = rng.choice(["${:,.2f}", "${:.2f}", "USD {:,.2f}", "{:.2f} USD", "€{:,.2f}", "continental"])

    def cell() -> Cell:
        number = Decimal(rng.randrange(0, 5_000_000)) / 100
        if form == "continental":
            text = f"{number:,.2f}".replace(",", " ").replace(".", ",").replace(" ", ".") + " €"
            return number, text
        return number, form.format(number)

    return rng.choice(["Price", "price_total", "Amount due", "x"]), cell


def _measure(rng: random.Random) -> tuple[str, Callable[[], Cell]]:
    header, form = rng.choice(
        [
            ("weight_kg", "{}"),
            ("Weight (kg)", "{}"),
            ("weight", "{} kg"),
            ("Weight", "{:,}kg"),
            ("Width", "{} cm"),
            ("Share", "{}%"),
            ("Rating", "{}/1000"),
            ("plain", "{}"),
        ]
    )
    places = rng.randrange(0, 4)

    def cell() -> Cell:
        number = Decimal(rng.randrange(0, 900)).scaleb(-places)
        return number, form.format(number)

    return header, cell


def _change(rng: random.Random) -> tuple[str, Callable[[], Cell]]:
    def cell() -> Cell:
        number = rng.randrange(-60, 60)
        return Decimal(number), f"{number:+d}%"

    return "Change", cell


def _year(rng: random.Random) -> tuple[str, Callable[[], Cell]]:
    form = rng.choice(["{}", "{}-01-01", "{}.0"])

    def cell() -> Cell:
        year = rng.randrange(1950, 2030)
        return Decimal(year), form.format(year)

    return rng.choice(["Year", "year built"]), cell


def _duration(rng: random.Random) -> tuple[str, Callable[[], Cell]]:
    form = rng.choice(["words", "short", "minutes", "colon"])

    def cell() -> Cell:
        minutes = rng.randrange(0, 1500)
        hours, rest = divmod(minutes, 60)
        texts = {
            "words": f"{hours} hr {rest} min ",
            "short": f"{hours}h{rest:02d}",
            "minutes": f"{minutes} min",
            "colon": f"{hours}:{rest:02d}",
        }
        return minutes, texts[form]

    return "Flight time" if form == "colon" else "Duration", cell  # else 3:45 may be minutes and seconds


def _clock(rng: random.Random) -> tuple[str, Callable[[], Cell]]:
    form = rng.choice(["twelve", "24", "seconds", "day"])

    def cell() -> Cell:
        minutes = rng.randrange(0, 1440)
        hour, minute = divmod(minutes, 60)
        twelve = f"{(hour - 1) % 12 + 1}:{minute:02d} {'PM' if hour > 11 else 'AM'}"
        if form == "day":
            day = rng.randrange(0, 3)
            return minutes + 1440 * day, twelve + (f"+{day}" if day else "")
        return minutes, {"twelve": twelve, "24": f"{hour}:{minute:02d}"}.get(
            form, f"{hour:02d}:{minute:02d}:00"
        )

    return rng.choice(["departure", "arrival" if form == "24" else "Check"]), cell


def _day(rng: random.Random) -> tuple[str, Callable[[], Cell]]:
    form = rng.choice(
        ["%Y-%m-%d", "%b %d, %Y", "%d %B %Y", "%Y/%m/%d", "%d.%m.%Y", "%m/%d/%Y", "%Y-%m-%dT00:00:00Z"]
    )
    first = iter([date(2026, 1, 25), date(2026, 2, 26), date(2026, 3, 27)])  # these settle day and month

    def cell() -> Cell:
        day = next(first, None) or date(2025, 11, 3) + timedelta(rng.randrange(400))
        return day.toordinal(), f"{day:{form}}"

    return rng.choice(["date", "Released", "when"]), cell


def _truth(rng: random.Random) -> tuple[str, Callable[[], Cell]]:
    yes, no = rng.choice([("yes", "no"), ("TRUE", "FALSE"), ("Y", "N"), ("✓", "✗"), ("1", "0")])
    first = iter([True, False])

    def cell() -> Cell:
        truth = next(first, rng.random() < 0.5)
        return truth, yes if truth else no

    return rng.choice(["Refundable", "has_garage", "breakfast_included", "am"]), cell


def _word(rng: random.Random) -> tuple[str, Callable[[], Cell]]:
    words = rng.sample(WORDS, rng.randrange(3, 6))
    first = iter(words)

    def cell() -> Cell:
        word = next(first, None) or rng.choice(words)
        return word, rng.choice(["", " "]) + word

    return rng.choice(["Brand", "maker", "kind of thing"]), cell


def _set(rng: random.Random) -> tuple[str, Callable[[], Cell]]:
    form = rng.choice(["; ", " | ", ", ", "json", "brackets"])

    def cell() -> Cell:
        items = rng.sample(EXTRAS, rng.randrange(1, 4))
        if form == "json":
            text = json.dumps(items)
        else:
            text = f"[{', '.join(items)}]" if form == "brackets" else form.join(items)
        return tuple(sorted(items)), text

    return rng.choice(["amenities", "Extras"]), cell


MAKERS: tuple[Maker, ...] = (_money, _measure, _change, _year, _duration, _clock, _day, _truth, _word, _set)
MISSING = ("", "NA", "n/a", "-", "NaN", "null")


def printed_table(seed: int) -> PrintedTable:
    """The table of a seed: three to six columns of different sorts, some with missing values."""
    rng = random.Random(seed)
    makers = rng.sample(MAKERS, rng.randrange(3, 7))
    rows = rng.randrange(30, 70)
    headers, columns = [], []
    for maker in makers:
        header, cell = maker(rng)
        lacking = rng.choice([0, 0, 0.1]) if maker is not _set else 0
        cells = [cell() if rng.random() >= lacking else (None, rng.choice(MISSING)) for _ in range(rows)]
        headers.append(header)
        columns.append(cells)
    meanings = tuple(tuple(meaning for meaning, _ in column) for column in columns)
    texts = [[column[row][1] for column in columns] for row in range(rows)]
    kind = rng.choice(["csv", "tsv", "semicolon", "json", "jsonl"])
    if kind in ("json", "jsonl"):
        records = [dict(zip(headers, row, strict=True)) for row in texts]
        lines = [json.dumps(record, ensure_ascii=rng.random() < 0.5) for record in records]
        return PrintedTable(
            f"t.{kind}", "\n".join(lines) if kind == "jsonl" else f"[{', '.join(lines)}]", meanings
        )
    out = io.StringIO(newline="")
    delimiter = {"csv": ",", "tsv": "\t", "semicolon": ";"}[kind]
    writer = csv.writer(out, delimiter=delimiter, lineterminator=rng.choice(["\n", "\r\n"]))
    writer.writerows([headers, *texts])
    return PrintedTable(
        "t.tsv" if kind == "tsv" else "t.csv", rng.choice(["", "\ufeff"]) + out.getvalue(), meanings
    )
