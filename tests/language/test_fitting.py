"""Laws of the choice of sentences: nothing is lost by it, and what is hard to read comes last."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import permutations

import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.domain.primitives import GroundedLiteral, Primitive, Test
from cocoa_core.language.fitting import Fit, Shape, fits, moods_of
from cocoa_core.language.forms import Role, form_parts
from cocoa_core.language.heads import MOODS
from cocoa_core.language.phrases import FORMS
from cocoa_core.language.realizer import Realizer

SEEDS = st.integers(0, 2**32)
EASY = Shape(denied=False, opposed=False, listed=False, unlisted=False)
KINDS = (
    EASY,
    Shape(denied=False, opposed=True, listed=True, unlisted=True),
    Shape(denied=True, opposed=False, listed=False, unlisted=False),
    Shape(denied=False, opposed=False, listed=True, unlisted=False),
)
SHAPES = st.lists(st.sampled_from(KINDS), min_size=1, max_size=3)
FAMILIES = sorted({form.family for forms in FORMS.values() for form in forms})


def roles(fit: Fit) -> list[Role]:
    return [part for part in form_parts(fit.form) if isinstance(part, Role) and part.role != "has to"]


def denials(fit: Fit, shapes: list[Shape]) -> int:
    placed = [shapes[place] for place in fit.order]
    found = [
        placed[one.place - 1].denied if one.positive else placed[one.place - 1].opposed for one in roles(fit)
    ]
    return sum(found)


@given(SHAPES, st.sampled_from(["", *FAMILIES]), SEEDS)
def test_every_form_comes_once_in_every_order_but_for_denials_where_none_may_stand(
    shapes: list[Shape], before: str, seed: int
) -> None:
    found = Counter((one.form.name, one.order) for one in fits(shapes, before, random.Random(seed)))
    wanted = Counter(
        (form.name, order)
        for form in FORMS[len(shapes)]
        for order in permutations(range(len(shapes)))
        if not any(
            (shapes[order[one.place - 1]].denied if one.positive else shapes[order[one.place - 1]].opposed)
            for one in roles(Fit(form, order))
            if one.place in form.affirmative
        )
    )
    assert found == wanted


@pytest.mark.parametrize("one", KINDS)
@pytest.mark.parametrize("two", KINDS)
def test_a_sentence_of_two_literals_denies_once_at_most(one: Shape, two: Shape) -> None:
    for seed in range(200):
        assert denials(next(fits([one, two], "", random.Random(seed))), [one, two]) < 2


@pytest.mark.parametrize("before", FAMILIES)
@pytest.mark.parametrize("number", [2, 3])
def test_no_family_of_forms_comes_twice_in_a_row(number: int, before: str) -> None:
    for seed in range(400):
        assert next(fits([EASY] * number, before, random.Random(seed))).form.family != before


@pytest.mark.parametrize(
    "form", [form for forms in FORMS.values() for form in forms], ids=lambda form: form.name
)
@given(before=st.sampled_from(["", *MOODS]), seed=SEEDS)
def test_moods_end_in_one_that_every_clause_has_and_change(form: object, before: str, seed: int) -> None:
    moods = moods_of(form, before, random.Random(seed))  # type: ignore[arg-type]
    assert all({"has", "want"} & set(one) and set(one) <= set(MOODS) for one in moods)
    family = form.family  # type: ignore[attr-defined]
    if family == "either":
        assert moods[0] == moods[1]
    elif family != "otherwise":
        assert moods[0][0] != before


def test_beside_either_both_demands_are_alike_and_no_wish() -> None:
    domain = strategies.domain_of(4, fewest=14)
    fare = GroundedLiteral(Primitive("fare", Test("less", (40_000,)), "fare"))
    time = GroundedLiteral(Primitive("time", Test("at_most", (120,)), "time"))
    realizer = Realizer(domain)
    texts = [realizer.realize(((fare, time),), random.Random(seed)) for seed in range(400)]
    found = [text for text in texts if re.search(r"\. Either ", text)]
    assert len(found) > 20
    for text in found:
        assert not re.search(r"I (want|need|have)|I'd like", text), text
        assert len(set(re.findall(r"must|should", text))) == 1, text
