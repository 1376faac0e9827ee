"""The benchmarks run: what they time by name is there."""

from __future__ import annotations

import io

from attrs import evolve
from benchmarks import leak, readers, scoring, text, throughput
from benchmarks.form_alone import guessed_by_form
from rich.console import Console

import cocoa_core

COUNT = 5
SHARES = ("blind", "most", "fewest", "first", "best", "worst")


def test_the_stages_of_a_question_are_timed() -> None:
    watch = throughput.Stopwatch()
    total = throughput.by_stage(COUNT, watch)
    assert 0 < sum(watch.spent.values()) < total
    assert set(watch.spent) == set(throughput.STAGES)


def test_the_tables_of_throughput_are_printed() -> None:
    console = Console(file=io.StringIO(), width=100)
    throughput.measure(console, COUNT)
    assert all(stage in console.file.getvalue() for stage in throughput.STAGES)  # type: ignore[attr-defined]


def test_completions_are_scored_at_every_length() -> None:
    console = Console(file=io.StringIO(), width=100)
    scoring.measure(console, seconds=0)
    assert console.file.getvalue().count(f"{max(scoring.LENGTHS) + 10:,}") == 1  # type: ignore[attr-defined]


def test_two_readers_are_compared() -> None:
    console = Console(file=io.StringIO(), width=100)
    differing = readers.compare(0, COUNT, 1, console)
    assert f"{differing:,} disagreed on" in console.file.getvalue()  # type: ignore[attr-defined]


def test_short_cuts_and_texts_are_measured() -> None:
    handle = cocoa_core.load_domain("hotels")
    questions = list(handle.generate(COUNT * 10, seed=1))
    measures = leak.measure(handle.domain, iter(questions))
    assert all(0 <= measures[name] <= 1 for name in SHARES)
    rows = dict(zip(handle.domain.catalogue.ids, handle.domain.catalogue.rows, strict=True))
    told = []
    for question in questions:
        counts = {
            option.label: leak.satisfied(handle.domain, question, rows[option.row])
            for option in question.options
        }
        letter = max(counts, key=counts.__getitem__)
        told.append(evolve(question, answer=letter, key=[letter]))
    by_literals = leak.measure(handle.domain, iter(told))
    assert by_literals["most"] > by_literals["fewest"]
    assert text.figures([one.request for one in questions])["requests"] == len(questions)


def test_a_guesser_of_the_text_alone_finds_what_tells_the_answer() -> None:
    """Axioms are told where the answer is yes, and the words and the literals stay as they are."""
    handle = cocoa_core.load_domain("hotels")
    questions = [
        evolve(question, asked={**question.asked, "axioms": ["A fact."] * (question.key == ["yes"])})
        for question in handle.generate(COUNT * 8, seed=1, ask="possible")
    ]
    guesses = guessed_by_form(handle.domain, questions)
    assert guesses["number of axioms"].accuracy.share == 1.0
    assert guesses["number of literals"].accuracy.high < 0.9
    assert {guessed.chance for guessed in guesses.values()} == {0.5}
    told = [evolve(question, asked={**question.asked, "axioms": []}) for question in questions]
    assert "number of axioms" not in guessed_by_form(handle.domain, told)
