"""The table of comparison phrases in docs/domain-format.md, from the lexicon itself.

Run with `python -m tests.documents.phrases`.
"""

from __future__ import annotations

from cocoa_core.lexicon import BE_COMPARISONS, COMPARISONS, NO_NOUN, WORSE


def text() -> str:
    """A markdown table: family, test, phrases. Those that only go with "be" are marked."""
    lines = ["| row | test | phrases |", "|---|---|---|"]
    for family, tests in COMPARISONS.items():
        for op, phrases in tests.items():
            shown = [_shown(phrase) for phrase in phrases]
            if family == "count" and op == "less":
                shown.append(f"`{NO_NOUN}` (for fewer than one)")
            if family == "grade" and op == "one_of":
                shown.append(f"{_shown(WORSE)} (for what is below)")
            shown += [
                f"{_shown(phrase)} (after *be*)" for phrase in BE_COMPARISONS.get(family, {}).get(op, ())
            ]
            lines.append(f"| {family} | `{op}` | {' · '.join(shown)} |")
    return "\n".join(lines)


def _shown(phrase: str) -> str:
    return f"`{phrase}`" if phrase else "(nothing: the fixed words say it)"


if __name__ == "__main__":
    print(text())
