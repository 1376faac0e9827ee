"""Checks by its reference lines whether a data set can be read, or gives its answers away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from cocoa_core.analysis.tables import ReportTable, Row, row_interval
from cocoa_core.families.selection import QUERY_BLIND

_ORACLE: Final = "cocoa/oracle"


@frozen
class DataCheck:
    """A sentence about a data set."""

    dataset: str
    text: str
    defect: bool
    """Whether the sentence states a defect."""


def data_checks(summary: ReportTable) -> tuple[DataCheck, ...]:
    """Returns a sentence for each defect of each data set, or a single sentence where no defect can be seen.

    A defect is an oracle below 100 %, whose cause lies in the questions or in the oracle, or a query-blind
    classifier whose interval lies above the score of a guess. A data set with neither model in the table has
    no sentence.
    """
    rows = list(summary.dicts())
    checks: list[DataCheck] = []
    for dataset in dict.fromkeys(str(row["dataset"]) for row in rows):
        dataset_rows = [row for row in rows if row["dataset"] == dataset]
        defects = [*_unread(dataset_rows), *_leaks(dataset_rows)]
        checks += [DataCheck(dataset, text, True) for text in defects]
        if not defects and (sound := _sound(dataset_rows)):
            checks.append(DataCheck(dataset, sound, False))
    return tuple(checks)


def _unread(rows: Sequence[Row]) -> Iterator[str]:
    for row in _of(rows, _ORACLE):
        answers, right, failed = (int(row[name] or 0) for name in ("answers", "right", "parse_failures"))
        wrong = answers - right - failed
        if right < answers:
            strategy = f" by {row['strategy']}" if row["strategy"] else ""
            parts = [f"{failed:,} state{'s' * (failed == 1)} none"] * bool(failed)
            parts += [f"{wrong:,} {'differs' if wrong == 1 else 'differ'} from it"] * bool(wrong)
            cause = "the questions, the prompts" if row["strategy"] else "the questions"
            hint = "; it reads other versions of cocoa, and rows of files, in part alone" if failed else ""
            yield (
                f"{row['model']}{strategy}, which should be right everywhere, states the key in {right:,} of "
                f"{answers:,} answers: {' and '.join(parts)}. Either {cause} or this model's reading of "
                f"them is wrong{hint}. Run `cocoa verify` on the data set, which proves every key: where it "
                "finds nothing, the model is what is wrong."
            )


def _leaks(rows: Sequence[Row]) -> Iterator[str]:
    for row in _of(rows, QUERY_BLIND):
        chance = next((float(row["accuracy"] or 0.0) for row in rows if row["role"] == "theory"), None)
        if chance is not None and row["low"] is not None and float(row["low"]) > chance:
            yield (
                f"The options give the answer away: {QUERY_BLIND}, which sees no request, is right in "
                f"{row_interval(row)}, and guessing is worth {chance:.0%}. That is a defect of the data set, "
                "to be reported."
            )


def _sound(rows: Sequence[Row]) -> str:
    parts = [
        f"{row['model']}, which reads the request, is right everywhere" for row in _of(rows, _ORACLE)[:1]
    ]
    parts += [
        f"{row['model']}, which sees no request, is at {row_interval(row)}" for row in _of(rows, QUERY_BLIND)
    ]
    return f"Nothing is seen to be wrong with the data: {', and '.join(parts)}." if parts else ""


def _of(rows: Sequence[Row], model: str) -> list[Row]:
    """Returns the rows of a reference model, whatever settings it was run with."""
    return [
        row for row in rows if row["role"] == "reference" and str(row["model"]).partition(" ")[0] == model
    ]
