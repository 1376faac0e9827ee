"""An entropy outside of 0 to 1 stands in no record of ours."""

from __future__ import annotations

import copy
import math
from typing import Any

import pytest

from cocoa_core.analysis.facts import facts_of


@pytest.mark.parametrize("entropy", [-0.001, 1.001, math.inf, -math.inf, math.nan, 1e308])
def test_a_record_with_such_an_entropy_has_no_facts(records: list[dict[str, Any]], entropy: float) -> None:
    record = copy.deepcopy(records[0])
    record["complexity"]["entropy"][record["answer"]] = entropy
    with pytest.raises(ValueError, match="expected an entropy from 0 to 1"):
        facts_of(record)


@pytest.mark.parametrize("entropy", [0.0, 0.8113, 1.0])
def test_the_ends_belong_to_the_range(records: list[dict[str, Any]], entropy: float) -> None:
    record = copy.deepcopy(records[0])
    record["complexity"]["entropy"][record["answer"]] = entropy
    assert facts_of(record).entropy == entropy
