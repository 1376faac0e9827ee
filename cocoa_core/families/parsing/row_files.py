"""Asks about the rows of files: `train.tsv` has what is shown before a question, `gen.tsv` what is asked."""

from __future__ import annotations

from collections import defaultdict
from hashlib import sha256
from pathlib import Path
from typing import Final

from attrs import field, frozen

from cocoa_core.errors import MismatchError, SettingsError, UsageError
from cocoa_core.families.parsing.notations import NOTATIONS
from cocoa_core.families.parsing.record import ASK, PARSING, ParsingItem
from cocoa_core.families.parsing.rows import ParsingRow, RowFile, no_form
from cocoa_core.families.parsing.settings import GEN, TRAIN, ParsingSettings
from cocoa_core.items import ItemSource, Provenance
from cocoa_core.seeds import digest_of, stream
from cocoa_core.version import __version__

_MOST_BYTES: Final = 200_000_000
"""Of a file; the published rows of ReCOGS, five copies of each, take 40 MB."""


def file_source(folder: Path) -> ItemSource:
    """Returns the rows of a folder's `train.tsv` and `gen.tsv`.

    Raises:
        UsageError: one of the files is missing, or too large.
    """
    files = {}
    for name in (TRAIN, GEN):
        path = folder / f"{name}.tsv"
        if not path.is_file() or path.stat().st_size > _MOST_BYTES:
            raise UsageError(
                "sentences are drawn from cocoa's grammar, or are the rows of two files",
                got=f"{path}, which is {'too large' if path.is_file() else 'no file'}",
                expected=f"a folder with {TRAIN}.tsv, to show, and {GEN}.tsv, to ask, each at most 200 MB",
                fix="leave out --domain for sentences of cocoa's own",
            )
        files[name] = path.read_bytes()
    digests = {name: sha256(data).hexdigest() for name, data in files.items()}
    lines = "".join(f"{name} {digest}\n" for name, digest in sorted(digests.items()))
    return ItemSource(
        name=folder.resolve().name,
        version="1",
        digest=sha256(lines.encode()).hexdigest(),
        digests=digests,
        files={f"{name}.tsv": data for name, data in files.items()},
        folder=folder,
    )


@frozen(slots=False, eq=False)
class FileMaker:
    """Makes an item of each row of `gen.tsv`; rows with a sentence of an earlier row are left out."""

    source: ItemSource
    settings: ParsingSettings
    seed: int
    _asked: list[ParsingRow] = field(init=False, repr=False)

    @_asked.default
    def _in_turns(self) -> list[ParsingRow]:
        if self.settings != ParsingSettings(self.settings.notation):
            raise SettingsError(
                "rows of files are asked as they are",
                got=self.settings.text,
                expected="the notation of both files alone",
                fix="leave out --hold-out, variants and --split; `cocoa recogs transform` writes other forms",
            )
        RowFile(self.source.folder / f"{TRAIN}.tsv").whole()  # what is wrong is told before it is copied
        by_category: defaultdict[str, dict[str, ParsingRow]] = defaultdict(dict)
        for row in RowFile(self.source.folder / f"{GEN}.tsv").whole():
            by_category[row.category].setdefault(row.sentence, row)
        turns = []
        for category, rows in sorted(by_category.items()):
            drawn = list(rows.values())
            stream("rows", self.seed, self.source.digest, category).shuffle(drawn)
            turns += [(turn, category, row) for turn, row in enumerate(drawn)]
        distinct = {row.sentence: row for _, _, row in sorted(turns, key=lambda entry: entry[:2])}
        return list(distinct.values())

    def items(self, index: int, attempt: int = 0) -> tuple[ParsingItem, ...]:
        """Returns the item of a row."""
        if index >= len(self._asked):
            raise SettingsError(
                f"{GEN}.tsv has fewer sentences",
                got=f"{index + 1:,} or more asked for",
                expected=f"{len(self._asked):,} at the most",
                fix=f"--count {len(self._asked)}",
            )
        row, notation = self._asked[index], self.settings.notation
        try:
            NOTATIONS[notation].comparable(row.sentence.split(" "), row.form)
        except MismatchError as error:
            raise no_form(self.source.folder / f"{GEN}.tsv", row, error, notation) from error
        return (
            ParsingItem(
                id=digest_of(PARSING, self.source.digest, self.settings.text, self.seed, index).hex()[:16],
                family=PARSING,
                ask=ASK,
                groups={},
                key=row.form,
                sentence=row.sentence,
                notation=notation,
                category=row.category,
                form=row.form,
                provenance=Provenance(
                    seed=self.seed,
                    index=index,
                    attempt=attempt,
                    settings=self.settings.to_json(),
                    side=None,
                    version=__version__,
                ),
            ),
        )
