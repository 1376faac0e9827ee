"""A second reader of completions, written from the rule in the head of `cocoa_core.answers.reader` alone.

It is slow and obvious: it goes through characters and words one by one, and works every part of the notation
out again. It shares the tables of words and closed forms with the reader, and nothing else. Each module
beside this one follows the numbers of the rule that it names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from answers.plain_answers import begins, ends_answer
from answers.plain_clauses import SAME, confidence, contradicted
from answers.plain_statements import Stated, last_claim, last_statement
from answers.plain_texts import plain, skip, visible, without_latex, words_from

from cocoa_core.answers.reader import Shape, Text, Value

NEWLINE: Final = "\n"

VERBS: Final = ["is", "are", "was", "were", "can", "could", "does", "do", "would", "should", "must"]
VERBS += ["violates", "breaks", "fails"]


@dataclass(frozen=True)
class Plain:
    """What the second reader reads: a value, or why there is none."""

    value: Value | None
    failure: str | None


def read_plainly(completion: str, shape: Shape) -> Plain:
    """The answer that a completion states by the rule, or why it states none."""
    text = visible(completion)
    if not text.strip():
        return Plain(None, "empty")
    statement = last_statement(text, shape)
    if statement is None:
        statement = last_claim(text, shape)
    if statement is None:
        return itself(text, shape)
    return judged(statement, shape)


def itself(text: str, shape: Shape) -> Plain:
    """A completion that is an answer and nothing else, but for concluding words before it."""
    text = text.strip() if isinstance(shape, Text) else without_lead(text.strip()).strip()
    start = begins(text, shape)
    if start is None or any(letter.isalnum() for letter in start[1]):
        return Plain(None, "unstated")
    return judged(Stated(text), shape)


def without_lead(text: str) -> str:
    while True:
        word, end = words_from(text, skip(text, 0, " \t\n*_", len(text)))
        behind = skip(text, end, " \t\n*_:,", len(text))
        if word not in ("so", "thus", "therefore", "hence", "final", "finally") or behind == end:
            return text
        text = text[behind:]


def judged(statement: Stated, shape: Shape) -> Plain:
    if statement.failure is not None:
        return Plain(None, statement.failure)
    start = statement.start or begins(statement.answer, shape)
    if start is None:
        return Plain(None, "unknown")
    value, rest = start
    if statement.start is None and not ends_answer(rest):
        return Plain(None, "unknown")
    following = plain(without_latex(rest + ("" if statement.boxed else "\n") + statement.after))
    behind = following.lstrip(" \n)]}")
    if behind.startswith("?") or confidence(following):
        return Plain(None, "hedged")
    if statement.boxed and behind[: words_from(behind, 0)[1]] in VERBS:  # "\\boxed{B} is wrong"
        following += f"\n{SAME} {behind.partition(NEWLINE)[0]}"
    failure = contradicted(following, value, shape)
    return Plain(None, failure) if failure else Plain(value, None)
