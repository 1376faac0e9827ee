"""Which so many of the options are best together, of those that meet it?"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb
from typing import TYPE_CHECKING, Final

from attrs import evolve, frozen

from cocoa_core.answers import Letters, Score, Shape, read_answer, score_set
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection.asking import (
    Ask,
    ParsedPrompt,
    PromptText,
    UnreadableError,
    all_options,
    each_alone,
    pick_variant,
    some_options,
)
from cocoa_core.families.selection.asks.bundle.choices import Choice, with_condition
from cocoa_core.families.selection.generation.context import (
    Answer,
    DrawnQuestion,
    QuestionSetSpec,
    QuestionSource,
    Sets,
)
from cocoa_core.families.selection.generation.rejections import Rejections
from cocoa_core.families.selection.record import Question
from cocoa_core.families.selection.settings import Settings
from cocoa_core.lexicon import (
    TOGETHER,
    bundle_called,
    bundle_condition,
    bundle_objective,
    number_word,
)

if TYPE_CHECKING:
    from cocoa_core.domain import Domain
    from cocoa_core.families.selection.asks.bundle.bundling import Bundle as Together

__all__ = ["BUNDLE"]

_FEWEST: Final = 5
_MOST: Final = 60
_MOST_TAKEN: Final = 10
_LEFT: Final = 3
"""Options that are not taken, at the least."""


@frozen
class Bundle(Ask):
    """So many options are to be taken that each meets the request, all together the conditions, and no
    others are better.

    The best choice is the only one; without the request, and without any one of the conditions, another one
    would be better, so that none can be passed over.
    """

    name: str = "bundle"
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
        """Few options are shared, and each is in the key of as many questions; of many each is alone."""
        from cocoa_core.families.selection.asks.bundle.bundle_ring import keys_of

        return len(keys_of(settings.options, settings.taken)) or 1

    def turns(self, settings: Settings) -> int:
        """Nothing is balanced beside the keys."""
        return 1

    def draw(
        self,
        source: QuestionSource,
        plan: QuestionSetSpec,
        rng: random.Random,
        rejections: Sequence[Rejections],
        failed: Counter[str],
    ) -> Sets | None:
        """Returns the key first; then a request, conditions and an objective by which it is the best
        choice.
        """
        from cocoa_core.families.selection.asks.bundle.bundle_ring import draw_bundles

        return draw_bundles(source, plan, rng, rejections, failed)

    def answer(self, drawn: DrawnQuestion, letters: Sequence[str], right: Sequence[str]) -> Answer:
        """Returns the letters of the best choice; with the conditions, and what would be better without
        each.
        """
        found: Together = drawn.asked["together"]
        domain, ways = drawn.pool.domain, drawn.asked["ways"]
        schema, bundles = domain.schema, domain.bundles
        assert bundles is not None

        def lettered(places: Sequence[int]) -> list[str]:
            return sorted((letters[index] for index in places), key=_order)

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
        places = sorted(range(len(letters)), key=lambda index: _order(letters[index]))
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
            "numbers": {name: [some[index] for index in places] for name, some in found.numbers.items()},
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
            *(condition["words"] for condition in asked["conditions"]),
            asked["objective"]["words"],
        ]
        return "\n".join([question.request, "", TOGETHER, *(f"- {line}" for line in lines)])

    def words(self, question: Question) -> PromptText:
        """Three ways to ask."""
        number = number_word(question.asked["take"])
        ways = (
            "Which options are they?",
            f"Which {number} options make the best choice?",
            f"Which {number} options should be chosen?",
        )
        letters = ", ".join(option.label for option in question.options[: question.asked["take"]])
        return PromptText(
            shown=f"a request, what {number} options have to meet together, and {some_options(question)}",
            task=f"Not one option is wanted but {number}, and they are to be chosen together: each of them "
            "meets everything that the request asks for, together they meet all that is listed below it, "
            "and no other such choice is better.",
            question=pick_variant(question, "question", ways),
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
        """Returns how it was found, and the letters."""
        return f"{self.compared(question)} So the answer is {', '.join(question.key)}."

    def compared(self, question: Question) -> str:
        """Returns who meets the request, what the best choice comes to, and what each condition keeps out."""
        asked = question.asked
        label = asked["labels"][asked["objective"]["slot"]]
        shown = {option.label: option.shown[label] for option in question.options}
        chosen = ", ".join(question.key)
        parts = [f"The options that meet the request are {', '.join(question.right)}."]
        for condition in asked["conditions"]:
            said = condition["words"]
            parts.append(f"{', '.join(condition['without'])} would be better, but for this: {said}")
        values = ", ".join(f"{letter} {shown[letter]}" for letter in question.key)
        parts.append(f'The best choice that meets everything is {chosen} ("{label}": {values}).')
        return " ".join(parts)

    def shape(self, question: Question) -> Shape:
        """Returns some of the letters."""
        return Letters(tuple(option.label for option in question.options))

    def score(self, question: Question, reply: str) -> Score:
        """Right if the reply states all of the letters and no other; what it is worth beside it.

        feasible: so many options that meet the request, and together the conditions. optimal: so many
        options, by the objective no worse than the key, whatever else they meet.
        """
        labels = tuple(option.label for option in question.options)
        reading = read_answer(reply, self.shape(question))
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

    def played(self, heard: ParsedPrompt, draw: random.Random) -> str | None:
        """Returns the best choice of those that satisfy, by what the prompt lists; None where there is none.

        Raises:
            UnreadableError: a list that cannot be read, too long a search, and a second choice as good.
        """
        from cocoa_core.families.selection.asks.bundle.best_bundle import TooLongError, best_of
        from cocoa_core.families.selection.asks.bundle.heard_bundle import heard_choice

        choice = heard_choice(heard)
        good = [place for place, letter in enumerate(heard.letters) if letter in heard.satisfying]
        try:
            found = best_of(choice, good)
        except TooLongError:
            raise UnreadableError("there are more choices than are gone through") from None
        if found is not None and heard.certain and found.second == found.cost:
            raise UnreadableError("two choices are the best")
        return None if found is None else ", ".join(heard.letters[index] for index in found.chosen)

    def guessed(self, heard: ParsedPrompt, draw: random.Random) -> str:
        """So many by chance."""
        from cocoa_core.families.selection.asks.bundle.heard_bundle import heard_number

        number = min(heard_number(heard.said), len(heard.letters))
        return ", ".join(sorted(draw.sample(list(heard.letters), number)))

    def counted(self, question: Question) -> tuple[str, ...]:
        """Returns each letter by itself: there are too many choices to count."""
        return tuple(question.key)

    def chance(self, question: Question) -> float:
        """Any choice of so many."""
        return 1 / comb(len(question.options), question.asked["take"])


def _order(letter: str) -> tuple[int, str]:
    return len(letter), letter


def _named(found: Together) -> Iterator[str]:
    """Returns the slots that are spoken of, each once."""
    return iter(dict.fromkeys([found.slot, *(condition.slot for condition in found.conditions)]))


def _choice_of(question: Question) -> Choice:
    """Returns what is asked, from the record alone; the options by their places."""
    asked = question.asked
    objective, numbers = asked["objective"], asked["numbers"]
    sign = 1 if objective["wanted"] == "less" else -1
    choice = Choice(asked["take"], tuple(sign * number for number in numbers[objective["slot"]]))
    for condition in asked["conditions"]:
        label = asked["labels"][condition["slot"]]
        texts = [option.shown[label] for option in question.options]
        choice = with_condition(
            choice,
            condition["kind"],
            condition["test"],
            condition["number"],
            condition["value"],
            numbers.get(condition["slot"]),
            texts,
        )
    return choice


BUNDLE: Final = Bundle()
