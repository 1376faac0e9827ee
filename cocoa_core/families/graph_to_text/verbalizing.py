"""A triple as a sentence, by one template a relation."""

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
"""Ours but for UsedFor: the paper prints that one alone."""


def verbalized(edge: Edge) -> str:
    """As in ("tail", "UsedFor", "wag"): "Tail is used for wag." """
    head, relation, tail = edge
    text = TEMPLATES[relation].format(head, tail)
    return f"{text[:1].upper()}{text[1:]}."
