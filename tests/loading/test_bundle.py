"""bundle.yaml is read as written, and whatever is wrong in one is answered with its line and column."""

from __future__ import annotations

from pathlib import Path

import pytest
from domain.small_domain import RULES, edited, write_domain

from cocoa_core.domain import Bundles
from cocoa_core.errors import DomainError
from cocoa_core.loading import load_domain

WANTED = edited(RULES, "atypical: [more, at_least]\n", "atypical: [more, at_least]\n      wanted: less\n")
BUNDLE = """\
called: a stay split over {number} inns
total: [price]
different: [board, opened]
with: [pets, amenities]
best: {price: cheapest}
"""


def written(folder: Path, bundle: str) -> Path:
    write_domain(folder, rules=WANTED)
    (folder / "bundle.yaml").write_text(bundle, encoding="utf-8")
    return folder


def test_what_the_file_says_is_what_the_domain_holds(tmp_path: Path) -> None:
    domain = load_domain(written(tmp_path / "with", BUNDLE))
    assert domain.bundles == Bundles(
        called="a stay split over {number} inns",
        total=("price",),
        different=("board", "opened"),
        counted=("pets", "amenities"),
        best={"price": "cheapest"},
    )
    without = load_domain(write_domain(tmp_path / "without", rules=WANTED))
    assert without.bundles is None
    assert domain.digest == without.digest  # so that the other questions stay the same
    assert set(domain.digests) - set(without.digests) == {"bundle"}


@pytest.mark.parametrize(
    ("old", "new", "place", "said"),
    [
        ("a stay split over {number} inns", "some inns", "1:9", "{number} once"),
        ("called: a stay split over {number} inns\n", "", "1:1", "lacks the key 'called'"),
        ("total: [price]", "total: [prize]", "2:9", "'price'"),
        ("total: [price]", "total: [board]", "2:9", "quantity or duration"),
        ("total: [price]", "total: [change]", "2:9", "numbers from 0"),
        ("total: [price]", "total: [beds]", "2:9", "wanted: less"),
        ("total: [price]", "total: [price, price]", "2:16", "each slot once"),
        ("total: [price]", "total: [price]\naverage: [price]", "3:11", "each slot once"),
        ("total: [price]", "sum: [price]", "2:1", "sum"),
        ("[board, opened]", "[town]", "3:13", "options of one group apart"),
        ("[board, opened]", "[amenities]", "3:13", "category or date"),
        ("[pets, amenities]", "[views]", "4:8", "a slot that options show"),
        ("[pets, amenities]", "[]", "4:7", "1 to 20"),
        ("total: [price]\n", "", "1:1", "too little"),
        ("{price: cheapest}", "{prize: cheapest}", "5:8", "'price'"),
        ("{price: cheapest}", "{board: best}", "5:8", "quantity or duration"),
        ("{price: cheapest}", "{beds: widest}", "5:8", "wanted: less"),
        ("{price: cheapest}", "{price: not dear}", "5:15", "not"),
        ("{price: cheapest}", "{price: [cheap]}", "5:15", "best"),
        ("different: [board, opened]\nwith: [pets, amenities]\n", "", "1:1", "at least one more slot"),
    ],
)
def test_a_mistake_is_named_with_its_place_and_what_belongs_there(
    tmp_path: Path, old: str, new: str, place: str, said: str
) -> None:
    with pytest.raises(DomainError) as caught:
        load_domain(written(tmp_path / "broken", edited(BUNDLE, old, new)))
    message = str(caught.value)
    assert f"bundle.yaml:{place}" in message
    assert said in message


def test_all_mistakes_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    text = "called: inns\ntotal: [prize]\ndifferent: [town]\n"
    with pytest.raises(DomainError) as caught:
        load_domain(written(tmp_path / "broken", text))
    assert len(caught.value.findings) == 3
