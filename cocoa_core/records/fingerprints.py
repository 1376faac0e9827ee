"""Sixty-four bits that stand for a question or a requirement, to tell whether it was asked before."""

from __future__ import annotations

from collections.abc import Iterable

from cocoa_core.seeds import seed_of

__all__ = ["question_fingerprint", "requirement_fingerprint"]


def question_fingerprint(requirement: str, rows: Iterable[str]) -> int:
    """That of a requirement id with a set of catalogue rows, in any order.

    That any two of ten million questions share one by chance has a probability of 3 in a million.
    """
    return seed_of("asked", requirement, *sorted(rows))


def requirement_fingerprint(requirement: str) -> int:
    """That of a requirement id."""
    return seed_of("requirement", requirement)
