"""The second implementation of domains, options, requests and proofs; shares no code with the first.

From the bottom up, each by those before it:

- `files`, `yaml_files`: files that may come from anybody, bounded.
- `slots`, `semantics`, `kinds/`: slots, literals and their truth; a module for each kind of slot.
- `slot_reading`, `rule_reading`, `domain_reading`, `catalogue_reading`: the files of a domain.
- `value_reading`, `notation`: values, arguments, formulas, ids.
- `normal_form`, `redundancy`: when two requirements mean the same, and whether each part of one matters.
- `patterns`, `clause_grammar`, `clause_reading`, `sentence_reading`, `request_reading`: every way to read a
  request; `conversation_reading`: what is in force after each turn.
- `sentence_forms`, `form_writing`: the sentences of the parsing family, and their logical forms.

This is all that others import of it. It may read the tables of `cocoa_core.lexicon`, which are data.
"""

from cocoa_core.independent.catalogue_reading import Catalogue, read_catalogue
from cocoa_core.independent.clause_grammar import Lexicon, build_clause_grammar
from cocoa_core.independent.conversation_reading import InForce, hear_turns
from cocoa_core.independent.domain_reading import Axiom, Bundles, Measure, VerifierDomain, read_domain
from cocoa_core.independent.files import (
    is_there,
    most_unpacked,
    open_lines,
    open_regular,
    read_json,
    read_regular,
)
from cocoa_core.independent.form_writing import FORM_NOTATIONS, lone_word_form, same_form, written_form
from cocoa_core.independent.normal_form import clauses
from cocoa_core.independent.notation import (
    canonical_text,
    digest,
    id_of,
    product_text,
    read_formula,
    requirement_id,
    written,
)
from cocoa_core.independent.patterns import MOST_STEPS, StepBudget, StepBudgetExceededError
from cocoa_core.independent.redundancy import (
    TooManyStatesError,
    can_be_met,
    redundant_part,
    same_meaning,
    slot_states,
)
from cocoa_core.independent.request_reading import (
    LONGEST_REQUEST,
    MOST_READINGS,
    Readings,
    Statement,
    TextReader,
    after_opening,
    before_closing,
    opening_text,
    read_request,
)
from cocoa_core.independent.rule_reading import Rule
from cocoa_core.independent.semantics import (
    OPPOSITE,
    Literal,
    Masks,
    Truth,
    all_masks,
    all_of,
    any_mask,
    any_of,
    truth,
    xor_masks,
)
from cocoa_core.independent.sentence_forms import Fact, Meaning, cases_of, meanings
from cocoa_core.independent.slot_reading import Derived, Tables, derived_text, derived_value
from cocoa_core.independent.slots import Slot, Value
from cocoa_core.independent.value_reading import (
    displayed_number,
    read_argument,
    read_literal,
    read_number_shown,
    read_shown,
)
from cocoa_core.independent.yaml_files import RESTORE, load_plain

__all__ = [
    "FORM_NOTATIONS",
    "LONGEST_REQUEST",
    "MOST_READINGS",
    "MOST_STEPS",
    "OPPOSITE",
    "RESTORE",
    "Axiom",
    "Bundles",
    "Catalogue",
    "Derived",
    "Fact",
    "InForce",
    "Lexicon",
    "Literal",
    "Masks",
    "Meaning",
    "Measure",
    "Readings",
    "Rule",
    "Slot",
    "Statement",
    "StepBudget",
    "StepBudgetExceededError",
    "Tables",
    "TextReader",
    "TooManyStatesError",
    "Truth",
    "Value",
    "VerifierDomain",
    "after_opening",
    "all_masks",
    "all_of",
    "any_mask",
    "any_of",
    "before_closing",
    "build_clause_grammar",
    "can_be_met",
    "canonical_text",
    "cases_of",
    "clauses",
    "derived_text",
    "derived_value",
    "digest",
    "displayed_number",
    "hear_turns",
    "id_of",
    "is_there",
    "load_plain",
    "lone_word_form",
    "meanings",
    "most_unpacked",
    "open_lines",
    "open_regular",
    "opening_text",
    "product_text",
    "read_argument",
    "read_catalogue",
    "read_domain",
    "read_formula",
    "read_json",
    "read_literal",
    "read_number_shown",
    "read_regular",
    "read_request",
    "read_shown",
    "redundant_part",
    "requirement_id",
    "same_form",
    "same_meaning",
    "slot_states",
    "truth",
    "written",
    "written_form",
    "xor_masks",
]
