"""Makes a sheet of requests for people to read: drawn at random, without answers."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from cocoa_core.families.selection.record import Question
from cocoa_core.seeds import seed_of
from cocoa_core.text import visible

_ABOUT: Final = (
    "Requests by customers. Rate each from 1 (robotic or painful) to 5 (a fluent person could have written "
    "it) for how natural it is, and again from 1 to 5 for whether a real customer would want this."
)
_STYLE: Final = (
    "body{font:1.05rem/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}"
    "li{margin:0 0 1.6rem}ul{list-style:none;padding-left:0;font-size:.9em;color:GrayText}"
    "li li{margin:.4rem 0}:root{color-scheme:light dark}"
)


def drawn_for_reading(questions: Iterable[Question], count: int, seed: int) -> list[Question]:
    """Returns `count` questions, drawn at random, in the order in which they were drawn; all of them where
    there are fewer.

    The draw depends on a question's id and the seed alone, not on its position.
    """
    lots = ((seed_of("read", seed, question.id), question.id, question) for question in questions)
    return [question for _, _, question in heapq.nsmallest(count, lots, key=lambda lot: lot[:2])]


def sheet_text(questions: Sequence[Question], options: bool) -> str:
    """Returns the sheet as plain text, numbered from 1.

    Args:
        options: whether options are shown; the answer never is.
    """
    parts = [_ABOUT]
    for number, question in enumerate(questions, start=1):
        shown = [f"   {line}" for line in _options(question)] if options else []
        parts.append("\n".join([f"{number}. {question.request}", *shown]))
    return visible("\n\n".join(parts)) + "\n"


def sheet_page(questions: Sequence[Question], options: bool) -> str:
    """Returns the sheet as one HTML page without scripts; texts of the domain are escaped.

    Args:
        options: whether options are shown; the answer never is.
    """
    items = []
    for question in questions:
        shown = "".join(f"<li>{escape(visible(line))}</li>" for line in _options(question)) if options else ""
        items.append(f"<li>{escape(visible(question.request))}{f'<ul>{shown}</ul>' if shown else ''}</li>")
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Requests to read</title>'
        '<meta name="viewport" content="width=device-width">'
        f"<style>{_STYLE}</style><p>{escape(_ABOUT)}</p><ol>{''.join(items)}</ol></html>\n"
    )


def _options(question: Question) -> list[str]:
    return [
        f"{option.label}: " + "; ".join(f"{label}: {value}" for label, value in option.shown.items())
        for option in question.options
    ]
