"""The command `cocoa export`: writes a data set in the format of another tool."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .flags import Answering, AsJson, DataSet, DeliveryName, Demonstrations, Family, Order, Quiet

if TYPE_CHECKING:
    from cocoa_core.export import Exported

__all__ = ["export"]

_PROMPTS = "Prompts (messages, trl, nemo-gym and lm-eval)"


def export(
    folder: DataSet,
    to: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="FORMAT",
            help="parquet, messages, trl or nemo-gym; of questions over options also lm-eval or groundcocoa, "
            "of sentences lm-eval or cogs; of a folder of `cocoa test` pytest or promptfoo.",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", metavar="FOLDER", help="A new folder, or an empty one.", show_default=False
        ),
    ],
    side: Annotated[
        str | None, typer.Option("--side", metavar="NAME", help="Of a data set with sides, this one only.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", "-n", metavar="INT", help="The first INT questions of each side.")
    ] = None,
    strategy: Annotated[
        str | None,
        typer.Option(
            "--strategy",
            "-s",
            metavar="NAME",
            help="direct, cot-full, cot-partial or, for messages, l2m; direct where nothing is said.",
            rich_help_panel=_PROMPTS,
        ),
    ] = None,
    prompt: Annotated[
        Path | None,
        typer.Option(
            "--prompt",
            metavar="FILE",
            help="A template of your own for the strategy, or `groundcocoa` for the prompts of its paper.",
            rich_help_panel=_PROMPTS,
        ),
    ] = None,
    shots: Annotated[
        int | None,
        typer.Option(
            "--shots",
            metavar="INT",
            help="Messages only: so many examples before each question.",
            rich_help_panel=_PROMPTS,
        ),
    ] = None,
    demonstrations: Demonstrations = None,
    order: Order = None,
    delivery: DeliveryName = None,
    answering: Answering = None,
    explain: Annotated[
        bool,
        typer.Option(
            "--explain",
            help="Messages: the assistant explains the answer, from the certificate. For trl and nemo-gym: "
            "the prompt asks for reasons before the answer.",
            rich_help_panel=_PROMPTS,
        ),
    ] = False,
    family: Family = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace the export that is in FOLDER; other files stay.")
    ] = False,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Write a data set in the form that another tool reads.

    The same call gives the same bytes. FOLDER appears when all of it is written, and not before.

    Examples:

      cocoa export exam/ --to lm-eval --out tasks/
      cocoa export exam/ --to parquet --out hub/
      cocoa export exam/ --to groundcocoa --out original/ --side test
      cocoa export exam/ --to messages --explain --out chats/ --side train
      cocoa export exam/ --to messages --delivery turns --out talks/ --side train
      cocoa export exam/ --to trl --explain --out prompts/ --side train
      cocoa export results/ --to pytest --out tests/assistant/
    """
    from cocoa_core.export import ExportOptions
    from cocoa_core.export import export as write
    from cocoa_core.families.selection.delivery_names import drawn_for
    from cocoa_core.items import read_dataset
    from cocoa_core.verification import TARGET_MANIFEST

    from .progress import Exporting
    from .terminal import print_notes

    if (folder / TARGET_MANIFEST).is_file():
        _export_cases(folder, to, out, quiet=quiet, as_json=as_json)
        return
    if delivery is None and to == "messages":
        delivery = drawn_for(read_dataset(folder, family).manifest.settings)
    options = ExportOptions(
        side,
        limit,
        strategy,
        prompt,
        explain,
        family,
        shots,
        demonstrations,
        order,
        delivery or "full",
        answering,
    )
    with Exporting(quiet=quiet or as_json) as exporting:
        exported = write(folder, to, out, options, force=force, progress=exporting)
    print_notes(exported.notes)
    if as_json:
        _print_data(exported)
    elif not quiet:
        _print(exported)


def _export_cases(folder: Path, to: str, out: Path, *, quiet: bool, as_json: bool) -> None:
    from cocoa_core.assistants import export_cases

    from .terminal import console, plain, write_json

    count, files, use = export_cases(folder, to, out)
    if as_json:
        write_json({"folder": str(out), "to": to, "cases": count, "files": files, "use": use})
    elif not quiet:
        console().print(plain(f"{count:,} cases written to {out}"), soft_wrap=True)
        console().print(plain(f"to run them: {use}", "dim"), soft_wrap=True)


def _print_data(exported: Exported) -> None:
    from .terminal import write_json

    data = {
        "folder": str(exported.folder),
        "to": exported.to,
        "questions": dict(exported.questions),
        "files": list(exported.files),
        "use": exported.use,
    }
    write_json(data)


def _print(exported: Exported) -> None:
    from .terminal import console, plain

    out = console()
    total = sum(exported.questions.values())
    parts = ", ".join(f"{name} {many:,}" for name, many in exported.questions.items())
    noun = "question" if total == 1 else "questions"
    out.print(plain(f"{total:,} {noun} ({parts}) written to {exported.folder}"), soft_wrap=True)
    out.print(plain(f"to read them: {exported.use}", "dim"), soft_wrap=True)
