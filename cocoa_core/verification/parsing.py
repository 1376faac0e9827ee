"""Checks the items of the parsing family: each sentence is read again, and its form written again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, Final

from attrs import field, frozen

from cocoa_core.errors import FindingsError, Place
from cocoa_core.independent import (
    FORM_NOTATIONS,
    RESTORE,
    Meaning,
    cases_of,
    id_of,
    lone_word_form,
    meanings,
    read_regular,
    same_form,
    written_form,
)
from cocoa_core.lexicon import DEPTH_CASES, NAMES, PLACE_CASES, SAMPLES, WORD_CASES
from cocoa_core.verification.across_records import fingerprint
from cocoa_core.verification.checker import Checker, ComparedEntry, ManifestFacts, settings_text
from cocoa_core.verification.report import Flaw, unequal
from cocoa_core.verification.shapes import RecordShape, Signed

_FAMILY: Final = "parsing"
_TEXTS: Final = ("id", "family", "ask", "variant", "key", "sentence", "notation", "category", "form")
_SHAPE: Final = RecordShape(
    {
        **dict.fromkeys(_TEXTS, str),
        "groups": {...: str},
        "provenance": {
            "seed": Signed,
            "index": int,
            "attempt": int,
            "settings": {"notation": str, "hold_out": [str], "variants": [str], "split": object},
            "side": (str, None),
            "rejections": {...: int},
            "version": str,
            "canary": str,
        },
    }
)
_CASES: Final = frozenset((*WORD_CASES, *PLACE_CASES, *DEPTH_CASES))
_REASONS: Final = frozenset(
    ("a name twice", "several readings", "no reading", "another reading", "another case")
)
_INSIDE, _ALONE, _GEN, _TRAIN = "in_distribution", "primitive", "gen", "train"
_LONGEST: Final = 20_000
_GEN_FILE: Final = "gen.tsv"
_MOST_BYTES: Final = 200_000_000
"""The largest file of rows that is read."""


@frozen
class ParsingChecker(Checker):
    """Checks items of the family "parsing", by the record and the verifier's own grammar and words."""

    name: ClassVar[str] = _FAMILY
    shortest: ClassVar[int] = 300

    def flaws(self, record: Any, run: ManifestFacts | None = None) -> list[Flaw]:
        """Returns everything that is wrong with a record. One of another shape is checked no further."""
        return list(_shape_flaws(record)) or list(self.content_flaws(record, run))

    def content_flaws(self, record: Mapping[str, Any], run: ManifestFacts | None) -> Iterator[Flaw]:
        """Finds what is wrong with a record that has the right shape."""
        settings, variant = record["provenance"]["settings"], record["variant"]
        yield from unequal("ask", "there is no such ask", record["ask"], "form")
        notation = settings["notation"] if variant in ("plain", "reordered") else variant
        if record["notation"] != notation or notation not in FORM_NOTATIONS:
            yield Flaw("settings", "the notation is not that of the variant", record["notation"], notation)
            return
        yield from _id_flaws(record, run)
        words = record["sentence"].split(" ")
        if len(words) == 1:
            yield from _lone_word_flaws(record, words[0], settings)
            return
        readings = meanings(words)
        if len(readings) != 1:
            got = f"{len(readings)} readings" if readings else "no sentence of the grammar"
            yield Flaw("sentence", "the sentence does not have one reading", got, "one")
            return
        names = [word for word in words if word in NAMES]
        if len(names) != len(set(names)):
            yield Flaw("sentence", "a name stands twice", ", ".join(names), "each once")
        yield from _form_flaws(record, readings[0], words)
        yield from _case_flaws(record, readings[0], settings)

    def entry(self, record: Mapping[str, Any]) -> ComparedEntry:
        """Returns what is compared: sentences with variants asked once, sentences on one side only."""
        provenance = record["provenance"]
        return ComparedEntry(
            index=provenance["index"],
            number=_variants(provenance["settings"]).index(record["variant"]),
            attempt=provenance["attempt"],
            cell=record["category"][:100],
            counted={name: (record[name][:100],) for name in ("ask", "category", "notation", "variant")},
            rejections=dict(provenance["rejections"]),
            asked=fingerprint(record["sentence"], record["variant"]),
            shared=fingerprint(record["sentence"]),
        )


def _shape_flaws(record: Any) -> Iterator[Flaw]:
    flaws = _SHAPE.flaws(record)
    if flaws:
        yield from flaws
        return
    for name in _TEXTS:
        if not 0 < len(record[name]) <= _LONGEST:
            got = f"{len(record[name]):,} characters"
            yield Flaw("type", f"{name} has another type", got, f"1 to {_LONGEST:,}")
    variants, rejections = _variants(record["provenance"]["settings"]), record["provenance"]["rejections"]
    if record["variant"] not in variants:
        yield Flaw("type", "variant is none of the settings", record["variant"], ", ".join(variants))
    if 0 in rejections.values() or not rejections.keys() <= _REASONS:
        yield Flaw("type", "provenance.rejections has another type", repr(rejections)[:100])


def _variants(settings: Mapping[str, Any]) -> list[str]:
    return ["plain", *settings["variants"]]


def _id_flaws(record: Mapping[str, Any], run: ManifestFacts | None) -> Iterator[Flaw]:
    """Finds an id, of the item or its group, that is not the hash of what the item is a function of."""
    provenance = record["provenance"]
    if run is None:
        return
    number = _variants(provenance["settings"]).index(record["variant"])
    expected = _id(run, provenance, number)
    yield from unequal("id", "the id is another", record["id"], expected)
    group = {"meaning": _id(run, provenance, 0)} if provenance["settings"]["variants"] else {}
    yield from unequal("groups", "the group is another", record["groups"], group)


def _id(run: ManifestFacts, provenance: Mapping[str, Any], number: int) -> str:
    key = json.dumps(
        [_FAMILY, run.seed, settings_text(run.settings), provenance["index"], provenance["attempt"], number]
    )
    return hashlib.sha256(key.encode()).hexdigest()[:16]


def _lone_word_flaws(record: Mapping[str, Any], word: str, settings: Mapping[str, Any]) -> Iterator[Flaw]:
    expected = lone_word_form(word, record["notation"])
    form = lone_word_form(word, "cogs")
    if expected is None:
        yield Flaw("sentence", "the word is none that is seen alone", word)
        return
    for what, name, wanted in (("label", "key", expected), ("form", "form", form)):
        yield from unequal(what, f"the {name} is another", record[name], wanted)
    held_out = set(settings["hold_out"])
    unseen = [case for name, case in WORD_CASES.items() if name in held_out and not case.licensed]
    if word not in SAMPLES and not any(word in case.words for case in unseen):
        yield Flaw("held-out", "the word is not one that is seen alone", word)
    if record["category"] != _ALONE or record["provenance"]["side"] != _TRAIN:
        got = f"{record['category']} on the side {record['provenance']['side']}"
        yield Flaw("held-out", "a word alone is in another category or side", got, f"{_ALONE}, {_TRAIN}")


def _form_flaws(record: Mapping[str, Any], meaning: Meaning, words: list[str]) -> Iterator[Flaw]:
    form = written_form(meaning, words, "cogs")
    yield from unequal("form", "the form is another", record["form"], form)
    expected = written_form(meaning, words, record["notation"])
    if not same_form(record["key"], expected, record["notation"], record["variant"] == "reordered"):
        yield Flaw("label", "the key is not what the sentence means", record["key"], expected)


def _case_flaws(record: Mapping[str, Any], meaning: Meaning, settings: Mapping[str, Any]) -> Iterator[Flaw]:
    """Finds held-out cases in the wrong place: gen has its category alone, other sides have none."""
    held_out = frozenset(settings["hold_out"]) & _CASES
    broken, tested = cases_of(meaning)
    broken &= held_out
    category, side = record["category"], record["provenance"]["side"]
    if side != _GEN:
        yield from unequal("held-out", "the category is another", category, _INSIDE)
        if broken:
            problem = "a sentence outside of gen has what is held out"
            yield Flaw("held-out", problem, ", ".join(sorted(broken)), "nothing of it")
        return
    if category not in held_out:
        yield Flaw("held-out", "the category is none that is held out", category, ", ".join(sorted(held_out)))
    elif broken != {category} or category not in tested:
        problem = "the sentence does not test its category, or tests another"
        yield Flaw("held-out", problem, ", ".join(sorted(broken)) or "nothing held out", category)


def parsing_checker_of(folder: Path) -> ParsingChecker:
    """Returns the checker of a data set's items: by the file that it carries, or by the grammar.

    Raises:
        FindingsError: the file cannot be read.
    """
    path = folder / "domain" / _GEN_FILE
    if not path.exists():
        return ParsingChecker()
    try:
        text = read_regular(path, _MOST_BYTES, folder).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise FindingsError(
            "the rows of the data set cannot be read",
            got=str(error),
            expected="rows in tabs, in UTF-8",
            fix=RESTORE,
            place=Place(f"domain/{_GEN_FILE}"),
        ) from None
    rows: dict[str, set[tuple[str, ...]]] = {}
    for line in text.split("\n"):
        sentence, *others = line.removesuffix("\r").split("\t")
        rows.setdefault(sentence, set()).add(tuple(others))
    return FileRowChecker(rows)


@frozen(eq=False)
class FileRowChecker(ParsingChecker):
    """Checks items against the rows of `gen.tsv`. What a form means is not checked: the file says it."""

    rows: Mapping[str, set[tuple[str, ...]]] = field(repr=False)
    """The form and category of each row, by sentence."""

    parts: ClassVar[Mapping[str, str]] = {"train": "train.tsv", "gen": _GEN_FILE}

    def content_flaws(self, record: Mapping[str, Any], run: ManifestFacts | None) -> Iterator[Flaw]:
        """Finds what is wrong with a record that has the right shape."""
        provenance = record["provenance"]
        settings = provenance["settings"]
        notation = settings["notation"]
        asked = record["ask"], record["variant"], record["notation"]
        stated = (*asked, settings["hold_out"], provenance["side"])
        expected: tuple[Any, ...] = ("form", "plain", notation, [], None)
        if stated != expected or settings["variants"] or settings["split"] or notation not in FORM_NOTATIONS:
            yield Flaw("settings", "a row of a file is asked in another way", stated, expected)
        if record["groups"] or provenance["rejections"]:
            yield Flaw("groups", "a row of a file has no group and no refused draws")
        rows = self.rows.get(record["sentence"], set())
        if not rows:
            yield Flaw("sentence", f"the sentence is not in {_GEN_FILE}", record["sentence"])
        elif (record["key"], record["category"]) not in rows:
            got = f"{record['key']}, {record['category']}"
            yield Flaw("label", f"{_GEN_FILE} has another form or category", got, sorted(rows)[0])
        yield from unequal("form", "the form is another", record["form"], record["key"])
        if run is not None:
            parts = (str(run.digest), settings_text(run.settings), run.seed, provenance["index"])
            yield from unequal("id", "the id is another", record["id"], id_of(_FAMILY, *parts))
