"""Random domains with all that an author can add to a request: noun phrases, reasons, openings, closings."""

from __future__ import annotations

import random
from typing import Final

import strategies
from attrs import evolve

from cocoa_core.domain import Domain, Inert, Noun, Requirement, Rule, SlotRef, Thing, Wording
from cocoa_core.language import Realizer, Request, TextSpec

_THINGS: Final = {
    "maker": Thing("something from"),
    "grade": Thing("a", "grade"),
    "lit": Thing("a lamp"),
    "fare": Thing("a fare of"),
    "fare-window": Thing(after="for the fare"),
    "score": Thing("a score of"),
    "gap": Thing("a cost that is"),
    "doors": Thing(noun=Noun("door", "doors")),
    "time": Thing(after="of travel"),
    "time-window": Thing("a trip of"),
    "start": Thing("a start"),
    "finish": Thing("an end"),
    "day": Thing("a start"),
    "day-window": Thing("a day"),
    "due": Thing("a deadline"),
    "extras": Thing(),
    "extras-count": Thing(noun=Noun("extra", "extras")),
    "breaks-total": Thing(after="of breaks"),
}
_THERE: Final = {
    "doors": Wording("be", "is", "there", True, noun=Noun("door", "doors")),
    "lit": Wording("be", "is", "there", before="a lamp"),
}
_REASONS: Final = {
    "less": ("I have little to spend", "my time is short"),
    "more": ("it's for my boss",),
    "yes": ("I like it so",),
    "no": ("I had it once",),
}
_OPENINGS: Final = (
    ("I live in ", SlotRef("place"), ". What do you have for me?"),
    ("My aunt says ", SlotRef("place"), " is nice."),
    (SlotRef("place"), ": what is there?"),
)


def well_spoken(seed: int) -> Domain:
    """The random domain of a seed, with more to say."""
    domain = strategies.domain_of(seed, 14, (6, 10))
    rules = tuple(map(_with_more, domain.rules))
    return evolve(domain, rules=rules, inert=Inert(_OPENINGS, ("Thanks!", "That's all I ask.")))


def said(seed: int, *, inert: bool = True) -> tuple[Domain, Requirement, list[Request]]:
    """The random domain of a seed, a requirement in it, and ways to say it, with or without inert texts."""
    domain, rng = well_spoken(seed), random.Random(seed)
    realizer = Realizer(domain)
    requirement: Requirement = ()
    while not requirement:
        requirement = strategies.requirement_of(domain, rng, realizer.sayable)
    group = dict(zip((slot.name for slot in domain.schema.slots), domain.catalogue.rows[0], strict=True))
    spec = TextSpec(group=group, inert=inert, reasons=inert)
    return domain, requirement, realizer.realize(requirement, rng, spec)


def _with_more(rule: Rule) -> Rule:
    there = _THERE.get(rule.id)
    thing = _THINGS.get(rule.id)
    return evolve(
        rule,
        say=rule.say if there is None else (*rule.say, there),
        want=() if thing is None else (thing,),
        reasons=_REASONS,
    )
