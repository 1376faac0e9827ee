"""A preview of a domain that holds markup wherever it can."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from preview.test_serving import hostile

from cocoa_core.preview import Preview


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Preview]:
    made = Preview(hostile(tmp_path_factory.mktemp("preview")), count=2)
    made.start()
    made.make()
    yield made
    made.stop()
