"""Writes the page with all that can be said of a domain as it is now; its files' content stays text."""

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


def missing_packages() -> tuple[str, ...]:
    """Returns the packages that the page needs and that are not installed, all of the extra `preview`."""
    return () if find_spec("jinja2") else ("jinja2",)


def page_of(folder: Path, version: int, seed: int, count: int) -> bytes:
    """Returns the page about the domain in a folder: its findings, questions with proofs, and words.

    The same files and arguments give the same bytes. A domain that cannot be loaded has only its findings.

    Args:
        version: the number that the page has, by which its script notices a newer one.
        seed: the seed of the questions.
        count: the number of questions.
    """
    report = check_domain(folder, seed=seed, quick=True)
    parts: dict[str, Any] = {"questions": [], "rules": (), "refused": ""}
    if report.summary is not None:
        domain = load_domain(folder)
        parts["rules"] = said_rules(domain, seed=seed)
        try:
            drawn = [*DomainHandle(domain).generate(count=count, seed=seed)]
            parts["questions"] = [(question, explain(question, domain)) for question in drawn]
        except CocoaError as error:
            parts["refused"] = str(error)
    without = _without_paths(folder)
    findings = [_shown(finding, without) for finding in report.findings]
    parts["refused"] = without(parts["refused"])
    name = report.summary.name if report.summary else folder.resolve().name
    return _filled("page.html", name=name, version=version, report=report, findings=findings, **parts)


def waiting_page(version: int, problem: str = "") -> bytes:
    """Returns the page for the time before there is another.

    Args:
        problem: why there will be none until the next save; empty where it is being made.
    """
    return _filled("waiting.html", version=version, problem=problem)


def file_of(name: str) -> bytes:
    """Returns the style sheet or the script by its name."""
    return (Path(__file__).parent / "templates" / name).read_bytes()


def _without_paths(folder: Path) -> Callable[[str], str]:
    paths = sorted({shown_path(folder), str(folder), str(folder.resolve())} - {"."}, key=len, reverse=True)

    def without(text: str) -> str:
        for path in paths:
            text = text.replace(f"{path}{os.sep}", "").replace(path, "the domain")
        return text

    return without


def _shown(finding: Finding, without: Callable[[str], str]) -> dict[str, str]:
    """Returns the finding as texts, without the path of the domain."""
    parts = {name: without(getattr(finding, name)) for name in ("problem", "got", "expected", "fix")}
    place = without(str(finding.place))
    return {"severity": finding.severity, "code": finding.code, "place": place, **parts}


def _filled(template: str, /, **words: Any) -> bytes:
    from cocoa_core.templates import templates_of

    templates = templates_of("cocoa_core.preview")
    templates.filters["counted"] = counted
    return templates.get_template(template).render(**words).encode()
