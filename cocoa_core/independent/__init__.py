"""The second implementation of domains, options, requests and proofs; shares no code with the first.

From the bottom up, each by those before it:

- `files`, `yaml_files`: files that may come from anybody, bounded.
- `slots`, `semantics`, `kinds/`: slots, literals and their truth; a module for each kind of slot.
- `slot_reading`, `rule_reading`, `domain_reading`, `catalogue_reading`: the files of a domain.
- `value_reading`, `notation`: values, arguments, formulas, ids.
- `truth_tables`, `normal_form`, `redundancy`: when two requirements mean the same; whether each part matters.
- `patterns`, `clause_grammar`: words around holes, and what each clause of a domain can say.
- `clause_reading`, `sentence_reading`, `request_reading`: every way to read one clause; a statement, made of
  clauses; a request, made of an opening and statements. `conversation_reading`: what is in force after each
  turn.
- `parsing_sentences`, `parsing_forms`: the sentences of the parsing family, and their logical forms.

This is all that others import of it. It may read the tables of `cocoa_core.lexicon`, which are data.
"""

from cocoa_core.independent.catalogue_reading import Catalogue as Catalogue
from cocoa_core.independent.catalogue_reading import read_catalogue as read_catalogue
from cocoa_core.independent.clause_grammar import Lexicon as Lexicon
from cocoa_core.independent.clause_grammar import build_clause_grammar as build_clause_grammar
from cocoa_core.independent.conversation_reading import InForce as InForce
from cocoa_core.independent.conversation_reading import hear_turns as hear_turns
from cocoa_core.independent.domain_reading import Axiom as Axiom
from cocoa_core.independent.domain_reading import Bundles as Bundles
from cocoa_core.independent.domain_reading import Measure as Measure
from cocoa_core.independent.domain_reading import VerifierDomain as VerifierDomain
from cocoa_core.independent.domain_reading import read_domain as read_domain
from cocoa_core.independent.files import is_there as is_there
from cocoa_core.independent.files import most_unpacked as most_unpacked
from cocoa_core.independent.files import open_lines as open_lines
from cocoa_core.independent.files import open_regular as open_regular
from cocoa_core.independent.files import read_compact_json as read_compact_json
from cocoa_core.independent.files import read_json as read_json
from cocoa_core.independent.files import read_regular as read_regular
from cocoa_core.independent.normal_form import clauses as clauses
from cocoa_core.independent.notation import canonical_text as canonical_text
from cocoa_core.independent.notation import digest as digest
from cocoa_core.independent.notation import id_of as id_of
from cocoa_core.independent.notation import product_text as product_text
from cocoa_core.independent.notation import read_formula as read_formula
from cocoa_core.independent.notation import requirement_id as requirement_id
from cocoa_core.independent.notation import written as written
from cocoa_core.independent.parsing_forms import FORM_NOTATIONS as FORM_NOTATIONS
from cocoa_core.independent.parsing_forms import lone_word_form as lone_word_form
from cocoa_core.independent.parsing_forms import same_form as same_form
from cocoa_core.independent.parsing_forms import written_form as written_form
from cocoa_core.independent.parsing_sentences import Fact as Fact
from cocoa_core.independent.parsing_sentences import Meaning as Meaning
from cocoa_core.independent.parsing_sentences import cases_of as cases_of
from cocoa_core.independent.parsing_sentences import meanings as meanings
from cocoa_core.independent.patterns import MOST_STEPS as MOST_STEPS
from cocoa_core.independent.patterns import StepBudget as StepBudget
from cocoa_core.independent.patterns import StepBudgetExceededError as StepBudgetExceededError
from cocoa_core.independent.redundancy import can_be_met as can_be_met
from cocoa_core.independent.redundancy import redundant_part as redundant_part
from cocoa_core.independent.redundancy import same_meaning as same_meaning
from cocoa_core.independent.redundancy import slot_states as slot_states
from cocoa_core.independent.request_reading import LONGEST_REQUEST as LONGEST_REQUEST
from cocoa_core.independent.request_reading import MOST_READINGS as MOST_READINGS
from cocoa_core.independent.request_reading import ParsedStatement as ParsedStatement
from cocoa_core.independent.request_reading import Readings as Readings
from cocoa_core.independent.request_reading import TextReader as TextReader
from cocoa_core.independent.request_reading import after_opening as after_opening
from cocoa_core.independent.request_reading import before_closing as before_closing
from cocoa_core.independent.request_reading import opening_text as opening_text
from cocoa_core.independent.request_reading import read_request as read_request
from cocoa_core.independent.semantics import OPPOSITE as OPPOSITE
from cocoa_core.independent.semantics import Literal as Literal
from cocoa_core.independent.semantics import Masks as Masks
from cocoa_core.independent.semantics import Truth as Truth
from cocoa_core.independent.semantics import all_masks as all_masks
from cocoa_core.independent.semantics import all_of as all_of
from cocoa_core.independent.semantics import any_mask as any_mask
from cocoa_core.independent.semantics import any_of as any_of
from cocoa_core.independent.semantics import truth as truth
from cocoa_core.independent.semantics import xor_masks as xor_masks
from cocoa_core.independent.slot_reading import derived_text as derived_text
from cocoa_core.independent.slot_reading import derived_value as derived_value
from cocoa_core.independent.slots import Slot as Slot
from cocoa_core.independent.slots import Value as Value
from cocoa_core.independent.truth_tables import column as column
from cocoa_core.independent.truth_tables import parts_not_shown as parts_not_shown
from cocoa_core.independent.truth_tables import rows_true as rows_true
from cocoa_core.independent.value_reading import displayed_number as displayed_number
from cocoa_core.independent.value_reading import read_argument as read_argument
from cocoa_core.independent.value_reading import read_literal as read_literal
from cocoa_core.independent.value_reading import read_number_shown as read_number_shown
from cocoa_core.independent.value_reading import read_shown as read_shown
from cocoa_core.independent.yaml_files import RESTORE as RESTORE
from cocoa_core.independent.yaml_files import load_plain as load_plain
