"""The elements of a page."""

from __future__ import annotations

from html.parser import HTMLParser

__all__ = ["Elements"]


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
