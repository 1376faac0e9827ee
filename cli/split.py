"""The command `cocoa split`: divides a data set so that tests combine what training had apart."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from attrs import NOTHING, asdict, frozen

from .flag_groups import FlagGroup, flag
from .flags import DataSet, NewFolder, OutputFlags
from .progress import CountProgress
from .terminal import figure, print_line, write_json

if TYPE_CHECKING:
    from cocoa_core.items import Manifest


@frozen
class SplitFlags(FlagGroup):
    """How the data set is split; named as in `Plan`."""

    by: str = flag(
        "--by NAME",
        "exact or strict (labels held out), mcd (maximum compound divergence), length, template or depth.",
        default=NOTHING,
    )
    share: float = flag("--share SHARE", "The share of the questions to hold out, about.", default=0.2)
    seed: int = flag("--seed -s INT", "Any whole number; each holds out other questions.", default=0)
    granularity: str = flag(
        "--granularity NAME",
        "What labels tell apart: polarity (signs alone), family (topics of attributes) or slot.",
        default="polarity",
    )
    support: int = flag(
        "--min-support INT", "Hold out only labels that at least so many questions have.", default=5
    )


def split(folder: DataSet, how: SplitFlags, out: NewFolder, *, output: OutputFlags) -> None:
    """Split a data set so that tests combine what training has only apart.

    Writes train, test_id (what training has, too) and test_ood (the same parts in combinations that it has
    not) as a data set that verify, evaluate and export read. Questions of one ring or one requirement are on
    one side; where only some of a ring are held out, the others are left out, and counted. The same seed
    gives the same split.

    Examples:

      cocoa split exam/ --by exact --out unseen/
      cocoa split exam/ --by strict --granularity slot --share 0.1 --out strict/
      cocoa split exam/ --by mcd --seed 3 --out diverging/
      cocoa split exam/ --by length --out longer/
    """
    from cocoa_core.families.selection.splitting import Plan, split_dataset
    from cocoa_core.items import read_dataset

    plan = Plan(**asdict(how))
    dataset = read_dataset(folder)
    with CountProgress("reading", quiet=output.quiet or output.as_json) as counting:
        manifest = split_dataset(dataset, plan, out, counting)
    if output.as_json:
        write_json(manifest.to_json())
    elif not output.quiet:
        _print(manifest, out)


def _print(manifest: Manifest, out: Path) -> None:
    split = manifest.split or {}
    print_line(f"{manifest.count:,} of {split['of']:,} questions written to {out}")
    for side, state in manifest.files.items():
        print_line(f"  {side:<9} {state.items or 0:>8,}")
    for reason, number in split["left_out"].items():
        print_line(f"  left out  {number:>8,}  {reason}", "dim")
    for key in ("longest_length", "longest_depth"):
        if key in split:
            print_line(f"training goes up to a {key.removeprefix('longest_')} of {split[key]}")
    if split["held_out"]:
        print_line(f"{len(split['held_out']):,} labels held out, such as {split['held_out'][0]}")
    novelty = ", ".join(f"{name} {number:,}" for name, number in split["novelty"].items())
    print_line(f"what is new in test_ood: {novelty}")
    print_line("divergence from training    atoms  compounds")
    names = {"reached": "test_ood", "test_id": "test_id", "random": "a random split"}
    for key, name in names.items():
        values = split["divergence"][key]
        print_line(
            f"  {name:<22} {figure(values['atoms'], '.4f'):>8} {figure(values['compounds'], '.4f'):>10}"
        )
