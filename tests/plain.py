"""YAML of a domain as plain data, as tools other than cocoa see it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from cocoa_core.loading import MappingNode, Node, SequenceNode, read_yaml


def plain(text: bytes | str) -> Any:
    """Mappings, lists and scalars; numbers with a point are floats."""
    data = text.encode() if isinstance(text, str) else text
    return _plain(read_yaml(data, "text.yaml"))


def _plain(node: Node) -> Any:
    if isinstance(node, MappingNode):
        return {entry.key: _plain(entry.value) for entry in node.entries}
    if isinstance(node, SequenceNode):
        return [_plain(item) for item in node.items]
    return float(node.value) if isinstance(node.value, Decimal) else node.value
