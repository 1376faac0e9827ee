"""Sizes of groups and likeness of rows, against comparing every two rows; fast for tens of thousands."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest
import strategies
from attrs import evolve
from checking.laptops import CATALOGUE, SCHEMA, edited, rows, table, write_laptops
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.checking.group_checks import NEAR_SHARE, appearances_of, group_findings
from cocoa_core.checking.places import Places
from cocoa_core.domain import Catalogue, Domain, Value, groups_of
from cocoa_core.families.selection import Groups
from cocoa_core.language import Wordings
from cocoa_core.loading import load_domain


def with_copies(seed: int) -> Domain:
    """A random domain, some of whose rows are copies but for no, one or two slots."""
    rng = random.Random(seed)
    domain = strategies.domain_of(seed, 4, (5, 8))
    table = list(domain.catalogue.rows)
    for _ in range(rng.randint(0, 12)):
        row, other = list(rng.choice(table)), rng.choice(table)
        for place in rng.sample(range(len(row)), rng.choice((0, 1, 1, 2))):
            row[place] = other[place]
        table.append(tuple(row))
    rng.shuffle(table)
    hidden = rng.choice([slot.name for slot in domain.schema.slots])
    slots = tuple(evolve(slot, shown=slot.name != hidden) for slot in domain.schema.slots)
    schema = evolve(domain.schema, slots=slots)
    ids = tuple(f"r{number}" for number in range(len(table)))
    return evolve(domain, schema=schema, catalogue=Catalogue(ids, tuple(table), groups_of(schema, table)))


def shown(domain: Domain, row: int) -> list[Value]:
    values = domain.catalogue.rows[row]
    return [value for slot, value in zip(domain.schema.slots, values, strict=True) if slot.shown]


@given(st.integers(0, 2**32))
def test_likeness_is_what_comparing_every_two_rows_of_a_group_gives(seed: int) -> None:
    domain = with_copies(seed)
    looks = appearances_of(domain)
    again, near = 0, set()
    for group, size in zip(domain.catalogue.groups, looks.sizes, strict=True):
        kinds: list[list[Value]] = []
        for row in group.rows:
            again += shown(domain, row) in kinds
            kinds += [] if shown(domain, row) in kinds else [shown(domain, row)]
            for other in group.rows:
                pairs = zip(shown(domain, row), shown(domain, other), strict=True)
                if sum(one != two for one, two in pairs) == 1:
                    near.add(row)
        assert size == len(kinds)
    codes = {one.code: one for one in found(domain)}
    assert ("rows-alike" in codes) == bool(again)
    if again:
        assert codes["rows-alike"].problem.startswith(f"{again} option")
    share = len(near) / len(domain.catalogue.rows)
    assert ("rows-nearly-alike" in codes) == (share >= NEAR_SHARE)
    if share >= NEAR_SHARE:
        assert codes["rows-nearly-alike"].problem.startswith(f"{share:.0%} ")


def found(domain: Domain) -> list:
    """The findings, the catalogue being a file in which row n stands in line n + 2."""
    catalogue = "id\n" + "\n".join(domain.catalogue.ids) + "\n"
    places = Places(evolve(domain, files={"schema.yaml": b"{}"}), "catalogue.csv")
    return list(group_findings(domain, appearances_of(domain), places, catalogue.encode()))


def test_rows_are_named_by_their_lines(tmp_path: Path) -> None:
    lines = CATALOGUE.splitlines()
    text = "\n".join([*lines[:20], "", *lines[20:], lines[7].replace("N6", "Z")]) + "\n"
    folder = write_laptops(tmp_path / "laptops", catalogue=text)
    domain = load_domain(folder)
    places = Places(domain, "catalogue.csv")
    (finding,) = group_findings(domain, appearances_of(domain), places, text.encode())
    assert finding.code == "rows-alike"
    assert finding.place.line == len(lines) + 2
    assert re.findall(r"line (\d+)", finding.got) == ["8", str(len(lines) + 2)]


def test_many_rows_take_a_moment(tmp_path: Path) -> None:
    schema = edited(SCHEMA, ("group_by: [shop]\n", ""))
    folder = write_laptops(tmp_path / "laptops", schema, catalogue=table(rows("North", 40_000)))
    domain = load_domain(folder)
    began = time.process_time()
    appearances_of(domain)
    found(domain)
    assert time.process_time() - began < 60  # pair by pair it takes a quarter of an hour


@pytest.mark.parametrize("seed", range(3))
def test_looks_are_those_that_questions_go_by(seed: int) -> None:
    domain = with_copies(seed)
    groups = Groups(domain, Wordings(domain))
    for group, size in zip(domain.catalogue.groups, appearances_of(domain).sizes, strict=True):
        assert size == len({groups.look(row) for row in group.rows})
