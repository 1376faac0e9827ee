"""Parses what a prompt asks of several options: their number, the conditions on all, and the objective."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from attrs import evolve

from cocoa_core.families.selection.asking import ParsedPrompt, UnreadablePromptError
from cocoa_core.families.selection.asks.bundle.choices import BundleCondition, BundleProblem
from cocoa_core.independent import Slot, read_number_shown
from cocoa_core.lexicon import (
    BUNDLE_CONDITIONS,
    BUNDLE_OBJECTIVES,
    NUMBER_WORDS,
    SUPERLATIVES,
    TOGETHER,
    bundle_objective,
)


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


def read_bundle_problem(heard: ParsedPrompt) -> BundleProblem:
    """Returns what a prompt asks of several options.

    Raises:
        UnreadablePromptError: a line cannot be read.
    """
    take = read_take(heard.said)
    slots = [slot for slot in heard.reader.domain.slots.values() if slot.shown]
    _, *conditions = _lines(heard.said)
    objective = conditions.pop() if conditions else ""
    costs = next(filter(None, (_objective(objective, slot, heard) for slot in slots)), None)
    if costs is None:
        raise UnreadablePromptError(f"this names no choice that is the best: {objective}")
    choice = BundleProblem(take, costs)
    for line in conditions:
        parsed = next(filter(None, (_condition(line, slot) for slot in slots)), None)
        if parsed is None:
            raise UnreadablePromptError(f"this condition on several options cannot be read: {line}")
        slot, condition = parsed
        values = [heard.values[letter].get(slot.name) for letter in heard.letters]
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


def _objective(line: str, slot: Slot, heard: ParsedPrompt) -> tuple[int, ...] | None:
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
                    values = [heard.values[letter].get(slot.name) for letter in heard.letters]
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
