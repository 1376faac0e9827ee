"""What a record refers to, as schema and catalogue have it: its requirement typed, its options whole."""

from __future__ import annotations

from enumerated import Option

from cocoa_core.domain import Domain, Requirement, Schema
from cocoa_core.families.selection import Question, RequirementRecord, grounded


def requirement_of(schema: Schema, record: RequirementRecord) -> Requirement:
    return tuple(tuple(grounded(schema, literal) for literal in term) for term in record.terms)


def options_of(domain: Domain, question: Question) -> dict[str, Option]:
    """By label: the value of every slot, shown or not."""
    rows = dict(zip(domain.catalogue.ids, domain.catalogue.rows, strict=True))
    names = [slot.name for slot in domain.schema.slots]
    return {option.label: dict(zip(names, rows[option.row], strict=True)) for option in question.options}
