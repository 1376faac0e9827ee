"""What a domain's rules let a clause say: for every beginning (subject and verb), the endings it may have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from attrs import define, field, frozen

from cocoa_core.errors import FindingsError, Place
from cocoa_core.independent.patterns import Pattern, fold
from cocoa_core.independent.rule_reading import FixedWords, Rule, Thing, Words
from cocoa_core.independent.semantics import OPPOSITE, Literal
from cocoa_core.independent.slots import Slot
from cocoa_core.independent.verbs import allowed, denied_verb, stated
from cocoa_core.independent.yaml_loading import RESTORE
from cocoa_core.lexicon import (
    ANY_NOUN,
    ARTICLES,
    BE_COMPARISONS,
    COMPARISONS,
    HEADS,
    LIFTED,
    LIFTED_BE,
    LIMITING,
    LIMITING_ENDS,
    NO_NOUN,
    OR_BETTER,
    TIMES,
    WITHOUT_OF,
    WORSE,
)

__all__ = ["ClausePrefixes", "Complement", "Lexicon", "Limit", "build_clause_grammar", "family_of"]

_MOST_CLAUSES: Final = 100_000
_LIFTING: Final = ("it", "they", "she", "he", "I", "one", "many")
"""Persons whose wordings can say that a limit is lifted."""
_ITEMS: Final = ("every", "some", "no")
_OTHER_ITEMS: Final = {"each": "any", "any": "each"}


@frozen(cache_hash=True)
class Complement:
    """What may follow a subject and verb, and what the clause then says.

    slot, over, test, positive: of the literal; args: those that the words imply, or None where they are read
    denied: the verb is negated
    """

    pattern: Pattern
    slot: str
    over: str | None
    test: str
    positive: bool
    args: tuple[str | bool | int, ...] | None
    denied: bool


@define
class ClausePrefixes:
    """Beginnings of clauses or of parts of clauses, folded, with the endings that may follow.

    endings: by beginning, which may be empty. longest: words of the longest one
    added: endings so far, those that stand twice included

    Every ending stands with the fixed words that it begins and ends with, for a cheap look ahead.
    """

    endings: dict[str, dict[Complement, tuple[str, str]]] = field(factory=dict)
    longest: int = 0
    added: int = 0

    def add(self, words: str, ending: Complement) -> None:
        """Let an ending follow these words; either article may stand before a value."""
        fixed = ending.pattern.words
        rest, _, last = fold(words).rpartition(" ")
        last_words = ARTICLES if last in ARTICLES and fixed[0] == "" and len(fixed) > 1 else (last,)
        for one in last_words:
            self.endings.setdefault(_joined(rest, one), {})[ending] = fixed[0], fixed[-1]
        self.longest = max(self.longest, words.count(" ") + 1)
        self.added += 1
        if self.added > _MOST_CLAUSES:
            raise FindingsError(
                "the rules have too many wordings to be read",
                got=f"more than {_MOST_CLAUSES:,} clauses of one kind",
                fix=RESTORE,
                place=Place("domain/rules.yaml"),
            )


@frozen
class Limit:
    """What "it can take longer" lifts. side: `less` for a limit from above, `more` for one from below."""

    slot: str
    over: str | None
    side: str


@frozen(eq=False)
class Lexicon:
    """What can be said of a domain's options, folded but for the reasons.

    stated, allowed: clauses
    demands: by head, the tails that may follow it. longest_head: in words. unshared: heads for one tail only,
        since "no leg can be A or B" and "I don't want A and B" do not say of each what they say of both
    lifts: what lifts a limit, word for word. reasons: with a capital first letter, to the rules' own words
    """

    stated: ClausePrefixes = field(factory=ClausePrefixes)
    allowed: ClausePrefixes = field(factory=ClausePrefixes)
    demands: dict[str, list[ClausePrefixes]] = field(factory=dict)
    longest_head: int = 0
    unshared: frozenset[str] = frozenset()
    lifts: dict[str, frozenset[Limit]] = field(factory=dict)
    reasons: dict[str, str] = field(factory=dict)


@frozen
class _Said:
    """What a rule can say: a test, with `denied` where it has no test of its own for the opposite."""

    over: str | None
    test: str
    denied: bool


@define
class _Builder:
    """A lexicon in the making. tails: by person, subject, whether the verb is denied, and kind of tail."""

    stated: ClausePrefixes = field(factory=ClausePrefixes)
    allowed: ClausePrefixes = field(factory=ClausePrefixes)
    tails: dict[tuple[str, str, bool, str], ClausePrefixes] = field(factory=dict)
    lifts: dict[str, set[Limit]] = field(factory=dict)
    reasons: dict[str, str] = field(factory=dict)

    def add(self, person: str, words: Words, before: str, ending: Complement, limiting: bool) -> None:
        """Let an ending follow the verb of a wording and the author's words before it."""
        subject, verb, denied = words.subject, words.verb, ending.denied
        stating = "there are" if person == "there" and words.plural else person
        for begun in stated(stating, subject, verb, words.third, denied):
            self.stated.add(_joined(begun, before), ending)
        if not denied and not limiting:
            for begun in allowed(person, subject, verb):
                self.allowed.add(_joined(begun, before), ending)
        self.add_tail((person, subject, denied, "verb"), _joined(verb, before), ending)
        self.add_tail((person, subject, denied, "denied"), _joined(denied_verb(verb), before), ending)
        if verb == "be":
            self.add_tail((person, subject, denied, "rest"), before, ending)

    def allow_thing(self, before: str, ending: Complement) -> None:
        """Let an ending follow "I don't mind" and the author's words before a thing."""
        for begun in allowed("thing", "", ""):
            self.allowed.add(_joined(begun, before), ending)

    def add_denied(self, words: Words, before: str, ending: Complement) -> None:
        """Let an ending that is too much follow a demand that denies it."""
        self.add_tail((words.person, words.subject, True, "verb"), _joined(words.verb, before), ending)
        if words.verb == "be":
            self.add_tail((words.person, words.subject, True, "rest"), before, ending)

    def add_tail(self, key: tuple[str, str, bool, str], begun: str, ending: Complement) -> None:
        """Let a tail begin with these words and end so, if any head has such a tail and it says something."""
        person, _, denied, tail = key
        if (begun or ending.pattern.words != ("",)) and any(
            head.tail == tail for head in HEADS.get((person, denied), ())
        ):
            self.tails.setdefault(key, ClausePrefixes()).add(begun, ending)

    def built(self) -> Lexicon:
        """The lexicon, with every head before its tails."""
        demands: dict[str, list[ClausePrefixes]] = {}
        unshared: set[str] = set()
        for (person, subject, denied, tail), table in self.tails.items():
            for head in HEADS[person, denied]:
                if head.tail == tail:
                    words = fold(head.words.replace("{s}", subject))
                    demands.setdefault(words, []).append(table)
                    if denied or person in _ITEMS:
                        unshared.add(words)
        return Lexicon(
            stated=self.stated,
            allowed=self.allowed,
            demands=demands,
            longest_head=max((head.count(" ") + 1 for head in demands), default=0),
            unshared=frozenset(unshared),
            lifts={words: frozenset(limits) for words, limits in self.lifts.items()},
            reasons=self.reasons,
        )


def build_clause_grammar(rules: Iterable[Rule], slots: Mapping[str, Slot]) -> Lexicon:
    """Everything that the rules' words allow; FindingsError where it is more than can be kept."""
    builder = _Builder()
    for rule in rules:
        slot = slots[rule.slot]
        for said in dict.fromkeys(_sayable(rule)):
            for words in rule.say:
                _add_words(builder, slot, said, words)
            for thing in rule.want:
                _add_thing(builder, slot, said, thing)
            if slot.grades and said.test == "one_of":
                _add_worse(builder, slot, said, rule)
            if said.test in ("less", "at_most", "at_least") and said.over not in _OTHER_ITEMS:
                _add_limits(builder, slot, said, rule)
            if (said.over, said.test) == ("each", "at_most"):
                _add_no_item(builder, slot, said, rule)
        for fixed in rule.also:
            _add_fixed(builder, fixed)
        for words in rule.say:
            _add_lifts(builder, slot, rule, words)
        for reason in (one for side in rule.reasons.values() for one in side):
            builder.reasons.setdefault(f"{reason[:1].upper()}{reason[1:]}", reason)
    return builder.built()


def _sayable(rule: Rule) -> Iterator[_Said]:
    for test in sorted(rule.tests):
        if test in OPPOSITE:
            yield _Said(rule.over, test, False)
            yield _Said(_OTHER_ITEMS.get(rule.over or "", rule.over), OPPOSITE[test], False)
        else:
            named = "any" if test == "none" else test
            yield _Said(rule.over, named, False)
            yield _Said(rule.over, named, True)


def _add_words(builder: _Builder, slot: Slot, said: _Said, words: Words) -> None:
    person, denied = words.person, said.denied
    if person == "item":
        quantified = _quantified(slot, said)
        if quantified is None:
            return
        person, denied = quantified
    for template, args in _templates(slot, said, words, be=words.verb == "be"):
        ending = _ending(slot, said, template, args, words.after, denied)
        builder.add(person, words, _before(words, template), ending, _is_limiting(template))


def _is_limiting(template: str) -> bool:
    return template.startswith(LIMITING) or template.endswith(LIMITING_ENDS)


def _add_thing(builder: _Builder, slot: Slot, said: _Said, thing: Thing) -> None:
    if said.test == "only" or said.over in ("each", "any"):
        return  # a noun phrase does not say of how many items it speaks
    for template, args in _templates(slot, said, thing, be=False):
        ending = _ending(slot, said, template, args, thing.after, said.denied)
        if not said.denied and not _is_limiting(template):
            builder.allow_thing(_before(thing, template), ending)
        builder.add_tail(("thing", "", said.denied, "thing"), _before(thing, template), ending)


def _add_limits(builder: _Builder, slot: Slot, said: _Said, rule: Rule) -> None:
    """A limit, said by denying what is more or earlier: "I don't want to pay more than $400"."""
    around: tuple[Words | Thing, ...] = (*rule.say, *rule.want)
    for words in around:
        person = words.person if isinstance(words, Words) else "thing"
        if person in ("item", "there"):
            continue
        for template, args in _beyond(slot, said, words):
            ending = _ending(slot, said, template, args, words.after, True)
            if isinstance(words, Words) and said.test == "at_least":
                builder.add(person, words, _before(words, template), ending, limiting=True)
            elif isinstance(words, Words):
                builder.add_denied(words, _before(words, template), ending)
            else:
                builder.add_tail(("thing", "", True, "thing"), _before(words, template), ending)


def _add_no_item(builder: _Builder, slot: Slot, said: _Said, rule: Rule) -> None:
    """A limit on each item, said of none that is beyond it: "no layover can last more than an hour"."""
    for words in rule.say:
        for template, args in _templates(slot, _Said("any", "more", False), words, be=words.verb == "be"):
            ending = _ending(slot, said, template, args, words.after, False)
            builder.add("no", words, _before(words, template), ending, limiting=True)


def _add_worse(builder: _Builder, slot: Slot, said: _Said, rule: Rule) -> None:
    """What is below a grade: "the color is worse than F", "it can't be worse than F"."""
    demand = not said.denied
    around: tuple[Words | Thing, ...] = (*rule.say, *rule.want)
    for words in around:
        begun, bare = _before(words, WORSE), not (words.before or words.after)
        ending = _ending(slot, said, _joined(words.after, WORSE), None, "", demand)
        if not isinstance(words, Words):
            if not bare:
                builder.add_tail(("thing", "", demand, "thing"), begun, ending)
            if not bare and not demand:
                builder.allow_thing(begun, ending)
        elif words.person != "there" and words.verb == ("be" if bare else "have"):
            if demand:
                builder.add_denied(words, begun, ending)
            else:
                builder.add(words.person, words, begun, ending, limiting=False)


def _beyond(
    slot: Slot, said: _Said, words: Words | Thing
) -> Iterator[tuple[str, tuple[int | bool, ...] | None]]:
    """What is too much where a limit from above is said, and too early where one of times from below is."""
    be = isinstance(words, Words) and words.verb == "be"
    if said.test == "at_most":
        yield from _templates(slot, _Said(said.over, "more", False), words, be=be)
    elif said.test == "at_least":
        if family_of(slot, said.over) in TIMES:
            yield from _templates(slot, _Said(said.over, "less", False), words, be=be)
    elif family_of(slot, said.over) == "count":
        yield ANY_NOUN.replace("{nouns}", words.many), (1,)


def _before(words: Words | Thing, template: str) -> str:
    return words.before.removesuffix(" of") if template.startswith(WITHOUT_OF) else words.before


def _add_lifts(builder: _Builder, slot: Slot, rule: Rule, words: Words) -> None:
    if words.person not in _LIFTING or words.before:
        return
    family = family_of(slot, rule.over)
    table = LIFTED_BE if words.verb == "be" and family in LIFTED_BE else LIFTED
    for side, comparative in zip(("less", "more"), table.get(family, ("", "")), strict=True):
        if comparative and (words.many or "{nouns}" not in comparative):
            lifted = comparative.replace("{nouns}", words.many)
            said = _joined(f"{words.subject} can {words.verb} {lifted}", words.after)
            builder.lifts.setdefault(fold(said), set()).add(Limit(slot.name, rule.over, side))


def _ending(
    slot: Slot, said: _Said, template: str, args: tuple[int | bool, ...] | None, after: str, denied: bool
) -> Complement:
    if template.endswith(OR_BETTER):  # "a Premium cut or better"
        template, after = template.removesuffix(OR_BETTER), f"{after}{OR_BETTER}".strip()
    pattern = Pattern.of(_joined(template, after))
    return Complement(pattern, slot.name, said.over, said.test, not said.denied, args, denied)


def _joined(*parts: str) -> str:
    return " ".join(filter(None, parts))


def _quantified(slot: Slot, said: _Said) -> tuple[str, bool] | None:
    """Which items a clause speaks of (`every`, `some`, `no`), and whether its verb is denied."""
    if slot.kind == "list":
        return {"each": ("every", False), "any": ("some", False)}.get(said.over or "")
    if said.test == "only":
        return ("some", True) if said.denied else ("every", False)
    if said.test == "any":
        return ("no" if said.denied else "some"), False
    return None


def _templates(
    slot: Slot, said: _Said, words: Words | Thing, *, be: bool
) -> Iterator[tuple[str, tuple[int | bool, ...] | None]]:
    """Comparison phrases with the arguments they imply, None where they name them. be: after that verb."""
    family = family_of(slot, said.over)
    implied: tuple[int | bool, ...] | None = None
    templates = COMPARISONS[family].get(said.test, ())
    if be:
        templates += BE_COMPARISONS.get(family, {}).get(said.test, ())
    if family == "relative":
        reference = slot.numbers.relative_to if slot.numbers else ""
        templates, implied = tuple(one.replace("{ref}", reference) for one in templates), (0,)
    elif family == "boolean":
        implied = (True,)
    for template in templates:
        for noun in dict.fromkeys((words.one, words.many) if "{noun}" in template else ("",)):
            yield template.replace("{noun}", noun).replace("{nouns}", words.many), implied
    if family == "count" and said.test == "less":
        yield NO_NOUN.replace("{nouns}", words.many), (1,)


def family_of(slot: Slot, over: str | None) -> str:
    """The row of the lexicon for comparisons of the slot."""
    if over == "count":
        return "count"
    numbers = slot.numbers
    if numbers is None:
        return "grade" if slot.grades else slot.kind
    if numbers.look == "clock":
        return "clock with day" if numbers.days else "clock"
    if numbers.look == "quantity":
        by_unit = numbers.unit if numbers.unit in ("count", "rating", "year") else "amount"
        return "relative" if numbers.relative_to else by_unit
    return numbers.look


def _add_fixed(builder: _Builder, fixed: FixedWords) -> None:
    literal: Literal = fixed.literal
    words = Words(fixed.subject, fixed.subject, fixed.verb, fixed.third, "", "", "", "")
    for denied in (False, True):
        ending = Complement(
            pattern=Pattern((fold(fixed.complement),), ()),
            slot=literal.slot,
            over=literal.over,
            test=literal.test,
            positive=literal.positive != denied,
            args=literal.args,
            denied=denied,
        )
        builder.add(fixed.subject, words, "", ending, limiting=False)
