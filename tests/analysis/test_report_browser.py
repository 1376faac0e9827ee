"""The report in a real browser: it loads nothing, fits a phone, is dark in the dark, and its filter sifts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from analysis_reports import HOSTILE_NAME, analysis_of, mixed_logs, page_of, questions
from browsing import NEEDS_BROWSER, Visit

from cocoa_core.text import visible

pytestmark = NEEDS_BROWSER


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    analysis = analysis_of(mixed_logs(tmp_path_factory.mktemp("logs"), questions()))
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(page_of(analysis, 30), encoding="utf-8")
    return path


def wrong_shown(visit: Visit) -> int:
    return int(visit.page.locator(".wrong:visible").count())


@pytest.fixture
def visit(browser: Any, report: Path) -> Iterator[Visit]:
    made = Visit(browser, report.as_uri())
    yield made
    made.page.close()


def test_the_page_asks_for_nothing_and_complains_of_nothing(visit: Visit, report: Path) -> None:
    visit.open_all()
    visit.page.wait_for_timeout(200)
    assert [url for url in visit.asked if not url.startswith("data:")] == [report.as_uri()]
    assert visit.said == []


@pytest.mark.parametrize("width", [320, 360, 768, 1200])
def test_nothing_is_wider_than_the_screen(browser: Any, report: Path, width: int) -> None:
    visit = Visit(browser, report.as_uri(), width)
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= width
    visit.open_all()
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= width
    visit.page.close()


def test_what_a_model_wrote_stays_text(visit: Visit) -> None:
    visit.open_all()
    assert visit.page.title() == "How models did on exam"
    assert visit.page.locator("script").count() == 1
    assert visit.page.locator("#escaped, .said *, [onclick], [onerror], img").count() == 0
    text = "".join(visit.page.locator(".said").all_text_contents())
    assert "<script>document.title = 'taken'" in text
    assert "</pre></details></section></article><h1 id=escaped>" in text
    assert visit.page.locator("td, th", has_text=visible(HOSTILE_NAME)[:20]).count() > 0


def channel(colour: str) -> float:
    """The mean of a colour's red, green and blue, as `rgb(...)`."""
    parts = [float(one) for one in colour[colour.index("(") + 1 : -1].split(",")[:3]]
    return sum(parts) / 3


def ground_and_ink(visit: Visit) -> tuple[float, float, float]:
    """Of the page, of its letters, and of the ground of a figure."""
    script = "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color,"
    script += " getComputedStyle(document.querySelector('.drawing svg rect')).fill]"
    page, ink, figure = map(channel, visit.page.evaluate(script))
    return page, ink, figure


@pytest.mark.parametrize(("scheme", "dark"), [("light", False), ("dark", True)])
def test_colours_follow_the_system_and_the_button_turns_them(
    browser: Any, report: Path, scheme: str, dark: bool
) -> None:
    visit = Visit(browser, report.as_uri(), scheme=scheme)
    for expected in (dark, not dark, dark):
        page, ink, figure = ground_and_ink(visit)
        assert (page < 60, ink > 200, figure < 60) == (expected,) * 3
        visit.page.locator("#theme").click()
    visit.page.close()


def test_the_filter_shows_what_was_asked_for(visit: Visit) -> None:
    everything = wrong_shown(visit)
    assert everything == 30
    visit.page.get_by_role("combobox", name="Model", exact=True).select_option(label="openai/gpt-4o")
    visit.open_all()
    of_model = wrong_shown(visit)
    assert 0 < of_model <= everything
    heads = visit.page.locator(".answer:visible summary").all_text_contents()
    assert heads
    assert all(head.startswith("openai/gpt-4o") for head in heads)
    visit.page.get_by_role("combobox", name="Strategy", exact=True).select_option(label="l2m")
    heads = visit.page.locator(".answer:visible summary").all_text_contents()
    assert all(head.startswith("openai/gpt-4o, l2m") for head in heads)
    assert visit.page.locator("#shown").text_content() == f"{wrong_shown(visit)} of 30 shown"
    visit.page.get_by_role("combobox", name="Model", exact=True).select_option(label="all")
    visit.page.get_by_role("combobox", name="Strategy", exact=True).select_option(label="all")
    facet = visit.page.get_by_role("combobox", name="Questions with", exact=True)
    facet.select_option(index=1)
    assert 0 < wrong_shown(visit) < everything
    facet.select_option(label="price")
    assert 0 < wrong_shown(visit) < everything
    for head in visit.page.locator(".wrong:visible .matrix").all_text_contents():
        assert "cost" in head or "$" in head


def test_answers_that_name_no_option_can_be_sifted_out(visit: Visit) -> None:
    form, kinds = visit.page.get_by_role("combobox", name="Answer", exact=True), []
    for kind in ("could not be read", "is wrong"):
        form.select_option(label=kind)
        visit.open_all()
        kinds.append(set(visit.page.locator(".choice:visible > h4").all_text_contents()))
        assert visit.page.locator(".choice:visible").count() > 0
        assert visit.page.locator(".choice:visible:not(:has(.answer:visible))").count() == 0
    assert kinds[0] == {"Named no option"}
    assert kinds[1] <= {f"Chose {letter}" for letter in "ABCDE"}


def test_a_narrow_screen_shows_models_and_accuracy_without_scrolling(browser: Any, report: Path) -> None:
    visit = Visit(browser, report.as_uri(), 390)
    box = visit.page.locator("#models ~ .panel .scroll").bounding_box()
    for row in visit.page.locator("#models ~ .panel tbody tr").all():
        cell = row.locator("td.number").first.bounding_box()
        assert cell["x"] + cell["width"] <= box["x"] + box["width"] + 1
    visit.page.close()


def test_figures_have_names_and_tables_can_be_scrolled_by_keyboard(visit: Visit) -> None:
    drawings = visit.page.get_by_role("img")
    assert drawings.count() == visit.page.locator(".drawing svg").count() > 10
    for label in drawings.evaluate_all("found => found.map((one) => one.getAttribute('aria-label'))"):
        assert len(label) > 20
    boxes = visit.page.locator(".scroll")
    assert boxes.count() == visit.page.locator(".scroll[tabindex='0'][aria-label]").count()
    visit.page.keyboard.press("Tab")
    assert visit.page.evaluate("document.activeElement.className") == "skip"
    visit.page.keyboard.press("Tab")
    assert visit.page.evaluate("document.activeElement.id") == "theme"
    visit.page.keyboard.press("Enter")
    assert visit.page.evaluate("document.documentElement.dataset.theme") == "dark"


CONTRASTS = """() => {
  const parse = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const linear = (v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const ground = (one) => {
    for (; one; one = one.parentElement) {
      const found = parse(getComputedStyle(one).backgroundColor);
      if (found.length === 3 || found[3] > 0) return found;
    }
    return [255, 255, 255];
  };
  const low = [];
  for (const one of document.querySelectorAll("body *:not(svg *)")) {
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || one.closest(".unseen, .skip") || ["SCRIPT", "OPTION"].includes(one.tagName)) continue;
    const [a, b] = [light(parse(getComputedStyle(one).color)), light(ground(one))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) low.push(one.tagName + "." + one.className + " " + one.textContent);
  }
  return low.slice(0, 5);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_letters_have_contrast_enough(browser: Any, report: Path, scheme: str) -> None:
    visit = Visit(browser, report.as_uri(), scheme=scheme)
    visit.open_all()
    assert visit.page.evaluate(CONTRASTS) == []
    visit.page.close()


def test_without_scripts_every_question_can_be_read(browser: Any, report: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(report.as_uri())
    assert page.locator(".wrong:visible").count() == 30
    assert not page.locator("#filters").is_visible()
    context.close()


def test_printed_it_is_light_and_without_controls(browser: Any, report: Path) -> None:
    visit = Visit(browser, report.as_uri(), scheme="dark")
    visit.page.emulate_media(media="print")
    page, ink, figure = ground_and_ink(visit)
    assert (page, ink, figure) == (255, 0, 255)
    assert not visit.page.locator("nav, #filters, #theme").filter(visible=True).count()
    assert not wrong_shown(visit)
    assert visit.page.get_by_text("Only the questions that were open are printed.").is_visible()
    visit.page.evaluate("document.querySelectorAll('.wrong')[3].open = true")
    assert wrong_shown(visit) == 1
    visit.page.emulate_media(media="screen")
    assert not visit.page.get_by_text("Only the questions that were open are printed.").is_visible()
    visit.page.close()
