"""Checks the items of the graph-to-text family."""

from cocoa_core.verification.graph_to_text.checker import GraphChecker, checker_of

__all__ = ["GraphChecker", "checker_of"]
