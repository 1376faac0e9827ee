"""What is wrong in a form: each kind of error, made on purpose in forms of the grammar."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st
from parsing_sentences import sentence

from cocoa_core.families.parsing import ERROR_KINDS, SeedScores, score_files
from cocoa_core.families.parsing.error_kinds import error_kind
from cocoa_core.families.parsing.forms import RECOGS, ROLES, Conjunct, Form, recogs_of
from cocoa_core.families.parsing.matching import match


def form_of(seed: int, case: str | None = None) -> Form:
    drawn = sentence(seed, case)
    form = recogs_of(drawn.words, drawn.form)
    assert isinstance(form, Form)
    return form


def with_another_role(form: Form, at: int) -> Form | None:
    role = form.body[at]
    if role.path[0] not in ROLES:
        return None
    other = "recipient" if role.path != ("recipient",) else "agent"
    return evolve(form, body=(*form.body[:at], evolve(role, path=(other,)), *form.body[at + 1 :]))


def without_a_conjunct(form: Form, at: int) -> Form | None:
    if len(form.body) < 2 or len(form.body[at].args) == 1:
        return None
    return evolve(form, body=(*form.body[:at], *form.body[at + 1 :]))


def with_one_more(form: Form, at: int) -> Form:
    return evolve(form, body=(*form.body, Conjunct(("whistle",), (99,))))


def with_another_word(form: Form, at: int) -> Form | None:
    part = form.body[at]
    if len(part.args) > 1:
        return None
    return evolve(form, body=(*form.body[:at], evolve(part, path=("zigzag",)), *form.body[at + 1 :]))


def with_two_in_one(form: Form, at: int) -> Form | None:
    if len(form.nouns) < 2:
        return None
    first, second = (noun.variable for noun in form.nouns[:2])
    return form.moved(lambda number: first if number == second else number)


@pytest.mark.parametrize(
    ("kind", "damaged"),
    [
        ("wrong role", with_another_role),
        ("missing conjunct", without_a_conjunct),
        ("extra conjunct", with_one_more),
        ("wrong word", with_another_word),
        ("merged variables", with_two_in_one),
    ],
)
@given(seed=st.integers(0, 10**4), at=st.integers(0, 30))
def test_a_damaged_form_has_the_error_of_its_kind(
    kind: str, damaged: Callable[[Form, int], Form | None], seed: int, at: int
) -> None:
    form = form_of(seed)
    wrong = damaged(form, at % len(form.body))
    assume(wrong is not None)
    assert wrong is not None
    gold, said = RECOGS.print(form), RECOGS.print(wrong)
    assert not match(gold, said).bijective
    assert error_kind(gold, said) == kind


@given(seed=st.integers(0, 10**4))
def test_a_phrase_of_the_subject_at_the_object_is_named(seed: int) -> None:
    """The paper's error (section 4.4): the phrase hangs at a noun that is no subject."""
    form = form_of(seed, "obj_pp_to_subj_pp")
    phrases = [part for part in form.body if part.path[0] == "nmod"]
    subjects = {part.args[1] for part in form.body if part.path == ("agent",)}
    moved = [part for part in phrases if part.variable in subjects]
    taken = {number for part in phrases for number in part.args} | subjects
    objects = [part.args[1] for part in form.body if part.path == ("theme",) and part.args[1] not in taken]
    assume(moved and objects)
    body = tuple(
        evolve(part, args=(objects[0], part.args[1])) if part is moved[0] else part for part in form.body
    )
    said = RECOGS.print(evolve(form, body=body))
    assert error_kind(RECOGS.print(form), said) == "subject's phrase at object"


def test_what_is_no_form_and_what_is_about_other_variables() -> None:
    gold = "cat ( 1 ) ; dog ( 3 ) ; see ( 2 ) AND agent ( 2 , 1 ) AND theme ( 2 , 3 )"
    assert error_kind(gold, "cat ( 1 ; dog") == error_kind(gold, "") == "no form"
    twice = "cat ( 1 ) ; cat ( 3 ) ; see ( 2 ) AND agent ( 2 , 1 ) AND theme ( 2 , 3 )"
    assert error_kind(twice, twice.replace("theme ( 2 , 3 )", "theme ( 2 , 1 )")) == "other variables"
    assert error_kind("LAMBDA a . cat ( a )", "LAMBDA a . dog ( a )") == "several"
    assert error_kind(gold, "cat ( 1 ) ; see ( 2 ) AND theme ( 2 , 1 )") == "several"


def test_several_files_are_scored_together(tmp_path: Path) -> None:
    """Means over files, an interval from their spread, and the errors of all of them."""
    right = "cat ( 1 ) ; see ( 2 ) AND agent ( 2 , 1 )"
    gold = tmp_path / "gold.tsv"
    gold.write_text(f"A cat saw .\t{right}\tcp_recursion\n" * 4, encoding="utf-8")
    runs = []
    for number in (1, 2, 4):
        path = tmp_path / f"{number}.txt"
        wrong = right.replace("agent", "theme")
        path.write_text(f"{right}\n" * number + f"{wrong}\n" * (4 - number), encoding="utf-8")
        runs.append(score_files(gold, path))
    scores = SeedScores.of(runs)
    measured = scores.category("cp_recursion", "bijective")
    assert measured.share == pytest.approx(7 / 12)
    assert 0.25 <= measured.low < measured.share < measured.high <= 1.0
    assert scores.errors == {"cp_recursion": {"wrong role": 5}}
    data = scores.to_json()
    assert len(data["runs"]) == 3
    assert data["groups"]["structural"]["macro"]["bijective"]["share"] == pytest.approx(7 / 12)
    assert set(data["errors"]["cp_recursion"]) <= set(ERROR_KINDS)
