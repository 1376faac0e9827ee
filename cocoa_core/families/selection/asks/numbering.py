"""Numbers the conditions of a request in prompts. Every statement of such a request says one sum term."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cocoa_core.families.selection.asking import ASKS, ParsedPrompt, UnreadablePromptError
from cocoa_core.families.selection.record import Question


def numbered_request(question: Question) -> str:
    """Returns the request with a numbered line for each condition; its other statements stand around."""
    lines: list[str] = []
    number = 0
    for sentence in question.sentences:
        number += bool(sentence.terms)
        lines.append(f"{number}. {sentence.text}" if sentence.terms else sentence.text)
    return "\n".join(lines)


def is_numbered(question: Question) -> bool:
    """Returns whether prompts show the request with numbered conditions."""
    shown = ASKS[question.ask].request(question)
    return bool(question.sentences) and shown.startswith(numbered_request(question))


def numbers(question: Question) -> tuple[str, ...]:
    """Returns the numbers of all conditions, from 1."""
    return tuple(str(number) for number in range(1, len(question.requirement.terms) + 1))


def listed_numbers(numbers_shown: Sequence[str]) -> str:
    """Returns numbers in a phrase, such as "condition 2" or "conditions 1, 3 and 4"."""
    if len(numbers_shown) == 1:
        return f"condition {numbers_shown[0]}"
    return f"conditions {', '.join(numbers_shown[:-1])} and {numbers_shown[-1]}"


def shown_conditions(text: str) -> list[str]:
    """Returns the numbered conditions of the last request of a prompt, in their order."""
    lines = text.split("\n")
    starts = [index for index, line in enumerate(lines) if line == "Request:"]
    result: list[str] = []
    for line in lines[starts[-1] + 1 :] if starts else ():
        numbered = re.match(r"(\d+)\. (.+)", line)
        if numbered and int(numbered[1]) == len(result) + 1:
            result.append(numbered[2])
        elif result:
            break
    return result


def numbers_in(prompt: ParsedPrompt, least: int = 1) -> list[str]:
    """Returns the numbers of the conditions, as a reference model reads them.

    Raises:
        UnreadablePromptError: the prompt shows fewer conditions than `least`.
    """
    shown = shown_conditions(prompt.text)
    if len(shown) < least:
        raise UnreadablePromptError(f"the prompt numbers {len(shown)} conditions, not {least} or more")
    return [str(number) for number in range(1, len(shown) + 1)]
