"""What holds of all questions together: their order, none asked twice, no side shared, letters and counts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from attrs import define, field

from cocoa_core.errors import Place
from cocoa_core.verification.fingerprints import Seen
from cocoa_core.verification.line_checks import Entry
from cocoa_core.verification.manifest_reading import MANIFEST, Manifest
from cocoa_core.verification.record_shape import LABELS
from cocoa_core.verification.report import Finding, Flaw
from cocoa_core.verification.tallies import Settings, Tally

__all__ = ["Totals"]

_QUESTIONS: Final = "questions"
_SHOWN: Final = 5
_REPEATED: Final = "asked before"
"""The reason under which a manifest counts attempts that gave a question already asked."""


@define
class Totals:
    """Takes the entries of all files, one file after the other, and says what is wrong with them together.

    limit: indices from here on are refused unseen, so that a false one cannot take the memory.
    """

    manifest: Manifest
    limit: int
    total: int = 0
    _asked: Seen = field(factory=Seen, init=False)
    _requirements: Seen = field(factory=Seen, init=False)
    _present: bytearray = field(factory=bytearray, init=False)
    _last: tuple[int, int] = field(default=(-1, 0), init=False)
    _answers: dict[str, Counter[str]] = field(factory=dict, init=False)
    _settings: Settings = field(factory=Settings, init=False)
    _minimality: Tally = field(factory=Tally, init=False)
    _atypical: int = field(default=0, init=False)
    _knowledge: Tally = field(factory=Tally, init=False)

    def begin_file(self) -> None:
        """The next entries are of another file."""
        self._last = (-1, 0)

    def add(self, entry: Entry, file: str, side: str) -> Iterator[Finding]:
        """Take one entry; `side` is the key of its file in the manifest."""
        self._count(entry, side)
        flaws = [*self._order(entry)]
        if self._asked.put(entry.asked):
            flaws.append(
                Flaw("duplicate", "an earlier question has the same requirement and the same options")
            )
        if len(self.manifest.files) > 1:
            tag = 1 + list(self.manifest.files).index(side)  # at most three, as the manifest is read
            known = self._requirements.put(entry.requirement, tag)
            if known not in (0, tag):
                flaws.append(Flaw("two-sides", "the requirement is asked on another side too"))
        for flaw in flaws:
            yield Finding.of(flaw, Place(file, entry.line), entry.question)

    def _order(self, entry: Entry) -> Iterator[Flaw]:
        """Questions of a file rise by index, then option set; an index is in one file, its sets from 0 on."""
        here, (index, number) = (entry.index, entry.option_set), self._last
        if entry.index >= self.limit:
            yield Flaw("order", "the index is beyond the number of questions", str(entry.index))
            return
        if here <= self._last:
            yield Flaw(
                "order", "the question does not follow the one before it", str(here), f"after {self._last}"
            )
        elif entry.option_set != (number + 1 if entry.index == index else 0):
            yield Flaw("order", "an option set is missing before this one", str(here), f"after {self._last}")
        if entry.index != index and self._mark(entry.index):
            yield Flaw("order", "the index stands in two places", str(entry.index))
        self._last = here

    def _mark(self, index: int) -> bool:
        """Note that an index is present; whether it was before."""
        byte, bit = index >> 3, 1 << (index & 7)
        if byte >= len(self._present):
            self._present.extend(bytes(byte + 1 - len(self._present) + 4096))
        known = bool(self._present[byte] & bit)
        self._present[byte] |= bit
        return known

    def _count(self, entry: Entry, side: str) -> None:
        self.total += 1
        self._answers.setdefault(side, Counter())[entry.answer] += 1
        self._minimality.add(entry.minimality)
        self._atypical += entry.atypical
        for name in entry.knowledge:
            self._knowledge.add(name)
        first = entry.option_set == 0
        rejections = Counter(entry.rejections)
        if entry.attempt:
            rejections[_REPEATED] += entry.attempt
        self._settings.add(entry.setting, rejections if first else None)

    def finish(self) -> Iterator[Finding]:
        """What is wrong with all of them: gaps, letters out of balance, counts unlike the manifest's."""
        yield from self._gaps()
        if self.manifest.complete and not self.total:
            yield _finding(MANIFEST, "counts", "there are no questions", "0", "1 or more")
        if self.manifest.settings.get("option_sets") == 1:
            for side, answers in self._answers.items():
                numbers = [answers[label] for label in LABELS]
                if max(numbers) - min(numbers) > 1:
                    file = self.manifest.files[side].name
                    got = ", ".join(f"{label} {answers[label]}" for label in LABELS)
                    yield _finding(
                        file, "letters", "the answers are out of balance", got, "at most one apart"
                    )
        if self.manifest.complete:
            yield from self._counts()

    def _gaps(self) -> Iterator[Finding]:
        present = int.from_bytes(self._present, "little")
        top = present.bit_length()
        absent = (1 << top) - 1 ^ present
        if absent:
            first = []
            for _ in range(min(_SHOWN, absent.bit_count())):
                lowest = absent & -absent
                first.append(str(lowest.bit_length() - 1))
                absent ^= lowest
            yield _finding(MANIFEST, "missing", "no question has these indices", f"{', '.join(first)} ...")

    def _counts(self) -> Iterator[Finding]:
        if self.manifest.count != self.total:
            yield _finding(
                MANIFEST,
                "counts",
                "the number of questions is another",
                str(self.total),
                str(self.manifest.count),
            )
        raw, found = self.manifest.raw, self._found()
        for path, number in found.items():
            given: Any = raw
            for key in path:
                given = given.get(key) if isinstance(given, dict) else None
            if _text(given) != _text(number):
                name = ".".join(path)
                yield _finding(
                    MANIFEST, "counts", f"{name} is another by the questions", _text(number), _text(given)
                )
        if self._settings.full or self._minimality.full or self._knowledge.full:
            yield _finding(MANIFEST, "counts", "the questions name more things than can be counted")

    def _found(self) -> dict[tuple[str, ...], Any]:
        """The manifest's counts as the questions give them."""
        return {
            ("counts", "settings"): self._settings.questions(),
            ("counts", "answers"): {side: dict(answers) for side, answers in self._answers.items()},
            ("counts", "atypical"): self._atypical,
            ("counts", "knowledge"): dict(self._knowledge.counts),
            ("minimality",): dict(self._minimality.counts),
            ("draws",): self._settings.draws(),
        }


def _text(counts: object) -> str:
    """As text, in which true is not 1 and 1 is not 1.0."""
    return json.dumps(counts, sort_keys=True, ensure_ascii=False)


def _finding(file: str, what: str, problem: str, got: str = "", expected: str = "") -> Finding:
    return Finding.of(Flaw(what, problem, got, expected), Place(file))
