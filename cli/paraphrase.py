"""The command `cocoa paraphrase`: has requests reworded, and keeps what readers understand alike."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from attrs import asdict, frozen

from cocoa_core.atomic_files import write_whole
from cocoa_core.errors import UsageError
from cocoa_core.extras import require
from cocoa_core.intervals import wilson
from cocoa_core.suggestions import not_among
from cocoa_core.text import counted

from .flag_groups import FlagGroup, flag
from .flags import AsJson, BaseUrl, DataSet
from .terminal import console, print_line, table, write_json

if TYPE_CHECKING:
    from cocoa_core.paraphrasing import ParaphraseReport, Paraphrasing, TaskReply

_DROPS_SHOWN: Final = 3
"""The number of dropped rewrites whose reason is printed without --json."""


@frozen
class WorkFlags(FlagGroup):
    """Which requests are reworded, and how; named as in `Paraphrasing`."""

    limit: int | None = flag("--limit INT", "Take the first INT questions only.")
    mutants: int = flag(
        "--mutants INT",
        "The number of texts with a changed meaning among what readers get, unmarked.",
        default=100,
    )
    seed: int = flag("--seed -s INT", "Any whole number; each changes other meanings.", default=0)
    delivery: str = flag(
        "--delivery NAME",
        "full rewrites the request or its numbered conditions; turns, the conditions one by one. Of what "
        "was drawn with revisions the turns are rewritten.",
        default="full",
    )


@frozen
class ModelFlags(FlagGroup):
    """The models that are asked at once."""

    writer: str | None = flag(
        "--writer MODEL", "Have this model write the rewrites now, in place of --tasks."
    )
    reader: list[str] | None = flag(
        "--reader MODEL", "A model that reads the rewrites; name two, of different makers."
    )
    base_url: BaseUrl = None


@frozen
class FileFlags(FlagGroup):
    """The files that are read and written."""

    tasks: Path | None = flag(
        "--tasks FILE", "Write there what is to be asked next: a task a line, with its messages."
    )
    take: list[Path] | None = flag(
        "--take FILE",
        'Replies so far: {"id", "reply", "model"} on each line. May be given again; with --writer new '
        "ones are added to the last of them.",
    )
    out: Path | None = flag(
        "--out -o FOLDER",
        "Write the data set there, with a paraphrase beside each request of which one passed.",
    )
    wordings: Path | None = flag(
        "--wordings FILE",
        "Write there, in the form of rules.yaml, how rewrites that passed word single conditions, where "
        "the grammar with these words has one reading.",
    )


def paraphrase(
    folder: DataSet, files: FileFlags, models: ModelFlags, work: WorkFlags, as_json: AsJson = False
) -> None:
    """Let models reword the requests, and keep what two readers understand alike.

    Nothing that a model writes is believed. Values, names and numbers have to stand word for word; then two
    readers, who see the new text, the attributes and a notation alone, write down what it asks for; and a
    solver has to prove both equal to the requirement. What differs is told the writer in a line, twice at
    most; then the rewrite is dropped.

    Among what readers get are texts whose meaning was changed: whoever takes them for the original lets
    faults through, and how many is in the manifest. `cocoa verify` works out every verdict again.

    Call it again and again: each call takes all replies so far and writes what is to be asked next, until
    nothing is. The proved request stays what is asked; --delivery paraphrase of evaluate, export and show
    asks the other words.

    With --writer and two --reader models are asked at once, through inspect; their replies are kept in the
    file of --take. Without a network cocoa/grammar writes and cocoa/parser reads; cocoa/slips, cocoa/drops
    and cocoa/prose read badly.

    Examples:

      cocoa paraphrase exam/ --tasks tasks.jsonl
      cocoa paraphrase exam/ --take replies.jsonl --tasks more.jsonl
      cocoa paraphrase exam/ --take replies.jsonl --out new/ --wordings w.yaml
      cocoa paraphrase exam/ --writer W --reader A --reader B --out reworded/
    """
    from cocoa_core.items import read_dataset
    from cocoa_core.paraphrasing import Paraphrasing, proposals_of, proposals_text, read_replies, write_tasks

    if files.tasks is None and files.out is None and files.wordings is None and models.writer is None:
        raise UsageError(
            "nothing is to be written",
            got="no tasks, data set or wordings",
            expected="--tasks FILE for what is to be asked next, or --out FOLDER for what passed",
            fix=f"cocoa paraphrase {shlex.quote(str(folder))} --tasks tasks.jsonl",
        )
    if not files.take and models.writer is None and (files.out or files.wordings):
        raise UsageError(
            "there are no rewrites to write",
            got=f"--out {files.out}" if files.out else f"--wordings {files.wordings}",
            expected="replies beside it: --take FILE, or --writer and two --reader",
            fix=f"cocoa paraphrase {shlex.quote(str(folder))} --tasks tasks.jsonl",
        )
    names = _models(models.writer, models.reader or [])
    paraphrasing = Paraphrasing(read_dataset(folder), **asdict(work))
    reply_file = files.take[-1] if files.take and names else None
    replies = read_replies([path for path in files.take or () if path != reply_file or path.exists()])
    if names:
        _ask(paraphrasing, names, replies, reply_file, models.base_url)
    report = paraphrasing.report(replies)
    if files.tasks is not None:
        write_tasks(files.tasks, paraphrasing.open_tasks(replies))
    if files.out is not None:
        paraphrasing.write(replies, files.out)
    proposals = []
    if files.wordings is not None:
        proposals = proposals_of(paraphrasing.rewrites(replies), paraphrasing.domain)
        write_whole(files.wordings, proposals_text(proposals).encode())
    if as_json:
        write_json(report.to_json())
    else:
        _print(report, files.tasks, files.out)
        if files.wordings is not None:
            print_line(f"wrote {files.wordings}: {counted(len(proposals), 'wording')}.")


def _models(writer: str | None, readers: Sequence[str]) -> tuple[str, str, str] | None:
    from cocoa_core.paraphrasing import OFFLINE, OFFLINE_READERS, OFFLINE_WRITERS

    if writer is None and not readers:
        return None
    if writer is None or len(readers) != 2:
        raise UsageError(
            "models are missing, or there are too many",
            got=f"{'a' if writer else 'no'} writer, {len(readers)} readers",
            expected="--writer MODEL --reader MODEL --reader MODEL",
        )
    roles = [(writer, "writer", OFFLINE_WRITERS), *((name, "reader", OFFLINE_READERS) for name in readers)]
    for name, role, offline in roles:
        if name.startswith("cocoa/") and name not in offline:
            raise UsageError(f"there is no such offline {role}", **not_among(name, offline))
    online_models = [name for name in (writer, *readers) if name not in OFFLINE]
    if online_models:
        otherwise = f"; or write tasks to a file with --tasks, or name one of {', '.join(OFFLINE)}"
        require(["inspect_ai"], "eval", f"asking {', '.join(online_models)}", otherwise)
    return writer, readers[0], readers[1]


def _ask(
    work: Paraphrasing,
    models: tuple[str, str, str],
    replies: dict[str, TaskReply],
    reply_file: Path | None,
    base_url: str | None,
) -> None:
    from contextlib import ExitStack

    from cocoa_core.paraphrasing import OFFLINE, Offline, Task, TaskReply, ask_models, reply_line

    offline = Offline(work.domain)
    with ExitStack() as stack:
        file = None if reply_file is None else stack.enter_context(reply_file.open("a", encoding="utf-8"))

        def keep(task: Task, reply: TaskReply) -> None:
            replies[task.id] = reply
            if file is not None:
                file.write(f"{reply_line(task.id, reply)}\n")
                file.flush()

        def name_of(task: Task) -> str:
            return models[0] if task.role == "writer" else models[task.number]

        while open_tasks := work.open_tasks(replies):
            offline_tasks = [task for task in open_tasks if name_of(task) in OFFLINE]
            for task in offline_tasks:
                keep(task, TaskReply(name_of(task), offline.reply(name_of(task), task)))
            online_tasks = [task for task in open_tasks if name_of(task) not in OFFLINE]
            if online_tasks:
                ask_models(online_tasks, name_of, keep, base_url)


def _print(report: ParaphraseReport, tasks: Path | None, out: Path | None) -> None:
    screen = console()
    print_line(
        f"{counted(report.requests, 'request')}: {report.passed:,} passed at once, {report.repaired:,} after"
        f" a repair, {report.dropped:,} dropped, {report.open:,} open."
    )
    for question, problem in report.drops[:_DROPS_SHOWN]:
        print_line(f"dropped {question}: {problem}")
    if len(report.drops) > _DROPS_SHOWN:
        print_line(f"and {len(report.drops) - _DROPS_SHOWN:,} more, with --json")
    if any(mutant.read for mutant in report.mutants.values()):
        rows = table("changed meaning", "read", "first reader", "second", "both", "at most")
        for kind, counts in report.mutants.items():
            _, high = wilson(counts.by_both / counts.read if counts.read else 0.0, counts.read)
            let_through = (f"{number:,}" for number in (counts.by_first, counts.by_second, counts.by_both))
            rows.add_row(kind, f"{counts.read:,}", *let_through, f"{high:.1%}" if counts.read else "")
        screen.print(rows)
        print_line(
            "Taken for the original by each reader, by both; at most: the upper end of the 95% interval."
        )
    if report.unused:
        print_line(
            f"{report.unused:,} replies are to no task of this data set: --limit, --mutants, --seed and "
            "--delivery have to be those of the first call.",
            "yellow",
        )
    if len(report.readers[0]) == 1 and report.readers[0] == report.readers[1]:
        print_line(
            f"Both readers are {report.readers[0][0]}: two of different makers err less alike.", "yellow"
        )
    if tasks is not None:
        print_line(f"wrote {tasks}: {counted(report.open_tasks, 'task')}.")
    if out is not None:
        print_line(f"wrote {out}: {counted(report.passed + report.repaired, 'paraphrase')}.")
