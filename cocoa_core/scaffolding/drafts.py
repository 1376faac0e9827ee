"""Represents a domain that is not written yet: as plain data, as the texts of its files, and loaded.

The starter is a small one, written beforehand: a few attributes that fit any noun, and thirty made-up rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

from cocoa_core.domain import Domain
from cocoa_core.english import plural
from cocoa_core.errors import UsageError
from cocoa_core.importing import IMPORT, ColumnReport, checked_name, checked_phrase, fitting_phrase, noun_of
from cocoa_core.lexicon import CURRENCIES
from cocoa_core.loading import digest_of_all, digests_of, read_catalogue, read_definition
from cocoa_core.suggestions import did_you_mean, listed, quoted

ORDERED = ("less", "at_most", "more", "at_least")
"""The tests of slots whose values have an order."""

Say = Mapping[str, Any]
"""A wording, as the key `say` of rules.yaml lists it."""


@frozen
class DraftSlot:
    """A slot of a schema.yaml."""

    name: str
    settings: Mapping[str, object]
    """Plain data as the file has it, keys in writing order."""
    comment: str = ""


@frozen
class DraftRule:
    """An entry of a rules.yaml."""

    slot: str
    settings: Mapping[str, object]
    """The id, tests, draw, wordings and so on, in writing order."""


@frozen
class DomainDraft:
    """A domain as plain data."""

    name: str
    noun: str
    description: str
    group_by: tuple[str, ...]
    request: tuple[object, ...]
    """The opening of requests; empty where the domain has none of its own."""
    slots: tuple[DraftSlot, ...]
    rules: tuple[DraftRule, ...]
    rows: tuple[tuple[str, ...], ...] = field(repr=False)
    """The id and the canonical text of each cell."""
    origin: str
    """A paragraph that says where the rows come from."""
    notes: tuple[str, ...] = ()
    """What was guessed and what could not be, one sentence each."""
    openings: tuple[str, ...] = ()
    """First sentences of requests."""
    axioms: tuple[Mapping[str, Any], ...] = ()
    """Conditions that hold of every row."""
    columns: tuple[ColumnReport, ...] = ()
    """What became of each column of the table."""
    imported: str = ""
    """The text of import.yaml; empty where no table was read."""
    pronoun: str = "it"
    """How requests refer to an option."""
    speech: str = "wishes"
    """A key of `SPEECHES`: "wishes", "offers" or "facts"."""
    to_check: tuple[str, ...] = ()
    """Sentences on what to look at first, the most doubtful first."""

    @property
    def header(self) -> tuple[str, ...]:
        """The columns of `rows`."""
        return ("id", *(slot.name for slot in self.slots))


@frozen
class TablePart:
    """Which part of a file becomes a domain."""

    at: str = ""
    """The keys to the records of a JSON file, or the name of a sheet; empty for the default."""
    table: str = ""
    """The name of a database's table that the file is a copy of, which says what a row is; may be empty."""
    rows: int = 2000
    """The most rows to take; of more a sample is taken that depends on the seed only."""
    seed: int = 0


@frozen
class NewDomain:
    """The texts and notes that `write_domain` writes."""

    name: str
    noun: str
    origin: str
    """As in a draft."""
    texts: Mapping[str, str] = field(repr=False)
    """schema.yaml, rules.yaml, catalogue.csv, and bundle.yaml and import.yaml where there are such."""
    notes: tuple[str, ...] = ()
    """As in a draft."""
    columns: tuple[ColumnReport, ...] = ()
    """As in a draft."""
    to_check: tuple[str, ...] = ()
    """As in a draft."""


def loaded(texts: Mapping[str, str]) -> Domain:
    """Returns the domain of these files, every cell checked.

    Raises:
        DomainError: the files have a mistake.
    """
    data = {name: text.encode("utf-8") for name, text in texts.items() if name != IMPORT}
    schema, rules, inert = read_definition(data, Path())
    catalogue = read_catalogue("catalogue.csv", data["catalogue.csv"], "catalogue.csv", schema)
    digests = digests_of(data)
    return Domain(schema, rules, catalogue, digest_of_all(digests), digests, Path(), data, inert=inert)


def say(*wordings: str | Mapping[str, Any]) -> tuple[Say, ...]:
    """Returns wordings; a text gives the parts of one in this order: "subject | verb | before | after".

    An empty part is left out; a text without "|" is a verb. "they" before the subject makes it plural, and
    "person/people" at the end is the noun of a count.
    """
    return tuple(
        _wording(wording.split("|")) if isinstance(wording, str) else dict(wording) for wording in wordings
    )


def _wording(parts: list[str]) -> Say:
    if len(parts) == 1:
        return {"verb": parts[0].strip()}
    subject, verb, before, after = (part.strip() for part in (*parts, *[""] * (4 - len(parts))))
    named = {
        "subject": subject.removeprefix("they "),
        "plural": subject.startswith("they "),
        "verb": verb,
        "before": before,
        "after": after,
    }
    one, counted, many = after.partition("/")
    noun = {"after": "", "noun": {"one": one, "many": many}} if counted else {}
    return {key: value for key, value in {**named, **noun}.items() if value}


LONGEST_NOUN: Final = 40


def starter_domain(name: str, noun: str | None = None, currency: str = "USD") -> NewDomain:
    """Returns the starter's texts under a name; the same arguments give the same texts.

    Args:
        name: the domain's name, which is also its folder's.
        noun: the singular noun for an option; None for the singular of the name.
        currency: the code of the currency of prices.

    Raises:
        UsageError: the name, the noun or the currency cannot be used.
    """
    name = checked_name(name)
    usual = fitting_phrase(noun_of(name), LONGEST_NOUN) or "option"
    called = checked_phrase(noun, "what an option is called", LONGEST_NOUN) if noun else usual
    words = {"name": name, "noun": called, "nouns": plural(called), "currency": checked_currency(currency)}
    return NewDomain(
        name=name,
        noun=called,
        origin=(
            f"**The rows are made up.** No {called} in `catalogue.csv` exists; their ids begin with"
            f" `example-`. To ask about real {words['nouns']}, replace them by rows of your own."
        ),
        texts={file: _filled(file, words) for file in ("schema.yaml", "rules.yaml", "catalogue.csv")},
    )


def checked_currency(text: str) -> str:
    """Returns the code of a currency that cocoa knows, in capitals.

    Raises:
        UsageError: there is no such currency.
    """
    currency = text.strip().upper()
    if currency not in CURRENCIES:
        raise UsageError(
            f"there is no currency {quoted(text)}",
            expected=f"one of {listed(CURRENCIES)}",
            fix=did_you_mean(currency, CURRENCIES),
        )
    return currency


def _filled(file: str, words: dict[str, str]) -> str:
    text = files("cocoa_core.scaffolding").joinpath("starter", file).read_text(encoding="utf-8")
    for word, value in words.items():
        text = text.replace(f"@{word}@", value)
    return text
