"""Delivers the conditions of a request as a list in one message, in the wordings of `turns`."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from cocoa_core.domain import Domain
from cocoa_core.families.selection.deliveries.full import Full
from cocoa_core.families.selection.delivering import request_parts
from cocoa_core.families.selection.record import Question


@frozen
class Concat(Full):
    """Delivers a question as a list. From `full` to this only the wording changes, from this to `turns` only
    the delivery.
    """

    name: str = "concat"

    def text(self, question: Question, domain: Domain) -> str:
        """Returns the opening, a line for each condition, and what stands below them."""
        request = request_parts(question, domain)
        lines = request.lines()
        listed = lines if request.numbered else [f"- {line}" for line in lines]
        return "\n".join([request.opening, *listed]) + request.beside


CONCAT: Final = Concat()
