"""The command `cocoa sample`: shows new questions."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from attrs import frozen

from .flag_groups import flag
from .flags import AsJson, DeliveryFlags
from .run_flags import FamilyFlags, RunFlags, SettingFlags, run_spec_of
from .terminal import console, write_json, write_line

if TYPE_CHECKING:
    from cocoa_core.families.selection import Question

_REVISIONS = 3
"""The number of revisions in a conversation, where the call names none."""


@frozen
class QuestionFlags(RunFlags):
    """The questions to show, and how."""

    index: int = flag("--index -i INT", "Which question of the seed, from 0.", default=0, min=0)
    count: int = flag(
        "--count -n INT", "How many questions to show, from that one on.", default=1, min=1, max=1000
    )
    proof: bool = flag(
        "--proof", "Show the whole worked proof: what each option meets or breaks.", default=False
    )
    as_json: AsJson = False


def sample(
    questions: QuestionFlags, settings: SettingFlags, shown: DeliveryFlags, family: FamilyFlags
) -> None:
    """Show new questions of a domain in the terminal, and write nothing.

    One by default: the request, the options, the answer. The same seed, index and settings give the question
    that `cocoa generate` writes at that index. `cocoa show` and `cocoa read` show questions of a data set.

    Examples:

      cocoa sample --domain flights
      cocoa sample --domain flights --seed 7 --index 3 --proof
      cocoa sample --domain ./my-laptops --count 10
      cocoa sample --domain flights --slots 5 --minterms 3
      cocoa sample --domain flights --knowledge --proof
      cocoa sample --domain flights --delivery turns
      cocoa sample --domain flights --delivery revise --revisions 4
      cocoa sample --domain flights --json
      cocoa sample --family parsing --set notation=variable-free
    """
    from cocoa_core.families.selection import Question
    from cocoa_core.families.selection.delivery_names import drawn_for
    from cocoa_core.families.selection.difficulty import REVISED_PRESETS
    from cocoa_core.items import Prompting
    from cocoa_core.running import ProductionRun

    given = settings.given
    if shown.delivery == "revise" and given.get("preset") not in REVISED_PRESETS:
        given = {"revisions": _REVISIONS, **given}
    run_spec = run_spec_of(questions, family, given)
    delivery = shown.delivery or drawn_for(run_spec.settings.to_json())
    first = questions.index
    entries = chain.from_iterable(ProductionRun(run_spec).indices(first, first + questions.count))
    items: list[Any] = [entry.item for entry in entries]
    if questions.as_json:
        for item in items:
            write_line(item.line())
    elif delivery != "full":
        from .question_view import print_conversations

        how = Prompting(strategy="direct", delivery=delivery, answering=shown.answering)
        print_conversations(items, how)
    elif isinstance(items[0], Question):
        _show_questions(items, run_spec.source.origin if run_spec.source else None, questions.proof)
    else:
        _show_items(items)


def _show_items(items: list[Any]) -> None:
    from cocoa_core.families.parsing import ParsingItem

    from .question_view import print_sentence

    for number, item in enumerate(items):
        if not isinstance(item, ParsingItem):
            write_json(item.to_json())
            continue
        if number:
            console().print()
        print_sentence(console(), item)


def _show_questions(questions: list[Question], domain: Any, proof: bool) -> None:
    from cocoa_core.families.selection import explain

    from .question_view import print_answer, print_proof, print_question

    out = console()
    index = None
    for number, question in enumerate(questions):
        if number:
            out.print()
        # further options of one request come after it
        print_question(out, question, with_request=question.provenance.index != index)
        index = question.provenance.index
        explanation = explain(question, domain)
        if proof:
            print_proof(out, explanation)
        else:
            print_answer(out, question, explanation)
