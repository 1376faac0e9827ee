"""The command `cocoa export`: writes a data set in the format of another tool."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from attrs import asdict, frozen

from .flag_groups import FlagGroup
from .flags import Answering, AsJson, DataSet, DeliveryName, Family, NewFolder, PromptFlags, Quiet

if TYPE_CHECKING:
    from cocoa_core.export import Exported

__all__ = ["export"]


@frozen
class ItemFlags(FlagGroup):
    """Which items are exported."""

    side: Annotated[
        str | None, typer.Option("--side", metavar="NAME", help="Of a data set with sides, this one only.")
    ] = None
    limit: Annotated[
        int | None, typer.Option("--limit", "-n", metavar="INT", help="The first INT questions of each side.")
    ] = None
    family: Family = None


@frozen
class ExportPromptFlags(PromptFlags):
    """The prompts of the formats that have any."""

    panel = "Prompts (messages, trl, nemo-gym and lm-eval)"

    strategy: Annotated[
        str | None,
        typer.Option(
            "--strategy",
            "-s",
            metavar="NAME",
            help="direct (the default), cot-full, cot-partial or, for messages, l2m.",
        ),
    ] = None
    delivery: DeliveryName = None
    answering: Answering = None
    explain: Annotated[
        bool,
        typer.Option(
            "--explain",
            help="Messages: the assistant explains the answer, from the certificate. For trl and nemo-gym: "
            "the prompt asks for reasons before the answer.",
        ),
    ] = False


@frozen
class WritingFlags(FlagGroup):
    """How the folder is written."""

    force: Annotated[
        bool, typer.Option("--force", help="Replace the export that is in FOLDER; other files stay.")
    ] = False
    quiet: Quiet = False
    as_json: AsJson = False


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
    out: NewFolder,
    items: ItemFlags,
    prompts: ExportPromptFlags,
    writing: WritingFlags,
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
        _export_cases(folder, to, out, writing)
        return
    delivery = prompts.delivery or "full"
    if prompts.delivery is None and to == "messages":
        delivery = drawn_for(read_dataset(folder, items.family).manifest.settings)
    options = ExportOptions(**asdict(items), **{**asdict(prompts), "delivery": delivery})
    with Exporting(quiet=writing.quiet or writing.as_json) as exporting:
        exported = write(folder, to, out, options, force=writing.force, progress=exporting)
    print_notes(exported.notes)
    if writing.as_json:
        _print_data(exported)
    elif not writing.quiet:
        _print(exported)


def _export_cases(folder: Path, to: str, out: Path, writing: WritingFlags) -> None:
    from cocoa_core.assistants import export_cases

    from .terminal import console, plain, write_json

    count, files, use = export_cases(folder, to, out)
    if writing.as_json:
        write_json({"folder": str(out), "to": to, "cases": count, "files": files, "use": use})
    elif not writing.quiet:
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
