"""Describes the columns of questions in a table, and the way back from a row to the record."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from cocoa_core.families.selection.record import ABSENT, CONVERSATION, Question, labels_of
from cocoa_core.families.selection.setting_specs import PANEL
from cocoa_core.items import ItemColumns

_ABOUT: Final[Mapping[str, str]] = {
    "family": "`selection`",
    "ask": "what is asked about the options, such as `choose`: which one satisfies the request",
    "variant": "in which form the request is put",
    "key": "the letters that are right",
    "domain": "`name`, `version` and `digest`",
    "request": "the English text",
    "sentences": "the request in order: `text`, and `terms`, the sum terms that it says (none: inert)",
    "inert": "what in the request says nothing: its opening, reasons, its closing",
    "options": "each `label`, `row` (in the catalogue) and `shown`: by label of a slot, the text shown",
    "answer": "the letter, where the key is one",
    "requirement": "`id`, `text` and `terms`: sum terms of literals",
    "certificate": "why the key is right: by letter, either `satisfied` or `broken`",
    "complexity": "the measures; `entropy` by letter",
    "composition": "how the parts of the requirement meet: its labels at three granularities",
    "asked": "what the ask adds, as JSON; empty where it adds nothing",
    "differs": "in what it differs from the others of its group, as JSON; empty where it has none",
    "delivery": "how it is meant to reach a model, and all sum terms of the conversation, as JSON",
    "history": "`text` and `op` of each turn",
    "states": "after each turn the places of the terms in force",
    "keys": "after each turn the letters that fit",
    "paraphrase": "the request in other words, and who read it, as JSON; empty where it has none",
    "knowledge": "the derived slots that the requirement speaks of",
}


@cache
def question_columns(
    shown: tuple[str, ...], options: int = PANEL, *, revised: bool = False, reworded: bool = False
) -> ItemColumns:
    """Returns the columns of questions with so many options.

    Args:
        shown: the labels of the slots that options show.
        revised: whether they were drawn with revisions, so that there are columns of the conversation.
        reworded: whether some have a paraphrase.
    """
    by_letter = ("certificate.satisfied", "certificate.broken", "complexity.entropy")
    return ItemColumns.of(
        Question,
        about=_ABOUT,
        keys={**dict.fromkeys(by_letter, labels_of(options)), "options.shown": shown},
        types={"key": list[str]},
        without=(*(() if revised else CONVERSATION), *(() if reworded else ("paraphrase",))),
    )


def record_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the record of a row of a Parquet export, as it is in the data set."""
    options = row["options"]
    shown = tuple(options[0]["shown"]) if options else ()
    flags = {"revised": CONVERSATION[0] in row, "reworded": "paraphrase" in row}
    record = question_columns(shown, len(options), **flags).record(row)
    return {name: part for name, part in record.items() if part or name not in ABSENT}
