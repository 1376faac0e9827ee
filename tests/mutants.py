"""Faults on purpose: each is put into a copy of the code, and the test that holds the guarantee has to fail.

    python -m tests.mutants              # all of them
    python -m tests.mutants redundant    # those whose name holds the word
    python -m tests.mutants --changed    # those that changed since they were noticed

A fault is a text that stands once in a file and what takes its place. The copy comes first on the path, so
that the tests run on it; nothing of the checkout is touched but tests/mutants.json, which every run renews:
for each fault that was noticed, a digest of the fault and of the code of its file and test. Comments and
docstrings do not count. Exit code 1 if a fault survives, if its text is not found, or if its test fails
without it. tests/README.md says which guarantee is which.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from attrs import frozen

ROOT: Final = Path(__file__).resolve().parents[1]
_NOTICED: Final = ROOT / "tests/mutants.json"
_GUARANTEES: Final = "tests/families/selection/test_guarantees.py"
_SELECTION: Final = "cocoa_core/families/selection"
_TOGETHER: Final = "tests/families/selection/test_groups_together.py"
_GRAPHS: Final = "cocoa_core/families/graph_to_text"
_ITEMS: Final = "tests/families/graph_to_text/test_items.py"
_BUILDING: Final = "tests/families/graph_to_text/test_building.py"
_FORGERIES: Final = "tests/verification/test_graph_items.py::test_a_forgery_is_named"


@frozen
class Mutant:
    """One fault. test: a path, with :: and a name where it is one of many; of a folder, its quick tests."""

    name: str
    file: str
    text: str
    fault: str
    test: str


_REPLIES: Final = "tests/evaluation/test_replies.py"
_SILENT: Final = "tests/scaffolding/test_silent_readings.py"
_CASES: Final = "tests/assistants/test_cases.py"
_COMPOSITION: Final = "tests/families/selection/test_composition.py"
_IDENTITY: Final = "tests/analysis/test_run_identity.py"
_STORE_REPLIES: Final = "tests/remote/test_status_codes.py"
_SOURCES: Final = "tests/sources"
_SPLITTING: Final = "tests/families/selection/test_splitting.py"

MUTANTS: Final = (
    Mutant(
        "a value that nobody says is asked for",
        "cocoa_core/scaffolding/proposals/rules.py",
        "values = plain_values if len(plain_values) >= 2 else named",
        "values = named or plain_values",
        "tests/scaffolding/test_proposal_words.py::test_values_that_nobody_says_are_not_asked_for",
    ),
    Mutant(
        "a measure without a unit is not named as something to check",
        "cocoa_core/scaffolding/proposals/doubtful.py",
        "if column.ruled and lacks_unit(column)]",
        "if not column.ruled and lacks_unit(column)]",
        "tests/scaffolding/test_fresh_domains.py::test_measures_without_a_unit_are_to_be_checked",
    ),
    Mutant(
        "a wording of one column is kept from another with other values",
        "cocoa_core/scaffolding/proposals/rules.py",
        "if taken.isdisjoint(items):",
        "if not taken:",
        "tests/scaffolding/test_proposal_words.py::test_columns_share_a_wording_where_no_value_is_of_both",
    ),
    Mutant(
        "a row that is unsettled is judged as wrong",
        "cocoa_core/families/selection/targeting/case.py",
        'if signs == "f" * len(signs))',
        'if "t" not in signs)',
        f"{_CASES}::test_rows_of_which_it_is_undefined_whether_they_fit_are_neither_asked_for_nor_wrong",
    ),
    Mutant(
        "blame does not fall on the broken sum terms",
        "cocoa_core/assistants/conditions.py",
        "            blame[number] = max(",
        "            blame[0] = max(",
        "tests/assistants/test_runs.py::test_what_a_fault_broke_is_counted_against_its_own_sum_terms",
    ),
    Mutant(
        "a resumed run asks all cases again",
        "cocoa_core/assistants/running.py",
        "asked[len(outcomes) :]",
        "asked",
        "tests/assistants/test_runs.py::test_a_run_that_is_killed_at_every_turn_goes_on_to_the_same_results",
    ),
    Mutant(
        "whoever names no row has said that none fits",
        "cocoa_core/assistants/reading.py",
        "        if named.unread and verdict.right:",
        "        if False:",
        "tests/assistants/test_runs.py::test_cases_are_exported_with_their_verdicts",
    ),
    Mutant(
        "a search chooses how often an earlier option fits at the end",
        "cocoa_core/families/selection/generation/revision_plans.py",
        "        alike = end if self.several and end >> number - 1 & 1 else ~end",
        "        alike = -1 if self.several else ~end",
        "tests/families/selection/deliveries/test_revise.py::"
        "test_where_several_may_be_right_a_search_does_not_choose_how_often_an_earlier_option_fits_at_the_end",
    ),
    Mutant(
        "an address is named with its query",
        "cocoa_core/assistants/calling.py",
        "shown: str = shown_address(self.address)",
        "shown: str = self.address",
        "tests/assistants/test_runs.py::test_a_secret_is_sent_and_stands_nowhere",
    ),
    Mutant(
        "one good reader is enough",
        "cocoa_core/paraphrasing/rounds.py",
        "bool(self.readings) and all(",
        "bool(self.readings) and any(",
        "tests/paraphrasing/test_rewrites.py::test_two_good_readers_are_needed",
    ),
    Mutant(
        "a locked span may be missing",
        "cocoa_core/paraphrasing/judging.py",
        "missing = [span for span in locked if _offset(span, part) >= 0 and _offset(span, text) < 0]",
        "missing: list[str] = []",
        "tests/paraphrasing/test_rewrites.py::test_what_is_locked_stands_word_for_word",
    ),
    Mutant(
        "the last part of a text alone has to be understood",
        "cocoa_core/paraphrasing/judging.py",
        "    if not wrong:",
        "    if judged[-1].verdict == SAME:",
        "tests/paraphrasing/test_rewrites.py::test_nothing_passes_whose_readings_differ",
    ),
    Mutant(
        "a revision of another slot is read as that of the record",
        "cocoa_core/paraphrasing/mutants.py",
        "if candidate is not None and self._differs(",
        "if candidate is not None and not self._differs(",
        "tests/paraphrasing/test_rewrites.py::test_a_mutant_means_something_else_than_its_subject",
    ),
    Mutant(
        "an idle part of a reading passes",
        "cocoa_core/paraphrasing/judging.py",
        "    if idle is not None:",
        "    if idle is not None and not idle:",
        "tests/paraphrasing/test_rewrites.py::test_the_writer_is_told_what_differs",
    ),
    Mutant(
        "the verifier combines what axioms tie together",
        "cocoa_core/independent/redundancy.py",
        "return frozenset({slot, *_ties(domain, frozenset({slot})).slots})",
        "return frozenset({slot})",
        "tests/independent/test_redundancy.py::test_tests_that_axioms_tie_together_are_combined_only_as_some_option_shows_them",
    ),
    Mutant(
        "the verifier proves a reading one way alone",
        "cocoa_core/independent/redundancy.py",
        "for first, second in ((first_terms, second_terms), (second_terms, first_terms))",
        "for first, second in ((first_terms, second_terms),)",
        "tests/paraphrasing/test_rewrites.py::test_solver_and_verifier_judge_readings_alike",
    ),
    Mutant(
        "the verifier believes the verdicts on readings",
        "cocoa_core/verification/selection/deliveries/paraphrase.py",
        'if verdicts != round_record["verdicts"]:',
        'if verdicts != round_record["verdicts"] and not round_record["readings"]:',
        "tests/paraphrasing/test_rewrites.py::test_a_forged_paraphrase_is_named",
    ),
    Mutant(
        "the verifier lets conditions change places",
        "cocoa_core/verification/selection/deliveries/paraphrase.py",
        "        expected = (question.terms[term_index],)",
        "        expected = readings[0] if readings else ()",
        "tests/paraphrasing/test_rewrites.py::test_a_forged_paraphrase_is_named",
    ),
    Mutant(
        "a changed meaning is the text's own",
        "cocoa_core/reviewing/subjects.py",
        "        lines[index] = tuple(literals)\n",
        "        pass\n",
        "tests/reviewing/test_reviews.py::test_a_changed_meaning_is_another_one",
    ),
    Mutant(
        "the review page tells which meanings were changed",
        "cocoa_core/reviewing/page.py",
        '        "prompt": visible(planned.prompt),\n',
        '        "prompt": visible(planned.prompt),\n        "changed": planned.changed,\n',
        "tests/reviewing/test_reviews.py::test_the_page_holds_no_key_and_no_mark_of_a_change",
    ),
    Mutant(
        "the page tells who wrote a text",
        "cocoa_core/reviewing/ratings.py",
        '                name = digest_of("rated", self.seed, text.model, text.item).hex()[:16]\n',
        '                name = f"{text.model} {text.item}"\n',
        "tests/reviewing/test_ratings.py::test_the_page_does_not_tell_who_wrote_a_text_and_in_which_distribution",
    ),
    Mutant(
        "distributions are averaged together",
        "cocoa_core/reviewing/ratings.py",
        '            distribution = item.distribution if planned[name].model else ""\n',
        '            distribution = ""\n',
        "tests/reviewing/test_ratings.py::test_points_are_averaged_by_model_and_distribution",
    ),
    Mutant(
        "far ranks disagree no more than near ones",
        "cocoa_core/reviewing/ratings.py",
        "        if not ordinal:\n",
        "        if ordinal is not None:\n",
        "tests/reviewing/test_reviews.py::test_far_ranks_disagree_more",
    ),
    Mutant(
        "a published time that is equal counts on one side only",
        "cocoa_core/auditing/groundcocoa/conditions.py",
        "            readings[_BOUNDARY] = True\n",
        "            pass\n",
        "tests/auditing/test_audit.py::test_every_label_is_that_of_the_meaning_beside_the_text",
    ),
    Mutant(
        "a flight from one city to another is read as going both ways",
        "cocoa_core/auditing/natural_plan/trips.py",
        "        if other:\n",
        "        if match:\n",
        "tests/auditing/test_natural_plan.py::test_a_verdict_is_that_of_trying_every_answer",
    ),
    Mutant(
        "a wish is given up although a time meets all wishes",
        "cocoa_core/auditing/natural_plan/calendars.py",
        "if granted or needed else",
        "if granted else",
        "tests/auditing/test_natural_plan.py::test_a_verdict_is_that_of_trying_every_answer",
    ),
    Mutant(
        "a day of meetings need not be the best",
        "cocoa_core/auditing/natural_plan/meetings.py",
        "len(day) >= most",
        "len(day) >= 0",
        "tests/auditing/test_natural_plan.py::test_a_day_is_sound_if_no_day_meets_more_friends",
    ),
    Mutant(
        "an odd pair is two regular requests",
        "cocoa_core/families/selection/generation/edits.py",
        "_ODD: Final = (1, -1)\n",
        "_ODD: Final = (1, 1)\n",
        "tests/families/selection/test_groups_together.py::test_of_an_odd_pair_the_second_request_alone_goes_against_what_people_want",
    ),
    Mutant(
        "half past midnight of a published option is half past noon",
        "cocoa_core/auditing/groundcocoa/flight.py",
        'hour % 12 + 12 * (half == "PM")',
        'hour + 12 * (half == "PM" and hour < 12)',
        "tests/auditing/test_audit.py::test_what_the_published_labelling_gets_wrong",
    ),
    Mutant(
        "a published key is corrected although labels hang on a reading",
        "cocoa_core/auditing/judging.py",
        "        settled = all(option.label is not None for option in self.options)\n",
        "        settled = True\n",
        "tests/auditing/test_audit.py::test_a_key_is_corrected_only_if_every_label_is_settled",
    ),
    Mutant(
        "a published plan may be in another city than its day",
        "cocoa_core/auditing/travelplanner.py",
        '_name_and_city(text)[1] not in day["current_city"]',
        "not _name_and_city(text)[1]",
        "tests/auditing/test_travelplanner.py::test_each_planted_fault_is_named",
    ),
    Mutant(
        "a label goes by the sign of its literals",
        f"{_SELECTION}/composition.py",
        "return direction > 0 if direction else canonical.positive",
        "return literal.positive",
        f"{_COMPOSITION}::test_the_positive_side_is_the_wanted_one",
    ),
    Mutant(
        "the verifier believes the labels",
        "cocoa_core/verification/selection/measures.py",
        'requirement is another", stated[name], derived)',
        'requirement is another", derived, derived)',
        "tests/verification/test_tampered_records.py::test_a_tampering_is_found_and_named",
    ),
    Mutant(
        "a structure may have other signs",
        f"{_SELECTION}/generation/implication_pairs.py",
        "if composition.basic == implications.structure and",
        "if composition.basic != implications.structure and",
        "tests/families/selection/test_meetings.py"
        "::test_questions_have_the_structure_and_the_relations_that_were_asked_for",
    ),
    Mutant(
        "a split cuts rings",
        f"{_SELECTION}/splitting/dividing.py",
        "leader[find(other)] = find(question.kinship[0])",
        "find(other)",
        f"{_SPLITTING}::test_nothing_that_belongs_together_is_on_two_sides",
    ),
    Mutant(
        "a held-out label stays in training",
        f"{_SELECTION}/splitting/dividing.py",
        "return {question.id for question in ordered if key(question) in labels}, sorted(labels)",
        "return {question.id for question in ordered[::2] if key(question) in labels}, sorted(labels)",
        f"{_SPLITTING}::test_training_has_no_held_out_label_and_every_part_of_one",
    ),
    Mutant(
        "the verifier believes a split",
        "cocoa_core/verification/selection/split.py",
        "    yield from kind(split, questions_by_side)\n    yield from _everywhere(split, questions_by_side)",
        "    yield from ()",
        f"{_SPLITTING}::test_a_split_that_is_not_what_it_says_is_found",
    ),
    Mutant(
        "a demonstration may have the label of the question",
        f"{_SELECTION}/prompting/demonstrations.py",
        "if label & question_label and label != question_label",
        "if label & question_label",
        "tests/families/selection/prompting/test_demonstrations.py"
        "::test_demonstrations_are_of_the_labels_that_were_asked_for",
    ),
    Mutant(
        "redundant parts are let through",
        f"{_SELECTION}/generation/requirement_search.py",
        "redundant = proofs.redundant_part()",
        "redundant = None",
        f"{_GUARANTEES}::test_no_part_of_a_requirement_is_redundant",
    ),
    Mutant(
        "a total may stay below what its parts reach",
        "cocoa_core/proof/axioms.py",
        "if point <= sum(lows)), default",
        "if point < sum(lows)), default",
        "tests/proof/test_sums.py",
    ),
    Mutant(
        "the verifier takes any sum for right",
        "cocoa_core/verification/selection/options.py",
        "if axiom.overnight else difference == 0",
        "if axiom.overnight else True",
        "tests/domain/test_sums.py::test_trains_are_asked_about_and_verified",
    ),
    Mutant(
        "a proof forgets what axioms tie",
        "cocoa_core/proof/proofs.py",
        "self.form = theory.slots, theory.ties, terms",
        "self.form = theory.slots, (), terms",
        "tests/proof/test_theory.py",
    ),
    Mutant(
        "a negation has the proof of its test",
        "cocoa_core/proof/theory.py",
        "(true, false) if sign or not admitted.free else (false, true)",
        "(true, false) if sign else (false, true)",
        "tests/proof/test_theory.py",
    ),
    Mutant(
        "an evaluated label takes one sum term for all",
        "cocoa_core/proof/proofs.py",
        "all(True in term for term in option) for option in truths",
        "any(True in term for term in option) for option in truths",
        "tests/proof/test_theory.py::test_labels_that_are_evaluated_are_those_of_the_solver",
    ),
    Mutant(
        "a redundant part is not looked for in the theory",
        "cocoa_core/proof/proofs.py",
        "        if not solver.solve(other_switches + literals):",
        "        if False:",
        "tests/proof",
    ),
    Mutant(
        "the right option may satisfy the most literals",
        f"{_SELECTION}/generation/balanced_set.py",
        "acceptance_draws = [factor * rng.random() for _ in plan.members]",
        "acceptance_draws = [0.0 for _ in plan.members]",
        f"{_GUARANTEES}::test_most_literals_is_no_short_cut",
    ),
    Mutant(
        "few options may meet what is said first",
        f"{_SELECTION}/generation/guessability.py",
        "    return min([_FIRST_TERM_ACCEPTANCE[mask.bit_count()] for mask in broken]) if",
        "    return 1.0 if",
        f"{_GUARANTEES}::test_a_requirement_is_accepted_less_the_fewer_options_meet_one_of_its_terms",
    ),
    Mutant(
        "two names are taken for one that nobody knows",
        f"{_SELECTION}/request_reader.py",
        "key=lambda literal: _left_over([(literal,)], known_words)",
        "key=lambda literal: 0",
        "tests/families/selection/test_request_reader.py"
        "::test_an_exception_for_two_names_that_no_option_shows_is_not_for_one",
    ),
    Mutant(
        "a condition may leave few options",
        f"{_SELECTION}/generation/grounding.py",
        "[reduce(and_, [pattern.fails for pattern, _ in row]) for row in grounding]",
        "[reduce(and_, [pattern.fails for pattern, _ in row]) for row in grounding if len(row) == 1]",
        f"{_GUARANTEES}::test_a_condition_that_leaves_few_options_counts_like_a_wish",
    ),
    Mutant(
        "a list of words may hold another one of its slot",
        f"{_SELECTION}/generation/candidates.py",
        "words <= other_words or other_words <= words",
        "words == other_words",
        "tests/families/selection/test_grounding.py::test_what_clearly_differs",
    ),
    Mutant(
        "something is demanded unless there is no more than something",
        "cocoa_core/language/plan.py",
        "literals[place - 1].effective() == _AT_MOST",
        "False",
        "tests/language/test_plan.py::test_nothing_is_demanded_unless_there_is_no_more_than_something",
    ),
    Mutant(
        "the narrower of two conditions comes first",
        "cocoa_core/language/plan.py",
        "topics[demanded], condition, statement.terms",
        "topics[demanded], statement.terms",
        "tests/language/test_plan.py::test_of_two_conditions_on_one_slot_the_wider_one_comes_first",
    ),
    Mutant(
        "the right option need never be the worst",
        f"{_SELECTION}/engine.py",
        "_WORST: Final = 0.7",
        "_WORST: Final = 0.0",
        f"{_GUARANTEES}::test_the_worst_option_is_right_where_a_ring_asks_for_it",
    ),
    Mutant(
        "two conditions about the same slots are no fault",
        "cocoa_core/language/plan.py",
        "its_slots == other_slots or bool(_tests(first) & _tests(second))",
        "False",
        "tests/language/test_plan.py::test_the_faults_of_a_plan_are_counted",
    ),
    Mutant(
        "at or below is taken for a list",
        "cocoa_core/language/frames.py",
        '" or " in template.removeprefix(AT_OR)',
        '" or " in template',
        "tests/language/test_spoken_values.py::test_at_or_below_is_no_list",
    ),
    Mutant(
        "of two limits the narrower one comes first",
        "cocoa_core/language/plan.py",
        'return (1, bound) if side == "more" else (0, -bound)',
        'return (1, -bound) if side == "more" else (0, bound)',
        "tests/language/test_plan.py::test_two_limits_of_a_slot_are_one_statement",
    ),
    Mutant(
        "a limit of another slot is said as a comparison alone",
        "cocoa_core/language/plan.py",
        "and demand.measured == second_demand.measured",
        "",
        "tests/language/test_plan.py::test_rules_whose_conditions_are_about_one_slot_are_one_statement",
    ),
    Mutant(
        "a comparison alone is read of any slot",
        "cocoa_core/language/parser.py",
        'role.role not in ("limit", "same") or (like and literal.measured == like.measured)',
        "True",
        "tests/language/test_forms.py::test_a_sentence_means_what_a_reader_takes_it_to_mean",
    ),
    Mutant(
        "a form that reads stiffly is said",
        "cocoa_core/language/plan.py",
        '"exception, in one": 1.0, "demand unless": 0.2}',
        '"exception, in one": 1.0, "as long as": 1.0}',
        "tests/language/test_plan.py::test_forms_that_read_stiffly_are_not_said",
    ),
    Mutant(
        "conditions never come first",
        "cocoa_core/language/realizer.py",
        '{"first": 0.66,',
        '{"first": 0.0,',
        f"{_GUARANTEES}::test_conditions_and_wishes_take_turns_to_come_first",
    ),
    Mutant(
        "a wrong letter is paid for the terms it breaks",
        f"{_SELECTION}/family.py",
        "return 1 - len(proof.broken[label]) / terms",
        "return len(proof.broken[label]) / terms",
        "tests/items/test_rewards.py::test_a_part_is_paid_by_the_certificate",
    ),
    Mutant(
        "a message's content is believed to be a text",
        "cocoa_core/items/scoring.py",
        'return "".join(text for text in texts if isinstance(text, str))',
        'return "".join(texts)',
        "tests/items/test_rewards.py::test_what_is_no_text_scores_nothing_and_never_raises",
    ),
    Mutant(
        "what a model thought earns a reward",
        "cocoa_core/items/scoring.py",
        'if isinstance(part, Mapping) and part.get("type") in _TEXTS]',
        "if isinstance(part, Mapping)]",
        "tests/items/test_rewards.py::test_what_is_no_text_scores_nothing_and_never_raises",
    ),
    Mutant(
        "digits of other scripts are no digits",
        "cocoa_core/importing/tables/files.py",
        'plain = "".join(str(decimal(sign)) if sign.isdecimal() else sign for sign in text)',
        "plain = text",
        "tests/importing/test_file_shapes.py::test_numbers_have_the_digits_0_to_9_and_no_apostrophe",
    ),
    Mutant(
        "a redirect to another site is followed",
        "cocoa_core/sources/collecting.py",
        "if (scheme, host, port) != home and",
        "if not home and",
        "tests/sources/test_collecting.py"
        "::test_a_page_without_rows_or_from_elsewhere_is_named_and_the_others_stay",
    ),
    Mutant(
        "the options of two sets are not compared",
        f"{_SELECTION}/family.py",
        'seed_of("options", domain, *rows)',
        'seed_of("options", question.id)',
        "tests/training/test_overlap.py::test_what_is_shared_is_what_comparing_all_pairs_finds",
    ),
    Mutant(
        "a denial of a comparison is the comparison",
        f"{_SELECTION}/family.py",
        "_SIDES[literal.test][not positive]",
        "_SIDES[literal.test][0]",
        "tests/training/test_overlap.py::test_only_numbers_make_a_near_duplicate",
    ),
    Mutant(
        "a type leaves out its currency",
        "cocoa_core/importing/columns/measures.py",
        '        return f"{unit}:{detail}"',
        "        return unit",
        "tests/importing/test_column_choices.py::test_what_a_column_was_taken_for_reads_it_again",
    ),
    Mutant(
        "rows without ids take new ones",
        "cocoa_core/scaffolding/refreshing.py",
        'if free.get(cells) else ""',
        'if False else ""',
        "tests/scaffolding/test_refreshing.py::test_rows_without_ids_keep_theirs_where_their_values_stay",
    ),
    Mutant(
        "money is in dollars where nothing says so",
        "cocoa_core/importing/columns/measures.py",
        'code = currency or header_currency or (default_currency if paid else "")',
        'code = currency or header_currency or ((default_currency or "USD") if paid else "")',
        f"{_SILENT}::test_a_currency_that_nothing_names_is_asked_for_and_not_guessed",
    ),
    Mutant(
        "a price for a square metre is in square metres",
        "cocoa_core/importing/columns/header.py",
        "is_unit = measure.casefold() in UNITS or measure.casefold() in SPANS",
        "is_unit = False",
        f"{_SILENT}::test_a_slash_before_a_unit_or_a_span_is_said",
    ),
    Mutant(
        "millions are lost where a currency stands beside them",
        "cocoa_core/importing/columns/header.py",
        "    if (scaled := _scaled(inside)) is not None:",
        "    if (scaled := None) is not None:",
        f"{_SILENT}::test_millions_are_never_lost",
    ),
    Mutant(
        "days of Excel are numbers under the name of what happened",
        "cocoa_core/importing/kinds/date.py",
        "(pointed and recent)",
        "(pointed and not recent)",
        f"{_SILENT}::test_days_as_excel_counts_them_are_asked_for",
    ),
    Mutant(
        "questions are written of wrong words",
        "cocoa_core/checking/word_checks.py",
        'if finding.severity == "error"',
        'if finding.severity == "fault"',
        "tests/checking/test_refusing.py::test_questions_of_wrong_words_are_refused_with_their_place",
    ),
    Mutant(
        "a doubtful column is guessed",
        "cocoa_core/importing/guessing.py",
        "            doubts += _doubts(results, as_told, index, types.get(index), choices)",
        "            pass",
        "tests/importing/test_doubts.py::test_no_pattern_of_the_table_is_guessed",
    ),
    Mutant(
        "many subtotals hide one another",
        "cocoa_core/importing/tables/totals.py",
        "if not _ALONE.fullmatch(_first(row[1]))]",
        "if row]",
        "tests/importing/test_file_shapes.py::test_subtotals_of_many_small_blocks_are_no_options",
    ),
    Mutant(
        "a code of a place gets a rule",
        "cocoa_core/importing/shown_columns.py",
        "    return whole and bool(coded)",
        "    return False",
        f"{_SILENT}::test_numbers_that_say_nothing_of_an_option_have_no_rule",
    ),
    Mutant(
        "an opened domain keeps rules that tell nothing apart",
        "cocoa_core/scaffolding/widening.py",
        "    if len(idle) == len(domain.rules):\n",
        "    if idle:\n",
        "tests/scaffolding/test_widening.py::test_rules_that_tell_no_options_apart_are_left_out",
    ),
    Mutant(
        "an amount loses a unit that cannot be said",
        "cocoa_core/importing/kinds/number_columns.py",
        'if any("/" in unit and not _is_speakable_unit(cells, unit) for unit in behind):',
        "if False:",
        "tests/importing/test_doubts.py::test_no_amount_loses_what_stands_beside_it",
    ),
    Mutant(
        "an amount with more than a unit behind it is a plain number",
        "cocoa_core/importing/kinds/number_columns.py",
        'if "?" in before | units or',
        'if "?" in before or',
        "tests/importing/test_column_reading.py::test_cells_with_more_than_an_amount_stay_words",
    ),
    Mutant(
        "a price for a week is one for a night",
        "cocoa_core/importing/columns/rates.py",
        "return amount if named == per else text",
        "return amount",
        "tests/scaffolding/test_refreshing.py"
        "::test_amounts_for_something_else_than_the_first_table_had_are_refused",
    ),
    Mutant(
        "of hundreds of columns the first are read",
        "cocoa_core/importing/guessing.py",
        "-worth_of_name(headers[index]), index)",
        "0, index)",
        "tests/importing/test_column_choices.py"
        "::test_of_hundreds_of_columns_those_that_people_ask_for_are_read",
    ),
    Mutant(
        "rows that are too wide are read",
        "cocoa_core/importing/tables/delimited.py",
        "    _refuse_unquoted(file, looked_at)\n",
        "    pass\n",
        "tests/importing/test_file_shapes.py::test_rows_that_an_unquoted_separator_would_shift_are_refused",
    ),
    Mutant(
        "a quotation mark may stay open",
        "cocoa_core/importing/tables/delimited.py",
        "    for _ in csv.reader(lines, delimiter=delimiter, strict=True):\n",
        "    for _ in csv.reader(lines, delimiter=delimiter):\n",
        "tests/importing/test_table_files.py::test_broken_documents_are_refused_with_their_place",
    ),
    Mutant(
        "a row of values is the header below one with gaps",
        "cocoa_core/importing/tables/delimited.py",
        "if numeric and not any(begins_with_number(names[at]) for at in numeric) else 0",
        "if numeric else 0",
        "tests/importing/test_table_files.py::test_a_header_with_gaps_is_no_remark_above_a_row",
    ),
    Mutant(
        "a blank more moves the words of a sentence",
        "cocoa_core/families/parsing/rows.py",
        'if not all(sentence.split(" ")):',
        "if not sentence:",
        "tests/families/parsing/test_transforms.py::test_a_broken_row_is_named_and_nothing_is_written",
    ),
    Mutant(
        "a percentage of Excel is a fraction",
        "cocoa_core/importing/tables/xlsx_formats.py",
        "(100 if style.percent else 1)",
        "1",
        "tests/importing/test_file_shapes.py::test_a_cell_of_excel_is_read_with_what_its_format_shows",
    ),
    Mutant(
        "a total is an option",
        "cocoa_core/importing/tables/totals.py",
        '            removed["total"].append(row)\n',
        "            options.append(row)\n",
        "tests/importing/test_file_shapes.py::test_totals_wherever_they_stand_are_left_out_and_said",
    ),
    Mutant(
        "another scale goes unnoticed",
        "cocoa_core/scaffolding/refreshing.py",
        "    for power in range(1, 7):",
        "    for power in range(7, 7):",
        "tests/scaffolding/test_refreshing.py::test_any_power_of_ten_is_noticed_whichever_way_rows_are_told_apart",
    ),
    Mutant(
        "dates that two orders fit are not asked for",
        "cocoa_core/importing/file_conventions.py",
        "    if doubtful and order is None:",
        "    if False:",
        "tests/importing/test_column_choices.py::test_dates_that_two_orders_fit_are_asked_for",
    ),
    Mutant(
        "labels are not checked by the solver",
        f"{_SELECTION}/generation/requirement_search.py",
        "    if labels(draft.requirement, shown) == ",
        "    if True or labels(draft.requirement, shown) == ",
        f"{_GUARANTEES}::test_the_solver_accepts_the_target_alone_and_counts_what_it_refuses",
    ),
    Mutant(
        "readings are not proved",
        f"{_SELECTION}/generation/wording.py",
        "        return bool(readings) and all(",
        "        return bool(readings) or all(",
        f"{_GUARANTEES}::test_a_text_with_a_second_reading_that_means_something_else_is_refused",
    ),
    Mutant(
        "no near miss is demanded",
        f"{_SELECTION}/generation/grounding.py",
        "    if constraints.near_miss and not near:",
        "    if False:",
        "tests/families/selection/test_grounding.py",
    ),
    Mutant(
        "a distractor need not be eliminated",
        f"{_SELECTION}/generation/grounding.py",
        "    if once != everything & ~target:",
        "    if False:",
        "tests/families/selection/test_grounding.py",
    ),
    Mutant(
        "every: targets are not laid end to end",
        f"{_SELECTION}/asks/every/drawing.py",
        "start = (start + right) % size",
        "start = 0",
        "tests/families/selection/asks/test_every.py",
    ),
    Mutant(
        "every: rows come before requirements",
        f"{_SELECTION}/asks/every/drawing.py",
        "or search.failed.total() >= patience:",
        "or search.failed.total() >= 0:",
        "tests/families/selection/asks/test_every.py::test_how_rare_a_request_is_does_not_tell_how_many_options_are_right",
    ),
    Mutant(
        "every: requirements of any rarity are taken",
        f"{_SELECTION}/asks/every/drawing.py",
        "return least * size <=",
        "return 0 <=",
        "tests/families/selection/asks/test_every.py::test_how_rare_a_request_is_does_not_tell_how_many_options_are_right",
    ),
    Mutant(
        "every: rows of conversations come before requirements",
        f"{_SELECTION}/asks/every/drawing.py",
        "(_REVISED_FACTOR if search.plan.revisions else 1)",
        "(0 if search.plan.revisions else 1)",
        "tests/families/selection/asks/test_every.py::test_how_rare_a_request_is_does_not_tell_how_many_options_are_right",
    ),
    Mutant(
        "the best choice may be one of two",
        f"{_SELECTION}/asks/bundle/bundling.py",
        "rivals: Flags = totals <= totals[self.key_index]",
        "rivals: Flags = totals < totals[self.key_index]",
        "tests/families/selection/asks/test_bundle.py",
    ),
    Mutant(
        "a task of lm-eval reads every answer as a letter",
        f"{_SELECTION}/exports/lm_eval_loader.txt",
        'made[doc.get("shape", "Letter")]()',
        'made["Letter"]()',
        "tests/export/test_lm_eval.py::test_lm_eval_gives_replies_to_every_ask_the_value_that_the_family_gives",
    ),
    Mutant(
        "a slot is hidden that cannot be the answer",
        f"{_SELECTION}/asks/missing/hiding.py",
        "            if cells is None:\n                return None\n            each.append(cells)",
        "            each.append(cells or {})",
        "tests/families/selection/asks/test_unsettled.py::test_what_is_hidden_together_does_not_hang_on_the_answer",
    ),
    Mutant(
        "options may look alike once cells are hidden",
        f"{_SELECTION}/asks/missing/hiding.py",
        ") and not self._alike(cells):",
        "):",
        "tests/families/selection/asks/test_unsettled.py::test_options_that_differ_in_hidden_cells_alone_are_not_shown",
    ),
    Mutant(
        "a label hangs on an undefined literal",
        f"{_SELECTION}/asks/missing/hiding.py",
        'own.add("")',
        "pass",
        "tests/families/selection/asks/test_unsettled.py::test_no_label_hangs_on_a_literal_that_is_undefined",
    ),
    Mutant(
        "the verifier knows no word of the domain",
        "cocoa_core/verification/selection/asks/best.py",
        'own_word = question.domain.bundles.best.get(slot.name, "") if question.domain.bundles else ""',
        'own_word = ""',
        "tests/families/selection/asks/test_best.py",
    ),
    Mutant(
        "a word of the domain for the best means the least",
        f"{_SELECTION}/asks/best.py",
        "sides = [domain.wanted(slot.name)] if",
        'sides = ["less"] if',
        "tests/families/selection/reference/test_promises.py::test_models_that_read_keep_their_promises",
    ),
    Mutant(
        "the oracle draws between answers that fit",
        f"{_SELECTION}/asking.py",
        "if self.certain and len(answers) > 1:",
        "if len(answers) > 99:",
        "tests/families/selection/reference/test_promises.py::test_a_prompt_that_does_not_state_its_question_is_not_answered",
    ),
    Mutant(
        "an unanswered condition is passed over",
        f"{_SELECTION}/reference/players.py",
        "if len(lists) < len(asked):",
        "if not asked and not lists:",
        "tests/families/selection/reference/test_promises.py::test_a_condition_that_was_not_answered_is_not_passed_over",
    ),
    Mutant(
        "who counts by chance names numbers that are never right",
        f"{_SELECTION}/asks/count.py",
        "return str(draw.randint(0, ",
        "return str(draw.randint(7, 2 + ",
        "tests/families/selection/reference/test_promises.py::test_chance_is_chance",
    ),
    Mutant(
        "the form of a word alone is none",
        "cocoa_core/families/parsing/family.py",
        'of_a_word = tokens[:1] == ["LAMBDA"]',
        'of_a_word = tokens[:1] == ["lambda"]',
        "tests/families/parsing/test_reference.py",
    ),
    Mutant(
        "who counts literals finds the best option",
        f"{_SELECTION}/asks/best.py",
        "return _COUNTED_ACCEPTANCE if target",
        "return 1.0 if target",
        "tests/families/selection/asks/test_best.py",
    ),
    Mutant(
        "who counts literals finds the best choice",
        f"{_SELECTION}/asks/bundle/bundling.py",
        "return best is not None and best.chosen == self.chosen",
        "return False",
        "tests/families/selection/asks/test_bundle.py",
    ),
    Mutant(
        "the default asks for more slots than there are",
        f"{_SELECTION}/fitting.py",
        "    if not settings.usual:\n",
        "    if settings.usual:\n",
        "tests/families/selection/test_fitting.py::"
        "test_what_is_left_out_is_in_the_settings_and_said_and_fits_anew_to_the_same",
    ),
    Mutant(
        "a search does not end with its limits",
        f"{_SELECTION}/generation/set_search.py",
        "        if search.groundings >= limits.groundings or",
        "        if",
        "tests/families/selection/test_fitting.py::test_a_search_ends_with_its_limits",
    ),
    Mutant(
        "a search for conversations goes on however few members are found",
        f"{_SELECTION}/generation/set_search.py",
        " or is_hopeless()",
        "",
        "tests/families/selection/deliveries/test_revise.py::"
        "test_a_search_for_conversations_ends_by_how_many_members_are_found",
    ),
    Mutant(
        "each process of a run judges by another set whether there are conversations",
        f"{_SELECTION}/engine.py",
        "        if self.settings.revisions is not None:\n",
        "        if False:\n",
        "tests/families/selection/deliveries/test_revise.py::"
        "test_each_process_draws_the_first_set_of_each_ask_and_gives_no_later_one_up_sooner",
    ),
    Mutant(
        "a last turn takes back what has no noun",
        f"{_SELECTION}/generation/revision_plans.py",
        '"undo" if undoes_last and fits[0]',
        '"undo" if fits[0]',
        "tests/families/selection/deliveries/test_revise.py::"
        "test_where_no_term_has_a_noun_the_last_turn_takes_nothing_back",
    ),
    Mutant(
        "every turn of a conversation changes what fits",
        f"{_SELECTION}/generation/revision_plans.py",
        "    if rng.random() < kept:",
        "    if False:",
        "tests/families/selection/deliveries/test_revise.py::"
        "test_a_turn_before_the_last_changes_what_fits_as_often_as_not",
    ),
    Mutant(
        "a setting that is asked for may be left out",
        "cocoa_core/verification/manifest.py",
        "2 <= len(setting) <= 3 or setting in asked_for",
        "2 <= len(setting) <= 3",
        "tests/families/selection/test_fitting.py::test_what_cannot_have_been_left_out_is_found_by_verify",
    ),
    Mutant(
        "where five options give nothing no fewer are tried",
        f"{_SELECTION}/fitting.py",
        "range(_most_options(domain), FEWEST_OPTIONS - 1, -1)",
        "[_most_options(domain)]",
        "tests/families/selection/test_fitting.py::"
        "test_where_five_options_give_nothing_fewer_are_shown_and_that_is_said",
    ),
    Mutant(
        "what was named is looked for to the end, whatever is found",
        f"{_SELECTION}/fitting.py",
        "return evolve(limits, tries=_MOST_TRIES, expected=expected)",
        "return limits",
        "tests/families/selection/test_nearest.py::"
        "test_a_named_setting_without_a_first_member_is_refused_after_bounded_work",
    ),
    Mutant(
        "the nearest setting is one that does not work",
        f"{_SELECTION}/nearest_settings.py",
        "            break\n        result = tried\n    return result",
        "            return tried\n        result = tried\n    return result",
        "tests/families/selection/test_nearest.py::test_what_is_named_was_tried_and_works_and_what_lies_above_does_not",
    ),
    Mutant(
        "some options are in the key of more bundles",
        f"{_SELECTION}/asks/bundle/bundle_ring.py",
        "range(0, lcm(options, take), take)",
        "range(0, options, take)",
        "tests/families/selection/asks/test_bundle.py::test_each_place_is_in_as_many_keys_of_a_ring",
    ),
    Mutant(
        "a bundle's request may decide nothing",
        f"{_SELECTION}/asks/bundle/bundling.py",
        "if unasked is None:\n            return None",
        "unasked = unasked or best.chosen",
        "tests/families/selection/asks/test_bundle.py",
    ),
    Mutant(
        "a branch ends too soon",
        f"{_SELECTION}/asks/bundle/best_bundle.py",
        "+ sum(fewest) > limit.most",
        "+ sum(fewest) >= limit.most",
        "tests/families/selection/test_best_bundle.py::test_the_tree_finds_the_same",
    ),
    Mutant(
        "the verifier keeps one sum of each kind",
        "cocoa_core/verification/selection/asks/bundle.py",
        'if len(lowest_costs) < len(("best", "second")) or reached_sum[1] < lowest_costs[-1]:',
        "if not lowest_costs or reached_sum[1] < lowest_costs[0]:",
        "tests/families/selection/test_best_bundle.py::test_the_verifier_finds_the_same_by_its_own_method",
    ),
    Mutant(
        "the verifier believes what would be better",
        "cocoa_core/verification/selection/asks/bundle.py",
        "if not (everything_asked.meets(better_choice) and everything_asked.cost(better_choice) < cost):",
        "if not everything_asked.meets(better_choice) and not better_choice:",
        "tests/verification/test_forged_asks.py",
    ),
    Mutant(
        "bundles count for the digest",
        "cocoa_core/loading/files/folder_files.py",
        "for name, digest in digests.items() if name != _BUNDLE)",
        "for name, digest in digests.items())",
        "tests/loading/test_bundle.py",
    ),
    Mutant(
        "a clash may hang on a missing value",
        "cocoa_core/proof/clashes.py",
        "[-switch, *(-theory.fails(literal) for literal in term)]",
        "[-switch, *(theory.holds(literal) for literal in term)]",
        "tests/independent/test_redundancy.py::test_a_clash_that_hangs_on_bounds_or_missing_values_is_none",
    ),
    Mutant(
        "an option may hang on another hidden value",
        f"{_SELECTION}/asks/missing/hiding.py",
        "if self.slots_that_decide(row, slots) <= alone",
        "if True",
        "tests/families/selection/asks/test_unsettled.py",
    ),
    Mutant(
        "what can be met may have other tests than what clashes",
        "cocoa_core/families/selection/asks/possible/clashing.py",
        "for candidate in almost if candidate.form == other.form]",
        "for candidate in almost]",
        "tests/families/selection/asks/test_unsettled.py::test_what_can_be_met_is_drawn_like_what_clashes_but_for_the_"
        "arguments_of_one_literal",
    ),
    Mutant(
        "a clash may hang on a vocabulary being all there is",
        "cocoa_core/families/selection/asks/possible/clashing.py",
        "if not (closed and candidate.literal.positive)]",
        "if True]",
        "tests/families/selection/asks/test_unsettled.py::test_no_clash_hangs_on_a_vocabulary_being_all_there_is",
    ),
    Mutant(
        "a clash may be said by what is left of a closed list",
        "cocoa_core/families/selection/asks/possible/ask.py",
        "plain=True, open_lists=True",
        "plain=True",
        "tests/families/selection/asks/test_possible.py::test_a_clash_follows_from_the_words",
    ),
    Mutant(
        "the verifier takes what is left of a closed list for a negation",
        "cocoa_core/verification/selection/asks/possible.py",
        "        clashes = _is_shown_to_clash(question, reading, form)\n",
        "        clashes = True\n",
        "tests/families/selection/asks/test_possible.py::"
        "test_one_that_rests_on_a_closed_list_is_named_by_the_verifier",
    ),
    Mutant(
        "a clash may say something twice where what can be met does not",
        "cocoa_core/families/selection/asks/possible/clashing.py",
        "    return len(opposed) != len(compatible)",
        "    return False",
        "tests/families/selection/asks/test_unsettled.py::test_what_can_be_met_is_drawn_like_what_clashes_but_for_the_"
        "arguments_of_one_literal",
    ),
    Mutant(
        "the verifier believes a clash",
        "cocoa_core/verification/selection/asks/possible.py",
        "for number in form]) is False",
        "for number in form]) is not None",
        "tests/verification/test_forged_asks.py::test_forged_answers_are_named",
    ),
    Mutant(
        "an item may be made twice",
        "cocoa_core/running/fingerprints.py",
        "        if any(entry.fingerprint in self.items for entry in entries):",
        "        if False:",
        "tests/running/test_run.py",
    ),
    Mutant(
        "two rings may show the same options",
        "cocoa_core/running/run.py",
        "not self.repeats.all_shown and self.repeats.shows_again(entries)",
        "False",
        "tests/running/test_run.py::test_options_are_shown_by_one_ring_as_long_as_there_are_others",
    ),
    Mutant(
        "a requirement may be on two sides",
        "cocoa_core/running/fingerprints.py",
        "            if side != entry.side",
        "            if False",
        "tests/running/test_fingerprints.py::test_a_question_is_admitted_once_and_a_requirement_on_one_side",
    ),
    Mutant(
        "a torn last line is kept",
        "cocoa_core/items/recovery.py",
        'family.read(line) if line.endswith(b"\\n") else None',
        "family.read(line)",
        "tests/items/test_dataset_recovery.py",
    ),
    Mutant(
        "the minimum is any cover",
        "cocoa_core/logic/cover.py",
        "cost + self._bound(rows) >= self.best_cost",
        "cost + self._bound(rows) + 2 >= self.best_cost",
        "tests/logic",
    ),
    Mutant(
        "rows of the truth table say less than the solver on which clauses can go",
        "cocoa_core/logic/irredundant.py",
        "            excluded |= rows\n",
        "",
        "tests/logic/test_irredundant.py::test_rows_and_solver_agree_on_which_terms_are_needed",
    ),
    Mutant(
        "where no product of a size reads well all questions have one",
        f"{_SELECTION}/generation/shapes.py",
        "[:_SAMPLED_KEPT]",
        "[:1]",
        "tests/families/selection/test_structure.py::test_where_no_product_reads_well_several_of_the_best_of_a_sample_are_drawn_at_once",
    ),
    Mutant(
        "a clause may hold a literal and its negation",
        "cocoa_core/logic/primes.py",
        "if first ^ second != 1)",
        ")",
        "tests/logic",
    ),
    Mutant(
        "labels with commas are listed between commas",
        f"{_SELECTION}/asks/missing/ask.py",
        "if any(mark in label for label in labels for mark in _PARTING):",
        "if False:",
        "tests/families/test_answer_forms.py::test_a_label_is_listed_and_read_whatever_it_holds",
    ),
    Mutant(
        "lm-eval takes a label apart at its commas",
        f"{_SELECTION}/exports/lm_eval_loader.txt",
        'if doc.get("shape") == "Letters":',
        "if True:",
        "tests/families/test_answer_forms.py::test_lm_eval_gives_a_label_what_it_is_worth",
    ),
    Mutant(
        "labels are not read before they are asked for",
        f"{_SELECTION}/asks/missing/hiding.py",
        "if reading.value != labels[name]",
        "if False",
        "tests/families/test_answer_forms.py::test_a_domain_with_a_label_that_is_not_read_is_refused_for_missing_alone",
    ),
    Mutant(
        "a hedged answer is read",
        "cocoa_core/answers/reader.py",
        "    return Reading(failure=failure) if failure else Reading(value)",
        "    return Reading(value)",
        "tests/answers/test_reader.py::test_a_contract_case_is_read_as_it_says",
    ),
    Mutant(
        "why other options fail is taken for another answer",
        "cocoa_core/answers/reader.py",
        '"$": "(?=(?:[?:] )?\\n)"',
        '"$": ""',
        "tests/answers/test_reader.py::test_why_other_options_fail_changes_nothing",
    ),
    Mutant(
        "the shorter of two labels is read",
        "cocoa_core/answers/reader.py",
        'names = sorted({*name_of.values()} - {""}, key=lambda name: (-len(name), name))',
        'names = sorted({*name_of.values()} - {""}, key=lambda name: (len(name), name))',
        "tests/answers/test_reader.py::test_a_contract_case_is_read_as_it_says",
    ),
    Mutant(
        "a semicolon ends no clause",
        "cocoa_core/answers/reader.py",
        "[!…,;()",
        "[!…,()",
        "tests/answers/test_two_readers.py::test_both_readers_read_alike[range(0, 60)]",
    ),
    Mutant(
        "a sign that is no word hides what takes an answer back",
        "cocoa_core/answers/reader.py",
        "[^\\w\\s'?:\\x01\\x02]",
        "[#]",
        "tests/answers/test_two_readers.py::test_what_is_torn_is_read_by_the_rule",
    ),
    Mutant(
        "thinking counts",
        "cocoa_core/answers/reader.py",
        "        if not thinking:\n            visible_parts.append",
        "        if True:\n            visible_parts.append",
        "tests/answers",
    ),
    Mutant(
        "a family of another package is loaded for a record",
        "cocoa_core/items/family.py",
        "matches = [] if built_in else",
        "matches =",
        "tests/families/test_plugins.py::test_no_command_loads_the_code_of_a_package_that_nobody_named",
    ),
    Mutant(
        "what workers made is taken in another order",
        "cocoa_core/running/blocks.py",
        "        while waiting:\n            yield waiting.popleft()",
        "        while waiting:\n            yield waiting.pop()",
        "tests/running/test_run_processes.py::test_neither_workers_nor_the_hash_seed_change_a_byte",
    ),
    Mutant(
        "fewer questions than asked for are no complete data set",
        "cocoa_core/running/production.py",
        "            if ledger.total:\n",
        "            if not ledger.total:\n",
        "tests/running/test_run.py::"
        "test_a_domain_with_fewer_questions_than_asked_for_gives_those_as_a_complete_data_set",
    ),
    Mutant(
        "what parts made twice is joined",
        "cocoa_core/running/run.py",
        "        while not self.repeats.admits(entries) or",
        "        while (not self.repeats.admits(entries) and self._blocks == self._made_here) or",
        "tests/running/test_parts.py::test_however_a_run_is_parted_the_join_has_its_bytes",
    ),
    Mutant(
        "a changed part is joined",
        "cocoa_core/running/joining.py",
        "        if (count, digest) != (part.items, sha256):",
        "        if count != part.items:",
        "tests/running/test_parts.py::test_a_part_with_any_byte_changed_is_refused",
    ),
    Mutant(
        "nothing of a part is made again",
        "cocoa_core/running/joining.py",
        "if (entry.note, entry.line) not in [(entry_made.note, entry_made.line) for entry_made in entries]:",
        "if False:",
        "tests/running/test_parts.py::test_entries_that_were_forged_with_their_digest_are_refused_and_named",
    ),
    Mutant(
        "lines are joined with the entries of others",
        "cocoa_core/running/joining.py",
        "        if (notes, digest) != (count, part.entries_sha256):",
        "        if notes != count:",
        "tests/running/test_parts.py::test_a_part_that_was_forged_with_its_digest_is_refused_and_named",
    ),
    Mutant(
        "lines are removed before their shards are named",
        "cocoa_core/items/writing.py",
        "        finished.write(self.folder)\n        tidy(self.folder, finished)\n",
        "        tidy(self.folder, finished)\n        finished.write(self.folder)\n",
        "tests/items/test_packing.py::test_a_call_killed_before_any_change_of_the_folder_goes_on_to_the_same_bytes",
    ),
    Mutant(
        "a card leaves the types of its columns to be guessed",
        "cocoa_core/items/card.py",
        "    if features:",
        "    if False:",
        "tests/export/test_small_sets.py::test_rows_of_which_no_side_says_all_come_back",
    ),
    Mutant(
        "the verifier lets numbers be written as msgspec does",
        "cocoa_core/independent/files.py",
        "    if repr(value) != text:",
        "    if False:",
        "tests/verification/test_reading_files.py::test_a_fast_reading_is_that_of_json",
    ),
    Mutant(
        "a shard may unpack to anything",
        "cocoa_core/independent/files.py",
        "        if self._left < 0:",
        "        if False:",
        "tests/items/test_packing.py::test_verify_names_what_is_wrong_with_shards",
    ),
    Mutant(
        "a part is named before its lines are there",
        "cocoa_core/remote/writing.py",
        "(production.part.entries, production.part.lines, note):  # the note last",
        "(note, production.part.entries, production.part.lines):  # the note last",
        "tests/remote/test_remote.py::"
        "test_a_call_killed_before_any_change_of_the_store_goes_on_to_the_same_bytes",
    ),
    Mutant(
        "an object is written over",
        "cocoa_core/remote/store.py",
        'mode="create", use_multipart=False',
        'mode="overwrite", use_multipart=False',
        "tests/remote/test_remote.py::test_forged_and_missing_objects_are_named",
    ),
    Mutant(
        'a conflict is taken for "already there"',
        "cocoa_core/remote/store.py",
        "raise failure or ConnectionError(",
        "return True or ConnectionError(",
        f"{_STORE_REPLIES}::test_whether_a_put_was_stored_is_looked_at_and_never_assumed",
    ),
    Mutant(
        "a put is believed",
        "cocoa_core/remote/store.py",
        "if self._holds(path, name):\n            if failure is None",
        "if failure is None or self._holds(path, name):\n            if failure is None",
        f"{_STORE_REPLIES}::test_what_a_store_did_to_an_object_is_noticed",
    ),
    Mutant(
        "the condition of a put is not tried",
        "cocoa_core/remote/store.py",
        "if failure is None and not self._conditions_hold:",
        "if False:",
        f"{_STORE_REPLIES}::test_what_a_store_did_to_an_object_is_noticed",
    ),
    Mutant(
        "what was fetched is not compared with its manifest",
        "cocoa_core/remote/transfer.py",
        "            check_files(folder, read_manifest(folder))\n",
        "",
        "tests/cli/test_addresses.py::test_a_data_set_that_was_changed_there_is_refused",
    ),
    Mutant(
        "the columns of Parquet are believed",
        "cocoa_core/independent/files.py",
        "if cell != value or type(cell) is not type(value):",
        "if False:",
        "tests/items/test_packing.py::test_verify_names_what_is_wrong_with_parquet",
    ),
    Mutant(
        "the ends of between belong to neither side",
        "cocoa_core/domain/kinds/ordered.py",
        "return None if value in args else bool(",
        "return bool(",
        "tests/independent/test_semantics.py::test_the_verifier_and_the_engine_agree_on_every_value",
    ),
    Mutant(
        "a rival's answer leaves no test open",
        "cocoa_core/families/selection/generation/candidates.py",
        "undefined |= holds & rival_fails | fails & rival_holds",
        "undefined |= holds & rival_fails",
        "tests/families/selection/test_unclear.py::test_engine_and_verifier_agree_on_what_is_unclear",
    ),
    Mutant(
        "one test of several leaves a slot open",
        "cocoa_core/independent/domain_reading.py",
        "elif all(truth(",
        "elif any(truth(",
        "tests/families/selection/test_unclear.py::test_where_takes_all_of_its_tests",
    ),
    Mutant(
        "a slot is hidden on which a doubt hangs",
        "cocoa_core/families/selection/asks/missing/hiding.py",
        ", *(item.slots for item in schema.unclear)",
        "",
        "tests/families/selection/test_unclear.py::test_nothing_is_hidden_on_which_a_doubt_hangs",
    ),
    Mutant(
        "an if or if is never taken to exclude",
        "cocoa_core/lexicon/sentences.py",
        """        "if {cond-1} or if {cond-2}, {must+3}",
        ((1, 3), (2, 3)),
        (_IF_EXCLUSIVE,),""",
        """        "if {cond-1} or if {cond-2}, {must+3}",
        ((1, 3), (2, 3)),
        (),""",
        "tests/verification/test_conventions.py::test_if_a_or_b_settles_no_answer_that_hangs_on_both",
    ),
    Mutant(
        "what speaks to a model is a value like any other",
        "cocoa_core/checking/model_text.py",
        'if any(map(pattern.search, texts))), "")',
        'if any(map(pattern.fullmatch, texts))), "")',
        "tests/checking/test_model_text.py::test_what_speaks_to_a_model_is_known",
    ),
    Mutant(
        "a missing word is a word",
        "cocoa_core/domain/kinds/category.py",
        "return None if value is None else value in test.args",
        "return value in test.args",
        "tests/domain/kinds/test_contract.py::test_a_missing_value_decides_no_test",
    ),
    Mutant(
        "letters are not in balance",
        f"{_SELECTION}/schedule.py",
        'return _letters(self._options, (*self.key, side or "", several))[within]',
        'return _letters(self._options, (*self.key, side or "", several))[0]',
        "tests/families/selection/test_schedule.py"
        "::test_letters_differ_by_at_most_one_on_every_side_at_every_count",
    ),
    Mutant(
        "a ring is divided between sides",
        f"{_SELECTION}/schedule.py",
        "        chosen = cycle[ring % len(cycle)]",
        "        chosen = cycle[(ring + member) % len(cycle)]",
        "tests/families/selection/test_schedule.py::test_a_ring_has_five_places_and_one_side",
    ),
    Mutant(
        "at most is less than",
        "cocoa_core/domain/kinds/ordered.py",
        '"at_most": operator.le',
        '"at_most": operator.lt',
        "tests/domain/kinds/test_contract.py::test_opposite_tests_leave_no_gap_and_no_overlap",
    ),
    Mutant(
        "a domain's files may be links to anywhere",
        "cocoa_core/loading/files/folder_files.py",
        "        if not path.is_relative_to(root):",
        "        if False:",
        "tests/loading/test_loading.py::test_a_link_out_of_the_folder_is_refused",
    ),
    Mutant(
        "any letter is worth something",
        "cocoa_core/answers/scoring.py",
        "return _scored(same_kind and reading.value == key, reading)",
        "return _scored(same_kind, reading)",
        "tests/answers/test_scoring.py::test_only_the_right_label_earns_anything",
    ),
    Mutant(
        "the verifier imports what it checks",
        "cocoa_core/verification/selection/requirement.py",
        "from cocoa_core.verification.report import Flaw",
        "import cocoa_core.proof\nfrom cocoa_core.verification.report import Flaw",
        "tests/verification/test_independence.py::test_a_module_imports_nothing_but_what_is_shared",
    ),
    Mutant(
        "the verifier believes the key",
        "cocoa_core/verification/selection/requirement.py",
        "        if truth is not (label in question.right):",
        "        if False:",
        "tests/verification/test_tampered_records.py::test_a_tampering_is_found_and_named",
    ),
    Mutant(
        "the verifier looks for no redundant part",
        "cocoa_core/verification/selection/requirement.py",
        "    if idle:",
        "    if False:",
        "tests/verification/test_believing_less.py::test_a_sum_term_that_an_axiom_makes_true_is_found",
    ),
    Mutant(
        "the verifier lets the last item of an index be missing",
        "cocoa_core/verification/across_records.py",
        "        if number != expected:",
        "        if False:",
        "tests/verification/test_tampered_lines.py::test_a_missing_last_item_of_an_index_is_found",
    ),
    Mutant(
        "the verifier lets a data set bring a domain of its own",
        "cocoa_core/verification/folder.py",
        '    if str(schema.get("version")) != domain["version"]:',
        "    if True:",
        "tests/verification/test_verify.py"
        "::test_an_installed_domain_of_the_same_version_is_that_of_the_questions",
    ),
    Mutant(
        "the verifier believes the rows",
        "cocoa_core/verification/selection/options.py",
        "            if actual != value:",
        "            if False:",
        "tests/verification/test_believing_less.py"
        "::test_options_that_are_no_rows_of_the_installed_catalogue_are_found",
    ),
    Mutant(
        "the verifier believes the card",
        "cocoa_core/verification/card.py",
        "        if stated.get(name) != expected.get(name):",
        "        if False:",
        "tests/verification/test_believing_less.py::test_swapped_sides_in_the_card_are_found",
    ),
    Mutant(
        "the verifier believes the types of the card",
        "cocoa_core/verification/card.py",
        "    if columns.whole:",
        "    if False:",
        "tests/verification/test_mutated_files.py::test_a_mutated_header_of_the_card_is_named",
    ),
    Mutant(
        "the verifier lets any key of a manifest be",
        "cocoa_core/verification/folder.py",
        "for name in unknown_keys(manifest):",
        "for name in ():",
        "tests/verification/test_tampered_manifest.py::test_a_key_that_no_manifest_has_is_found",
    ),
    Mutant(
        "the verifier takes false for none of a count",
        "cocoa_core/verification/manifest.py",
        '        _count(domain.get("asserted_wordings", 0), "asserted_wordings")',
        "        pass",
        "tests/verification/test_tampered_manifest.py::test_a_manifest_that_cannot_be_is_one_error_in_words",
    ),
    Mutant(
        "the verifier ends where a record trips its checker",
        "cocoa_core/verification/report.py",
        "    except Exception as error:",
        "    except MemoryError as error:",
        "tests/verification/test_mutated_records.py"
        "::test_a_checker_that_trips_over_a_record_goes_on_with_the_next",
    ),
    Mutant(
        "the verifier ends where a split trips its checker",
        "cocoa_core/verification/across_records.py",
        'to_the_end("the split", self.checker.split_flaws, self.manifest.split, self._composed)',
        "self.checker.split_flaws(self.manifest.split, self._composed)",
        "tests/verification/test_mutated_files.py::test_a_fault_of_a_check_is_a_finding_and_hides_no_other",
    ),
    Mutant(
        "the verifier takes true for one novelty",
        "cocoa_core/verification/selection/split.py",
        'if json_text(split.get("novelty")) != json_text(novelty):',
        'if split.get("novelty") != novelty:',
        "tests/verification/test_mutated_files.py::test_a_mutated_split_is_named[exact-all]",
    ),
    Mutant(
        "what follows a member of gzip is passed over",
        "cocoa_core/items/packing.py",
        "        if self._inflate.unused_data or self._file.read(1):",
        "        if False:",
        "tests/running/test_forged_parts.py"
        "::test_a_forged_folder_of_parts_is_one_error_and_nothing_is_touched",
    ),
    Mutant(
        "a join trips over settings of no call",
        "cocoa_core/running/joining.py",
        "    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:",
        "    except ZeroDivisionError as error:",
        "tests/running/test_forged_parts.py"
        "::test_a_forged_folder_of_parts_is_one_error_and_nothing_is_touched",
    ),
    Mutant(
        "a record may lack what its ask needs",
        "cocoa_core/families/selection/family.py",
        "        ASKS[question.ask].check(question)",
        "        pass",
        "tests/families/selection/asks/test_asks.py::test_a_record_of_which_a_label_is_missing_is_refused",
    ),
    Mutant(
        "parts of a split in a parsing record are read as shares",
        "cocoa_core/families/parsing/settings.py",
        "shares = split and {side: parts / _WHOLE for side, parts in split.items()}",
        "shares = split",
        "tests/families/parsing/test_family.py::test_settings_are_read_as_they_were_written",
    ),
    Mutant(
        "a log may be a pipe",
        "cocoa_core/analysis/log_files.py",
        "    if not stat.S_ISREG(mode):",
        "    if False:",
        "tests/analysis/test_odd_log_files.py::test_a_socket_that_is_named_is_one_error",
    ),
    Mutant(
        "a sample of a log is read whatever its size",
        "cocoa_core/analysis/logs.py",
        "    if archive.getinfo(name).file_size > MOST_AT_ONCE:",
        "    if False:",
        "tests/analysis/test_odd_log_files.py::test_a_part_that_unpacks_to_too_much_is_left_out",
    ),
    Mutant(
        "the verifier looks up an option that is gone",
        "cocoa_core/verification/selection/parsed_question.py",
        "    if not right.keys() <= values.keys():",
        "    if False:",
        "tests/verification/test_mutated_records.py::test_findings_of_other_records_stay_when_one_is_broken",
    ),
    Mutant(
        "the verifier takes any witness for a row",
        "cocoa_core/verification/selection/asks/possible.py",
        "            if not unreadable and not catalogue.shows(",
        "            if False and not catalogue.shows(",
        "tests/verification/test_mutated_records.py::test_a_witness_that_is_no_row_is_found",
    ),
    Mutant(
        "logs of others are read with inspect alone",
        "cocoa_core/analysis/results.py",
        "    return _Reader(progress, names or {}).read(log_files(paths))",
        "    import inspect_ai.log  # noqa: F401\n\n"
        "    return _Reader(progress, names or {}).read(log_files(paths))",
        "tests/analysis/test_odd_log_files.py::test_what_others_than_inspect_wrote_is_read_without_inspect",
    ),
    Mutant(
        "the verifier lets a term of a turn be by any rule",
        "cocoa_core/verification/selection/deliveries/revise.py",
        "    if unreadable:",
        "    if False:",
        "tests/verification/test_mutated_records.py"
        "::test_a_term_of_a_turn_by_a_rule_that_there_is_not_is_found",
    ),
    Mutant(
        "the verifier lets a side lie in no shards",
        "cocoa_core/verification/manifest.py",
        "    if shards == []:",
        "    if False:",
        "tests/verification/test_tampered_manifest.py::test_a_manifest_that_cannot_be_is_one_error_in_words",
    ),
    Mutant(
        "the verifier reads Parquet of any types",
        "cocoa_core/independent/files.py",
        "    _compare_columns(table.schema_arrow)",
        "    pass",
        "tests/items/test_packing.py::test_verify_names_columns_of_other_types",
    ),
    Mutant(
        "tabs are left to the parser in C",
        "cocoa_core/loading/yaml.py",
        'r"\\t|[\\"\']:\\S|[|>]#|^---"',
        'r"[\\"\']:\\S|[|>]#|^---"',
        "tests/loading/test_yaml.py::test_both_parsers_read_the_same_nodes_and_refuse_the_same_texts",
    ),
    Mutant(
        "YAML anchors are let through",
        "cocoa_core/loading/yaml.py",
        'if kind == "AliasEvent" or getattr(event, "anchor", None) is not None:',
        "if False:",
        "tests/loading/test_yaml.py::test_what_is_risky_or_broken_is_refused_where_it_stands",
    ),
    Mutant(
        "YAML tags are let through",
        "cocoa_core/loading/yaml.py",
        "if event.tag is not None:",
        "if False:",
        "tests/loading/test_yaml.py::test_what_is_risky_or_broken_is_refused_where_it_stands",
    ),
    Mutant(
        "the verifier follows links out of the folder",
        "cocoa_core/independent/files.py",
        "if folder.is_symlink():",
        "if False:",
        "tests/verification/test_believing_less.py",
    ),
    Mutant(
        "a side may be any text",
        "cocoa_core/items/manifest.py",
        "if side not in SIDES:",
        "if False:",
        "tests/items/test_names.py::test_a_manifest_is_refused_or_all_of_its_files_lie_in_the_folder_itself",
    ),
    Mutant(
        "links in a data set's folder are followed",
        "cocoa_core/items/file_reading.py",
        "if not (stat.S_ISDIR if folder else stat.S_ISREG)(state.st_mode):",
        "if False:",
        "tests/cli/test_forged_folders.py::test_read_dataset_refuses_it_too",
    ),
    Mutant(
        "a record names the domain of a task for lm-eval",
        "cocoa_core/families/selection/exports/lm_eval.py",
        "    domain = job.dataset.domain\n    return _HEAD",
        "    domain = job.first.domain\n    return _HEAD",
        "tests/export/test_hostile_texts.py::test_a_task_has_the_domain_of_the_manifest",
    ),
    Mutant(
        "a folder that is emptied before an export may be a link",
        "cocoa_core/export/staging.py",
        "if staging.is_symlink():",
        "if False:",
        "tests/export/test_staging.py::test_what_is_emptied_before_an_export_is_never_behind_a_link",
    ),
    Mutant(
        "a grade or better is that grade alone",
        "cocoa_core/language/value_readers.py",
        "_sorted(grades[: rank + 1])",
        "(grades[rank],)",
        "tests/language/test_grades.py",
    ),
    Mutant(
        "the verifier takes a grade or better for that grade alone",
        "cocoa_core/independent/clause_reading.py",
        "return (tuple(sorted(slot.grades[: rank + 1])),)",
        "return ((text,),)",
        "tests/independent/test_request_reading.py",
    ),
    Mutant(
        "the best grade is at the other end",
        "cocoa_core/domain/kinds/category.py",
        '"last": self.values[::-1]',
        '"last": self.values',
        "tests/language/test_grades.py",
    ),
    Mutant(
        "an exception may lift any limit",
        "cocoa_core/independent/sentence_reading.py",
        'if hole.role == "lift" and',
        'if hole.role == "nothing" and',
        "tests/independent/test_request_reading.py",
    ),
    Mutant(
        "the verifier reads a comparison alone of any slot",
        "cocoa_core/independent/sentence_reading.py",
        "(literal.slot, literal.over) != (demand.slot, demand.over)",
        "False",
        "tests/independent/test_request_reading.py",
    ),
    Mutant(
        "a head is shared whatever it denies",
        "cocoa_core/independent/clause_grammar.py",
        "if denied or person in _ITEMS:",
        "if False:",
        "tests/independent/test_request_reading.py",
    ),
    Mutant(
        "neither of two is taken for one of them",
        "cocoa_core/verification/selection/request.py",
        "return (true, false) if reading > 0 else (false, true)",
        "return true, false",
        "tests/verification/test_conventions.py",
    ),
    Mutant(
        "the verifier believes what sentences say",
        "cocoa_core/verification/selection/request.py",
        'if not _says(question, statements, sentence["terms"]):',
        "if False:",
        "tests/verification/test_sentences.py",
    ),
    Mutant(
        "any text may mean nothing",
        "cocoa_core/verification/selection/request.py",
        'inert.append(sentence["text"])',
        'inert = question.record["inert"]',
        "tests/verification/test_sentences.py",
    ),
    Mutant(
        "an exception lifts for either of two",
        "cocoa_core/lexicon/sentences.py",
        'if {cond+2} and {cond+3}",\n        ((1, 2), (1, 3)),\n        affirmative=(1,)',
        'if {cond+2} and {cond+3}",\n        ((1, 2, 3),),\n        affirmative=(1,)',
        "tests/language/test_forms.py::test_a_form_says_its_terms_by_truth_tables",
    ),
    Mutant(
        "otherwise is said where the condition is met",
        "cocoa_core/lexicon/sentences.py",
        '"if {cond-1}, {must+2}. otherwise, {must+3}", ((1, 2), (-1, 3))',
        '"if {cond-1}, {must+2}. otherwise, {must+3}", ((1, 2), (1, 3))',
        "tests/language/test_forms.py::test_a_form_says_its_terms_by_truth_tables",
    ),
    Mutant(
        "a condition and its denial are said apart",
        "cocoa_core/language/plan.py",
        "if condition == second_condition.negated():",
        "if False:",
        "tests/language/test_plan.py::test_two_terms_that_share_a_literal_are_one_statement",
    ),
    Mutant(
        "two demands of one condition need not share their words",
        f"{_SELECTION}/generation/balanced_set.py",
        "if refused < patience and not source.wording.reads_well(draft, strictly=spec.readable):",
        "if False:",
        f"{_GUARANTEES}::test_two_demands_of_one_condition_share_their_words",
    ),
    Mutant(
        "a condition says of an arrival that it is that day or later",
        "cocoa_core/language/clauses.py",
        "any(not phrase.stiff and not phrase.stiff_if for phrase in choice.phrases)",
        "True",
        "tests/domains/test_flights_rules.py::test_a_late_arrival_is_said_by_what_is_too_early",
    ),
    Mutant(
        "a reason is not said to be inert",
        "cocoa_core/language/realizer.py",
        "spent.append(asides.reasons[index])",
        "pass",
        "tests/language/test_inert_texts.py::test_a_request_means_the_same_without_its_inert_texts",
    ),
    Mutant(
        "an inert text may compare",
        "cocoa_core/loading/inert_texts.py",
        'if word in MEANT_WORDS or word.endswith("n\'t"):',
        'if word.endswith("n\'t"):',
        "tests/loading/test_inert_texts.py::test_they_are_refused_wherever_they_stand",
    ),
    Mutant(
        "what is denied is never wished for plainly",
        f"{_SELECTION}/generation/option_masks.py",
        "if low <= -direction <= high:",
        "if False:",
        "tests/families/selection/test_directions.py"
        "::test_plainly_is_wished_for_what_holds_on_the_right_option_and_fails_on_another",
    ),
    Mutant(
        "a demand may point anywhere",
        f"{_SELECTION}/generation/demands.py",
        "ranges.append(by_variable[variable])",
        "ranges.append(ANY)",
        "tests/families/selection/test_directions.py"
        "::test_demands_are_of_one_minterm_and_never_against_the_direction",
    ),
    Mutant(
        "two conditions on a demanded slot point anywhere",
        f"{_SELECTION}/generation/demands.py",
        "(others or literal.variable in demanded)",
        "others",
        "tests/families/selection/test_structure.py"
        "::test_two_conditions_on_a_slot_that_is_demanded_too_point_alike",
    ),
    Mutant(
        "two cases of one limit are told in other words",
        "cocoa_core/language/clauses.py",
        "if option.around == like.around",
        "if True",
        "tests/language/test_spoken_values.py::test_two_cases_of_one_limit_are_told_in_the_same_words",
    ),
    Mutant(
        "one thing may be said both ways",
        f"{_SELECTION}/generation/shapes.py",
        " + _BOTH_WAYS * both_ways + looped\n",
        " + looped\n",
        "tests/families/selection/test_directions.py::test_where_tests_are_shared_nothing_is_said_both_ways",
    ),
    Mutant(
        "the hardest presets take any table",
        f"{_SELECTION}/generation/shapes.py",
        "list(_loop_free(slots, minterms))",
        "[]",
        "tests/families/selection/test_structure.py"
        "::test_no_condition_denies_what_another_states_where_a_table_of_the_size_can_do_without",
    ),
    Mutant(
        "a form comes in one choice of signs",
        f"{_SELECTION}/generation/shapes.py",
        "min(1 << slots, _SIGNS)",
        "1",
        "tests/families/selection/test_structure.py::test_products_of_a_size_differ",
    ),
    Mutant(
        "two conditions speak of any slots",
        f"{_SELECTION}/generation/slot_choice.py",
        "for levels in _TURNED_FIRST if cell.minterms == PAIR else _TRADED_FIRST:",
        "for levels in _TURNED_FIRST[1:] if cell.minterms == PAIR else _TRADED_FIRST[1:]:",
        "tests/families/selection/test_directions.py::"
        "test_conditions_of_the_presets_speak_of_slots_that_are_traded",
    ),
    Mutant(
        "a condition needs no reason",
        f"{_SELECTION}/generation/structure.py",
        "needed = spec.feasible or spec.trades if spec.reasoned else frozenset",
        "needed = frozenset",
        "tests/families/selection/test_directions.py::test_a_standard_condition_has_a_reason",
    ),
    Mutant(
        "a sheet goes by the ids",
        f"{_SELECTION}/sheet.py",
        'seed_of("read", seed, question.id)',
        "seed",
        "tests/families/selection/test_sheet.py",
    ),
    Mutant(
        "the digests of the domain's files are not compared",
        "cocoa_core/verification/folder.py",
        "        if actual != expected:",
        "        if False:",
        "tests/verification/test_tampered_files.py::test_an_edited_domain_file_is_found",
    ),
    Mutant(
        "a run that goes on drops other values",
        "cocoa_core/learning/training.py",
        '            torch.manual_seed(seed_of("dropout", self.seed, epoch) >> 1)\n',
        "",
        "tests/learning/test_learning.py::test_a_seed_gives_the_same_bytes_also_after_a_stop",
    ),
    Mutant(
        "padding is attended to",
        "cocoa_core/learning/networks.py",
        "        padding = sentences == PAD\n",
        "        padding = sentences == -1\n",
        "tests/learning/test_learning.py::test_a_step_at_a_time_gives_what_all_positions_at_once_give",
    ),
    Mutant(
        "a wrong role is several errors",
        "cocoa_core/families/parsing/error_kinds.py",
        "    if _without_roles(gold_facts) == _without_roles(predicted_facts):\n",
        "    if False:\n",
        "tests/families/parsing/test_error_kinds.py::test_a_damaged_form_has_the_error_of_its_kind",
    ),
    Mutant(
        "ReCOGS is scored as text",
        "cocoa_core/learning/tables.py",
        'in ("recogs", "recogs-pos")',
        "in ()",
        "tests/learning/test_grids.py::test_cells_are_means_over_seeds",
    ),
    Mutant(
        "words alone are drawn, too",
        "cocoa_core/learning/grids.py",
        ' or (split == "train" and category != IN_DISTRIBUTION)',
        "",
        "tests/learning/test_grids.py::test_rows_are_drawn_by_category",
    ),
    Mutant(
        "a form is read past what follows it",
        "cocoa_core/families/parsing/forms/tokens.py",
        "        if self.at < len(self.all):\n            raise",
        "        if False:\n            raise",
        "tests/families/parsing/test_forms.py::test_a_text_is_either_read_to_the_letter_or_its_fault_has_a_column",
    ),
    Mutant(
        "equal lengths are sorted as they stand",
        "cocoa_core/families/parsing/transforms/concatenating.py",
        "_SMALL: Final = 15",
        "_SMALL: Final = 150",
        "tests/families/parsing/test_transforms.py::test_small_parts_are_sorted_as_they_stand_and_large_ones_are_not",
    ),
    Mutant(
        "numbers do not follow the words that move",
        "cocoa_core/families/parsing/transforms/augmenting.py",
        "        return number + len(window) if number < start else number",
        "        return number",
        "tests/families/parsing/test_transforms.py::test_variables_follow_their_words",
    ),
    Mutant(
        "a broken row is left out unasked",
        "cocoa_core/families/parsing/transforms/cogs_rows.py",
        "        if not self.skip_bad:\n            raise error",
        "        if False:\n            raise error",
        "tests/families/parsing/test_transforms.py::test_a_broken_row_is_named_and_nothing_is_written",
    ),
    Mutant(
        "a variable may stand for nothing",
        "cocoa_core/families/parsing/matching.py",
        "            solver.add_clause(covered_by)",
        "            pass",
        "tests/families/parsing/test_semantic.py::test_it_says_what_all_assignments_say",
    ),
    Mutant(
        "two variables may stand for one in both modes",
        "cocoa_core/families/parsing/matching.py",
        '    if predicted_count < gold_count or (mode == "bijective" and predicted_count > gold_count):',
        "    if predicted_count < gold_count:",
        "tests/families/parsing/test_semantic.py::test_a_form_said_again_of_other_variables_is_what_the_two_modes_differ_on",
    ),
    Mutant(
        "gold in another notation counts as wrong",
        "cocoa_core/families/parsing/scoring_files.py",
        "                row = no_form(gold, row, error, notation)",
        "                pass",
        "tests/families/parsing/test_scoring_files.py::test_gold_in_another_notation_is_refused_and_not_scored_as_wrong",
    ),
    Mutant(
        "a sentence may have two readings",
        "cocoa_core/families/parsing/maker.py",
        "    if len(readings) != 1:\n        return",
        "    if not readings:\n        return",
        "tests/families/parsing/test_grammar.py::test_a_sentence_that_can_be_understood_in_two_ways_has_two_readings_and_is_not_taken",
    ),
    Mutant(
        "held-out words stand anywhere",
        "cocoa_core/families/parsing/grammar/drawing.py",
        "    return case is None or case[0] not in held_out or position in case[1].licensed",
        "    return True",
        "tests/families/parsing/test_grammar.py::test_nothing_held_out_is_in_a_sentence_to_learn_from",
    ),
    Mutant(
        "what is held out is not looked for in train",
        "cocoa_core/verification/parsing.py",
        "        if broken:\n            problem",
        "        if False:\n            problem",
        "tests/verification/test_parsing.py::test_a_tested_sentence_on_a_side_to_learn_from_is_found",
    ),
    Mutant(
        "the key of a sentence is not compared",
        "cocoa_core/verification/parsing.py",
        "    if not same_form(",
        "    if False and not same_form(",
        "tests/verification/test_parsing.py::test_a_forgery_is_found",
    ),
    Mutant(
        "a demonstration out of distribution may have the label",
        f"{_GRAPHS}/demonstrations.py",
        "allowed = label != self.label and",
        "allowed =",
        f"{_ITEMS}::test_demonstrations_are_what_the_settings_say",
    ),
    Mutant(
        "any group of concept sets is asked",
        f"{_GRAPHS}/pool.py",
        "elif group_by_id[sample.of.id] == TEST:",
        "else:",
        f"{_ITEMS}::test_no_concept_set_is_asked_and_shown",
    ),
    Mutant(
        "the verifier believes the label of a graph",
        "cocoa_core/verification/graph_to_text.py",
        "return cls(graph, label(graph), ",
        'return cls(graph, entry["label"], ',
        _FORGERIES,
    ),
    Mutant(
        "the verifier believes that a label is covered",
        "cocoa_core/verification/graph_to_text.py",
        "        if missing:",
        "        if False:",
        _FORGERIES,
    ),
    Mutant(
        "a harness makes another model",
        "cocoa_core/analysis/run_conditions.py",
        "shared = len(group) > 1 and",
        "shared = False and",
        f"{_IDENTITY}::test_names_of_two_harnesses_are_one_where_nothing_else_could_be_meant",
    ),
    Mutant(
        "a difference of the harness is a verdict",
        "cocoa_core/analysis/comparison.py",
        "if one_model and any(",
        "if False and any(",
        f"{_IDENTITY}::test_one_model_under_two_harnesses_is_no_better_than_itself",
    ),
    Mutant(
        "nine questions are a verdict",
        "cocoa_core/analysis/paired_tests.py",
        "p < SIGNIFICANT and self.clusters >= FEWEST",
        "p < SIGNIFICANT",
        f"{_IDENTITY}::test_no_verdict_by_fewer_than_thirty_requirements",
    ),
    Mutant(
        "of no answers there is an interval",
        "cocoa_core/analysis/runs.py",
        "*((estimate.low, estimate.high) if estimate.answers else (None, None)),",
        "*(estimate.low, estimate.high),",
        "tests/analysis/test_tiny_sets.py",
    ),
    Mutant(
        "relations that tie are ranked by the alphabet",
        "cocoa_core/analysis/generalization.py",
        "            groups[-1].append(name)\n",
        "            groups.append([name])\n",
        "tests/analysis/test_tiny_sets.py::test_relations_that_all_tie_are_in_no_order",
    ),
    Mutant(
        "models are ranked whatever graphs they answered",
        "cocoa_core/analysis/generalization.py",
        "        if tuple(row[column.name] for column in RUN) not in alike:",
        "        if False:",
        "tests/analysis/test_demonstrations.py::"
        "test_a_model_that_answered_other_graphs_is_not_ranked_with_the_rest",
    ),
    Mutant(
        "BLEU-4 of three words is zero",
        f"{_GRAPHS}/metrics/bleu_meteor_rouge.py",
        "    if not all(produced):\n        return None\n",
        "",
        "tests/analysis/test_absent_figures.py::test_a_figure_of_too_little_is_none",
    ),
    Mutant(
        "a run without answers has an interval",
        "cli/run_scores_view.py",
        "figure if accuracy.answers else None for",
        "figure for",
        "tests/analysis/test_absent_figures.py::test_a_figure_of_too_little_is_none",
    ),
    Mutant(
        "guessing that nobody states is worth nothing",
        "cocoa_core/analysis/runs.py",
        'for row in rows if row["role"] == "theory"), None)',
        'for row in rows if row["role"] == "theory"), 0.0)',
        "tests/analysis/test_absent_figures.py::"
        "test_a_run_that_is_all_wrong_is_no_guessing_where_its_worth_is_not_stated",
    ),
    Mutant(
        "questions without a right option have an entropy of zero",
        f"{_SELECTION}/statistics.py",
        "        if entropies:\n            result[name] = sum(entropies) / len(entropies)\n",
        "        result[name] = sum(entropies) / len(entropies) if entropies else 0.0\n",
        "tests/families/selection/test_statistics.py::"
        "test_what_the_questions_do_not_have_is_absent_and_never_zero",
    ),
    Mutant(
        "an empty side has nothing in common with training",
        f"{_SELECTION}/splitting/divergence.py",
        "    if not total or not other:\n        return None\n",
        "    if not total or not other:\n        return 1.0\n",
        "tests/families/selection/test_splitting.py::test_an_empty_side_is_not_apart_from_anything",
    ),
    Mutant(
        "CIDEr-D of one item is zero",
        f"{_GRAPHS}/metrics/cider.py",
        "    if all(items == len(sentences) for items in document_counts.values()):\n        return None\n",
        "",
        "tests/families/graph_to_text/test_metrics.py::"
        "test_of_one_item_or_of_items_that_are_all_alike_cider_d_is_absent",
    ),
    Mutant(
        "the slots of wishes count in a setting",
        f"{_SELECTION}/family.py",
        '"setting": _setting(item),\n',
        '"setting": f"({measures.slots}, {measures.minterms})",\n',
        "tests/cli/test_setting_words.py",
    ),
    Mutant(
        "CIDEr-D counts a word as often as it is said",
        f"{_GRAPHS}/metrics/cider.py",
        "min(weight, reference[gram])",
        "weight",
        "tests/families/graph_to_text/test_metrics.py::test_cider_d_by_hand",
    ),
    Mutant(
        "what is atypical is what the rules mark",
        f"{_SELECTION}/family.py",
        'result["atypical"] = bool(item.complexity.against)',
        'result["atypical"] = bool(item.complexity.atypical)',
        "tests/families/selection/test_statistics.py::test_what_atypical_makes_is_what_is_counted",
    ),
    Mutant(
        "another order draws other demonstrations",
        f"{_GRAPHS}/maker.py",
        "text = self.settings.comparable.text",
        "text = self.settings.text",
        f"{_ITEMS}::test_orders_show_the_same_demonstrations_for_the_same_graphs",
    ),
    Mutant(
        "a search ends where its trees first meet",
        f"{_GRAPHS}/building/paths.py",
        "if radii[i] + radii[j] < self._best[i, j][0]]",
        "if self._best[i, j][0] == inf and radii[i] + radii[j] < inf]",
        f"{_BUILDING}::test_the_graph_holds_a_cheapest_path_between_every_two_concepts",
    ),
    Mutant(
        "PartOf is not turned round",
        f"{_GRAPHS}/building/conceptnet.py",
        "if relation[1] == TURNED and not self.literal_part_of:",
        "if False:",
        f"{_BUILDING}::test_relations_are_merged_and_part_of_is_turned_round",
    ),
    Mutant(
        "a row that cannot be read is skipped in silence",
        f"{_GRAPHS}/building/lines.py",
        "        if not self.skip:",
        "        if False:",
        f"{_BUILDING}::test_a_broken_row_is_named_and_skipped_only_when_told_so",
    ),
    Mutant(
        "examples may share options with the question",
        "cocoa_core/families/selection/prompting/worked_examples.py",
        "if _of_another(question, candidate) and rows.isdisjoint(candidate.rows):",
        "if _of_another(question, candidate):",
        "tests/cli/test_evaluate_shots_prices.py::"
        "test_a_question_about_the_same_options_is_no_example_though_one_is_lacking",
    ),
    Mutant(
        "the replies of examples are scored",
        "cocoa_core/evaluation/scoring.py",
        "        replies = replies[_examples(state) :]",
        "        replies = replies[:1]",
        "tests/cli/test_evaluate_shots_prices.py::test_examples_stand_before_the_question_and_are_not_scored",
    ),
    Mutant(
        "a client repeats attempts by itself",
        "cocoa_core/evaluation/retry_policy.py",
        "        client.max_retries = 0",
        "        pass",
        f"{_REPLIES}::test_a_client_repeats_nothing_by_itself",
    ),
    Mutant(
        "redirects are tried again",
        "cocoa_core/evaluation/unanswered.py",
        "isinstance(cause, OversizedError) or type(cause).__name__ == _REDIRECTS for",
        "isinstance(cause, OversizedError) for",
        f"{_REPLIES}::test_redirects_are_followed_so_far_and_not_tried_again",
    ),
    Mutant(
        "a refusal is told by its request",
        "cocoa_core/evaluation/unanswered.py",
        "if met is None and type(error).__name__ == _REFUSED:",
        "if False:",
        "tests/evaluation/test_unanswered.py"
        "::test_a_refusal_is_told_by_what_the_server_said_and_not_by_the_request",
    ),
    Mutant(
        "a reply is read without end",
        "cocoa_core/evaluation/retry_policy.py",
        "                if size > largest:",
        "                if size < 0:",
        f"{_REPLIES}::test_a_body_is_read_up_to_a_bound",
    ),
    Mutant(
        "calls for tools are answered",
        "cocoa_core/evaluation/task.py",
        'generate(state, tool_calls="none")',
        "generate(state)",
        "tests/cli/test_evaluate_faults.py::test_tools_are_called_in_no_turn_of_a_conversation",
    ),
    Mutant(
        "a cap ends nothing",
        "cocoa_core/evaluation/spending.py",
        "            self.end()",
        "            pass",
        "tests/cli/test_evaluate_spending.py"
        "::test_when_a_cap_is_reached_the_run_ends_and_a_larger_one_goes_on",
    ),
    Mutant(
        "a question that waits is sent after the cap",
        "cocoa_core/evaluation/retry_policy.py",
        "            await withdraw(sample)",
        "            pass",
        "tests/cli/test_evaluate_spending.py"
        "::test_questions_under_way_are_finished_and_in_the_end_the_scores_are_those_of_a_call_without_a_cap",
    ),
    Mutant(
        "a conversation ends at the cap",
        "cocoa_core/evaluation/retry_policy.py",
        "                paid.add(sample)",
        "                pass",
        "tests/cli/test_evaluate_spending.py"
        "::test_questions_under_way_are_finished_and_in_the_end_the_scores_are_those_of_a_call_without_a_cap",
    ),
    Mutant(
        "a question has no bound",
        "cocoa_core/evaluation/task.py",
        "if state.completed or tokens >= ITEM_TOKENS:",
        "if state.completed:",
        "tests/cli/test_evaluate_spending.py"
        "::test_a_question_that_took_too_much_is_asked_no_further_turn_and_counts_as_cut_off",
    ),
    Mutant(
        "replies without text go on for ever",
        "cocoa_core/evaluation/retry_policy.py",
        "        if self._wordless >= _WORDLESS:",
        "        if False:",
        "tests/evaluation/test_retry_policy.py"
        "::test_twenty_replies_without_a_text_before_the_first_that_has_one_end_it",
    ),
    Mutant(
        "inspect reads on where a model asks itself",
        "cocoa_core/evaluation/scoring.py",
        "        replies = [reply_of(reply, _question(state)) for reply in replies]",
        "        replies = [reply_of(reply) for reply in replies]",
        "tests/export/test_lm_eval_alike.py",
    ),
    Mutant(
        "lm-eval reads on where a model asks itself",
        f"{_SELECTION}/exports/lm_eval_loader.txt",
        '("direct", "prompt")',
        "()",
        "tests/export/test_lm_eval_alike.py",
    ),
    Mutant(
        "parts of a content are not put together",
        "cocoa_core/evaluation/retry_policy.py",
        "            if isinstance(parts, list):",
        "            if False:",
        "tests/export/test_lm_eval_alike.py",
    ),
    Mutant(
        "a sample holds its key",
        "cocoa_core/evaluation/samples.py",
        "        metadata={\n            FAMILY: item.family,",
        "        target=in_words(item.key),\n        metadata={\n            FAMILY: item.family,",
        "tests/evaluation/test_keys_unseen.py::test_a_sample_holds_nothing_of_its_key",
    ),
    Mutant(
        "the preview answers to any host name",
        "cocoa_core/preview/serving.py",
        'self.headers.get_all("Host", []) not in [[host] for host in hosts]',
        "not hosts",
        "tests/preview/test_serving.py::test_another_host_name_gets_nothing",
    ),
    Mutant(
        "the preview answers whatever the path begins with",
        "cocoa_core/preview/serving.py",
        "if not slash or not secrets.compare_digest(token.encode(), preview.token.encode()):",
        "if not slash:",
        "tests/preview/test_serving.py::test_another_path_gets_nothing",
    ),
    Mutant(
        "what a domain says is markup on the preview's page",
        "cocoa_core/templates.py",
        "autoescape=True",
        "autoescape=False",
        "tests/preview/test_serving.py::test_what_a_domain_says_stays_text",
    ),
    Mutant(
        "a wrong call is left without a fix",
        "cli/guard.py",
        "if isinstance(error, UsageError) and error.fix is None:",
        "if False:",
        "tests/cli/test_guard.py::test_a_wrong_call_without_a_fix_gets_the_help_of_its_command",
    ),
    Mutant(
        "verify checks another family than the one that is named",
        "cli/verify.py",
        "if manifest is not None and manifest.family != family:",
        "if False:",
        "tests/cli/test_wrong_calls.py",
    ),
    Mutant(
        "a flag of 0 says nothing",
        "cli/run_flags.py",
        "if value is not None and value is not False",
        "if value",
        "tests/cli/test_sample.py::test_flags_reach_the_settings",
    ),
    Mutant(
        "a wording is said only as it is",
        "cocoa_core/checking/sayings.py",
        "for positive in (True, False):",
        "for positive in (True,):",
        "tests/checking/test_sayings.py::"
        "test_every_wording_of_the_file_is_said_affirmed_and_denied_and_has_its_line",
    ),
    Mutant(
        "a cancellation that is lost is not repeated",
        "cocoa_core/evaluation/interrupts.py",
        "            self.main.cancel()",
        "            pass",
        "tests/evaluation/test_interrupts.py",
    ),
    Mutant(
        "an edit names another literal",
        f"{_SELECTION}/generation/requirement_search.py",
        "((change.term, change.literal_index), change.other, after)",
        "((change.term, 0), change.other, after)",
        f"{_TOGETHER}::test_one_literal_changed_makes_another_option_right",
    ),
    Mutant(
        "conditions that the options allow are left out",
        f"{_SELECTION}/generation/standings.py",
        "ahead & behind_too | level & level_too | behind & ahead_too,",
        "level & level_too,",
        "tests/families/selection/test_feasible_pairs.py::test_conditions_that_can_be_grounded_are_listed",
    ),
    Mutant(
        "pairs of slots that cannot be turned come first",
        f"{_SELECTION}/generation/slot_choice.py",
        "rank = PairRank.TURNED if turned else PairRank.TRADED",
        "rank = PairRank.TRADED if turned else PairRank.TURNED",
        "tests/families/selection/test_feasible_pairs.py::test_pairs_that_are_traded_and_can_be_turned_come_first",
    ),
    Mutant(
        "slots that the options allow are left out",
        f"{_SELECTION}/generation/feasible_slots.py",
        "reach.can_fail & fails, reach.lacking[right]",
        "reach.can_fail & fails, reach.holding[right]",
        "tests/families/selection/test_feasible_slots.py::test_what_can_be_grounded_is_listed",
    ),
    Mutant(
        "who counts literals finds what an edit makes right",
        f"{_SELECTION}/generation/requirement_search.py",
        "reason = reason or guessability_reason(grounding, right, context)",
        "pass",
        f"{_TOGETHER}::test_who_counts_literals_is_seldom_right",
    ),
    Mutant(
        "who counts literals finds what is right in another list",
        f"{_SELECTION}/generation/option_sets.py",
        "if context.acceptance_draw < _acceptance(",
        "if True or context.acceptance_draw < _acceptance(",
        f"{_TOGETHER}::test_who_counts_literals_is_seldom_right",
    ),
    Mutant(
        "an edit gives a slot a second test",
        f"{_SELECTION}/generation/edits.py",
        "if per_slot and occurrences[literal.variable] > 1:",
        "if False:",
        f"{_TOGETHER}::test_where_a_slot_has_one_test_an_edit_changes_one_that_occurs_once",
    ),
    Mutant(
        "facts about records are lifted like wishes",
        "cocoa_core/lexicon/demands.py",
        'unsaid=frozenset(("exception", "allowed")),',
        "unsaid=frozenset(),",
        "tests/language/test_speech.py::test_facts_are_said_without_a_customer",
    ),
    Mutant(
        "accidents are chosen where a column has a price",
        "cocoa_core/scaffolding/proposals/records.py",
        "    if last_word(noun) in _RECORDED:\n",
        "    if False:\n",
        "tests/scaffolding/test_records.py::test_what_nobody_chooses_is_a_record_of_which_facts_are_said",
    ),
    Mutant(
        "the verifier believes that a condition is met",
        "cocoa_core/verification/selection/provenance.py",
        '        if json_text(conditions_met) != json_text([differs["condition"]]):',
        "        if False:",
        f"{_TOGETHER}::test_a_condition_said_to_be_met_the_other_way_is_named",
    ),
    Mutant(
        "questions of a group are not compared",
        "cocoa_core/verification/across_records.py",
        "        if self._group.get(-1, common) != common:",
        "        if False:",
        f"{_TOGETHER}::test_members_that_are_alike_or_of_two_groups_are_named",
    ),
    Mutant(
        "an interval is not adjusted with its p",
        "cocoa_core/analysis/paired_tests.py",
        "        level = 1 - SIGNIFICANT * self.p / p",
        "        level = 1 - SIGNIFICANT",
        "tests/analysis/test_comparison.py::"
        "test_the_interval_is_without_zero_just_where_the_adjusted_p_is_small",
    ),
    Mutant(
        "runs over other questions are ranked with the rest",
        "cocoa_core/analysis/runs.py",
        "_ALIKE: Final = 0.9",
        "_ALIKE: Final = 0.0",
        "tests/analysis/test_page_sentences.py::test_a_run_over_other_questions_is_not_ranked_with_the_others",
    ),
    Mutant(
        "a statement may write to the database",
        "cocoa_core/sources/databases.py",
        "            connection.set_authorizer(_authorized)\n",
        "",
        f"{_SOURCES}/test_databases.py::test_whatever_is_no_single_select_is_refused_and_changes_nothing",
    ),
    Mutant(
        "a feed may have a document type",
        "cocoa_core/sources/feeds.py",
        "    parser.StartDoctypeDeclHandler = reader.document_type\n",
        "",
        f"{_SOURCES}/test_feeds.py::test_a_document_type_is_refused",
    ),
    Mutant(
        "a reply may lead to another host",
        "cocoa_core/sources/paged_replies.py",
        "origin_of(after) != origin_of(address)",
        "False",
        f"{_SOURCES}/test_paged_replies.py::test_a_reply_leads_to_its_own_host_and_never_back",
    ),
    Mutant(
        "an address is shown with its query",
        "cocoa_core/sources/fetching.py",
        'query = "?..." if parts.query else ""',
        'query = f"?{parts.query}" if parts.query else ""',
        f"{_SOURCES}/test_fetching.py::test_all_else_is_refused_and_tells_no_secret",
    ),
    Mutant(
        "a row may be half read",
        "cocoa_core/sources/page_map.py",
        "        mistakes += missing\n",
        "",
        f"{_SOURCES}/test_page_maps.py::test_a_row_that_misses_a_field_is_named_and_not_read",
    ),
    Mutant(
        "a table's unknown word counts as known",
        "cocoa_core/scaffolding/widening.py",
        "if finding.problem == _UNKNOWN}",
        'if finding.problem == "nothing"}',
        "tests/scaffolding/test_widening.py::test_what_the_tables_know_stays_derived",
    ),
)


def main(arguments: Sequence[str]) -> int:
    """Applies each fault whose name holds all of the words, as many at once as there are processors.

    What was noticed is written after each fault: a run that is stopped goes on with `--changed`.

    Returns:
        The exit code.
    """
    parser = ArgumentParser(
        prog="python -m tests.mutants", description=__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help="a word in the names of the faults to apply")
    parser.add_argument("--changed", action="store_true", help="leave out what was noticed and is the same")
    wanted = parser.parse_args(arguments)
    noticed: dict[str, str] = json.loads(_NOTICED.read_text(encoding="utf-8"))
    digests = {mutant.name: _digest(mutant) for mutant in MUTANTS}
    noticed = {name: digest for name, digest in noticed.items() if digests.get(name) == digest}
    skipped: set[str] = set()
    if wanted.changed:
        skipped = {mutant.name for mutant in MUTANTS if mutant.name in noticed and _applies(ROOT, mutant)}
    chosen = [
        mutant
        for mutant in MUTANTS
        if mutant.name not in skipped and all(word in mutant.name for word in wanted.words)
    ]
    bad = 0
    with ExitStack() as copies:
        trees: SimpleQueue[Path] = SimpleQueue()
        workers = os.cpu_count() or 1
        for _ in range(workers):
            trees.put(tree := copies.enter_context(_copy()))
        sound = _all_pass(tree, {mutant.test for mutant in chosen}, workers)

        def tried(mutant: Mutant) -> str:
            tree = trees.get()
            try:
                return _verdict(tree, mutant, sound)
            finally:
                trees.put(tree)

        with ThreadPoolExecutor(workers) as pool:
            for mutant, verdict in zip(chosen, pool.map(tried, chosen), strict=True):
                bad += verdict != "killed"
                noticed.pop(mutant.name, None)
                if verdict == "killed":
                    noticed[mutant.name] = digests[mutant.name]
                _NOTICED.write_text(json.dumps(noticed, indent=0, sort_keys=True) + "\n", encoding="utf-8")
                print(f"{verdict:10} {mutant.name}  ({mutant.test})", flush=True)
    if skipped:
        print(f"{len(skipped)} faults were noticed before, and neither they nor their files have changed")
    print(f"{len(chosen) - bad} of {len(chosen)} faults are noticed")
    return int(bool(bad))


def _digest(mutant: Mutant) -> str:
    """The digest of the fault, and of the code of the file that it is put into and of its test's files."""
    test = ROOT / mutant.test.partition("::")[0]
    files = [ROOT / mutant.file, *(sorted(test.rglob("*.py")) if test.is_dir() else [test])]
    digest = hashlib.sha256("\0".join((mutant.text, mutant.fault, mutant.test)).encode())
    for path in files:
        digest.update(_code(path).encode())
    return digest.hexdigest()[:16]


@cache
def _code(path: Path) -> str:
    """A file as far as it runs: without comments, docstrings and layout, which no test can notice."""
    source = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return source
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [line for line in body if not _is_text(line)] or [ast.Pass()]  # type: ignore[attr-defined]
    return ast.dump(tree)


def _is_text(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _applies(tree: Path, mutant: Mutant) -> bool:
    return (tree / mutant.file).read_text(encoding="utf-8").count(mutant.text) == 1


_SECONDS: Final = count()
"""Each changed file gets a time of its own, since bytecode belongs to a file's time and size."""


def _write(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    seconds = next(_SECONDS)
    os.utime(file, (seconds, seconds))


def _verdict(tree: Path, mutant: Mutant, sound_before: bool) -> str:
    if not _applies(tree, mutant):
        return "not found"
    file = tree / mutant.file
    sound = file.read_text(encoding="utf-8")
    if not sound_before and not _passes(tree, mutant.test):
        return "red before"
    _write(file, sound.replace(mutant.text, mutant.fault))
    try:
        return "survived" if _passes(tree, mutant.test) else "killed"
    finally:
        _write(file, sound)


def _all_pass(tree: Path, tests: Collection[str], workers: int) -> bool:
    """Whether the code without a fault passes all of the tests, in one run.

    To start pytest takes 3 s of CPU, as long as the tests of most faults; if one of them fails, each is tried
    alone.
    """
    files = sorted(test for test in tests if ".py" in test)
    folders = sorted(set(tests).difference(files))
    several = ("--numprocesses", str(workers), "--dist", "worksteal")
    return all(_exit_code(tree, *several, *some) == 0 for some in (files, folders) if some)


def _passes(tree: Path, test: str) -> bool:
    code = _exit_code(tree, test)
    if code not in (0, 1):
        raise SystemExit(f"{test}: pytest could not run it (exit code {code})")
    return code == 0


def _exit_code(tree: Path, *arguments: str) -> int:
    """That of a run of pytest; the last argument is a test, or a folder, of which the quick tests are run."""
    quick = () if ".py" in arguments[-1] else ("-m", "not deep")
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *quick, *arguments]
    done = subprocess.run(
        command,
        cwd=tree,
        env={
            **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
            "PYTHONPATH": str(tree),
            "COCOA_TESTS": "mutants",
        },
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return done.returncode


@contextmanager
def _copy() -> Iterator[Path]:
    """The code and its tests under the names that they are installed by, in a folder that goes again."""
    with tempfile.TemporaryDirectory(prefix="cocoa-mutants-") as name:
        tree = Path(name)
        ignore = shutil.ignore_patterns("__pycache__")
        for folder in ("cocoa_core", "cli", "tests", "docs"):
            shutil.copytree(ROOT / folder, tree / folder, ignore=ignore)
        for file in ("pyproject.toml", "README.md"):
            shutil.copy(ROOT / file, tree / file)
        (tree / "cocoa").symlink_to("cli")
        for link in ("domains", "cocoa_domains"):
            (tree / link).symlink_to(ROOT / "domains")
        yield tree


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
