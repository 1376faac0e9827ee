"""Which so many of the options are best together, of those that meet it?"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import comb
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve, frozen

from cocoa_core.answers import Letters, Score, read_answer, score_set
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection.asking import (
    Answer,
    Ask,
    Bench,
    Drawn,
    Heard,
    Plan,
    Sets,
    Words,
    all_options,
    each_alone,
    one_of,
    some_options,
)
from cocoa_core.families.selection.choices import Choice, Counted, Limit
from cocoa_core.families.selection.record import Question
from cocoa_core.families.selection.rejections import Rejections
from cocoa_core.families.selection.settings import PANEL, Settings
from cocoa_core.lexicon import (
    BUNDLE_CONDITIONS,
    BUNDLE_OBJECTIVES,
    NUMBER_WORDS,
    SUPERLATIVES,
    TOGETHER,
    bundle_called,
    bundle_condition,
    bundle_objective,
    number_word,
)

if TYPE_CHECKING:
    from cocoa_core.domain import Domain
    from cocoa_core.families.selection.bundling import Bundle as Together
    from cocoa_core.families.selection.grounding import Draft
    from cocoa_core.families.selection.pool import Pool
    from cocoa_core.independent import Slot

__all__ = ["BUNDLE"]

_FEWEST: Final = 5
_MOST: Final = 60
_MOST_TAKEN: Final = 10
_LEFT: Final = 3
"""Options that are not taken, at the least."""
_SPARE: Final = 6
"""Of more options than five: so many more than are taken meet the request, at the most."""


@frozen
class Bundle(Ask):
    """So many options are to be taken that each meets the request, all together the conditions, and no
    others are better.

    The best choice is the only one; without the request, and without any one of the conditions, another one
    would be better, so that none can be passed over.
    """

    name: str = "bundle"
    about: str = "which so many of the options that satisfy the request are best together, under conditions"
    mark: str = "they are to be chosen together"
    figures: tuple[str, ...] = ("exact", "precision", "recall", "f1", "feasible", "optimal")

    def refuse(self, settings: Settings) -> None:
        """Too few or too many options, and a number to be taken that leaves no choice."""
        if not _FEWEST <= settings.options <= _MOST:
            nearest = min(max(settings.options, _FEWEST), _MOST)
            raise SettingsError(
                "so many options cannot be chosen from together",
                got=f"{settings.options} options",
                expected=f"from {_FEWEST} to {_MOST}",
                fix=f"pass --options {nearest}",
            )
        most = min(_MOST_TAKEN, settings.options - _LEFT)
        if not 2 <= settings.taken <= most:
            raise SettingsError(
                "so many options cannot be taken together",
                got=f"{settings.taken} of {settings.options} options",
                expected=f"from 2 to {most}",
                fix=f"pass --take {min(max(settings.taken, 2), most)}",
            )

    def refuse_domain(self, domain: Domain) -> None:
        """A domain has to say what may be asked of several options."""
        if domain.bundles is None:
            raise SettingsError(
                f"{domain.schema.name} does not say what several of its options may have to meet together",
                got="no bundle.yaml in its folder",
                expected="a bundle.yaml",
                fix="write one (docs/domain-format.md), or leave out --ask bundle",
            )

    def members(self, settings: Settings) -> int:
        """Each question is drawn by itself."""
        return 1

    def turns(self, settings: Settings) -> int:
        """Two or three of five rows meet the request, of five options three or four."""
        return 2

    def draw(
        self,
        bench: Bench,
        plan: Plan,
        rng: random.Random,
        rejections: Sequence[Rejections],
        failed: Counter[str],
    ) -> Sets | None:
        """Options of which enough meet the request; then conditions and an objective."""
        from cocoa_core.families.selection.bundling import draw_bundle
        from cocoa_core.families.selection.grounding import Owed
        from cocoa_core.families.selection.ring import Shape, draw_ring, drawn_of, fillers

        options, take = plan.settings.options, plan.settings.taken
        first = (3 if options == PANEL else 2) + plan.turn
        wanted = take + rng.randint(2, _SPARE)

        def fill(
            pool: Pool, drafts: Sequence[Draft], taken: Sequence[int], rng: random.Random
        ) -> Sequence[int] | None:
            [draft] = drafts
            most = min(wanted, options - PANEL + first)
            for number in range(most, max(take, first), -1):
                good = fillers(bench.groups, pool, taken, draft.satisfied, number - first, rng)
                if good is not None:
                    left = options - len(taken) - len(good)
                    bad = fillers(bench.groups, pool, (*taken, *good), draft.broken, left, rng)
                    return None if bad is None else (*good, *bad)
            return None

        target = sum(1 << row for row in rng.sample(range(PANEL), first))
        shape = Shape((target,), PANEL, Owed(), fill=fill if options > PANEL else None)
        ring = draw_ring(bench, plan, shape, rng, rejections, failed)
        if ring is None:
            return None
        [[drawn]] = drawn_of(ring)
        [draft] = ring.drafts
        good = [place for place, row in enumerate(drawn.rows) if draft.satisfied >> row & 1]
        rows = [ring.pool.group.rows[row] for row in drawn.rows]

        def count(reason: str) -> None:
            failed[reason] += 1

        found = draw_bundle(bench.groups.domain, rows, good, take, rng, count)
        if found is None:
            return None
        ways = [rng.randrange(len(BUNDLE_OBJECTIVES)) for _ in range(len(found.conditions) + 1)]
        return [[evolve(drawn, asked={"together": found, "ways": ways})]]

    def answer(self, drawn: Drawn, letters: Sequence[str], right: Sequence[str]) -> Answer:
        """The letters of the best choice; with the conditions, and what would be better without each."""
        found: Together = drawn.asked["together"]
        domain, ways = drawn.pool.domain, drawn.asked["ways"]
        schema, bundles = domain.schema, domain.bundles
        assert bundles is not None

        def lettered(places: Sequence[int]) -> list[str]:
            return sorted((letters[place] for place in places), key=_order)

        conditions = []
        for one, way in zip(found.conditions, ways, strict=False):
            slot = schema.slot(one.slot)
            value = slot.kind.show(one.number) if one.kind in ("total", "average") else one.value
            said = bundle_condition(one.kind, one.test, slot.label, value, one.number, way)
            conditions.append(
                {
                    "kind": one.kind,
                    "slot": one.slot,
                    "test": one.test,
                    "number": one.number,
                    "value": value,
                    "words": said,
                    "without": lettered(one.without),
                }
            )
        slot = schema.slot(found.slot)
        places = sorted(range(len(letters)), key=lambda place: _order(letters[place]))
        asked = {
            "take": found.take,
            "called": bundle_called(bundles.called, found.take),
            "conditions": conditions,
            "objective": {
                "over": found.over,
                "slot": found.slot,
                "wanted": found.wanted,
                "words": bundle_objective(slot.kind.name, found.wanted, found.over, slot.label, ways[-1]),
            },
            "labels": {one: schema.slot(one).label for one in _named(found)},
            "numbers": {name: [some[place] for place in places] for name, some in found.numbers.items()},
            "total": found.total,
            "second": found.second,
            "unasked": lettered(found.unasked),
        }
        return Answer(lettered(found.chosen), asked=asked)

    def request(self, question: Question) -> str:
        """With what the options have to meet together below it."""
        asked = question.asked
        number = number_word(asked["take"])
        lines = [
            f"{number.capitalize()} options: {asked['called']}. Each of them meets the whole request.",
            *(one["words"] for one in asked["conditions"]),
            asked["objective"]["words"],
        ]
        return "\n".join([question.request, "", TOGETHER, *(f"- {line}" for line in lines)])

    def words(self, question: Question) -> Words:
        """Three ways to ask."""
        number = number_word(question.asked["take"])
        ways = (
            "Which options are they?",
            f"Which {number} options make the best choice?",
            f"Which {number} have to be taken?",
        )
        letters = ", ".join(option.label for option in question.options[: question.asked["take"]])
        return Words(
            shown=f"a request, what {number} options have to meet together, and {some_options(question)}",
            task=f"Not one option is wanted but {number}, and they are to be chosen together: each of them "
            "meets everything that the request asks for, together they meet all that is listed below it, "
            "and no other such choice is better.",
            question=one_of(question, "question", ways),
            method="Find them by checking every option against the request, and then comparing the choices "
            "that those which are left allow.",
            partial=f"Its solution explains two of the {some_options(question)}, and the choice.",
            now="Now find the best choice for the following request.",
            listing=f"List the conditions, go through {all_options(question)}, compare the choices that are "
            "left, and",
            step=each_alone(question),
            decision="Use what you found to decide which options meet every one of them. Of these, take the "
            f"best {number} that meet together what is listed below the request, and",
            form=f"with the letters of the {number} options:\nAnswer: {letters}",
        )

    def conclusion(self, question: Question) -> str:
        """How it was found, and the letters."""
        return f"{self.compared(question)} So the answer is {', '.join(question.key)}."

    def compared(self, question: Question) -> str:
        """Who meets the request, what the best choice comes to, and what each condition keeps out."""
        asked = question.asked
        label = asked["labels"][asked["objective"]["slot"]]
        shown = {option.label: option.shown[label] for option in question.options}
        chosen = ", ".join(question.key)
        parts = [f"The options that meet the request are {', '.join(question.right)}."]
        for one in asked["conditions"]:
            said = one["words"]
            parts.append(f"{', '.join(one['without'])} would be better, but for this: {said}")
        values = ", ".join(f"{letter} {shown[letter]}" for letter in question.key)
        parts.append(f'The best choice that meets everything is {chosen} ("{label}": {values}).')
        return " ".join(parts)

    def score(self, question: Question, reply: str) -> Score:
        """Right if the reply states all of the letters and no other; what it is worth beside it.

        feasible: so many options that meet the request, and together the conditions. optimal: so many
        options, by the objective no worse than the key, whatever else they meet.
        """
        labels = tuple(option.label for option in question.options)
        reading = read_answer(reply, Letters(labels))
        found = score_set(frozenset(question.key), reading)
        choice = _choice_of(question)
        stated = reading.value if isinstance(reading.value, frozenset) else frozenset()
        places = [place for place, label in enumerate(labels) if label in stated]
        best = choice.cost([labels.index(label) for label in question.key])
        metrics = {
            "feasible": float(choice.met_by(places) and stated <= set(question.right)),
            "optimal": float(len(places) == choice.size and choice.cost(places) <= best),
        }
        return evolve(found, metrics={**found.metrics, **metrics})

    def played(self, heard: Heard, draw: random.Random) -> str | None:
        """The best choice of those that satisfy, by what the prompt lists; None where there is none."""
        from cocoa_core.families.selection.best_bundle import TooLongError, best_of

        choice = _heard(heard)
        if choice is None:
            return None
        good = [place for place, letter in enumerate(heard.letters) if letter in heard.satisfying]
        try:
            found = best_of(choice, good)
        except TooLongError:
            return None
        return None if found is None else ", ".join(heard.letters[place] for place in found.chosen)

    def guessed(self, heard: Heard, draw: random.Random) -> str:
        """So many by chance."""
        number = min(_taken(heard.said) or 1, len(heard.letters))
        return ", ".join(sorted(draw.sample(list(heard.letters), number)))

    def counted(self, question: Question) -> tuple[str, ...]:
        """Each letter by itself: there are too many choices to count."""
        return tuple(question.key)

    def chance(self, question: Question) -> float:
        """Any choice of so many."""
        return 1 / comb(len(question.options), question.asked["take"])


def _order(letter: str) -> tuple[int, str]:
    return len(letter), letter


def _named(found: Together) -> Iterator[str]:
    """The slots that are spoken of, each once."""
    return iter(dict.fromkeys([found.slot, *(one.slot for one in found.conditions)]))


def _choice_of(question: Question) -> Choice:
    """What is asked, from the record alone; the options by their places."""
    asked = question.asked
    objective, numbers = asked["objective"], asked["numbers"]
    sign = 1 if objective["wanted"] == "less" else -1
    choice = Choice(asked["take"], tuple(sign * number for number in numbers[objective["slot"]]))
    for one in asked["conditions"]:
        label = asked["labels"][one["slot"]]
        texts = [option.shown[label] for option in question.options]
        choice = _with(
            choice, one["kind"], one["test"], one["number"], one["value"], numbers.get(one["slot"]), texts
        )
    return choice


def _with(
    choice: Choice,
    kind: str,
    test: str,
    number: int,
    value: str,
    numbers: Sequence[int] | None,
    texts: Sequence[str],
) -> Choice:
    """The choice with one more condition. texts: what the options show there."""
    if kind == "different":
        known = {text: place for place, text in enumerate(texts)}
        return evolve(choice, alike=(*choice.alike, tuple(known[text] for text in texts)))
    if kind in ("with", "includes"):
        has = tuple(value in (text.split("; ") if kind == "includes" else [text]) for text in texts)
        least, most = (number, choice.size) if test == "at_least" else (0, number)
        return evolve(choice, counted=(*choice.counted, Counted(has, least, most)))
    sign = 1 if test == "at_most" else -1
    times = choice.size if kind == "average" else 1
    values = tuple(sign * one for one in numbers or ())
    return evolve(choice, limits=(*choice.limits, Limit(values, sign * number * times)))


def _lines(said: str) -> list[str]:
    """What the last question of a prompt lists below its request."""
    _, found, rest = said.rpartition(f"{TOGETHER}\n")
    lines = rest.split("\n") if found else []
    end = next((place for place, line in enumerate(lines) if not line.startswith("- ")), len(lines))
    return [line[2:] for line in lines[:end]]


def _taken(said: str) -> int | None:
    """How many options a prompt asks for."""
    first = next(iter(_lines(said)), "").partition(" options: ")[0].lower()
    return NUMBER_WORDS.index(first) if first in NUMBER_WORDS else int(first) if first.isdecimal() else None


def _heard(heard: Heard) -> Choice | None:
    """What a prompt asks of several options; None where a line cannot be read."""
    take, slots = _taken(heard.said), [slot for slot in heard.reader.domain.slots.values() if slot.shown]
    _, *lines = _lines(heard.said) or [""]
    costs = next(filter(None, (_objective(line, slot, heard) for line in lines for slot in slots)), None)
    if take is None or costs is None:
        return None
    choice = Choice(take, costs)
    for line in lines[:-1]:
        found = next(filter(None, (_condition(line, slot) for slot in slots)), None)
        if found is None:
            return None
        kind, test, slot, value, number = found
        values = [heard.values[letter].get(slot.name) for letter in heard.letters]
        if kind in ("total", "average"):
            number = _shown_number(slot, value)
        numbers = [one if isinstance(one, int) else 0 for one in values]
        choice = _with(choice, kind, test, number, value, numbers, [_text(slot, one) for one in values])
    return choice


def _shown_number(slot: Slot, text: str) -> int:
    from cocoa_core.independent import read_number_shown

    return 0 if slot.numbers is None else read_number_shown(slot.numbers, text)


def _text(slot: Slot, value: Any) -> str:
    """A value as conditions speak of it: of a set its words."""
    if isinstance(value, frozenset):
        return "; ".join(sorted(value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _objective(line: str, slot: Slot, heard: Heard) -> tuple[int, ...] | None:
    """The numbers of the options, so that less is better, where the line wants the best by this slot."""
    for wanted, sign in (("less", 1), ("more", -1)):
        for over in ("total", "average"):
            for way in range(len(BUNDLE_OBJECTIVES)):
                kind = str(slot.kind)
                if (kind, wanted) in SUPERLATIVES and line == bundle_objective(
                    kind, wanted, over, slot.label, way
                ):
                    values = [heard.values[letter].get(slot.name) for letter in heard.letters]
                    return tuple(sign * one if isinstance(one, int) else 0 for one in values)
    return None


def _condition(line: str, slot: Slot) -> tuple[str, str, Slot, str, int] | None:
    """Kind, test, slot, value and number, where the line is a condition on this slot."""
    for (kind, test), ways in BUNDLE_CONDITIONS.items():
        for way in ways:
            pattern = re.escape(way.replace("{label}", slot.label))
            pattern = pattern.replace(r"\{value\}", "(?P<value>.+)").replace(r"\{number\}", "(?P<number>.+?)")
            found = re.fullmatch(pattern, line)
            if found is not None:
                said: Mapping[str, str] = found.groupdict()
                number = said.get("number", "")
                return (
                    kind,
                    test,
                    slot,
                    said.get("value", ""),
                    NUMBER_WORDS.index(number) if number in NUMBER_WORDS else 0,
                )
    return None


BUNDLE: Final = Bundle()
