"""The accuracy of all answers but some, and samples read by the quick parser: as the slow ways have it."""

from __future__ import annotations

import json
import random
from typing import Any

from attrs import astuple, frozen
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.analysis.log_files import SAMPLE_DECODER, Sample, parsed
from cocoa_core.analysis.runs import RemainingAccuracy, accuracy_of
from cocoa_core.intervals import Accuracy


@frozen
class Scored:
    """An answer, as far as accuracy goes."""

    score: float
    cluster: int
    item: Any = None
    correct: bool = False
    parse_failure: bool = False


def exact(found: Accuracy) -> tuple[str, ...]:
    return tuple(map(repr, astuple(found)))


CLUSTERS = st.integers(0, 5)


@given(
    st.lists(st.tuples(st.sampled_from([0.0, 1.0]), CLUSTERS, st.booleans()), max_size=40)
    | st.lists(st.tuples(st.floats(0, 1), CLUSTERS, st.booleans()), max_size=12)
)
def test_what_is_left_out_is_as_if_it_had_never_been(drawn: list[tuple[float, int, bool]]) -> None:
    """To the last digit, though it is taken off the sums of the clusters."""
    results = [Scored(score, cluster) for score, cluster, _ in drawn]
    places = [index for index, (_, _, out) in enumerate(drawn) if out]
    kept = [result for result, (_, _, out) in zip(results, drawn, strict=True) if not out]
    assert exact(RemainingAccuracy(results).without(places)) == exact(accuracy_of(kept))


@given(st.randoms(use_true_random=False))
def test_clusters_are_summed_up_in_the_order_of_the_answers_that_are_left(rng: random.Random) -> None:
    """Sixty answers in a dozen clusters: in another order the last digits of many sums are others."""
    results = [Scored(float(rng.random() < 0.6), rng.randrange(12)) for _ in range(60)]
    for share in (0.1, 0.3, 0.5, 0.7):
        places = [index for index in range(60) if rng.random() < share]
        kept = [result for place, result in enumerate(results) if place not in places]
        assert exact(RemainingAccuracy(results).without(places)) == exact(accuracy_of(kept))


LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8)


@given(VALUES | st.just("\ud800"), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]), st.booleans())
def test_a_sample_is_read_as_json_reads_it(value: object, encoding: str, ascii_only: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only or value == "\ud800")
    assert json.dumps(parsed(text.encode(encoding))) == json.dumps(json.loads(text))


@given(st.dictionaries(st.sampled_from([*Sample.__annotations__, "events", "store"]), VALUES) | VALUES)
def test_of_a_sample_the_keys_that_are_read_are_as_json_reads_them(sample: object) -> None:
    text = json.dumps(sample)
    read, expected = parsed(text, SAMPLE_DECODER), json.loads(text)
    if isinstance(expected, dict):
        read, expected = (
            {key: found.get(key) for key in Sample.__annotations__} for found in (read, expected)
        )
    assert json.dumps(read) == json.dumps(expected)


def test_what_nobody_reads_of_a_sample_is_skipped() -> None:
    assert parsed('{"events": [{"a": 1}], "id": 7}', SAMPLE_DECODER) == {"id": 7}
