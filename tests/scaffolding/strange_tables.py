"""Tables of cells that mean several things, under headers that do, too."""

from __future__ import annotations

from hypothesis import strategies as st

_CELLS = (
    [
        "",
        "-",
        "n/a",
        "none",
        "None",
        "x",
        "X",
        "ja",
        "nein",
        "yes",
        "no",
        "true",
        "wahr",
        "falsch",
        "✓",
        "id",
    ],
    [
        "1",
        "0",
        "2",
        "17",
        "007",
        "1.200",
        "1,5",
        "1e5",
        "-5",
        "−7",
        "1 234",
        "12'345",
        "0.00001",
        "123456.789012",
    ],
    [
        "1.299,00 €",
        "$3",
        "€ 4",
        "EUR 5",
        "USD 7",
        "$20K",
        "3 Mio. €",
        "¥300",
        "3,-",
        "12%",
        "4/5",
        "4.5/5",
        "~7",
    ],
    ["512 GB", "1 TB", "5 kg", "500 g", "5 m²", "50+", "<10", "2-3 days", "3 days", "2 weeks", "1 day 3 hr"],
    ["2:37", "23:10", "7:40 PM", "2 hr 15 min", "90 min", "1h30", "45123", "January", "12"],
    ["2024-02-08", "02/08/2024", "13/08/2024", "8.2.2024", "Mar 1, 2024", "2024-01-01", "2020-01-01"],
    [
        "a",
        "b",
        "b, c",
        "b / c",
        "a; b",
        "a|b",
        "[a, b]",
        "[]",
        "{}",
        "Größe",
        '"',
        "'",
        ";",
        ",",
        "=1+1",
        "Total",
    ],
)
_HEADERS = (
    [
        "Price",
        "Price (EUR)",
        "price per m²",
        "Date",
        "order date",
        "Weight (kg)",
        "size",
        "Name",
        "",
        "id",
        "Month",
    ],
    [
        "time",
        "runtime",
        "Rating",
        "Year",
        "brand",
        "sex",
        "Storage (GB)",
        "storage [GB]",
        "x;y",
        "not new",
        "%",
    ],
    ["number", "Column 2", "Nb of seats", "CO2 [g/km]", "or", "it", "a" * 80, "=", "<b>", "|", "Order No"],
)
_ANY_CELL = st.sampled_from([cell for cells in _CELLS for cell in cells])


def _columns(rows: int) -> st.SearchStrategy[list[str]]:
    """A column of few different cells, of one kind or of any."""
    pools = st.one_of(
        st.lists(_ANY_CELL, min_size=1, max_size=6),
        *(st.lists(st.sampled_from(cells), min_size=1, max_size=8) for cells in _CELLS),
        st.just([str(number * 37 % 501) for number in range(40)]),
    )
    return pools.flatmap(lambda pool: st.lists(st.sampled_from(pool), min_size=rows, max_size=rows))


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if set(cell) & set(',;\t"\n') else cell


@st.composite
def strange_tables(draw: st.DrawFn) -> str:
    """The text of a table."""
    rows, width = draw(st.sampled_from([5, 12, 30])), draw(st.integers(2, 4))
    names = st.sampled_from([name for several in _HEADERS for name in several])
    header = draw(st.lists(names, min_size=width, max_size=width))
    columns = [draw(_columns(rows)) for _ in range(width)]
    sign = draw(st.sampled_from([",", ";", "\t"]))
    lines = [header, *map(list, zip(*columns, strict=True))]
    return "".join(sign.join(map(_quoted, line)) + "\n" for line in lines)
