"""Text from models and domains, made harmless for a page."""

from __future__ import annotations

import html

from cocoa_core.analysis.visible_text import visible

__all__ = ["attribute", "safe"]


def safe(text: object) -> str:
    """Any text as HTML text: it stays text, whatever it says."""
    return html.escape(visible(str(text)), quote=False)


def attribute(text: object) -> str:
    """Any text as the value of an attribute in double quotes, on one line."""
    return html.escape(" ".join(visible(str(text)).split()), quote=True)
