"""The clauses that a domain's rules allow: beginnings (subject and verb) with their complements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from attrs import define, evolve, field, frozen

from cocoa_core.errors import FindingsError, Place
from cocoa_core.independent.kinds import kind_named
from cocoa_core.independent.patterns import Pattern, fold
from cocoa_core.independent.rule_reading import FixedWords, Rule, Thing, Words
from cocoa_core.independent.semantics import OPPOSITE, Literal
from cocoa_core.independent.slots import Slot
from cocoa_core.independent.yaml_files import RESTORE
from cocoa_core.lexicon import (
    ANY_NOUN,
    ARTICLES,
    BE_COMPARISONS,
    COMPARISONS,
    HEADS,
    LIFTED,
    LIFTED_BE,
    LIFTED_BRIEFLY,
    LIMITING,
    LIMITING_ENDS,
    LIMITS,
    NO_NOUN,
    TIMES,
    WITHOUT_OF,
    WORSE,
    uncounted,
)

_STATED_BE: Final = {
    ("they", False): ("they're", "they are"),
    ("they", True): ("they aren't", "they're not", "they are not"),
    ("she", False): ("she's", "she is"),
    ("she", True): ("she isn't", "she's not", "she is not"),
    ("he", False): ("he's", "he is"),
    ("he", True): ("he isn't", "he's not", "he is not"),
    ("it", False): ("it's", "it is"),
    ("it", True): ("it isn't", "it's not", "it is not"),
    ("I", False): ("I'm", "I am"),
    ("I", True): ("I'm not", "I am not"),
    ("there", False): ("there's", "there is"),
    ("there", True): ("there isn't", "there is not"),
    ("there are", False): ("there are",),
    ("there are", True): ("there aren't", "there are not"),
    ("one", False): ("{s} is",),
    ("one", True): ("{s} isn't", "{s} is not"),
    ("many", False): ("{s} are",),
    ("many", True): ("{s} aren't", "{s} are not"),
    ("every", False): ("every {s} is",),
    ("some", False): ("at least one {s} is", "any {s} is"),
    ("some", True): ("at least one {s} isn't", "at least one {s} is not", "any {s} isn't"),
    ("no", False): ("no {s} is",),
}
_STATED: Final = {
    ("they", False): ("they {verb}",),
    ("they", True): ("they don't {verb}", "they do not {verb}"),
    ("she", False): ("she {third}",),
    ("she", True): ("she doesn't {verb}", "she does not {verb}"),
    ("he", False): ("he {third}",),
    ("he", True): ("he doesn't {verb}", "he does not {verb}"),
    ("it", False): ("it {third}",),
    ("it", True): ("it doesn't {verb}", "it does not {verb}"),
    ("I", False): ("I {verb}",),
    ("I", True): ("I don't {verb}", "I do not {verb}"),
    ("one", False): ("{s} {third}",),
    ("one", True): ("{s} doesn't {verb}", "{s} does not {verb}"),
    ("many", False): ("{s} {verb}",),
    ("many", True): ("{s} don't {verb}", "{s} do not {verb}"),
    ("every", False): ("every {s} {third}",),
    ("some", False): ("at least one {s} {third}", "any {s} {third}"),
    ("some", True): (
        "at least one {s} doesn't {verb}",
        "at least one {s} does not {verb}",
        "any {s} doesn't {verb}",
    ),
    ("no", False): ("no {s} {third}",),
}
_ALLOWED: Final = {
    "it": ("it can {verb}", "it may {verb}"),
    "they": ("they can {verb}", "they may {verb}"),
    "she": ("she can {verb}", "she may {verb}"),
    "he": ("he can {verb}", "he may {verb}"),
    "I": ("I can {verb}", "I'm willing to {verb}", "I am willing to {verb}"),
    "thing": ("I'm okay with", "I'm fine with", "I don't mind"),
    "there": ("there can {verb}", "there may {verb}"),
    "one": ("{s} can {verb}", "{s} may {verb}"),
    "many": ("{s} can {verb}", "{s} may {verb}"),
}
_NO_WORDS: Final[tuple[str, ...]] = ()


def stated(person: str, subject: str, verb: str, third: str, denied: bool) -> tuple[str, ...]:
    """Returns every beginning of a clause that states something; empty where English has no plain one.

    Args:
        person: the pronoun of options, or `I`, `there`, `there are`, `one`, `many`; of items `every`, `some`,
            `no`.
        subject: the noun phrase where the person is none.
        verb: the base form.
        denied: whether the verb is negated.
    """
    first, blank, rest = verb.partition(" ")
    if first == "be":
        templates = _STATED_BE.get((person, denied), _NO_WORDS)
        return tuple(f"{template.format(s=subject)}{blank}{rest}" for template in templates)
    templates = _STATED.get((person, denied), _NO_WORDS)
    return tuple(template.format(s=subject, verb=verb, third=third) for template in templates)


def allowed(person: str, subject: str, verb: str) -> tuple[str, ...]:
    """Returns every beginning of a clause that allows something."""
    return tuple(pattern.format(s=subject, verb=verb) for pattern in _ALLOWED.get(person, _NO_WORDS))


def _denied_verb(verb: str) -> str:
    """Returns the third person of a verb, negated: "isn't in", "doesn't leave"."""
    first, blank, rest = verb.partition(" ")
    return f"isn't{blank}{rest}" if first == "be" else f"doesn't {verb}"


_MOST_CLAUSES: Final = 100_000
_LIFTING: Final = ("it", "they", "she", "he", "I", "one", "many")
"""Persons whose wordings can say that a limit is lifted."""
_ITEMS: Final = ("every", "some", "no")
_OTHER_ITEMS: Final = {"each": "any", "any": "each"}


@frozen(cache_hash=True)
class Complement:
    """What may follow a subject and verb, and what the clause then says."""

    pattern: Pattern
    slot: str
    over: str | None
    test: str
    positive: bool
    """As in the literal that the clause states, like the three fields before."""
    args: tuple[str | bool | int, ...] | None
    """The arguments that the words imply; None where they are read from the text."""
    denied: bool
    """Whether the verb is negated."""


Endings = dict[tuple[str, str], dict[Complement, tuple[str, str]]]
"""Complements by their first word and by their last; "" for those that leave it open. Each stands with the
fixed words that it begins and ends with, which are compared first.
"""


@define
class ClausePrefixes:
    """Beginnings of clauses, or of parts of clauses, in lower case, with the complements that may follow."""

    endings: dict[str, Endings] = field(factory=dict)
    """What may follow each beginning, which may be empty."""
    longest: dict[str, int] = field(factory=dict)
    """The number of words of the longest beginning, by its first word."""
    added: int = 0
    """The number of complements added, repetitions included."""

    def add(self, words: str, ending: Complement) -> None:
        """Lets a complement follow these words. Either article may stand before a value."""
        fixed = ending.pattern.words
        rest, _, last = fold(words).rpartition(" ")
        last_words = ARTICLES if last in ARTICLES and fixed[0] == "" and len(fixed) > 1 else (last,)
        opening, opening_blank, _ = fixed[0].partition(" ")
        _, closing_blank, closing = fixed[-1].rpartition(" ")
        words_around = (
            opening if opening_blank or len(fixed) == 1 else "",
            closing if closing_blank or len(fixed) == 1 else "",
        )
        for last_word in last_words:
            beginning = _joined(rest, last_word)
            endings = self.endings.setdefault(beginning, {})
            endings.setdefault(words_around, {})[ending] = fixed[0], fixed[-1]
            _lengthen(self.longest, beginning)
        self.added += 1
        if self.added > _MOST_CLAUSES:
            raise FindingsError(
                "the rules have too many wordings to be read",
                got=f"more than {_MOST_CLAUSES:,} clauses of one kind",
                fix=RESTORE,
                place=Place("domain/rules.yaml"),
            )


def _lengthen(longest: dict[str, int], words: str) -> None:
    first, *_ = words.split(" ", 1)
    longest[first] = max(longest.get(first, 0), words.count(" ") + 1)


@frozen
class Limit:
    """The limit that a sentence such as "it can take longer" lifts."""

    slot: str
    over: str | None
    side: str
    """`less` for an upper limit, `more` for a lower one."""


@frozen(eq=False)
class Lexicon:
    """Everything that can be said of a domain's options, in lower case except for the reasons."""

    stated: ClausePrefixes = field(factory=ClausePrefixes)
    allowed: ClausePrefixes = field(factory=ClausePrefixes)
    """The beginnings of clauses that allow something; `stated` has those that state something."""
    things: ClausePrefixes = field(factory=ClausePrefixes)
    """The noun phrases of what is wanted."""
    limits: ClausePrefixes = field(factory=ClausePrefixes)
    """Comparisons without the words around them."""
    again: ClausePrefixes = field(factory=ClausePrefixes)
    """What `stated` has about a thing in the singular, with "it" for the thing."""
    demands: dict[str, list[ClausePrefixes]] = field(factory=dict)
    """The tails that may follow each head, by the head."""
    longest_head: dict[str, int] = field(factory=dict)
    """The number of words of the longest head, by its first word."""
    unshared: set[str] = field(factory=set)
    """Heads that take one tail only: "no leg can be A or B" and "I don't want A and B" do not say of each
    tail what they say of both.
    """
    lifts: dict[str, set[Limit]] = field(factory=dict)
    """The limits that a text lifts, by the whole text."""
    reasons: dict[str, str] = field(factory=dict)
    """The rules' own words of each reason, by the reason with a capital first letter."""


@frozen
class _Said:
    """What a rule can say."""

    over: str | None
    test: str
    denied: bool
    """Whether the test is negated; always False for tests whose opposite is a test too."""


@frozen
class _Builder:
    """Collects the clauses of a lexicon."""

    lexicon: Lexicon = field(factory=Lexicon)
    """Without the tails of demands and things."""
    tails: dict[tuple[str, str, bool, str], ClausePrefixes] = field(factory=dict)
    """By person, subject, whether the verb is negated, and the kind of tail."""

    def add(self, person: str, words: Words, before: str, ending: Complement, limiting: bool) -> None:
        """Lets a complement follow the verb of a wording and the author's words before it."""
        subject, verb, denied = words.subject, words.verb, ending.denied
        stating = "there are" if person == "there" and words.plural else person
        for beginning in stated(stating, subject, verb, words.third, denied):
            self.lexicon.stated.add(_joined(beginning, before), ending)
        if person == "one":
            for beginning in stated("it", "it", verb, words.third, denied):
                self.lexicon.again.add(_joined(beginning, before), ending)
        if not denied and not limiting:
            for beginning in allowed(person, subject, verb):
                self.lexicon.allowed.add(_joined(beginning, before), ending)
        self.add_tail((person, subject, denied, "verb"), _joined(verb, before), ending)
        self.add_tail((person, subject, denied, "denied"), _joined(_denied_verb(verb), before), ending)
        if verb == "be":
            self.add_tail((person, subject, denied, "rest"), before, ending)

    def allow_thing(self, before: str, ending: Complement) -> None:
        """Lets a complement follow "I don't mind" and the author's words before a noun phrase."""
        for beginning in allowed("thing", "", ""):
            self.lexicon.allowed.add(_joined(beginning, before), ending)

    def add_denied(self, words: Words, before: str, ending: Complement) -> None:
        """Lets a complement that says too much follow a demand that denies it."""
        self.add_tail((words.person, words.subject, True, "verb"), _joined(words.verb, before), ending)
        if words.verb == "be":
            self.add_tail((words.person, words.subject, True, "rest"), before, ending)

    def add_tail(self, key: tuple[str, str, bool, str], beginning: str, ending: Complement) -> None:
        """Lets a tail begin with these words and end with the complement, if some head takes such a tail and
        it is not empty.
        """
        person, _, denied, tail = key
        if (beginning or ending.pattern.words != ("",)) and any(
            head.tail == tail for head in HEADS.get((person, denied), ())
        ):
            self.tails.setdefault(key, ClausePrefixes()).add(beginning, ending)

    def built(self) -> Lexicon:
        """Returns the lexicon, in which every head has its tails."""
        lexicon = self.lexicon
        for (person, subject, denied, tail), table in self.tails.items():
            for head in HEADS[person, denied]:
                if head.tail == tail:
                    words = fold(head.words.replace("{s}", subject))
                    lexicon.demands.setdefault(words, []).append(table)
                    _lengthen(lexicon.longest_head, words)
                    if denied or person in _ITEMS:
                        lexicon.unshared.add(words)
        return evolve(lexicon, things=self.tails.get(("thing", "", False, "thing"), lexicon.things))


def build_clause_grammar(rules: Iterable[Rule], slots: Mapping[str, Slot]) -> Lexicon:
    """Collects every clause that the rules allow.

    Raises:
        FindingsError: there are more clauses than can be kept.
    """
    builder = _Builder()
    for rule in rules:
        slot = slots[rule.slot]
        for meaning in dict.fromkeys(_sayable(rule)):
            for words in rule.say:
                _add_words(builder, slot, meaning, words)
            for thing in rule.want:
                _add_thing(builder, slot, meaning, thing)
            for template in COMPARISONS["count"].get(meaning.test, ()) if _counts(slot, meaning) else ():
                _add_comparison(builder, slot, meaning, uncounted(template))
            if slot.grades and meaning.test == "one_of":
                _add_worse(builder, slot, meaning, rule)
            if meaning.test in ("less", "at_most", "at_least") and meaning.over not in _OTHER_ITEMS:
                _add_limits(builder, slot, meaning, rule)
            if (meaning.over, meaning.test) == ("each", "at_most"):
                _add_no_item(builder, slot, meaning, rule)
        for fixed in rule.also:
            _add_fixed(builder, fixed)
        for words in rule.say:
            _add_lifts(builder, slot, rule, words)
        _add_brief_lifts(builder, slot, rule)
        for reason in (reason_text for side in rule.reasons.values() for reason_text in side):
            builder.lexicon.reasons.setdefault(f"{reason[:1].upper()}{reason[1:]}", reason)
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


def _add_words(builder: _Builder, slot: Slot, meaning: _Said, words: Words) -> None:
    person, denied = words.person, meaning.denied
    if person == "item":
        quantified = _quantified(slot, meaning)
        if quantified is None:
            return
        person, denied = quantified
    for template, args in _templates(slot, meaning, words, be=words.verb == "be"):
        ending = _ending(slot, meaning, template, args, words.after, denied)
        builder.add(person, words, _before(words, template), ending, _is_limiting(template))
        _add_comparison(builder, slot, meaning, template)


def _counts(slot: Slot, meaning: _Said) -> bool:
    return family_of(slot, meaning.over) == "count"


def _add_comparison(builder: _Builder, slot: Slot, meaning: _Said, template: str) -> None:
    """Adds a comparison that stands alone after a demand about its slot: "and under $400 if"."""
    parted = "{0}" in template and "{after}" not in template
    if parted and meaning.test in LIMITS and not meaning.denied and meaning.over not in _OTHER_ITEMS:
        builder.lexicon.limits.add("", _ending(slot, meaning, template, None, "", False))


def _is_limiting(template: str) -> bool:
    return template.startswith(LIMITING) or template.endswith(LIMITING_ENDS)


def _add_thing(builder: _Builder, slot: Slot, meaning: _Said, thing: Thing) -> None:
    if meaning.test == "only" or meaning.over in ("each", "any"):
        return  # a noun phrase does not say of how many items it speaks
    for template, args in _templates(slot, meaning, thing, be=False):
        ending = _ending(slot, meaning, template, args, thing.after, meaning.denied)
        if not meaning.denied and not _is_limiting(template):
            builder.allow_thing(_before(thing, template), ending)
        builder.add_tail(("thing", "", meaning.denied, "thing"), _before(thing, template), ending)
        _add_comparison(builder, slot, meaning, template)


def _add_limits(builder: _Builder, slot: Slot, meaning: _Said, rule: Rule) -> None:
    """Adds limits that are said by denying what is beyond them: "I don't want to pay more than $400"."""
    around: tuple[Words | Thing, ...] = (*rule.say, *rule.want)
    for words in around:
        person = words.person if isinstance(words, Words) else "thing"
        if person in ("item", "there"):
            continue
        for template, args in _beyond(slot, meaning, words):
            ending = _ending(slot, meaning, template, args, words.after, True)
            if isinstance(words, Words) and meaning.test == "at_least":
                builder.add(person, words, _before(words, template), ending, limiting=True)
            elif isinstance(words, Words):
                builder.add_denied(words, _before(words, template), ending)
            else:
                builder.add_tail(("thing", "", True, "thing"), _before(words, template), ending)


def _add_no_item(builder: _Builder, slot: Slot, meaning: _Said, rule: Rule) -> None:
    """Adds limits on each item that are said of no item: "no layover can last more than an hour"."""
    for words in rule.say:
        for template, args in _templates(slot, _Said("any", "more", False), words, be=words.verb == "be"):
            ending = _ending(slot, meaning, template, args, words.after, False)
            builder.add("no", words, _before(words, template), ending, limiting=True)


def _add_worse(builder: _Builder, slot: Slot, meaning: _Said, rule: Rule) -> None:
    """Adds what is below a grade: "the color is worse than F", "it can't be worse than F"."""
    demand = not meaning.denied
    around: tuple[Words | Thing, ...] = (*rule.say, *rule.want)
    for words in around:
        beginning, bare = _before(words, WORSE), not (words.before or words.after)
        ending = _ending(slot, meaning, _joined(words.after, WORSE), None, "", demand)
        if not isinstance(words, Words):
            if not bare:
                builder.add_tail(("thing", "", demand, "thing"), beginning, ending)
            if not bare and not demand:
                builder.allow_thing(beginning, ending)
        elif words.person != "there" and words.verb == ("be" if bare else "have"):
            if demand:
                builder.add_denied(words, beginning, ending)
            else:
                builder.add(words.person, words, beginning, ending, limiting=False)


def _beyond(
    slot: Slot, meaning: _Said, words: Words | Thing
) -> Iterator[tuple[str, tuple[int | bool, ...] | None]]:
    """Yields comparisons beyond a limit: too much for an upper one, too early for a lower time."""
    be = isinstance(words, Words) and words.verb == "be"
    if meaning.test == "at_most":
        yield from _templates(slot, _Said(meaning.over, "more", False), words, be=be)
    elif meaning.test == "at_least":
        if family_of(slot, meaning.over) in TIMES:
            yield from _templates(slot, _Said(meaning.over, "less", False), words, be=be)
    elif family_of(slot, meaning.over) == "count":
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
            clause = _joined(f"{words.subject} can {words.verb} {lifted}", words.after)
            builder.lexicon.lifts.setdefault(fold(clause), set()).add(Limit(slot.name, rule.over, side))


def _add_brief_lifts(builder: _Builder, slot: Slot, rule: Rule) -> None:
    if rule.over not in _OTHER_ITEMS:
        texts = LIFTED_BRIEFLY.get(family_of(slot, rule.over), ())
        for side, text in zip(("less", "more"), texts, strict=False):  # `texts` may be empty
            builder.lexicon.lifts.setdefault(text, set()).add(Limit(slot.name, rule.over, side))


def _ending(
    slot: Slot, meaning: _Said, template: str, args: tuple[int | bool, ...] | None, after: str, denied: bool
) -> Complement:
    if "{after}" in template:  # "a Premium cut or better"
        template, after = _joined(*template.replace("{after}", after).split()), ""
    pattern = Pattern.of(_joined(template, after))
    return Complement(pattern, slot.name, meaning.over, meaning.test, not meaning.denied, args, denied)


def _joined(*parts: str) -> str:
    return " ".join(filter(None, parts))


def _quantified(slot: Slot, meaning: _Said) -> tuple[str, bool] | None:
    """Returns which items a clause speaks of (`every`, `some`, `no`), and whether its verb is denied."""
    if meaning.over in ("each", "any"):
        return "every" if meaning.over == "each" else "some", False
    if meaning.test == "only":
        return ("some", True) if meaning.denied else ("every", False)
    if meaning.test == "any":
        return ("no" if meaning.denied else "some"), False
    return None


def _templates(
    slot: Slot, meaning: _Said, words: Words | Thing, *, be: bool
) -> Iterator[tuple[str, tuple[int | bool, ...] | None]]:
    """Yields pairs of a comparison phrase and the arguments it implies, None where the phrase names them."""
    family = family_of(slot, meaning.over)
    implied: tuple[int | bool, ...] | None = None
    templates = COMPARISONS[family].get(meaning.test, ())
    if be:
        templates += BE_COMPARISONS.get(family, {}).get(meaning.test, ())
    if family == "relative":
        reference = slot.numbers.relative_to if slot.numbers else ""
        templates, implied = tuple(phrase.replace("{ref}", reference) for phrase in templates), (0,)
    elif family == "boolean":
        implied = (True,)
    for template in templates:
        for noun in dict.fromkeys((words.one, words.many) if "{noun}" in template else ("",)):
            yield template.replace("{noun}", noun).replace("{nouns}", words.many), implied
    if family == "count" and meaning.test == "less":
        yield NO_NOUN.replace("{nouns}", words.many), (1,)


def family_of(slot: Slot, over: str | None) -> str:
    """Returns the name of the lexicon's row of comparisons for a slot."""
    if over == "count":
        return "count"
    return kind_named(slot.kind).comparison_row(slot)


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
