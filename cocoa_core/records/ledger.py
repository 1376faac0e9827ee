"""What is counted while a data set is written or read again: the same either way."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any, Final

from attrs import define, field

from cocoa_core.records.entry import Entry

__all__ = ["ASKED_BEFORE", "QUESTIONS", "Ledger", "side_of"]

QUESTIONS: Final = "questions"
"""Stands for the side where a data set has no sides."""
ASKED_BEFORE: Final = "asked before"
"""The reason that a repeated question, or a requirement of another side, is counted under."""


def side_of(entry: Entry) -> str:
    """The side an entry is counted under, and the key of its file in the manifest."""
    return entry.side or QUESTIONS


@define
class _Draws:
    questions: int = 0
    requirements: int = 0
    rejections: Counter[str] = field(factory=Counter)


@define
class Ledger:
    """Counts over entries in index order, and the digests of their lines by side.

    The refused draws of a requirement are counted once, whatever the number of its option sets.
    """

    total: int = 0
    atypical: int = 0
    knowledge: Counter[str] = field(factory=Counter)
    rejections: Counter[str] = field(factory=Counter)
    _draws: dict[tuple[int, int], _Draws] = field(factory=dict)
    _answers: dict[str, Counter[str]] = field(factory=dict)
    _minimality: Counter[str] = field(factory=Counter)
    _digests: dict[str, Any] = field(factory=dict)

    def add(self, entry: Entry) -> None:
        """Count one more question."""
        side = side_of(entry)
        self.total += 1
        self.atypical += entry.atypical
        self.knowledge.update(entry.knowledge)
        self._answers.setdefault(side, Counter())[entry.answer] += 1
        self._minimality[entry.minimality] += 1
        self._digests.setdefault(side, hashlib.sha256()).update(entry.line)
        draws = self._draws.setdefault(entry.setting, _Draws())
        draws.questions += 1
        if entry.option_set == 0:
            draws.requirements += 1
            for counter in (draws.rejections, self.rejections):
                counter.update(entry.rejections)
                if entry.attempt:
                    counter[ASKED_BEFORE] += entry.attempt

    def questions(self, side: str) -> int:
        """Questions of a side."""
        return self._answers.get(side, Counter()).total()

    def sha256(self, side: str) -> str:
        """SHA-256 of a side's lines, in hexadecimal."""
        known = self._digests.get(side)
        return (known or hashlib.sha256()).hexdigest()

    def counts(self) -> dict[str, Any]:
        """By setting, by side and answer, how many are atypical, by derived slot: as in a manifest."""
        return {
            "settings": {_name(setting): draws.questions for setting, draws in sorted(self._draws.items())},
            "answers": {side: _sorted(answers) for side, answers in sorted(self._answers.items())},
            "atypical": self.atypical,
            "knowledge": _sorted(self.knowledge),
        }

    def draws(self) -> dict[str, Any]:
        """By setting: questions, requirements and the draws refused on the way to them, by reason."""
        return {
            _name(setting): {
                "questions": draws.questions,
                "requirements": draws.requirements,
                "rejections": _sorted(draws.rejections),
            }
            for setting, draws in sorted(self._draws.items())
        }

    def minimality(self) -> dict[str, int]:
        """Questions by what was reached."""
        return _sorted(self._minimality)


def _name(setting: tuple[int, int]) -> str:
    return f"({setting[0]}, {setting[1]})"


def _sorted(counter: Counter[str]) -> dict[str, int]:
    return {key: counter[key] for key in sorted(counter)}
