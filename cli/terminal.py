"""Provides two consoles that print text as it is: without markup, and without colour in a pipe."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any, Final, NoReturn

from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from rich.table import Table


_REORDERING: Final = (*range(0x2028, 0x202F), *range(0x2066, 0x206A))
"""Line separators and characters that change the direction of writing, which make a line read as another."""
_CONTROLS: Final = {
    code: "\N{REPLACEMENT CHARACTER}"
    for code in (*range(0x20), *range(0x7F, 0xA0), *_REORDERING)
    if chr(code) not in "\n\t"
}
"""The replacement for each control character."""
_ESCAPES: Final = {code: f"\\u{code:04x}" for code in _CONTROLS}
"""By control character, its escape in JSON, which allows some of them unescaped."""


ENDLESS: Final = 10_000
"""A width that no table reaches, in columns."""


class _PlainConsole(Console):
    """A console that never takes its text for markup, emoji codes or links."""

    def __init__(self, *, stderr: bool) -> None:
        super().__init__(
            stderr=stderr,
            markup=False,
            emoji=False,
            highlight=False,
            color_system=None if os.environ.get("NO_COLOR") else "auto",
        )

    def print(self, *objects: Any, **how: Any) -> None:
        """Prints; not on a terminal, the blanks that fill up lines are removed."""
        if self.is_terminal:
            super().print(*objects, **how)
            return
        with self.capture() as held:
            super().print(*objects, **how)
        self.file.write("\n".join(line.rstrip(" ") for line in held.get().split("\n")))

    def on_broken_pipe(self) -> NoReturn:
        """Lets the command's guard end the program, as for every other way of writing."""
        self.quiet = True
        raise BrokenPipeError


def plain(text: str, style: str = "") -> Text:
    """Returns text of a domain, a record or a model for printing, with control characters replaced."""
    return Text(text.translate(_CONTROLS), style)


def figure(value: float | None, pattern: str) -> str:
    """Formats a number by a pattern such as `.1%`; `n/a` for None."""
    return "n/a" if value is None else format(value, pattern)


def table(*heads: str, words: int = 1, gap: int = 1, ruled: bool = True) -> Table:
    """Returns an empty table without edges.

    Args:
        words: how many of the first columns hold text, which may fold; the others hold numbers.
        gap: the blanks between columns, in addition to one that is always there.
        ruled: whether a line stands below the heads.
    """
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    empty = Table(
        box=SIMPLE_HEAD if ruled else None,
        show_edge=False,
        pad_edge=False,
        padding=(0, gap if ruled else gap + 1, 0, 0),
        header_style="dim",
    )
    for index, head in enumerate(heads):
        if index < words:
            empty.add_column(plain(head), overflow="fold")
        else:
            empty.add_column(plain(head), justify="right", no_wrap=True)
    return empty


def console() -> Console:
    """Returns the console on standard output, for results."""
    return _PlainConsole(stderr=False)


def errors() -> Console:
    """Returns the console on standard error, for notes, progress and errors."""
    return _PlainConsole(stderr=True)


def print_error(message: str) -> None:
    """Prints a message in the form of CocoaError: the problem, then indented lines such as `fix: ...`."""
    head, *lines = message.split("\n")
    text = Text.assemble(("error: ", "bold red"), plain(head))
    for line in lines:
        name, colon, value = line.partition(": ")
        text.append("\n")
        text.append(plain(name + colon, "bold" if colon else ""))
        text.append(plain(value))
    errors().print(text, soft_wrap=True)


def print_line(text: str, style: str = "") -> None:
    """Prints one line on standard output. The terminal wraps it, so that it is one line in a pipe."""
    console().print(plain(text, style), soft_wrap=True)


def print_notes(*notes: str) -> None:
    """Prints remarks that are no errors, one a line, on standard error."""
    for note in notes:
        errors().print(Text.assemble(("note: ", "bold yellow"), plain(note)), soft_wrap=True)


def write_line(line: str) -> None:
    """Writes one line of data to standard output, in UTF-8 whatever the locale.

    On a terminal, control characters are written as the escapes of JSON, which leaves the data the same.
    """
    if sys.stdout.isatty():
        line = line.translate(_ESCAPES)
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        sys.stdout.write(f"{line}\n")
        return
    sys.stdout.flush()
    buffer.write(f"{line}\n".encode())


def write_json(data: object) -> None:
    """Writes data as commands do with `--json`."""
    write_line(json.dumps(data, ensure_ascii=False, indent=2))
