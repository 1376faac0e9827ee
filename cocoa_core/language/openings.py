"""The first sentences that a request of a domain can have."""

from __future__ import annotations

from cocoa_core.domain import Domain, SlotRef
from cocoa_core.language.spoken_values import article
from cocoa_core.lexicon import GENERAL_OPENINGS


def openings(domain: Domain) -> tuple[tuple[str | SlotRef, ...], ...]:
    """Returns the first sentences that a request can have, each in parts: the author's, or general ones."""
    schema = domain.schema
    if domain.inert.openings:
        return domain.inert.openings
    if schema.request:
        parts = [part for sentence in schema.request for part in (sentence, " ")][:-1]
        return ((*parts, "."),)
    noun = f"{article(schema.noun)} {schema.noun}"
    return tuple((text.replace("{noun}", noun),) for text in GENERAL_OPENINGS)
