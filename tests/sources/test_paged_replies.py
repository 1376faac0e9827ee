"""Replies page after page: all rows, a bounded number of replies, no other host and no circle."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sources.site import serving_site

from cocoa_core.errors import DomainError
from cocoa_core.sources.paged_replies import rows_of_replies


@pytest.fixture(autouse=True)
def _without_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")


def reply(number: int, following: object) -> str:
    return json.dumps(
        {"data": {"items": [{"id": 2 * number}, {"id": 2 * number + 1}]}, "links": {"next": following}}
    )


PAGES = {"/p?n=0": reply(0, "/p?n=1"), "/p?n=1": reply(1, "p?n=2"), "/p?n=2": reply(2, None)}


def rows(
    answers: dict[str, Any], most: int = 100, at: str = "data.items"
) -> tuple[list[Any], list[str], list[str]]:
    notes: list[str] = []
    with serving_site(answers) as site:
        found = list(rows_of_replies(f"{site.url}/p?n=0", at, "links.next", most, notes))
        return found, notes, site.asked


@pytest.mark.parametrize("at", ["data.items", "/data/items"])
def test_all_rows_come_in_order(at: str) -> None:
    found, notes, asked = rows(PAGES, at=at)
    assert [row["id"] for row in found] == [str(number) for number in range(6)]
    assert (notes, asked) == ([], list(PAGES))


def test_the_number_of_replies_is_bounded_and_said() -> None:
    found, notes, asked = rows(PAGES, most=2)
    assert (len(found), len(asked)) == (4, 2)
    assert "more after 2 replies" in notes[0]


@pytest.mark.parametrize(
    ("following", "problem"),
    [
        ("http://127.0.0.2/p", "another host"),
        ("file:///etc/hostname", "another host"),
        ("//[x", "no address"),
        (["/p"], "no address"),
        ("/p?n=0", "there before"),
    ],
)
def test_a_reply_leads_to_its_own_host_and_never_back(following: object, problem: str) -> None:
    with pytest.raises(DomainError, match=problem):
        rows({"/p?n=0": reply(0, following)})


@pytest.mark.parametrize("body", ["<p>", "[1, 2]", '{"data": {"items": {"a": 1}}}', "[" * 100_000])
def test_what_is_no_list_of_objects_is_refused(body: str) -> None:
    with pytest.raises(DomainError):
        rows({"/p?n=0": body})


def test_the_only_list_of_a_reply_is_proposed() -> None:
    with pytest.raises(DomainError) as caught:
        rows({"/p?n=0": '{"data": [{"a": 1}], "links": {}}'}, at="")
    assert caught.value.fix == "--at data"
