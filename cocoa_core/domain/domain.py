"""A domain, loaded: schema, rules and catalogue with their digests, ready for questions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from attrs import evolve, field, frozen

from cocoa_core.domain.catalogue import Catalogue
from cocoa_core.domain.kinds import VocabularyKind
from cocoa_core.domain.rules import Inert, Rule
from cocoa_core.domain.schema import Schema


@frozen
class Bundles:
    """The content of bundle.yaml, with slots by name."""

    called: str
    """The phrase for a bundle, with {number} for the number of its options: "a trip of {number} stays"."""
    total: tuple[str, ...] = ()
    """Numbers that may be added up."""
    average: tuple[str, ...] = ()
    """Numbers whose mean may be asked for."""
    different: tuple[str, ...] = ()
    """Words or dates that may have to differ between all options."""
    counted: tuple[str, ...] = ()
    """Words, booleans or sets that a given number of the options may have to have."""
    best: Mapping[str, str] = field(factory=dict)
    """For each slot the word for the best by its numbers: "cheapest"."""

    @property
    def numbers(self) -> tuple[tuple[str, str], ...]:
        """("total" or "average", slot) of each number."""
        return (*(("total", slot) for slot in self.total), *(("average", slot) for slot in self.average))


def _ids(rules: tuple[Rule, ...]) -> tuple[str, ...]:
    return tuple([rule.id for rule in rules])


@frozen
class Domain:
    """A domain. Two domains are equal if their digests and their rules are."""

    schema: Schema = field(eq=False, repr=False)
    rules: tuple[Rule, ...] = field(eq=_ids, repr=False)
    catalogue: Catalogue = field(eq=False, repr=False)
    digest: str
    """The digest of the domain over `digests` without `bundle`, which affects no other questions."""
    digests: Mapping[str, str] = field(eq=False, repr=False)
    """SHA-256 in hexadecimal of `schema`, `rules`, `catalogue`, `bundle` and each `tables/NAME.csv`."""
    folder: Path = field(eq=False)
    """The folder it was read from."""
    files: Mapping[str, bytes] = field(eq=False, repr=False)
    """The content of schema.yaml, rules.yaml, bundle.yaml and tables, by their path in the folder."""
    notes: tuple[str, ...] = field(default=(), eq=False, repr=False)
    """Remarks for the user, such as on other domains of the same name that this domain hides."""
    inert: Inert = field(factory=Inert, eq=False, repr=False)
    """Openings and closings of requests."""
    bundles: Bundles | None = field(default=None, eq=False, repr=False)
    """What several options may have to meet together; None without a bundle.yaml."""

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
        """Returns the rules of a slot in the order of the file.

        Raises:
            KeyError: there is no such slot.
        """
        return self._rules[slot]

    def without_derived_rules(self) -> Domain:
        """Returns the domain without the rules of derived slots, for questions that need no knowledge."""
        if not self.schema.derived:
            return self
        derived = {slot.name for slot in self.schema.derived}
        return evolve(self, rules=tuple(rule for rule in self.rules if rule.slot not in derived))

    def vocabulary(self, slot: str) -> tuple[str, ...]:
        """Returns the texts that a category or set slot can hold, sorted; empty for other kinds.

        A closed vocabulary is the schema's; an open one has the texts of the catalogue.

        Raises:
            KeyError: there is no such slot.
        """
        words = self._vocabularies.get(slot)
        if words is None:
            kind = self.schema.slot(slot).kind
            if isinstance(kind, VocabularyKind) and kind.closed:
                words = tuple(sorted(kind.values))
            else:
                words = tuple(sorted(self.words_used(slot)))
            self._vocabularies[slot] = words
        return words

    def words_used(self, slot: str) -> frozenset[str]:
        """Returns the texts that options have in a category or set slot; empty for other kinds.

        Raises:
            KeyError: there is no such slot.
        """
        position = self.schema.position(slot)
        values = {row[position] for row in self.catalogue.rows}
        items = (item for value in values for item in (value if isinstance(value, tuple) else (value,)))
        return frozenset(item for item in items if isinstance(item, str))
