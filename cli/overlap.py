"""The command `cocoa overlap`: finds what two data sets have in common."""

from __future__ import annotations

import shlex
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cocoa_core.errors import UsageError

from .addresses import data_set
from .flag_groups import option
from .flags import AsJson, DataSet, Family
from .progress import CountProgress
from .terminal import print_line, write_json

if TYPE_CHECKING:
    from cocoa_core.items import Dataset
    from cocoa_core.training import Overlap


def overlap(
    first: DataSet,
    second: Annotated[
        Path | None,
        option(
            "[FOLDER]",
            "The other data set; without it, every two sides of the first are compared.",
            parser=data_set,
        ),
    ] = None,
    of: Annotated[
        list[str] | None,
        option(
            "--of KIND",
            "Look for this kind only: of questions over options item, requirement, options or "
            "near-duplicate. May be given again.",
        ),
    ] = None,
    family: Family = None,
    as_json: AsJson = False,
) -> None:
    """Find what two data sets, or the sides of one, have in common.

    item: the same question; requirement: the same one, in whatever words; options: the same set of rows;
    near-duplicate: the same requirement but for the numbers in its comparisons. Found by fingerprints of 64
    bits, in the order of the items, in memory that grows by 15 bytes an item and kind.
    Exit code: 0 nothing in common, 1 something, 2 a wrong call.

    Examples:

      cocoa overlap train-exam/ test-exam/
      cocoa overlap exam/
      cocoa overlap train-exam/ test-exam/ --of item --of requirement
      cocoa overlap train-exam/ test-exam/ --json
    """
    from cocoa_core.items import read_dataset
    from cocoa_core.training import overlap as overlap_of

    overlaps: list[tuple[str, str, Overlap]] = []
    with CountProgress("reading", quiet=as_json) as counting:
        for (name, first_items), (other, second_items) in _pairs(
            read_dataset(first, family), None if second is None else read_dataset(second, family)
        ):
            result = overlap_of(first_items, second_items(), of=of or (), family=family, progress=counting)
            overlaps.append((name, other, result))
    if as_json:
        data = {
            "disjoint": all(result.disjoint for _, _, result in overlaps),
            "compared": [_data(*compared) for compared in overlaps],
        }
        write_json(data)
    else:
        for compared in overlaps:
            _print(*compared)
    if not all(result.disjoint for _, _, result in overlaps):
        raise typer.Exit(1)


def _pairs(first: Dataset, second: Dataset | None) -> list[tuple[tuple[str, Any], tuple[str, Any]]]:
    from cocoa_core.remote import address_or_path

    if second is not None:
        return [
            (
                (address_or_path(first.folder), first.__iter__),
                (address_or_path(second.folder), second.__iter__),
            )
        ]
    if len(first.sides) < 2:
        raise UsageError(
            "there is nothing to compare this data set with",
            got=f"{first.folder}, which has no sides",
            expected="another data set, or one with sides",
            fix=f"name the other one: cocoa overlap {shlex.quote(str(first.folder))} OTHER",
        )
    return list(combinations([(side, partial(first.side, side)) for side in first.sides], 2))


def _data(name: str, other: str, result: Overlap) -> dict[str, Any]:
    return {
        "first": {"name": name, "items": result.first},
        "second": {"name": other, "items": result.second},
        "shared": {kind.kind: kind.items for kind in result.kinds},
        "pairs": {kind.kind: [list(pair) for pair in kind.pairs] for kind in result.kinds if kind.pairs},
    }


def _print(name: str, other: str, result: Overlap) -> None:
    print_line(f"{name} ({result.first:,}) and {other} ({result.second:,})", "bold")
    for kind in result.kinds:
        example = f", such as {kind.pairs[0][1]} ({kind.pairs[0][0]} in {name})" if kind.pairs else ""
        text = f"{kind.items:,} of {result.second:,}{example}" if kind.items else "nothing"
        print_line(f"  same {kind.kind}: {text}")
