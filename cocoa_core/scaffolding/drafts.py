"""A domain that is not written yet: as plain data, as the texts of its files, as what they load to."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import field, frozen

from cocoa_core.domain import Domain
from cocoa_core.importing import IMPORT, ColumnReport
from cocoa_core.loading import digest_of_all, digests_of, read_catalogue, read_definition

__all__ = ["ORDERED", "Draft", "DraftRule", "DraftSlot", "NewDomain", "Say", "loaded", "say"]

ORDERED = ("less", "at_most", "more", "at_least")
"""The tests of what has an order."""

Say = Mapping[str, Any]
"""One wording, as the key `say` of rules.yaml lists it."""


@frozen
class DraftSlot:
    """One slot of a schema.yaml. `settings` is plain data as the file has it, keys in writing order."""

    name: str
    settings: Mapping[str, object]
    comment: str = ""


@frozen
class DraftRule:
    """One entry of a rules.yaml: `settings` holds id, tests, draw, say ... in writing order."""

    slot: str
    settings: Mapping[str, object]


@frozen
class Draft:
    """A domain as plain data.

    `rows` hold the id and the canonical cell text of each slot. `request` may be empty (no opening of its
    own). `origin` says in one paragraph where the rows come from; `notes` say what was guessed and what
    could not be, one sentence each. `openings` are first sentences of requests, `axioms` hold of every
    row. `columns` say what became of each column of a table, `imported` is the text of its import.yaml.
    `pronoun` is how requests call an option. `to_check` says what to look at first, the most doubtful first.
    """

    name: str
    noun: str
    description: str
    group_by: tuple[str, ...]
    request: tuple[object, ...]
    slots: tuple[DraftSlot, ...]
    rules: tuple[DraftRule, ...]
    rows: tuple[tuple[str, ...], ...] = field(repr=False)
    origin: str
    notes: tuple[str, ...] = ()
    openings: tuple[str, ...] = ()
    axioms: tuple[Mapping[str, Any], ...] = ()
    columns: tuple[ColumnReport, ...] = ()
    imported: str = ""
    pronoun: str = "it"
    to_check: tuple[str, ...] = ()

    @property
    def header(self) -> tuple[str, ...]:
        """The columns of `rows`."""
        return ("id", *(slot.name for slot in self.slots))


@frozen
class NewDomain:
    """What `write_domain` writes."""

    name: str
    noun: str
    origin: str
    texts: Mapping[str, str] = field(repr=False)
    """schema.yaml, rules.yaml and catalogue.csv, by name; bundle.yaml where one is proposed; import.yaml of a
    table.
    """
    notes: tuple[str, ...] = ()
    columns: tuple[ColumnReport, ...] = ()
    to_check: tuple[str, ...] = ()
    """`origin`, `notes`, `columns` and `to_check`: as of a draft."""


def loaded(texts: Mapping[str, str]) -> Domain:
    """Returns the domain of these files, every cell checked.

    Raises:
        DomainError: what is wrong in it.
    """
    data = {name: text.encode("utf-8") for name, text in texts.items() if name != IMPORT}
    schema, rules, inert = read_definition(data, Path())
    catalogue = read_catalogue("catalogue.csv", data["catalogue.csv"], "catalogue.csv", schema)
    digests = digests_of(data)
    return Domain(schema, rules, catalogue, digest_of_all(digests), digests, Path(), data, inert=inert)


def say(*wordings: str | Mapping[str, Any]) -> tuple[Say, ...]:
    """Wordings; a text is short for its parts by place: "subject | verb | before | after".

    An empty part is left out; a text without "|" is a verb. "they" before the subject makes it plural.
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
    return {key: value for key, value in named.items() if value}
