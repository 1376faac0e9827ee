"""What a domain means: tests and literals, schema, rules, axioms, catalogue. Slot kinds are in `kinds`."""

from cocoa_core.domain.axiom_checking import axiom_text, broken_axioms, broken_text
from cocoa_core.domain.bundles import Bundles
from cocoa_core.domain.domain import Catalogue, Domain, Group, grouped
from cocoa_core.domain.notation import LONGEST_NOTATION, read_notation
from cocoa_core.domain.primitives import (
    EffectiveTest,
    GroundedLiteral,
    Primitive,
    Requirement,
    Scalar,
    Test,
    Value,
    effective_test,
    opposite,
)
from cocoa_core.domain.requirement import (
    canonical,
    canonical_terms,
    literal_text,
    literal_texts,
    product_text,
    requirement_id,
    requirement_text,
)
from cocoa_core.domain.rules import (
    Draw,
    FreeWording,
    Inert,
    Noun,
    Rule,
    Source,
    Thing,
    Wording,
    side_of,
    wanted_side,
)
from cocoa_core.domain.schema import Axiom, Derived, Measure, Relation, Schema, Slot, SlotRef, Unclear
from cocoa_core.domain.value_words import ValueWords

__all__ = [
    "LONGEST_NOTATION",
    "Axiom",
    "Bundles",
    "Catalogue",
    "Derived",
    "Domain",
    "Draw",
    "EffectiveTest",
    "FreeWording",
    "GroundedLiteral",
    "Group",
    "Inert",
    "Measure",
    "Noun",
    "Primitive",
    "Relation",
    "Requirement",
    "Rule",
    "Scalar",
    "Schema",
    "Slot",
    "SlotRef",
    "Source",
    "Test",
    "Thing",
    "Unclear",
    "Value",
    "ValueWords",
    "Wording",
    "axiom_text",
    "broken_axioms",
    "broken_text",
    "canonical",
    "canonical_terms",
    "effective_test",
    "grouped",
    "literal_text",
    "literal_texts",
    "opposite",
    "product_text",
    "read_notation",
    "requirement_id",
    "requirement_text",
    "side_of",
    "wanted_side",
]
