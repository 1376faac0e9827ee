"""A request for a draft: every reading proved to mean the requirement, and no label hung on a convention."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from cocoa_core.domain.domain import Domain
from cocoa_core.domain.primitives import GroundedLiteral, Requirement, Value
from cocoa_core.generation.grounding import Draft
from cocoa_core.generation.proofs import equivalent
from cocoa_core.generation.tally import Tally
from cocoa_core.language.parser import Parser
from cocoa_core.language.phrases import Form, Reading
from cocoa_core.language.realizer import Realizer

__all__ = ["Wording"]

_TRIES: Final = 8


class Wording:
    """Realizer and parser of one domain, working against each other.

    read_as: the domain with all rules, where `domain` lacks some: what is not asked can still be understood.
    """

    def __init__(self, domain: Domain, read_as: Domain | None = None) -> None:
        self.domain = domain
        self.realizer = Realizer(domain)
        self.parser = Parser(read_as or domain)

    def request(
        self, draft: Draft, right: int, group: Mapping[str, Value], rng: random.Random, tally: Tally
    ) -> str | None:
        """A text for the draft, or None (counted) where every try could be read otherwise.

        right: mask of the rows that are the right option in some option set. A sentence form with another
        careful reading is used only where that reading holds on all of them; on the wrong options every such
        reading is false where the plain one is, since it is the stronger one.
        """
        masks = {
            literal: pair
            for term, pairs in zip(draft.requirement, draft.literals, strict=True)
            for literal, pair in zip(term, pairs, strict=True)
        }

        def allowed(term: tuple[GroundedLiteral, ...], form: Form) -> bool:
            pairs = [masks[literal] for literal in term]
            return all(_read(other, pairs)[0] & right == right for other in form.others)

        for _ in range(_TRIES):
            text = self.realizer.realize(draft.requirement, rng, group, allowed)
            if self.means(text, draft.requirement):
                return text
            tally.count("wording can be read otherwise")
        return None

    def means(self, text: str, requirement: Requirement) -> bool:
        """Whether the text has readings, and each of them is the requirement or proved equal to it.

        Where a requirement speaks of derived slots, each has to be of the same slots: "in Singapore" must not
        leave open whether the city or the country is meant, though both come to the same.
        """
        readings = self.parser.parse(text)
        wanted = {frozenset(literal.canonical() for literal in term) for term in requirement}
        others = [reading for reading in readings if {frozenset(term) for term in reading} != wanted]
        slots = _slots_of(requirement)
        derived = self.domain.schema.knowledge(slot for term in slots for slot in term)
        if derived and any(_slots_of(reading) != slots for reading in others):
            return False
        return bool(readings) and all(
            equivalent(self.domain.schema, reading, requirement) for reading in others
        )


def _slots_of(requirement: Requirement) -> list[list[str]]:
    """The slots of each sum term, without order."""
    return sorted(sorted(literal.primitive.slot for literal in term) for term in requirement)


def _read(reading: Reading, pairs: list[tuple[int, int]]) -> tuple[int, int]:
    """Masks of rows on which a reading is true and false, by strong Kleene logic."""
    if isinstance(reading, int):
        return pairs[reading - 1]
    name, one, other = reading
    (true, false), (other_true, other_false) = _read(one, pairs), _read(other, pairs)
    if name == "or":
        return true | other_true, false & other_false
    return true & other_false | false & other_true, true & other_true | false & other_false
