"""`cocoa show`: one question of a data set, with its proof."""

from __future__ import annotations

from typing import Annotated

import typer

from .flags import AsJson, DataSet

__all__ = ["show"]


def show(
    folder: DataSet,
    key: Annotated[
        str, typer.Argument(metavar="ID", help="An index, or the start of an id.", show_default=False)
    ],
    as_json: AsJson = False,
) -> None:
    """Show one question of a data set with its proof in words.

    The proof is the record's certificate as it stands; `cocoa verify` says whether it is true.

    Examples:

      cocoa show exam/ 12
      cocoa show exam/ 3fa9
      cocoa show exam/ 3fa9 --json
    """
    from cocoa_core.records.dataset import read_dataset
    from cocoa_core.records.definition import domain_of
    from cocoa_core.records.explain import explain

    from .terminal import console, plain, write_line

    dataset = read_dataset(folder)
    question = dataset.find(key)
    if as_json:
        write_line(question.line())
        return
    explanation = explain(question, domain_of(dataset))

    from .proof_view import print_proof
    from .question_view import print_heading, print_options, print_prose

    out = console()
    print_heading(out, question)
    out.print()
    print_prose(out, question.request)
    print_options(out, question)
    out.print(plain(question.requirement.text, "dim"))
    out.print()
    print_proof(out, explanation)
