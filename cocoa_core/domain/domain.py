"""A domain, loaded: schema, rules and catalogue with their digests, ready for questions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from attrs import evolve, field, frozen

from cocoa_core.domain.catalogue import Catalogue
from cocoa_core.domain.kinds.category import Category
from cocoa_core.domain.kinds.category_set import CategorySet
from cocoa_core.domain.rules import Rule
from cocoa_core.domain.schema import Schema

__all__ = ["Domain"]


@frozen
class Domain:
    """A domain. Two are equal when their digests are.

    digest:  of the whole, over `digests`
    digests: SHA-256 in hexadecimal of `schema`, `rules`, `catalogue` and each `tables/NAME.csv`
    folder:  where it was read
    files:   the bytes of schema.yaml, rules.yaml and tables, by their path in the folder
    notes:   what to tell the user: other domains of that name that this one came before
    """

    schema: Schema = field(eq=False, repr=False)
    rules: tuple[Rule, ...] = field(eq=False, repr=False)
    catalogue: Catalogue = field(eq=False, repr=False)
    digest: str
    digests: Mapping[str, str] = field(eq=False, repr=False)
    folder: Path = field(eq=False)
    files: Mapping[str, bytes] = field(eq=False, repr=False)
    notes: tuple[str, ...] = field(default=(), eq=False, repr=False)

    @cached_property
    def _rules(self) -> dict[str, tuple[Rule, ...]]:
        return {
            slot.name: tuple(rule for rule in self.rules if rule.slot == slot.name)
            for slot in self.schema.slots
        }

    @cached_property
    def _vocabularies(self) -> dict[str, tuple[str, ...]]:
        return {}

    def rules_of(self, slot: str) -> tuple[Rule, ...]:
        """The rules of a slot in the order of the file; KeyError for an unknown slot."""
        return self._rules[slot]

    def without_derived_rules(self) -> Domain:
        """The same domain but for the rules of derived slots: what may be asked where no knowledge is."""
        if not self.schema.derived:
            return self
        derived = {slot.name for slot in self.schema.derived}
        return evolve(self, rules=tuple(rule for rule in self.rules if rule.slot not in derived))

    def vocabulary(self, slot: str) -> tuple[str, ...]:
        """The texts that a category or set slot can hold, sorted; of other kinds none; KeyError if unknown.

        Closed: the schema's. Open: those of the catalogue.
        """
        known = self._vocabularies.get(slot)
        if known is None:
            known = self._vocabularies[slot] = self._read_vocabulary(slot)
        return known

    def _read_vocabulary(self, slot: str) -> tuple[str, ...]:
        kind = self.schema.slot(slot).kind
        if not isinstance(kind, Category | CategorySet):
            return ()
        if kind.closed:
            return tuple(sorted(kind.values))
        return tuple(sorted(self.words_used(slot)))

    def words_used(self, slot: str) -> frozenset[str]:
        """The texts that options have in a category or set slot; of other kinds none; KeyError if unknown."""
        position = self.schema.position(slot)
        values = {row[position] for row in self.catalogue.rows}
        items = (item for value in values for item in (value if isinstance(value, tuple) else (value,)))
        return frozenset(item for item in items if isinstance(item, str))
