"""The paper's tables and figures for the runs of a grid: means over seeds with bootstrap intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from types import MappingProxyType
from typing import Any, Final

from attrs import frozen

from cocoa_core.families.parsing import bootstrapped
from cocoa_core.families.parsing.record import NOT_AVERAGED, kind_of
from cocoa_core.learning.grids import VARIANTS, notation_in
from cocoa_core.learning.published import PUBLISHED_RESULTS, PublishedResult

_AUGMENTED: Final = ("preposing", "preposing-sprinkles", "participle", "participle-easy")
_CONCATENATED: Final = tuple(name for name in VARIANTS if name.startswith("concat-"))


@frozen
class GridTable:
    """One of the paper's tables: the variants that are its rows, and the figures that are its columns."""

    title: str
    variants: tuple[str, ...]
    columns: tuple[str, ...]


_NAMES: Final = ("subj_to_obj_proper", "prim_to_obj_proper", "prim_to_subj_proper")
_STRUCTURES: Final = ("obj_pp_to_subj_pp", "cp_recursion", "pp_recursion")
TABLES: Final[Mapping[str, GridTable]] = MappingProxyType(
    {
        "table-4": GridTable(
            "Table 4: tokens removed", ("cogs", "rm-x", "rm-x-p", "rm-x-pc"), (*_NAMES, "overall")
        ),
        "table-6": GridTable(
            "Table 6: training rows augmented", ("cogs", *_AUGMENTED), (*_STRUCTURES, "overall")
        ),
        "figure-4": GridTable(
            "Figure 4: concatenated rows added", ("cogs", *_CONCATENATED), ("cp_recursion", "pp_recursion")
        ),
        "figure-5": GridTable(
            "Figure 5: COGS, ReCOGS_pos and ReCOGS",
            ("cogs", "recogs-pos", "recogs"),
            ("test", "lexical", *_NAMES, *_STRUCTURES, "overall"),
        ),
        "structure": GridTable(
            "All variants: structural generalization",
            VARIANTS,
            ("test", "structural", *_STRUCTURES, "lexical", "overall"),
        ),
    }
)
"""By name. The column `lexical` leaves out three categories, as the published program does; `test` is in
distribution.
"""


@frozen
class SeedMean:
    """A mean, as a share, over runs that differ in their seed."""

    seeds: int
    mean: float
    low: float
    high: float
    """`low` and `high` are the ends of its bootstrap interval at 95 %."""
    published: PublishedResult | None = None
    """The published mean; None where there is none, and for `overall` of words alone or structures alone."""


def table_of(
    table: GridTable, runs: Sequence[Mapping[str, Any]]
) -> dict[tuple[str, str], dict[str, SeedMean]]:
    """Returns the cells of a table by model and variant, then by column; cells without a run are left out."""
    result: dict[tuple[str, str], dict[str, SeedMean]] = {}
    for model in sorted({run["model"] for run in runs}):
        for variant in table.variants:
            variant_runs = [run for run in runs if (run["model"], run["variant"]) == (model, variant)]
            cells = {
                column: cell for column in table.columns if (cell := _cell(variant_runs, column)) is not None
            }
            if cells:
                result[model, variant] = cells
    return result


def _cell(runs: Sequence[Mapping[str, Any]], column: str) -> SeedMean | None:
    shares = [share for run in runs if (share := _share(run, column)) is not None]
    if not shares:
        return None
    model, variant = runs[0]["model"], runs[0]["variant"]
    low, high = bootstrapped(shares, model, variant, column)
    kinds = {kind_of(name) for name in runs[0].get("gen", {}).get("rows", ())}
    comparable = column != "overall" or kinds >= {"lexical", "structural"}
    published = PUBLISHED_RESULTS.get((model, variant, column)) if comparable else None
    return SeedMean(len(shares), fmean(shares), low, high, published)


def _share(run: Mapping[str, Any], column: str) -> float | None:
    counted = run.get("test" if column == "test" else "gen", {"rows": {}, "right": {}})
    names = [name for name in counted["rows"] if column in _columns_of(name)]
    measure = "published" if notation_in(run["variant"]) in ("recogs", "recogs-pos") else "string"
    rows = sum(counted["rows"][name] for name in names)
    return sum(counted["right"][name][measure] for name in names) / rows if rows else None


def _columns_of(category: str) -> tuple[str, ...]:
    kind = kind_of(category)
    kinds = () if category in NOT_AVERAGED else (kind,)
    return (category, *kinds, "overall", "test")
