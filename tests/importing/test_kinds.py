"""Every slot kind has a lenient reader; one that lacks it is named."""

from __future__ import annotations

import pytest

from cocoa_core.importing.kinds import LENIENT, registered
from cocoa_core.loading import SLOT_KEYS


def test_every_kind_of_a_schema_has_a_lenient_reader() -> None:
    assert set(LENIENT) == set(SLOT_KEYS)


def test_a_kind_without_one_is_named_with_the_file_to_write() -> None:
    with pytest.raises(LookupError, match=r"'weekday' has no lenient reader: .*kinds/weekday\.py"):
        registered(LENIENT.values(), [*SLOT_KEYS, "weekday"])
