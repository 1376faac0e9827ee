"""`cocoa sample`: one question, to look at."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .flags import (
    AsJson,
    Ask,
    Atypical,
    Component,
    Degree,
    Family,
    Given,
    Groups,
    Inert,
    Knowledge,
    Level,
    Minterms,
    NearMisses,
    NoneRight,
    OptionalDomain,
    Options,
    OptionSets,
    Preset,
    Primitives,
    Relations,
    Seed,
    Shared,
    Slots,
    Structure,
    Take,
    Terms,
    Wishes,
    read_named,
)

if TYPE_CHECKING:
    from cocoa_core.domain import Domain as LoadedDomain
    from cocoa_core.families.selection import Question

__all__ = ["sample"]


def sample(
    domain: OptionalDomain = None,
    seed: Seed = 0,
    index: Annotated[
        int, typer.Option("--index", "-i", metavar="INT", min=0, help="Which question of the seed, from 0.")
    ] = 0,
    count: Annotated[
        int, typer.Option("--count", "-n", metavar="INT", min=1, max=1000, help="How many, from that one on.")
    ] = 1,
    slots: Slots = None,
    minterms: Minterms = None,
    wishes: Wishes = None,
    preset: Preset = None,
    shared: Shared = None,
    atypical: Atypical = None,
    inert: Inert = None,
    structure: Structure = None,
    relations: Relations = None,
    primitives: Primitives = "per-occurrence",
    option_sets: OptionSets = 1,
    groups: Groups = None,
    knowledge: Knowledge = False,
    ask: Ask = None,
    options: Options = None,
    none: NoneRight = False,
    level: Level = None,
    terms: Terms = None,
    component: Component = None,
    degree: Degree = None,
    near_misses: NearMisses = None,
    take: Take = None,
    family: Family = None,
    given: Given = None,
    proof: Annotated[
        bool, typer.Option("--proof", help="Show the whole worked proof: what each option meets or breaks.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show questions, one if nothing else is said: the request, five options, the answer.

    The same seed, index and settings give the question that `cocoa generate` writes at that index.

    Examples:

      cocoa sample --domain flights
      cocoa sample --domain flights --seed 7 --index 3 --proof
      cocoa sample --domain ./my-laptops --count 10
      cocoa sample --domain flights --slots 5 --minterms 3
      cocoa sample --domain flights --knowledge --proof
      cocoa sample --domain flights --json
      cocoa sample --family parsing --set notation=variable-free
    """
    if family not in (None, "selection"):
        several = range(index, index + count)
        _of_family(str(family), domain, read_named(given or [], "--set"), seed, several, as_json)
        return
    if domain is None:
        raise typer.BadParameter("name one, such as flights", param_hint="'--domain'")
    from cocoa_core.api import load_domain

    from .terminal import print_notes, write_line

    handle = load_domain(domain)
    print_notes(handle.domain.notes)
    drawn = handle.generate(
        count=count * max(option_sets, 5),  # as many as the indices can have
        seed=seed,
        slots=slots,
        minterms=minterms,
        wishes=wishes,
        preset=preset,
        shared=shared,
        atypical=atypical,
        inert=inert or "all",
        primitives=primitives,
        option_sets=option_sets,
        groups=groups or "ring",
        knowledge=knowledge,
        ask=ask or "choose",
        options=options,
        level=level,
        none=none,
        terms=terms,
        component=component,
        degree=degree,
        near_misses=near_misses,
        take=take,
        structure=structure,
        relations=relations,
        start=index,
    )
    asked = range(index, index + count)
    questions = list(takewhile(lambda question: question.provenance.index in asked, drawn))
    if as_json:
        for question in questions:
            write_line(question.line())
        return
    _show(questions, handle.domain, proof)


def _of_family(
    name: str, domain: str | None, settings: dict[str, Any], seed: int, indices: range, as_json: bool
) -> None:
    """The items of some indices, of another family than that of questions over options."""
    import json

    from cocoa_core.families.parsing import ParsingItem
    from cocoa_core.items import family_named

    from .sentence_view import print_sentence
    from .terminal import console, write_line

    found = family_named(name)
    maker = found.maker(found.source(domain), found.settings(settings), seed)
    for number, item in enumerate(item for index in indices for item in maker.items(index)):
        if as_json:
            write_line(item.line())
        elif isinstance(item, ParsingItem):
            if number:
                console().print()
            print_sentence(console(), item)
        else:
            write_line(json.dumps(item.to_json(), ensure_ascii=False, indent=2))


def _show(questions: list[Question], domain: LoadedDomain, proof: bool) -> None:
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
