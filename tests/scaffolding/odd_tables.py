"""Tables that nobody prepared, as data, and the domains that an author makes of their drafts.

Labels hold units, brackets, quotes, commas, slashes, "or", "and", "lowest" and "highest"; cells hold money of
other countries, percentages, dates, durations and numbers below zero.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Final

from attrs import evolve, frozen

from cocoa_core.scaffolding.drafts import DraftRule, DraftSlot
from cocoa_core.scaffolding.from_table import draft_from_table
from cocoa_core.scaffolding.yaml_text import as_written, proposed_bundle

_ROWS: Final = 150


@frozen
class OddTable:
    """columns: by header, the cells that a row may have.

    labels: by slot of the draft, what its author calls it. better: by slot, which side people want.
    best: by slot, the author's word for the best; "highest" may be the best of what people want less of.
    """

    columns: Mapping[str, Sequence[str]]
    labels: Mapping[str, str]
    better: Mapping[str, str]
    best: Mapping[str, str]


ODD_TABLES: Final[Mapping[str, OddTable]] = {
    "machines": OddTable(
        {
            "Price (EUR)": [f"€{price:,}" for price in range(1900, 9900, 340)],
            "Weight [kg]": [f"{weight} kg" for weight in range(40, 300, 20)],
            "Salary (a year)": [f"${salary:,}" for salary in range(30_000, 91_000, 3_000)],
            "Noise, inside": [f"{noise} dB" for noise in range(40, 90, 4)],
            'Kind "A" or "B"': ["A", "B", "A and B", "none", "other"],
            "Maker/model": ["Ode & Co.", "Lowe or Highe", "Max", "Minn"],
            "Tested?": ["yes", "no", "no"],
        },
        {
            "price": "Price (EUR)",
            "weight": "Weight [kg]",
            "salary": "Salary (a year)",
            "noise_inside": "Noise, inside or out",
            "kind_a_b": 'Kind "A" or "B"',
            "maker_model": "Maker/model",
            "tested": "Tested?",
        },
        {"price": "less", "weight": "less", "salary": "more", "noise_inside": "less"},
        {"price": "cheapest", "salary": "best paid", "weight": "heaviest"},
    ),
    "loans": OddTable(
        {
            "Lowest rate (%)": [f"{rate / 10:.1f}%" for rate in range(11, 99, 4)],
            "Highest amount": [f"£{amount:,}" for amount in range(5_000, 80_000, 3_500)],
            "Change since 2020": [f"{change}%" for change in range(-45, 46, 7)],
            "Rating (out of 5)": [f"{rating / 10:.1f}" for rating in range(20, 51, 3)],
            "Decision within": [f"{hours} h {minutes} min" for hours in range(1, 9) for minutes in (0, 30)],
            "Offered from": [f"2024-{month:02}-{day:02}" for month in range(1, 13) for day in (1, 15)],
            "Lender, by law": ["bank", "fund", "union", "bank or two"],
            "Fees": ["yes", "no"],
        },
        {
            "lowest_rate": "Lowest rate (%)",
            "highest_amount": "Highest amount, in £",
            "rating": "Rating (out of 5)",
            "lender_by_law": "Lender, by law",
            "decision_within": "Decision: within",
        },
        {
            "lowest_rate": "less",
            "highest_amount": "more",
            "decision_within": "less",
            "change_since_2020": "more",
        },
        {
            "lowest_rate": "highest",
            "highest_amount": "lowest",
            "rating": "best rated",
            "decision_within": "quickest",
        },
    ),
    "plots": OddTable(
        {
            "Lowest temperature (°C)": [f"{degrees} °C" for degrees in range(-30, 15, 3)],
            "Size in m²": [f"{size} m²" for size in range(300, 2_000, 110)],
            "Price": [f"€{price:,}" for price in range(1_000, 60_000, 3_100)],
            "Way to a stop": [f"{minutes} min" for minutes in range(2, 40, 3)],
            "Near a lake or sea": ["yes", "no", "yes", "no", "no"],
            "View and garden": ["lake; trees", "trees", "sea; lake", "sea", "roof; trees", "lake"],
            "a": ["north", "south", "east"],
        },
        {
            "lowest_temperature": "Lowest temperature (°C)",
            "size": "Size in m²",
            "near_a_lake_sea": "Near a lake or sea",
            "a": "a",
        },
        {"lowest_temperature": "more", "size": "more", "way_to_a_stop": "less"},
        {"lowest_temperature": "warmest", "size": "largest", "way_to_a_stop": "closest"},
    ),
}
"""By the name of the domain."""


def write_odd_domain(folder: Path, name: str) -> Path:
    """The folder of the domain that an author makes of a table's draft."""
    table = ODD_TABLES[name]
    source = folder / f"{name}.csv"
    rng = Random(name)
    with source.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["Name", *table.columns])
        writer.writerows([f"{name} {row}", *map(rng.choice, table.columns.values())] for row in range(_ROWS))
    draft = draft_from_table(source, name)
    draft = evolve(
        draft,
        slots=tuple(_labelled(slot, table) for slot in draft.slots),
        rules=tuple(_wanted(rule, table) for rule in draft.rules),
    )
    texts = dict(as_written(draft).texts)
    best = ", ".join(f"{slot}: {word}" for slot, word in table.best.items())
    assert proposed_bundle(draft)
    texts["bundle.yaml"] += f"best: {{{best}}}\n"
    home = folder / name
    home.mkdir()
    for file_name, text in texts.items():
        (home / file_name).write_text(text, encoding="utf-8")
    return home


def _labelled(slot: DraftSlot, table: OddTable) -> DraftSlot:
    return evolve(
        slot, settings={**slot.settings, "label": table.labels.get(slot.name, slot.settings["label"])}
    )


def _wanted(rule: DraftRule, table: OddTable) -> DraftRule:
    side = table.better.get(rule.slot)
    return rule if side is None else evolve(rule, settings={**rule.settings, "wanted": side})
