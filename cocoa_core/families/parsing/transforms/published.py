"""The published transformations of COGS by name, each from rows to rows, and the transformation of files."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from attrs import field, frozen

from cocoa_core.atomic_files import check_target, writing_whole
from cocoa_core.errors import MismatchError, UsageError
from cocoa_core.families.parsing.forms import (
    COGS,
    RECOGS,
    RECOGS_POS,
    RM_X,
    RM_X_P,
    RM_X_PC,
    VARIABLE_FREE,
    Linear,
    recogs_of,
    renumbered,
    renumbered_together,
    tree_of,
)
from cocoa_core.families.parsing.rows import PRIMITIVE, ParsingRow
from cocoa_core.families.parsing.transforms.augmenting import (
    nouns_of,
    with_fillers,
    with_participles,
    with_preposing,
)
from cocoa_core.families.parsing.transforms.cogs_rows import CogsRow, CogsRows
from cocoa_core.families.parsing.transforms.concatenating import (
    chosen_triples,
    joined_cogs,
    joined_recogs,
    joined_words,
    recogs_form,
)
from cocoa_core.seeds import digest_of, plain_stream
from cocoa_core.suggestions import not_among

TRAIN: Final = "train"
SPLITS: Final = (TRAIN, "dev", "test", "gen")
_COPIES: Final = 5
_CONCATENATIONS: Final = 3072


@frozen
class TransformJob:
    """A file of COGS, and how its rows are transformed."""

    source: Path
    split: str = TRAIN
    """The part of COGS that the rows are; training rows are transformed further than others."""
    seed: int = 42
    """The seed of the published program's random draws."""
    concatenations: int | None = None
    """The number of rows of three sentences to add; None for the published number."""
    skip_bad: bool = False
    """Whether rows that cannot be read or transformed are left out."""
    rows: CogsRows = field(init=False)

    @rows.default
    def _rows(self) -> CogsRows:
        return CogsRows(self.source, self.skip_bad)

    @property
    def training(self) -> bool:
        """Whether the rows are training rows; some changes are made to those alone."""
        return self.split == TRAIN

    def triples(self, published: int) -> int:
        """Returns the number of rows to put together from three."""
        return published if self.concatenations is None else self.concatenations


@frozen
class Transform:
    """A transformation of rows."""

    about: str
    """A description in a few words."""
    rows: Callable[[TransformJob], Iterator[ParsingRow]]


def _printed(row: CogsRow, notation: Linear = COGS) -> ParsingRow:
    return ParsingRow(row.sentence, notation.print(row.form), row.category, row.line)


def _without(notation: Linear) -> Callable[[TransformJob], Iterator[ParsingRow]]:
    def rows(job: TransformJob) -> Iterator[ParsingRow]:
        return (_printed(row, notation) for row in job.rows)

    return rows


def _variable_free(job: TransformJob) -> Iterator[ParsingRow]:
    for row in job.rows:
        tree = job.rows.converted(row, lambda parse: tree_of(parse.words, parse.form))
        if tree is not None:
            yield ParsingRow(row.sentence, VARIABLE_FREE.print(tree), row.category)


def _concatenated(published: int) -> Callable[[TransformJob], Iterator[ParsingRow]]:
    def rows(job: TransformJob) -> Iterator[ParsingRow]:
        if not job.training:
            yield from map(_printed, job.rows)
            return
        lengths = array("q")
        for row in job.rows:
            if row.category != PRIMITIVE:
                lengths.append(len(row.sentence))
            yield _printed(row)
        sentences = (row for row in job.rows if row.category != PRIMITIVE)
        for parts in _triples(sentences, lengths, job.triples(published)):
            yield _joined(parts, COGS.print(joined_cogs(parts)))

    return rows


def _triples(rows: Iterable[CogsRow], lengths: Sequence[int], many: int) -> Iterator[tuple[CogsRow, ...]]:
    chosen = chosen_triples(lengths, many)
    needed = {number for triple in chosen for number in triple}
    rows_by_number = {number: row for number, row in enumerate(rows) if number in needed}
    for triple in chosen:
        yield tuple(rows_by_number[number] for number in triple)


def _joined(parts: Sequence[CogsRow], form: str, category: str = "concat") -> ParsingRow:
    return ParsingRow(" ".join(joined_words(parts)), form, category)


def _preposed(job: TransformJob) -> Iterator[ParsingRow]:
    rng = plain_stream(job.seed)
    return map(_printed, with_preposing(job.rows, rng) if job.training else job.rows)


def _sprinkled(
    job: TransformJob, label: Callable[[str], str]
) -> Callable[[random.Random], Iterator[CogsRow]]:
    """Returns a function that yields the training rows with phrases in front and with fillers.

    Fillers are drawn after the phrases of all rows, so these are drawn once beforehand. The function sets the
    state of its generator to that after them; afterwards the generator goes on from the last filler.

    Args:
        label: gives the category of a row with fillers from the one before.
    """
    rng = plain_stream(job.seed)
    for _ in with_preposing(job.rows, rng):
        pass
    after_phrases = rng.getstate()

    def rows(rng: random.Random) -> Iterator[CogsRow]:
        rng.setstate(after_phrases)
        return with_fillers(with_preposing(job.rows, plain_stream(job.seed)), rng, label)

    return rows


def _preposed_and_sprinkled(job: TransformJob) -> Iterator[ParsingRow]:
    rows = _sprinkled(job, lambda _: "sprinkle")(plain_stream(job.seed)) if job.training else job.rows
    return map(_printed, rows)


def _participles(relation: str) -> Callable[[TransformJob], Iterator[ParsingRow]]:
    def rows(job: TransformJob) -> Iterator[ParsingRow]:
        if not job.training:
            return map(_printed, job.rows)
        rng, nouns = plain_stream(job.seed), nouns_of(job.rows)
        return map(_printed, with_participles(job.rows, rng, nouns, relation))

    return rows


def _recogs_pos(job: TransformJob) -> Iterator[ParsingRow]:
    def converted(row: CogsRow) -> ParsingRow:
        return ParsingRow(row.sentence, RECOGS_POS.print(recogs_of(row.words, row.form)), row.category)

    def training_rows() -> Iterator[ParsingRow]:
        base, lengths = _sprinkled(job, _sprinkled_too), array("q")
        for row in base(plain_stream(job.seed)):
            lengths.append(len(row.sentence))
            yield converted(row)
        for parts in _triples(base(plain_stream(job.seed)), lengths, job.triples(_CONCATENATIONS)):
            yield _joined(parts, RECOGS_POS.print(joined_recogs(parts)))

    return _distinct(training_rows()) if job.training else map(converted, job.rows)


def _recogs(job: TransformJob) -> Iterator[ParsingRow]:
    rng = plain_stream(job.seed)

    def converted(rows: Iterable[CogsRow]) -> Iterator[ParsingRow]:
        for row in rows:
            form = job.rows.converted(row, lambda parse: renumbered(recogs_of(parse.words, parse.form), rng))
            if form is not None:
                yield ParsingRow(row.sentence, RECOGS.print(form), row.category)

    def training_rows() -> Iterator[ParsingRow]:
        base = _sprinkled(job, _sprinkled_too)
        lengths = array("q", [len(row.sentence) for row in base(rng)])
        for _ in range(_COPIES):
            yield from converted(base(plain_stream(job.seed)))
        chosen = list(_triples(base(plain_stream(job.seed)), lengths, job.triples(_CONCATENATIONS)))
        for _ in range(_COPIES):
            for parts in chosen:
                form = RECOGS.print(renumbered_together([*map(recogs_form, parts)], rng))
                yield _joined(parts, form, "length_ood")

    return _distinct(training_rows()) if job.training else converted(job.rows)


def _sprinkled_too(category: str) -> str:
    return f"{category}+sprinkle"


def _distinct(rows: Iterable[ParsingRow]) -> Iterator[ParsingRow]:
    """Yields each row the first time that it comes; 8 bytes of each are held in memory."""
    marks: set[bytes] = set()
    for row in rows:
        mark = digest_of(row.text())[:8]
        if mark not in marks:
            marks.add(mark)
            yield row


TRANSFORMS: Final[Mapping[str, Transform]] = MappingProxyType(
    {
        "rm-x": Transform("without `x _`", _without(RM_X)),
        "rm-x-p": Transform("without `x _` and brackets", _without(RM_X_P)),
        "rm-x-pc": Transform("without `x _`, brackets and commas", _without(RM_X_PC)),
        **{
            f"concat-{many}": Transform(f"and {many:,} rows of three sentences each", _concatenated(many))
            for many in (256, 512, 1024, 2048, 3072)
        },
        "preposing": Transform("5 % of rows with a prepositional phrase begin with it", _preposed),
        "preposing-sprinkles": Transform("also, 5 % of all rows with `um`", _preposed_and_sprinkled),
        "participle": Transform("15 % of rows with `painting the boat`", _participles("acl")),
        "participle-easy": Transform("the same, written as a phrase", _participles("nmod")),
        "recogs-pos": Transform("ReCOGS with places as variables", _recogs_pos),
        "recogs": Transform("ReCOGS: variables drawn", _recogs),
        "variable-free": Transform("trees without variables", _variable_free),
    }
)
"""By name, as `--to` takes it. Changes that are made to training rows alone leave the other splits
unchanged. All have the published bytes where bytes were published, but for participles and ReCOGS.
"""


@frozen
class Transformed:
    """What was written and what was left out."""

    rows: int
    """The number of rows written."""
    categories: Mapping[str, int]
    """Rows by category."""
    skipped: Mapping[int, str]
    """By line, what is wrong with each row left out: the first hundred; of the others, the line alone."""


def transform_file(job: TransformJob, target: Path, to: str, *, force: bool = False) -> Transformed:
    """Writes the rows of a file, transformed, to `target`.

    The rows stream; only those that a concatenation needs are held in memory.

    Args:
        to: the name of a transformation.
        force: whether an existing `target` is replaced.

    Raises:
        UsageError: a wrong call, or a file with too few rows for the concatenations.
        FindingsError: a row cannot be read or transformed, unless `skip_bad` is set; nothing is written.
    """
    if to not in TRANSFORMS:
        raise UsageError("there is no such transformation", **not_among(to, TRANSFORMS))
    if job.split not in SPLITS:
        raise UsageError("there is no such split", **not_among(job.split, SPLITS))
    if job.concatenations is not None and job.concatenations < 0:
        raise UsageError("the number of concatenations is out of range", got=str(job.concatenations))
    if not job.source.is_file():
        raise UsageError("there is no such file", got=str(job.source), expected="a file of COGS, in tabs")
    check_target(target, force=force)
    categories: Counter[str] = Counter()
    try:
        with writing_whole(target) as file:
            for row in TRANSFORMS[to].rows(job):
                file.write(row.text())
                categories[row.category] += 1
    except MismatchError as error:
        raise UsageError(
            f"{to} cannot be made of this file",
            got=error.got,
            expected=error.expected,
            fix="give a number that the file has rows for: --concatenations INT",
        ) from error
    return Transformed(categories.total(), dict(categories), dict(job.rows.skipped))
