"""Checking a domain: what is wrong with it, what could be better, and what it gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from attrs import define

from cocoa_core.checking.acceptance import SETTINGS, Acceptance, acceptance_findings, measured
from cocoa_core.checking.findings import Finding, in_order
from cocoa_core.checking.places import Places, places_of
from cocoa_core.checking.reading import catalogue_name, read_folder
from cocoa_core.checking.readme_checks import readme_findings
from cocoa_core.checking.report import Report
from cocoa_core.checking.row_checks import looks_of, row_findings
from cocoa_core.checking.rule_checks import rule_findings
from cocoa_core.checking.sentence_checks import misread_of, opening_findings, sentence_findings
from cocoa_core.checking.slot_checks import slot_findings
from cocoa_core.checking.summary import summary_of
from cocoa_core.checking.survey import Survey, survey_of
from cocoa_core.checking.word_checks import word_findings
from cocoa_core.checking.wording_checks import collisions_of, wording_findings
from cocoa_core.domain.domain import Domain
from cocoa_core.domain.reading.folder_files import shown_path
from cocoa_core.errors import SettingsError
from cocoa_core.generation.engine import Engine
from cocoa_core.generation.five import OPTIONS
from cocoa_core.generation.ring import Groups
from cocoa_core.generation.settings import Setting, Settings
from cocoa_core.generation.wording import Wording
from cocoa_core.records.question import Question

__all__ = ["Progress", "check_domain", "parts"]

Progress = Callable[[int], None]

_TASTE: Final = Setting(4, 2)
_FEWEST: Final = 2


def check_domain(
    name_or_path: str | Path, *, seed: int = 0, quick: bool = False, progress: Progress = lambda _: None
) -> Report:
    """Everything that can be said of a domain: mistakes, weak places, numbers, and a question.

    seed: what is drawn, where not everything is tried. quick: draw no questions to measure settings.
    progress: is told how many parts of the work are done, of `parts(quick=quick)`.
    The same files and arguments give the same report. UsageError where there is no such domain; what is wrong
    with one that there is, is never an error but a finding.
    """
    reading = read_folder(name_or_path)
    found = [*reading.findings, *readme_findings(reading.folder)]
    folder = shown_path(reading.folder)
    if reading.domain is None:
        return Report(folder, in_order(found))
    return _Check.of(reading.domain, seed, quick, progress).report(folder, found)


def parts(*, quick: bool) -> int:
    """How many parts of work there are for a domain that can be loaded; less where some do not apply."""
    return 4 if quick else 4 + 2 * len(SETTINGS)


@define(eq=False)
class _Check:
    """One check of a loaded domain. groups, wording: of the whole domain, made once."""

    domain: Domain
    seed: int
    quick: bool
    progress: Progress
    places: Places
    catalogue: bytes
    done: int = 0

    @classmethod
    def of(cls, domain: Domain, seed: int, quick: bool, progress: Progress) -> _Check:
        name = catalogue_name(domain.folder)
        return cls(
            domain, seed, quick, progress, places_of(domain, name), (domain.folder / name).read_bytes()
        )

    def step(self) -> None:
        """One more part is done."""
        self.done += 1
        self.progress(self.done)

    def report(self, folder: str, found: list[Finding]) -> Report:
        """The whole report; `found` is what was found already."""
        domain, places = self.domain, self.places
        self.progress(0)
        looks = looks_of(domain)
        found += row_findings(domain, looks, places, self.catalogue)
        found += slot_findings(domain, places)
        found += word_findings(domain, places)
        self.step()
        table: tuple[Acceptance, ...] = ()
        question = None
        if max(looks.sizes) >= OPTIONS:
            wording = Wording(domain)
            groups = Groups(domain, wording.realizer.wordings)
            survey = survey_of(domain, groups, self.seed)
            self.step()
            found += rule_findings(domain, survey, places)
            found += self._worded(survey, groups, wording)
            table = () if self.quick else tuple(self._measured(survey, groups, wording))
            found += acceptance_findings(table, survey, places)
            question = self._taste(survey, table)
            self.step()
        return Report(folder, in_order(found), summary_of(domain, looks), table, question, domain.notes)

    def _worded(self, survey: Survey, groups: Groups, wording: Wording) -> Iterator[Finding]:
        wordings = wording.realizer.wordings
        collisions, unread = collisions_of(self.domain, survey, wordings, self.seed)
        yield from wording_findings(collisions, unread, self.domain, self.places)
        known = {owner[0] for one in collisions for owner in (one.clause.owner, one.other_owner) if owner}
        known |= {clause.owner[0] for clause in unread}
        misread = misread_of(self.domain, survey, wording, self.seed, known)
        yield from sentence_findings(misread, self.domain, self.places)
        yield from opening_findings(self.domain, survey, wording, groups, self.places)
        self.step()

    def _measured(self, survey: Survey, groups: Groups, wording: Wording) -> Iterator[Acceptance]:
        """Without rules of derived slots; where there are some, once more with one in every requirement."""
        if self.domain.rules == self._plain.rules:
            yield from measured(groups, wording, survey.widest, self.seed, self.step)
            return
        plain = Wording(self._plain, self.domain)
        yield from measured(
            Groups(self._plain, plain.realizer.wordings), plain, survey.widest, self.seed, self.step
        )
        yield from measured(groups, wording, survey.widest_derived, self.seed, self.step, knowledge=True)

    @property
    def _plain(self) -> Domain:
        return self.domain.without_derived_rules()

    def _taste(self, survey: Survey, table: tuple[Acceptance, ...]) -> Question | None:
        """A question of the setting next to _TASTE that works; None where there is none."""
        known = [one.setting for one in table if one.worked and not one.knowledge]
        if not table and survey.widest >= _FEWEST:
            known = [Setting(min(_TASTE.slots, survey.widest), _TASTE.minterms)]
        if not known:
            return None
        setting = min(
            known, key=lambda one: (abs(one.slots - _TASTE.slots), abs(one.minterms - _TASTE.minterms))
        )
        settings = Settings.of(slots=setting.slots, minterms=setting.minterms)
        try:
            return Engine(self.domain, settings, self.seed).questions(0)[0]
        except SettingsError:
            return None
