"""Each metric: hand-computed cases, laws, and the library where one has it."""

from __future__ import annotations

import json
import math
import os
import stat
from collections.abc import Collection, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU

from cocoa_core.errors import UsageError
from cocoa_core.families.graph_to_text import rank_biased_overlap
from cocoa_core.families.graph_to_text.corpus_scores import corpus_figures
from cocoa_core.families.graph_to_text.metrics import bleu_meteor_rouge
from cocoa_core.families.graph_to_text.metrics.bleu_meteor_rouge import (
    BLEU_ORDER,
    absent,
    bleu,
    bleu_counts,
    item_metrics,
)
from cocoa_core.families.graph_to_text.metrics.cider import cider_d
from cocoa_core.families.graph_to_text.metrics.lemmas import coverage, lemmas
from cocoa_core.families.graph_to_text.metrics.spice import JAR, spice, spice_absent

words = st.lists(st.sampled_from(["a", "b", "c", "d", "e", "f"]), min_size=1, max_size=9)
sentences = words.map(" ".join)


@pytest.mark.parametrize(
    ("concepts", "sentence", "expected"),
    [
        (("dog", "tail", "wag"), "The dogs were wagging their tails.", 1.0),
        (("dog", "tail", "wag"), "The dog sleeps.", 1 / 3),
        (("knife", "run", "go"), "Knives ran; it goes.", 1.0),
        (("carry", "study"), "She carried what he studies.", 1.0),
        (("hot dog", "eat"), "He ate the hot dogs.", 1.0),
        (("hot dog", "eat"), "He ate the dog.", 0.5),
        (("dog", "dog"), "A dog.", 1.0),
        (("cat",), "A category.", 0.0),
        (("seek", "understand", "swell"), "He sought what they understood; it was swollen.", 1.0),
        (("bear", "child", "die"), "The children were born. The dice fell.", 1.0),
        (("fall", "fell"), "The tree fell.", 1.0),
        (("quiz", "panic", "cactus"), "Two quizzes; he panicked; cacti.", 1.0),
        (("leaf", "leave"), "They left the leaves.", 1.0),
        (("see", "saw"), "She is sawing.", 0.5),
        (("arise", "forgive", "tread"), "It arose, was forgiven and trodden.", 1.0),
    ],
)
def test_coverage_is_the_share_of_concepts(concepts: tuple[str, ...], sentence: str, expected: float) -> None:
    assert coverage(concepts, sentence) == pytest.approx(expected)


@given(
    st.lists(st.sampled_from(["dog", "run", "chop", "carry", "knife"]), min_size=1, unique=True),
    st.text(max_size=60),
)
def test_coverage_is_from_0_to_1_and_all_of_a_text_that_lists_the_concepts(
    concepts: list[str], text: str
) -> None:
    assert 0.0 <= coverage(concepts, text) <= 1.0
    assert coverage(concepts, ", ".join(concepts)) == 1.0


@given(st.text(max_size=20))
def test_every_word_is_a_form_of_itself(word: str) -> None:
    assert word.split("'")[0].split("’")[0] in lemmas(word)


@pytest.mark.parametrize(
    ("word", "base"),
    [
        *(("went", "go"), ("overtook", "overtake"), ("underwent", "undergo"), ("handwritten", "handwrite")),
        *(("babysat", "babysit"), ("forsaken", "forsake"), ("trafficking", "traffic"), ("vying", "vie")),
        *(("cutting", "cut"), ("traveled", "travel"), ("firemen", "fireman"), ("wolves", "wolf")),
        *(("grandchildren", "grandchild"), ("theses", "thesis"), ("axes", "axis"), ("indices", "index")),
        *(("radii", "radius"), ("larvae", "larva"), ("criteria", "criterion"), ("bacteria", "bacterium")),
    ],
)
def test_irregular_forms_are_forms_of_their_base_and_of_nothing_else(word: str, base: str) -> None:
    assert base in lemmas(word)
    assert coverage([base, "unicorn", "teapot"], f"There was a {word}.") == pytest.approx(1 / 3)
    assert coverage(["on"], "There was a cat.") == 0.0


L = math.log(2)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("a b", 5.0),  # cosine 1 at n = 1 and 2, nothing at 3 and 4: 10 * 2 / 4
        ("a", 10 / 4 / math.sqrt(2) * math.exp(-1 / 72)),  # one bigram shorter
        ("a a", 10 / 4 / (2 * math.sqrt(2))),  # the second a does not count
        ("c d", 0.0),
        ("", 0.0),
        ("a b x y", 10 / 4 * (2 / (2 * math.sqrt(2)) + 1 / math.sqrt(3)) * math.exp(-4 / 72)),
    ],
)
def test_cider_d_by_hand(said: str, expected: float) -> None:
    """Two items with the references "a b" and "c d": every n-gram has the weight ln 2."""
    assert scored([said, "c d"], [["a b"], ["c d"]])[0] == pytest.approx(expected)


def test_cider_d_takes_the_mean_over_references_and_weighs_what_is_common_with_nothing() -> None:
    assert scored(["a b", "c d"], [["a b", "e f"], ["c d"]])[0] == pytest.approx(2.5)
    assert scored(["a b", "a b", "c"], [["a b"], ["a b"], ["a b c"]])[:2] == [0.0, 0.0]


def scored(sentences: list[str], references: list[list[str]]) -> list[float]:
    scores = cider_d(sentences, references)
    assert scores is not None
    return scores


@given(sentences, st.lists(sentences, min_size=1, max_size=3), st.integers(0, 4))
def test_of_one_item_or_of_items_that_are_all_alike_cider_d_is_absent(
    said: str, references: list[str], many: int
) -> None:
    assert cider_d([said] * many, [references] * many) is None


def test_measures_of_a_set_too_small_for_them_are_absent_and_never_zero() -> None:
    def answer(sample: str, distribution: str, reference: str) -> tuple[Any, tuple[str]]:
        item = SimpleNamespace(distribution=distribution, key=[reference], sample=sample)
        return item, ("the dog runs in the park",)

    def figures(*answers: tuple[Any, tuple[str]]) -> set[str]:
        return {name for name in corpus_figures(answers) if name.startswith("cider_d")}

    one = answer("a-1", "id", "the dog runs in the park")
    other = answer("b-1", "id", "a cat sleeps on the sofa")
    assert corpus_figures([]) == {}
    assert figures(one) == figures(one, answer("a-1", "ood", "the dog runs in the park")) == set()
    assert figures(one, other) == {"cider_d_id"}
    assert figures(one, other, answer("a-1", "ood", "it rains")) == {"cider_d_id"}, "no gap to one item"
    outside = (answer("a-1", "ood", "it rains"), answer("b-1", "ood", "the dog runs"))
    assert figures(one, other, *outside) >= {"cider_d_id", "cider_d_ood", "cider_d_gap"}
    alone = corpus_figures([one, answer("a-1", "ood", "a dog runs in the park")])
    assert not [name for name in alone if name.endswith(("_low", "_high"))], "one concept set has no interval"


@given(st.lists(st.tuples(sentences, st.lists(sentences, min_size=1, max_size=3)), min_size=1, max_size=5))
def test_cider_d_is_from_0_to_10(cases: list[tuple[str, list[str]]]) -> None:
    scores = cider_d([sentence for sentence, _ in cases], [references for _, references in cases])
    assert all(0.0 <= score <= 10.0 + 1e-9 for score in scores or ())


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("abc", "abc", 1.0),
        ("abc", "acb", 0.1 * (1 + 0.5 * 0.9 + 0.81) + 0.729),
        ("ab", "cd", 0.0),
        ("ab", "ba", 0.1 * (0 + 0.9) + 0.81),
        ("abc", "ab", 1.0),
        (["ab", "c"], "abc", 0.1 * (2 / 3 + 0.9 + 0.81) + 0.729),
        (["ab", "c"], "cab", 0.1 * (0 + 0.9 * 0.5 + 0.81) + 0.729),
        (["ab", "cd"], ["ab", "cd"], 1.0),
        (["abc", "d"], ["ad", "bc"], 0.1 * (2 / 5 + 0.9 * 2 / 5 + 0.81 * 6 / 7 + 0.729) + 0.6561),
    ],
)
def test_rank_biased_overlap_by_hand(one: Sequence[str], other: Sequence[str], expected: float) -> None:
    assert rank_biased_overlap(one, other) == pytest.approx(expected)
    assert rank_biased_overlap("", other) is None


def _tied(items: Sequence[str], cuts: Collection[int]) -> list[str]:
    """The items in groups: a new one begins at each cut."""
    groups = [items[0]]
    for index, item in enumerate(items[1:], start=1):
        groups[len(groups) :] = [item] if index in cuts else [groups.pop() + item]
    return groups


@given(
    st.permutations("abcdef"),
    st.permutations("abcdef"),
    st.sets(st.integers(1, 5)),
    st.sets(st.integers(1, 5)),
    st.floats(0.05, 0.95),
)
def test_rank_biased_overlap_is_symmetric_and_1_of_equal_rankings(
    items: list[str], others: list[str], cuts: set[int], other_cuts: set[int], p: float
) -> None:
    one, other = _tied(items, cuts), _tied(others, other_cuts)
    overlap = rank_biased_overlap(one, other, p)
    assert overlap == pytest.approx(rank_biased_overlap(other, one, p))
    assert overlap is not None
    assert 0.0 <= overlap <= 1.0 + 1e-9
    assert rank_biased_overlap(one, one, p) == pytest.approx(1.0)


def test_a_weight_out_of_range_is_refused() -> None:
    with pytest.raises(UsageError):
        rank_biased_overlap("ab", "ab", 1.0)


def test_rouge_is_that_of_its_library_for_the_best_reference() -> None:
    """ "the cat sat" against "the cat ran": one of two bigrams each, two of three words in order."""
    metrics = item_metrics("the cat sat", ["a dog", "the cat ran"])
    assert (metrics["rouge_2"], metrics["rouge_l"]) == pytest.approx((0.5, 2 / 3))
    assert item_metrics("The cats sat.", ["the cat sat"])["rouge_l"] == pytest.approx(1.0)


def test_meteor_has_its_exact_and_stem_stages() -> None:
    """Three matches in one chunk: 1 less half of (1 / 3) cubed; synonyms do not count."""
    whole = 1 - 0.5 / 27
    assert item_metrics("The dog barks!", ["the dog barks"])["meteor_es"] == pytest.approx(whole)
    assert item_metrics("the dog barking", ["the dog barks"])["meteor_es"] == pytest.approx(whole)
    assert item_metrics("big", ["large"])["meteor_es"] == 0.0


@given(st.lists(st.tuples(sentences, st.lists(sentences, min_size=2, max_size=2)), min_size=1, max_size=6))
def test_bleu_of_summed_counts_is_that_of_the_library_on_the_corpus(
    cases: list[tuple[str, list[str]]],
) -> None:
    said, texts = [one for one, _ in cases], [two for _, two in cases]
    counts = [bleu_counts(*case) for case in cases]
    summed = [sum(column) for column in zip(*counts, strict=True)]
    for order in (3, 4):
        library = BLEU(max_ngram_order=order, smooth_method="none", lowercase=True)
        expected = library.corpus_score(said, [[two[0] for two in texts], [two[1] for two in texts]]).score
        of_so_many_words = summed[BLEU_ORDER + order - 1] > 0
        assert bleu(summed, order) == (pytest.approx(expected / 100) if of_so_many_words else None)


def test_what_is_not_installed_is_not_there_and_said_to_be_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    absent.cache_clear()
    monkeypatch.setattr(bleu_meteor_rouge, "find_spec", lambda name: None)
    try:
        assert item_metrics("a b", ["a b"]) == {}
        assert "rouge_score is not installed" in absent("rouge_2")
        assert "sacrebleu" in absent("bleu_4")
    finally:
        absent.cache_clear()


_JAVA = """#!/bin/sh
[ "$1" = "-jar" ] && [ -f "$2" ] && [ "$4" = "-out" ] || exit 3
grep -q '"test": "broken"' "$3" && exit 7
cat > "$5" <<'END'
[{"image_id": 1, "scores": {"All": {"f": 0.25}}}, {"image_id": 0, "scores": {"All": {"f": 0.5}}}]
END
"""


@pytest.fixture
def jar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A jar, and a program `java` in place of Java's."""
    program = tmp_path / "bin" / "java"
    program.parent.mkdir()
    program.write_text(_JAVA)
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    path = tmp_path / "spice-1.0.jar"
    path.write_bytes(b"PK")
    monkeypatch.setenv(JAR, str(path))
    return path


def test_spice_is_what_its_program_says(jar: Path) -> None:
    assert spice_absent() == ""
    assert spice(["one", "two"], [["a"], ["b"]]) == [0.5, 0.25]


def test_a_program_that_fails_is_no_zero(jar: Path) -> None:
    with pytest.raises(UsageError, match="gave no scores") as raised:
        spice(["broken"], [["a"]])
    assert "exit code 7" in str(raised.value)


def test_spice_without_its_jar_or_java_is_absent(jar: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(jar.parent))
    assert "no `java`" in spice_absent()
    monkeypatch.setenv(JAR, str(jar) + "x")
    with pytest.raises(UsageError, match="no such jar"):
        spice_absent()
    monkeypatch.delenv(JAR)
    assert JAR in spice_absent()
    json.dumps(spice_absent())
