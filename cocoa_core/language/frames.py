"""Every way in which the rules of a domain can word a literal: subject, verb and comparison."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import evolve, frozen

from cocoa_core.domain import (
    Domain,
    EffectiveTest,
    FreeWording,
    GroundedLiteral,
    Noun,
    Primitive,
    Rule,
    Scalar,
    Test,
    Thing,
    Wording,
)
from cocoa_core.domain.kinds import Kind
from cocoa_core.grouping import grouped
from cocoa_core.language.spoken_values import family_of
from cocoa_core.lexicon import (
    ANY_NOUN,
    AT_OR,
    BE_COMPARISONS,
    COMPARISONS,
    LIMITING,
    LIMITING_ENDS,
    LIMITS,
    LOOSE,
    NO_NOUN,
    OR_BETTER,
    PRONOUNS,
    STIFF,
    STIFF_IF,
    STIFF_IF_ENDS,
    TIMES,
    WITHOUT_OF,
    WORSE,
    uncounted,
)

DEFINITE: Final = ("the ", "my ")
"""Beginnings of noun phrases for which a pronoun can stand."""
_MEASURED: Final = ("amount", "duration")
_SIGNS: Final = ("money", "percent")
"""Units that are not words: "above $20", "below 60%"."""
ITEMS: Final = ("each", "any")
"""What is said of one item of a list at a time."""
_EACH_AT_MOST: Final = EffectiveTest("each", "at_most", False)
_ANY_MORE: Final = EffectiveTest("any", "more", False)


@frozen(cache_hash=True)
class Phrase:
    """A comparison phrase with the fixed words around it. Placeholders are those of the lexicon."""

    template: str
    comparison: str = ""
    """The comparison without the words around it; empty where they are not to be parted."""
    smallest: int | None = None
    largest: int | None = None
    """The largest argument for which it may be used; `smallest` is the smallest one. For numbers only."""
    limiting: bool = False
    """Whether it reads as a limit ("at most two") and not as a case that could be allowed."""
    twofold: bool = False
    """Whether it contains an "or"."""
    turned: bool = False
    """Whether it begins with "no", or could be shorter ("no later than", "on or before"): hard to read beside
    another "or" or negation.
    """
    stiff: bool = False
    """Whether people use another phrase where there is one."""
    stiff_if: bool = False
    """The same, in conditions."""
    grades: tuple[str, ...] = ()
    """The grades of a slot, from the best on. Several of the best are named by the worst of them ("VS1 or
    better"); two of them, or others, are listed.
    """

    @property
    def limited(self) -> bool:
        """Whether some arguments cannot be said with it."""
        return self.smallest is not None or self.largest is not None or bool(self.grades)

    def fits(self, args: tuple[Scalar, ...]) -> bool:
        """Returns whether these arguments can be said with it."""
        if self.grades:
            best = best_grades(self.grades, args)
            return best if "{grade}" in self.template else not best or len(args) == 2
        if self.smallest is None and self.largest is None:
            return True
        low = -1 if self.smallest is None else self.smallest
        high = 1 << 62 if self.largest is None else self.largest
        return all(isinstance(arg, int) and low <= arg <= high for arg in args)


@frozen(cache_hash=True)
class Frame:
    """A wording of one statement about one slot."""

    rule: str
    slot: str
    statement: EffectiveTest
    subject: str
    """The pronoun of options, "I", "there", a noun phrase, or the noun of an item; empty where a thing is
    wanted.
    """
    person: str
    """The pronoun, `I`, `there`, `one` or `many` (noun phrases), `every`, `some` or `no` (items), or `thing`.
    With `negated` it is a key of the lexicon's heads.
    """
    verb: str
    third: str
    """The third person singular; `verb` is the base form."""
    negated: bool
    """Whether the verb, or the wish for the thing, is negated."""
    phrases: tuple[Phrase, ...]
    """What may follow the verb."""
    plural: bool = False
    """Whether the verb after "there" is plural."""
    before: str = ""
    after: str = ""
    """The author's words after the comparison; `before` are those before it."""
    noun: Noun | None = None
    limits: bool = False
    """Whether it denies what would be too much or too bad ("I don't want more than two stops"), which only a
    demand can, or what would be too early, which a condition can too.
    """
    fixed: Test | None = None
    """The only test that it words, for free wordings of the author; otherwise None."""
    asserted: bool = False
    nouns: tuple[str, ...] = ()
    """The subject, or those that can stand for it where it is the pronoun of options: "the stone", which can
    be "it". Empty where the rule has the wording with one of them only.
    """

    @property
    def shares(self) -> bool:
        """Whether a demand of it can share its head: "no leg can be A or B" says neither alone."""
        return not self.negated and self.person not in ("every", "some", "no")

    @property
    def compares(self) -> bool:
        """Whether its comparison can stand alone after a demand about its slot: "and under $400 if"."""
        test = self.statement
        return test.op in LIMITS and test.over not in ITEMS and not (self.negated or self.fixed)

    @property
    def denies(self) -> bool:
        """Whether its words are a negation: "it doesn't ...", "no layover is ..."."""
        return self.negated or self.person == "no"


def frames_of(domain: Domain) -> tuple[Frame, ...]:
    """Returns all frames of a domain, in the order of its rules and wordings."""
    return tuple(
        frame
        for rule in domain.rules
        for frame in _rule_frames(rule, domain.schema.slot(rule.slot).kind, domain.schema.pronoun)
    )


def _rule_frames(rule: Rule, kind: Kind, pronoun: str) -> Iterator[Frame]:
    called = [evolve(phrase, subject=pronoun) if phrase.subject == "it" else phrase for phrase in rule.say]
    rule = evolve(rule, say=tuple(called))
    subjects = grouped(
        ((phrase.verb, phrase.before, phrase.after, phrase.noun), phrase.subject)
        for phrase in (called if pronoun != "they" else ())  # a plural verb would follow
    )
    for frame in _spoken_frames(rule, kind, pronoun):
        others = subjects.get((frame.verb, frame.before, frame.after, frame.noun), [])
        nouns = [subject for subject in others if subject.startswith(DEFINITE)]
        if pronoun in others and frame.subject in (pronoun, *nouns) and nouns:
            frame = evolve(frame, nouns=tuple(nouns) if frame.subject == pronoun else (frame.subject,))
        yield frame


def _spoken_frames(rule: Rule, kind: Kind, pronoun: str) -> Iterator[Frame]:
    for test in _sayable(rule):
        for wording in rule.say:
            frames = list(_wording_frames(rule, kind, wording, test))
            yield from (*frames, *_worse(frames, kind, wording))
        for thing in rule.want:
            frames = list(_thing_frames(rule, kind, thing, test))
            yield from (*frames, *_worse(frames, kind, _wanted(thing)))
        if test.op in ("at_most", "less", "at_least") and test.over not in ITEMS:
            yield from _limiting_frames(rule, kind, test)
        elif test == _EACH_AT_MOST:
            yield from _no_item_frames(rule, kind)
    for free in rule.also:
        for negated in (False, True):
            yield _free_frame(rule, free, pronoun, negated)


def _sayable(rule: Rule) -> list[EffectiveTest]:
    """Returns what literals of the rule can say, without repetition, in a fixed order."""
    result: dict[EffectiveTest, None] = {}
    for op in rule.tests:
        literal = GroundedLiteral(Primitive(rule.slot, Test(op, (), rule.over)))
        result[literal.effective()] = None
        result[literal.negated().effective()] = None
    return list(result)


def _wording_frames(rule: Rule, kind: Kind, wording: Wording, test: EffectiveTest) -> Iterator[Frame]:
    phrases = _phrases(kind, wording, test)
    if not phrases:
        return
    person, negated = _person(kind, wording, test)
    yield Frame(
        rule=rule.id,
        slot=rule.slot,
        statement=test,
        subject=wording.item or wording.subject,
        person=person,
        verb=wording.verb,
        third=wording.third,
        negated=negated,
        phrases=phrases,
        plural=wording.plural,
        before=wording.before,
        after=wording.after,
        noun=wording.noun,
    )


def _thing_frames(rule: Rule, kind: Kind, thing: Thing, test: EffectiveTest) -> Iterator[Frame]:
    """Yields what is wanted as a thing. Items of a list are not: "layovers" would not say which."""
    phrases = _phrases(kind, _wanted(thing), test)
    if phrases and test.op != "only" and test.over not in ITEMS:
        yield Frame(
            rule=rule.id,
            slot=rule.slot,
            statement=test,
            subject="",
            person="thing",
            verb="",
            third="",
            negated=test.negated,
            phrases=phrases,
            before=thing.before,
            noun=thing.noun,
        )


def _wanted(thing: Thing) -> Wording:
    return Wording("", "", before=thing.before, after=thing.after, noun=thing.noun)


def _limiting_frames(rule: Rule, kind: Kind, test: EffectiveTest) -> Iterator[Frame]:
    """Yields limits as negations: "I don't want to pay more than $400", "any stops", "to leave before 9
    AM".
    """
    opposite = EffectiveTest(test.over, "less" if test.op == "at_least" else "more", False)
    for wording in rule.say:
        if not wording.item and wording.subject != "there":
            phrases = _limiting(kind, wording, test, opposite)
            if phrases:
                [frame] = _wording_frames(rule, kind, wording, opposite)
                yield evolve(frame, statement=test, negated=True, phrases=phrases, limits=True)
    for thing in rule.want:
        phrases = _limiting(kind, _wanted(thing), test, opposite)
        if phrases:
            [frame] = _thing_frames(rule, kind, thing, opposite)
            yield evolve(frame, statement=test, negated=True, phrases=phrases, limits=True)


def _no_item_frames(rule: Rule, kind: Kind) -> Iterator[Frame]:
    """Yields a limit on every item as the negation of more: "no layover can last more than eight hours"."""
    for wording in rule.say:
        for frame in _wording_frames(rule, kind, wording, _ANY_MORE):
            yield evolve(frame, statement=_EACH_AT_MOST, person="no", limits=True)


def _worse(frames: Iterable[Frame], kind: Kind, wording: Wording) -> Iterator[Frame]:
    """Yields grades by what is below them: "the color is worse than F", "it can't be worse than F"."""
    grades = kind.grades
    around = bool(wording.before or wording.after)
    if grades and wording.subject != "there" and wording.verb in (("have", "") if around else ("be",)):
        # not "if it has clarity worse than SI1" where "if the clarity is worse than SI1" can be said
        phrase = evolve(_around(wording, WORSE, (None, None)), grades=grades, stiff_if=around)
        for frame in frames:
            if frame.statement.op == "one_of":
                demand = not frame.statement.negated
                yield evolve(frame, negated=demand, phrases=(phrase,), limits=demand)


def best_grades(grades: tuple[str, ...], args: tuple[Scalar, ...]) -> bool:
    """Returns whether these are the best of the grades: at least two, and not all."""
    return 2 <= len(args) < len(grades) and set(args) == set(grades[: len(args)])


def _limiting(
    kind: Kind, wording: Wording, test: EffectiveTest, opposite: EffectiveTest
) -> tuple[Phrase, ...]:
    family = family_of(kind, test.over)
    if test.op == "at_most" or (test.op == "at_least" and family in TIMES):
        return _phrases(kind, wording, opposite)
    if test.op == "at_least":
        return ()
    return (_around(wording, ANY_NOUN, (1, 1)),) if family == "count" else ()


def _person(kind: Kind, wording: Wording, test: EffectiveTest) -> tuple[str, bool]:
    """Returns the person, and whether the verb is negated."""
    if wording.item:
        if not kind.worded:
            return ("every" if test.over == "each" else "some"), False
        if test.op == "only":
            return ("some" if test.negated else "every"), test.negated
        return ("no" if test.negated else "some"), False
    if wording.subject in (*PRONOUNS, "I", "there"):
        return wording.subject, test.negated
    return ("many" if wording.plural else "one"), test.negated


def _phrases(kind: Kind, wording: Wording, test: EffectiveTest) -> tuple[Phrase, ...]:
    family = family_of(kind, test.over)
    templates = list(COMPARISONS[family].get(test.op, ()))
    if family == "year":  # "the year is 1973 or later", "it's from 1973 or later", "built in 1973 or later"
        bare = wording.verb in ("be", "") and wording.before in ("", "from")
        ins = {template.removeprefix("in ") for template in templates if template.startswith("in ")}
        templates = [
            template
            for template in templates
            if (not template.startswith("in ") if bare else template.removeprefix("exactly ") not in ins)
        ]
    if wording.verb == "be":
        if family in TIMES and not wording.before:
            templates = [template for template in templates if not template.startswith("by ")]
        # not "above 4 mm wide", "15 minutes or longer from here", "above 20 square meters"
        in_words = family == "amount" and getattr(kind.item_kind, "unit", "") not in _SIGNS
        if family not in _MEASURED or not (wording.after or in_words):
            templates += BE_COMPARISONS.get(family, {}).get(test.op, ())
        if family == "amount" and not wording.after:  # "it is $400 or less" rather than "it is at most $400"
            templates = [
                template for template in templates if not template.startswith(("at most", "at least"))
            ]
    if wording.after and wording.verb in ("be", "") and family in _MEASURED:  # "at most 4 mm wide"
        templates = [
            template
            for template in templates
            if not template.endswith((" or less", " or more")) or "{after}" in template
        ]
    if wording.after and family == "amount" and getattr(kind.item_kind, "unit", "") == "number":
        # "at most 160 calories", not "160 calories or less": what a bare number counts is no amount of it
        templates = [template for template in templates if not template.endswith(" or less")]
    limits: tuple[int | None, int | None] = (None, None)
    phrases: list[Phrase] = []
    if family == "count":
        if test.op == "less":
            limits = (2, None)
            phrases.append(_around(wording, NO_NOUN, (1, 1)))
        else:
            smallest = 0 if test.op in ("between", "within", "one_of") else 1
            limits = (smallest + (wording.subject == "there" and wording.plural), None)  # "there is one stop"
    if family == "relative":
        limits = (0, 0)
        reference = getattr(kind, "relative_to", "")
        templates = [template.replace("{ref}", reference) for template in templates]
    if family == "clock with day":
        limits = (0, 1439)
    around = (_around(wording, template, limits) for template in templates if _fits(wording, template))
    phrases = [*dict.fromkeys(around), *phrases]
    grades = kind.grades if test.op == "one_of" else ()
    return tuple([evolve(phrase, grades=grades) for phrase in phrases] if grades else phrases)


def _fits(wording: Wording, template: str) -> bool:
    """Returns whether a phrase goes with the author's words: what follows a number or a value stands close to
    it ("two stops or fewer"), and "at least" does not stand between words ("a cut of at least Premium").
    """
    if "{after}" in template and wording.after.startswith(LOOSE):
        return False
    if template in ("at least {grade}", "no worse than {grade}"):
        return not wording.after and (not wording.before or wording.before.endswith(" of"))
    if not wording.noun or not template.endswith((" or fewer", " or more")):
        return True
    return "{nouns}" in template or bool(" " not in wording.noun.many and not wording.after)


def _around(wording: Wording, template: str, limits: tuple[int | None, int | None]) -> Phrase:
    before = wording.before.removesuffix(" of") if template.startswith(WITHOUT_OF) else wording.before
    parts = (before, template, wording.after)
    if "{after}" in template:  # "a Premium cut or better"
        parts = (before, template.replace(" {after}", f" {wording.after}".rstrip()), "")
    elif template == WORSE:  # "a cut worse than Premium"
        parts = (before, wording.after, template)
    words = " ".join(part for part in parts if part)
    if template.endswith(" or fewer"):
        limits = (2, limits[1])
    return Phrase(
        words,
        uncounted(template) if "{0}" in template and "{after}" not in template else "",
        *limits,
        limiting=template.startswith(LIMITING) or template.endswith(LIMITING_ENDS),
        twofold=" or " in template.removeprefix(AT_OR) and not template.endswith(OR_BETTER),
        turned=template.startswith(("no ", "on or before ")) and template != NO_NOUN,
        stiff=template.startswith(STIFF),
        stiff_if=template.startswith(STIFF_IF) or template.endswith(STIFF_IF_ENDS),
    )


def _free_frame(rule: Rule, free: FreeWording, pronoun: str, negated: bool) -> Frame:
    return Frame(
        rule=rule.id,
        slot=rule.slot,
        statement=GroundedLiteral(Primitive(rule.slot, free.test), not negated).effective(),
        subject=pronoun,
        person=pronoun,
        verb=free.verb,
        third=free.third,
        negated=negated,
        phrases=(Phrase(free.complement),),
        fixed=free.test,
        asserted=True,
    )
