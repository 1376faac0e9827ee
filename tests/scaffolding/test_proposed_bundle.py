"""`new-domain` proposes what several options may have to meet, as far as nothing has to be guessed."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import cocoa_core
from cocoa_core.errors import SettingsError
from cocoa_core.loading import load_domain
from cocoa_core.scaffolding import as_written, draft_from_table, write_domain

HEADER = "town,price,rating,delta,pool\n"


def table(folder: Path, *columns: str) -> Path:
    """Sixty rows with these columns among those of the header."""
    names = HEADER.strip().split(",")
    lines = []
    for number in range(60):
        row = (
            f"T{number % 2}",
            f"${40 + 7 * number}",
            f"{2 + number % 30 / 10:.1f}/5",
            f"{number % 40 - 20:+d}%",
            ("yes", "no", "no")[number % 3],
        )
        lines.append(",".join(cell for name, cell in zip(names, row, strict=True) if name in columns))
    path = folder / "inns.csv"
    path.write_text(",".join(name for name in names if name in columns) + "\n" + "\n".join(lines) + "\n")
    return path


def bundle_of(inns: cocoa_core.DomainHandle, seed: int) -> Any:
    """A question about bundles; None where the search ends without one, as it does for some seeds."""
    with suppress(SettingsError):
        return next(iter(inns.generate(1, seed=seed, ask="bundle", slots=2, minterms=2)))


@pytest.mark.usefixtures("untried")
def test_money_is_added_up_ratings_are_averaged_and_words_are_counted(tmp_path: Path) -> None:
    new = as_written(draft_from_table(table(tmp_path, "town", "price", "rating", "delta", "pool"), "inns"))
    write_domain(new, tmp_path / "inns", False)
    bundles = load_domain(tmp_path / "inns").bundles
    assert bundles is not None
    assert (bundles.total, bundles.average, bundles.different) == (("price",), ("rating",), ())
    assert "pool" in bundles.counted
    assert "bundle.yaml" in (tmp_path / "inns" / "README.md").read_text()
    inns = cocoa_core.load_domain(tmp_path / "inns")
    question = next(filter(None, map(partial(bundle_of, inns), range(20))))
    assert len(question.key) == question.asked["take"] == 2


def test_nothing_is_proposed_where_no_number_can_be_added_up(tmp_path: Path) -> None:
    new = as_written(draft_from_table(table(tmp_path, "town", "delta", "pool"), "inns"))
    assert "bundle.yaml" not in new.texts
