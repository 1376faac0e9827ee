"""schema.yaml of a draft."""

from __future__ import annotations

from cocoa_core.scaffolding.drafts import Draft, DraftSlot
from cocoa_core.scaffolding.files.yaml_layout import comment_lines, entry_lines, item_lines
from cocoa_core.scaffolding.naming import usual_label

__all__ = ["modeline", "schema_text"]

_VERSION = "1.0"


def modeline(schema: str) -> str:
    """The comment by which editors find the JSON Schema of a YAML file."""
    return f"# yaml-language-server: $schema=.schemas/{schema}.json"


def schema_text(draft: Draft) -> str:
    """The whole file, with comments where an author will edit."""
    lines = [
        modeline("schema"),
        *comment_lines(
            f"What one {draft.noun} is: its attributes (slots), in the order in which a person reads them."
            " `cocoa check-domain .` says what is wrong after an edit."
        ),
        "",
        *entry_lines("name", draft.name, 0),
        *entry_lines("version", _VERSION, 0),
        *entry_lines("noun", draft.noun, 0),
    ]
    if draft.description:
        lines += entry_lines("description", draft.description, 0)
    lines += ["", *_grouping(draft), "", "slots:"]
    for number, slot in enumerate(draft.slots):
        lines += [""] * bool(slot.comment and number) + _slot_lines(slot)
    return "\n".join([*lines, *_axioms(draft)]) + "\n"


def _grouping(draft: Draft) -> list[str]:
    if not draft.group_by:
        return [
            *comment_lines(
                "All rows are one group: any five may be the options of a question. To ask about rows that"
                " share a value, name its slot here, for example:"
            ),
            "# group_by: [city]",
        ]
    lines = [
        *comment_lines("All options of one question share the values of these slots."),
        *entry_lines("group_by", list(draft.group_by), 0),
    ]
    return [*lines, *entry_lines("request", list(draft.request), 0)] if draft.request else lines


def _slot_lines(slot: DraftSlot) -> list[str]:
    lines = comment_lines(slot.comment, 2) if slot.comment else []
    return [*lines, *_block(slot)]


def _block(slot: DraftSlot) -> list[str]:
    """A key a line: such a block is edited without breaking its neighbours."""
    lines = [f"  {entry_lines(slot.name, None, 0)[0].removesuffix(' null')}"]
    for key, value in _ordered(slot).items():
        lines += entry_lines(key, value, 4)
    return lines


def _ordered(slot: DraftSlot) -> dict[str, object]:
    """The kind first, then the label, if it is another than the name says."""
    first = {key: slot.settings[key] for key in ("kind", "label") if key in slot.settings}
    if first.get("label") == usual_label(slot.name):
        del first["label"]
    return first | {key: value for key, value in slot.settings.items() if key not in ("kind", "label")}


def _axioms(draft: Draft) -> list[str]:
    if not draft.axioms:
        return []
    return [
        "",
        *comment_lines("What holds for every row; loading checks it, and the proofs count on it."),
        "axioms:",
        *(line for axiom in draft.axioms for line in item_lines(axiom, 2)),
    ]
