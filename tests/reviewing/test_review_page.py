"""The page in a real browser: by keys alone, with undo, resumed after it was closed, saved and read back."""

from __future__ import annotations

from pathlib import Path

import pytest
from browsing import NEEDS_BROWSER, Visit, launched

import cocoa_core
from cocoa_core.items import family_named, read_dataset
from cocoa_core.reviewing import ModelText, RatingPlan, RatingReport, ReviewPlan, report_on, review_page
from cocoa_core.running import RunSpec, write_dataset

pytestmark = [NEEDS_BROWSER, pytest.mark.deep]


def test_a_review_by_keys_is_undone_resumed_saved_and_read(tmp_path: Path) -> None:
    cocoa_core.load_domain("hotels").write(tmp_path / "exam", 12, seed=4)
    exam = read_dataset(tmp_path / "exam")
    plan = ReviewPlan.of(exam, count=12, solve=0.3, changed=0.3)
    planned = plan.drawn_from(exam)
    file = tmp_path / "review.html"
    file.write_bytes(review_page(plan, planned, "exam"))
    keys = {one.item.id: one.item.answer for one in planned}
    with launched() as browser:
        narrow = Visit(browser, file.as_uri(), 320).page
        assert narrow.evaluate("document.documentElement.scrollWidth") <= 320
        visit = Visit(browser, file.as_uri())
        page = visit.page
        page.fill("#reviewer", "Ann")
        page.keyboard.press("Enter")
        page.keyboard.press("z")  # nothing to undo
        taken = 0
        while page.locator("#progress").inner_text() != "12 of 12":
            if page.locator("#answer").count():
                shown = page.locator("pre").inner_text()
                (item,) = [
                    one.item.id
                    for one in planned
                    if one.prompt.split("\n")[-1] in shown and one.item.request in shown
                ][:1]
                page.fill("#answer", str(keys[item]))
                page.keyboard.press("Enter")
            elif "just this" in page.locator("#main").inner_text():
                assert page.evaluate("scrollY") == 0, "the text is in sight"
                page.keyboard.down("2")
                page.keyboard.down("2")  # held: counted once
                page.keyboard.up("2")
                page.keyboard.press("z")
                page.keyboard.press("1")
            else:
                page.keyboard.press("4")
            taken += 1
            if taken == 10:  # as if the window was closed
                page.reload()
                page.set_input_files("#file", {"name": "x", "mimeType": "", "buffer": b"no review"})
                assert page.input_value("#reviewer") == "Ann"
                page.focus("#reviewer")
                page.keyboard.press("Enter")
        with page.expect_download() as download:
            page.keyboard.press("x")
        download.value.save_as(tmp_path / "ann.jsonl")
        assert visit.said == ["This file is no review."]
        assert all(address.startswith(("file:", "blob:")) for address in visit.asked)
    (ann,) = report_on(exam, [tmp_path / "ann.jsonl"]).reviewers
    assert (ann.reviewer, ann.items, ann.natural) == ("Ann", 12, 4.0)
    assert ann.changed + ann.unchanged == 12
    assert (ann.caught, ann.doubted, ann.right) == (0, 0, ann.solved)
    assert ann.solved == sum(bool(one.prompt) for one in planned) > 0


def test_two_reviewers_work_through_200_items_by_keys(tmp_path: Path) -> None:
    """Of another family; Ann finds the changed meanings, Bob says yes to all, and both are read back so."""
    family = family_named("parsing")
    run = RunSpec.fitted(family, family.source(None), family.settings({}), 3)
    write_dataset(run, tmp_path / "items", 200)
    exam = read_dataset(tmp_path / "items")
    plan = ReviewPlan.of(exam, count=200, solve=0.0, changed=0.1)
    planned = {one.item.id: one for one in plan.drawn_from(exam)}
    file = tmp_path / "review.html"
    file.write_bytes(review_page(plan, list(planned.values()), "items"))
    files = []
    with launched() as browser:
        page = Visit(browser, file.as_uri()).page
        for name in ("Ann", "Bob"):
            page.reload()
            page.fill("#reviewer", name)
            page.keyboard.press("Enter")
            for item in page.evaluate("order.map((index) => data.items[index].id)"):
                page.keyboard.press("2" if name == "Ann" and planned[item].changed else "1")
                page.keyboard.press("4")
            files.append(tmp_path / f"{name}.jsonl")
            with page.expect_download() as download:
                page.keyboard.press("x")
            download.value.save_as(files[-1])
    report = report_on(exam, files)
    ann, bob = report.reviewers
    changed = sum(one.changed for one in planned.values())
    assert (ann.items, ann.caught, ann.doubted) == (200, changed, 0)
    assert (bob.items, bob.caught, bob.doubted) == (200, 0, 0)
    assert report.raw == pytest.approx(1 - changed / 200)
    assert len(report.decide) == changed


def test_texts_and_relations_are_rated_by_keys_and_resumed(tmp_path: Path) -> None:
    family = family_named("graph-to-text")
    run = RunSpec.fitted(family, family.source(None), family.settings({}), 3)
    write_dataset(run, tmp_path / "items", 8)
    sentences = read_dataset(tmp_path / "items")
    texts = [ModelText("alpaca", item.id, f"A {item.concepts[0]}.") for item in sentences]
    for rated, keys, means in (
        (texts, "3213", {"quality": 3.0, "plausibility": 2.0, "concepts": 1.0, "overall": 3.0}),
        ([], "1", {"related": 1.0}),
    ):
        plan = RatingPlan.of(sentences, 2, 0, rated)
        planned = plan.drawn_from(sentences, rated)
        file, saved = tmp_path / "rate.html", tmp_path / "ann.jsonl"
        file.write_bytes(review_page(plan, planned, "items"))
        with launched() as browser:
            visit = Visit(browser, file.as_uri())
            page = visit.page
            page.fill("#reviewer", "Ann")
            page.keyboard.press("Enter")
            for number, key in enumerate(keys * len(planned)):
                if number == 1:  # from a file that was saved after one answer
                    with page.expect_download() as download:
                        page.keyboard.press("x")
                    download.value.save_as(saved)
                    page.reload()
                    page.set_input_files("#file", saved)
                    page.wait_for_selector(".ask b")
                page.keyboard.press("9")  # of no scale
                page.keyboard.press(key)
            assert page.locator("#progress").inner_text() == f"{len(planned)} of {len(planned)}"
            with page.expect_download() as download:
                page.keyboard.press("x")
            download.value.save_as(saved)
            assert visit.said == []
        report = report_on(sentences, [saved], rated)
        assert isinstance(report, RatingReport)
        assert {name: mean for rating in report.ratings for name, mean in rating.means.items()} == means
