"""No data set is written of words that make sentences wrong: no proof looks at an author's English."""

from __future__ import annotations

from pathlib import Path

import pytest
from calling import call_cocoa
from checking.laptops import RULES, edited, write_laptops
from checking.test_codes import served

import cocoa_core
from cocoa_core.errors import DomainError


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"rules": edited(RULES, ("verb: cost}", "verb: cost, before: under}"))}, "compares by itself"),
        ({"rules": edited(RULES, ("verb: cost}", "verb: costs}"))}, "looks like the third person"),
        (served("arrive"), "arrive"),
    ],
)
def test_questions_of_wrong_words_are_refused_with_their_place(
    files: dict[str, str], said: str, tmp_path: Path
) -> None:
    folder = write_laptops(tmp_path / "laptops", **files)
    result = call_cocoa("generate", "-d", folder, "-n", 3, "-o", tmp_path / "exam")
    assert result.exit_code == 1
    assert "rules.yaml:" in result.stderr
    assert said in result.stderr
    assert not (tmp_path / "exam").exists()
    with pytest.raises(DomainError):
        cocoa_core.load_domain(folder).write(tmp_path / "exam", 3)


def test_every_wrong_word_is_counted(tmp_path: Path) -> None:
    text = edited(RULES, ("verb: cost}", "verb: costs, before: under}"))
    with pytest.raises(DomainError) as caught:
        next(cocoa_core.load_domain(write_laptops(tmp_path / "laptops", rules=text)).generate(3))
    assert len(caught.value.findings) == 2
