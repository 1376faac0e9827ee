"""How often GroundCocoa's labelling contradicts its conditions: `python -m tests.benchmarks.published`.

Questions are drawn in the published form over the flights that ship with cocoa: conditions from the fourteen
templates, labels by the published rules with their faults (`tests/auditing/published_form.py`), one option
labelled true and four labelled false. `cocoa audit` then judges every key.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
from collections import defaultdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from cocoa_core.auditing import VERDICTS, Judged, judge_all, read_clock, read_minutes

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from auditing.published_form import Flight, drawn_terms, question  # noqa: E402


def catalogue() -> list[list[Flight]]:
    """The flights of each route that ships with cocoa."""
    routes: dict[tuple[str, str], list[Flight]] = defaultdict(list)
    with (ROOT / "domains" / "flights" / "catalogue.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            departs, arrives = read_clock(row["departure"]), read_clock(row["arrival"].removesuffix("-1"))
            cities = [city for city in row["layover_cities"].split("; ") if city]
            times = [read_minutes(_hours(time)) for time in row["layover_times"].split("; ") if time]
            routes[row["origin"], row["destination"]].append(
                Flight(
                    tuple(row["airlines"].split("; ")),
                    row["ticket_class"].title(),
                    departs.minute,
                    arrives.minute,
                    arrives.days,
                    read_minutes(_hours(row["travel_time"])),
                    int(row["emissions"] or 0),
                    row["date"],
                    int(row["price"]),
                    tuple(zip(cities, times, strict=True)),
                )
            )
    return list(routes.values())


def _hours(text: str) -> str:
    return text.replace("h", " hr").replace("m", " min")


def labelled(count: int, seed: int) -> list[Judged]:
    """The verdicts on so many questions whose keys the published rules gave."""
    rng, routes, rows = random.Random(seed), catalogue(), []
    while len(rows) < count:
        route, terms = rng.choice(routes), drawn_terms(rng)
        labels = [all(any(one.published(it) for one in term) for term in terms) for it in route]
        right = [it for it, label in zip(route, labels, strict=True) if label]
        wrong = [it for it, label in zip(route, labels, strict=True) if not label]
        if right and len(wrong) >= 4:
            shown = [rng.choice(right), *rng.sample(wrong, 4)]
            key = shown[0]
            rng.shuffle(shown)
            rows.append(question(len(rows), terms, shown, "ABCDE"[shown.index(key)]))
    return judge_all(rows)


def main() -> None:
    """Print the verdicts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    judged = labelled(given.count, given.seed)
    table = Table("verdict", "share", "meaning", title=f"{given.count:,} questions labelled as published")
    for verdict, meaning in VERDICTS.items():
        table.add_row(
            verdict, f"{sum(item.verdict == verdict for item in judged) / len(judged):.1%}", meaning
        )
    literally = sum(item.literally_right != (item.key,) for item in judged) / len(judged)
    table.add_row(
        "(any)", f"{literally:.1%}", "the key is not the only right option if words are taken literally"
    )
    Console().print(table)


if __name__ == "__main__":
    main()
