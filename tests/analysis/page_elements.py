"""The elements of a page, and its templates."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

from cocoa_core.templates import templates_of


def rendered(template: str, **values: Any) -> str:
    """A template of the page, or one that a test writes, without the lines between elements."""
    made = templates_of("cocoa_core.analysis.report")
    found = made.get_template(template) if template.endswith(".html") else made.from_string(template)
    return "".join(line.strip() for line in found.render(**values).splitlines())


class Elements(HTMLParser):
    """All elements with their attributes, and all text, as a browser takes them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text.append(data)
