"""Questions to answer."""

from __future__ import annotations

from typing import Any

import pytest

import cocoa_core


@pytest.fixture(scope="session")
def records() -> list[dict[str, Any]]:
    """Forty records about flights, two option sets for each of twenty requirements where there are two."""
    flights = cocoa_core.load_domain("flights")
    return [question.to_json() for question in flights.generate(20, seed=11, option_sets=2)]
