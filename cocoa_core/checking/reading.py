"""A domain's folder, read whole: the domain where all is well, and otherwise every mistake in its files."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Set
from pathlib import Path, PurePath

from attrs import frozen

from cocoa_core.checking.findings import Finding, refusal
from cocoa_core.checking.mistakes import printed_mistakes, rules_mistakes, schema_mistakes
from cocoa_core.domain.discovery import find_domain
from cocoa_core.domain.domain import Domain
from cocoa_core.domain.knowledge.tables import KnowledgeTables
from cocoa_core.domain.loading import load_domain
from cocoa_core.domain.printed.declaration import PRINTED
from cocoa_core.domain.reading.catalogue import catalogue_mistakes
from cocoa_core.domain.reading.catalogue_tables import CATALOGUE_FILES, open_table
from cocoa_core.domain.reading.folder_files import RULES, SCHEMA, read_file, readable_files, shown_path
from cocoa_core.domain.reading.schema import read_schema
from cocoa_core.domain.schema import Schema
from cocoa_core.domain.yaml.nodes import Node
from cocoa_core.domain.yaml.source import read_yaml
from cocoa_core.domain.yaml.text import LARGEST_YAML
from cocoa_core.errors import DomainError

__all__ = ["Reading", "catalogue_name", "read_folder"]


@frozen(eq=False)
class Reading:
    """folder: where the domain is. domain: None where it cannot be loaded; then `findings` say why.

    Mistakes in printed.yaml are findings too, and nothing that keeps a domain from being loaded.
    """

    folder: Path
    domain: Domain | None
    findings: tuple[Finding, ...]


def read_folder(name_or_path: str | Path) -> Reading:
    """The domain of this name or at this path; UsageError where there is none, findings for mistakes in it.

    What `load_domain` refuses is always among the findings.
    """
    folder = find_domain(name_or_path).folder
    try:
        domain = load_domain(name_or_path)
        return Reading(folder, domain, tuple(_printed(folder, domain.schema, frozenset())))
    except DomainError as mistake:
        found = tuple(_mistakes(folder))
        if (mistake.problem, mistake.place) not in [(one.problem, one.place) for one in found]:
            found = (refusal(_code(mistake), mistake), *found)
        return Reading(folder, None, found)


def catalogue_name(folder: Path) -> str:
    """The name of the file that holds the catalogue."""
    present = (name for name in CATALOGUE_FILES if (folder / name).is_file())
    return next(present, next(iter(CATALOGUE_FILES)))


def _code(mistake: DomainError) -> str:
    name = Path(mistake.place.file).name if mistake.place else ""
    known = {
        SCHEMA: "schema",
        RULES: "rules",
        PRINTED: "printed",
        **dict.fromkeys(CATALOGUE_FILES, "catalogue"),
    }
    return f"{known.get(name, 'table' if name.endswith('.csv') else 'folder')}-refused"


def _mistakes(folder: Path) -> Iterator[Finding]:
    files, refused = readable_files(folder)
    yield from (refusal("folder-refused", one) for one in refused)
    lost = any(one.place and "tables" in PurePath(one.place.file).parts for one in refused)
    schema_root = yield from _tree(folder, files, SCHEMA)
    rules_root = yield from _tree(folder, files, RULES)
    name = next((name for name in CATALOGUE_FILES if name in files), None)
    tables = KnowledgeTables(files, folder)
    read = schema_mistakes(schema_root, lambda root: read_schema(root, tables)) if schema_root else None
    if read is None or read.schema is None:
        yield from _refusals(read.mistakes if read else ())
        if name is not None:
            yield from _table_mistakes(name, files[name], shown_path(folder / name))
        return
    yield from _refusals(
        one for one in read.mistakes if not (lost and one.problem.startswith("there is no table"))
    )
    yield from _printed(folder, read.schema, read.forgotten)
    if rules_root is not None:
        yield from _refusals(rules_mistakes(rules_root, read.schema, read.forgotten).mistakes)
    if name is not None:
        file = shown_path(folder / name)
        yield from _refusals(catalogue_mistakes(name, files[name], file, read.schema, read.forgotten))


def _printed(folder: Path, schema: Schema, forgotten: Set[str]) -> Iterator[Finding]:
    """What is wrong with printed.yaml, where there is one."""
    path = folder / PRINTED
    if not path.exists() and not path.is_symlink():
        return
    try:
        root = read_yaml(read_file(folder.resolve(), PRINTED, LARGEST_YAML), shown_path(path))
        yield from _refusals(printed_mistakes(root, schema, forgotten))
    except DomainError as mistake:
        yield refusal(_code(mistake), mistake)


def _refusals(mistakes: Iterable[DomainError]) -> Iterator[Finding]:
    return (refusal(_code(mistake), mistake) for mistake in mistakes)


def _tree(folder: Path, files: Mapping[str, bytes], name: str) -> Generator[Finding, None, Node | None]:
    """The tree of a file (as the value of the iterator), None where it is no YAML."""
    if name not in files:
        return None
    try:
        return read_yaml(files[name], shown_path(folder / name))
    except DomainError as mistake:
        yield refusal(_code(mistake), mistake)
        return None


def _table_mistakes(name: str, data: bytes, file: str) -> Iterator[Finding]:
    """What is wrong with the catalogue as a table, where nothing is known of its columns."""
    try:
        for _ in open_table(name, data, file).rows:
            pass
    except DomainError as mistake:
        yield refusal(_code(mistake), mistake)
