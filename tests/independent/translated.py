"""A loaded or made-up domain as the verifier would have read it from its files: for tests only.

Made field by field from the engine's own objects, so that it also tells whether the verifier's reading of
schema.yaml and rules.yaml comes to the same.
"""

from __future__ import annotations

from cocoa_core.domain import Axiom, Domain, GroundedLiteral, Requirement, Rule, Slot, Test, Unclear, Wording
from cocoa_core.domain.kinds import Category, CategorySet, Clock, Date, Duration, Kind, NumberList, Quantity
from cocoa_core.independent import domain_reading, rule_reading, semantics, slot_reading, slots


def verifier_domain(domain: Domain) -> domain_reading.VerifierDomain:
    """The domain as the verifier sees it."""
    schema = domain.schema
    return domain_reading.VerifierDomain(
        name=schema.name,
        version=schema.version,
        noun=schema.noun,
        group_by=schema.group_by,
        opening=tuple(
            part if isinstance(part, str) else domain_reading.SlotName(part.slot) for part in schema.request
        ),
        slots={one.name: slot(one) for one in schema.slots},
        axioms=tuple(map(_axiom, schema.axioms)),
        rules={rule.id: _rule(rule, schema.pronoun) for rule in domain.rules},
        derived=tuple(
            slot_reading.Derived(one.name, one.derived.source, one.derived.known)
            for one in schema.derived
            if one.derived is not None
        ),
        openings=tuple(
            tuple(part if isinstance(part, str) else domain_reading.SlotName(part.slot) for part in opening)
            for opening in domain.inert.openings
        ),
        closings=domain.inert.closings,
        doubts={
            name: tuple(_doubt(item) for item in schema.unclear if item.slot == name)
            for name in dict.fromkeys(item.slot for item in schema.unclear)
        },
    )


def _doubt(item: Unclear) -> domain_reading.UndefinedWhen:
    return domain_reading.UndefinedWhen(
        item.rival or "", tuple(_literal(one.slot, one.test, True) for one in item.where)
    )


def terms(requirement: Requirement) -> tuple[tuple[semantics.Literal, ...], ...]:
    """A requirement as the verifier sees it."""
    return tuple(tuple(literal(one) for one in term) for term in requirement)


def literal(one: GroundedLiteral) -> semantics.Literal:
    """A literal as the verifier sees it."""
    return _literal(one.primitive.slot, one.primitive.test, one.positive)


def slot(one: Slot) -> slots.Slot:
    """A slot as the verifier sees it."""
    kind = one.kind
    words = frozenset(kind.values) if isinstance(kind, Category | CategorySet) and kind.closed else None
    least, most = (kind.min_items, kind.max_items) if isinstance(kind, CategorySet | NumberList) else (0, 0)
    numbers = _numbers(kind.items if isinstance(kind, NumberList) else kind)
    derived = one.derived is not None
    return slots.Slot(
        one.name,
        one.label,
        kind.name,
        one.shown,
        kind.missing,
        numbers,
        words,
        least,
        most,
        derived,
        one.topic,
        one.noun,
        kind.grades if isinstance(kind, Category) else (),
        kind.worded,
        kind.several,
    )


def _numbers(kind: Kind) -> slots.Numbers | None:
    if isinstance(kind, Quantity):
        return slots.Numbers(
            "quantity",
            kind.minimum,
            kind.maximum,
            kind.step,
            kind.places,
            kind.unit,
            kind.symbol,
            kind.signed,
            kind.out_of,
            kind.relative_to,
        )
    if isinstance(kind, Duration):
        return slots.Numbers("duration", kind.minimum, kind.maximum, kind.step, days=kind.days)
    if isinstance(kind, Date):
        return slots.Numbers("date", kind.minimum, kind.maximum)
    if isinstance(kind, Clock):
        low, high, step = kind.limits()
        return slots.Numbers("clock", low, high, step, days=kind.day_offset)
    return None


def _literal(name: str, test: Test, positive: bool) -> semantics.Literal:
    return semantics.Literal(name, test.over, test.op, test.args, positive)


def _axiom(axiom: Axiom) -> domain_reading.Axiom:
    return domain_reading.Axiom(
        axiom.relation,
        tuple(domain_reading.Measure(measure.slot, measure.over) for measure in axiom.measures),
        tuple(_literal(test.slot, test.test, True) for test in axiom.tests),
        axiom.overnight,
    )


def _rule(rule: Rule, pronoun: str) -> rule_reading.Rule:
    return rule_reading.Rule(
        id=rule.id,
        slot=rule.slot,
        over=rule.over,
        tests=frozenset(rule.tests),
        say=tuple(_words(one, pronoun) for one in rule.say),
        also=tuple(
            rule_reading.FixedWords(
                _literal(rule.slot, one.test, True), one.verb, one.third, one.complement, pronoun
            )
            for one in rule.also
        ),
        atypical=rule.atypical,
        wanted=rule.wanted,
        want=tuple(
            rule_reading.Thing(
                one.before, one.after, *((one.noun.one, one.noun.many) if one.noun else ("", ""))
            )
            for one in rule.want
        ),
        reasons=rule.reasons,
    )


def _words(wording: Wording, pronoun: str) -> rule_reading.Words:
    if wording.item:
        person, subject = "item", wording.item
    elif wording.subject == "it":
        person = subject = pronoun
    elif wording.subject in ("I", "there"):
        person = subject = wording.subject
    else:
        person, subject = "many" if wording.plural else "one", wording.subject
    noun = wording.noun
    return rule_reading.Words(
        person=person,
        subject=subject,
        verb=wording.verb,
        third=wording.third,
        before=wording.before,
        after=wording.after,
        one=noun.one if noun else "",
        many=noun.many if noun else "",
        plural=wording.plural,
    )
