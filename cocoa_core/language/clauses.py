"""Literals as clauses: stated, demanded, allowed, lifted; a seeded choice of wordings that sound right."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache, reduce
from itertools import combinations, product
from typing import Final

from attrs import define, field, frozen

from cocoa_core.domain import Domain, GroundedLiteral, Primitive, Test, side_of
from cocoa_core.domain.kinds import Category, Kind, VocabularyKind
from cocoa_core.language.frames import Phrase, best_grades
from cocoa_core.language.spoken_values import family_of
from cocoa_core.language.wordings import Choice, Wordings
from cocoa_core.lexicon import OR_BETTER, PRONOUNS

__all__ = ["Clause", "Clauses"]

_LIMITED: Final = ("amount", "count", "duration", "rating")
"""Families whose comparisons are mostly limits."""
_HAVING: Final = ("have", "get")
_ARTICLES: Final = ("a ", "an ", "the ", "at ", "for ")
_DENIED: Final = 0.5
"""What a condition costs that denies: "if it isn't nonstop"."""
_KEPT: Final = 2048
"""Literals whose clauses are kept, some 5 KB each: those of one request are looked up again and again."""
_FEW: Final = 3
_TWO: Final = 2
"""Values that are said, at most, in place of a condition, or of a demand, that denies the others."""
_LISTED: Final = 0.35
"""What a clause costs that holds an "or" or an "and" of its own where the sentence has another."""


def _asked_together(domain: Domain) -> frozenset[frozenset[str]]:
    """Pairs of slots for which one sentence can ask, by some of their rules' words: with a verb each of one
    subject ("I want to pay ... and travel ..."), or as two things ("I need A and B"). What is not
    wanted is said alone."""
    heads: dict[str, set[tuple[str, str]]] = {slot.name: set() for slot in domain.schema.slots}
    for rule in domain.rules:
        if rule.wanted != "no":
            subjects = {(one.subject, one.verb) for one in rule.say if not one.item}
            heads[rule.slot] |= {one for one in subjects if one[0] != "I" or one[1] not in _HAVING}
            heads[rule.slot] |= {("", rule.slot) for one in rule.want if " " not in one.before}
    return frozenset(
        frozenset(pair)
        for pair in combinations(heads, 2)
        if any(one[0] == two[0] and one[1] != two[1] for one, two in product(heads[pair[0]], heads[pair[1]]))
    )


@frozen
class Clause:
    """Words, and how stiff they are beside others (0: not at all). mood: of a demand."""

    text: str
    cost: float = 0.0
    mood: str = ""


@define(eq=False)
class _Option:
    """One wording of a literal. Each clause is put into words when it is first drawn, and kept.

    phrases: those that may be drawn, with what a clause of each costs. tail: whether what several demands
    share is left out.
    """

    wordings: Wordings
    literal: GroundedLiteral
    choice: Choice
    phrases: Sequence[Phrase]
    costs: Sequence[float] = ()
    mood: str = ""
    tail: bool = False
    places: range = field(init=False)
    _clauses: dict[int, Clause] = field(factory=dict, init=False)

    @places.default
    def _by_phrase(self) -> range:
        return range(len(self.phrases))

    def draw(self, rng: random.Random) -> Clause:
        """A clause with one of the phrases."""
        return self.clause(rng.choice(self.places))

    def clause(self, place: int) -> Clause:
        """The clause with the phrase at that place."""
        clause = self._clauses.get(place)
        if clause is None:
            cost = self.costs[place] if self.costs else 0.0
            clause = self._clauses[place] = Clause(self._text(self.phrases[place]), cost, self.mood)
        return clause

    def _text(self, phrase: Phrase) -> str:
        if not self.tail:
            return self.wordings.words(self.choice, phrase, self.literal)
        lead = self.choice.begins.lead
        rest = self.wordings.rest(self.choice.frame, phrase, self.literal)
        return f"{lead} {rest}" if lead and rest else lead or rest


@frozen(eq=False)
class _Demands:
    """Wordings of a literal as a demand that sound right; by head those that can share it.

    last_by_head: a list of its own is allowed in the last one only.
    """

    options: Sequence[_Option]
    by_mood: dict[str, list[_Option]] = field(factory=dict)
    by_head: dict[str, list[_Option]] = field(factory=dict)
    last_by_head: dict[str, list[_Option]] = field(factory=dict)


@frozen(eq=False)
class Clauses:
    """Words for the literals of one domain. What it keeps changes no text.

    together: pairs of slots for which one sentence can ask.
    """

    domain: Domain
    wordings: Wordings = field(init=False, repr=False)
    together: frozenset[frozenset[str]] = field(init=False, repr=False)
    _conditions: dict[tuple[str, GroundedLiteral, bool, bool, bool], Sequence[_Option]] = field(
        factory=dict, init=False, repr=False
    )
    _demands: dict[tuple[str, GroundedLiteral, bool, bool], _Demands] = field(
        factory=dict, init=False, repr=False
    )

    @wordings.default
    def _index(self) -> Wordings:
        return Wordings(self.domain)

    @together.default
    def _pairs(self) -> frozenset[frozenset[str]]:
        return _asked_together(self.domain)

    def plain(self, literal: GroundedLiteral) -> str:
        """The literal as a plain statement in its first wording: "it costs under $400"."""
        choice = self.wordings.choices(literal)[0]
        return self.wordings.words(choice, choice.phrases[0], literal)

    def stated(
        self, literal: GroundedLiteral, rng: random.Random, *, after_if: bool, affirmative: bool, simple: bool
    ) -> Clause | None:
        """A finite clause; None where there is none as asked. simple: without a list, if it can be."""
        key = (literal.primitive.rule, literal, after_if, affirmative, simple)
        options = self._conditions.get(key)
        if options is None:
            if len(self._conditions) >= _KEPT:
                self._conditions.clear()
            options = self._conditions[key] = self._stated(literal, after_if, affirmative, simple)
        return rng.choice(options).draw(rng) if options else None

    def _stated(
        self, literal: GroundedLiteral, after_if: bool, affirmative: bool, simple: bool
    ) -> Sequence[_Option]:
        literal = self._without_denial(literal, _FEW)
        found = self.wordings.choices(literal, "cond", affirmative)
        found = (
            [one for one in found if not one.frame.denies and _is_smooth(one)]
            or [one for one in found if one.frame.limits and _is_smooth(one)]  # "if I don't land before"
            or [one for one in found if not one.frame.denies]  # "worse than", not "isn't"
            or found
        )
        loose = [one for one in found if one.begins.mood == "if"] if after_if else []
        options = []
        for choice in loose or [one for one in found if not one.begins.mood]:
            phrases = _best_sounding(choice, demanded=False, simple=simple or affirmative)
            costs = [
                _DENIED * (choice.frame.denies or phrase.turned)
                + _LISTED * (simple and _lists(literal, phrase))
                for phrase in phrases
            ]
            options.append(_Option(self.wordings, literal, choice, phrases, costs))
        return options

    def _without_denial(self, literal: GroundedLiteral, most: int) -> GroundedLiteral:
        """The literal by the values that are left, where there are so few: "business", not "isn't A or B"."""
        one = literal.primitive
        if literal.positive or one.test.op != "one_of" or len(one.test.args) == 1:
            return literal
        kind = self.domain.schema.slot(one.slot).kind
        if not isinstance(kind, VocabularyKind) or not kind.closed:
            return literal
        rest = tuple([value for value in kind.values if value not in one.test.args])
        if isinstance(kind, Category) and len(rest) > 1 and best_grades(kind.grades, one.test.args):
            return literal  # "worse than F"
        said = GroundedLiteral(Primitive(one.slot, Test("one_of", tuple(sorted(rest))), one.rule))
        few = 1 <= len(rest) <= most
        return said if few and self.wordings.sayable(one.rule, one.slot, said.primitive.test) else literal

    def allowed(self, literal: GroundedLiteral, rng: random.Random) -> Clause | None:
        """The literal as something that can be; None where it cannot be said so."""
        choices = self.wordings.choices(literal, "can")
        if not choices:
            return None
        choice = rng.choice(choices)
        phrases = [one for one in choice.phrases if not one.stiff and not one.stiff_if] or choice.phrases
        return Clause(self.wordings.words(choice, rng.choice(phrases), literal))

    def lifted(self, literal: GroundedLiteral, rng: random.Random) -> Clause | None:
        """That the literal's limit does not hold: "it can take longer"; None where that cannot be said."""
        words = self.wordings.lifting(literal)
        return Clause(rng.choice(words)) if words else None

    def demanded(
        self,
        literals: Sequence[GroundedLiteral],
        moods: Sequence[str],
        rng: random.Random,
        *,
        affirmative: bool = False,
        listed: bool = True,
        things: bool = True,
        verbs: bool = True,
    ) -> list[Clause] | None:
        """Demands that share one head, which only the first says; None where there is no such head.

        moods: those that may be used, the best first. listed: whether the last of several demands can have a
        list of its own. things, verbs: whether several can be noun phrases, with a word at most before the
        value (not "breakfast and a place rated 8.0"), or have verbs. None of several has the verb, or the
        noun, of another.
        """
        if len(literals) == 1:
            clause = self._demand(literals[0], moods, rng, affirmative)
            return None if clause is None else [clause]
        known = [self._known(literal, affirmative, shared=True) for literal in literals]
        last = known[-1].last_by_head if listed else known[-1].by_head
        tables = [*(one.by_head for one in known[:-1]), last]
        shared = reduce(lambda some, table: some & table.keys(), tables[1:], set(tables[0]))
        fitting = [
            head
            for head in tables[0]
            if head in shared and (verbs if tables[0][head][0].choice.frame.verb else things)
        ]
        wanted = [head for head in fitting if tables[0][head][0].mood in moods] or fitting
        tried = (_after(head, tables, rng) for head in rng.sample(wanted, len(wanted)))
        return next((found for found in tried if found is not None), None)

    def _demand(
        self, literal: GroundedLiteral, moods: Sequence[str], rng: random.Random, affirmative: bool
    ) -> Clause | None:
        known = self._known(literal, affirmative)
        if not known.options:
            return None
        mood = next((one for one in moods if one in known.by_mood), "")
        return rng.choice(known.by_mood.get(mood, known.options)).draw(rng)

    def _known(self, literal: GroundedLiteral, affirmative: bool, *, shared: bool = False) -> _Demands:
        """Its demands. shared: as those that leave out a head, without a list if they can."""
        key = (literal.primitive.rule, literal, affirmative, shared)
        known = self._demands.get(key)
        if known is None:
            if len(self._demands) >= _KEPT:
                self._demands.clear()
            known = self._demands[key] = self._found(literal, affirmative, shared)
        return known

    def _found(self, literal: GroundedLiteral, affirmative: bool, shared: bool) -> _Demands:
        literal = self._without_denial(literal, _TWO)
        choices = self.wordings.choices(literal, "must", affirmative)
        kind = self.domain.schema.slot(literal.primitive.slot).kind
        own = any(
            one.frame.asserted for one in choices
        )  # "nonstop" or "not any stops" rather than "no stops"
        known = [one for one in choices if not own or one.frame.asserted or one.frame.limits]
        right = [one for one in known if _sounds_right(one, kind, literal)]
        if side_of(literal.effective()) == "more" and family_of(kind, literal.primitive.test.over) == "date":
            right = [one for one in right if one.frame.limits] or right  # "I can't leave before May 4"
        found = _Demands(
            [
                _Option(
                    self.wordings,
                    literal,
                    choice,
                    _best_sounding(choice, demanded=True, simple=affirmative or shared),
                    mood=choice.begins.mood,
                    tail=shared,
                )
                for choice in right or choices
            ]
        )
        for option in found.options:
            choice = option.choice
            found.by_mood.setdefault(option.mood, []).append(option)
            # not "I want breakfast and a place rated 8.0"
            if choice.frame.shares and (choice.frame.verb or " " not in choice.frame.before):
                found.last_by_head.setdefault(choice.begins.head, []).append(option)
                if any(not _lists(literal, phrase) for phrase in choice.phrases):
                    found.by_head.setdefault(choice.begins.head, []).append(option)
        return found


def _after(head: str, tables: Sequence[dict[str, list[_Option]]], rng: random.Random) -> list[Clause] | None:
    """Demands of one head; None where one sounds wrong there, or two have the same verb or noun."""
    found, leads = [], []
    for place, table in enumerate(tables):
        option = rng.choice(table[head])
        begins, frame = option.choice.begins, option.choice.frame
        number = rng.choice(option.places)
        if option.phrases[number].stiff:  # not "travel no earlier than July 29 and ..."
            return None
        clause = option.clause(number)
        found.append(clause if place else Clause(f"{head} {clause.text}", 0.0, clause.mood))
        leads.append(begins.lead or " ".join(frame.before.split()[:2]))
    return found if len({*leads} - {""}) == len([one for one in leads if one]) else None


def _best_sounding(choice: Choice, *, demanded: bool, simple: bool) -> Sequence[Phrase]:
    """Phrases that sound best: people say "more than two", "no more than two", seldom "at most".

    simple: without an "or" of its own, if there is such a one.
    """
    return _best_of(choice.phrases, choice.frame.denies, demanded, simple)


@lru_cache(maxsize=_KEPT)
def _best_of(phrases: tuple[Phrase, ...], denies: bool, demanded: bool, simple: bool) -> Sequence[Phrase]:
    found: dict[int, list[Phrase]] = {}
    for phrase in phrases:
        stiff = phrase.stiff or (phrase.stiff_if and not demanded)
        turned = phrase.turned and not (demanded and phrase.limiting and not denies)
        twofold = phrase.twofold and (demanded or simple)  # "at least ten" rather than "ten or more"
        found.setdefault(4 * (simple and phrase.twofold) + 2 * stiff + (turned or twofold), []).append(phrase)
    return found[min(found)]


def _is_smooth(choice: Choice) -> bool:
    """Whether a condition can say it without a stiff phrase."""
    return not choice.phrases or any(not one.stiff and not one.stiff_if for one in choice.phrases)


def _lists(literal: GroundedLiteral, phrase: Phrase) -> bool:
    """Whether the words hold an "or" or an "and" of their own."""
    if "{grade}" in phrase.template:
        return phrase.template.endswith(OR_BETTER)
    return phrase.twofold or len(literal.primitive.test.args) > 1


def _sounds_right(choice: Choice, kind: Kind, literal: GroundedLiteral) -> bool:
    """Whether the beginning is good English with this wording; what is not can be read all the same."""
    begins, frame, test = choice.begins, choice.frame, literal.primitive.test
    if frame.limits and frame.phrases[0].grades:  # "G or better", not "no worse than G"
        return False
    if frame.person == "thing":
        if begins.mood == "only":  # "I'm only okay with two colors"
            return False
        if (
            begins.mood == "need" and family_of(kind, test.over) == "count"
        ):  # not "I need no more than one stop"
            return False
        return not _says_none(literal) or begins.mood == "want"  # not "I need no stops"
    if frame.person == "I" and frame.negated and begins.mood == "has":  # "I can't leave before May 4"
        return frame.limits and frame.verb not in _HAVING and not _says_none(literal)
    if frame.person == "I" and begins.mood in ("has", "need"):  # "I have to spend at most ..." allows nothing
        limited = family_of(kind, test.over) in _LIMITED and side_of(literal.effective()) != "more"
        return frame.verb not in _HAVING and not limited
    if frame.person == "I":  # "I want a leg with", not "I want to have" one
        return frame.verb not in _HAVING
    if frame.person == "no":  # "no layover can last more than an hour", not "no leg should be with"
        return frame.limits and begins.mood == "has"
    if frame.person == "every":  # not "every layover has to last no more than an hour"
        return literal.effective().op != "at_most"
    if frame.person == "there":  # not "I want there to be", "there has to be two beds"
        return begins.mood == "should" or (begins.mood == "has" and not frame.plural)
    if frame.person in ("one", "many"):  # not "I need the weight to be", "it must take at most two"
        limited = family_of(kind, test.over) == "count" and literal.effective().op == "at_most"
        return begins.mood != "need" and (frame.limits or not limited)
    if frame.person in PRONOUNS:
        measured = side_of(literal.effective()) in ("less", "more") and not frame.asserted
        if begins.lead or measured:  # not "I want it to cost", "I need it more than 5 mm long"
            return begins.mood not in ("want", "need", "like")
        return not f"{frame.before} ".startswith(_ARTICLES)
    return True


def _says_none(literal: GroundedLiteral) -> bool:
    return literal.primitive.test.args == (1,) and literal.effective().op == "less"
