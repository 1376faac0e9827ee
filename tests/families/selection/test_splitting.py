"""What trains and what tests: held-out labels, groups that stay together, and how far sides are apart."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st
from small_exams import divides

from cocoa_core.errors import CocoaError, SettingsError, UsageError
from cocoa_core.families.selection.splitting import BY, Parts, Plan, divide, split_dataset
from cocoa_core.families.selection.splitting.divergence import ATOM_LIMIT, divergence, divergences
from cocoa_core.items import TEST_ID, TEST_OOD, TRAIN, existing_manifest, read_dataset, read_manifest
from cocoa_core.seeds import stream
from cocoa_core.verification import verify
from cocoa_core.verification.selection.split import split_flaws

SIDES = (TRAIN, TEST_ID, TEST_OOD)
UNSHRUNK = (Phase.explicit, Phase.reuse, Phase.generate)
"""A failure is told at once: to look for a smaller one takes a minute, and a smaller seed says nothing."""


def made(number: int, seed: int, ring: int = 3, slots: str = "abcd", alike: bool = True) -> list[Parts]:
    """Questions with one to three implications. alike: whether those of a ring have one polarity."""
    rng = stream("made", seed)
    questions: list[Parts] = []
    while len(questions) < number:
        shape = [(rng.choice("+-"), rng.choice("+-")) for _ in range(rng.randrange(1, 4))]
        for _ in range(ring):
            if not alike:
                shape = [(rng.choice("+-"), rng.choice("+-")) for _ in range(rng.randrange(1, 4))]
            pairs = [rng.sample(slots, 2) for _ in shape]
            terms = tuple(f"{s}{a}>{t}{b}" for (s, t), (a, b) in zip(shape, pairs, strict=True))
            polarity = tuple(sorted({f"{s}*>{t}*" for s, t in shape}))
            kin = (f"requirement {len(questions)}", f"ring {len(questions) // ring}")
            name = f"{rng.getrandbits(64):016x}"
            questions.append(Parts(name, polarity, polarity, tuple(sorted(set(terms))), terms, kin))
    return questions


def sides_of(questions: list[Parts], side: Mapping[str, str]) -> dict[str, list[Parts]]:
    return {name: [question for question in questions if side.get(question.id) == name] for name in SIDES}


def divided(questions: list[Parts], plan: Plan) -> tuple[dict[str, list[Parts]], dict[str, Any]]:
    try:
        sides = divide(questions, plan)
    except UsageError:
        assume(False)
    return sides_of(questions, sides.side), dict(sides.report)


PLANS = st.builds(
    lambda by, share, seed: Plan(by=by, share=share, seed=seed, support=2),
    st.sampled_from(sorted(BY)),
    st.sampled_from([0.1, 0.2, 0.4]),
    st.integers(0, 100),
)
SETS = st.builds(made, st.just(90), st.integers(0, 1000), alike=st.booleans())


@settings(max_examples=30, phases=UNSHRUNK)
@given(SETS, PLANS)
def test_nothing_that_belongs_together_is_on_two_sides(questions: list[Parts], plan: Plan) -> None:
    sides, report = divided(questions, plan)
    seen: defaultdict[str, set[str]] = defaultdict(set)
    for side, own in sides.items():
        for one in own:
            for name in one.kinship:
                seen[name].add(side)
    assert all(len(found) == 1 for found in seen.values())
    assert report["of"] == len(questions)
    assert sum(map(len, sides.values())) + sum(report["left_out"].values()) == len(questions)


@settings(max_examples=15, phases=UNSHRUNK)
@given(SETS, PLANS, st.randoms(use_true_random=False))
def test_the_order_of_the_questions_does_not_matter(questions: list[Parts], plan: Plan, rng: Any) -> None:
    try:
        expected = divide(questions, plan)
    except UsageError:
        return
    shuffled = list(questions)
    rng.shuffle(shuffled)
    assert divide(shuffled, plan) == expected


@pytest.mark.parametrize("by", sorted(BY))
@settings(max_examples=6, phases=UNSHRUNK)
@given(SETS, st.integers(0, 100))
def test_training_has_no_held_out_label_and_every_part_of_one(
    by: str, questions: list[Parts], seed: int
) -> None:
    plan = Plan(by=by, seed=seed, support=2)
    sides, report = divided(questions, plan)
    labels = {side: {one.label for one in own} for side, own in sides.items()}
    parts = {part for label in labels[TRAIN] for part in label}
    assert parts.issuperset(part for label in labels[TEST_OOD] for part in label)
    assert labels[TEST_ID] <= labels[TRAIN]
    if plan.by in ("exact", "strict"):
        held = {tuple(label.split()) for label in report["held_out"]}
        assert labels[TEST_OOD] <= held
        assert not held & (labels[TRAIN] | labels[TEST_ID])
        support = Counter(question.label for question in questions)
        assert all(len(label) > 1 and support[label] >= plan.support for label in held)
    if plan.by == "strict":
        assert not any(set(one) >= set(other) for one in labels[TRAIN] for other in labels[TEST_OOD])


@settings(max_examples=15, phases=UNSHRUNK)
@given(SETS, st.sampled_from(["length", "depth", "template"]), st.integers(0, 50))
def test_what_is_held_out_is_longer_deeper_or_of_another_shape(
    questions: list[Parts], by: str, seed: int
) -> None:
    sides, report = divided(questions, Plan(by=by, seed=seed, support=2))
    if by == "template":
        assert not {one.template for one in sides[TRAIN]} & {one.template for one in sides[TEST_OOD]}
        return
    sizes = {side: [getattr(one, by) for one in own] for side, own in sides.items()}
    assert max(sizes[TRAIN] + sizes[TEST_ID]) <= report[f"longest_{by}"] < min(sizes[TEST_OOD])


def test_compounds_diverge_more_than_by_chance_and_atoms_do_not() -> None:
    """Of one set in ten the atoms cannot be brought close enough."""
    sets = (made(300, seed, ring=1, slots="abcdefgh") for seed in range(20))
    plan = Plan(by="mcd")
    report = next(
        divide(questions, plan).report["divergence"] for questions in sets if divides(questions, plan)
    )
    assert report["reached"]["atoms"] <= ATOM_LIMIT
    assert report["reached"]["compounds"] > report["random"]["compounds"] + 0.1


def test_divergences_of_small_counts() -> None:
    """Worked out by hand: 1 - (0.5 * 1) ** 0.5 = 0.2929; nothing in common 1, the same 0."""
    half = divergence({"a": 1, "b": 1}, {"a": 3}, 0.5)
    assert half == pytest.approx(0.29289, abs=1e-5)
    assert divergence({"a": 1}, {"b": 1}, 0.1) == 1
    assert isinstance(divergence({"a": 1}, {"b": 1}, 0.1), float)  # verify takes no whole number for a share
    assert divergence({"a": 2, "b": 4}, {"a": 1, "b": 2}, 0.1) == pytest.approx(0)
    assert divergence({"a": 1}, {"a": 1, "b": 1}, 0.1) == pytest.approx(1 - 0.5**0.9)


def test_an_empty_side_is_not_apart_from_anything() -> None:
    for sides in ((made(6, 1), []), ([], made(6, 1)), ([], [])):
        assert divergences(*sides) == {"atoms": None, "compounds": None}


@pytest.mark.parametrize(("stated", "flaws"), [(None, 0), (1.0, 0), (0.0, 1), ("none", 1)])
def test_the_verifier_wants_no_divergence_of_an_empty_side(stated: Any, flaws: int, unseen: Path) -> None:
    """Earlier versions of cocoa state 1 of it."""
    split, sides = summed(unseen)
    sides[TEST_ID].clear()
    split["divergence"]["test_id"] = dict.fromkeys(("atoms", "compounds"), stated)
    assert sum("test_id is another" in flaw.problem for flaw in split_flaws(split, sides)) == flaws


@pytest.mark.parametrize(
    "given_",
    [
        {"by": "chance"},
        {"by": "exact", "granularity": "word"},
        {"by": "exact", "share": 1.0},
        {"by": "mcd", "support": 0},
    ],
)
def test_a_plan_that_cannot_be_is_refused(given_: dict[str, Any]) -> None:
    with pytest.raises(SettingsError):
        Plan(**given_)


def test_what_cannot_be_split_is_refused() -> None:
    """All of one label, and nothing to hold out."""
    [one, *_] = made(1, 0)
    with pytest.raises(UsageError, match="cannot be split"):
        divide([one], Plan(by="exact"))


EXACT = Plan(by="exact", support=1)


@pytest.fixture(scope="module")
def whole(splittable: Callable[[Plan], Path]) -> Path:
    return splittable(EXACT)


@pytest.fixture(scope="module")
def unseen(whole: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("split") / "unseen"
    split_dataset(read_dataset(whole), EXACT, out)
    return out


def test_a_split_is_a_data_set_of_the_same_records(unseen: Path, whole: Path) -> None:
    lines = set((whole / "questions.jsonl").read_bytes().splitlines())
    kept = [line for side in SIDES for line in (unseen / f"{side}.jsonl").read_bytes().splitlines()]
    assert len(kept) == len(set(kept)) == read_manifest(unseen).count
    assert lines.issuperset(kept)
    assert read_dataset(unseen).sides == SIDES
    assert verify(unseen).findings == ()


@pytest.mark.parametrize("by", sorted(BY))
def test_every_split_is_clean(by: str, splittable: Callable[[Plan], Path], tmp_path: Path) -> None:
    plan = Plan(by=by, support=1, granularity="family")
    split_dataset(read_dataset(splittable(plan)), plan, tmp_path / "out")
    assert verify(tmp_path / "out").findings == ()


def test_a_folder_with_something_in_it_is_refused_and_one_without_is_there_whole(
    whole: Path, unseen: Path, tmp_path: Path
) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "note").write_text("mine")
    with pytest.raises(UsageError, match="not a folder to write"):
        split_dataset(read_dataset(whole), EXACT, tmp_path / "there")
    with pytest.raises(UsageError, match="cannot be split"):
        split_dataset(read_dataset(unseen), EXACT, tmp_path / "again")
    with pytest.raises(CocoaError):
        split_dataset(read_dataset(whole), Plan(by="exact", support=1000), tmp_path / "none")
    assert {path.name for path in tmp_path.iterdir()} == {"there"}
    with pytest.raises(UsageError, match="not a folder to write"):
        existing_manifest(unseen, read_manifest(whole))


def summed(folder: Path) -> tuple[dict[str, Any], dict[str, Counter[str]]]:
    """What the verifier judges a split by."""
    from cocoa_core.verification.selection.split import composed

    manifest = json.loads((folder / "manifest.json").read_text())
    sides = {
        side: Counter(
            composed(json.loads(line), manifest["split"]["granularity"])
            for line in (folder / f"{side}.jsonl").read_text().splitlines()
        )
        for side in SIDES
    }
    return manifest["split"], sides


def forged() -> Iterator[tuple[str, Any]]:
    def moved(source: str, target: str) -> Any:
        def change(split: dict[str, Any], sides: dict[str, Counter[str]]) -> None:
            one = min(sides[source])
            sides[source][one] -= 1
            sides[source] += Counter()
            sides[target][one] += 1

        return change

    yield "a held-out question trains", moved(TEST_OOD, TRAIN)
    yield "a held-out question tests what training has", moved(TEST_OOD, TEST_ID)
    yield "a training question is held out", moved(TRAIN, TEST_OOD)
    yield "another divergence", lambda split, sides: split["divergence"]["reached"].update(compounds=0.9)
    yield "another novelty", lambda split, sides: split["novelty"].update(lexical=99)
    yield "more was left out", lambda split, sides: split["left_out"].update(more=1)
    yield "nothing is held out", lambda split, sides: split.update(held_out=[])
    yield "another kind", lambda split, sides: split.update(by="chance")
    yield "no labels", lambda split, sides: sides[TRAIN].update([""])


@pytest.mark.parametrize(("name", "change"), list(forged()))
def test_a_split_that_is_not_what_it_says_is_found(name: str, change: Any, unseen: Path) -> None:
    split, sides = summed(unseen)
    assert not list(split_flaws(split, sides))
    change(split, sides)
    assert {flaw.what for flaw in split_flaws(split, sides)} == {"split"}, name
