"""The preview in a real browser: it runs its own script alone, fits a phone, and follows what is saved."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path
from typing import Any

import pytest
from browsing import NEEDS_BROWSER, Visit
from checking.laptops import RULES, edited
from preview.test_serving import EXTERNAL, HOSTILE, HOSTILE_NAME, hostile

from cocoa_core.preview import Preview

pytestmark = NEEDS_BROWSER


def test_nothing_that_a_domain_says_is_run_or_loaded(browser: Any, shown: Preview) -> None:
    visit = Visit(browser, shown.url)
    visit.open_all()
    page = visit.page
    page.wait_for_timeout(700)
    assert visit.said == []
    assert {url.removeprefix(shown.url) for url in visit.asked} <= {"", *EXTERNAL, "version"}
    assert page.locator("img").count() == 0
    text = page.locator("body").inner_text()
    assert HOSTILE in text
    assert HOSTILE_NAME in text
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=alert(3)>')")
    page.wait_for_timeout(200)
    assert visit.said  # the policy complains of it
    assert "3" not in visit.said
    page.close()


@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize(("scheme", "dark"), [("light", False), ("dark", True)])
def test_it_fits_the_screen_and_follows_the_system(
    browser: Any, shown: Preview, width: int, scheme: str, dark: bool
) -> None:
    visit = Visit(browser, shown.url, width, scheme)
    visit.open_all()
    page = visit.page
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (int(ground[4:].split(",")[0]) < 60) == dark
    page.close()


def test_a_save_brings_a_new_page_and_the_end_is_said(browser: Any, tmp_path: Path) -> None:
    folder = hostile(tmp_path)
    made = Preview(folder, count=1)
    made.start()
    threading.Thread(target=made.watch, args=(40,), daemon=True).start()
    page = Visit(browser, made.url).page
    page.get_by_role("heading", name="Questions").wait_for(timeout=30_000)
    shutil.copy(folder / "rules.yaml", tmp_path / "kept.yaml")
    wrong = edited(RULES, ("{verb: cost}", "{verb: cost, befor: x}"))
    (folder / "rules.yaml").write_text(wrong, encoding="utf-8")
    page.get_by_text("did you mean 'before'?").wait_for(timeout=30_000)
    assert page.get_by_role("heading", name="Questions").count() == 0
    shutil.copy(tmp_path / "kept.yaml", folder / "rules.yaml")
    page.get_by_role("heading", name="Questions").wait_for(timeout=30_000)
    made.stop()
    page.get_by_text("cocoa preview has ended").wait_for(timeout=10_000)
    page.close()
