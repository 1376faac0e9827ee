"""The paper's tables and figures for the runs of a grid: means over seeds with bootstrap intervals,
the results that the ReCOGS paper reports of its learners beside them, and a chart of both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from types import MappingProxyType
from typing import Any, Final

from attrs import frozen

from cocoa_core.extras import require
from cocoa_core.families.parsing import bootstrapped
from cocoa_core.families.parsing.record import NOT_AVERAGED, kind_of
from cocoa_core.learning.grids import VARIANTS, notation_in


@frozen
class PublishedResult:
    """A mean in percent over runs."""

    mean: float
    low: float | None = None
    high: float | None = None
    """`low` and `high` are the ends of its 95 % interval, where the paper prints one."""


SOURCES: Final = (
    "published: Tables 4 and 6 of Wu, Manning and Potts (TACL 2023), 20 runs; without an interval: Figures 4 "
    "and 5, means of the five runs whose logs lie in the paper's repository"
)

_NAMES: Final = ("subj_to_obj_proper", "prim_to_obj_proper", "prim_to_subj_proper")
_STRUCTURES: Final = ("obj_pp_to_subj_pp", "cp_recursion", "pp_recursion")
_TABLES: Final = """
lstm cogs                       5.3:1.4:9.3    21.9:10.9:32.9 69.0:51.6:86.3 0.0:0.0:0.0    0.2:0.1:0.3 4.1:2.9:5.3   32.1:28.2:36.0
lstm rm-x                       5.1:0.2:10.0   18.1:8.7:27.4  76.5:60.9:92.0 -              -           -             34.9:31.5:38.2
lstm rm-x-p                     7.2:1.6:12.9   24.6:14.5:34.8 88.1:78.2:98.1 -              -           -             39.6:36.7:42.5
lstm rm-x-pc                    5.5:1.2:9.8    14.7:5.8:23.6  65.4:45.6:85.3 -              -           -             36.5:32.8:40.2
lstm preposing                  -              -              -              8.1:6.6:9.5    0.3:0.1:0.4 3.4:2.1:4.6   32.7:28.6:36.7
lstm preposing-sprinkles        -              -              -              8.7:7.1:10.2   0.8:0.6:1.0 0.1:0.0:0.2   33.9:29.1:38.6
lstm participle                 -              -              -              54.9:38.0:71.8 3.3:2.8:3.8 5.8:4.7:7.0   43.3:41.4:45.2
lstm participle-easy            -              -              -              88.7:86.2:91.3 4.9:4.3:5.4 5.6:4.6:6.7   44.5:42.4:46.5
lstm concat-256                 -              -              -              -              1.5         5.1           29.0
lstm concat-512                 -              -              -              -              5.6         9.2           30.8
lstm concat-1024                -              -              -              -              21.8        21.4          28.4
lstm concat-2048                -              -              -              -              41.4        32.0          29.2
lstm concat-3072                -              -              -              -              46.6        37.6          32.8
lstm recogs-pos                 28.9           22.4           91.7           0.0            62.6        11.2          48.7
lstm recogs                     0.6            0.7            20.4           1.1            0.2         1.1           10.8
lstm variable-free              34.6           49.8           87.3           0.8            0.0         0.0           55.0
transformer cogs                74.4:71.9:76.9 62.4:60.1:64.6 97.6:96.4:98.8 0.0:0.0:0.0    0.4:0.2:0.6 8.4:8.2:8.6   81.3:80.7:81.9
transformer rm-x                91.9:90.0:93.9 81.1:74.5:87.7 99.2:98.6:99.7 -              -           -             83.6:82.9:84.3
transformer rm-x-p              86.0:83.2:88.9 71.2:61.3:81.1 97.8:95.5:100.2 -             -           -             82.8:82.1:83.4
transformer rm-x-pc             88.3:84.4:92.2 73.4:65.8:81.0 99.0:98.7:99.4 -              -           -             83.4:82.8:84.0
transformer preposing           -              -              -              18.6:16.2:21.1 0.5:0.4:0.6 8.6:8.3:8.9   81.6:81.0:82.2
transformer preposing-sprinkles -              -              -              20.5:19.1:22.0 1.3:1.0:1.6 9.1:8.3:9.8   82.6:82.2:83.1
transformer participle          -              -              -              24.7:11.8:37.6 4.2:3.7:4.7 10.2:9.7:10.7 83.6:82.8:84.3
transformer participle-easy     -              -              -              82.7:80.9:84.4 3.8:3.4:4.2 9.9:9.3:10.5  85.9:85.2:86.6
transformer concat-256          -              -              -              -              9.0         21.1          82.8
transformer concat-512          -              -              -              -              29.8        44.7          84.6
transformer concat-1024         -              -              -              -              49.9        57.8          85.4
transformer concat-2048         -              -              -              -              47.8        57.5          86.6
transformer concat-3072         -              -              -              -              48.2        58.2          85.6
transformer recogs-pos          85.3           84.5           99.3           0.0            55.9        4.3           86.2
transformer recogs              50.1           14.8           23.5           8.6            13.3        0.5           62.3
transformer variable-free       92.4           87.9           97.4           0.0            0.5         4.9           84.0
"""  # noqa: E501 - a table
"""By model and variant, cells for _NAMES, _STRUCTURES and overall: mean, or mean:low:high, in percent; -
stands where the paper reports nothing.
"""


def _results() -> Iterator[tuple[tuple[str, str, str], PublishedResult]]:
    for line in _TABLES.split("\n")[1:-1]:
        model, variant, *cells = line.split()
        for column, cell in zip((*_NAMES, *_STRUCTURES, "overall"), cells, strict=True):
            if cell != "-":
                yield (model, variant, column), PublishedResult(*map(float, cell.split(":")))


PUBLISHED_RESULTS: Final[Mapping[tuple[str, str, str], PublishedResult]] = MappingProxyType(dict(_results()))
"""The results by model, variant and column: a category of gen, or `overall`. Preposing and fillers alone are
a variant each, as are the other modifications; token removal is not reported by structure, so those cells are
empty.
"""


_AUGMENTED: Final = ("preposing", "preposing-sprinkles", "participle", "participle-easy")
_CONCATENATED: Final = tuple(name for name in VARIANTS if name.startswith("concat-"))


@frozen
class GridTable:
    """One of the paper's tables: the variants that are its rows, and the figures that are its columns."""

    title: str
    variants: tuple[str, ...]
    columns: tuple[str, ...]


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


def chart_of(title: str, cells: Mapping[tuple[str, str], Mapping[str, SeedMean]]) -> str:
    """Returns a table as SVG: a panel for each model and column, a point for each variant.

    Filled points are means over seeds with their intervals, hollow ones what was published.

    Args:
        cells: a table, as `table_of` returns it; it has at least one cell.

    Raises:
        UsageError: a package that draws is missing.
    """
    require(["altair", "vl_convert"], "report", "a chart")
    import altair as alt
    import vl_convert

    rows = [
        {"model": model, "variant": variant, "column": column, **_figures(cell)}
        for (model, variant), columns in cells.items()
        for column, cell in columns.items()
    ]
    variants = list(dict.fromkeys(variant for _, variant in cells))
    columns = list(dict.fromkeys(row["column"] for row in rows))
    base = alt.Chart(alt.InlineData(values=rows)).encode(x=alt.X("variant:N", sort=variants, title=None))
    percent = alt.Scale(domain=[0, 100])
    layers = (
        base.mark_rule().encode(alt.Y("low:Q", scale=percent, title="right, %"), alt.Y2("high:Q")),
        base.mark_point(filled=True, size=50).encode(alt.Y("mean:Q", scale=percent)),
        base.transform_filter("isValid(datum.published)")
        .mark_point(filled=False, size=70, shape="diamond")
        .encode(alt.Y("published:Q", scale=percent)),
    )
    chart = (
        alt.layer(*layers)
        .properties(width=max(100, 28 * len(variants)), height=120)
        .facet(row=alt.Row("model:N", title=None), column=alt.Column("column:N", sort=columns, title=None))
        .properties(title=f"{title} (diamonds: as published)")
    )
    return str(vl_convert.vegalite_to_svg(chart.to_dict()))


def _figures(cell: SeedMean) -> dict[str, Any]:
    published = {} if cell.published is None else {"published": cell.published.mean}
    ends = {"low": 100 * cell.low, "high": 100 * cell.high} if cell.seeds > 1 else {}
    return {"mean": 100 * cell.mean, **ends, **published}
