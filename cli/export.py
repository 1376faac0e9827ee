"""The command `cocoa export`: writes a data set in the format of another tool."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from attrs import asdict, frozen
from attrs.filters import exclude

from cocoa_core.text import counted

from .flag_groups import FlagGroup, flag, option
from .flags import Answering, AsJson, DataSet, DeliveryName, Family, NewFolder, PromptFlags, Quiet
from .progress import CountProgress
from .terminal import print_line, print_notes, write_json

if TYPE_CHECKING:
    from cocoa_core.export import Exported


@frozen
class ItemFlags(FlagGroup):
    """Which items are exported."""

    side: str | None = flag("--side NAME", "Export this side only, such as test.")
    limit: int | None = flag("--limit -n INT", "Export the first INT questions of each side only.")
    family: Family = None


@frozen
class ExportPromptFlags(PromptFlags):
    """The prompts of the formats that have any."""

    panel = "Prompts (messages, trl, nemo-gym and lm-eval)"

    strategy: str | None = flag(
        "--strategy -s NAME", "direct (the default), cot-full, cot-partial or, for messages, l2m."
    )
    delivery: DeliveryName = None
    answering: Answering = None
    explain: bool = flag(
        "--explain",
        "Messages: the assistant explains the answer, from the certificate. For trl and nemo-gym: the "
        "prompt asks for reasons before the answer.",
        default=False,
    )


@frozen
class WritingFlags(FlagGroup):
    """How the folder is written."""

    force: bool = flag("--force", "Replace the export that is in FOLDER; other files stay.", default=False)
    quiet: Quiet = False
    as_json: AsJson = False


def export(
    folder: DataSet,
    to: Annotated[
        str,
        option(
            "--to FORMAT",
            "parquet, messages, trl or nemo-gym; of questions over options also lm-eval or groundcocoa, of "
            "sentences lm-eval or cogs; of a folder of `cocoa test` pytest or promptfoo.",
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

    if (folder / TARGET_MANIFEST).is_file():
        _export_cases(folder, to, out, writing)
        return
    delivery = prompts.delivery or "full"
    if prompts.delivery is None and to == "messages":
        delivery = drawn_for(read_dataset(folder, items.family).manifest.settings)
    options = ExportOptions(**asdict(items), **{**asdict(prompts), "delivery": delivery})
    with CountProgress("exporting", quiet=writing.quiet or writing.as_json) as exporting:
        exported = write(folder, to, out, options, force=writing.force, progress=exporting)
    print_notes(*exported.notes)
    if writing.as_json:
        write_json({**asdict(exported, filter=exclude("notes")), "folder": str(exported.folder)})
    elif not writing.quiet:
        _print(exported)


def _export_cases(folder: Path, to: str, out: Path, writing: WritingFlags) -> None:
    from cocoa_core.assistants import export_cases

    count, files, use = export_cases(folder, to, out)
    if writing.as_json:
        write_json({"folder": str(out), "to": to, "cases": count, "files": files, "use": use})
    elif not writing.quiet:
        print_line(f"{count:,} cases written to {out}")
        print_line(f"to run them: {use}", "dim")


def _print(exported: Exported) -> None:
    total = counted(sum(exported.questions.values()), "question")
    parts = ", ".join(f"{name} {many:,}" for name, many in exported.questions.items())
    print_line(f"{total} ({parts}) written to {exported.folder}")
    print_line(f"to read them: {exported.use}", "dim")
