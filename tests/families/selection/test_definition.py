"""A data set carries what is needed to word its questions, whatever is installed."""

from __future__ import annotations

from pathlib import Path

import pytest

import cocoa_core
from cocoa_core.errors import FindingsError
from cocoa_core.families.selection import domain_of, explain
from cocoa_core.items import read_dataset


def test_the_definition_in_the_folder_words_questions_as_the_domain_does(tmp_path: Path) -> None:
    flights = cocoa_core.load_domain("flights")
    flights.write(tmp_path / "set", 3, seed=2)
    dataset = read_dataset(tmp_path / "set")
    carried = domain_of(dataset)
    assert (carried.schema, carried.rules) == (flights.domain.schema, flights.domain.rules)
    assert not carried.catalogue.ids
    assert carried.digest == flights.domain.digest
    for question in dataset:
        assert explain(question, carried) == explain(question, flights.domain)

    (tmp_path / "set" / "domain" / "rules.yaml").unlink()
    with pytest.raises(FindingsError, match=r"lacks domain/rules\.yaml"):
        domain_of(dataset)
