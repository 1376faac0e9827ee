"""Concept sets of daily life, and the pool that items are drawn from."""

from __future__ import annotations

import pytest

from cocoa_core.families.graph_to_text.pool import GraphPool
from cocoa_core.families.graph_to_text.source import source_of
from cocoa_core.items import ItemSource


@pytest.fixture(scope="session")
def daily_life() -> ItemSource:
    """As it ships."""
    return source_of(None)


@pytest.fixture(scope="session")
def pool(daily_life: ItemSource) -> GraphPool:
    """Its sentences by label."""
    assert isinstance(daily_life.origin, GraphPool)
    return daily_life.origin
