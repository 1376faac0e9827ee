"""docs/conversations.md: conversations in which each revision comes, with what fits after each turn."""

from __future__ import annotations

import cocoa_core
from cocoa_core.lexicon import REVISIONS

from .tables import table

__all__ = ["text"]


def text(domain: str, revisions: str) -> str:
    """One table a conversation, in the order in which they are drawn, until each operation has come."""
    missing, parts = set(REVISIONS), []
    for question in cocoa_core.load_domain(domain).generate(1_000, seed=0, revisions=int(revisions)):
        ops = {turn.op for turn in question.history}
        if ops & missing:
            missing -= ops
            rows = [
                (turn.text, ", ".join(key)) for turn, key in zip(question.history, question.keys, strict=True)
            ]
            parts.append(table((f"index {question.provenance.index}", "fits"), rows))
        if not missing:
            return "\n\n".join(parts)
    raise LookupError(f"operations that never come: {sorted(missing)}")
