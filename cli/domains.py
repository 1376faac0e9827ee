"""The command `cocoa domains`: lists what can be loaded, and from where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cocoa_core.errors import CocoaError
from cocoa_core.text import counted

from .flags import AsJson
from .terminal import console, plain, write_json

if TYPE_CHECKING:
    from rich.console import Console

    from cocoa_core.domain import Domain
    from cocoa_core.loading import DiscoveredDomain

_COUNTED: Final = {"slots": "slot", "rules": "rule", "options": "option", "groups": "group"}


def domains(as_json: AsJson = False) -> None:
    """List the domains that can be loaded from here, and where each comes from.

    A domain is a folder with schema.yaml, rules.yaml and a catalogue. Looked for in this folder and in
    ./domains, then in installed packages, then among those that come with cocoa; the first of a name wins.

    Examples:

      cocoa domains
      cocoa domains --json
      cocoa sample --domain ./my-laptops
    """
    from cocoa_core.loading import list_domains

    rows = [(entry, _load(entry)) for entry in list_domains()]
    if as_json:
        write_json([_data(entry, loaded) for entry, loaded in rows])
        return

    _print(console(), rows)


def _load(entry: DiscoveredDomain) -> Domain | CocoaError:
    """Returns the domain, or the error: a domain that is broken does not hide the others."""
    from cocoa_core.loading import load_domain

    try:
        return load_domain(entry.folder)
    except CocoaError as error:
        return error


def _data(entry: DiscoveredDomain, loaded: Domain | CocoaError) -> dict[str, Any]:
    about = {
        "name": entry.name,
        "origin": entry.origin,
        "folder": str(entry.folder),
        "shadows": list(entry.shadows),
    }
    if isinstance(loaded, Exception):
        return {**about, "error": str(loaded)}
    return {
        **about,
        "version": loaded.schema.version,
        "description": loaded.schema.description,
        "slots": len(loaded.schema.slots),
        "rules": len(loaded.rules),
        "options": len(loaded.catalogue.ids),
        "groups": len(loaded.catalogue.groups),
        "digest": loaded.digest,
    }


def _print(console: Console, rows: list[tuple[DiscoveredDomain, Domain | CocoaError]]) -> None:
    if not rows:
        console.print("No domain found here, in an installed package or with cocoa itself.")
    for number, (entry, loaded) in enumerate(rows):
        if number:
            console.print()
        data = _data(entry, loaded)
        heading = plain(entry.name, "bold cyan")
        if "error" in data:
            heading.append(plain("  cannot be loaded", "bold red"))
        else:
            heading.append(plain(f" {data['version']}"))
        console.print(heading)
        if "error" in data:
            _line(console, data["error"], "red")
        else:
            _line(console, str(data["description"]))
            counts = (counted(data[key], noun) for key, noun in _COUNTED.items())
            _line(console, " · ".join(counts))
        _line(console, f"{entry.folder} ({entry.origin})", "dim")
        for other in entry.shadows:
            _line(console, f"comes before {other}", "yellow")


def _line(console: Console, text: str, style: str = "") -> None:
    from .question_view import print_prose

    if text:
        print_prose(console, text, style=style, indent=2)
