"""Draws turns in which a customer first says something else and then changes it to a case's request."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import and_, or_
from typing import Final

from cocoa_core.domain import Requirement, canonical
from cocoa_core.families.selection.generation.candidates import Candidate, CandidatePool
from cocoa_core.families.selection.generation.conversation_terms import (
    ConversationTerm,
    DrawnStep,
    State,
    Step,
)
from cocoa_core.families.selection.generation.grounding import EvaluatedRequirement
from cocoa_core.families.selection.generation.revising import Reviser, demand_last
from cocoa_core.families.selection.generation.revision_search import provable
from cocoa_core.families.selection.record import TurnRecord

_TRIES: Final = 30
"""The histories proved and worded for one case."""
_WISHES: Final = 400
"""The wishes looked at to find histories for one case."""


def changed_later(
    reviser: Reviser, pool: CandidatePool, part: EvaluatedRequirement, opening: str, rng: random.Random
) -> tuple[TurnRecord, ...]:
    """Draws turns after which the requirement is in force, the last of which changes what was said before.

    A reader who misses that turn gives a wrong answer: before it, only rows that break the requirement fit,
    or no row fits although some satisfy the requirement.

    Args:
        reviser: draws and words turns.
        pool: the candidates of the case's group.

    Returns:
        The turns; empty where none were found in a bounded number of attempts.
    """
    end = terms_of(part)
    everything = (1 << len(pool.group.rows)) - 1
    steps = _steps(reviser, pool, end, everything, rng)
    for _, step in zip(range(_TRIES), steps, strict=False):
        turns = _told(reviser, step, end, opening, rng)
        if turns:
            return turns
    return ()


def changed_in_part(
    reviser: Reviser,
    pool: CandidatePool,
    change: tuple[Requirement, Requirement],
    part: EvaluatedRequirement,
    opening: str,
    rng: random.Random,
) -> tuple[TurnRecord, ...]:
    """Returns turns with the same change as those of a whole requirement, after which a part of it is in
    force; empty where there are none.

    Args:
        reviser: words turns.
        pool: the candidates of the case's group.
        change: what is in force before and after the turn that changes something.
        part: some of the terms after it.
    """
    earlier, later = ({canonical(reviser.schema, (term,)) for term in terms} for terms in change)
    end = terms_of(part)
    kept = tuple(term for term in end if canonical(reviser.schema, (term.literals,)) in earlier)
    added = tuple(term for term in end if term not in kept)
    slots = {term[0].primitive.slot for [term] in earlier - later}
    dropped = tuple(
        wish
        for candidate in (candidate for slot in slots for candidate in pool.candidates(slot))
        if canonical(reviser.schema, ((wish := wished(candidate)).literals,)) in earlier - later
    )[:1]
    step = DrawnStep("swap" if added else "drop", dropped, added, (*kept, *dropped))
    return _told(reviser, step, end, opening, rng) if dropped else ()


def terms_of(part: EvaluatedRequirement) -> State:
    """Returns the terms of a requirement, the literal that is demanded last in each."""
    return tuple(
        ConversationTerm(demand_last(term, demand), holds, fails)
        for term, demand, holds, fails in zip(
            part.requirement, part.demands, part.holds, part.fails, strict=True
        )
    )


def _told(
    reviser: Reviser, step: DrawnStep, end: State, opening: str, rng: random.Random
) -> tuple[TurnRecord, ...]:
    """Returns the turns before and after a step that leads to the end; empty where they cannot be proved or
    put into words.
    """
    history = [Step("", (), (), step.before), step.leading_to(end)]
    revised = reviser.told(history, opening, rng) if provable(reviser.schema, [step.before, end]) else None
    if revised is None:
        return ()
    return tuple(TurnRecord(text, op) for text, op in zip(revised.texts, revised.ops, strict=True))


def _steps(
    reviser: Reviser, pool: CandidatePool, end: State, everything: int, rng: random.Random
) -> Iterator[DrawnStep]:
    """Yields revisions that lead to the end, in random order."""
    satisfied, broken = _met(end) & everything, reduce(or_, [term.fails for term in end], 0)
    used = {literal.primitive.slot for term in end for literal in term.literals}
    free = [slot for slot in pool.usable() if slot not in used]
    named = [term for term in end if reviser.nouns.can_name(term, end)]
    sought = rng.choice(("drop", "swap"))  # nine of ten would be "drop", which is found sooner
    for number in range(_WISHES if free else 0):
        ops = (sought,) if 2 * number < _WISHES else ("drop", "swap")
        wish = wished(rng.choice(pool.candidates(rng.choice(free))))
        if not reviser.nouns.can_name(wish, (*end, wish)):
            continue
        if "drop" in ops and satisfied and not _met((*end, wish)) & everything:
            yield DrawnStep("drop", (wish,), (), (*end, wish))
        for term in rng.sample(named, len(named)) if "swap" in ops else ():
            before = (*(other for other in end if other is not term), wish)
            stale = _met(before) & everything
            if stale and not stale & ~broken:
                yield DrawnStep("swap", (wish,), (term,), before)
                break


def wished(candidate: Candidate) -> ConversationTerm:
    """Returns a candidate as a term of a conversation."""
    literal, holds, fails = candidate.literal, candidate.holds, candidate.fails
    if candidate.direction < 0:
        literal, holds, fails = literal.negated(), fails, holds
    return ConversationTerm((literal,), holds, fails)


def _met(state: Sequence[ConversationTerm]) -> int:
    """Returns the rows on which each term is true."""
    return reduce(and_, [term.holds for term in state], -1)
