"""A slot kind without a lenient reader is read by its canonical texts alone."""

from __future__ import annotations

import pytest

from cocoa_core.domain.kinds import Boolean
from cocoa_core.importing.kinds.registry import read_printed


class Doorbell(Boolean):
    name = "doorbell"


def test_a_kind_without_a_lenient_reader_takes_its_own_texts_only() -> None:
    assert read_printed(Boolean(), "1") is True
    assert read_printed(Doorbell(), "yes") is True
    with pytest.raises(ValueError, match="expected yes or no, got '1'"):
        read_printed(Doorbell(), "1")
