"""The command `cocoa review`: lets people review items, and reports what they found."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from attrs import asdict, frozen

from cocoa_core.atomic_files import write_whole
from cocoa_core.errors import UsageError

from .flag_groups import FlagGroup, flag
from .flags import AsJson, DataSet, Family, Force
from .terminal import console, figure, plain, print_line, table, write_json

if TYPE_CHECKING:
    from cocoa_core.items import Dataset
    from cocoa_core.reviewing import ModelText, RatingReport, ReviewReport


@frozen
class ReviewFlags(FlagGroup):
    """The page that is written, or the reviews that are read."""

    out: Path | None = flag("--out -o FILE", "Write the page there: review.html.")
    force: Force = False
    read: list[Path] | None = flag(
        "--read FILE", "Report on the file that a reviewer saved. Give it once for each reviewer."
    )
    as_json: AsJson = False


@frozen
class PlanFlags(FlagGroup):
    """How the items are drawn; named as in `ReviewPlan.of`."""

    count: int = flag("--sample INT", "The number of items or graphs, drawn at random.", default=200)
    solve: float = flag(
        "--solve SHARE", "The share of items that a reviewer answers first, without the key.", default=0.2
    )
    changed: float = flag(
        "--changed SHARE",
        "The share of items shown with a wrong meaning, unmarked, to see who reads carefully.",
        default=0.1,
    )
    seed: int = flag("--seed INT", "Any whole number; each draws other items.", default=0)


@frozen
class RatingFlags(FlagGroup):
    """What is rated instead, of sentences from graphs."""

    panel = "Sentences from graphs"

    logs: list[Path] | None = flag(
        "--log PATH", "Rate the texts of models in these logs, by four questions. May be given again."
    )
    relations: bool = flag(
        "--relations", "Rate whether a sentence states each relation of its graph.", default=False
    )


def review(
    folder: DataSet, files: ReviewFlags, drawn: PlanFlags, rated: RatingFlags, family: Family = None
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
      cocoa review sentences/ --log logs/ --sample 50 --out ratings.html
    """
    from cocoa_core.atomic_files import check_target
    from cocoa_core.items import read_dataset
    from cocoa_core.reviewing import RatingPlan, ReviewPlan, model_texts, review_page

    dataset, out, read = read_dataset(folder, family), files.out, files.read
    if (out is None) == (not read):
        raise UsageError(
            "a review is written or read",
            got="both" if read else "neither",
            expected="--out FILE for a page, or --read FILE for what a reviewer saved",
        )
    if rated.logs and rated.relations:
        raise UsageError("texts or relations are rated", got="--log and --relations", fix="leave out one")
    texts = model_texts(rated.logs) if rated.logs else []
    if read:
        _report(dataset, read, texts, as_json=files.as_json)
        return
    assert out is not None
    check_target(out, force=files.force)
    plan: ReviewPlan | RatingPlan
    if texts or rated.relations:
        given = [
            f"--{name}" for name in ("solve", "changed") if getattr(drawn, name) != getattr(PlanFlags(), name)
        ]
        if given:
            raise UsageError("nothing is solved or changed where texts or relations are rated", got=given[0])
        plan = RatingPlan.of(dataset, drawn.count, drawn.seed, texts)
        planned = plan.drawn_from(dataset, texts)
    else:
        plan = ReviewPlan.of(dataset, **asdict(drawn))
        planned = plan.drawn_from(dataset)
    write_whole(out, review_page(plan, planned, dataset.folder.name))
    if files.as_json:
        write_json({"file": str(out), "items": len(planned), "plan": plan.to_json()})
    else:
        print_line(f"wrote {out}: {len(planned):,} items. Open it in a browser; no server is needed.")


def _report(dataset: Dataset, read: list[Path], texts: list[ModelText], *, as_json: bool) -> None:
    from cocoa_core.reviewing import RatingReport, report_on

    report = report_on(dataset, read, texts)
    if as_json:
        write_json(report.to_json())
    elif isinstance(report, RatingReport):
        _print_ratings(report)
    else:
        _print(report)


def _print_ratings(report: RatingReport) -> None:
    out = console()
    questions = [agreement.question for agreement in report.agreement]
    rows = table("model", "distribution", "rated", *questions, words=2)
    for rating in report.ratings:
        means = (figure(rating.means.get(question), ".2f") for question in questions)
        rows.add_row(plain(rating.model), rating.distribution, f"{rating.rated:,}", *means)
    out.print(rows)
    agreements = table("question", "rated by several", "same", "alpha")
    for agreement in report.agreement:
        figures = figure(agreement.same, ".1%"), figure(agreement.alpha, ".2f")
        agreements.add_row(agreement.question, f"{agreement.rated_by_several:,}", *figures)
    out.print()
    out.print(agreements)


def _print(report: ReviewReport) -> None:
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
