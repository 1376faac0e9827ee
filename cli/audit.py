"""The command `cocoa audit`: checks whether the keys of published questions are right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cocoa_core.intervals import with_ends

from .flag_groups import option
from .flags import AsJson
from .progress import CountProgress
from .terminal import console, print_line, table, write_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cocoa_core.auditing import Judged, Rescored


def audit(
    file: Annotated[
        Path,
        option(
            "FILE",
            "Published questions (GroundCocoa, NATURAL PLAN, TravelPlanner): JSON, JSON lines or Parquet.",
        ),
    ],
    logs: Annotated[
        list[Path] | None,
        option(
            "--log FILE",
            "Samples that lm-eval wrote for the task groundcocoa: scored again. May be given again.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        option(
            "--out -o FOLDER",
            "Write labels with their readings, wrong keys with proofs, the sound part and a page there.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check the keys of published questions by deriving every label again.

    Reads the conditions of each question from their sentences and evaluates them on every option, or on every
    trip or time that there is. A question is sound if the published answer alone is right, however a careful
    person may read the conditions: does "before 10:15" include 10:15, is an arrival on the next day late?

    Other parts of a row that contradict its conditions are named, too.
    Exit code: 0 every question is sound, 1 some are not, 2 a wrong call.

    Examples:

      cocoa audit groundcocoa.json
      cocoa audit trip_planning.json --out audit/
      cocoa audit groundcocoa.json --log samples_groundcocoa.jsonl --json
    """
    from cocoa_core.auditing import judge_all, read_rows, rescore, summary_of, write_audit

    with CountProgress("auditing", quiet=as_json) as counting:
        judged = judge_all(read_rows(file), counting)
    rescored = [rescore(log, judged) for log in logs or ()]
    written = write_audit(out, file.name, judged, rescored) if out is not None else []
    if as_json:
        write_json(summary_of(judged, rescored))
    else:
        _print(judged, rescored, written)
    if any(item.verdict != "sound" for item in judged):
        raise typer.Exit(1)


def _print(judged: Sequence[Judged], rescored: Sequence[Rescored], written: Sequence[Path]) -> None:
    from cocoa_core.auditing import VERDICTS, summary_of

    out, summary = console(), summary_of(judged, rescored)
    rows = table("verdict", "meaning", "questions", "share", words=2)
    for verdict, count in summary["verdicts"].items():
        rows.add_row(verdict, VERDICTS[verdict], f"{count:,}", f"{count / max(len(judged), 1):.1%}")
    out.print(rows)
    if summary["conventions"]:
        out.print("\nLabels that depend on a reading, by questions:")
        for name, count in summary["conventions"].items():
            print_line(f"  {count:,}  {name}")
    print_line(
        f"\nUnsound questions with another key that is right under every reading: {summary['corrected']:,}. "
        f"Questions of which another part contradicts the conditions: {summary['questions_with_findings']:,}."
    )
    unreadable = next((item for item in judged if item.problem), None)
    if unreadable is not None:
        print_line(f"The first that cannot be read is {unreadable.id}: {unreadable.problem}")
    for score in rescored:
        print_line(f"\n{score.log}", "bold")
        for name, accuracy in {
            "by the published key": score.published,
            "on sound questions": score.sound,
            "by corrected keys": score.corrected,
        }.items():
            if accuracy.answers:
                share = with_ends(accuracy.share, accuracy.low, accuracy.high)
                out.print(f"  {name}: {share} of {accuracy.answers:,} answers")
            else:
                out.print(f"  {name}: no answers")
        if score.unmatched:
            out.print(f"  {score.unmatched:,} samples of other questions were left out")
    for path in written:
        print_line(f"wrote {path}")
