"""README.md of a draft: what the rows are, what each column holds, what was guessed."""

from __future__ import annotations

from collections.abc import Mapping

from cocoa_core.scaffolding.drafts import Draft, DraftSlot

__all__ = ["readme_text"]

_FILES = """\
| file | what it holds |
|---|---|
| `schema.yaml` | the slots: their kinds, bounds and labels |
| `rules.yaml` | what a request may ask of each slot, and in which words |
| `catalogue.csv` | the options, one a row |
| `{test}` | draws questions and has them verified: run it after every edit |
| `.schemas/` | JSON Schemas of both YAML files, for editors that complete and check as you type |"""


def readme_text(draft: Draft, test: str, commands: tuple[str, ...]) -> str:
    """The whole page. test: the name of the test's file; commands: what to call, from within the folder."""
    parts = [f"# {draft.name}"]
    if draft.description:
        parts.append(draft.description)
    if draft.origin:
        parts.append(draft.origin)
    parts += [
        _FILES.replace("{test}", test),
        "## Use it\n\nIn this folder:\n\n" + "\n".join(f"    {command}" for command in commands),
        "## Columns\n\n" + _columns(draft),
    ]
    if draft.notes:
        parts.append("## To look at\n\n" + "\n".join(f"- {_plain(note)}" for note in draft.notes))
    parts.append("## Licence\n\nSay here under which licence others may use these files.")
    return "\n\n".join(parts) + "\n"


def _columns(draft: Draft) -> str:
    lines = ["| column | shown as | kind |", "|---|---|---|"]
    for slot in draft.slots:
        label = slot.settings.get("label") or slot.name.replace("_", " ").capitalize()
        group = "; groups the options" if slot.name in draft.group_by else ""
        lines.append(f"| `{slot.name}` | {_plain(str(label))} | {_kind(slot)}{group} |")
    return "\n".join(lines)


def _kind(slot: DraftSlot) -> str:
    derived = slot.settings.get("derived")
    if isinstance(derived, Mapping):
        return f"derived from `{derived.get('from')}`"
    unit = slot.settings.get("unit")
    kind = str(slot.settings.get("kind"))
    return f"{kind} ({_plain(str(unit))})" if unit else kind


def _plain(text: str) -> str:
    """Text that no table or markup trips over."""
    return "".join(f"\\{sign}" if sign in "|*_<>[]`\\#" else sign for sign in " ".join(text.split()))
