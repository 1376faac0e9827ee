"""What a careful forger could do to version 0.1 without being found: each is found, and named."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from verification.conftest import FLIGHTS
from verification.dataset_edits import dumped, edit_manifest, lines, whats, write
from verification.made_questions import ROOMS, record, room
from verification.made_questions import whats as named

from cocoa_core.errors import FindingsError, UsageError
from cocoa_core.verification import Checker, ComparedEntry, Flaw, ManifestFacts, verify
from cocoa_core.verification.selection import QuestionChecker
from cocoa_core.verification.selection.measures import is_minimum, table_of


def first_edited(folder: Path, change: Callable[[dict[str, Any]], Any]) -> Path:
    """The folder, its first record changed, and the manifest and the card to fit."""
    content = lines(folder)
    forged = json.loads(content[0])
    change(forged)
    write(folder, [dumped(forged), *content[1:]], hide=True)
    return folder


@pytest.mark.parametrize(
    "change",
    [
        lambda forged: forged["options"][0].update(row="ZZZ-1"),
        lambda forged: forged["options"][0]["shown"].update({"Aircraft (longest leg)": "Tupolev"}),
    ],
    ids=["a row that there is not", "a value that no rule speaks of"],
)
def test_options_that_are_no_rows_of_the_installed_catalogue_are_found(
    change: Callable[[dict[str, Any]], Any], folder: Path
) -> None:
    folder = first_edited(folder, change)
    assert whats(verify(folder)) == set()
    assert whats(verify(folder, installed=FLIGHTS)) == {"catalogue"}


def test_swapped_sides_in_the_card_are_found(sided_folder: Path) -> None:
    """The header alone is read by a loader: what it calls test has to be the manifest's test."""
    card = sided_folder / "README.md"
    head, rule, body = card.read_text().partition("---\n\n")
    swapped = re.sub(
        r'"(train|test)\.jsonl"', lambda m: '"train.jsonl"' if m[1] == "test" else '"test.jsonl"', head
    )
    assert swapped != head
    card.write_text(swapped + rule + body)
    assert whats(verify(sided_folder)) == {"card"}


@pytest.mark.parametrize("old", ["sha256 ", "data_files:", "---\n"])
def test_an_edited_card_is_found(old: str, folder: Path) -> None:
    card = folder / "README.md"
    card.write_text(card.read_text().replace(old, "x" + old, 1))
    assert whats(verify(folder)) == {"card"}


@pytest.mark.parametrize("name", ["questions.jsonl", "README.md", "domain/tables/carriers.csv"])
def test_a_link_that_leads_out_of_the_folder_is_not_followed(name: str, folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    os.replace(folder / name, outside)
    (folder / name).symlink_to(outside)
    if name.startswith("domain"):
        with pytest.raises(FindingsError):
            verify(folder)
    else:
        report = verify(folder)
        assert any("it is a link" in finding.message for finding in report.findings)


@pytest.mark.parametrize("name", ["manifest.json", "domain"])
def test_what_cannot_be_done_without_is_not_read_over_a_link_either(
    name: str, folder: Path, tmp_path: Path
) -> None:
    os.replace(folder / name, tmp_path / "outside")
    (folder / name).symlink_to(tmp_path / "outside")
    with pytest.raises(FindingsError, match="it is a link"):
        verify(folder)


def test_a_domain_of_another_name_is_a_wrong_call(clean_set: Path) -> None:
    with pytest.raises(UsageError, match="another name") as caught:
        verify(clean_set, installed=FLIGHTS.with_name("hotels"))
    assert (caught.value.got, caught.value.expected) == ("hotels", "flights")


def test_a_set_of_the_first_format_is_refused_with_what_to_do(folder: Path) -> None:
    edit_manifest(folder, lambda manifest: manifest.update(format="cocoa-dataset/1"))
    with pytest.raises(FindingsError, match=r"written by cocoa 0\.1") as caught:
        verify(folder)
    assert "generate it again" in str(caught.value)


class Letters(Checker):
    """Finds fault with every record, so that one sees who checked."""

    name = "letters"

    def flaws(self, record: Any, run: ManifestFacts | None = None) -> list[Flaw]:
        return [Flaw("letters", "this was checked by a plug-in")]

    def entry(self, record: Mapping[str, Any]) -> ComparedEntry:
        return ComparedEntry(index=0, attempt=0, cell="", asked=1, shared=1)


def test_a_family_of_another_package_is_checked_only_where_the_caller_names_it(
    clean_set: Path, folder: Path
) -> None:
    edit_manifest(folder, lambda manifest: manifest.update(family="letters"))
    with pytest.raises(UsageError, match="not cocoa's own") as caught:
        verify(folder)
    assert "--family letters" in str(caught.value.fix)
    report = verify(folder, checker=Letters())
    assert "checked by a plug-in" in report.findings[0].message or report.found >= 40
    assert report.plugged
    assert report.checker.endswith("Letters of the family letters")
    with pytest.raises(UsageError, match="another family"):
        verify(clean_set, checker=Letters())
    assert verify(clean_set).checker == "cocoa's own checker of the family selection"


def idle_sum_term() -> dict[str, Any]:
    """All of it fits together; but with full board no room costs less than $50, as the schema says."""
    cheap, full = ("price", "less", None, ["50"], False), ("board", "is", None, ["full"], False)
    pets = ("pets", "is", None, ["yes"], True)
    rooms = [
        room(pets="yes"),
        room(),
        room(price="$300"),
        room(board="none", price="$40"),
        room(board="full"),
    ]
    request = "If it costs less than $50, it can't come with full board. It has to allow pets."
    return record(request, [[cheap, full], [pets]], rooms)


def test_a_sum_term_that_an_axiom_makes_true_is_found() -> None:
    assert "redundant" in named(QuestionChecker(ROOMS).flaws(idle_sum_term()))


def test_a_product_that_is_not_the_smallest_is_found() -> None:
    """Four slots that agree: the cycle has a sum term for each, and two more are prime but too many."""
    slots = "abcd"
    cycle = tuple(frozenset(((slot, False), (slots[(n + 1) % 4], True))) for n, slot in enumerate(slots))
    pairs = (("a", "b"), ("b", "a"), ("b", "c"), ("c", "b"), ("c", "d"), ("d", "c"))
    chain = tuple(frozenset(((one, False), (other, True))) for one, other in pairs)
    for product in (cycle, chain):
        assert (table_of(product).minterms, table_of(product).prime, table_of(product).irredundant) == (
            2,
            True,
            True,
        )
    assert is_minimum(cycle)
    assert not is_minimum(chain)
