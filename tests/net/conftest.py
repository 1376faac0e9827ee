"""What several tests of the net look at is made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from net.outputs import prepare


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with tables, two small domains, and `exam`: 12 questions on two sides. Add, change nothing."""
    folder = tmp_path_factory.mktemp("desk")
    prepare(folder)
    return folder
