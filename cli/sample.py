"""The command `cocoa sample`: shows new questions."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .flags import Answering, AsJson, DeliveryName, Family, Given, OptionalDomain, Seed, read_named
from .settings import call_of, with_settings

if TYPE_CHECKING:
    from cocoa_core.families.selection import Question
    from cocoa_core.items import Prompting

__all__ = ["sample"]

_REVISIONS = 3
"""The number of revisions in a conversation, where the call names none."""


@with_settings()
def sample(
    domain: OptionalDomain = None,
    seed: Seed = 0,
    index: Annotated[
        int, typer.Option("--index", "-i", metavar="INT", min=0, help="Which question of the seed, from 0.")
    ] = 0,
    count: Annotated[
        int, typer.Option("--count", "-n", metavar="INT", min=1, max=1000, help="How many, from that one on.")
    ] = 1,
    *,
    settings: dict[str, Any],
    family: Family = None,
    given: Given = None,
    proof: Annotated[
        bool, typer.Option("--proof", help="Show the whole worked proof: what each option meets or breaks.")
    ] = False,
    delivery: DeliveryName = None,
    answering: Answering = None,
    as_json: AsJson = False,
) -> None:
    """Show new questions of a domain; nothing is written.

    One where nothing else is said: the request, the options, the answer. The same seed, index and settings
    give the question that `cocoa generate` writes at that index.

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
    from cocoa_core.items import Prompting
    from cocoa_core.running import ProductionRun

    from .terminal import write_line

    if delivery == "revise":
        settings = {"revisions": _REVISIONS} | {
            name: value for name, value in settings.items() if value is not None
        }
    delivery = delivery or drawn_for(settings)
    call = call_of(family, domain, settings | read_named(given or [], "--set"), seed)
    entries = chain.from_iterable(ProductionRun(call).indices(index, index + count))
    items: list[Any] = [entry.item for entry in entries]
    if as_json:
        for item in items:
            write_line(item.line())
    elif delivery != "full":
        _show_conversations(items, Prompting(strategy="direct", delivery=delivery, answering=answering))
    elif isinstance(items[0], Question):
        _show_questions(items, call.source.origin if call.source else None, proof)
    else:
        _show_items(items)


def _show_items(items: list[Any]) -> None:
    from cocoa_core.families.parsing import ParsingItem

    from .sentence_view import print_sentence
    from .terminal import console, write_json

    for number, item in enumerate(items):
        if not isinstance(item, ParsingItem):
            write_json(item.to_json())
            continue
        if number:
            console().print()
        print_sentence(console(), item)


def _show_questions(questions: list[Question], domain: Any, proof: bool) -> None:
    from cocoa_core.families.selection import explain

    from .proof_view import print_proof
    from .question_view import print_answer, print_heading, print_options, print_request
    from .terminal import console

    out = console()
    index = None
    for number, question in enumerate(questions):
        if number:
            out.print()
        print_heading(out, question)
        out.print()
        if question.provenance.index != index:  # further options of one request come after it
            index = question.provenance.index
            print_request(out, question)
        print_options(out, question)
        explanation = explain(question, domain)
        if proof:
            print_proof(out, explanation)
        else:
            print_answer(out, question, explanation)


def _show_conversations(items: list[Any], how: Prompting) -> None:
    """Prints those questions that can be delivered so, one after the other.

    Raises:
        UsageError: none can.
    """
    from .conversation_view import print_conversations

    print_conversations(items, how)
