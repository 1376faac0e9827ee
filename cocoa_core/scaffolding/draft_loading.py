"""A draft as a loaded domain, through files of its own that are gone afterwards."""

from __future__ import annotations

import csv
import json
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cocoa_core.domain.domain import Domain
from cocoa_core.domain.loading import load_domain
from cocoa_core.scaffolding.drafts import Draft

__all__ = ["loaded"]


def loaded(draft: Draft) -> Domain:
    """The domain that the draft describes, every cell checked; DomainError for what is wrong in it."""
    with TemporaryDirectory() as folder:
        place = Path(folder)
        _write(place / "schema.yaml", _schema(draft))
        _write(place / "rules.yaml", {"rules": _rules(draft)})
        with (place / "catalogue.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([draft.header, *draft.rows])
        return load_domain(place)


def _schema(draft: Draft) -> dict[str, Any]:
    schema: dict[str, Any] = {"name": draft.name, "version": "1.0", "noun": draft.noun}
    optional = {
        "group_by": list(draft.group_by),
        "request": list(draft.request),
        "axioms": list(draft.axioms),
    }
    schema |= {key: value for key, value in optional.items() if value}
    return {**schema, "slots": {slot.name: dict(slot.settings) for slot in draft.slots}}


def _rules(draft: Draft) -> dict[str, list[Any]]:
    rules: dict[str, list[Any]] = {}
    for rule in draft.rules:
        rules.setdefault(rule.slot, []).append(dict(rule.settings))
    return rules


def _write(path: Path, content: object) -> None:
    """JSON, which YAML contains."""
    path.write_text(json.dumps(content, default=_number), encoding="utf-8")


def _number(value: object) -> float:
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError(f"expected plain data, got {value!r}")
