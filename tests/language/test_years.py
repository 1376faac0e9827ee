"""Years: "the year is 1973 or later", "it's from 1973 or later" and "it was built in 1973 or later"."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from independent import translated

from cocoa_core.domain import GroundedLiteral, Primitive, Test
from cocoa_core.independent import build_clause_grammar, clauses, read_request
from cocoa_core.language import Parser, Realizer
from cocoa_core.loading import load_domain

SCHEMA = """\
name: houses
version: 1
noun: house
slots:
  city: {kind: category, closed: true, values: [Ulm, Bern], label: City}
  year: {kind: quantity, unit: year, min: 1900, max: 2030, label: Built}
group_by: [city]
"""
RULES = """\
rules: {{year: [{{id: year, tests: [less, at_most, more, at_least], say: [{}]}}]}}
openings: ["I need a house in {{city}}."]
"""


@pytest.mark.parametrize(
    ("say", "with_in"),
    [
        ("{subject: the year, verb: be}", False),
        ("{verb: be, before: from}", False),
        ("{verb: be, before: built}", True),
        ("{subject: the builder, verb: finish}", True),
    ],
)
@pytest.mark.parametrize(("test", "end"), [("at_least", "1973 or later"), ("at_most", "1973 or earlier")])
def test_a_year_is_said_with_in_but_after_a_bare_be(
    tmp_path: Path, say: str, with_in: bool, test: str, end: str
) -> None:
    (tmp_path / "schema.yaml").write_text(SCHEMA)
    (tmp_path / "rules.yaml").write_text(RULES.format(say))
    (tmp_path / "catalogue.csv").write_text("id,city,year\n1,Ulm,1950\n2,Ulm,1973\n3,Ulm,1990\n")
    domain = load_domain(tmp_path)
    term = (GroundedLiteral(Primitive("year", Test(test, (1973,)), "year")),)
    realizer, parser, seen = Realizer(domain), Parser(domain), translated.verifier_domain(domain)
    lexicon = build_clause_grammar(seen.rules.values(), seen.slots)
    sentences = {realizer.sentence(term, random.Random(seed)) for seed in range(80)}
    assert any(end in text for text in sentences)
    for text in sentences:
        assert (f"in {end}" in text) == (with_in and end in text), text
        assert parser.statements(text), text
        readings = read_request(lexicon, seen.slots, {}, text)
        wanted = clauses(seen.slots, translated.terms((term,)))
        assert [clauses(seen.slots, [one.literals for one in reading]) for reading in readings] == [wanted]
