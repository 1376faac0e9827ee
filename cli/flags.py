"""Defines the flags that several commands share, each with its help."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import typer
from attrs import frozen

from .flag_groups import FlagGroup
from .places import data_set

__all__ = [
    "DELIVERY_HELP",
    "Answering",
    "AsJson",
    "At",
    "BaseUrl",
    "DataSet",
    "DeliveryFlags",
    "DeliveryName",
    "Demonstrations",
    "Domain",
    "DomainNamed",
    "Engine",
    "Family",
    "Format",
    "NewFolder",
    "OptionalDomain",
    "Order",
    "OutputFlags",
    "PackingFlags",
    "PartOf",
    "PromptFlags",
    "Quiet",
    "Range",
    "Seed",
    "Shard",
    "SkipBad",
    "Split",
    "Sql",
    "Workers",
    "read_named",
    "read_split",
]

_DOMAIN_HELP = "A name (see `cocoa domains`) or a folder with a schema.yaml."
_DOMAIN = typer.Option("--domain", "-d", metavar="NAME|FOLDER", help=_DOMAIN_HELP, show_default=False)
Domain: TypeAlias = Annotated[str, _DOMAIN]
OptionalDomain: TypeAlias = Annotated[str | None, _DOMAIN]
DomainNamed: TypeAlias = Annotated[
    str, typer.Argument(metavar="NAME|FOLDER", help=_DOMAIN_HELP, show_default=False)
]
Seed: TypeAlias = Annotated[
    int, typer.Option("--seed", "-s", metavar="INT", help="Any whole number; each gives other questions.")
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
Answering: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--answering",
        metavar="WHEN",
        help="When the model answers in several turns: free, at any point, and the last answer counts; end, "
        "after the last turn; each, after every turn.",
    ),
]
DELIVERY_HELP: Final = (
    "full, in one message; concat, the conditions as a list in one message; turns, one condition a turn; "
    "revise, with the turns of --revisions; paraphrase, in the words of `cocoa paraphrase`. Default: revise "
    "for questions drawn with --revisions, else full."
)
DeliveryName: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--delivery",
        metavar="NAME",
        help=DELIVERY_HELP,
        show_default=False,
    ),
]
Family: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--family",
        metavar="NAME",
        help="The family of tasks: selection, parsing, graph-to-text, or one of an installed package, whose "
        "code then runs. Default: that of the data set, else selection.",
        show_default=False,
    ),
]
Split: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--split",
        metavar="SIDE=SHARE,...",
        help="Divide into sides, by share: train=0.9,test=0.1. No request is on two sides.",
    ),
]
Workers: TypeAlias = Annotated[
    int,
    typer.Option("--workers", "-w", metavar="INT", help="The number of processes; the result is the same."),
]
PartOf: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--part",
        metavar="I/N",
        help="Make part I of N only, for `cocoa join`.",
        show_default=False,
    ),
]
Range: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--range", metavar="A:B", help="As --part, with the indices from A to B - 1.", show_default=False
    ),
]
Engine: TypeAlias = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="NAME",
        help="Where questions are made: processes, or ray (the cluster of RAY_ADDRESS, else a local one).",
    ),
]
Format: TypeAlias = Annotated[
    str,
    typer.Option("--format", metavar="NAME", help="The format of the files: jsonl, jsonl.zst or parquet."),
]
Shard: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--shard",
        metavar="INT",
        help="The most questions in a file. Default: all in one file a side.",
        show_default=False,
    ),
]
At: TypeAlias = Annotated[
    str,
    typer.Option(
        "--at",
        metavar="WHERE",
        help="In FILE: the name of a sheet, of a table of a database, or the keys to the rows: KEY.KEY.",
    ),
]
Sql: TypeAlias = Annotated[
    str, typer.Option("--sql", metavar="SELECT", help="A query, in place of a table of the database.")
]
SkipBad: TypeAlias = Annotated[
    bool, typer.Option("--skip-bad", help="Leave out rows that cannot be read or used, and count them.")
]
NewFolder: TypeAlias = Annotated[
    Path,
    typer.Option("--out", "-o", metavar="FOLDER", help="A new folder, or an empty one.", show_default=False),
]
BaseUrl: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--base-url",
        metavar="URL",
        help="Of your own server, for openai-api/ANY/MODEL.",
        show_default=False,
    ),
]
Quiet: TypeAlias = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no summary.")]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print data instead of text.")]
DataSet: TypeAlias = Annotated[
    Path,
    typer.Argument(
        metavar="FOLDER",
        help="A folder, or s3://BUCKET/FOLDER, that `cocoa generate` wrote.",
        parser=data_set,
        show_default=False,
    ),
]


@frozen
class QueryFlags(FlagGroup):
    """What is read of a source."""

    at: At = ""
    sql: Sql = ""


@frozen
class OutputFlags(FlagGroup):
    """What a command prints that writes files."""

    quiet: Quiet = False
    as_json: AsJson = False


@frozen
class PackingFlags(FlagGroup):
    """How a data set's folder keeps its lines."""

    form: Format = "jsonl"
    shard: Shard = None


@frozen
class DeliveryFlags(FlagGroup):
    """How a question is shown: as it reaches a model."""

    panel = "As a model gets it"

    delivery: DeliveryName = None
    answering: Answering = None


@frozen
class PromptFlags(FlagGroup):
    """What the prompts hold beside the question."""

    panel = "Prompts"

    prompt: Annotated[
        Path | None,
        typer.Option(
            "--prompt",
            metavar="FILE",
            help="A template of your own for the strategy, or `groundcocoa` for the prompts of its paper.",
        ),
    ] = None
    shots: Annotated[
        int | None,
        typer.Option(
            "--shots",
            metavar="INT",
            help="Show so many examples: questions with their answers, or worked ones with cot-full and "
            "cot-partial, which show one by themselves.",
        ),
    ] = None
    demonstrations: Demonstrations = None
    order: Order = None


def read_split(text: str | None) -> dict[str, float]:
    """Returns the shares by side of a text such as `test=0.99,validation=0.01`.

    Whether they add up is checked by the settings.
    """
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


def read_named(pairs: list[str], option: str) -> dict[str, Any]:
    """Returns the values of texts of the form NAME=VALUE, by name.

    A value that is JSON, such as a number or true, is read as JSON; any other is a text.

    Args:
        pairs: the texts.
        option: the name of the option, for errors.
    """
    values: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or not name:
            raise typer.BadParameter(f"got {pair!r}; expected NAME=VALUE", param_hint=f"'{option}'")
        try:
            values[name] = json.loads(text)
        except ValueError:
            values[name] = text
    return values
