"""Draws tables of a grid as charts: what was measured, with the published means beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cocoa_core.extras import require
from cocoa_core.learning.tables import SeedMean


def chart_of(title: str, cells: Mapping[tuple[str, str], Mapping[str, SeedMean]]) -> str:
    """Returns a table as SVG: a panel for each model and column, a point for each variant.

    Filled points are means over seeds with their intervals, hollow ones what was published.

    Args:
        title: the title of the chart.
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
