"""Loading a domain: found, read, checked. No code of a domain runs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cocoa_core.domain.digests import digest_of_all
from cocoa_core.domain.discovery import Found, find_domain
from cocoa_core.domain.domain import Domain
from cocoa_core.domain.knowledge.tables import KnowledgeTables
from cocoa_core.domain.reading.catalogue import read_catalogue
from cocoa_core.domain.reading.folder_files import RULES, SCHEMA, read_sources, shown_path
from cocoa_core.domain.reading.rules import read_rules
from cocoa_core.domain.reading.schema import read_schema
from cocoa_core.domain.rules import Rule
from cocoa_core.domain.schema import Schema
from cocoa_core.domain.yaml.source import read_yaml
from cocoa_core.errors import DomainError

__all__ = ["load_domain", "read_definition"]


def load_domain(name_or_path: str | Path) -> Domain:
    """The domain of this name or at this path, with every file checked.

    UsageError where there is none; DomainError with file, line and column for what is wrong in it.
    `notes` of the result says what the user should know: other domains that it comes before. A DomainError
    carries them too, as the notes of an exception (`__notes__`).
    """
    found = find_domain(name_or_path)
    try:
        return _loaded(found)
    except DomainError as error:
        for note in found.notes:
            error.add_note(note)
        raise


def _loaded(found: Found) -> Domain:
    sources = read_sources(found.folder)
    digests = sources.digests()
    schema, rules = read_definition(sources.files, sources.folder)
    catalogue = read_catalogue(
        sources.catalogue, sources.options, shown_path(sources.folder / sources.catalogue), schema
    )
    return Domain(
        schema=schema,
        rules=rules,
        catalogue=catalogue,
        digest=digest_of_all(digests),
        digests=digests,
        folder=sources.folder,
        files=dict(sources.files),
        notes=_notes(found, schema),
    )


def read_definition(files: Mapping[str, bytes], folder: Path) -> tuple[Schema, tuple[Rule, ...]]:
    """Schema and rules from the bytes of schema.yaml, rules.yaml and the tables that derived slots follow by.

    files: by their path in the folder; `folder` is what messages name.
    """
    tables = KnowledgeTables(files, folder)
    schema = read_schema(read_yaml(files[SCHEMA], shown_path(folder / SCHEMA)), tables)
    return schema, read_rules(read_yaml(files[RULES], shown_path(folder / RULES)), schema)


def _notes(found: Found, schema: Schema) -> tuple[str, ...]:
    if found.origin == "path" or schema.name == found.name:
        return found.notes
    here = f"{shown_path(found.folder)} ({found.origin})"
    return (*found.notes, f"the domain found as {found.name!r} in {here} calls itself {schema.name!r}")
