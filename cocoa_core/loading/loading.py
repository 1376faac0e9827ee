"""Loads a domain: finds it, reads its files and checks them. No code of a domain runs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cocoa_core.domain import Bundles, Domain, Inert, Rule, Schema
from cocoa_core.errors import DomainError, Finding
from cocoa_core.loading.bundle import bundles_of
from cocoa_core.loading.discovery import DiscoveredDomain, find_domain
from cocoa_core.loading.files.catalogue import catalogue_of
from cocoa_core.loading.files.catalogue_tables import CATALOGUE_FILES, open_table
from cocoa_core.loading.files.derived import KnowledgeTables
from cocoa_core.loading.files.folder_files import (
    BUNDLE,
    RULES,
    SCHEMA,
    digest_of_all,
    digests_of,
    readable_files,
    shown_path,
)
from cocoa_core.loading.mistakes import Mistakes
from cocoa_core.loading.rules import ReadRules, rules_of
from cocoa_core.loading.schema import ReadSchema, read_schema, schema_of
from cocoa_core.loading.yaml import Node, read_yaml


def load_domain(name_or_path: str | Path) -> Domain:
    """Loads the domain of this name or at this path, with every file checked.

    `notes` of the domain says what the user should know: over which other domains it takes precedence, and
    whether it calls itself by another name.

    Raises:
        UsageError: there is no such domain.
        DomainError: its files have mistakes. `findings` has each with file, line and column, in the order of
            the files and of the positions in them; `__notes__` has the notes.
    """
    located = find_domain(name_or_path)
    domain, _, mistakes = read_whole(located)
    if domain is not None:
        return domain
    error = DomainError.of(*mistakes)
    for note in located.notes:
        error.add_note(note)
    raise error


def read_whole(located: DiscoveredDomain) -> tuple[Domain | None, ReadSchema, tuple[Finding, ...]]:
    """Reads all files of a domain.

    Returns:
        The domain, what can be read of its schema, and every mistake in its files. With a mistake the domain
            is None. What refers to something with a mistake is not checked.
    """
    root = located.folder.resolve()
    files, refused = readable_files(root)
    wrong = [mistake.finding for mistake in refused]
    read, read_rules = _definition(files, root, wrong)
    bundles = _bundles(files, root, read, read_rules, wrong)
    name = next((name for name in CATALOGUE_FILES if name in files), "")
    file = shown_path(root / name)
    mistakes = Mistakes(file)
    if name and read.schema is not None:
        catalogue = catalogue_of(name, files[name], file, read.schema, mistakes, read.invalid_slots)
    elif name:
        with mistakes.collecting():  # nothing is known of its columns
            for _ in open_table(name, files[name], file).rows:
                pass
    wrong += mistakes.in_order()
    if wrong or read.schema is None:
        return None, read, tuple(wrong)
    digests = digests_of(files)
    domain = Domain(
        schema=read.schema,
        rules=read_rules.rules,
        catalogue=catalogue,
        digest=digest_of_all(digests),
        digests=digests,
        folder=root,
        files={path: data for path, data in files.items() if path != name},
        notes=_notes(located, read.schema),
        inert=read_rules.inert,
        bundles=bundles,
    )
    return domain, read, ()


def read_definition(files: Mapping[str, bytes], folder: Path) -> tuple[Schema, tuple[Rule, ...], Inert]:
    """Returns the schema, rules and inert texts in the bytes of schema.yaml, rules.yaml and tables.

    Args:
        files: the bytes by path in the folder.
        folder: the folder that messages name.

    Raises:
        DomainError: the files have mistakes; it holds all of them.
    """
    wrong: list[Finding] = []
    read, rules = _definition(files, folder, wrong)
    if wrong or read.schema is None:
        raise DomainError.of(*wrong)
    return read.schema, rules.rules, rules.inert


def schema_among(files: Mapping[str, bytes], folder: Path) -> Schema:
    """Returns the schema in the bytes of schema.yaml and tables.

    Args:
        files: the bytes by path in the folder.
        folder: the folder that messages name.

    Raises:
        DomainError: the files have mistakes; it holds all of them.
    """
    root = read_yaml(files[SCHEMA], shown_path(folder / SCHEMA))
    return read_schema(root, KnowledgeTables(files, folder))


def _definition(
    files: Mapping[str, bytes], folder: Path, wrong: list[Finding]
) -> tuple[ReadSchema, ReadRules]:
    """Reads as much of schema and rules as it can, and adds mistakes to `wrong`."""
    lost_tables = any("tables" in Path(finding.place.file).parts for finding in wrong)
    schema_root, rules_root = (_tree(files, folder, name, wrong) for name in (SCHEMA, RULES))
    read, rules = ReadSchema(None), ReadRules()
    if schema_root is not None:
        mistakes = Mistakes(schema_root.place.file)
        read = schema_of(schema_root, KnowledgeTables(files, folder, lost_tables), mistakes)
        wrong += mistakes.in_order()
    if rules_root is not None and read.schema is not None:
        mistakes = Mistakes(rules_root.place.file)
        rules = rules_of(rules_root, read, read.schema, mistakes)
        wrong += mistakes.in_order()
    return read, rules


def _bundles(
    files: Mapping[str, bytes], folder: Path, read: ReadSchema, rules: ReadRules, wrong: list[Finding]
) -> Bundles | None:
    """Reads bundle.yaml, and adds mistakes to `wrong`; None where it is missing or cannot be read."""
    sound = not wrong
    root = _tree(files, folder, BUNDLE, wrong)
    if root is None:
        return None
    mistakes = Mistakes(root.place.file)
    result = bundles_of(root, read, rules.rules if sound else (), mistakes)
    wrong += mistakes.in_order()
    return result


def _tree(files: Mapping[str, bytes], folder: Path, name: str, wrong: list[Finding]) -> Node | None:
    """Returns the root node of a file; None where it is missing or is no YAML, which is added to `wrong`."""
    if name not in files:
        return None
    try:
        return read_yaml(files[name], shown_path(folder / name))
    except DomainError as mistake:
        wrong.append(mistake.finding)
        return None


def _notes(located: DiscoveredDomain, schema: Schema) -> tuple[str, ...]:
    if located.origin == "path" or schema.name == located.name:
        return located.notes
    found_as = f"the domain found as {located.name!r} in {located.location}"
    return (*located.notes, f"{found_as} calls itself {schema.name!r}")
