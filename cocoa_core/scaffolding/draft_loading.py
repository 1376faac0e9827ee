"""A draft as a loaded domain, through files of its own that are gone afterwards."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from cocoa_core.domain.domain import Domain
from cocoa_core.domain.loading import load_domain
from cocoa_core.scaffolding.drafts import Draft
from cocoa_core.scaffolding.files.rules_text import rules_text
from cocoa_core.scaffolding.files.schema_text import schema_text
from cocoa_core.scaffolding.files.writing import catalogue_text

__all__ = ["loaded"]


def loaded(draft: Draft) -> Domain:
    """The domain that the draft describes, every cell checked; DomainError for what is wrong in it."""
    texts = {
        "schema.yaml": schema_text(draft),
        "rules.yaml": rules_text(draft),
        "catalogue.csv": catalogue_text(draft.header, draft.rows),
    }
    with TemporaryDirectory() as folder:
        place = Path(folder)
        for name, text in texts.items():
            (place / name).write_bytes(text.encode("utf-8"))
        return load_domain(place)
