"""The flags that several commands share, each with its help said once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

__all__ = [
    "AsJson",
    "DataSet",
    "Domain",
    "Knowledge",
    "Minterms",
    "OptionSets",
    "Preset",
    "Primitives",
    "Seed",
    "Slots",
    "Split",
    "Workers",
    "read_split",
]

_DIFFICULTY = "Difficulty"

Domain: TypeAlias = Annotated[
    str,
    typer.Option(
        "--domain",
        "-d",
        metavar="NAME|FOLDER",
        help="The domain: a name (see `cocoa domains`) or a folder with a schema.yaml.",
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
        help="A mix of settings by name: paper, the six of GroundCocoa. Used where no slots are given.",
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
Knowledge: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--knowledge",
        help="Every request needs a fact that no option shows, such as the continent of a city. "
        "For domains whose tables state such facts.",
        rich_help_panel=_DIFFICULTY,
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
