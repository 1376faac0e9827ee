"""Writes sentences as messages, and chooses the sentences with forms that stand before them as examples."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from cocoa_core.errors import FindingsError, MismatchError, Place, UsageError
from cocoa_core.families.parsing.forms import COGS, Form
from cocoa_core.families.parsing.record import PLAIN, ParsingItem
from cocoa_core.families.parsing.rows import ParsingRow, RowFile
from cocoa_core.families.parsing.settings import TRAIN, ParsingSettings
from cocoa_core.items import MANIFEST, Conversation, Prompting
from cocoa_core.loading import utf8_text
from cocoa_core.seeds import digest_of, stream
from cocoa_core.suggestions import not_among

if TYPE_CHECKING:
    from cocoa_core.items import Dataset

_EXAMPLES: Final = 8
_COMPARED: Final = 2_000
"""The most rows that are compared with a sentence; of more, those that have its rarest words. Choosing eight
rows of COGS takes 8 ms; among all 24,155 it took 167 ms.
"""
_BUILD: Final = re.compile(r"\b(?:agent|theme|recipient|ccomp|xcomp|nmod|acl|LAMBDA)\b|\*")
"""What a form is built of, in every notation."""


@frozen(slots=False, eq=False)
class ExampleRows:
    """Rows of training, in their order."""

    rows: Sequence[ParsingRow]

    def drawn(self, item: ParsingItem) -> list[ParsingRow]:
        """Returns up to eight rows, the same at every call."""
        others = [row for row in self.rows if row.sentence != item.sentence]
        return stream("examples", item.id).sample(others, min(_EXAMPLES, len(others)))

    def covering(self, item: ParsingItem) -> list[ParsingRow]:
        """Returns up to eight rows that share the most words with the sentence, the best last.

        They are chosen one after the other, each for the words that none before it has.
        """
        words = set(item.sentence.split())
        uncovered, chosen = set(words), list[ParsingRow]()
        pool = [
            (set(row.sentence.split()), row) for row in self._having(words) if row.sentence != item.sentence
        ]
        while len(chosen) < _EXAMPLES and pool:
            best = max(
                pool,
                key=lambda candidate: (
                    len(candidate[0] & uncovered),
                    len(candidate[0] & words),
                    -len(candidate[0]),
                ),
            )
            pool.remove(best)
            chosen.append(best[1])
            uncovered = (uncovered - best[0]) or set(words)
        return chosen[::-1]

    def matching(self, item: ParsingItem) -> list[ParsingRow]:
        """Returns up to eight rows whose forms have the same roles and modifiers as the item's, or the most
        alike, the best last; of equals those that share the most words with the sentence.
        """
        build, words = _build(item.key), set(item.sentence.split())
        chosen: list[ParsingRow] = []
        for other in sorted(self._by_build, key=lambda other: -_overlap(build, other)):
            alike = [row for row in self._by_build[other] if row.sentence != item.sentence]
            alike.sort(key=lambda row: -len(words & set(row.sentence.split())))
            chosen += alike[: _EXAMPLES - len(chosen)]
            if len(chosen) == _EXAMPLES:
                break
        return chosen[::-1]

    def _having(self, words: set[str]) -> Sequence[ParsingRow]:
        """Returns the rows to compare: all of a few; of many, those that have the rarest of these words."""
        if len(self.rows) <= _COMPARED:
            return self.rows
        chosen: dict[int, None] = {}
        for word in sorted(words, key=lambda word: (len(self._by_word.get(word, ())), word)):
            chosen |= dict.fromkeys(self._by_word.get(word, ())[: _COMPARED // len(words)])
        return [self.rows[number] for number in sorted(chosen)]

    @cached_property
    def _by_word(self) -> Mapping[str, Sequence[int]]:
        result: defaultdict[str, list[int]] = defaultdict(list)
        for number, row in enumerate(self.rows):
            for word in dict.fromkeys(row.sentence.split()):
                result[word].append(number)
        return result

    @cached_property
    def _by_build(self) -> Mapping[tuple[tuple[str, int], ...], Sequence[ParsingRow]]:
        result: defaultdict[tuple[tuple[str, int], ...], list[ParsingRow]] = defaultdict(list)
        for row in self.rows:
            result[_build(row.form)].append(row)
        return result


def _build(form: str) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(Counter(_BUILD.findall(form)).items()))


def _overlap(build: Sequence[tuple[str, int]], other: Sequence[tuple[str, int]]) -> float:
    first, second = Counter(dict(build)), Counter(dict(other))
    whole = (first | second).total()
    return (first & second).total() / whole if whole else 1.0


STRATEGIES: Final[Mapping[str, str]] = {
    "direct": "after eight other sentences with their forms, drawn",
    "covering": "after eight others that have as many of its words as can be",
    "matching": "after eight others whose forms are built most alike",
    "bare": "after an account of the notation alone",
}
_SEEN: Final = 2_000
"""The most training items that examples are taken from: the first of each variant. Of files all rows are: a
word may stand in one of them alone.
"""
_WRITTEN: Final = """{about}
{examples}
Write the logical form of this sentence in the same notation.

Sentence: {sentence}

End with a line `Answer: ` and the form, on one line."""
_ALIKE: Final = """The logical form of a sentence is written in a fixed notation."""
_COGS: Final = """Words are counted from 0. `* cat ( x _ 1 ) ;` stands in front for "the cat" at word 1, and
`cat ( x _ 1 )` in the body for "a cat"; a name stands for itself. A verb at word 2 has conjuncts such as
`see . agent ( x _ 2 , x _ 1 )` for each of its agent, theme, recipient, ccomp (a clause) and xcomp (an
infinitive); a phrase is `cat . nmod . on ( x _ 1 , x _ 4 )`, a relative clause
`cat . acl . that ( x _ 1 , x _ 3 )`. The conjuncts of the body are joined by AND."""
_RECOGS: Final = """`* cat ( 1 ) ;` stands for "the cat", `cat ( 1 ) ;` for "a cat", `Ava ( 0 ) ;` for a name,
each in front and with a number of its own{numbers}. Then, joined by AND, `see ( 2 )` for a verb, and
`agent ( 2 , 1 )` for each of its agent, theme, recipient, ccomp (a clause) and xcomp (an infinitive); a
phrase is `nmod . on ( 1 , 4 )`, a relative clause `acl . that ( 1 , 3 )`."""
ABOUT: Final[Mapping[str, str]] = {
    "cogs": _COGS,
    "rm-x": f"{_COGS}\nThe marks `x _` are left out.",
    "rm-x-p": f"{_COGS}\nThe marks `x _` and the brackets are left out.",
    "rm-x-pc": f"{_COGS}\nThe marks `x _`, the brackets and the commas are left out.",
    "recogs-pos": _RECOGS.replace("{numbers}", ", the place of its word, counted from 0"),
    "recogs": _RECOGS.replace("{numbers}", ", any you like"),
    "variable-free": """`see ( agent = * cat , theme = Ava )`: a verb with its agent, theme, recipient,
ccomp (a clause) and xcomp (an infinitive); `* cat` for "the cat", `cat` for "a cat". A phrase is
`cat ( nmod . on = mat )`, a relative clause `cat ( acl . that = see ( ... ) )`.""",
}


@frozen(eq=False)
class SentencePrompter:
    """Fills a template with a sentence and its examples."""

    how: Prompting
    template: str
    digest: str
    examples: Mapping[str, ExampleRows] = field(repr=False)
    """The rows that can stand before a question, by variant."""

    def conversation(self, item: ParsingItem) -> Conversation:
        shown = self._shown(item)
        lines = "".join(f"\nSentence: {example.sentence}\nAnswer: {example.form}\n" for example in shown)
        about = ABOUT[item.notation] if self.how.strategy == "bare" else _ALIKE
        text = self.template.replace("{about}", about).replace("{examples}", lines)
        return Conversation("", text.replace("{sentence}", item.sentence))

    def replies(self, item: ParsingItem) -> tuple[str, ...]:
        """Returns the right reply: the form, and before it, where reasons are wanted, each verb's roles."""
        answer = f"Answer: {item.key}"
        return (f"{_reasons(item)}\n\n{answer}" if self.how.explained else answer,)

    def _shown(self, item: ParsingItem) -> Sequence[ParsingRow]:
        if self.how.strategy == "bare":
            return ()
        examples = self.examples[item.variant]
        if self.how.strategy == "direct":
            return examples.drawn(item)
        return examples.covering(item) if self.how.strategy == "covering" else examples.matching(item)


def _reasons(item: ParsingItem) -> str:
    try:
        form = COGS.read(item.form)
    except MismatchError:  # of a file in another notation
        return "The form follows from the examples."
    if not isinstance(form, Form):
        return "The sentence is a word alone."
    words = item.sentence.split()
    roles = [conjunct for conjunct in form.body if len(conjunct.path) == 2]
    statements = (
        f"the {role.path[1]} of {words[role.variable]} is "
        f"{filler if isinstance(filler := role.args[1], str) else words[filler]}"
        for role in roles
    )
    return f"{', '.join(statements)}.".capitalize() if not roles else f"Here {', '.join(statements)}."


def prompter_of(dataset: Dataset, how: Prompting) -> SentencePrompter:
    """Returns the prompter of a data set.

    Examples come from its training side, or from the file `train.tsv` that it was made from; where there is
    neither, they are drawn, without anything that a case holds out.

    Raises:
        UsageError: the strategy is unknown, or the template is bad.
        FindingsError: the manifest has no settings of this family, or a row of the file cannot be read.
    """
    try:
        settings = ParsingSettings.read(dataset.manifest.settings)
    except ValueError as error:
        raise FindingsError(
            "the manifest has no settings of this family",
            got=str(error),
            expected="the manifest as it was written",
            fix="restore it from a copy, or generate the data set again",
            place=Place(str(dataset.folder / MANIFEST)),
        ) from error
    if dataset.manifest.domain is not None:
        rows = RowFile(dataset.folder / "domain" / f"{TRAIN}.tsv").whole()
        return _prompter(how, {PLAIN: rows}, [dataset.manifest.domain.digest])
    items = dataset.side(TRAIN) if TRAIN in dataset.sides else _drawn(settings.notation, settings.variants)
    return _prompter_of_items(how, settings, items)


def prompter_for(item: ParsingItem, how: Prompting) -> SentencePrompter:
    """Returns the prompter of one item; its examples are drawn, without anything that a case holds out.

    Raises:
        UsageError: the strategy is unknown, or the template is bad.
    """
    settings = ParsingSettings.read(item.provenance.settings)
    return _prompter_of_items(how, settings, _drawn(settings.notation, settings.variants))


def _prompter_of_items(
    how: Prompting, settings: ParsingSettings, seen: Iterable[ParsingItem]
) -> SentencePrompter:
    variants = [PLAIN, *settings.variants]
    rows: dict[str, list[ParsingRow]] = {variant: [] for variant in variants}
    marks: dict[str, list[str]] = {variant: [] for variant in variants}
    for item in islice(seen, 0 if how.strategy == "bare" else _SEEN * len(variants)):
        rows.setdefault(item.variant, []).append(ParsingRow(item.sentence, item.key, item.category))
        marks.setdefault(item.variant, []).append(item.id)
    return _prompter(how, rows, [mark for ids in marks.values() for mark in ids])


def _prompter(
    how: Prompting, rows: Mapping[str, Sequence[ParsingRow]], marks: Sequence[str]
) -> SentencePrompter:
    if how.strategy not in STRATEGIES:
        raise UsageError("there is no such strategy", **not_among(how.strategy, STRATEGIES, " or "))
    template = _WRITTEN if how.prompt is None else _template(how.prompt)
    digest = digest_of(how.strategy, template, str(ABOUT), *marks).hex()[:16]
    examples = {variant: ExampleRows(variant_rows) for variant, variant_rows in rows.items()}
    return SentencePrompter(how, template, digest, examples)


@lru_cache(maxsize=8)
def _drawn(notation: str, variants: tuple[str, ...]) -> tuple[ParsingItem, ...]:
    from cocoa_core.families.parsing.maker import ParsingMaker

    settings = {"notation": notation, "variants": list(variants), "hold-out": "all"}
    maker = ParsingMaker(ParsingSettings.of(settings), -1)
    every = (item for index in range(150) for item in maker.items(index))
    return tuple(item for item in every if item.provenance.side == TRAIN)


def _template(path: Path) -> str:
    text = utf8_text(path.read_bytes(), str(path))
    if "{sentence}" not in text:
        raise UsageError(
            "the template has no place for the sentence",
            got=str(path),
            expected="{sentence} in it; {examples} and {about} where there shall be some",
        )
    return text
