"""Pages are loaded in a real browser, saved as they were, read later: the same flights in two layouts."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from browsing import NEEDS_BROWSER
from sources.flight_site import FLIGHTS, LAYOUTS, answers, write_map
from sources.site import Answer, Site, serving_site

from cocoa_core.errors import DomainError, UsageError
from cocoa_core.sources import Collected, collect
from cocoa_core.sources.collecting import rows_of_collection
from cocoa_core.sources.robots import Robots

WANTED = [{**flight, "price": flight["price"].strip()} for flight in FLIGHTS]


@pytest.fixture(autouse=True)
def _without_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")


@pytest.fixture
def site() -> Iterator[Site]:
    with serving_site(answers()) as found:
        yield found


@pytest.fixture(scope="module")
def playwright() -> Iterator[Any]:
    """A playwright that starts Chromium at the first launch and gives it again at every later one."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as own:
        launched: list[Any] = []

        def launch(**options: Any) -> Any:
            if not launched:
                launched.append(own.chromium.launch(**options))
            return SimpleNamespace(new_context=launched[0].new_context, close=lambda: None)

        yield SimpleNamespace(chromium=SimpleNamespace(launch=launch))
        for browser in launched:
            browser.close()


@pytest.fixture
def one_browser(playwright: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Starts no browser in each call of `collect`, with a context of its own all the same."""
    monkeypatch.setattr("playwright.sync_api.sync_playwright", lambda: nullcontext(playwright))


def rows_of(folder: Path) -> list[Any]:
    return list(rows_of_collection(folder, []))


@NEEDS_BROWSER
@pytest.mark.usefixtures("one_browser")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_two_layouts_give_the_same_flights(site: Site, tmp_path: Path, layout: str) -> None:
    path, waits = write_map(tmp_path, layout, site), list[float]()
    done = collect(path, tmp_path / "pages", sleep=waits.append)
    assert (done, waits) == (Collected(4, 4, 0), [1.0, 1.0, 1.0])
    assert site.asked[0] == "/robots.txt"
    assert rows_of(tmp_path / "pages") == WANTED
    asked = len(site.asked)
    assert collect(path, tmp_path / "pages", sleep=waits.append) == Collected(0, 4, 0)
    assert len(site.asked) == asked
    assert sorted(one.name for one in (tmp_path / "pages").glob("*.html"))[0] == "00001-001.html"


@NEEDS_BROWSER
@pytest.mark.usefixtures("one_browser")
def test_a_call_that_was_ended_goes_on_and_gives_the_same(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out, pages = write_map(tmp_path, "table", site), tmp_path / "pages", 0

    def killed(_: float) -> None:
        nonlocal pages
        pages += 1
        if pages == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        collect(path, out, sleep=killed)
    assert len(json.loads((out / "collection.json").read_text())["pages"]) == 3
    assert collect(path, out, sleep=lambda _: None) == Collected(2, 4, 0)
    assert rows_of(out) == WANTED
    assert collect(path, tmp_path / "few", most=2, sleep=lambda _: None) == Collected(2, 2, 1)
    assert rows_of(tmp_path / "few") == WANTED[:6]


_KILLED = """
import os, signal, sys
from pathlib import Path
from cocoa_core.sources import collect

count, real = int(sys.argv[3]), os.replace
def replaced(*paths):
    global count
    count -= 1
    if not count:
        os.kill(os.getpid(), signal.SIGKILL)
    real(*paths)
os.replace = replaced
collect(Path(sys.argv[1]), Path(sys.argv[2]), sleep=lambda _: None)
"""
"""Collects, and is killed before it puts the n-th file in its place."""


@pytest.mark.deep
@NEEDS_BROWSER
@pytest.mark.usefixtures("one_browser")
def test_a_call_that_is_killed_at_any_moment_goes_on_and_gives_the_same(site: Site, tmp_path: Path) -> None:
    path, whole = write_map(tmp_path, "table", site), tmp_path / "whole"
    collect(path, whole, sleep=lambda _: None)
    for moments in ((1, 2, 5), (8,)):  # each call of a row is killed after the one before it
        out = tmp_path / "-".join(map(str, moments))
        for moment in moments:
            call = [sys.executable, "-c", _KILLED, path, out, str(moment)]
            assert subprocess.run(call, check=False).returncode == -signal.SIGKILL, moment
        assert collect(path, out, sleep=lambda _: None).left == 0
        assert rows_of(out) == WANTED
        assert sorted(one.name for one in out.iterdir()) == sorted(one.name for one in whole.iterdir())


@pytest.mark.deep
@NEEDS_BROWSER
@pytest.mark.usefixtures("one_browser")
def test_a_page_without_rows_or_from_elsewhere_is_named_and_the_others_stay(
    site: Site, tmp_path: Path
) -> None:
    path = write_map(tmp_path, "table", site)
    with serving_site(answers()) as other:
        elsewhere = {"Location": f"{other.url}/table/2027-05-02"}
        site.answers["/table/2027-05-02"] = Answer(status=302, headers=elsewhere)
        with pytest.raises(DomainError, match=r"leads to http://127\.0\.0\.1, another site"):
            collect(path, tmp_path / "pages", sleep=lambda _: None)
    assert rows_of(tmp_path / "pages") == WANTED[:6]
    site.answers["/table/2027-05-02"] = Answer(b"<p class=none>no flights")
    path.write_text(path.read_text().replace("pages: 5", "pages: 5\nwait: 1"))
    with pytest.raises(DomainError, match="no rows at 'tr:has") as error:
        collect(path, tmp_path / "others", sleep=lambda _: None)
    assert "2027-05-02" in str(error.value)
    path.write_text(path.read_text() + "empty: .none\n")
    assert collect(path, tmp_path / "empty", sleep=lambda _: None).left == 0
    assert rows_of(tmp_path / "empty") == WANTED[:6]


@pytest.mark.deep
@NEEDS_BROWSER
@pytest.mark.usefixtures("one_browser")
def test_a_next_page_that_vanished_is_named_by_its_status_and_no_query_is_shown(
    site: Site, tmp_path: Path
) -> None:
    path = write_map(tmp_path, "table", site)
    text = path.read_text().replace("/table/{day}", "/table/{day}?token=s3cr3t")
    path.write_text(text)
    page = site.answers["/table/2027-05-01"].body
    site.answers["/table/2027-05-01"] = Answer(re.sub(rb"href='[^']+'", b"href='/gone'", page))
    with pytest.raises(DomainError, match="the server answers 404"):
        collect(path, tmp_path / "pages", sleep=lambda _: None)
    site.answers["/table/2027-05-01"] = Answer(status=302, headers={"Location": "/table/2027-05-01"})
    with pytest.raises(DomainError, match="REDIRECTS") as error:
        collect(path, tmp_path / "others", sleep=lambda _: None)
    assert "s3cr3t" not in str(error.value)


@NEEDS_BROWSER
@pytest.mark.usefixtures("one_browser")
@pytest.mark.parametrize("grows", [True, False])
def test_a_page_that_loads_more_rows_on_scrolling_is_named(site: Site, tmp_path: Path, grows: bool) -> None:
    """Its first rows are saved either way."""
    more = b"""<div style="height: 3000px"></div><script>
    onscroll = () => setTimeout(() => {
      const row = document.querySelector("tr:has(td)");
      row.parentNode.appendChild(row.cloneNode(true));
    }, 100);</script>"""
    for day in ("2027-05-01", "2027-05-02"):
        site.answers[f"/table/{day}"] = Answer(site.answers[f"/table/{day}"].body + more * grows)
    path, lines = write_map(tmp_path, "table", site), list[str]()
    path.write_text(path.read_text().replace("next: a.next\npages: 5\n", ""))
    done = collect(path, tmp_path / "pages", sleep=lambda _: None, report=lines.append)
    assert (done, len(rows_of(tmp_path / "pages"))) == (Collected(2, 2, 0), 6)
    assert sum("more load when it is scrolled" in line for line in lines) == 2 * grows


@NEEDS_BROWSER
@pytest.mark.usefixtures("one_browser")
def test_a_window_that_a_page_opens_is_not_loaded(
    site: Site, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    page = site.answers["/table/2027-05-01"].body
    site.answers["/table/2027-05-01"] = Answer(page + b"<script>window.open('/window')</script>")
    collect(write_map(tmp_path, "table", site), tmp_path / "pages", sleep=lambda _: None)
    assert rows_of(tmp_path / "pages") == WANTED
    assert "/window" not in site.asked
    assert "Traceback" not in capfd.readouterr().err


def test_robots_are_heeded_before_anything_is_loaded(site: Site, tmp_path: Path) -> None:
    site.answers["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /table\nCrawl-delay: 7\n")
    path = write_map(tmp_path, "table", site)
    with pytest.raises(UsageError, match=r"robots\.txt asks programs"):
        collect(path, tmp_path / "pages")
    site.answers["/robots.txt"] = Answer(b"", status=503)
    with pytest.raises(UsageError, match="cannot be read"):
        collect(path, tmp_path / "pages")
    assert site.asked == ["/robots.txt", "/robots.txt"]
    site.answers["/robots.txt"] = Answer(b"User-agent: *\nCrawl-delay: 7\n")
    robots = Robots(f"{site.url}/table/1", True)
    assert (robots.allows(f"{site.url}/table/1"), robots.delay) == (True, 7.0)


def test_nothing_is_loaded_for_a_map_that_does_not_fit(site: Site, tmp_path: Path) -> None:
    path = write_map(tmp_path, "list", site, sample="<html><li class=f>")
    with pytest.raises(DomainError):
        collect(path, tmp_path / "pages")
    good = write_map(tmp_path, "table", site)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(UsageError, match="is there already"):
        collect(good, tmp_path / "mine")
    assert site.asked == []
    assert not (tmp_path / "pages").exists()


@NEEDS_BROWSER
@pytest.mark.usefixtures("one_browser")
def test_a_page_or_a_map_that_was_changed_is_refused(site: Site, tmp_path: Path) -> None:
    path, out = write_map(tmp_path, "table", site), tmp_path / "pages"
    collect(path, out, sleep=lambda _: None)
    page, text = out / "00001-001.html", path.read_text()
    saved = page.read_bytes()
    page.write_bytes(saved.replace(b"$90", b"$91"))
    with pytest.raises(DomainError, match="has changed since it was saved"):
        rows_of(out)
    page.write_bytes(saved)
    path.write_text(text + "# another\n")
    with pytest.raises(UsageError, match="another map"):
        collect(path, out)
    note = (out / "collection.json").read_text()
    (out / "collection.json").write_text(note.replace("00001-001.html", "../table.html"))
    with pytest.raises(DomainError, match="as cocoa wrote it"):
        rows_of(out)
