"""Questions by number: each a function of seed, domain, settings, index, option set and attempt."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final

from cocoa_core.domain.domain import Domain
from cocoa_core.domain.suggestions import listed
from cocoa_core.errors import SettingsError
from cocoa_core.generation.assembly import assemble
from cocoa_core.generation.ring import Groups, Ring, draw_ring
from cocoa_core.generation.schedule import LABELS, RINGS, Place, Schedule
from cocoa_core.generation.settings import Settings
from cocoa_core.generation.wording import Wording
from cocoa_core.records.question import Provenance, Question
from cocoa_core.seeds import digest_of, stream
from cocoa_core.version import __version__

__all__ = ["Engine"]

_RINGS_KEPT: Final = RINGS


class Engine:
    """Makes any question of one run. Holds caches only: calls in any order give the same questions."""

    def __init__(self, domain: Domain, settings: Settings, seed: int = 0) -> None:
        _refuse_without_knowledge(domain, settings)
        whole = domain
        if not settings.knowledge:
            domain = domain.without_derived_rules()
        _refuse_too_many_slots(domain, settings)
        self.domain, self.settings, self.seed = domain, settings, seed
        self.schedule = Schedule(seed, domain.digest, settings)
        self._wording = Wording(domain, whole)
        self._groups = Groups(domain, self._wording.realizer.wordings)
        self._key = (seed, domain.digest, settings.text)
        self._settings_json: dict[str, Any] = settings.to_json()
        self._rings: OrderedDict[tuple[int, int], Ring] = OrderedDict()

    def questions(self, index: int, attempt: int = 0) -> tuple[Question, ...]:
        """The questions of one requirement: one for each of its option sets, at least one.

        Raises SettingsError where the settings cannot be met in bounded tries.
        """
        place = self.schedule.place(index)
        ring = self._ring(place.ring, attempt)
        return tuple(self._question(place, ring, number, attempt) for number in range(len(ring.sets)))

    def question(self, index: int, option_set: int = 0, attempt: int = 0) -> Question:
        """One of them."""
        return self.questions(index, attempt)[option_set]

    def _question(self, place: Place, ring: Ring, number: int, attempt: int) -> Question:
        letters = len(LABELS)
        label = LABELS[(LABELS.index(place.label) + number) % letters]
        name = digest_of("question", *self._key, place.index, number, attempt).hex()[:16]
        draft = ring.drafts[place.member]
        provenance = Provenance(
            seed=self.seed,
            index=place.index,
            option_set=number,
            attempt=attempt,
            setting=(place.setting.slots, place.setting.minterms),
            settings=self._settings_json,
            side=place.side,
            primitives=self.settings.primitives,
            minimality=draft.structure.minimality,
            rejections=ring.tallies[place.member].to_json(),
            version=__version__,
        )
        request = ring.requests[place.member]
        return assemble(self._groups, ring, place.member, ring.sets[number], request, label, name, provenance)

    def _ring(self, number: int, attempt: int) -> Ring:
        known = self._rings.get((number, attempt))
        if known is None:
            asked = [self.schedule.place(index).setting for index in self.schedule.members(number)]
            rng = stream("ring", *self._key, number, attempt)
            known = self._rings[number, attempt] = draw_ring(
                self._groups, asked, self.settings, self._wording, rng
            )
            if len(self._rings) > _RINGS_KEPT:
                self._rings.popitem(last=False)
        return known


def _refuse_without_knowledge(domain: Domain, settings: Settings) -> None:
    derived = [slot.name for slot in domain.schema.derived]
    if settings.knowledge and not any(domain.rules_of(name) for name in derived):
        raise SettingsError(
            f"{domain.schema.name} has no derived slots with rules: no question of it can ask for knowledge",
            got=f"the derived slots {listed(derived)}, without rules" if derived else "no derived slots",
            expected="at least one slot with `derived:` in schema.yaml, and rules for it in rules.yaml",
            fix="leave out --knowledge, or derive a slot by a table (docs/domain-format.md)",
        )


def _refuse_too_many_slots(domain: Domain, settings: Settings) -> None:
    ruled = [slot.name for slot in domain.schema.slots if domain.rules_of(slot.name)]
    for setting, _ in settings.mix:
        if setting.slots > len(ruled):
            raise SettingsError(
                f"{domain.schema.name} has too few slots for (slots, minterms) {setting}",
                got=f"{setting.slots} slots",
                expected=f"at most {len(ruled)}, the slots that have rules: {', '.join(ruled)}",
                fix="ask for fewer slots, or give the domain more rules",
            )
