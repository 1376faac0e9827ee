"""What an import needs of a domain's folder: its schema and its printed.yaml, but no catalogue."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from cocoa_core.domain.knowledge.tables import KnowledgeTables
from cocoa_core.domain.printed.declaration import PRINTED, Declaration
from cocoa_core.domain.printed.declaration_reading import plain_declaration, read_declaration
from cocoa_core.domain.reading.folder_files import SCHEMA, read_file, readable_files, shown_path
from cocoa_core.domain.reading.schema import read_schema
from cocoa_core.domain.schema import Schema
from cocoa_core.domain.yaml.source import read_yaml
from cocoa_core.domain.yaml.text import LARGEST_YAML

__all__ = ["Definition", "read_printed_definition"]


@frozen
class Definition:
    """A schema, and how other systems' options are read for it.

    declared: whether the folder has a printed.yaml
    """

    schema: Schema
    declaration: Declaration
    declared: bool


def read_printed_definition(folder: Path) -> Definition:
    """The schema in a folder with its tables, and its printed.yaml or what stands in for one.

    The folder may lack rules and a catalogue, as one does whose first catalogue is yet to be imported.
    DomainError for a schema or a printed.yaml that cannot be used, and where there is no schema.
    """
    files, mistakes = readable_files(folder)
    if SCHEMA not in files:
        raise mistakes[0]
    schema = read_schema(
        read_yaml(files[SCHEMA], shown_path(folder / SCHEMA)), KnowledgeTables(files, folder)
    )
    path = folder / PRINTED
    if not path.exists() and not path.is_symlink():
        return Definition(schema, plain_declaration(schema), False)
    root = read_yaml(read_file(folder.resolve(), PRINTED, LARGEST_YAML), shown_path(path))
    return Definition(schema, read_declaration(root, schema), True)
