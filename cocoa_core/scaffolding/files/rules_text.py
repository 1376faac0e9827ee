"""rules.yaml of a draft."""

from __future__ import annotations

from collections.abc import Mapping

from cocoa_core.scaffolding.drafts import Draft, DraftRule
from cocoa_core.scaffolding.files.schema_text import modeline
from cocoa_core.scaffolding.files.yaml_layout import comment_lines, entry_lines, item_lines, scalar

__all__ = ["rules_text"]

_HEADER = """\
# What a request may ask of each slot, and in which words.
#   tests     which comparisons are drawn; their negations come along
#   draw      where the values of comparisons come from
#   atypical  what few people ask for
#   say       wordings; cocoa adds the comparison: {verb: cost} becomes "it costs under $400"
# A slot without rules is shown, and no request speaks of it."""


def rules_text(draft: Draft) -> str:
    """The whole file: the rules of each slot together, in the order of the draft."""
    lines = [modeline("rules"), *_HEADER.split("\n"), "rules:"]
    by_slot: dict[str, list[DraftRule]] = {}
    for rule in draft.rules:
        by_slot.setdefault(rule.slot, []).append(rule)
    for number, (slot, rules) in enumerate(by_slot.items()):
        lines += [""] * (number > 0) + [f"  {scalar(slot)}:"]
        for rule in rules:
            lines += comment_lines(rule.comment, 4) if rule.comment else []
            lines += _rule_lines(rule.settings)
    return "\n".join(lines) + "\n"


def _rule_lines(settings: Mapping[str, object]) -> list[str]:
    """A key a line, a wording a line."""
    lines: list[str] = []
    for key, value in settings.items():
        if key in ("say", "also") and isinstance(value, list | tuple):
            lines.append(f"      {key}:")
            lines += [line for wording in value for line in item_lines(wording, 8)]
        else:
            lines += entry_lines(key, value, 6)
    return ["    - " + lines[0][6:], *lines[1:]]
