"""Loads the pages of a map in an installed Chromium and saves each unchanged; reading them is a second step.

A folder of pages holds the map, the pages and collection.json, which is written again after every page: a
call that was killed goes on where it stopped. The pages of one address are collected all together or again.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from attrs import define, evolve, field, frozen

from cocoa_core.atomic_files import write_whole
from cocoa_core.errors import DomainError, Place, UsageError, one_line
from cocoa_core.extras import require
from cocoa_core.loading import shown_path
from cocoa_core.sources.fetching import origin_of, shown_address
from cocoa_core.sources.page_map import (
    PageAddress,
    PageMap,
    check_sample,
    read_map,
    refuse_mistakes,
    rows_of_page,
)
from cocoa_core.sources.records import Row
from cocoa_core.sources.robots import Robots
from cocoa_core.suggestions import quoted

COLLECTION: Final = "collection.json"
_MAP: Final = "map.yaml"
_PASSING: Final = re.compile(r"\..+\.[0-9]+\.tmp")
"""What a killed call leaves of a file that it was writing."""
_WRITTEN: Final = re.compile(
    rf"{re.escape(_MAP)}|[0-9]{{5}}-[0-9]{{3}}\.html|{COLLECTION}\.tmp|{_PASSING.pattern}"
)
"""What is in a folder whose first page was saved and not yet noted."""
_LARGEST_PAGE: Final = 20_000_000
_POLL: Final = 250
"""Milliseconds between two looks at a page; rows that are the same in two of them have settled."""
_CLICK: Final = 2_000
"""Milliseconds to wait for an element that is to be clicked first: a banner appears only once."""
_HEAVY: Final = ("image", "media", "font")
"""Types of resources that are not loaded."""
_CHROMIUM: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_ADDRESSED: Final = re.compile(r" at [a-z]+://\S+")
_LOOK: Final = "look at the page in a browser; the same call goes on with the pages that are not there yet"
_SCROLLED: Final = 4
"""How many looks at a page are taken for rows that scrolling to its end loads."""
_SCROLL: Final = "() => window.scrollTo(0, document.documentElement.scrollHeight)"
_ROWS: Final = "s => Array.from(document.querySelectorAll(s), one => one.outerHTML).join('\\n')"


@frozen
class Collected:
    """How many pages a call of `collect` saved, and what is left."""

    saved: int
    """Pages saved by this call."""
    there: int
    """Pages saved by all calls."""
    left: int
    """Addresses that are not collected yet."""


@define
class _Collection:
    """The folder of pages and the content of its collection.json."""

    folder: Path
    digest: str
    pages: list[dict[str, Any]] = field(factory=list)
    report: Callable[[str], None] = lambda _: None

    def done(self) -> set[str]:
        return {page["address"] for page in self.pages if page["last"]}

    def add(self, page: dict[str, Any]) -> None:
        self.pages.append(page)
        data = {"map": self.digest, "pages": self.pages}
        text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
        write_whole(self.folder / COLLECTION, text.encode(), alone=True)
        self.report(f"{page['file']}: {shown_address(page['address'])}")


def collect(
    path: Path,
    out: Path,
    *,
    most: int = 100,
    heed_robots: bool = True,
    sleep: Callable[[float], None] = time.sleep,
    report: Callable[[str], None] = lambda _: None,
) -> Collected:
    """Loads pages of a map and saves them, after those that are already there.

    Args:
        path: the map, which is checked against its saved page before anything is fetched.
        out: the folder of the pages.
        most: the most pages to load in this call.
        heed_robots: whether addresses are refused that the site's robots.txt keeps from programs.
        sleep: waits for a number of seconds.
        report: is called with a line for each page.

    Raises:
        UsageError: the folder holds something else, robots.txt forbids an address, or there is no browser.
        DomainError: the map has a mistake, or a page brings no rows; the pages before it are saved.
    """
    page_map = read_map(path)
    check_sample(page_map, path)
    collection = evolve(_opened(page_map, out), report=report)
    targets = list(page_map.targets())
    todo = [target for target in targets if target.address not in collection.done()]
    saved = 0
    if todo:
        robots = Robots(todo[0].address, heed_robots)
        for target in todo:
            robots.check(target.address)
        with _browsing(page_map, robots) as tab:
            for target in todo:
                if saved >= most:
                    break
                saved += _collect_one(tab, target, targets.index(target), collection, most - saved, sleep)
    remaining = len({target.address for target in targets} - collection.done())
    return Collected(saved, len(collection.pages), remaining)


def _opened(page_map: PageMap, out: Path) -> _Collection:
    """Returns the folder with the pages of the addresses that were collected completely."""
    digest, begun = page_map.digest, (out / COLLECTION).is_file()
    before, pages = _read_collection(out) if begun else (digest, [])
    names = [path.name for path in out.iterdir()] if out.is_dir() else []
    if not begun and out.exists() and not (out.is_dir() and all(map(_WRITTEN.fullmatch, names))):
        raise UsageError(
            f"{shown_path(out)} is there already", expected="a new folder, or one of this map's pages"
        )
    if before != digest or (len(names) > 1 and _MAP in names and (out / _MAP).read_bytes() != page_map.text):
        fix = "collect into another folder; pages are read by the map that they were collected by"
        raise UsageError(f"{shown_path(out)} was collected by another map", fix=fix)
    for name in filter(_PASSING.fullmatch, names):
        (out / name).unlink()
    out.mkdir(parents=True, exist_ok=True)
    write_whole(out / _MAP, page_map.text)
    done = {page["address"] for page in pages if page["last"]}
    return _Collection(out, digest, [page for page in pages if page["address"] in done])


def _collect_one(
    tab: _Tab,
    target: PageAddress,
    index: int,
    collection: _Collection,
    most: int,
    sleep: Callable[[float], None],
) -> int:
    """Saves the pages of an address, and counts them; with `most` too few, the next call starts again."""
    before = ""
    for number in range(1, min(tab.page_map.keys.pages, most) + 1):
        if tab.loaded:
            sleep(tab.delay)
        before = tab.open(target.address) if number == 1 else tab.turn(before)
        content = tab.content()
        name = f"{index + 1:05d}-{number:03d}.html"
        write_whole(collection.folder / name, content)
        last = number == tab.page_map.keys.pages or not tab.has_next()
        collection.add(
            {
                "file": name,
                "address": target.address,
                "parameters": dict(target.parameters),
                "last": last,
                "time": datetime.now(UTC).isoformat(timespec="seconds"),
                "digest": f"sha256:{hashlib.sha256(content).hexdigest()}",
            }
        )
        if last:
            if not tab.page_map.keys.next and tab.grows():
                collection.report(
                    f"note: {name} holds the first rows only: more load when it is scrolled, and they are"
                    " not collected; map an address for each part, or a link to the next page"
                )
            return number
    return most


@define
class _Tab:
    """A page of the browser."""

    page_map: PageMap
    robots: Robots
    page: Any
    loaded: bool = False
    _status: int = 0
    """The status of the last document that a server sent."""

    def __attrs_post_init__(self) -> None:
        self.page.on("response", lambda reply: self._note(reply))

    def _note(self, reply: Any) -> None:
        if reply.request.resource_type == "document" and reply.frame.parent_frame is None:
            self._status = reply.status

    @property
    def delay(self) -> float:
        return max(float(self.page_map.keys.delay), self.robots.delay)

    def open(self, address: str) -> str:
        """Loads an address, clicks what is to be clicked first, waits for rows and returns them."""
        from playwright.sync_api import Error

        self.loaded = True
        try:
            self.page.goto(address, wait_until="domcontentloaded", timeout=self.page_map.keys.wait * 1000)
        except Error as error:
            raise self._failed(_reason(error), address) from None
        self._check(address)
        for selector in self.page_map.keys.click:
            with suppress(Error):
                self.page.locator(f"css={selector}").first.click(timeout=_CLICK)
        return self._settled("", address)

    def turn(self, before: str) -> str:
        """Goes to the next page and returns its rows, which differ from those before."""
        from playwright.sync_api import Error

        address = self.page.url
        try:
            self.page.locator(f"css={self.page_map.keys.next}").first.click(
                timeout=self.page_map.keys.wait * 1000
            )
        except Error as error:
            raise self._failed(_reason(error), address) from None
        return self._settled(before, address)

    def _check(self, address: str) -> None:
        """Refuses a page that the server does not give, and one of another site: no route sees redirects."""
        if self._status >= 400:
            raise self._failed(f"the server answers {self._status}", address)
        home, (scheme, host, port) = origin_of(self.robots.address), origin_of(self.page.url)
        if (scheme, host, port) != home and (scheme, host) != ("https", home[1]):
            site = f"{scheme}://{host}"
            fix = f"if you mean that site, write {site} in the map"
            raise self._failed(f"it leads to {site}, another site", address, fix)

    def has_next(self) -> bool:
        if not self.page_map.keys.next:
            return False
        link = self.page.locator(f"css={self.page_map.keys.next}").first
        return bool(link.count() and link.is_visible() and link.is_enabled())

    def grows(self) -> bool:
        """Scrolls to the end of the page and returns whether it has other rows then."""
        rows = self._evaluated(self.page_map.keys.row)
        self.page.evaluate(_SCROLL)
        for _ in range(_SCROLLED):
            self.page.wait_for_timeout(_POLL)
            if self._evaluated(self.page_map.keys.row).count("\n") > rows.count("\n"):
                return True
        return False

    def content(self) -> bytes:
        content = str(self.page.content()).encode("utf-8")
        if len(content) > _LARGEST_PAGE:
            raise self._failed(f"a page of {len(content):,} bytes", self.page.url)
        return content

    def _settled(self, before: str, address: str) -> str:
        """Waits until the rows differ from those before and no longer change, and returns them."""
        rows_before = ""
        for _ in range(self.page_map.keys.wait * 1000 // _POLL):
            self._check(address)
            rows = self._evaluated(self.page_map.keys.row)
            if rows and rows != before and rows == rows_before:
                return rows
            if not rows and self.page_map.keys.empty and self._evaluated(self.page_map.keys.empty):
                return ""
            rows_before = rows
            self.page.wait_for_timeout(_POLL)
        missing = "no other rows" if before else "no rows"
        raise self._failed(
            f"{missing} at {quoted(self.page_map.keys.row)} after {self.page_map.keys.wait} seconds", address
        )

    def _evaluated(self, selector: str) -> str:
        from playwright.sync_api import Error

        try:
            return str(self.page.evaluate(_ROWS, selector))
        except Error:  # the page is on its way to another
            return ""

    def _failed(self, got: str, address: str, fix: str = _LOOK) -> DomainError:
        return DomainError(
            "the page cannot be collected", got=got, fix=fix, place=Place(shown_address(address))
        )


def _reason(error: Exception) -> str:
    """Returns the first line of an error of the browser, without the address, whose query may be secret."""
    return one_line(_ADDRESSED.sub("", str(error).partition("\n")[0]))


@contextmanager
def _browsing(page_map: PageMap, robots: Robots) -> Iterator[_Tab]:
    """Opens a browser without the user's data, which stays at the site and saves nothing."""
    chromium = ", and Chromium: apt-get install chromium"
    require(["playwright"], "browser", "collecting pages", chromium)
    from playwright.sync_api import Error, sync_playwright

    home = origin_of(robots.address)

    def routed(route: Any, page: Any) -> None:
        request = route.request
        try:
            frame = request.frame
            opened = frame.page != page
        except Error:  # there is no frame yet
            opened = True
        leaving = not opened and request.is_navigation_request() and frame.parent_frame is None
        away = opened or (leaving and (origin_of(request.url) != home or not robots.allows(request.url)))
        if away or request.resource_type in _HEAVY:
            route.abort()
        else:
            route.continue_()

    installed = next(filter(None, map(shutil.which, _CHROMIUM)), None)
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(
                executable_path=installed,
                chromium_sandbox=not hasattr(os, "geteuid") or os.geteuid() != 0,  # root has no sandbox
                args=["--disable-background-networking", "--disable-component-update", "--disable-sync"],
            )
        except Error as error:
            got = one_line(str(error).partition("\n")[0])
            raise UsageError("no Chromium can be started", got=got, fix="apt-get install chromium") from None
        context = browser.new_context(accept_downloads=False, service_workers="block")
        try:
            page = context.new_page()
            context.route("**/*", lambda route: routed(route, page))
            yield _Tab(page_map, robots, page)
        finally:
            context.close()
            browser.close()


def is_collection(path: Path) -> bool:
    """Returns whether a folder holds collected pages."""
    return (path / COLLECTION).is_file()


def rows_of_collection(folder: Path, notes: list[str]) -> Iterator[Row]:
    """Yields the rows of all collected pages, in the order in which they were collected.

    Args:
        notes: gets how much was read, and how many addresses are incomplete.

    Raises:
        DomainError: the map or a page was changed or is gone, or rows lack a field; then no row is yielded.
    """
    page_map = read_map(folder / _MAP)
    digest, pages = _read_collection(folder)
    if digest != page_map.digest:
        expected = "the map that the pages were collected by"
        raise DomainError("the map has changed since", expected=expected, place=Place(page_map.file))
    rows: list[Row] = []
    mistakes: list[str] = []
    for page in pages:
        path = folder / page["file"]
        content = path.read_bytes() if path.is_file() else b""
        if f"sha256:{hashlib.sha256(content).hexdigest()}" != page["digest"]:
            raise DomainError("the page has changed since it was saved", place=Place(shown_path(path)))
        rows += rows_of_page(page_map, path, page["parameters"], mistakes)
    refuse_mistakes(mistakes, page_map.file)
    notes.append(f"Read from {len(pages):,} saved pages: {len(rows):,} rows.")
    done = {page["address"] for page in pages if page["last"]}
    if unfinished := {page["address"] for page in pages} - done:
        notes.append(f"Addresses of which pages are yet to be collected: {len(unfinished):,}.")
    yield from rows


def _read_collection(folder: Path) -> tuple[str, list[dict[str, Any]]]:
    """Returns the digest of the map, and the entry of each page."""
    path = folder / COLLECTION
    try:
        data = json.loads(path.read_bytes())
        pages = data["pages"]
        valid = isinstance(data["map"], str) and all(map(_fits, pages))
    except (ValueError, KeyError, TypeError, OSError, RecursionError):
        valid = False
    if not valid:
        fix = "collect into another folder"
        raise DomainError(
            "this file cannot be read", expected="as cocoa wrote it", fix=fix, place=Place(shown_path(path))
        )
    return data["map"], pages


def _fits(page: Mapping[str, Any]) -> bool:
    texts = all(isinstance(page[key], str) for key in ("file", "address", "digest"))
    return texts and Path(page["file"]).name == page["file"] and isinstance(page["parameters"], dict)
