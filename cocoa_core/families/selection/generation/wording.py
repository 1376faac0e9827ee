"""Puts a requirement into words: every reading of the text is proved to mean it, and no label depends on a
convention of language.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import islice
from itertools import product as product_of
from operator import and_
from typing import TYPE_CHECKING, Final

from attrs import frozen

from cocoa_core.domain import Domain, GroundedLiteral, Requirement, canonical_terms
from cocoa_core.families.selection.generation.candidates import Candidate, CandidatePool
from cocoa_core.families.selection.generation.grounding import EvaluatedRequirement, GroundedRequirement
from cocoa_core.families.selection.generation.groups import Groups
from cocoa_core.families.selection.generation.rejections import Rejection, Rejections
from cocoa_core.families.selection.generation.structure import Structure
from cocoa_core.language import Parser, Realizer, Request, TextSpec
from cocoa_core.lexicon import FormReading, SentenceForm
from cocoa_core.logic import Literal
from cocoa_core.proof import equivalent

if TYPE_CHECKING:
    from cocoa_core.families.selection.generation.context import QuestionSetSearch

_EXAMPLES: Final = 8
"""The number of choices of examples that are tried until one reads well."""
_PLANS: Final = 3
"""How often other sentences are drawn if no text with the present ones can be proved."""


@frozen(eq=False, kw_only=True)
class RequestSpec(TextSpec):
    """What the text of a question's requirement has to be, besides true to it."""

    plain: bool = False
    """Whether forms that a careful reader could take otherwise are excluded, whatever the options are."""
    ways: int = 1
    """The number of wordings; those that read best come first."""

    @classmethod
    def of(
        cls,
        search: QuestionSetSearch,
        pool: CandidatePool,
        *,
        apart: bool = False,
        plain: bool = False,
        open_lists: bool = False,
    ) -> RequestSpec:
        """Returns what the text of a requirement has to be by the settings of a search.

        Args:
            pool: of the group that the requirement is about.
            apart, plain, open_lists: as in the fields.
        """
        settings = search.plan.settings
        return cls(
            group=search.source.groups.values(pool.group.rows[0]),
            inert=settings.inert == "all",
            reasons=settings.atypical is not None,
            apart=apart,
            open_lists=open_lists,
            plain=plain,
        )


class RequestWording:
    """Puts requirements of one domain into words, with a realizer and a parser that check each other.

    Args:
        domain: the domain.
        read_as: the domain with all rules, where `domain` lacks some: what is not asked for can still be
            understood. None: `domain`.
    """

    def __init__(self, domain: Domain, read_as: Domain | None = None) -> None:
        self.domain = domain
        self.realizer = Realizer(domain)
        self.parser = Parser(read_as or domain)
        self._may_read_well: dict[tuple[object, ...], bool] = {}

    def request(
        self,
        draft: EvaluatedRequirement,
        rows: Iterable[int],
        spec: RequestSpec,
        rng: random.Random,
        rejections: Rejections,
    ) -> Request | None:
        """Returns the first of the `requests` about these rows of the group; None where there are none."""
        shown = sum({1 << row for row in rows})
        return next(iter(self.requests(draft, shown, spec, rng, rejections)), None)

    def requests(
        self,
        draft: EvaluatedRequirement,
        shown: int,
        spec: RequestSpec,
        rng: random.Random,
        rejections: Rejections,
    ) -> list[Request]:
        """Returns the wordings that read best among those drawn and proved.

        A sentence form with another careful reading is used only where that reading gives every option the
        same label.

        Args:
            draft: the requirement.
            shown: the mask of the rows of the group that are an option in some option set.
            spec: what the text has to be.
            rng: draws the wordings.
            rejections: counts the texts with a reading that means something else.

        Returns:
            Fewer than `spec.ways` where no more are found; it may be empty.
        """
        right = draft.satisfied & shown
        masks = {
            literal: pair
            for term, pairs in zip(draft.requirement, draft.literals, strict=True)
            for literal, pair in zip(term, pairs, strict=True)
        }

        def allowed(literals: tuple[GroundedLiteral, ...], form: SentenceForm) -> bool:
            if spec.plain or not form.others:
                return not form.others
            pairs = [masks[literal] for literal in literals]
            terms = [[_read(reading, pairs) for reading in readings] for readings in form.terms]
            fails = 0
            for term in terms:
                fails |= reduce(and_, (false for _, false in term))
            others = [_read(other, pairs) for other in form.others]
            return all(
                true & right == right and false & fails & shown == fails & shown for true, false in others
            )

        proved: dict[str, Request] = {}
        for _ in range(spec.ways + _PLANS - 1):
            for request in self.realizer.realize(draft.requirement, rng, spec, draft.demands, allowed):
                if request.text in proved:
                    continue
                if self.means(request.text, draft.requirement):
                    proved[request.text] = request
                    break
                rejections.count(Rejection.AMBIGUOUS)
            if len(proved) == spec.ways:
                break
        return list(proved.values())

    def reads_well(self, draft: GroundedRequirement, *, strictly: bool) -> bool:
        """Returns whether a text of the draft would be easy to follow; see `Realizer`."""
        return self.realizer.reads_well(draft.requirement, draft.demands, strictly=strictly)

    def may_read_well(self, groups: Groups, structure: Structure) -> bool:
        """Returns whether the conditions of a structure would be easy to follow with some example of each
        slot.

        All literals of a slot are taken to share a primitive. Over 2,225 drafts of diamonds it depended on
        slots, signs and demands alone in all but two, and nine of ten were refused for it.
        """
        product, assignment = structure.product, structure.assignment
        conditions = [
            (term, demand, sides)
            for term, demand, sides in zip(product.terms, assignment.demands, assignment.sides, strict=True)
            if len(term) > 1
        ]
        slots = {
            literal.variable: structure.slots[literal.variable]
            for term, _, _ in conditions
            for literal in term
        }
        key = (tuple(conditions), tuple(slots.items()))
        cached = self._may_read_well.get(key)
        if cached is None:
            able = {variable: list(groups.examples(slot)) for variable, slot in slots.items()}
            for term, _, sides in conditions:
                for literal, (low, high) in zip(term, sides, strict=True):
                    sign = 1 if literal.positive else -1
                    able[literal.variable] = [
                        candidate
                        for candidate in able[literal.variable]
                        if low <= sign * candidate.direction <= high
                    ]
            cached = self._may_read_well[key] = not all(able.values()) or any(
                self._read_well(conditions, dict(zip(able, chosen, strict=True)))
                for chosen in islice(product_of(*able.values()), _EXAMPLES)
            )
        return cached

    def _read_well(
        self, conditions: Sequence[tuple[Sequence[Literal], int, object]], examples: Mapping[int, Candidate]
    ) -> bool:
        """Returns whether conditions with these examples would be easy to follow, put in one order.

        Cached by the rule and the operator of each literal, of which there is one example.
        """
        terms = sorted(
            [
                sorted(
                    [
                        (index == demand, example.rule, example.test.op, literal.positive, literal.variable)
                        for index, literal in enumerate(term)
                        for example in [examples[literal.variable]]
                    ]
                )
                for term, demand, _ in conditions
            ]
        )
        key = tuple([tuple([part[:-1] for part in term]) for term in terms])
        cached = self._may_read_well.get(key)
        if cached is None:
            requirement = tuple(
                tuple(
                    [
                        examples[variable].literal if positive else examples[variable].literal.negated()
                        for *_, positive, variable in term
                    ]
                )
                for term in terms
            )
            demands = [len(term) - 1 for term in terms]  # what is demanded sorts last
            cached = self._may_read_well[key] = self.realizer.reads_well(requirement, demands)
        return cached

    def means(self, text: str, requirement: Requirement) -> bool:
        """Returns whether the text has readings, and each of them is the requirement or proved equal to it.

        Where one of them uses derived slots, each has to use the same slots: "in Singapore" must not leave
        open whether the city or the country is meant, though both come to the same.
        """
        return self._all_mean(self.parser.parse(text), requirement)

    def states(self, text: str, requirement: Requirement) -> bool:
        """Returns what `means` returns, for a text without an opening."""
        return self._all_mean(self.parser.statements(text), requirement)

    def _all_mean(self, readings: Sequence[Requirement], requirement: Requirement) -> bool:
        wanted = canonical_terms(requirement)
        others = [reading for reading in readings if {frozenset(term) for term in reading} != wanted]
        slots, *slots_of_others = readings_slots = [_slots_of(reading) for reading in (requirement, *others)]
        derived = self.domain.schema.derived_among(
            slot for reading in readings_slots for term in reading for slot in term
        )
        if derived and any(reading != slots for reading in slots_of_others):
            return False
        return bool(readings) and all(
            equivalent(self.domain.schema, reading, requirement) for reading in others
        )


def _slots_of(requirement: Requirement) -> list[list[str]]:
    """Returns the slots of each sum term, sorted."""
    return sorted(sorted(literal.primitive.slot for literal in term) for term in requirement)


def _read(reading: FormReading, pairs: list[tuple[int, int]]) -> tuple[int, int]:
    """Returns the masks of the rows on which a reading is true and false, by strong Kleene logic.

    Args:
        reading: how a form can be read.
        pairs: for each literal of the form the rows on which it is true and false; the reading numbers them
            from 1, negative for a negated literal.
    """
    if isinstance(reading, int):
        true, false = pairs[abs(reading) - 1]
        return (true, false) if reading > 0 else (false, true)
    name, first, second = reading
    (true, false), (other_true, other_false) = _read(first, pairs), _read(second, pairs)
    if name == "or":
        return true | other_true, false & other_false
    if name == "and":
        return true & other_true, false | other_false
    return true & other_false | false & other_true, true & other_true | false & other_false
