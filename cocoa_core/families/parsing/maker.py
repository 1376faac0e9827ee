"""Makes the items of a run: draws sentences, proves each with the parser, writes every notation.

Or asks about the rows of files: `train.tsv` has what is shown before a question, `gen.tsv` what is asked.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter, defaultdict
from hashlib import sha256
from pathlib import Path
from typing import Final

from attrs import evolve, field, frozen

from cocoa_core.errors import MismatchError, SettingsError, UsageError
from cocoa_core.families.parsing.forms import COGS, Form, LinearText
from cocoa_core.families.parsing.grammar import Drawn, draw_primitive, draw_sentence, draw_tested
from cocoa_core.families.parsing.notations import NOTATIONS
from cocoa_core.families.parsing.record import ASK, IN_DISTRIBUTION, PARSING, PLAIN, ParsingItem
from cocoa_core.families.parsing.rows import PRIMITIVE, ParsingRow, RowFile, no_form
from cocoa_core.families.parsing.settings import GEN, REORDERED, TRAIN, ParsingSettings
from cocoa_core.independent import Fact, cases_of, meanings
from cocoa_core.items import ItemSource, Provenance
from cocoa_core.lexicon import NAMES
from cocoa_core.seeds import digest_of, seed_of, stream
from cocoa_core.version import __version__

_WHOLE: Final = 10_000
_STEP: Final = 3_819
"""Coprime to 10,000 and near its golden section: neighbouring indices are spread over the sides."""
_ALONE: Final = 0.02
"""The share of single words among the training items of runs that hold something out."""
_TRIES: Final = 200
"""Draws for one item before the run gives up."""


def facts_of(form: Form) -> Counter[Fact]:
    """Returns the facts that a form states, in the parser's representation."""
    facts: Counter[Fact] = Counter()
    for conjunct in (*form.nouns, *form.body):
        predicate, *relation = conjunct.path
        kind = "the" if conjunct.definite else ("a", "role", "mod")[len(relation)]
        filler = conjunct.args[1] if relation else None
        facts[kind, predicate, " ".join(relation), conjunct.variable, filler] += 1
    return facts


def item_id(seed: int, settings: str, index: int, attempt: int, number: int) -> str:
    """Returns the id of an item: 16 hexadecimal digits.

    Args:
        settings: the canonical line of the settings.
        number: the position of the item among those of its index.
    """
    key = json.dumps([PARSING, seed, settings, index, attempt, number])
    return hashlib.sha256(key.encode()).hexdigest()[:16]


@frozen
class ParsingMaker:
    """Makes the items of a run."""

    settings: ParsingSettings
    seed: int

    def items(self, index: int, attempt: int = 0) -> tuple[ParsingItem, ...]:
        """Returns the sentence of an index in all variants asked for, the plain one first."""
        settings = self.settings
        rng = stream(PARSING, self.seed, settings.text, index, attempt)
        side, category = self._place(index, rng)
        drawn, rejections = self._drawn(category, rng)
        ids = [
            item_id(self.seed, settings.text, index, attempt, number)
            for number in range(settings.most_an_index)
        ]
        provenance = Provenance(
            seed=self.seed,
            index=index,
            attempt=attempt,
            settings=settings.to_json(),
            side=side,
            rejections=dict(rejections),
            version=__version__,
        )
        items = []
        for name, variant in zip(ids, (PLAIN, *settings.variants), strict=True):
            notation = settings.notation if variant in (PLAIN, REORDERED) else variant
            form = _reordered(drawn.form, rng) if variant == REORDERED else drawn.form
            items.append(
                ParsingItem(
                    id=name,
                    family=PARSING,
                    ask=ASK,
                    variant=variant,
                    groups={"meaning": ids[0]} if settings.variants else {},
                    key=NOTATIONS[notation].written(drawn.words, form, rng),
                    sentence=" ".join(drawn.words),
                    notation=notation,
                    category=category,
                    form=COGS.print(drawn.form),
                    provenance=provenance,
                )
            )
        return tuple(items)

    def _place(self, index: int, rng: random.Random) -> tuple[str | None, str]:
        """Returns the side and the category of an index.

        In every 10,000 indices each side has its share, and each case an equal part of gen.
        """
        offset = seed_of("side", self.seed, self.settings.text) % _WHOLE
        remaining = (index + offset) * _STEP % _WHOLE
        for side, share in self.settings.split:
            if remaining < share:
                if side == GEN:
                    return side, self.settings.held_out[remaining * len(self.settings.held_out) // share]
                single_word = side == TRAIN and self.settings.held_out and rng.random() < _ALONE
                return side, PRIMITIVE if single_word else IN_DISTRIBUTION
            remaining -= share
        return None, IN_DISTRIBUTION

    def _drawn(self, category: str, rng: random.Random) -> tuple[Drawn, Counter[str]]:
        held_out = frozenset(self.settings.held_out)
        rejections: Counter[str] = Counter()
        for _ in range(_TRIES):
            if category == PRIMITIVE:
                return draw_primitive(held_out, rng), rejections
            inside = category == IN_DISTRIBUTION
            drawn = draw_sentence(held_out, rng) if inside else draw_tested(held_out, category, rng)
            reason = reason_against(drawn, held_out, None if inside else category)
            if reason is None:
                return drawn, rejections
            rejections[reason] += 1
        raise SettingsError(
            "no sentence could be drawn", got=f"{_TRIES} draws refused: {dict(rejections)}", expected="one"
        )


def reason_against(drawn: Drawn, held_out: frozenset[str], category: str | None) -> str | None:
    """Returns why a sentence is rejected.

    The parser has to read it in exactly one way, which is its form, and to find in it nothing that is held
    out but what the category tests.

    Args:
        category: the case that the sentence has to test; None if it is in distribution.

    Returns:
        None if the sentence is accepted.
    """
    names = [word for word in drawn.words if word in NAMES]
    if len(names) != len(set(names)):
        return "a name twice"
    readings = meanings(drawn.words)
    if len(readings) != 1:
        return "several readings" if readings else "no reading"
    if not isinstance(drawn.form, Form) or Counter(readings[0].facts) != facts_of(drawn.form):
        return "another reading"
    broken, tested = cases_of(readings[0])
    if broken & held_out != ({category} if category else set()) or (category and category not in tested):
        return "another case"
    return None


def _reordered(form: LinearText, rng: random.Random) -> LinearText:
    if not isinstance(form, Form):
        return form
    nouns, body = list(form.nouns), list(form.body)
    rng.shuffle(nouns)
    rng.shuffle(body)
    return evolve(form, nouns=tuple(nouns), body=tuple(body))


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
