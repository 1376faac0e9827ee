"""A draft as a loaded domain, through files of its own that are gone afterwards."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from cocoa_core.domain.domain import Domain
from cocoa_core.domain.loading import load_domain
from cocoa_core.scaffolding.drafts import Draft
from cocoa_core.scaffolding.files.writing import domain_texts

__all__ = ["loaded"]


def loaded(draft: Draft) -> Domain:
    """The domain that the draft describes, every cell checked; DomainError for what is wrong in it."""
    with TemporaryDirectory() as folder:
        place = Path(folder)
        for name, text in domain_texts(draft).items():
            (place / name).write_bytes(text.encode("utf-8"))
        return load_domain(place)
