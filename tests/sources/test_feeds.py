"""Feeds in XML: every element of an item, and no document type, whose entities could grow or name files."""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.errors import DomainError
from cocoa_core.sources.feeds import feed_rows

TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc", "Z"]), min_size=1, max_size=12)
G = 'xmlns:g="http://base.google.com/ns/1.0"'


def feed(folder: Path, items: str, before: str = "") -> Path:
    path = folder / "feed.xml"
    start = f'<?xml version="1.0" encoding="UTF-8"?>{before}<rss {G} version="2.0">'
    path.write_text(f"{start}<channel>{items}</channel></rss>", encoding="utf-8")
    return path


@given(texts=st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4))
def test_every_item_is_read_as_it_stands(
    tmp_path_factory: pytest.TempPathFactory, texts: list[tuple[str, str]]
) -> None:
    items = "".join(
        f"<item><g:id>{escape(name)}</g:id><g:price>{escape(price)}</g:price></item>" for name, price in texts
    )
    rows = list(feed_rows(feed(tmp_path_factory.mktemp("feed"), items), []))
    assert [(row["id"], row["price"]) for row in rows] == texts


def test_elements_within_others_and_those_that_come_again(tmp_path: Path) -> None:
    items = (
        "<title>shop</title><item><title>A &amp; B</title><link>http://127.0.0.1:9/never</link>"
        "<g:item_group_id>7</g:item_group_id><g:size>S</g:size><g:size>M</g:size><g:size>L</g:size>"
        "<g:shipping> <g:country>US</g:country> <g:price>5 USD</g:price> </g:shipping></item>"
    )
    notes: list[str] = []
    (row,) = feed_rows(feed(tmp_path, items), notes)
    assert row == {
        "title": "A & B",
        "item_group_id": "7",
        "size": ["S", "M", "L"],
        "shipping country": "US",
        "shipping price": "5 USD",
    }
    assert notes == ["Variants of other items, each a row of its own: 1."]


def test_atom_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text(f'<feed xmlns="http://www.w3.org/2005/Atom" {G}><entry><g:id>1</g:id></entry></feed>')
    assert list(feed_rows(path, [])) == [{"id": "1"}]


@pytest.mark.parametrize(
    "before",
    [
        '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>',
        '<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/hostname">]>',
        '<!DOCTYPE r SYSTEM "http://127.0.0.1:9/never.dtd">',
        '<!DOCTYPE r [<!ENTITY % p SYSTEM "http://127.0.0.1:9/never"> %p;]>',
    ],
)
def test_a_document_type_is_refused(tmp_path: Path, before: str) -> None:
    with pytest.raises(DomainError, match="this XML is not read"):
        list(feed_rows(feed(tmp_path, "<item><g:id>&a;</g:id></item>", before), []))


@pytest.mark.parametrize(
    ("items", "problem"),
    [
        ("<item><g:id>&undefined;</g:id></item>", "not valid XML"),
        ("<item>", "not valid XML"),
        ("<title>nothing</title>", "no items"),
        ("<item>" + "<a>" * 30 + "</a>" * 30 + "</item>", "not read"),
    ],
)
def test_a_broken_feed_is_named(tmp_path: Path, items: str, problem: str) -> None:
    with pytest.raises(DomainError, match=problem):
        list(feed_rows(feed(tmp_path, items), []))
