"""docs/conversations.md: the first conversations of a domain, with what fits after each turn."""

from __future__ import annotations

from typing import Final

import cocoa_core

from .tables import table

_SHOWN: Final = 4


def text(domain: str, revisions: str) -> str:
    """One table a conversation."""
    parts = []
    for question in cocoa_core.load_domain(domain).generate(_SHOWN, seed=0, revisions=int(revisions)):
        rows = [
            (turn.text, ", ".join(key) or "none")
            for turn, key in zip(question.history, question.keys, strict=True)
        ]
        parts.append(table((f"index {question.provenance.index}", "fits"), rows))
    return "\n\n".join(parts)
