"""The command `cocoa collect`: saves pages of a site unchanged, for `new-domain --from` to read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cocoa_core.errors import UsageError
from cocoa_core.text import counted

from .flag_groups import option
from .flags import OutputFlags
from .terminal import console, plain, print_line, write_json


def collect(
    page_map: Annotated[Path, option("MAP", "A page map, a YAML file.")],
    out: Annotated[Path | None, option("--out -o DIR", "The folder of the pages, new or begun.")] = None,
    limit: Annotated[int, option("--limit -l INT", "The most pages to load in this call.", min=1)] = 100,
    check: Annotated[
        bool, option("--check", "Check the map against its saved page, and load nothing.")
    ] = False,
    ignore_robots: Annotated[
        bool, option("--ignore-robots", "Load what the site's robots.txt keeps from programs.")
    ] = False,
    *,
    output: OutputFlags,
) -> None:
    """Save pages that need a browser, slowly and unchanged.

    MAP says as data where rows and their fields stand. It is checked against a saved page first, and nothing
    is loaded before it fits. The same call goes on where one was interrupted. The pages are read by
    `cocoa new-domain NAME --from DIR`, as often as you like.

    Examples:

      cocoa collect flights-map.yaml --check
      cocoa collect flights-map.yaml --out pages
    """
    from cocoa_core.sources import check_sample, read_map
    from cocoa_core.sources import collect as collect_

    if check:
        site = read_map(page_map)
        rows = check_sample(site, page_map)
        addresses = len({target.address for target in site.targets()})
        if output.as_json:
            write_json({"addresses": addresses, "rows": [dict(row) for row in rows]})
            return
        console().print(
            plain(f"{addresses:,} addresses; {site.keys.sample} holds {len(rows):,} rows, the first:")
        )
        for name, cell in rows[0].items():
            console().print(plain(f"  {name}: {'; '.join(cell) if isinstance(cell, list) else cell or '-'}"))
        return
    if out is None:
        raise UsageError("--out DIR says where the pages go", fix="or --check, which loads none")

    def report(line: str) -> None:
        if not output.quiet and not output.as_json:
            print_line(line)

    done = collect_(page_map, out, most=limit, heed_robots=not ignore_robots, report=report)
    if output.as_json:
        write_json({"saved": done.saved, "there": done.there, "left": done.left})
    elif not output.quiet:
        left_note = f"; addresses left: {done.left:,}, the same call goes on" if done.left else ""
        print_line(f"{out}: {counted(done.there, 'page')}, {done.saved:,} of them new{left_note}")
