"""Every way in which the rules of a domain can word a literal: subject, verb and comparison."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from attrs import frozen

from cocoa_core.domain.domain import Domain
from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.primitives import COMPLEMENTS, GroundedLiteral, Primitive, Scalar, Test
from cocoa_core.domain.rules import FreeWording, Noun, Rule, Wording
from cocoa_core.language.phrases import BE_COMPARISONS, COMPARISONS, LIMITING, LIMITING_ENDS, NO_NOUN
from cocoa_core.language.spoken import family_of

__all__ = ["Frame", "Phrase", "Said", "frames_of", "said"]

_ORDERED: Final = frozenset({"less", "at_most", "more", "at_least"})


@frozen(cache_hash=True)
class Said:
    """What is said of a slot once negation has been moved into the test where the test has a complement.

    over, op: as in `Test`; negated: the words deny the test (only for tests without a complement to name).
    """

    over: str | None
    op: str
    negated: bool


def said(literal: GroundedLiteral) -> Said:
    """How a literal is said: `!(price < 400)` is "$400 or more", `!(class is first)` stays a denial."""
    test = literal.primitive.test
    return _said(test.op, test.over, literal.positive)


@cache
def _said(op: str, over: str | None, positive: bool) -> Said:
    if op in _ORDERED:
        if positive:
            return Said(over, op, False)
        flipped = {"each": "any", "any": "each"}.get(over or "", over)
        return Said(flipped, COMPLEMENTS[op], False)
    if op == "none":
        return Said(over, "any", positive)
    return Said(over, op, not positive)


@frozen(cache_hash=True)
class Phrase:
    """A comparison phrase with the fixed words around it; placeholders as in the lexicon.

    smallest, largest: for which arguments it may be used (numbers only). limiting: it reads as a limit
    ("at most two") and not as a case that could be allowed. twofold: it holds an "or"; turned: it begins
    with "no" ("no later than"). Both are hard to read beside another "or" or another denial.
    """

    template: str
    smallest: int | None = None
    largest: int | None = None
    limiting: bool = False
    twofold: bool = False
    turned: bool = False

    @property
    def limited(self) -> bool:
        """Whether there are arguments that cannot be said with it."""
        return self.smallest is not None or self.largest is not None

    def fits(self, args: tuple[Scalar, ...]) -> bool:
        """Whether these arguments can be said with it."""
        if self.smallest is None and self.largest is None:
            return True
        low = -1 if self.smallest is None else self.smallest
        high = 1 << 62 if self.largest is None else self.largest
        return all(isinstance(arg, int) and low <= arg <= high for arg in args)


@frozen(cache_hash=True)
class Frame:
    """One wording of one thing said of one slot.

    subject: "it", "I", a noun phrase, "every X", "at least one X" or "no X"; style names which.
    verb, third: base form and third person singular; negated: the verb is denied.
    phrases: what may follow the verb. fixed: the only test it words (free wordings of the author), or None.
    """

    rule: str
    slot: str
    said: Said
    subject: str
    style: str
    verb: str
    third: str
    negated: bool
    phrases: tuple[Phrase, ...]
    noun: Noun | None = None
    fixed: Test | None = None
    asserted: bool = False

    @property
    def denies(self) -> bool:
        """Whether the words are a denial: "it doesn't ...", "no layover is ..."."""
        return self.negated or self.style == "no"


def frames_of(domain: Domain) -> tuple[Frame, ...]:
    """All frames of a domain, in the order of its rules and wordings."""
    return tuple(
        frame for rule in domain.rules for frame in _rule_frames(rule, domain.schema.slot(rule.slot).kind)
    )


def _rule_frames(rule: Rule, kind: Kind) -> Iterator[Frame]:
    for what in _sayable(rule):
        for wording in rule.say:
            yield from _wording_frames(rule, kind, wording, what)
    for free in rule.also:
        for negated in (False, True):
            yield _free_frame(rule, free, negated)


def _sayable(rule: Rule) -> list[Said]:
    """What literals of the rule can say, without repetition, in a fixed order."""
    found: dict[Said, None] = {}
    for op in rule.tests:
        literal = GroundedLiteral(Primitive(rule.slot, Test(op, (), rule.over)))
        found[said(literal)] = None
        found[said(literal.negated())] = None
    return list(found)


def _wording_frames(rule: Rule, kind: Kind, wording: Wording, what: Said) -> Iterator[Frame]:
    phrases = _phrases(kind, wording, what)
    if not phrases:
        return
    subject, style, negated = _subject(kind, wording, what)
    yield Frame(
        rule=rule.id,
        slot=rule.slot,
        said=what,
        subject=subject,
        style=style,
        verb=wording.verb,
        third=wording.third,
        negated=negated,
        phrases=phrases,
        noun=wording.noun,
    )


def _subject(kind: Kind, wording: Wording, what: Said) -> tuple[str, str, bool]:
    """Subject, its style, and whether the verb is denied."""
    if wording.item:
        if kind.name == "set":
            if what.op == "only":
                style = "some" if what.negated else "every"
            else:
                style = "no" if what.negated else "some"
            denied = what.negated and what.op == "only"
        else:
            style, denied = ("every" if what.over == "each" else "some"), False
        quantifier = {"every": "every", "some": "at least one", "no": "no"}[style]
        return f"{quantifier} {wording.item}", style, denied
    if wording.subject in ("it", "I"):
        return wording.subject, wording.subject, what.negated
    return wording.subject, "plural" if wording.plural else "singular", what.negated


def _phrases(kind: Kind, wording: Wording, what: Said) -> tuple[Phrase, ...]:
    family = family_of(kind, what.over)
    templates = list(COMPARISONS[family].get(what.op, ()))
    if wording.verb == "be":
        if family.startswith("clock") and not wording.before:
            templates = [template for template in templates if not template.startswith("by ")]
        templates += BE_COMPARISONS.get(family, {}).get(what.op, ())
    limits: tuple[int | None, int | None] = (None, None)
    phrases: list[Phrase] = []
    if family == "count":
        if what.op == "less":
            limits = (2, None)
            phrases.append(_around(wording, NO_NOUN, (1, 1)))
        else:
            limits = (0 if what.op in ("between", "within", "one_of") else 1, None)
    if family == "relative":
        limits = (0, 0)
        reference = getattr(kind, "relative_to", "")
        templates = [template.replace("{ref}", reference) for template in templates]
    if family == "clock with day":
        limits = (0, 1439)
    return (
        *(_around(wording, template, limits) for template in templates if _fits(wording, template)),
        *phrases,
    )


def _fits(wording: Wording, template: str) -> bool:
    """Whether "or fewer" would stand next to its number: "two stops or fewer", no longer nouns between."""
    return not template.endswith(" or fewer") or bool(
        wording.noun and " " not in wording.noun.many and not wording.after
    )


def _around(wording: Wording, template: str, limits: tuple[int | None, int | None]) -> Phrase:
    words = " ".join(part for part in (wording.before, template, wording.after) if part)
    if template.endswith(" or fewer"):
        limits = (2, limits[1])
    return Phrase(
        words,
        *limits,
        limiting=template.startswith(LIMITING) or template.endswith(LIMITING_ENDS),
        twofold=" or " in template,
        turned=template.startswith("no ") and template != NO_NOUN,
    )


def _free_frame(rule: Rule, free: FreeWording, negated: bool) -> Frame:
    return Frame(
        rule=rule.id,
        slot=rule.slot,
        said=said(GroundedLiteral(Primitive(rule.slot, free.test), not negated)),
        subject="it",
        style="it",
        verb=free.verb,
        third=free.third,
        negated=negated,
        phrases=(Phrase(free.complement),),
        fixed=free.test,
        asserted=True,
    )
