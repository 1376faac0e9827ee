"""The flags that several commands share, each with its help said once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

__all__ = [
    "AsJson",
    "Ask",
    "Atypical",
    "Component",
    "DataSet",
    "Degree",
    "Demonstrations",
    "Domain",
    "Family",
    "Format",
    "Given",
    "Inert",
    "Knowledge",
    "Level",
    "Minterms",
    "NearMisses",
    "NoneRight",
    "OptionSets",
    "OptionalDomain",
    "Options",
    "Order",
    "PartOf",
    "Preset",
    "Primitives",
    "Range",
    "Relations",
    "Seed",
    "Shard",
    "Shared",
    "Slots",
    "Split",
    "Structure",
    "Take",
    "Terms",
    "Wishes",
    "Workers",
    "read_named",
    "read_split",
]

_DIFFICULTY = "Difficulty"

_DOMAIN = typer.Option(
    "--domain",
    "-d",
    metavar="NAME|FOLDER",
    help="The domain: a name (see `cocoa domains`) or a folder with a schema.yaml.",
    show_default=False,
)
Domain: TypeAlias = Annotated[str, _DOMAIN]
OptionalDomain: TypeAlias = Annotated[str | None, _DOMAIN]
Given: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="A setting of that family. May be given again.",
        show_default=False,
    ),
]
Seed: TypeAlias = Annotated[
    int, typer.Option("--seed", "-s", metavar="INT", help="Any whole number; another seed, other questions.")
]
Slots: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--slots",
        metavar="INT",
        help="How many attributes the request speaks of, 2 to 20.",
        rich_help_panel=_DIFFICULTY,
    ),
]
Minterms: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--minterms",
        metavar="INT",
        help="How many rows of the truth table are true; more of them, more conditions.",
        rich_help_panel=_DIFFICULTY,
    ),
]
Preset: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--preset",
        metavar="NAME",
        help="A mix of settings by name: standard, made for reading, where nothing is said; "
        "hard and frontier, with more attributes; paper, the six of GroundCocoa.",
        rich_help_panel=_DIFFICULTY,
    ),
]
Wishes: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--wishes",
        metavar="INT",
        help="How many plain wishes for further attributes are added.",
        rich_help_panel=_DIFFICULTY,
    ),
]
Shared: TypeAlias = Annotated[
    float | None,
    typer.Option(
        "--shared",
        metavar="SHARE",
        help="How often an attribute that is mentioned again has the same test, from 0 to 1.",
        rich_help_panel=_DIFFICULTY,
    ),
]
Atypical: TypeAlias = Annotated[
    float | None,
    typer.Option(
        "--atypical",
        metavar="SHARE",
        help="How many requests demand what people seldom want, such as a high price; from 0 to 1.",
        rich_help_panel=_DIFFICULTY,
    ),
]
Inert: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--inert",
        metavar="all|none",
        help="Whether requests say what bears on no option: openings, reasons and closings.",
        rich_help_panel=_DIFFICULTY,
    ),
]
Demonstrations: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--demonstrations",
        metavar="KIND",
        help="Choose the examples by what questions are composed of: id, those of the same label; ood, those "
        "of others that have its parts; matched, as id where training has the label; d1-3, d2-2. Questions "
        "for which there are none are left out.",
    ),
]
Order: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--order",
        metavar="NAME",
        help="Of the demonstrations: easy-to-hard, hard-to-easy (by structure) or shuffled.",
    ),
]
Structure: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--structure",
        metavar="A|B|C",
        help="Two conditions that meet so: A, what one demands the other starts from; B, both start from the "
        "same; C, both demand the same.",
        rich_help_panel=_DIFFICULTY,
    ),
]
Relations: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--relations",
        metavar="NAME,...",
        help="Of what kinds the conditions of --structure are: implies, unless, excludes; all where nothing "
        "is said.",
        rich_help_panel=_DIFFICULTY,
    ),
]
Primitives: TypeAlias = Annotated[
    str,
    typer.Option(
        "--primitives",
        metavar="MODE",
        help="per-occurrence: each mention of an attribute has its own test; per-slot: all share one.",
        rich_help_panel=_DIFFICULTY,
    ),
]
OptionSets: TypeAlias = Annotated[
    int,
    typer.Option(
        "--option-sets",
        metavar="INT",
        help="Up to this many sets of five options for each request, each with another right one.",
        rich_help_panel=_DIFFICULTY,
    ),
]
Groups: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--groups",
        metavar="KIND",
        help="Questions that are right only together. surface:3: one request in three wordings; edit: two "
        "that differ in one literal; branch: one over two lists of options, with a condition that the right "
        "option meets in one of them alone. Without it, rings: requests over the same options.",
        rich_help_panel=_DIFFICULTY,
    ),
]
Knowledge: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--knowledge",
        help="Every request needs a fact that no option shows, such as the continent of a city. "
        "For domains whose tables state such facts.",
        rich_help_panel=_DIFFICULTY,
    ),
]
Ask: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--ask",
        metavar="NAME[:WEIGHT],...",
        help="What is asked. choose: which option satisfies the request; every: which of them do, any "
        "number; count: how many do; best: which of those that do is best by a number. Several by weight: "
        "choose:2,every. choose where nothing is said.",
        rich_help_panel=_DIFFICULTY,
    ),
]
Options: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--options",
        metavar="INT",
        help="How many options a question shows, from 2 to as many as a group of the catalogue has. 5 where "
        "nothing is said.",
        rich_help_panel=_DIFFICULTY,
    ),
]
NoneRight: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--none",
        help="Of the ask choose: it may be that no option satisfies the request, as often as one of five "
        "does.",
        rich_help_panel=_DIFFICULTY,
    ),
]
Take: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--take",
        metavar="INT",
        help="Of the ask bundle: how many options are to be chosen together. A quarter of them, and two at "
        "least, where nothing is said.",
        rich_help_panel=_DIFFICULTY,
    ),
]
Level: TypeAlias = Annotated[
    float | None,
    typer.Option(
        "--level",
        metavar="0..1",
        help="How hard, in one number: options, slots, minterms and wishes by the table of the ask.",
        rich_help_panel=_DIFFICULTY,
    ),
]
Terms: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--terms",
        metavar="INT",
        help="How many conditions (sum terms) each request has, exactly.",
        rich_help_panel=_DIFFICULTY,
    ),
]
Component: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--component",
        metavar="INT",
        help="How many attributes the largest connected part of each request has, exactly.",
        rich_help_panel=_DIFFICULTY,
    ),
]
Degree: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--degree",
        metavar="INT",
        help="With how many others the most connected attribute shares conditions, exactly.",
        rich_help_panel=_DIFFICULTY,
    ),
]
NearMisses: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--near-misses",
        metavar="INT",
        help="Of the ask choose: how many wrong options break one condition only, exactly.",
        rich_help_panel=_DIFFICULTY,
    ),
]
Family: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--family",
        metavar="NAME",
        help="The family of tasks, where it is not questions over options: parsing, or one of an installed "
        "package that you trust.",
        show_default=False,
    ),
]
Split: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--split",
        metavar="SIDE=SHARE,...",
        help="Sides and their shares, such as test=0.99,validation=0.01; no request is on two sides.",
    ),
]
Workers: TypeAlias = Annotated[
    int,
    typer.Option("--workers", "-w", metavar="INT", help="Processes to use; the result is the same."),
]
PartOf: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--part",
        metavar="I/N",
        help="Only part I of N of the questions, into a folder of parts that `cocoa join` makes one of.",
        show_default=False,
    ),
]
Range: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--range", metavar="A:B", help="As --part: only the indices from A to B - 1.", show_default=False
    ),
]
Format: TypeAlias = Annotated[
    str,
    typer.Option("--format", metavar="NAME", help="How the folder keeps its lines: jsonl or jsonl.zst."),
]
Shard: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--shard", metavar="INT", help="At most so many questions a file; else one.", show_default=False
    ),
]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print data instead of text.")]
DataSet: TypeAlias = Annotated[
    Path, typer.Argument(metavar="FOLDER", help="A folder that `cocoa generate` wrote.", show_default=False)
]


def read_split(text: str | None) -> dict[str, float]:
    """Shares by side from `test=0.99,validation=0.01`; whether they add up is for the settings to say."""
    shares: dict[str, float] = {}
    for part in text.split(",") if text else []:
        side, equals, share = (piece.strip() for piece in part.partition("="))
        try:
            number = float(share)
        except ValueError:
            number = -1.0
        if not equals or not 0 <= number <= 1 or side in shares:
            raise typer.BadParameter(
                f"got {part.strip()!r}; expected each side once, with its share, such as "
                "test=0.99,validation=0.01",
                param_hint="'--split'",
            )
        shares[side] = number
    return shares


def read_named(given: list[str], option: str) -> dict[str, Any]:
    """Values are read as JSON where they are such: numbers and true or false; all others are texts."""
    found: dict[str, Any] = {}
    for pair in given:
        name, equals, text = pair.partition("=")
        if not equals or not name:
            raise typer.BadParameter(f"got {pair!r}; expected NAME=VALUE", param_hint=f"'{option}'")
        try:
            found[name] = json.loads(text)
        except ValueError:
            found[name] = text
    return found
