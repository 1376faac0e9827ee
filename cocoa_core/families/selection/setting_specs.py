"""Declares each setting of questions over options once: its name, type, default, bounds and help.

The flags of the command line, the refusals of `Settings` and the table in docs/asks.md are derived from this.
A new setting needs a row here and a field of `Settings`. Settings that an ask or a domain cannot meet are
refused by `Ask.refuse`, and by `fitting` and `nearest_settings`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from cocoa_core.families.selection.ask_names import ASK_SUMMARIES, DEFAULT_ASK, REVISED_ASKS
from cocoa_core.families.selection.difficulty import (
    MOST_MINTERMS,
    MOST_SLOTS,
    MOST_WISHES,
    PRESETS,
    REVISED_PRESETS,
    RING,
)

PANEL: Final = 5
"""How many options a question shows by default, and the greatest number of rows of a balanced set."""

_FIRST: Final = "Options"
_DIFFICULTY: Final = "How hard"
_ASKED: Final = "What is asked"
_EXACT: Final = "Exact structure"
_WORDING: Final = "Tests and wording"


class SettingSpec(NamedTuple):
    """The declaration of one setting."""

    name: str
    """An argument of `Settings.of`; its flag has hyphens for the underscores."""
    kind: type[Any]
    """int, float, str or bool; a bool is a switch."""
    panel: str
    """The heading of the help that the flag stands under; empty for a setting without a flag."""
    help: str
    """Sentences for docs/asks.md, without the bounds, choices and default, which are added."""
    default: Any = None
    """The value where the caller says nothing; None where it is off, or depends on other settings."""
    bounds: tuple[float, float] | None = None
    """The least and the greatest number, both allowed."""
    choices: Sequence[str] = ()
    """The words that are allowed; empty where any text is, or where the text has a grammar of its own."""
    ask: str = ""
    """The only ask that has the setting; empty where all asks have it."""
    brief: str = ""
    """What `--help` says in place of `help`, where that is long."""
    form: str = ""
    """The value as help shows it, where its type does not say enough."""

    @property
    def metavar(self) -> str:
        """The value as help shows it; empty for a switch."""
        return self.form or {int: "INT", float: "SHARE", str: "NAME", bool: ""}[self.kind]

    @property
    def range(self) -> str:
        """The bounds of a number in words; empty where there are none."""
        return f"from {self.bounds[0]} to {self.bounds[1]}" if self.bounds else ""

    @property
    def values(self) -> str:
        """The values that are allowed, as errors name them after "expected"."""
        if self.choices:
            return " or ".join(self.choices)
        if self.kind is str:
            return "a text"
        number = {int: "a whole number", float: "a number", bool: "true or false"}[self.kind]
        return f"{number} {self.range}".rstrip()

    @property
    def description(self) -> str:
        """The help with bounds, choices and default, for the docs."""
        return self._with_bounds(self.help)

    @property
    def flag_help(self) -> str:
        """The text of `--help`, with bounds, choices and default."""
        return self._with_bounds(self.brief or self.help)

    def _with_bounds(self, text: str) -> str:
        parts = [text]
        if self.ask:
            parts.insert(0, f"For the ask {self.ask}.")
        if self.choices and "|" not in self.metavar:
            parts.append(f"One of: {', '.join(self.choices)}.")
        elif self.range:
            parts.append(f"{self.range.capitalize()}.")
        if self.default not in (None, False):
            parts.append(f"Default: {self.default}.")
        return " ".join(parts)


SETTING_SPECS: Final[Mapping[str, SettingSpec]] = {
    spec.name: spec
    for spec in (
        SettingSpec(
            "preset",
            str,
            _FIRST,
            "A mix of slots, minterms and wishes by name. standard, made for reading, holds where nothing is "
            "said; hard and frontier have more attributes; paper has the six cells of GroundCocoa; revise-2, "
            "revise-3 and revise-6 are standard with so many --revisions.",
            choices=(*PRESETS, *REVISED_PRESETS),
            brief="A mix of difficulties by name; standard where nothing is said.",
        ),
        SettingSpec(
            "level",
            float,
            _FIRST,
            "How hard, in one number: options, slots, minterms and wishes by the table of the ask.",
            form="0..1",
            bounds=(0, 1),
            brief="How hard, in one number.",
        ),
        SettingSpec(
            "slots", int, _DIFFICULTY, "How many attributes the request speaks of.", bounds=(2, MOST_SLOTS)
        ),
        SettingSpec(
            "minterms",
            int,
            _DIFFICULTY,
            "How many rows of the truth table are true. The more, the more conditions are implications.",
            bounds=(1, MOST_MINTERMS),
            brief="Rows of the truth table that are true: more give more implications.",
        ),
        SettingSpec(
            "wishes",
            int,
            _DIFFICULTY,
            "How many plain wishes for further attributes are added.",
            bounds=(0, MOST_WISHES),
        ),
        SettingSpec(
            "ask",
            str,
            _FIRST,
            "What is asked. "
            + " ".join(f"{name}: {summary}." for name, summary in ASK_SUMMARIES.items())
            + " Several by weight: choose:2,every.",
            form="NAME,...",
            default=DEFAULT_ASK,
            brief=f"{', '.join(ASK_SUMMARIES)}; see docs/asks.md. Several by weight: choose:2,every.",
        ),
        SettingSpec(
            "options",
            int,
            _FIRST,
            "How many options a question shows; a group of the catalogue must have as many.",
            default=PANEL,
            bounds=(2, 1000),
            brief="How many options a question shows.",
        ),
        SettingSpec(
            "none",
            bool,
            _ASKED,
            "It may be that no option satisfies the request, as often as one of five does.",
            default=False,
            ask="choose",
            brief="It may be that no option fits, as often as one of five does.",
        ),
        SettingSpec(
            "take",
            int,
            _ASKED,
            "How many options are to be chosen together. A quarter of them, and two at least, where nothing "
            "is said.",
            ask="bundle",
            brief="How many options are to be chosen together.",
        ),
        SettingSpec(
            "groups",
            str,
            _ASKED,
            "Questions that are right only together. ring: requests over the same options, each right once; "
            "surface:3: one request in three wordings; edit: two requests that differ in one literal; "
            "branch: one request over two lists of options, with a condition that the right option meets in "
            "one of them alone; odd: two requests that differ in one demand, for what people want and "
            "against it.",
            form="KIND",
            default=RING,
            brief="Questions right only together: ring, surface:3, edit, branch, odd; see docs/groups.md.",
        ),
        SettingSpec(
            "option_sets",
            int,
            _ASKED,
            "Up to this many sets of five options for each request, each with another right one.",
            default=1,
            bounds=(1, 20),
            brief="Sets of options for each request, each with another right one.",
        ),
        SettingSpec(
            "revisions",
            int,
            _ASKED,
            "The request comes over turns, and so many of them change what was said before; one option fits "
            "before the last change, drawn evenly from all. Of the "
            f"asks {', '.join(REVISED_ASKS)}.",
            bounds=(2, 12),
            brief="So many turns change what was said before.",
        ),
        SettingSpec(
            "knowledge",
            bool,
            _ASKED,
            "Every request needs a fact that no option shows, such as the continent of a city. For domains "
            "whose tables state such facts.",
            default=False,
            brief="Every request needs a fact that no option shows, such as the continent of a city.",
        ),
        SettingSpec(
            "structure",
            str,
            _EXACT,
            "Two implications that meet so. A: the target of one is the source of the other; B: both have "
            "the same source; C: both have the same target.",
            form="A|B|C",
            choices=("A", "B", "C"),
            brief="Two implications that meet: in a chain (A), in their source (B), in their target (C).",
        ),
        SettingSpec(
            "relations",
            str,
            _EXACT,
            "Of what kinds the implications of --structure are: implies, unless, excludes; all where nothing "
            "is said.",
            form="NAME,...",
            brief="Of which kinds these are: implies, unless, excludes.",
        ),
        SettingSpec(
            "terms",
            int,
            _EXACT,
            "How many conditions (sum terms) each request has, exactly.",
            bounds=(0, MOST_MINTERMS),
            brief="Conditions (sum terms) of each request.",
        ),
        SettingSpec(
            "component",
            int,
            _EXACT,
            "How many attributes the largest connected part of each request has, exactly.",
            bounds=(0, MOST_MINTERMS),
            brief="Attributes of its largest connected part.",
        ),
        SettingSpec(
            "degree",
            int,
            _EXACT,
            "With how many others the most connected attribute shares conditions, exactly.",
            bounds=(0, MOST_MINTERMS),
            brief="Attributes that share conditions with its most connected one.",
        ),
        SettingSpec(
            "near_misses",
            int,
            _EXACT,
            "How many wrong options break one condition only, exactly.",
            ask="choose",
            brief="Wrong options that break one condition only.",
        ),
        SettingSpec(
            "plain",
            bool,
            "",
            "A requirement may be a plain conjunction of wishes, without conditions.",
            default=False,
        ),
        SettingSpec(
            "primitives",
            str,
            _WORDING,
            "per-occurrence: each mention of an attribute has its own test; per-slot: all share one.",
            form="MODE",
            default="per-occurrence",
            choices=("per-occurrence", "per-slot"),
            brief="Whether mentions of an attribute have tests of their own or share one.",
        ),
        SettingSpec(
            "shared",
            float,
            _WORDING,
            "How often an attribute that is mentioned again has the same test. Where nothing is said 1, with "
            "the preset paper 0.",
            bounds=(0, 1),
            brief="How often an attribute that is mentioned again has the same test.",
        ),
        SettingSpec(
            "atypical",
            float,
            _WORDING,
            "How many requests demand what people seldom want, such as a high price. Where nothing is said "
            "0; with the preset paper tests are drawn in either direction.",
            bounds=(0, 1),
            brief="How many requests demand what people seldom want.",
        ),
        SettingSpec(
            "inert",
            str,
            _WORDING,
            "Whether requests say what bears on no option: openings, reasons and closings.",
            form="all|none",
            default="all",
            choices=("all", "none"),
            brief="Openings, reasons and closings, which bear on no option.",
        ),
    )
}
"""The settings by name, in the order of the help."""


def flag_of(name: str) -> str:
    """Returns the flag of a setting, such as "--near-misses"."""
    return f"--{name.replace('_', '-')}"
