"""Words literals as clauses (stated, demanded, allowed, lifted), by a seeded choice among wordings that sound
right.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Final, NamedTuple, TypeVar

from attrs import evolve, field, frozen

from cocoa_core.domain import Domain, GroundedLiteral, Primitive, Test, side_of
from cocoa_core.domain.kinds import Kind, VocabularyKind
from cocoa_core.grouping import grouped
from cocoa_core.language.frames import Frame, Phrase, best_grades
from cocoa_core.language.spoken_values import family_of
from cocoa_core.language.wordings import WordingChoice, Wordings
from cocoa_core.lexicon import INDEFINITE, OR_BETTER, PRONOUNS, SPEECHES, Speech

_T = TypeVar("_T")

_LIMITED: Final = ("amount", "count", "duration", "rating")
"""Families whose comparisons mostly are limits."""
_MEASURES: Final = ("less", "more")
_HAVING: Final = ("have", "get")
_WISHING: Final = ("want", "like", "need")
"""Moods of which strict readers marked the demands about an attribute: "I want the deadline to be after"."""
_SEVERAL_SLOTS: Final = 3
"""From so many slots on, the noun of a wish stands for an option: "job", "employer", "stone", "room". Nouns
of fewer are features, such as the commute (one slot), which may be wanted after an "if".
"""
_ARTICLES: Final = ("a ", "an ", "the ", "at ", "for ")
_DENIED: Final = 0.5
"""The cost of a condition that is a negation: "if it isn't nonstop"."""
_KEPT: Final = 2048
"""The number of literals whose clauses are cached, and of shapes of literals whose options are: those of one
request are looked up repeatedly.
"""
_FEW: Final = 3
_TWO: Final = 2
"""The most values that are named in place of the negation of the others: `_FEW` in a condition, `_TWO` in a
demand.
"""
_LISTED: Final = 0.35
"""The cost of a clause with an "or" or "and" of its own where the sentence has another."""


def _asked_together(domain: Domain) -> frozenset[frozenset[str]]:
    """Returns pairs of slots that one sentence can ask for, by the words of some of their rules.

    Either one subject has a verb for each ("I want to pay ... and travel ..."), or both are things ("I need A
    and B"). What is not wanted is said alone.
    """
    heads: dict[str, set[tuple[str, str]]] = {slot.name: set() for slot in domain.schema.slots}
    for rule in domain.rules:
        if rule.wanted != "no":
            subjects = {(wording.subject, wording.verb) for wording in rule.say if not wording.item}
            heads[rule.slot] |= {head for head in subjects if head[0] != "I" or head[1] not in _HAVING}
            heads[rule.slot] |= {("", rule.slot) for thing in rule.want if " " not in thing.before}
    return frozenset(
        frozenset(pair)
        for pair in combinations(heads, 2)
        if any(
            subject == other_subject and verb != other_verb
            for (subject, verb), (other_subject, other_verb) in product(heads[pair[0]], heads[pair[1]])
        )
    )


@frozen
class Clause:
    """Words, and how stiff they are beside others (0: not at all)."""

    text: str
    cost: float = 0.0
    mood: str = ""
    """The mood of a demand; empty for other clauses."""
    pronoun: str = ""
    """The same words where the option has just been named, with a pronoun for it; empty where they are as
    good.
    """
    around: tuple[object, ...] = ()
    """What a condition says beside its comparison: see `_Option.around`."""
    subject: str = ""
    """The subject of a condition, where it is one thing: "it" can be said for it."""


class ClauseKind(NamedTuple):
    """What kind of finite clause a sentence form takes in one of its places."""

    after_if: bool = True
    """Whether it stands after "if"."""
    affirmative: bool = False
    """Whether it must not be a negation."""
    simple: bool = True
    """Whether it should have no list, if that is possible."""
    impersonal: bool = False
    """Whether "I" must not be its subject."""


class DemandGroup(NamedTuple):
    """Demands of a sentence form that share one head."""

    places: Sequence[int]
    """The places of their literals in the form, which count from 1."""
    affirmative: bool = False
    """Whether they must not be negations."""
    listed: bool = True
    """Whether the last of several demands may have a list of its own."""
    things: bool = True
    """Whether several may be noun phrases, with at most one word before the value (not "breakfast and a place
    rated 8.0").
    """
    one_topic: bool = False
    """Whether several may have verbs only where their slots are of one topic, so that one subject can have a
    verb for each.
    """
    compared: bool = False
    """Whether the last of two is a comparison alone, with the words of the first."""
    conditional: bool = False
    """Whether the sentence begins with the condition of the demand."""


@frozen(eq=False)
class _Option:
    """A wording, of any literal that has the same rule and sign, and differs at most in its arguments."""

    number: int
    """Its index among the options of its literal."""
    choice: WordingChoice
    phrases: Sequence[Phrase]
    """The phrases that may be drawn; `costs` has the cost of a clause of each."""
    costs: Sequence[float] = ()
    mood: str = ""
    tail: bool = False
    """Whether the words that several demands share are left out."""
    indices: range = field(init=False)
    """Those of the phrases."""

    @indices.default
    def _of_phrases(self) -> range:
        return range(len(self.phrases))

    @property
    def around(self) -> tuple[object, ...]:
        """The words beside the comparison: subject and verb, and the author's before and after it."""
        frame = self.choice.frame
        return self.choice.begins.words, frame.before, frame.noun, frame.after


@frozen(eq=False)
class _Options:
    """The wordings of a literal that sound right; of demands, also by mood and by the head that they can
    share.
    """

    options: Sequence[_Option]
    by_mood: dict[str, list[_Option]] = field(factory=dict)
    conditional: dict[str, list[_Option]] = field(factory=dict)
    """Those by mood that can follow an "if": strict readers marked a wish for the option itself there ("If it
    requires German, I need a job that pays over $50,000"). All where there are no others.
    """
    by_head: dict[str, list[_Option]] = field(factory=dict)
    last_by_head: dict[str, list[_Option]] = field(factory=dict)
    """Only the last of several demands may have a list of its own."""


@frozen(eq=False)
class _Spoken:
    """The options of one literal. Each clause is put into words when it is first drawn, and cached."""

    wordings: Wordings
    literal: GroundedLiteral
    options: _Options
    _clauses: dict[tuple[int, int], Clause] = field(factory=dict, init=False)

    def draw(self, options: Sequence[_Option], rng: random.Random) -> Clause:
        """Draws one of the options, and a clause with one of its phrases."""
        option = rng.choice(options)
        return self.clause(option, rng.choice(option.indices))

    def clause(self, option: _Option, index: int) -> Clause:
        """Returns the clause with the phrase of this index."""
        key = option.number, index
        clause = self._clauses.get(key)
        if clause is None:
            cost = option.costs[index] if option.costs else 0.0
            text = self._text(option, option.phrases[index])
            frame = option.choice.frame
            subject = frame.subject if frame.person == "one" else ""
            clause = Clause(text, cost, option.mood, around=option.around, subject=subject)
            if not option.tail:
                clause = _called(clause, frame, self.wordings.domain.schema.pronoun, frame.nouns)
            self._clauses[key] = clause
        return clause

    def _text(self, option: _Option, phrase: Phrase) -> str:
        choice = option.choice
        if not option.tail:
            return self.wordings.words(choice, phrase, self.literal)
        lead = choice.begins.lead
        rest = self.wordings.rest(choice.frame, phrase, self.literal)
        return f"{lead} {rest}" if lead and rest else lead or rest


class _Compared(NamedTuple):
    """A wording of a demand, and what says another one of the same slot with its words."""

    option: _Option
    phrase_index: int
    """The index of the option's phrase."""
    choice: WordingChoice
    phrase: Phrase
    """A comparison without the words around it."""


@frozen(eq=False)
class Clauses:
    """Words for the literals of one domain. Its caches change no text."""

    domain: Domain
    wordings: Wordings = field(init=False, repr=False)
    together: frozenset[frozenset[str]] = field(init=False, repr=False)
    """Pairs of slots that one sentence can ask for."""
    _option_nouns: frozenset[str] = field(init=False, repr=False)
    """Nouns that stand for an option, or most of it: what wishes about `_SEVERAL_SLOTS` slots are about."""
    _spoken: dict[tuple[object, ...], _Spoken] = field(factory=dict, init=False, repr=False)
    _options: dict[tuple[object, ...], _Options] = field(factory=dict, init=False, repr=False)
    _compared: dict[tuple[object, ...], dict[str, list[_Compared]]] = field(
        factory=dict, init=False, repr=False
    )

    @wordings.default
    def _index(self) -> Wordings:
        return Wordings(self.domain)

    @property
    def speech(self) -> Speech:
        """How requests of the domain speak."""
        return SPEECHES[self.domain.schema.speech]

    @_option_nouns.default
    def _nouns_of_several_slots(self) -> frozenset[str]:
        wanted = {
            (_noun_before(frame), frame.slot) for frame in self.wordings.frames() if frame.person == "thing"
        }
        slots_by_noun = Counter(noun for noun, _ in wanted if noun)
        return frozenset(noun for noun, number in slots_by_noun.items() if number >= _SEVERAL_SLOTS)

    @together.default
    def _pairs(self) -> frozenset[frozenset[str]]:
        return _asked_together(self.domain)

    def plain(self, literal: GroundedLiteral) -> str:
        """Returns the literal as a plain statement in its first wording: "it costs under $400"."""
        choice = self.wordings.choices(literal)[0]
        return self.wordings.words(choice, choice.phrases[0], literal)

    def stated(
        self,
        literal: GroundedLiteral,
        rng: random.Random,
        kind: ClauseKind,
        like: Clause | None = None,
    ) -> Clause | None:
        """Draws a finite clause; None where there is none of this kind.

        Args:
            literal: what it says.
            rng: the random stream.
            kind: what kind of clause it has to be.
            like: a clause about the same slot; the new one has its words if it can.
        """
        key = (literal.primitive.rule, literal, kind)
        spoken = self._spoken.get(key)
        if spoken is None:
            named = self._without_denial(literal, _FEW)
            shape = (*self._shape(named, "cond", kind.affirmative), kind)
            options = self._options.get(shape)
            if options is None:
                options = self._stated(named, kind)
                _keep(self._options, shape, options)
            spoken = _Spoken(self.wordings, named, options)
            _keep(self._spoken, key, spoken)
        fitting = spoken.options.options
        if like is not None:
            fitting = [option for option in fitting if option.around == like.around] or fitting
        return spoken.draw(fitting, rng) if fitting else None

    def stated_of_it(self, literal: GroundedLiteral, like: Clause, rng: random.Random) -> Clause | None:
        """Draws a finite clause in the words of another one, with "it" for its subject: "it's over $50"; None
        where there is none.

        Args:
            like: the clause about the same slot.
        """
        clause = self.stated(literal, rng, ClauseKind(simple=False), like)
        if clause is None or not clause.subject or clause.around != like.around:
            return None
        rest = clause.text.removeprefix(clause.subject)
        short = rest.startswith(" is ")
        return evolve(clause, text=f"it's{rest[3:]}" if short else f"it{rest}", pronoun="")

    def _shape(self, literal: GroundedLiteral, role: str, affirmative: bool) -> tuple[object, ...]:
        """Returns what the options of a literal depend on: not its arguments, for the most part."""
        primitive, test = literal.primitive, literal.primitive.test
        limited = self.wordings.limited(literal, role, affirmative)
        args = test.args if limited else (len(test.args) > 1, _says_none(literal))
        return primitive.rule, primitive.slot, test.op, test.over, args, literal.positive, role, affirmative

    def _stated(self, literal: GroundedLiteral, kind: ClauseKind) -> _Options:
        choices: Sequence[WordingChoice] = self.wordings.choices(literal, "cond", kind.affirmative)
        if kind.impersonal:
            choices = [choice for choice in choices if choice.frame.person != "I"]
        choices = (
            [choice for choice in choices if not choice.frame.denies and _is_smooth(choice)]
            # "if I don't land before"
            or [choice for choice in choices if choice.frame.limits and _is_smooth(choice)]
            # "worse than", not "isn't"
            or [choice for choice in choices if not choice.frame.denies]
            or choices
        )
        loose = [choice for choice in choices if kind.after_if and choice.begins.mood == "if"]
        options: list[_Option] = []
        for choice in loose or [choice for choice in choices if not choice.begins.mood]:
            phrases = _best_sounding(choice, demanded=False, simple=kind.simple)
            costs = [
                _DENIED * (choice.frame.denies or phrase.turned)
                + _LISTED * (kind.simple and _lists(literal, phrase))
                for phrase in phrases
            ]
            options.append(_Option(len(options), choice, phrases, costs))
        return _Options(options)

    def _without_denial(self, literal: GroundedLiteral, most: int) -> GroundedLiteral:
        """Returns the literal by the remaining values, where these are few: "business", not "isn't A or
        B".
        """
        primitive, kind = literal.primitive, self.domain.schema.slot(literal.primitive.slot).kind
        if literal.positive or not isinstance(kind, VocabularyKind) or not kind.closed:
            return literal
        either = primitive.test.op == "is" and len(kind.values) == _TWO and self.speech.names_other
        if not either and (primitive.test.op != "one_of" or len(primitive.test.args) == 1):
            return literal
        other_values = tuple([value for value in kind.values if value not in primitive.test.args])
        if len(other_values) > 1 and best_grades(kind.grades, primitive.test.args):
            return literal  # "worse than F"
        named = GroundedLiteral(
            Primitive(primitive.slot, Test(primitive.test.op, tuple(sorted(other_values))), primitive.rule)
        )
        is_short = 1 <= len(other_values) <= most
        return (
            named
            if is_short and self.wordings.sayable(primitive.rule, primitive.slot, named.primitive.test)
            else literal
        )

    def allowed(self, literal: GroundedLiteral, rng: random.Random) -> Clause | None:
        """Draws the literal as something that may be the case; None where it cannot be said."""
        choices = self.wordings.choices(literal, "can")
        if not choices:
            return None
        choice = rng.choice(choices)
        phrases = [
            phrase for phrase in choice.phrases if not phrase.stiff and not phrase.stiff_if
        ] or choice.phrases
        text = self.wordings.words(choice, rng.choice(phrases), literal)
        return _called(Clause(text), choice.frame, self.domain.schema.pronoun, choice.frame.nouns)

    def named(self, literal: GroundedLiteral, rng: random.Random, *, begins: bool) -> Clause | None:
        """Draws the literal as a noun phrase, "a room with a gym"; None where it cannot be said.

        Args:
            literal: what it says.
            rng: the random stream.
            begins: whether it begins a sentence, as no value can that is written with a small letter.
        """
        choices = self.wordings.choices(literal, "thing")
        if not choices or _says_none(literal):
            return None
        choice = rng.choice(choices)
        phrase = rng.choice(_best_sounding(choice, demanded=True, simple=False))
        text = self.wordings.words(choice, phrase, literal)
        return None if begins and phrase.template.startswith("{") and text[0].islower() else Clause(text)

    def lifted(self, literal: GroundedLiteral, rng: random.Random) -> Clause | None:
        """Draws words that lift the literal's limit, "it can take longer"; None where that cannot be said."""
        words = self.wordings.lifting(literal)
        return Clause(rng.choice(words)) if words else None

    def demanded(
        self,
        literals: Sequence[GroundedLiteral],
        moods: Sequence[str],
        group: DemandGroup,
        rng: random.Random,
    ) -> list[Clause] | None:
        """Draws demands that share one head, which only the first one says; None where there is no such head.

        None of several demands has the verb, or the noun, of another.

        Args:
            literals: what is demanded, in order.
            moods: the moods that may be used, the best first.
            group: the demands as the sentence form has them.
            rng: the random stream.
        """
        if len(literals) == 1:
            clause = self._demand(literals[0], moods, rng, group)
            return None if clause is None else [clause]
        if group.compared:
            return self._demanded_and_compared(literals[0], literals[1], moods, rng)
        verbs = not group.one_topic or self._of_one_topic(literals)
        # not "I want no more than two interviews and paid training"
        things = (
            group.things and len({side_of(literal.effective()) in _MEASURES for literal in literals}) == 1
        )
        demands = [self._demands(literal, group.affirmative, shared=True) for literal in literals]
        tables, heads = _by_shared_head(tuple([demand.options for demand in demands]), group.listed)
        fitting = [head for head in heads if (verbs if tables[0][head][0].choice.frame.verb else things)]
        by_mood = {mood: rank for rank, mood in reversed(list(enumerate(moods)))}
        ranked = sorted(
            rng.sample(fitting, len(fitting)),
            key=lambda head: by_mood.get(tables[0][head][0].mood, len(moods)),
        )
        attempts = (_after(head, demands, tables, rng) for head in ranked)
        return next((clauses for clauses in attempts if clauses is not None), None)

    def _demanded_and_compared(
        self,
        first: GroundedLiteral,
        second: GroundedLiteral,
        moods: Sequence[str],
        rng: random.Random,
    ) -> list[Clause] | None:
        """Draws a demand, and another one of its slot as a comparison with the same words around it."""
        if first.measured != second.measured:
            return None
        demands = self._demands(first, affirmative=True)
        key = self._shape(first, "must", True), self._shape(second, "must", True)
        by_mood = self._compared.get(key)
        if by_mood is None:
            pairs = self._pairs_compared(demands.options.options, second)
            by_mood = grouped((pair.option.mood, pair) for pair in pairs)
            _keep(self._compared, key, by_mood)
        if not by_mood:
            return None
        mood = next((mood for mood in moods if mood in by_mood), None)
        pair = rng.choice(by_mood[next(iter(by_mood)) if mood is None else mood])
        words = self.wordings.rest(pair.choice.frame, pair.phrase, second)
        return [demands.clause(pair.option, pair.phrase_index), Clause(words)]

    def _pairs_compared(self, options: Sequence[_Option], second: GroundedLiteral) -> list[_Compared]:
        """Returns the wordings with the comparisons that can follow them, alike where there are such."""

        def around(choice: WordingChoice) -> tuple[object, ...]:
            frame = choice.frame
            return frame.subject, frame.verb, frame.before, frame.noun, frame.after, choice.begins

        choices = {
            around(choice): choice
            for choice in self.wordings.choices(second, "must", affirmative=True)
            if choice.frame.compares
        }
        result = []
        for option in options:
            choice = choices.get(around(option.choice))
            if choice is None or not option.choice.frame.compares:
                continue
            phrases = [
                phrase for phrase in _best_sounding(choice, demanded=True, simple=True) if phrase.comparison
            ]
            for index in option.indices:
                comparison = option.phrases[index].comparison
                alike = [phrase for phrase in phrases if phrase.comparison == comparison] or phrases
                result += [
                    _Compared(option, index, choice, evolve(phrase, template=phrase.comparison))
                    for phrase in alike
                    if comparison
                ]
        return result

    def _of_one_topic(self, literals: Sequence[GroundedLiteral]) -> bool:
        topics = {self.domain.schema.slot(literal.primitive.slot).topic for literal in literals}
        return len(topics) == 1

    def _demand(
        self, literal: GroundedLiteral, moods: Sequence[str], rng: random.Random, group: DemandGroup
    ) -> Clause | None:
        demands = self._demands(literal, group.affirmative)
        options = demands.options
        if not options.options:
            return None
        by_mood = options.conditional if group.conditional else options.by_mood
        mood = next((mood for mood in moods if mood in by_mood), "")
        return demands.draw(by_mood.get(mood, options.options), rng)

    def _demands(self, literal: GroundedLiteral, affirmative: bool, *, shared: bool = False) -> _Spoken:
        """Returns the demands of a literal, cached.

        Args:
            affirmative: whether they must not be negations.
            shared: whether they leave out a head, and have no list if that is possible.
        """
        key = (literal.primitive.rule, literal, affirmative, shared)
        spoken = self._spoken.get(key)
        if spoken is None:
            named = self._without_denial(literal, _TWO)
            shape = (*self._shape(named, "must", affirmative), shared)
            options = self._options.get(shape)
            if options is None:
                options = self._demanded(named, affirmative, shared)
                _keep(self._options, shape, options)
            spoken = _Spoken(self.wordings, named, options)
            _keep(self._spoken, key, spoken)
        return spoken

    def _demanded(self, literal: GroundedLiteral, affirmative: bool, shared: bool) -> _Options:
        choices = self.wordings.choices(literal, "must", affirmative)
        says = self.speech.says
        choices = [choice for choice in choices if says(choice.frame.person, choice.begins.mood)] or choices
        kind = self.domain.schema.slot(literal.primitive.slot).kind
        # "nonstop" or "not any stops" rather than "no stops"
        has_own_words = any(choice.frame.asserted for choice in choices)
        suitable = [
            choice for choice in choices if not has_own_words or choice.frame.asserted or choice.frame.limits
        ]
        right = [choice for choice in suitable if _sounds_right(choice, kind, literal)]
        if side_of(literal.effective()) == "more" and family_of(kind, literal.primitive.test.over) == "date":
            # "I can't leave before May 4"
            right = [choice for choice in right if choice.frame.limits] or right
        if not shared:  # "I want a table under 58%" rather than "I want the table to be under 58%"
            own = [choice for choice in right if choice.begins.mood not in _WISHING or _is_own(choice)]
            right = own if any(map(_is_own, own)) else right
        demands = _Options(
            [
                _Option(
                    number,
                    choice,
                    _best_sounding(choice, demanded=True, simple=affirmative or shared),
                    mood=choice.begins.mood,
                    tail=shared,
                )
                for number, choice in enumerate(right or choices)
            ]
        )
        for option in demands.options:
            choice = option.choice
            demands.by_mood.setdefault(option.mood, []).append(option)
            # not "I want breakfast and a place rated 8.0", nor "... and somewhere under 4 km from the center"
            bare = " " not in choice.frame.before and choice.frame.before not in INDEFINITE
            if not self._wishes_for_option(choice.frame):
                demands.conditional.setdefault(option.mood, []).append(option)
            if choice.frame.shares and (choice.frame.verb or bare):
                demands.last_by_head.setdefault(choice.begins.head, []).append(option)
                if any(not _lists(literal, phrase) for phrase in choice.phrases):
                    demands.by_head.setdefault(choice.begins.head, []).append(option)
        if not demands.conditional:
            demands.conditional.update(demands.by_mood)
        return demands

    def _wishes_for_option(self, frame: Frame) -> bool:
        """Returns whether an option itself is wanted ("a job that pays"), not a feature ("a commute of")."""
        return frame.person == "thing" and _noun_before(frame) in self._option_nouns


def _keep(kept: dict[tuple[object, ...], _T], key: tuple[object, ...], value: _T) -> None:
    if len(kept) >= _KEPT:
        kept.clear()
    kept[key] = value


@lru_cache(maxsize=_KEPT)
def _by_shared_head(
    demands: tuple[_Options, ...], listed: bool
) -> tuple[Sequence[dict[str, list[_Option]]], Sequence[str]]:
    """Returns the wordings of each of several demands by head, and the heads that all of them have; `listed`
    as in `Clauses.demanded`.
    """
    last = demands[-1].last_by_head if listed else demands[-1].by_head
    tables = [*(demand.by_head for demand in demands[:-1]), last]
    return tables, [head for head in tables[0] if all(head in table for table in tables[1:])]


def _after(
    head: str,
    demands: Sequence[_Spoken],
    tables: Sequence[dict[str, list[_Option]]],
    rng: random.Random,
) -> list[Clause] | None:
    """Draws demands after one head; None where one sounds wrong there, two have the same verb or noun, or
    they are about different things: a room can have a balcony, a place has reviews.
    """
    clauses, leads, frames = [], [], []
    for demand, table in zip(demands, tables, strict=True):
        option = rng.choice(table[head])
        begins, frame = option.choice.begins, option.choice.frame
        number = rng.choice(option.indices)
        if option.phrases[number].stiff:  # not "travel no earlier than July 29 and ..."
            return None
        clauses.append(demand.clause(option, number))
        frames.append(frame)
        leads.append(begins.lead or " ".join(frame.before.split()[:2]))
    if len({*leads} - {""}) < len([lead for lead in leads if lead]):
        return None
    nouns = _common_nouns(frames)
    if nouns is None:
        return None
    clauses[0] = evolve(clauses[0], text=f"{head} {clauses[0].text}", cost=0.0)
    clauses[0] = _called(clauses[0], frames[0], demands[0].wordings.domain.schema.pronoun, nouns)
    return clauses


def _common_nouns(frames: Sequence[Frame]) -> Sequence[str] | None:
    """Returns the nouns with which the verbs of all frames go, as with the pronoun; None where two of them go
    with a noun each, which differ.
    """
    first, *others = [frame.nouns for frame in frames if frame.nouns] or [()]
    nouns = [noun for noun in first if all(noun in other for other in others)]
    if first and not nouns:
        return None
    return nouns if all(frame.nouns for frame in frames) else ()


def _called(clause: Clause, frame: Frame, pronoun: str, nouns: Sequence[str]) -> Clause:
    """Returns a clause that has the noun for the option and the pronoun, where its frame can have both.

    Args:
        nouns: the nouns that may be used.
    """
    if not nouns:
        return clause
    text, noun = clause.text, nouns[0]
    if frame.subject == noun:
        before, _, rest = text.partition(noun)
        them = PRONOUNS[pronoun] if before else pronoun  # "I want her to"
        short = not before and rest.startswith(" is ")
        return evolve(clause, pronoun=f"{pronoun}'s{rest[3:]}" if short else f"{before}{them}{rest}")
    for start, instead in (
        (f"{pronoun}'s ", f"{noun} is "),
        (f"{pronoun} ", f"{noun} "),
    ):
        if text.startswith(start):
            return evolve(clause, text=instead + text.removeprefix(start), pronoun=text)
    before, to, rest = text.partition(f" {PRONOUNS[pronoun]} to ")
    return evolve(clause, text=f"{before} {noun} to {rest}", pronoun=text) if to else clause


def _best_sounding(choice: WordingChoice, *, demanded: bool, simple: bool) -> Sequence[Phrase]:
    """Returns phrases that sound best: people say "more than two", "no more than two", seldom "at most".

    Args:
        simple: without an "or" of its own, if there is such a one.
    """
    return _best_of(choice.phrases, choice.frame.denies, demanded, simple)


@lru_cache(maxsize=_KEPT)
def _best_of(phrases: tuple[Phrase, ...], denies: bool, demanded: bool, simple: bool) -> Sequence[Phrase]:
    by_flaws: dict[int, list[Phrase]] = {}
    for phrase in phrases:
        stiff = phrase.stiff or (phrase.stiff_if and not demanded)
        turned = phrase.turned and not (demanded and phrase.limiting and not denies)
        twofold = phrase.twofold and (demanded or simple)  # "at least ten" rather than "ten or more"
        flaws = 4 * (simple and phrase.twofold) + 2 * stiff + (turned or twofold)
        by_flaws.setdefault(flaws, []).append(phrase)
    return by_flaws[min(by_flaws)]


def _is_smooth(choice: WordingChoice) -> bool:
    """Returns whether a condition can say it without a stiff phrase."""
    return not choice.phrases or any(not phrase.stiff and not phrase.stiff_if for phrase in choice.phrases)


def _lists(literal: GroundedLiteral, phrase: Phrase) -> bool:
    """Returns whether the words hold an "or" or an "and" of their own."""
    if "{grade}" in phrase.template:
        return phrase.template.endswith(OR_BETTER)
    return phrase.twofold or len(literal.primitive.test.args) > 1


def _sounds_right(choice: WordingChoice, kind: Kind, literal: GroundedLiteral) -> bool:
    """Returns whether the beginning is good English with this wording; what is not can be read all the
    same.
    """
    begins, frame, test = choice.begins, choice.frame, literal.primitive.test
    if frame.limits and frame.phrases[0].grades:  # "G or better", not "no worse than G"
        return False
    if frame.person == "thing":
        if _says_none(literal):
            return begins.mood == "want"  # not "I need no stops"
        side = side_of(literal.effective())
        if begins.mood == "need" and family_of(kind, test.over) == "count":
            return frame.negated or side == "more"  # not "I need no more than one stop"
        return True
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
    limited = family_of(kind, test.over) == "count" and literal.effective().op == "at_most"
    if frame.person in ("one", "many"):  # not "I need the weight to be", "it must take at most two"
        return begins.mood != "need" and (frame.limits or not limited)
    if frame.person in PRONOUNS:
        if (
            limited and begins.mood == "has" and not frame.limits
        ):  # not "it has to have no more than two stops"
            return False
        measured = side_of(literal.effective()) in ("less", "more") and not frame.asserted
        if begins.lead or measured:  # not "I want it to cost", "I need it more than 5 mm long"
            return begins.mood not in ("want", "need", "like")
        return not f"{frame.before} ".startswith(_ARTICLES)
    return True


def _is_own(choice: WordingChoice) -> bool:
    """Returns whether a demand is what the speaker does or wants, not what an attribute should be."""
    return choice.frame.person in ("I", "thing")


def _noun_before(frame: Frame) -> str:
    """Returns the first word of the thing that is wanted, without its article: "job" of "a job that pays"."""
    words = frame.before.removeprefix("a ").removeprefix("an ").split()
    return words[0] if words else ""


def _says_none(literal: GroundedLiteral) -> bool:
    return literal.primitive.test.args == (1,) and literal.effective().op == "less"
