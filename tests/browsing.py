"""Pages in a real browser, with all that they ask for and complain about."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

_CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
_OFFLINE = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"),
    *("--disable-sync", "--no-first-run"),
)
NEEDS_BROWSER = pytest.mark.skipif(
    _CHROMIUM is None and not os.environ.get("COCOA_BROWSER"),
    reason="Chromium is not installed: apt-get install chromium",
)


@contextmanager
def launched() -> Iterator[Any]:
    """The browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_CHROMIUM, args=list(_OFFLINE))
        yield browser
        browser.close()


class Visit:
    """A page that was opened. asked: the addresses that it loaded; said: what it complained of."""

    def __init__(self, browser: Any, url: str, width: int = 1200, scheme: str = "light") -> None:
        self.page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
        self.asked: list[str] = []
        self.said: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("dialog", self._dismissed)
        self.page.goto(url)

    def _dismissed(self, dialog: Any) -> None:
        self.said.append(dialog.message)
        dialog.dismiss()

    def open_all(self) -> None:
        self.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
