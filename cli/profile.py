"""The command `cocoa profile`: computes the share of right answers to each question for training."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from attrs import frozen

from cocoa_core.errors import UsageError

from .flag_groups import FlagGroup, flag, option
from .flags import AsJson
from .progress import CountProgress
from .terminal import console, plain, print_notes, table, write_json

if TYPE_CHECKING:
    from cocoa_core.training import Profile


@frozen
class AnswersFlags(FlagGroup):
    """Whose answers count."""

    model: list[str] | None = flag(
        "--model NAME", "Count the answers of this model only. May be given again."
    )
    strategy: str | None = flag("--strategy NAME", "Count the answers by this strategy only.")


def profile(
    logs: Annotated[list[Path], option("LOGS...", "Folders with logs, or logs: what `cocoa analyze` reads.")],
    keep: Annotated[
        str, option("--keep LOW..HIGH", "Keep the questions whose pass rate is in this range, ends included.")
    ] = "0..1",
    out: Annotated[
        Path | None,
        option(
            "--out -o FOLDER",
            "Write here, new or empty: rates.jsonl, every question's pass rate; questions.jsonl, the records "
            "of those kept; both the easiest first.",
        ),
    ] = None,
    by: Annotated[
        str | None,
        option(
            "--by FACET", "What levels are: a facet of the questions; level or setting where they have it."
        ),
    ] = None,
    *,
    counted: AnswersFlags,
    as_json: AsJson = False,
) -> None:
    """Compute how often each question is answered right, and write those worth training on.

    A question that a model always answers right, or never, teaches it nothing. Answer each several times
    (cocoa evaluate --epochs 8), then keep what is in between.

    Examples:

      cocoa profile logs/
      cocoa profile logs/ --keep 0.05..0.9 --out training/
      cocoa profile logs/ --model openai/gpt-4o --by sum_terms
      cocoa profile logs/ --json
    """
    from cocoa_core.analysis import read_results
    from cocoa_core.training import profile as profile_of
    from cocoa_core.training import write_profile

    rate_range = _range(keep)
    with CountProgress("reading", quiet=as_json) as counting:
        reading = read_results(logs, counting)
    result = profile_of(reading, rate_range, by=by, models=counted.model or (), strategy=counted.strategy)
    if as_json:
        written = write_profile(result, out) if out is not None else ()
        write_json(_data(result) | {"written": [str(path) for path in written]})
        return
    _print(result)
    print_notes(*(f"{omission.log}: {omission.reason}" for omission in reading.left_out))
    if out is not None:
        write_profile(result, out)
        print_notes(f"{len(result.kept):,} of {len(result.items):,} questions written to {out}")


def _range(text: str) -> tuple[float, float]:
    low, dots, high = text.partition("..")
    try:
        if dots:
            return float(low), float(high)
    except ValueError:
        pass

    raise UsageError("--keep cannot be used", got=text, expected="LOW..HIGH, such as 0.05..0.9")


def _data(result: Profile) -> dict[str, Any]:
    return {
        "by": result.by,
        "keep": list(result.keep),
        "runs": [{"model": model, "strategy": strategy} for model, strategy in result.runs],
        "scorers": dict(result.scorers),
        "questions": len(result.items),
        "kept": [item.id for item in result.kept],
        "levels": [
            {
                "level": level.level,
                "questions": level.items,
                "answers": level.answers,
                "rate": round(level.rate, 6),
                "always": level.always,
                "never": level.never,
                "kept": level.kept,
            }
            for level in result.levels
        ],
    }


def _print(result: Profile) -> None:
    by = result.by.replace("_", " ")
    rows = table(by, "questions", "answers", "right", "always", "never", "kept")
    for level in result.levels:
        numbers = (level.items, level.answers, f"{level.rate:.1%}", level.always, level.never, level.kept)
        cells = (f"{number:,}" if isinstance(number, int) else number for number in numbers)
        rows.add_row(plain(level.level), *cells)
    out = console()
    out.print(rows)
    out.print(plain(f"{len(result.kept):,} of {len(result.items):,} questions kept"))
