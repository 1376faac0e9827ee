"""The command `cocoa show`: shows one question of a data set with its proof."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cocoa_core.atomic_files import write_whole
from cocoa_core.errors import UsageError

from .flag_groups import option
from .flags import AsJson, DataSet, DeliveryFlags, Family
from .terminal import console, plain, print_notes, write_json, write_line


def show(
    folder: DataSet,
    key: Annotated[str, option("ID", "An index, or the start of an id; the first question without.")] = "0",
    family: Family = None,
    graph: Annotated[
        Path | None, option("--graph FILE.svg", "Draw its dependency graph: slots, joined by sum terms.")
    ] = None,
    *,
    shown: DeliveryFlags,
    as_json: AsJson = False,
) -> None:
    """Show one question of a data set, with the proof of its key in words.

    The proof is the record's certificate as it stands; `cocoa verify` says whether it is true. `cocoa read`
    shows many requests without the answers, `cocoa sample` new questions.

    Examples:

      cocoa show exam/
      cocoa show exam/ 12
      cocoa show exam/ 3fa9
      cocoa show exam/ 3fa9 --graph graph.svg
      cocoa show exam/ 3fa9 --delivery turns
      cocoa show exam/ 3fa9 --json
    """
    from cocoa_core.families.parsing import ParsingItem
    from cocoa_core.families.selection import Question, domain_of, explain
    from cocoa_core.families.selection.delivery_names import drawn_for
    from cocoa_core.items import read_dataset

    dataset = read_dataset(folder, family)
    question = dataset.find(key)
    if graph is not None:
        _draw(question, graph)
    if as_json:
        write_line(question.line())
        return
    delivery = shown.delivery or drawn_for(dataset.manifest.settings)
    if delivery != "full":
        from cocoa_core.items import Prompting

        from .question_view import print_conversations

        how = Prompting(strategy="direct", delivery=delivery, answering=shown.answering)
        print_conversations([question], how, dataset)
        return
    if isinstance(question, ParsingItem):
        from .question_view import print_sentence

        print_sentence(console(), question)
        return
    if not isinstance(question, Question):
        write_json(question.to_json())
        return
    explanation = explain(question, domain_of(dataset))

    from .question_view import print_proof, print_question

    out = console()
    print_question(out, question)
    out.print(plain(question.requirement.text, "dim"))
    out.print()
    print_proof(out, explanation)


def _draw(question: Any, path: Path) -> None:
    from cocoa_core.analysis import graph_of
    from cocoa_core.families.selection import Question

    if not isinstance(question, Question):
        raise UsageError(
            "only questions of the selection family have a dependency graph", got=question.family
        )
    if path.suffix != ".svg" or path.exists():
        raise UsageError(
            "the picture needs a new file",
            got=str(path),
            expected="a name that ends in .svg and is not taken",
        )
    terms = question.to_json()["requirement"]["terms"]
    write_whole(path, graph_of(terms, {}).svg().encode())
    print_notes(f"the dependency graph is drawn in {path}")
