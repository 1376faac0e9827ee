"""What the writer of an export is given: the items of a data set in splits, and a folder to write to."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar, cast

from attrs import field, frozen

from cocoa_core.errors import FindingsError, UsageError, one_line
from cocoa_core.items.dataset import Dataset
from cocoa_core.items.family import Prompter
from cocoa_core.items.ledger import WHOLE
from cocoa_core.items.prompting import PromptOptions

Progress: TypeAlias = Callable[[int, int | None], None]
"""Called with how many items are written, of how many; None where that is not known."""

_Form = TypeVar("_Form")
_TEST: Final = "test"
_NAME: Final = re.compile(r"\w[\w.-]{0,149}")


@frozen
class ExportOptions(PromptOptions):
    """The options of a user's call of `cocoa export`; `limit` is the number of items of each side."""

    explain: bool = False
    """Whether the replies give reasons."""


@frozen
class Split:
    """One file of an export."""

    name: str
    """The name that other tools know."""
    side: str
    """The side of the data set that its items come from."""


@frozen
class Format:
    """A form that other tools read. A family lists its own in `exports`, by name."""

    name: str
    about: str
    """In a few words."""
    writer: str
    """"module:function" of a `Write`, imported where it is used."""
    takes: tuple[str, ...] = ()
    """Which of the flags --strategy, --prompt and --explain it uses."""
    asks: tuple[str, ...] = ()
    """The kinds of question that can be written in this form; empty for all."""

    def write(self, job: ExportJob) -> Use:
        """Writes the files of a job.

        Raises:
            UsageError: a package that it needs is not installed.
        """
        module, _, name = self.writer.partition(":")
        return cast("Write", getattr(import_module(module), name))(job)


@frozen(slots=False, eq=False)
class ExportJob:
    """Gives a writer its items, one by one, and counts them."""

    dataset: Dataset
    form: Format
    options: ExportOptions
    folder: Path
    """Where the writer puts files, which appear under their final name at the end or not at all."""
    progress: Progress
    counts: dict[str, int] = field(factory=dict, init=False)
    """The number of items of each split, once they are written."""
    left_out: dict[str, int] = field(factory=dict, init=False)
    """The number of items that `fits` left out, by split."""

    @cached_property
    def splits(self) -> tuple[Split, ...]:
        """Returns the splits: the sides that have items, or `test` alone for a data set without sides.

        Raises:
            UsageError: there is no such side, the limit is below 1, or there are no items.
        """
        self.dataset.checked(self.options.limit)
        sides = self.dataset.sides if self.options.side is None else (self.options.side,)
        filled_sides = [side for side in sides if next(self.dataset.side(side), None) is not None]
        if not filled_sides:
            raise UsageError(
                "there are no questions to export",
                got=f"{self.dataset.folder}" + (f", side {self.options.side}" if self.options.side else ""),
                expected="one question at least",
                fix="generate some with `cocoa generate`, or name another side",
            )
        return tuple(Split(_TEST if side == WHOLE else side, side) for side in filled_sides)

    @cached_property
    def first(self) -> Any:
        """The first item of the first split."""
        return next(self.dataset.side(self.splits[0].side))

    def path(self, name: str) -> Path:
        """Returns the path at which a file of the export is written. Names may come from data, so there is no
        other way to one.

        Raises:
            FindingsError: the name is no name of a file in a folder.
        """
        if not _NAME.fullmatch(name):
            raise FindingsError(
                "a file of the export would have a name that it cannot have",
                got=one_line(repr(name)),
                expected="letters, digits and _ . -, 150 at most",
                fix="run `cocoa verify` on the data set",
            )
        return self.folder / name

    @property
    def strategy(self) -> str:
        """The strategy that the user named, or the family's first."""
        return self.options.strategy or next(iter(self.dataset.family.strategies))

    def prompter(self, split: Split) -> Prompter[Any]:
        """Returns what puts the items of a split into messages.

        Raises:
            UsageError: as in `PromptOptions.prompter`.
        """
        return self.options.prompter(self.dataset, split.side, explained=self.options.explain)

    def items(self, split: Split, fits: Callable[[Any], bool] | None = None) -> Iterator[Any]:
        """Yields the items of a split in their order, as many as were asked for. One is held in memory at a
        time.

        Args:
            fits: leaves out the items for which it is False; None keeps all.

        Raises:
            UsageError: the ask of an item cannot be written in this format.
        """
        before = sum(self.counts.values())
        self.counts[split.name] = 0
        self.left_out[split.name] = 0

        def fitting() -> Iterator[Any]:
            for item in self.dataset.side(split.side):
                if fits is None or fits(item):
                    yield item
                else:
                    self.left_out[split.name] += 1

        for done, item in enumerate(islice(fitting(), self.options.limit), start=1):
            if self.form.asks and item.ask not in self.form.asks:
                raise self._unfit(item.ask)
            yield item
            self.counts[split.name] = done
            self.progress(before + done, self._total)

    def form_of(self, item: Any, form: Callable[[Any], _Form]) -> _Form:
        """Returns what a function makes of an item.

        Raises:
            FindingsError: the record contradicts itself.
        """
        try:
            return form(item)
        except (LookupError, ValueError) as error:
            raise FindingsError(
                "a question cannot be put into this form",
                got=one_line(f"question {item.id}: {type(error).__name__} {error}"),
                expected="a record as it was written",
                fix="run `cocoa verify` on the data set",
            ) from error

    def write_lines(
        self,
        split: Split,
        line: Callable[[Any], Mapping[str, Any]],
        fits: Callable[[Any], bool] | None = None,
    ) -> None:
        """Writes NAME.jsonl in UTF-8: a line of JSON for each item, its keys in the order given.

        Args:
            line: makes the object of a line.
            fits: as in `items`.
        """
        with self.path(f"{split.name}.jsonl").open("wb") as file:
            for item in self.items(split, fits):
                file.write(f"{json.dumps(self.form_of(item, line), ensure_ascii=False)}\n".encode())

    @cached_property
    def _total(self) -> int | None:
        files = self.dataset.manifest.files
        counts = [files[split.side].items for split in self.splits]
        if not self.dataset.manifest.complete or None in counts:
            return None
        most = self.options.limit
        return sum(min(most, count) if most is not None else count for count in counts if count is not None)

    def _unfit(self, ask: str) -> UsageError:
        return UsageError(
            f"the format {self.form.name} does not have this kind of question",
            got=f"the ask {ask} in {self.dataset.folder}",
            expected=f"the ask {' or '.join(self.form.asks)}",
            fix="export to messages or parquet, which take all of them",
        )


Use: TypeAlias = Callable[[Path], str]
"""How the other tool reads the files of a folder: a call, to be copied as it is."""

Write: TypeAlias = Callable[[ExportJob], Use]
"""Writes the files of a job."""
