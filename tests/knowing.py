"""Random domains with derived slots: strategies.domain_of with slots that follow from its words by tables."""

from __future__ import annotations

import random

import attrs
import strategies

from cocoa_core.domain import Derived, Domain, Draw, Rule, Schema, Slot, Wording, groups_of
from cocoa_core.domain.kinds import Category, CategorySet
from cocoa_core.loading import Completion

WORDS = ("Salt, Pepper and Co.", "A or B", "high", "realm", "none of these")
"""Words of derived slots, some of which are words of their bases too."""
BASES = ("maker", "grade", "extras")


def base_words(schema: Schema, name: str) -> tuple[str, ...]:
    """All words that a table for a slot has to know: of an open one those that random domains use."""
    kind = schema.slot(name).kind
    if isinstance(kind, Category | CategorySet) and kind.closed:
        return kind.values
    return strategies.NAMES[:6] if name == "extras" else strategies.NAMES


def derived_slot(name: str, source: Slot, words: tuple[str, ...], rng: random.Random) -> Slot:
    """A slot that follows from the source by a random table over its words."""
    chosen = rng.sample(WORDS, rng.randint(1, len(WORDS)))
    table = {word: rng.choice(chosen) for word in words}
    values = tuple(sorted(set(table.values())))
    kind: Category | CategorySet = Category(True, values, missing=source.kind.missing)
    if isinstance(source.kind, CategorySet):
        least, most = source.kind.min_items, source.kind.max_items
        kind = CategorySet(True, values, min(1, least), most, missing=source.kind.missing)
    derived = Derived(source.name, name, "word", name, tuple(sorted(table.items())))
    return Slot(name, name.capitalize(), kind, False, derived=derived)


def with_derived(schema: Schema, rng: random.Random) -> Schema:
    """The schema with two slots that follow from each of its bases, one of them at two removes, anywhere."""
    slots = list(schema.slots)
    for base in (name for name in BASES if name in {slot.name for slot in schema.slots}):
        source, words = schema.slot(base), base_words(schema, base)
        for step in range(2):
            name = f"{base}_{step}"
            source = derived_slot(name, source, words, rng)
            words = tuple(sorted({value for _, value in source.derived.words})) if source.derived else ()
            slots.insert(rng.randint(1, len(slots)), source)
        slots.insert(
            rng.randint(1, len(slots)),
            derived_slot(f"{base}_2", schema.slot(base), base_words(schema, base), rng),
        )
    return attrs.evolve(schema, slots=tuple(slots))


def derived_rules(slot: Slot) -> tuple[Rule, ...]:
    """Rules of a derived slot: in words of its own, and in some that its base has too."""
    own = slot.name.replace("_", " number ")
    if slot.kind.name == "set":
        say = (Wording("include", "includes", before=f"{own} with"), Wording("include", "includes"))
        item = (Wording("be", "is", item=own), Wording("be", "is", item="extra"))
        return (
            Rule(slot.name, slot.name, None, ("any", "none"), Draw(), say),
            Rule(f"{slot.name}-only", slot.name, None, ("only",), Draw(), item),
        )
    say = (Wording("have", "has", before=f"as {own}"), Wording("come", "comes", before="from"))
    return (Rule(slot.name, slot.name, None, ("is", "one_of"), Draw(), say),)


def knowing_domain(seed: int) -> Domain:
    """The random domain of a seed with derived slots and their rules; its digest is that without them."""
    domain = strategies.domain_of(seed, 14)
    schema = with_derived(domain.schema, random.Random(seed))
    completion = Completion(schema)
    rows = tuple(completion.row(row) for row in domain.catalogue.rows)
    if list(completion.lacking("c")):
        raise ValueError("a table lacks a word")
    rules = domain.rules + tuple(rule for slot in schema.derived for rule in derived_rules(slot))
    catalogue = attrs.evolve(domain.catalogue, rows=rows, groups=groups_of(schema, rows))
    return attrs.evolve(domain, schema=schema, rules=rules, catalogue=catalogue)
