"""The command `cocoa review`: lets people review items, and reports what they found."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from attrs import asdict, frozen

from .flag_groups import FlagGroup, flag, option
from .flags import AsJson, DataSet, Family

if TYPE_CHECKING:
    from cocoa_core.reviewing import ReviewReport


@frozen
class PlanFlags(FlagGroup):
    """How the items are drawn; named as in `ReviewPlan.of`."""

    count: int = flag("--sample INT", "The number of items, drawn at random.", default=200)
    solve: float = flag(
        "--solve SHARE", "The share of items that a reviewer answers first, without the key.", default=0.2
    )
    changed: float = flag(
        "--changed SHARE",
        "The share of items shown with a wrong meaning, unmarked, to see who reads carefully.",
        default=0.1,
    )
    seed: int = flag("--seed INT", "Any whole number; each draws other items.", default=0)


def review(
    folder: DataSet,
    out: Annotated[Path | None, option("--out -o FILE", "Write the page there: review.html.")] = None,
    read: Annotated[
        list[Path] | None,
        option("--read FILE", "Report on the file that a reviewer saved. Give it once for each reviewer."),
    ] = None,
    *,
    drawn: PlanFlags,
    family: Family = None,
    as_json: AsJson = False,
) -> None:
    """Write a page on which people review a data set, then report what they sent back.

    The page is one file that works offline, for every family. Each reviewer gives a name, answers a share of
    the items without help, says whether a text says just what it shall mean, and how natural it is; by keys
    alone, with undo and notes. A share of the meanings was changed: whoever does not notice was not reading.
    The page holds no key.

    Examples:

      cocoa review exam/ --out review.html
      cocoa review exam/ --out review.html --sample 50 --solve 0.5
      cocoa review exam/ --read review-ann.jsonl --read review-bob.jsonl
    """
    from cocoa_core.atomic_files import write_whole
    from cocoa_core.errors import UsageError
    from cocoa_core.items import read_dataset
    from cocoa_core.reviewing import ReviewPlan, report_on, review_page

    from .terminal import print_line, write_json

    dataset = read_dataset(folder, family)
    if (out is None) == (not read):
        raise UsageError(
            "a review is written or read",
            got="both" if read else "neither",
            expected="--out FILE for a page, or --read FILE for what a reviewer saved",
        )
    if read:
        report = report_on(dataset, read)
        if as_json:
            write_json(report.to_json())
        else:
            _print(report)
        return
    plan = ReviewPlan.of(dataset, **asdict(drawn))
    planned = plan.drawn_from(dataset)
    assert out is not None
    write_whole(out, review_page(plan, planned, dataset.folder.name))
    if as_json:
        write_json({"file": str(out), "items": len(planned), "plan": plan.to_json()})
    else:
        print_line(f"wrote {out}: {len(planned):,} items. Open it in a browser; no server is needed.")


def _print(report: ReviewReport) -> None:
    from .terminal import console, figure, plain, print_line, table

    out = console()
    heads = ("reviewer", "items", "changed, caught", "doubted", "answered, right", "natural", "seconds")
    rows = table(*heads)
    for person in report.reviewers:
        rows.add_row(
            plain(person.reviewer),
            f"{person.items:,}",
            f"{person.caught} of {person.changed}",
            f"{person.doubted} of {person.unchanged}",
            f"{person.right} of {person.solved}",
            figure(person.natural, ".2f"),
            figure(person.seconds, ".1f"),
        )
    out.print(rows)
    print_line(
        f"\nAgreement on meaning: {figure(report.raw, '.1%')}, alpha {figure(report.alpha_meaning, '.2f')}; "
        f"on naturalness: alpha {figure(report.alpha_natural, '.2f')}."
    )
    for (first, second), count in sorted(report.meanings.items()):
        out.print(f"  {first} / {second}: {count}")
    for name, ids in (("to drop", report.drop), ("to decide", report.decide)):
        if ids:
            print_line(f"{name}: {', '.join(ids)}")
    for item, reviewer, note in report.notes:
        print_line(f"{item}, {reviewer}: {note}")
