"""Checks a domain: what is wrong with it, what could be better, and what questions it gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from pathlib import Path
from typing import Final

from attrs import define, evolve, field, frozen

from cocoa_core.checking.acceptance import (
    SETTINGS,
    Acceptance,
    acceptance_findings,
    acceptances_of,
    no_setting_finding,
)
from cocoa_core.checking.findings import CODES, in_order
from cocoa_core.checking.group_checks import appearances_of, group_findings
from cocoa_core.checking.model_text import model_text_findings
from cocoa_core.checking.places import Places
from cocoa_core.checking.readme_checks import readme_findings
from cocoa_core.checking.report import DomainReport, PresetOffer, summary_of
from cocoa_core.checking.rule_checks import rule_findings
from cocoa_core.checking.sentence_checks import (
    inert_findings,
    misread_of,
    opening_findings,
    sentence_findings,
)
from cocoa_core.checking.slot_checks import slot_findings
from cocoa_core.checking.survey import Survey, survey_of
from cocoa_core.checking.word_checks import word_findings
from cocoa_core.checking.wording_checks import collisions_of, wording_findings
from cocoa_core.domain import Domain, Schema
from cocoa_core.errors import DomainError, Finding, SettingsError
from cocoa_core.families.selection import (
    OPTIONS,
    DifficultyCell,
    Engine,
    Groups,
    Question,
    RequestWording,
    Settings,
    fit_of,
)
from cocoa_core.importing import IMPORT, PRINTED, recipe_of, recipe_root
from cocoa_core.loading import (
    BUNDLE,
    CATALOGUE_FILES,
    RULES,
    SCHEMA,
    Mistakes,
    catalogue_name,
    find_domain,
    read_whole,
    shown_path,
)


@frozen(eq=False)
class CheckedDomain:
    """What loading a folder gives; mistakes in import.yaml do not keep a domain from being loaded."""

    folder: Path
    """The folder of the domain."""
    domain: Domain | None
    """None where it cannot be loaded; then `findings` say why."""
    findings: tuple[Finding, ...]


def read_folder(name_or_path: str | Path) -> CheckedDomain:
    """Reads the domain of this name or at this path. Every mistake in its files becomes a finding: those for
    which `load_domain` refuses it, and those of import.yaml.

    Raises:
        UsageError: there is no such domain.
    """
    located = find_domain(name_or_path)
    domain, read, mistakes = read_whole(located)
    wrong = list(mistakes)
    if read.schema is not None:
        wrong += _imported(located.folder, read.schema, read.invalid_slots)
    return CheckedDomain(located.folder, domain, tuple(map(_with_code, wrong)))


def _with_code(refusal: Finding) -> Finding:
    name = Path(refusal.place.file).name
    files = {SCHEMA: "schema", RULES: "rules", BUNDLE: "bundle", IMPORT: "import", PRINTED: "import"}
    code_by_file = files | dict.fromkeys(CATALOGUE_FILES, "catalogue")
    code = f"{code_by_file.get(name, 'table' if name.endswith('.csv') else 'folder')}-refused"
    return evolve(refusal, severity=CODES[code], code=code)


def _imported(folder: Path, schema: Schema, invalid_slots: Set[str]) -> Iterator[Finding]:
    """Yields the mistakes in import.yaml, where there is one."""
    try:
        root = recipe_root(folder)
    except DomainError as mistake:
        yield mistake.finding
        return
    if root is None:
        return
    mistakes = Mistakes(root.place.file)
    recipe_of(root, schema, invalid_slots, mistakes)
    yield from mistakes.in_order()


Progress = Callable[[int], None]

_EXAMPLE: Final = DifficultyCell(4, 2)


def check_domain(
    name_or_path: str | Path, *, seed: int = 0, quick: bool = False, progress: Progress = lambda _: None
) -> DomainReport:
    """Returns all that can be said of a domain: mistakes, weak points, numbers, and a question.

    The same files and arguments give the same report.

    Args:
        seed: decides what is drawn, where not everything is tried.
        quick: whether to draw no questions to measure settings.
        progress: called with the number of parts of the work that are done, of `parts(quick=quick)`.

    Raises:
        UsageError: there is no such domain. Whatever is wrong with one that there is becomes a finding.
    """
    reading = read_folder(name_or_path)
    findings = [*reading.findings, *readme_findings(reading.folder)]
    folder = shown_path(reading.folder)
    if reading.domain is None:
        return DomainReport(folder, in_order(findings))
    return _Check(reading.domain, seed, quick, progress).report(folder, findings)


def parts(*, quick: bool) -> int:
    """Returns the number of parts of the work for a domain that can be loaded, the most there are."""
    return 4 if quick else 4 + 2 * len(SETTINGS)


@define(eq=False)
class _Check:
    """A check of a loaded domain."""

    domain: Domain
    seed: int
    quick: bool
    progress: Progress
    places: Places = field(init=False)
    done: int = 0

    def __attrs_post_init__(self) -> None:
        self.places = Places(self.domain, catalogue_name(self.domain.folder))

    def step(self) -> None:
        """Counts one more part of the work as done."""
        self.done += 1
        self.progress(self.done)

    def report(self, folder: str, findings: list[Finding]) -> DomainReport:
        """Returns the whole report.

        Args:
            folder: the folder as messages name it.
            findings: the findings so far; the others are added to them.
        """
        domain, places = self.domain, self.places
        self.progress(0)
        looks = appearances_of(domain)
        catalogue = (domain.folder / places.catalogue).read_bytes()
        findings += group_findings(domain, looks, places, catalogue)
        findings += model_text_findings(domain, places, catalogue)
        findings += slot_findings(domain, places)
        findings += word_findings(domain, places)
        self.step()
        table: tuple[Acceptance, ...] = ()
        question, offer = None, None
        if max(looks.sizes) >= OPTIONS:
            wording = RequestWording(domain)
            groups = Groups(domain, wording.realizer.wordings)
            survey = survey_of(domain, groups, self.seed)
            self.step()
            findings += rule_findings(domain, survey, places)
            findings += self._wording_findings(survey, groups, wording)
            table = () if self.quick else tuple(self._acceptances(survey, groups, wording))
            findings += acceptance_findings(table, survey, places)
            offer = PresetOffer(survey.widest)
            if not self.quick:
                try:
                    offer = PresetOffer(survey.widest, fit_of(domain))
                except SettingsError as error:
                    findings.append(no_setting_finding(error, places))
            question = self._example_question(survey, table)
            self.step()
        return DomainReport(
            folder, in_order(findings), summary_of(domain, looks.sizes), table, question, domain.notes, offer
        )

    def _wording_findings(self, survey: Survey, groups: Groups, wording: RequestWording) -> Iterator[Finding]:
        wordings = wording.realizer.wordings
        collisions, unread = collisions_of(self.domain, survey, wordings, self.seed)
        yield from wording_findings(collisions, unread, self.domain, self.places)
        owners = [clause.owner for clause in (*unread, *(collision.clause for collision in collisions))]
        owners += [collision.other_owner for collision in collisions if collision.other_owner]
        reported = {rule for rule, _, _ in owners}
        misread = misread_of(self.domain, survey, wording, self.seed, reported)
        yield from sentence_findings(misread, self.domain, self.places)
        yield from inert_findings(self.domain, self.places)
        yield from opening_findings(self.domain, survey, wording, groups, self.places)
        self.step()

    def _acceptances(self, survey: Survey, groups: Groups, wording: RequestWording) -> Iterator[Acceptance]:
        """Yields the acceptance of each setting, and where slots follow from others, once more with those."""
        domain = self.domain.without_derived_rules()
        if domain.rules == self.domain.rules:
            yield from acceptances_of(groups, wording, survey.widest, self.seed, self.step)
            return
        plain = RequestWording(domain, self.domain)
        groups_plain = Groups(domain, plain.realizer.wordings)
        yield from acceptances_of(groups_plain, plain, survey.widest, self.seed, self.step)
        yield from acceptances_of(
            groups, wording, survey.widest_derived, self.seed, self.step, knowledge=True
        )

    def _example_question(self, survey: Survey, table: tuple[Acceptance, ...]) -> Question | None:
        """Returns a question of the working setting nearest to `_EXAMPLE`; None where there is none."""
        working = [row.setting for row in table if row.worked and not row.knowledge]
        if not table and survey.widest >= 2:
            working = [DifficultyCell(min(_EXAMPLE.slots, survey.widest), _EXAMPLE.minterms)]
        if not working:
            return None
        setting = min(
            working,
            key=lambda cell: (abs(cell.slots - _EXAMPLE.slots), abs(cell.minterms - _EXAMPLE.minterms)),
        )
        settings = Settings.of(slots=setting.slots, minterms=setting.minterms)
        try:
            return Engine(self.domain, settings, self.seed).items(0)[0]
        except SettingsError:
            return None
