"""Questions to answer, and analyses of answers to them."""

from __future__ import annotations

from typing import Any

import pytest
from analysis.varied_runs import varied
from analysis_reports import analysis_of, mixed_logs, questions

import cocoa_core
from cocoa_core.analysis import Analysis


@pytest.fixture(scope="session")
def records() -> list[dict[str, Any]]:
    """Forty records about flights, two option sets for each of twenty requirements where there are two."""
    flights = cocoa_core.load_domain("flights")
    return [question.to_json() for question in flights.generate(20, seed=11, option_sets=2)]


@pytest.fixture(scope="session")
def analysis(tmp_path_factory: pytest.TempPathFactory) -> Analysis:
    """Of runs that differ in all that a page speaks of."""
    return varied(tmp_path_factory.mktemp("varied"))


@pytest.fixture(scope="session")
def mixed_analysis(tmp_path_factory: pytest.TempPathFactory) -> Analysis:
    """Of runs with texts of answers, hostile ones among them."""
    return analysis_of(mixed_logs(tmp_path_factory.mktemp("mixed"), questions()))
