"""The report's page: what it says, what it leaves out, and that nothing in it comes to life."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from analysis.page_elements import Elements
from analysis_logs import made_log, right, write_log, wrong_by_one
from analysis_reports import HOSTILE, HOSTILE_NAME, analysis_of, mixed_logs, questions, sometimes, spoken_log
from hypothesis import example, given
from hypothesis import strategies as st

import cocoa_core
from cocoa_core.analysis import Analysis, DomainsAtHand, report_files
from cocoa_core.analysis.figures.drawing import Gallery
from cocoa_core.analysis.figures.figure_context import figure_context_of
from cocoa_core.analysis.logs import conversations
from cocoa_core.analysis.report.options import proof_of
from cocoa_core.analysis.report.page import report_html
from cocoa_core.analysis.report.wrong_answers import choose_wrong, cut_text
from cocoa_core.families.selection import Question, explain
from cocoa_core.templates import templates_of
from cocoa_core.text import visible

ANY_TEXT = st.text(st.characters(exclude_categories=()))


@pytest.fixture(scope="module")
def analysis(mixed_analysis: Analysis) -> Analysis:
    return mixed_analysis


@pytest.fixture(scope="module")
def page(analysis: Analysis) -> str:
    return plain_page(analysis, 25)


def plain_page(analysis: Analysis, most: int) -> str:
    """Without figures, which take long."""
    datasets = dict.fromkeys(run.dataset for run in analysis.runs)
    scenes = [figure_context_of(analysis.runs, dataset, analysis.tables) for dataset in datasets]
    return report_html(analysis, [Gallery(context, ()) for context in scenes], {}, most)


REPORT = templates_of("cocoa_core.analysis.report")
PARAGRAPH = REPORT.from_string('<p title="{{ text|line }}">{{ text }}</p>')


@given(ANY_TEXT)
@example("</script><script>alert(1)</script>")
@example("\"'><p onclick=alert(1)>")
def test_any_text_stays_text_and_one_attribute(text: str) -> None:
    html = PARAGRAPH.render(text=text)
    parsed = Elements(html)
    assert parsed.elements == [("p", {"title": " ".join(visible(text).split())})]
    assert "".join(parsed.text) == visible(text)
    html.encode()


@given(ANY_TEXT)
def test_visible_text_holds_nothing_that_steers(text: str) -> None:
    for character in visible(text):
        assert character in "\n\t" or character.isprintable() or character.isspace() or ord(character) > 0xFF
        assert not 0x202A <= ord(character) <= 0x202E
        assert not 0xD800 <= ord(character) <= 0xDFFF


def test_the_page_has_no_element_that_a_model_wrote(page: str) -> None:
    parsed = Elements(page)
    scripts = [tag for tag, _ in parsed.elements if tag == "script"]
    assert scripts == ["script"]
    assert not {"img", "iframe", "object", "embed", "b"} & {tag for tag, _ in parsed.elements}
    for tag, attributes in parsed.elements:
        assert not [name for name in attributes if name.startswith("on")], (tag, attributes)
        for name in ("href", "src", "action"):
            target = attributes.get(name) or ""
            assert target.startswith(("#", "data:,")) or not target, (tag, target)
    whole = "".join(parsed.text)
    for text in HOSTILE:
        assert visible(cut_text(text)).strip()[:60] in whole
    assert visible(HOSTILE_NAME) in whole


def test_the_policy_forbids_all_but_the_page_itself(page: str) -> None:
    (policy,) = (
        attributes["content"] or ""
        for tag, attributes in Elements(page).elements
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy.startswith("default-src 'none';")
    assert "unsafe-inline" not in policy.split("script-src")[1].split(";")[0]


def test_the_same_logs_give_the_same_bytes_and_ids_are_unique(tmp_path: Path) -> None:
    logs = mixed_logs(tmp_path, questions()[:12])
    first, second = (report_files(analysis_of(logs), 5) for _ in range(2))
    assert first == second
    page = first["report.html"].decode()
    ids = [attributes["id"] for _, attributes in Elements(page).elements if "id" in attributes]
    assert "figure-accuracy" in ids
    drawn = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert drawn
    for one in drawn:
        spoken = re.findall(r'<(\w+)[^<>]* (?:role|aria-\w+)="', one)
        assert spoken == ["svg"]
    assert len(ids) == len(set(ids))


def test_the_summary_names_the_best_run_and_the_numbers_of_the_table(analysis: Analysis, page: str) -> None:
    rows = [row for row in analysis.tables["summary"].dicts() if row["role"] == "model"]
    best = max(float(row["accuracy"] or 0) for row in rows)
    text = "".join(Elements(page).text)
    named = {f"by {row['strategy']}: {best:.1%} right" for row in rows if row["accuracy"] == best}
    assert any(words in text.partition("The best run is ")[2] for words in named)
    for row in rows:
        assert f"{row['accuracy']:.1%} ({100 * float(row['low'] or 0):.1f} to " in text


def wrong_ids(page: str) -> list[str]:
    return re.findall(r'<span class="facts">.*?<code>([0-9a-f]+)</code></span></summary>', page)


@pytest.mark.parametrize("most", [0, 3, 10_000])
def test_so_many_questions_are_shown_and_the_others_counted(analysis: Analysis, most: int) -> None:
    wrong = {
        result.sample
        for run in analysis.runs
        if run.role == "model"
        for result in run.results
        if not result.correct
    }
    page = plain_page(analysis, most)
    shown = wrong_ids(page)
    assert len(shown) == len(set(shown)) == min(most, len(wrong))
    assert set(shown) <= wrong
    assert f"{len(wrong):,} questions had a wrong answer" in page
    if most < len(wrong):
        assert f"{len(wrong) - len(shown):,} left out" in page


@given(st.lists(st.floats(0.05, 1), min_size=1, max_size=4), st.integers(0, 30))
def test_every_run_has_its_turn(shares: Sequence[float], most: int) -> None:
    analysis = analysis_with(tuple(round(share, 1) for share in shares))
    chosen, total = choose_wrong(analysis.runs, most)
    assert len(chosen) == min(most, total)
    taken = {question.id for question in chosen}
    each = most // len(analysis.runs)
    for run in analysis.runs:
        wrong = {result.sample for result in run.results if not result.correct}
        assert len(wrong & taken) >= min(each, len(wrong))
    counts = [len(question.answers) for question in chosen]
    assert counts == sorted(counts, reverse=True)


_MADE: dict[tuple[float, ...], Analysis] = {}


def analysis_with(shares: tuple[float, ...]) -> Analysis:
    """Runs of such accuracy, without a file."""
    from cocoa_core.analysis import LogReading
    from cocoa_core.analysis.results import Result
    from cocoa_core.analysis.runs import runs_of
    from cocoa_core.analysis.samples import item_of

    if shares not in _MADE:
        results = []
        for index, share in enumerate(shares):
            answers = sometimes(share, str(index))
            for record in questions()[:20]:
                answer = answers(record, 1)
                score, failure = float(answer == record["answer"]), "" if answer else "empty"
                results.append(
                    Result(
                        model=f"p/m{index}",
                        strategy="direct",
                        dataset="exam",
                        sample=record["id"],
                        item=item_of({"metadata": {"cocoa": record}, "scores": {"named_option": {}}}),
                        answer=answer or None,
                        score=score,
                        failure=failure,
                    )
                )
        _MADE[shares] = Analysis(LogReading(tuple(results), ()), runs_of(results), (), {})
    return _MADE[shares]


@pytest.mark.parametrize("ending", ["eval", "json"])
def test_what_the_model_wrote_is_found_in_the_log(tmp_path: Path, ending: str) -> None:
    records = questions()[: len(HOSTILE)]
    write_log(tmp_path / f"2026-1.{ending}", spoken_log(records, wrong_by_one))
    analysis = analysis_of(tmp_path)
    results = analysis.reading.results
    keys = [(result.log, result.sample, result.epoch) for result in results]
    texts = conversations(analysis.reading.logs, keys)
    assert set(texts) == set(keys)
    for index, record in enumerate(records):
        (one,) = (result for result in results if result.sample == record["id"])
        first, last = texts[(one.log, one.sample, one.epoch)].turns
        assert first == "Met by: B, C"
        assert HOSTILE[index] in last
        assert ("thinking" in last) == (index % 2 == 1)


def test_a_log_that_is_gone_costs_the_text_only(tmp_path: Path) -> None:
    log = write_log(tmp_path / "2026-1.eval", spoken_log(questions()[:4], wrong_by_one))
    analysis = analysis_of(tmp_path)
    log.unlink()
    page = plain_page(analysis, 10)
    assert len(wrong_ids(page)) == 4
    assert "The log holds no text of the answer." in page


@given(st.text(min_size=0, max_size=20_000))
def test_long_texts_keep_both_ends_and_say_what_is_left_out(text: str) -> None:
    short = cut_text(text)
    assert len(short) <= 6_100
    if short != text:
        head, count, tail = re.split(r"\n\[… ([\d,]+) characters are left out here …\]\n", short)
        assert text.startswith(head)
        assert text.endswith(tail)
        assert len(head) + int(count.replace(",", "")) + len(tail) == len(text)


def test_proofs_are_those_of_the_worked_explanation() -> None:
    flights = cocoa_core.load_domain("flights").domain
    domains = DomainsAtHand()
    for record in questions()[:10]:
        proof = proof_of(record, domains)
        told = explain(Question.from_json(record), flights)
        assert proof.verdicts == {verdict.label: verdict.sentences() for verdict in told.verdicts}
        assert [words.lower() for words in proof.conditions] == [words.lower() for words in told.conditions]


def test_without_the_domain_a_proof_is_as_the_record_writes_it() -> None:
    record = json.loads(json.dumps(questions()[0]))
    record["domain"]["digest"] = "0" * 64
    proof = proof_of(record, DomainsAtHand())
    assert len(proof.conditions) == len(record["requirement"]["terms"])
    for label, broken in record["certificate"]["broken"].items():
        for term in broken:
            for literal in term["literals"]:
                assert f"{literal['value']} fails {literal['literal']}" in " ".join(proof.verdicts[label])


def test_a_record_that_is_not_whole_is_counted_not_raised(tmp_path: Path) -> None:
    records = json.loads(json.dumps(questions()[:3]))
    del records[0]["request"]
    write_log(tmp_path / "2026-1.eval", made_log(records, wrong_by_one))
    page = plain_page(analysis_of(tmp_path), 10)
    assert len(wrong_ids(page)) == 2
    assert "1 cannot be shown" in page


def test_all_right_leaves_nothing_to_show(tmp_path: Path) -> None:
    write_log(tmp_path / "2026-1.eval", made_log(questions()[:3], right))
    assert "There is no wrong answer." in plain_page(analysis_of(tmp_path), 10)


def test_without_the_extra_there_are_the_tables(analysis: Analysis, monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(
        "cocoa_core.analysis.report.folder.find_spec",
        lambda name: None if name == "altair" else real(name),
    )
    latex = {f"tables/{name}.tex" for name in analysis.tables}
    expected = {f"tables/{name}.csv" for name in (*analysis.tables, "answers")} | latex
    assert set(report_files(analysis, 5)) == expected
