"""`cocoa sample`: one question, to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .flags import AsJson, Domain, Knowledge, Minterms, OptionSets, Preset, Primitives, Seed, Slots

if TYPE_CHECKING:
    from cocoa_core.domain.domain import Domain as LoadedDomain
    from cocoa_core.records.question import Question

__all__ = ["sample"]


def sample(
    domain: Domain,
    seed: Seed = 0,
    index: Annotated[
        int, typer.Option("--index", "-i", metavar="INT", min=0, help="Which question of the seed, from 0.")
    ] = 0,
    slots: Slots = None,
    minterms: Minterms = None,
    preset: Preset = None,
    primitives: Primitives = "per-occurrence",
    option_sets: OptionSets = 1,
    knowledge: Knowledge = False,
    proof: Annotated[
        bool, typer.Option("--proof", help="Show the whole worked proof: what each option meets or breaks.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show one question: the request, five options, the answer.

    The same seed, index and settings give the question that `cocoa generate` writes at that index.

    Examples:

      cocoa sample --domain flights
      cocoa sample --domain flights --seed 7 --index 3 --proof
      cocoa sample --domain flights --slots 5 --minterms 3
      cocoa sample --domain flights --knowledge --proof
      cocoa sample --domain flights --json
    """
    from cocoa_core.api import load_domain

    from .terminal import print_notes, write_line

    handle = load_domain(domain)
    print_notes(handle.domain.notes)
    drawn = handle.generate(
        count=option_sets,  # as many as one index can have
        seed=seed,
        slots=slots,
        minterms=minterms,
        preset=preset,
        primitives=primitives,
        option_sets=option_sets,
        knowledge=knowledge,
        start=index,
    )
    questions = [question for question in drawn if question.provenance.index == index]
    if as_json:
        for question in questions:
            write_line(question.line())
        return
    _show(questions, handle.domain, proof)


def _show(questions: list[Question], domain: LoadedDomain, proof: bool) -> None:
    from cocoa_core.records.explain import explain

    from .proof_view import print_proof
    from .question_view import print_answer, print_heading, print_options, print_prose
    from .terminal import console

    out = console()
    for number, question in enumerate(questions):
        if number:
            out.print()
        print_heading(out, question)
        out.print()
        if not number:
            print_prose(out, question.request)
        print_options(out, question)
        explanation = explain(question, domain)
        if proof:
            print_proof(out, explanation)
        else:
            print_answer(out, question, explanation)
