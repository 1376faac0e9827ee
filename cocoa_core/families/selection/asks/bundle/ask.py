"""Asks which options are best together: a given number of them, each of which meets the request."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from math import comb
from typing import TYPE_CHECKING, Any, Final

from attrs import asdict, evolve, frozen

from cocoa_core.answers import Reading
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection.asking import (
    SET_FIGURES,
    Ask,
    ParsedPrompt,
    PromptText,
    UnreadablePromptError,
    all_options,
    some_options,
)
from cocoa_core.families.selection.asks.bundle.choices import BundleCondition, BundleProblem
from cocoa_core.families.selection.generation.context import (
    DrawnQuestion,
    LabelledAnswer,
    QuestionSetSearch,
    Sets,
)
from cocoa_core.families.selection.record import Question
from cocoa_core.families.selection.settings import Settings
from cocoa_core.independent import Slot, read_number_shown
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
    from cocoa_core.families.selection.asks.bundle.bundling import DrawnBundle

_FEWEST: Final = 5
_MOST: Final = 60
_MOST_TAKEN: Final = 10
_LEFT: Final = 3
"""The fewest options that are not taken."""


@frozen
class Bundle(Ask):
    """Asks for the best choice of a given number of options, each of which meets the request and all together
    the conditions.

    There is one best choice. Without the request, or without any one of the conditions, another choice would
    be better, so nothing can be ignored.
    """

    name: str = "bundle"
    mark: str = "they are to be chosen together"
    figures: tuple[str, ...] = (*SET_FIGURES, "feasible", "optimal")

    def refuse(self, settings: Settings) -> None:
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
        if domain.bundles is None:
            raise SettingsError(
                f"{domain.schema.name} does not say what several of its options may have to meet together",
                got="no bundle.yaml in its folder",
                expected="a bundle.yaml",
                fix="write one (docs/domain-format.md), or leave out --ask bundle",
            )

    def members(self, settings: Settings) -> int:
        """Returns the keys of a balanced set, where options are few; otherwise 1, a question by itself."""
        from cocoa_core.families.selection.asks.bundle.bundle_ring import keys_of

        return len(keys_of(settings.options, settings.taken)) or 1

    def balance_levels(self, settings: Settings) -> int:
        """Returns 1: nothing is balanced except for the keys."""
        return 1

    def draw(self, search: QuestionSetSearch) -> Sets | None:
        """Draws the key first, then a request, conditions and an objective by which it is the best."""
        from cocoa_core.families.selection.asks.bundle.bundle_ring import draw_bundles

        return draw_bundles(search)

    def answer(self, drawn: DrawnQuestion, letters: Sequence[str], right: Sequence[str]) -> LabelledAnswer:
        bundle: DrawnBundle = drawn.asked["together"]
        domain, ways = drawn.pool.domain, drawn.asked["ways"]
        schema, bundles = domain.schema, domain.bundles
        assert bundles is not None

        def lettered(indices: Sequence[int]) -> list[str]:
            return sorted((letters[index] for index in indices), key=_order)

        conditions = []
        for item, way in zip(bundle.conditions, ways, strict=False):
            slot = schema.slot(item.slot)
            value = slot.kind.show(item.number) if item.kind in ("total", "average") else item.value
            words = bundle_condition(item.kind, item.test, slot.label, value, item.number, way)
            parts = {**asdict(item), "value": value}
            del parts["without"]
            conditions.append({**parts, "words": words, "without": lettered(item.without)})
        slot = schema.slot(bundle.slot)
        indices = sorted(range(len(letters)), key=lambda index: _order(letters[index]))
        asked = {
            "take": bundle.take,
            "called": bundle_called(bundles.called, bundle.take),
            "conditions": conditions,
            "objective": {
                "over": bundle.over,
                "slot": bundle.slot,
                "wanted": bundle.wanted,
                "words": bundle_objective(slot.kind.name, bundle.wanted, bundle.over, slot.label, ways[-1]),
            },
            "labels": {item: schema.slot(item).label for item in _named(bundle)},
            "numbers": {
                name: [values[index] for index in indices] for name, values in bundle.numbers.items()
            },
            "total": bundle.total,
            "second": bundle.second,
            "unasked": lettered(bundle.unasked),
        }
        return LabelledAnswer(lettered(bundle.chosen), asked=asked)

    def request(self, question: Question) -> str:
        asked = question.asked
        number = number_word(asked["take"])
        lines = [
            f"{number.capitalize()} options: {asked['called']}. Each of them meets the whole request.",
            *(condition["words"] for condition in asked["conditions"]),
            asked["objective"]["words"],
        ]
        return "\n".join([question.request, "", TOGETHER, *(f"- {line}" for line in lines)])

    def words(self, question: Question) -> PromptText:
        number = number_word(question.asked["take"])
        ways = (
            "Which options are they?",
            f"Which {number} options make the best choice?",
            f"Which {number} options should be chosen?",
        )
        letters = ", ".join(question.labels[: question.asked["take"]])
        return PromptText.over_options(
            question,
            ways,
            shown=f"a request, what {number} options have to meet together, and {some_options(question)}",
            task=f"{number.capitalize()} options are wanted, and they are to be chosen together: each of "
            "them meets everything that the request asks for, together they meet all that is listed below "
            "it, and no other such choice is better.",
            method="Find them by checking every option against the request, and then comparing the choices "
            "that those which are left allow.",
            partial=f"Its solution explains two of the {some_options(question)}, and the choice.",
            now="Now find the best choice for the following request.",
            listing=f"List the conditions, go through {all_options(question)}, compare the choices that are "
            "left, and",
            decision="Use what you found to decide which options meet every one of them. Of these, take the "
            f"best {number} that meet together what is listed below the request, and",
            form=f"with the letters of the {number} options:\nAnswer: {letters}",
        )

    def conclusion(self, question: Question) -> str:
        return f"{self.comparison_text(question)} So the answer is {', '.join(question.key)}."

    def comparison_text(self, question: Question) -> str:
        asked = question.asked
        label = asked["labels"][asked["objective"]["slot"]]
        shown = {option.label: option.shown[label] for option in question.options}
        chosen = ", ".join(question.key)
        parts = [f"The options that meet the request are {', '.join(question.right)}."]
        for condition in asked["conditions"]:
            sentence = condition["words"]
            parts.append(f"{', '.join(condition['without'])} would be better, but for this: {sentence}")
        values = ", ".join(f"{letter} {shown[letter]}" for letter in question.key)
        parts.append(f'The best choice that meets everything is {chosen} ("{label}": {values}).')
        return " ".join(parts)

    def metrics(self, question: Question, reading: Reading) -> Mapping[str, float]:
        """Returns the metrics of a set, and two more.

        feasible: the reply states as many options as are asked for, which meet the request and together the
        conditions. optimal: it states as many options as are asked for, by the objective no worse than the
        key, whatever else they meet.
        """
        labels, choice = question.labels, _problem_of(question)
        stated = reading.value if isinstance(reading.value, frozenset) else frozenset()
        chosen = [index for index, label in enumerate(labels) if label in stated]
        best = choice.cost([labels.index(label) for label in question.key])
        return {
            **super().metrics(question, reading),
            "feasible": float(choice.met_by(chosen) and stated <= set(question.right)),
            "optimal": float(len(chosen) == choice.size and choice.cost(chosen) <= best),
        }

    def reference_answer(self, prompt: ParsedPrompt, draw: random.Random) -> str | None:
        """Returns the best choice of the listed options that satisfy; None where there is none."""
        from cocoa_core.families.selection.asks.bundle.best_bundle import TooLongError, best_of

        choice = read_bundle_problem(prompt)
        satisfying = [
            position for position, letter in enumerate(prompt.letters) if letter in prompt.satisfying
        ]
        try:
            best = best_of(choice, satisfying)
        except TooLongError:
            raise UnreadablePromptError("there are more choices than are gone through") from None
        if best is not None and prompt.certain and best.second == best.cost:
            raise UnreadablePromptError("two choices are the best")
        return None if best is None else ", ".join(prompt.letters[index] for index in best.chosen)

    def random_answer(self, prompt: ParsedPrompt, draw: random.Random) -> str:
        number = min(read_take(prompt.text), len(prompt.letters))
        return ", ".join(sorted(draw.sample(list(prompt.letters), number)))

    def tally_keys(self, question: Question) -> tuple[str, ...]:
        """Returns each letter by itself: there are too many choices to count."""
        return tuple(question.key)

    def chance(self, question: Question) -> float:
        return 1 / comb(len(question.options), question.asked["take"])


def _order(letter: str) -> tuple[int, str]:
    return len(letter), letter


def _named(bundle: DrawnBundle) -> Iterator[str]:
    return iter(dict.fromkeys([bundle.slot, *(condition.slot for condition in bundle.conditions)]))


def _problem_of(question: Question) -> BundleProblem:
    """Returns what is asked, from the record alone; the options are numbered in its order."""
    asked = question.asked
    objective, numbers = asked["objective"], asked["numbers"]
    sign = 1 if objective["wanted"] == "less" else -1
    choice = BundleProblem(asked["take"], tuple(sign * number for number in numbers[objective["slot"]]))
    for condition in asked["conditions"]:
        label = asked["labels"][condition["slot"]]
        texts = [option.shown[label] for option in question.options]
        drawn = BundleCondition(*(condition[name] for name in ("kind", "slot", "test", "number", "value")))
        choice = choice.with_condition(drawn, numbers.get(condition["slot"]), texts)
    return choice


BUNDLE: Final = Bundle()


def _lines(text: str) -> list[str]:
    """Returns the lines that the last question of a prompt lists below its request."""
    _, heading, rest = text.rpartition(f"{TOGETHER}\n")
    lines = rest.split("\n") if heading else []
    end = next((index for index, line in enumerate(lines) if not line.startswith("- ")), len(lines))
    return [line[2:] for line in lines[:end]]


def read_take(text: str) -> int:
    """Returns how many options a prompt asks for.

    Raises:
        UnreadablePromptError: it does not say so.
    """
    return _number(next(iter(_lines(text)), "").partition(" options: ")[0].lower())


def read_bundle_problem(prompt: ParsedPrompt) -> BundleProblem:
    """Returns what a prompt asks of several options.

    Raises:
        UnreadablePromptError: a line cannot be read.
    """
    take = read_take(prompt.text)
    slots = [slot for slot in prompt.reader.domain.slots.values() if slot.shown]
    _, *conditions = _lines(prompt.text)
    objective = conditions.pop() if conditions else ""
    costs = next(filter(None, (_objective(objective, slot, prompt) for slot in slots)), None)
    if costs is None:
        raise UnreadablePromptError(f"this names no choice that is the best: {objective}")
    choice = BundleProblem(take, costs)
    for line in conditions:
        parsed = next(filter(None, (_condition(line, slot) for slot in slots)), None)
        if parsed is None:
            raise UnreadablePromptError(f"this condition on several options cannot be read: {line}")
        slot, condition = parsed
        values = [prompt.values[letter].get(slot.name) for letter in prompt.letters]
        if condition.kind in ("total", "average"):
            number = 0 if slot.numbers is None else read_number_shown(slot.numbers, condition.value)
            condition = evolve(condition, number=number)
        numbers = [shown_value if isinstance(shown_value, int) else 0 for shown_value in values]
        texts = [_text(slot, shown_value) for shown_value in values]
        choice = choice.with_condition(condition, numbers, texts)
    return choice


def _number(word: str) -> int:
    if word not in NUMBER_WORDS and not word.isdecimal():
        raise UnreadablePromptError(f"this is no number of options: {word}")
    return NUMBER_WORDS.index(word) if word in NUMBER_WORDS else int(word)


def _text(slot: Slot, value: Any) -> str:
    """Returns a value as conditions speak of it; for a set its words."""
    if isinstance(value, frozenset):
        return "; ".join(sorted(value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _objective(line: str, slot: Slot, prompt: ParsedPrompt) -> tuple[int, ...] | None:
    """Returns the numbers of the options, turned so that less is better; None where the line is no objective
    on this slot.
    """
    for wanted, sign in (("less", 1), ("more", -1)):
        for over in ("total", "average"):
            for way in range(len(BUNDLE_OBJECTIVES)):
                kind = str(slot.kind)
                if (kind, wanted) in SUPERLATIVES and line == bundle_objective(
                    kind, wanted, over, slot.label, way
                ):
                    values = [prompt.values[letter].get(slot.name) for letter in prompt.letters]
                    return tuple(sign * value if isinstance(value, int) else 0 for value in values)
    return None


def _condition(line: str, slot: Slot) -> tuple[Slot, BundleCondition] | None:
    for (kind, test), ways in BUNDLE_CONDITIONS.items():
        for way in ways:
            pattern = re.escape(way.replace("{label}", slot.label))
            pattern = pattern.replace(r"\{value\}", "(?P<value>.+)").replace(r"\{number\}", "(?P<number>.+?)")
            match = re.fullmatch(pattern, line)
            if match is not None:
                parts: Mapping[str, str] = match.groupdict()
                number = _number(parts["number"]) if "number" in parts else 0
                return slot, BundleCondition(kind, slot.name, test, number, parts.get("value", ""))
    return None
