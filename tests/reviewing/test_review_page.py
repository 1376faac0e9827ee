"""The page in a real browser: by keys alone, with undo, resumed after it was closed, saved and read back."""

from __future__ import annotations

from pathlib import Path

import pytest
from browsing import NEEDS_BROWSER, Visit, launched

import cocoa_core
from cocoa_core.items import read_dataset
from cocoa_core.reviewing import ReviewPlan, report_on, review_page

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
                page.keyboard.press("2")
                page.keyboard.press("z")
                page.keyboard.press("1")
            else:
                page.keyboard.press("4")
            taken += 1
            if taken == 10:  # as if the window was closed
                page.reload()
                page.fill("#reviewer", "Ann")
                page.keyboard.press("Enter")
        with page.expect_download() as download:
            page.keyboard.press("x")
        download.value.save_as(tmp_path / "ann.jsonl")
        assert visit.said == []
        assert all(address.startswith(("file:", "blob:")) for address in visit.asked)
    (ann,) = report_on(exam, [tmp_path / "ann.jsonl"]).reviewers
    assert (ann.reviewer, ann.items, ann.natural) == ("Ann", 12, 4.0)
    assert ann.changed + ann.unchanged == 12
    assert (ann.caught, ann.doubted, ann.right) == (0, 0, ann.solved)
    assert ann.solved == sum(bool(one.prompt) for one in planned) > 0
