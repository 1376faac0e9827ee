"""Reads and writes the files between the stages: tasks, one a line, and the replies to them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from cocoa_core.atomic_files import write_whole
from cocoa_core.errors import CocoaError, Place, UsageError, one_line
from cocoa_core.paraphrasing.rounds import Task, TaskReply

_LARGEST: Final = 2_000_000_000
"""Bytes of a file of replies: a million of them with 2,000 characters each."""
_FORM: Final = '{"id": the id of a task, "reply": what the model said, "model": its name} on each line'


def write_tasks(path: Path, tasks: Iterable[Task]) -> None:
    """Writes tasks to a file, completely or not at all."""
    lines = [json.dumps(task.to_json(), ensure_ascii=False) for task in tasks]
    write_whole(path, "".join(f"{line}\n" for line in lines).encode())


def reply_line(task: str, reply: TaskReply) -> str:
    """Returns the line of a reply in a file.

    Args:
        task: the id of the task.
    """
    return json.dumps({"id": task, "reply": reply.text, "model": reply.model}, ensure_ascii=False)


def read_replies(paths: Sequence[Path]) -> dict[str, TaskReply]:
    """Returns the replies in some files by the ids of their tasks.

    Raises:
        UsageError: there is no such file, or it is too large.
        CocoaError: a line is no reply, or differs from an earlier reply to the same task.
    """
    result: dict[str, TaskReply] = {}
    for path in paths:
        if not path.is_file() or path.stat().st_size > _LARGEST:
            raise UsageError("there is no such file of replies", got=str(path), expected=_FORM)
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if not line.strip():
                    continue
                task, reply = _read(line, Place(str(path), number))
                if result.setdefault(task, reply) != reply:
                    raise CocoaError(
                        "two replies to one task differ",
                        got=one_line(reply.text),
                        expected="one reply to each task",
                        fix="keep one of them",
                        place=Place(str(path), number),
                    )
    return result


def _read(line: bytes, place: Place) -> tuple[str, TaskReply]:
    try:
        data: Any = json.loads(line)
        texts = [data["id"], data["model"], data["reply"]]
        if not all(isinstance(text, str) for text in texts):
            raise ValueError("a part that is no text")
        for text in texts:
            text.encode()  # a lone surrogate could not be written into a record
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        got = f"no {error}" if isinstance(error, KeyError) else one_line(error)
        raise CocoaError("a line is no reply", got=got, expected=_FORM, place=place) from None
    return texts[0], TaskReply(texts[1], texts[2])
