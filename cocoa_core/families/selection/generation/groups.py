"""The groups of a domain that can show enough options, with what their rows look like."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Final

from cocoa_core.domain import Domain, Rule, Value
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection.generation.candidates import Candidate, CandidatePool
from cocoa_core.families.selection.generation.option_masks import OPTIONS
from cocoa_core.language import Wordings
from cocoa_core.text import counted

_POOLS_CACHED: Final = 256
"""The number of pools that are cached. One takes 110 kB and is made in 4 ms; a balanced set asks for its own
five times, with twenty others in between. A table of strangers may have a hundred thousand groups.
"""

_ROWS_COMPARED: Final = 100
"""The number of rows whose values are counted, to find the slot that tells rows apart."""
_EXAMPLES: Final = 3
"""The number of groups that are searched for examples: nearly all rules have candidates in each."""


class Groups:
    """The groups of a domain that can show enough options, with their pools and what their rows look like.

    `least` is the number of options that is enough. `labels` are those of the slots that options show, in the
    order of the schema.
    """

    def __init__(self, domain: Domain, wordings: Wordings, least: int = OPTIONS) -> None:
        self.domain, self.least = domain, least
        self._wordings = wordings
        self._rules = {rule.id: rule for rule in domain.rules}
        self._pools: dict[int, CandidatePool] = {}
        shown = [slot for slot in domain.schema.slots if slot.shown]
        self.labels = tuple(slot.label for slot in shown)
        self._shown = {slot.name: index for index, slot in enumerate(shown)}
        self._examples: dict[str, tuple[Candidate, ...]] = {}
        self._looks: list[tuple[str, ...] | None] = [None] * len(domain.catalogue.rows)
        self._telling = _telling_slot(domain)
        self.eligible = tuple(
            index for index, group in enumerate(domain.catalogue.groups) if self._shows_enough(group.rows)
        )
        if not self.eligible:
            groups, rows = len(domain.catalogue.groups), len(domain.catalogue.rows)
            shared = (
                f" with the same {' and '.join(domain.schema.group_by)}" if domain.schema.group_by else ""
            )
            raise SettingsError(
                f"no group of {domain.schema.name} has {least} options that look different",
                got=f"{counted(groups, 'group')}, {counted(rows, 'row')}",
                expected=f"at least {least} different rows{shared}",
                fix="add rows to the catalogue, or group by fewer slots",
            )

    def _shows_enough(self, rows: Sequence[int]) -> bool:
        """Returns whether enough of the rows look different.

        The texts of one slot tell it of nearly every group. All texts of the rows, which are looked at where
        one slot does not, took a third of the start of an engine for flights: 0.026 s of CPU, now 0.001.
        """
        return self._enough(map(self._telling_text, rows)) or self._enough(map(self.look, rows))

    def _enough(self, looks: Iterable[Hashable]) -> bool:
        different: set[Hashable] = set()
        for look in looks:
            different.add(look)
            if len(different) == self.least:
                return True
        return False

    def _telling_text(self, row: int) -> Hashable:
        slots, values = self.domain.schema.slots, self.domain.catalogue.rows[row]
        return None if self._telling is None else slots[self._telling].kind.show(values[self._telling])

    def pool(self, number: int) -> CandidatePool:
        """Returns the pool of a group, from a cache of the most recent ones."""
        cached = self._pools.pop(number, None)
        if cached is None:
            cached = CandidatePool(self.domain, self.domain.catalogue.groups[number], self._wordings)
            if len(self._pools) == _POOLS_CACHED:
                del self._pools[next(iter(self._pools))]
        self._pools[number] = cached
        return cached

    def examples(self, slot: str) -> tuple[Candidate, ...]:
        """Returns one candidate for each rule and test operator of the slot in the first `_EXAMPLES` groups;
        none where the slot has no candidate there.

        Of lists of words it is the shortest. With one of middling length, nothing that reads badly is drawn
        in vain (44 % of the drafts of diamonds are), but `missing` then finds no question of diamonds.
        """
        cached = self._examples.get(slot)
        if cached is None:
            by_rule: dict[tuple[str, str], Candidate] = {}
            for number in self.eligible[:_EXAMPLES]:
                for candidate in self.pool(number).candidates(slot):
                    by_rule.setdefault((candidate.rule, candidate.test.op), candidate)
            cached = self._examples[slot] = tuple(by_rule.values())
        return cached

    def look(self, row: int) -> tuple[str, ...]:
        """Returns the texts that a person sees of a catalogue row, in the order of the schema."""
        cached = self._looks[row]
        if cached is None:
            values = self.domain.catalogue.rows[row]
            cached = self._looks[row] = tuple(
                slot.kind.show(value)
                for slot, value in zip(self.domain.schema.slots, values, strict=True)
                if slot.shown
            )
        return cached

    def show(self, slot: str, row: int) -> str:
        """Returns a slot of a catalogue row as a person sees it, or would see it if it were shown."""
        index = self._shown.get(slot)
        if index is not None:
            return self.look(row)[index]
        schema = self.domain.schema
        return schema.slot(slot).kind.show(self.domain.catalogue.rows[row][schema.position(slot)])

    def rule(self, name: str) -> Rule:
        """Returns the rule with this id."""
        return self._rules[name]

    def values(self, row: int) -> Mapping[str, Value]:
        """Returns the values of a catalogue row by slot."""
        slots = self.domain.schema.slots
        return {slot.name: value for slot, value in zip(slots, self.domain.catalogue.rows[row], strict=True)}


def _telling_slot(domain: Domain) -> int | None:
    """Returns the position of the shown slot with the most values in the first rows; None without any."""
    positions = [position for position, slot in enumerate(domain.schema.slots) if slot.shown]
    rows = domain.catalogue.rows[:_ROWS_COMPARED]
    return max(positions, key=lambda position: len({row[position] for row in rows}), default=None)
