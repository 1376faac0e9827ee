"""Conditions by number: what prompts show of a request whose every statement says one sum term."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cocoa_core.families.selection.asking import ASKS, ParsedPrompt, UnreadableError
from cocoa_core.families.selection.record import Question

__all__ = [
    "heard_numbers",
    "is_numbered",
    "listed_numbers",
    "numbered_request",
    "numbers",
    "shown_conditions",
]


def numbered_request(question: Question) -> str:
    """Returns the request with each condition on a numbered line of its own, and what else it says around
    them.
    """
    lines: list[str] = []
    number = 0
    for sentence in question.sentences:
        number += bool(sentence.terms)
        lines.append(f"{number}. {sentence.text}" if sentence.terms else sentence.text)
    return "\n".join(lines)


def is_numbered(question: Question) -> bool:
    """Returns whether prompts show the request so."""
    shown = ASKS[question.ask].request(question)
    return bool(question.sentences) and shown.startswith(numbered_request(question))


def numbers(question: Question) -> tuple[str, ...]:
    """Returns the numbers of all conditions, from 1."""
    return tuple(str(number) for number in range(1, len(question.requirement.terms) + 1))


def listed_numbers(some: Sequence[str]) -> str:
    """ "condition 2", "conditions 1, 3 and 4"."""
    if len(some) == 1:
        return f"condition {some[0]}"
    return f"conditions {', '.join(some[:-1])} and {some[-1]}"


def shown_conditions(text: str) -> list[str]:
    """Returns the numbered conditions of the last request of a prompt, in their order."""
    lines = text.split("\n")
    starts = [place for place, line in enumerate(lines) if line == "Request:"]
    result: list[str] = []
    for line in lines[starts[-1] + 1 :] if starts else ():
        numbered = re.match(r"(\d+)\. (.+)", line)
        if numbered and int(numbered[1]) == len(result) + 1:
            result.append(numbered[2])
        elif result:
            break
    return result


def heard_numbers(heard: ParsedPrompt, least: int = 1) -> list[str]:
    """Returns their numbers, as a reference model reads them.

    Raises:
        UnreadableError: fewer conditions than `least`.
    """
    shown = shown_conditions(heard.said)
    if len(shown) < least:
        raise UnreadableError(f"the prompt numbers {len(shown)} conditions, not {least} or more")
    return [str(number) for number in range(1, len(shown) + 1)]
