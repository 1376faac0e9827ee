"""Which run is best, how sure that is, and the order in which runs are shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from cocoa_core.analysis.comparison import SIGNIFICANT
from cocoa_core.analysis.pairs import Pair
from cocoa_core.analysis.tables import Cell

__all__ = ["Row", "best_first", "best_of", "certainty", "counted_runs"]

Row: TypeAlias = dict[str, Cell]
_ROLES = ("model", "reference", "theory")


def counted_runs(rows: Sequence[Row]) -> list[Row]:
    """Of the rows of a summary those of models; of reference models only where no other was run."""
    ran = [row for row in rows if row["strategy"] is not None]
    return [row for row in ran if row["role"] == "model"] or ran


def best_of(rows: Sequence[Row]) -> Row:
    """The run with the highest accuracy; of equal ones the first. ValueError without runs."""
    return max(counted_runs(rows), key=_share)


def best_first(rows: Sequence[Row]) -> list[Row]:
    """Rows by role and by the best run of their model; those of a model stay together, in their order."""
    best: dict[Cell, float] = {}
    for row in rows:
        best[row["model"]] = max(_share(row), best.get(row["model"], -1.0))
    first = {model: place for place, model in reversed(list(enumerate(row["model"] for row in rows)))}
    return sorted(
        rows, key=lambda row: (_ROLES.index(str(row["role"])), -best[row["model"]], first[row["model"]])
    )


def certainty(best: Row, pairs: Sequence[Pair]) -> str | None:
    """Whether a run is better than the other models by its strategy, in a sentence; None without others."""
    signs = {
        (one.second if one.first == best["model"] else one.first): _ahead(one, one.first == best["model"])
        for one in pairs
        if one.same == best["strategy"] and best["model"] in (one.first, one.second)
    }
    if not signs:
        return None
    by, many = f"by {best['strategy']}", len(signs)
    unclear = [name for name, sign in signs.items() if not sign]
    behind = [name for name, sign in signs.items() if sign < 0]
    if not unclear and not behind:
        others = "the other model" if many == 1 else f"each of the {many} other models"
        return f"It is better than {others} {by}; chance alone would hardly show that (p < 0.05, Holm)."
    said = f"No difference can be told between it and {', '.join(unclear)} {by}" if unclear else ""
    if behind:
        said += "; on" if said else "On"
        said += f" the questions that both answered, better {by}: {', '.join(behind)}"
    left = many - len(unclear) - len(behind)
    return f"{said}; it is better than {_counted(left)}." if left else f"{said}."


def _ahead(pair: Pair, first: bool) -> int:
    """1 where the first (or else the second) is better, -1 where the other is, 0 where nobody can tell."""
    if not pair.adjusted < SIGNIFICANT:
        return 0
    return 1 if (pair.comparison.difference > 0) == first else -1


def _counted(others: int) -> str:
    return "the other one" if others == 1 else f"the other {others}"


def _share(row: Row) -> float:
    return float(row["accuracy"] or 0.0)
