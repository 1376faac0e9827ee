"""A small site with the same flights in two layouts, and a page map for each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sources.site import Answer, Site

DAYS = ("2027-05-01", "2027-05-02")
FLIGHTS: list[dict[str, Any]] = [
    {
        "date": day,
        "price": f"${90 + 37 * number} ",
        "airlines": ["Ardent Air"] if number % 2 else ["Ardent Air", "Boreal"],
        "departs": f"{6 + number:02d}:15",
        "stops": str(number % 3),
        "bag": "1 bag" if number % 4 else None,
    }
    for day in DAYS
    for number in range(6)
]
"""In the order of the pages: three flights on each of the two pages of a day."""

_SCRIPT = """<!doctype html><ul id=list></ul><div id=banner></div><button id=more>More</button>
<script>
const all = DATA, day = new URLSearchParams(location.search).get("on");
let at = 0;
const esc = text => text.replace(/[&<>]/g, one => `&#${one.charCodeAt(0)};`);
const show = () => {
  const found = all.filter(one => one.date === day).slice(at, at + 3);
  document.getElementById("list").innerHTML = found.map(one => `<li class="f x${one.stops}">
    <b class="price">${esc(one.price)}</b>
    ${one.airlines.map(name => `<i title="by ${esc(name)}"></i>`).join("")}
    <time datetime="${day}T${one.departs}">soon</time>${"<s></s>".repeat(one.stops)}
    ${one.bag ? `<u>incl. ${one.bag} free</u>` : ""}</li>`).join("") + "<li class=ad>Buy now</li>";
  document.getElementById("more").disabled = at > 0;
};
document.getElementById("banner").innerHTML = "<a id=ok href='javascript:void 0'>Accept</a>";
document.getElementById("ok").onclick = () => {
  document.getElementById("banner").remove();
  setTimeout(show, 150);
};
document.getElementById("more").onclick = () => { at = 3; setTimeout(show, 100); };
</script>"""

MAPS = {
    "list": """\
address: URL/list?on={day}
parameters: {day: ["2027-05-01", "2027-05-02"]}
sample: list.html
delay: 1
click: ["#ok"]
row: li.f
next: "#more"
pages: 5
fields:
  date: {parameter: day}
  price: {select: .price}
  airlines: {select: i, attribute: title, after: by, all: true}
  departs: {select: time, attribute: datetime, after: T}
  stops: {select: s, count: true}
  bag: {select: u, after: incl., before: free, optional: true}
""",
    "table": """\
address: URL/table/{day}
parameters: {day: ["2027-05-01", "2027-05-02"]}
sample: table.html
delay: 1
row: "tr:has(td)"
next: a.next
pages: 5
fields:
  date: {parameter: day}
  price: {select: "td:nth-of-type(1)"}
  airlines: {select: "td:nth-of-type(2) span", all: true}
  departs: {select: "td:nth-of-type(3)", before: h}
  stops: {select: "td:nth-of-type(4)", before: stops}
  bag: {select: "td:nth-of-type(5) em", optional: true}
""",
}
LAYOUTS = tuple(MAPS)


def _table(flights: list[dict[str, Any]], following: str) -> str:
    lines = "".join(
        f"<tr><td>{flight['price']}<td>{''.join(f'<span>{name}</span> ' for name in flight['airlines'])}"
        f"<td>{flight['departs']} h<td>{flight['stops']} stops<td>"
        f"{'<em>' + flight['bag'] + '</em>' if flight['bag'] else '-'}"
        for flight in flights
    )
    link = f"<a class=next href='{following}'>next</a>" if following else ""
    return f"<!doctype html><title>b</title><table><tr><th>price</tr>{lines}</table>{link}"


def answers() -> dict[str, Answer | str | bytes]:
    """What the site answers."""
    found: dict[str, Answer | str | bytes] = {"/list": _SCRIPT.replace("DATA", json.dumps(FLIGHTS))}
    for day in DAYS:
        flights = [flight for flight in FLIGHTS if flight["date"] == day]
        found[f"/table/{day}"] = _table(flights[:3], f"/table/{day}/2")
        found[f"/table/{day}/2"] = _table(flights[3:], "")
    return found


def map_text(layout: str, url: str) -> str:
    """The map of a layout."""
    return MAPS[layout].replace("URL", url)


def write_map(folder: Path, layout: str, site: Site | None = None, sample: str | None = None) -> Path:
    """The map in a folder, with a saved page beside it."""
    path = folder / f"{layout}-map.yaml"
    path.write_text(map_text(layout, site.url if site else "http://127.0.0.1:9"), encoding="utf-8")
    row = (
        "<li class=f><b class=price>$1</b><i title='by A'></i><time datetime='2027-05-01T06:00'></time>"
        if layout == "list"
        else _table(FLIGHTS[:1], "")
    )
    (folder / f"{layout}.html").write_text(
        sample if sample is not None else f"<html>{row}</html>", encoding="utf-8"
    )
    return path
