"""The table of commands: what `cocoa --help` says of each, and the page that has more."""

from __future__ import annotations

from typing import Final

from cocoa.commands import SUMMARIES

from .tables import code, table

_PAGES: Final = {
    "generate": "[settings](asks.md#settings), [long runs](scale.md)",
    "join": "[parts of a run](scale.md)",
    "split": "[composition](composition.md#splits)",
    "export": "[exporting](export.md)",
    "verify": "[what is verified](record-format.md#verifying)",
    "review": "[reviews by people](review.md)",
    "paraphrase": "[in other words](paraphrase.md)",
    "overlap": "[a clean test set](training.md#a-test-set-that-training-never-touches)",
    "audit": "[auditing](audit.md)",
    "evaluate": "[running models](evaluate.md)",
    "analyze": "[reading the results](analysis.md)",
    "test": "[your own assistant](target.md)",
    "profile": "[what is worth training on](training.md#what-is-worth-training-on)",
    "domains": "[where domains are found](domain-format.md#where-domains-are-found)",
    "new-domain": "[a domain of your own](new-domain.md)",
    "collect": "[pages that need a browser](sources.md#pages-that-need-a-browser)",
    "refresh": "[the next export](new-domain.md#the-next-export)",
    "check-domain": "[checking a domain](check-domain.md)",
    "say": "[the edits](new-domain.md#the-edits)",
    "preview": "[in the browser](new-domain.md#in-the-browser)",
    "import-options": "[importing options](import-options.md)",
    "json-schema": "[in an editor](new-domain.md#in-an-editor)",
    "recogs": "[COGS and ReCOGS](recogs.md)",
    "learn": "[learners](learn.md)",
    "graphs": "[sentences from graphs](graph-to-text.md)",
}
"""By command, the page that has more."""


def text() -> str:
    """The table."""
    rows = [(code(f"cocoa {name}"), summary, _PAGES.get(name, "")) for name, summary in SUMMARIES.items()]
    return table(("command", "what it does", "more"), rows)
