"""Writes a triple as a sentence, by one template for each relation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cocoa_core.families.graph_to_text.graphs import Edge

__all__ = ["TEMPLATES", "verbalized"]

TEMPLATES: Final[Mapping[str, str]] = {
    "AtLocation": "{} is found at {}",
    "CapableOf": "{} can {}",
    "Causes": "{} causes {}",
    "CausesDesire": "{} makes someone want {}",
    "Desires": "{} wants {}",
    "HasA": "{} has {}",
    "HasPrerequisite": "{} needs {} first",
    "HasProperty": "{} is {}",
    "HasSubevent": "{} includes {}",
    "IsA": "{} is a kind of {}",
    "MotivatedByGoal": "{} is done for {}",
    "ReceivesAction": "{} can have done to it: {}",
    "UsedFor": "{} is used for {}",
}
"""By relation. The paper prints only that of UsedFor; the others are cocoa's own."""


def verbalized(edge: Edge) -> str:
    """Returns an edge as a sentence: ("tail", "UsedFor", "wag") gives "Tail is used for wag." """
    head, relation, tail = edge
    text = TEMPLATES[relation].format(head, tail)
    return f"{text[:1].upper()}{text[1:]}."
