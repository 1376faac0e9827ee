"""Defines the flags that several commands share, each with its help."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

from attrs import frozen

from .addresses import data_set
from .flag_groups import FlagGroup, flag, option

_DOMAIN_HELP = "A name (see `cocoa domains`) or a folder with a schema.yaml."
_DOMAIN = option("--domain -d NAME|FOLDER", _DOMAIN_HELP)
Domain: TypeAlias = Annotated[str, _DOMAIN]
OptionalDomain: TypeAlias = Annotated[str | None, _DOMAIN]
DomainNamed: TypeAlias = Annotated[str, option("NAME|FOLDER", _DOMAIN_HELP)]
Seed: TypeAlias = Annotated[int, option("--seed -s INT", "Any whole number; each gives other questions.")]
Answering: TypeAlias = Annotated[
    str | None,
    option(
        "--answering WHEN",
        "When the model answers in several turns: free, at any point, and the last answer counts; end, "
        "after the last turn; each, after every turn.",
    ),
]
DELIVERY_HELP: Final = (
    "full, in one message; concat, the conditions as a list in one message; turns, one condition a turn; "
    "revise, with the turns of --revisions; paraphrase, in the words of `cocoa paraphrase`. Default: revise "
    "for questions drawn with --revisions, else full."
)
DeliveryName: TypeAlias = Annotated[str | None, option("--delivery NAME", DELIVERY_HELP)]
Family: TypeAlias = Annotated[
    str | None,
    option(
        "--family NAME",
        "The family of tasks: selection, parsing, graph-to-text, or one of an installed package, whose "
        "code then runs. Default: that of the data set, else selection.",
    ),
]
Workers: TypeAlias = Annotated[
    int | None,
    option(
        "--workers -w INT",
        "The number of processes; the result is the same. Default: one for each CPU, at most 8, and fewer "
        "where there is little to do.",
        max=1024,
    ),
]
Format: TypeAlias = Annotated[
    str, option("--format NAME", "The format of the files: jsonl, jsonl.zst or parquet.")
]
Shard: TypeAlias = Annotated[
    int | None, option("--shard INT", "The most questions in a file. Default: all in one file a side.")
]
SkipBad: TypeAlias = Annotated[
    bool, option("--skip-bad", "Leave out rows that cannot be read or used, and count them.")
]
Force: TypeAlias = Annotated[bool, option("--force", "Replace the file of --out if it is there.")]
NewFolder: TypeAlias = Annotated[Path, option("--out -o FOLDER", "A new folder, or an empty one.")]
BaseUrl: TypeAlias = Annotated[
    str | None, option("--base-url URL", "The address of your own server, for openai-api/ANY/MODEL.")
]
Quiet: TypeAlias = Annotated[bool, option("--quiet -q", "No progress and no summary.")]
AsJson: TypeAlias = Annotated[bool, option("--json", "Print data instead of text.")]
DataSet: TypeAlias = Annotated[
    Path, option("FOLDER", "A folder, or s3://BUCKET/FOLDER, that `cocoa generate` wrote.", parser=data_set)
]


@frozen
class QueryFlags(FlagGroup):
    """What is read of a source."""

    at: str = flag(
        "--at WHERE",
        "In FILE: the name of a sheet, of a table of a database, or the keys to the rows: KEY.KEY.",
        default="",
    )
    sql: str = flag("--sql SELECT", "A query, in place of a table of the database.", default="")


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

    prompt: Path | None = flag(
        "--prompt FILE",
        "A template of your own for the strategy, or `groundcocoa` for the prompts of its paper.",
    )
    shots: int | None = flag(
        "--shots INT",
        "Show so many examples: questions with their answers, or worked ones with cot-full and "
        "cot-partial, which show one by themselves.",
    )
    demonstrations: str | None = flag(
        "--demonstrations KIND",
        "Choose the examples by what questions are composed of: id, those of the same label; ood, those "
        "of others that have its parts; matched, as id where training has the label; d1-3, d2-2. "
        "Questions for which there are none are left out.",
    )
    order: str | None = flag(
        "--order NAME",
        "The order of the demonstrations: easy-to-hard, hard-to-easy (by structure) or shuffled.",
    )


_MOST_WORKERS: Final = 8
"""Processes that are begun unasked: each takes some 150 MB."""


def workers_for(items: int | None, items_per_process: int) -> int:
    """Returns the default of `--workers`: one process for each usable CPU and each `items_per_process` items,
    at least 1 and at most 8.

    Args:
        items: the number of items; None where it is not known, for which one process has to do.
        items_per_process: the number of items that are worth the start of a process.
    """
    return max(1, min(_usable_cpus(), _MOST_WORKERS, (items or 0) // items_per_process))


_QUOTA: Final = Path("/sys/fs/cgroup/cpu.max")
"""Where Linux says how much time the processes of a container may take in a period, both in microseconds."""


def _usable_cpus() -> int:
    """Returns the number of CPUs of this process, by its affinity and the quota of its control group."""
    affinity = getattr(os, "sched_getaffinity", None)  # Linux alone has it
    cpus = os.cpu_count() or 1 if affinity is None else len(affinity(0))
    with suppress(OSError, ValueError):  # no such file, or no quota: "max 100000"
        quota, period = map(int, _QUOTA.read_text(encoding="utf-8").split())
        cpus = min(cpus, quota // period)
    return cpus


def read_split(text: str | None) -> dict[str, float]:
    """Returns the shares by side of a text such as `train=0.9,test=0.1`.

    Whether they add up is checked by the settings.
    """
    from cocoa_core.errors import UsageError

    shares: dict[str, float] = {}
    for part in text.split(",") if text else []:
        side, equals, share = (piece.strip() for piece in part.partition("="))
        try:
            number = float(share)
        except ValueError:
            number = -1.0
        if not equals or not 0 <= number <= 1 or side in shares:
            raise UsageError(
                "--split cannot be used",
                got=part.strip(),
                expected="each side once, with its share from 0 to 1, such as train=0.9,test=0.1",
            )
        shares[side] = number
    return shares


def read_named(pairs: list[str], option: str) -> dict[str, Any]:
    """Returns the values of texts of the form NAME=VALUE, by name.

    A value that is JSON, such as a number or true, is read as JSON; any other is a text.

    Args:
        option: the name of the option, for errors.
    """
    values: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or not name:
            from cocoa_core.errors import UsageError

            raise UsageError(f"{option} cannot be used", got=pair, expected="NAME=VALUE")
        try:
            values[name] = json.loads(text)
        except ValueError:
            values[name] = text
    return values
