"""Templates of pages whose words models and domains have written: every text stays text."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined

from cocoa_core.text import visible


def templates_of(package: str) -> Environment:
    """Returns the templates in a package: every text is escaped, and what cannot be seen in it spelled out.

    The filter `line` makes one line of a text. Markup is left as it is.
    """
    made = Environment(
        loader=PackageLoader(package),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        finalize=lambda value: visible(value) if type(value) is str else value,
    )
    made.filters["line"] = lambda text: " ".join(visible(str(text)).split())
    return made
