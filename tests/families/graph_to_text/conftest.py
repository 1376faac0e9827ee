"""Concept sets of daily life, and the pool that items are drawn from."""

from __future__ import annotations

import pytest

from cocoa_core.families.graph_to_text.pool import Pool
from cocoa_core.families.graph_to_text.source import source_of
from cocoa_core.items import Source


@pytest.fixture(scope="session")
def daily_life() -> Source:
    """As it ships."""
    return source_of(None)


@pytest.fixture(scope="session")
def pool(daily_life: Source) -> Pool:
    """Its sentences by label."""
    assert isinstance(daily_life.origin, Pool)
    return daily_life.origin
