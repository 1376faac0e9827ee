"""The opening of a request names the group: as options show it, or by any value where they do not show it."""

from __future__ import annotations

import pytest

from cocoa_core.independent import (
    StepBudget,
    StepBudgetExceededError,
    after_opening,
    opening_text,
    read_domain,
)

SCHEMA = """\
name: tours
version: "1"
noun: {noun}
{request}
slots:
  town: {{kind: category, closed: false}}
  county: {{kind: category, closed: false, shown: false}}
  size: {{kind: category, closed: true, values: [big, small], shown: false}}
  price: {{kind: quantity, unit: money, min: 10, max: 900, shown: false}}
"""
REQUEST = "request: [I want a, {slot: size}, tour of, {slot: town}, in, {slot: county}, for, {slot: price}]"


def starts(request: str, text: str, noun: str = "tour", steps: int = 1000) -> list[str]:
    """What is left after each opening."""
    domain = read_domain(SCHEMA.format(noun=noun, request=request).encode(), b"rules: {}")
    return [text[place:] for place in after_opening(domain, {"town": "St. Ives"}, text, StepBudget(steps))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I want a big tour of St. Ives in Kent for $40. It is.", ["It is."]),
        ("I want a big tour of St. Ives in Co. Down for $40. It is.", ["It is."]),
        ("I want a big tour of St. Ives in a for $40. b for $50. It is.", ["b for $50. It is.", "It is."]),
        ("I want a big tour of Ayr in Kent for $40. It is.", []),
        ("I want a vast tour of St. Ives in Kent for $40. It is.", []),
        ("I want a big tour of St. Ives in Kent for 40. It is.", []),
        ("I want a big tour of St. Ives in Kent for $4,000. It is.", []),
        ("I want a big tour of St. Ives in  for $40. It is.", []),
        ("I want a big tour of St. Ives in a; b for $40. It is.", []),
        (f"I want a big tour of St. Ives in {'a' * 201} for $40. It is.", []),
        ("I want a big tour of St. Ives in Kent for $40.", []),
        ("i want a big tour of St. Ives in Kent for $40. It is.", []),
        ("So I want a big tour of St. Ives in Kent for $40. It is.", []),
    ],
)
def test_an_opening_names_the_group(text: str, expected: list[str]) -> None:
    assert starts(REQUEST, text) == expected


@pytest.mark.parametrize(("noun", "article"), [("tour", "a"), ("inn", "an"), ("Airbus", "an")])
def test_without_a_group_it_names_the_noun(noun: str, article: str) -> None:
    assert starts("", f"I'm looking for {article} {noun}. It is.", noun) == ["It is."]
    assert starts("", f"I'm looking for {'a' if article == 'an' else 'an'} {noun}. It is.", noun) == []


def test_it_is_said_how_it_should_be() -> None:
    domain = read_domain(SCHEMA.format(noun="tour", request=REQUEST).encode(), b"rules: {}")
    text = opening_text(domain, {"town": "Ayr"})
    assert text == "I want a {size} tour of Ayr in {county} for {price}."


def test_an_opening_that_could_end_anywhere_is_given_up() -> None:
    request = f"request: [a, {', '.join(['{slot: county}'] * 8)}]"
    text = f"a {'b ' * 300}. It is."
    with pytest.raises(StepBudgetExceededError):
        starts(request, text, steps=5_000)


def test_an_opening_may_begin_another() -> None:
    rules = b"rules: {}\nopenings: ['In {town}', 'In {town} soon.']"
    domain = read_domain(SCHEMA.format(noun="tour", request="group_by: [town]").encode(), rules)
    for text, expected in (
        ("In St. Ives soon. It is.", ["soon. It is.", "It is."]),
        ("In St. Ives It is.", ["It is."]),
        ("In Ayr soon. It is.", []),
    ):
        ends = after_opening(domain, {"town": "St. Ives"}, text, StepBudget())
        assert [text[end:] for end in ends] == expected
