"""The page: everything that can be said of a domain as it is now. What its files say stays text."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from cocoa_core.api import DomainHandle
from cocoa_core.checking import Finding, check_domain, said_rules
from cocoa_core.errors import CocoaError
from cocoa_core.families.selection import explain
from cocoa_core.loading import load_domain, shown_path
from cocoa_core.text import counted

__all__ = ["file_of", "missing_packages", "page_of", "waiting_page"]


def missing_packages() -> tuple[str, ...]:
    """Returns what the page needs and what is not installed: packages of the extra `preview`."""
    return () if find_spec("jinja2") else ("jinja2",)


def page_of(folder: Path, version: int, seed: int, count: int) -> bytes:
    """Returns the page about the domain in a folder, as it is now: findings, `count` questions with proofs,
    words.

    Args:
        version: what the page says it is, so that its script sees a newer one. The same files and arguments
            give the same bytes. A domain that cannot be loaded has its findings alone.
    """
    report = check_domain(folder, seed=seed, quick=True)
    said: dict[str, Any] = {"questions": [], "rules": (), "refused": ""}
    if report.summary is not None:
        domain = load_domain(folder)
        said["rules"] = said_rules(domain, seed=seed)
        try:
            drawn = [*DomainHandle(domain).generate(count=count, seed=seed)]
            said["questions"] = [(question, explain(question, domain)) for question in drawn]
        except CocoaError as error:
            said["refused"] = str(error)
    without = _without_paths(folder)
    findings = [_shown(finding, without) for finding in report.findings]
    said["refused"] = without(said["refused"])
    name = report.summary.name if report.summary else folder.resolve().name
    return _filled("page.html", name=name, version=version, report=report, findings=findings, **said)


def waiting_page(version: int, problem: str = "") -> bytes:
    """Returns the page while there is no other.

    Args:
        problem: why there will be none until the next save; "" for none.
    """
    return _filled("waiting.html", version=version, problem=problem)


def file_of(name: str) -> bytes:
    """Returns the style sheet or the script, by name."""
    return (Path(__file__).parent / "templates" / name).read_bytes()


def _without_paths(folder: Path) -> Callable[[str], str]:
    """Leaves out of a text where the domain lies; files of the domain keep their names."""
    places = sorted({shown_path(folder), str(folder), str(folder.resolve())} - {"."}, key=len, reverse=True)

    def without(text: str) -> str:
        for place in places:
            text = text.replace(f"{place}{os.sep}", "").replace(place, "the domain")
        return text

    return without


def _shown(finding: Finding, without: Callable[[str], str]) -> dict[str, str]:
    """Returns the finding in texts, none of which says where the domain lies."""
    parts = {name: without(getattr(finding, name)) for name in ("problem", "got", "expected", "fix")}
    place = without(str(finding.place))
    return {"severity": finding.severity, "code": finding.code, "place": place, **parts}


def _filled(template: str, /, **words: Any) -> bytes:
    from cocoa_core.templates import templates_of

    templates = templates_of("cocoa_core.preview")
    templates.filters["counted"] = counted
    return templates.get_template(template).render(**words).encode()
