"""Random answers of authors, as sensible and as odd as they come."""

from __future__ import annotations

from hypothesis import strategies as st

from cocoa_core.scaffolding.attributes.known import KNOWN
from cocoa_core.scaffolding.attributes.shapes import SHAPES, UNITS
from cocoa_core.scaffolding.from_answers import Answers

__all__ = ["ATTRIBUTES", "DOMAIN_NAMES", "answers"]

DOMAIN_NAMES = st.one_of(
    st.from_regex(r"[a-z][a-z0-9_-]{0,40}", fullmatch=True),
    st.sampled_from(["hotels", "insurance-plans", "my-jobs", "no-names", "y", "null", "test", "a-or-b"]),
)
_WORDS = st.one_of(
    st.sampled_from([name.replace("_", " ") for name in KNOWN]),
    st.sampled_from(
        [
            "engine power",
            "number of rooms",
            "has lift",
            "wait times",
            "open at",
            "Größe",
            "価格",
            "n",
            "yes",
        ]
    ),
    st.text(st.characters(codec="utf-8", categories=("L", "N", "Zs", "P")), min_size=1, max_size=20),
)
_KINDS = st.one_of(st.just(""), st.just(""), st.sampled_from([f":{kind}" for kind in (*SHAPES, *UNITS)]))
_ONE = st.builds(str.__add__, _WORDS, _KINDS)
ATTRIBUTES = st.one_of(
    st.lists(_ONE, min_size=1, max_size=8).map(", ".join),
    st.lists(st.sampled_from(sorted(KNOWN)), min_size=4, max_size=9, unique=True).map(", ".join),
)


@st.composite
def answers(draw: st.DrawFn) -> Answers:
    """Answers, some of which have to be refused."""
    return Answers(
        name=draw(DOMAIN_NAMES),
        noun=draw(st.sampled_from(["thing", "hotel", "Übung", "insurance plan", "thing", "no", ""])),
        attributes=draw(ATTRIBUTES),
        group=draw(st.one_of(st.just(""), st.just("city"), _WORDS)),
        currency=draw(st.sampled_from(["USD", "eur", "JPY"])),
        rows=draw(st.sampled_from([1, 41, 240])),
    )
