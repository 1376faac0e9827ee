"""Makes a Domain of a folder: safe YAML, the models of the files, discovery and digests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cocoa_core.lazy_exports import lazy

if TYPE_CHECKING:
    from cocoa_core.loading.discovery import DiscoveredDomain, find_domain, list_domains, shipped_folder
    from cocoa_core.loading.inert import opening_of
    from cocoa_core.loading.json_schema import (
        bundle_document,
        document,
        rules_document,
        schema_document,
    )
    from cocoa_core.loading.loading import load_domain, read_definition, read_whole, schema_among
    from cocoa_core.loading.mistakes import (
        InvalidDependencyError,
        Mistakes,
        RefusedError,
        TooManyMistakesError,
        refused,
        unexpected,
        unknown_word,
    )
    from cocoa_core.loading.models.base import Model, read_model, says
    from cocoa_core.loading.models.kinds import SLOT_KEYS
    from cocoa_core.loading.models.leaves import (
        FLAG,
        LONGEST_NAME,
        SLOT_SHAPE,
        Entries,
        Items,
        Kept,
        Leaf,
        Otherwise,
        choice,
        raw,
        text,
        whole_number,
    )
    from cocoa_core.loading.reading.catalogue import Completion, read_catalogue
    from cocoa_core.loading.reading.catalogue_tables import CATALOGUE_FILES, catalogue_text, open_table
    from cocoa_core.loading.reading.folder_files import (
        BUNDLE,
        LARGEST_CATALOGUE,
        RULES,
        SCHEMA,
        digest_of_all,
        digests_of,
        read_file,
        readable_files,
        shown_path,
    )
    from cocoa_core.loading.schema import MOST_SLOTS, read_schema
    from cocoa_core.loading.values import (
        DOMAIN_NAME,
        SLOT_NAME,
        choice_of,
        items_of,
        phrase_at,
        read_at,
        text_of,
    )
    from cocoa_core.loading.yaml.nodes import MappingEntry, MappingNode, Node, ScalarNode, SequenceNode
    from cocoa_core.loading.yaml.source import LARGEST_YAML, UNFIT, plain_value, read_yaml, utf8_text

__all__ = [
    "BUNDLE",
    "CATALOGUE_FILES",
    "DOMAIN_NAME",
    "FLAG",
    "LARGEST_CATALOGUE",
    "LARGEST_YAML",
    "LONGEST_NAME",
    "MOST_SLOTS",
    "RULES",
    "SCHEMA",
    "SLOT_KEYS",
    "SLOT_NAME",
    "SLOT_SHAPE",
    "UNFIT",
    "Completion",
    "DiscoveredDomain",
    "Entries",
    "InvalidDependencyError",
    "Items",
    "Kept",
    "Leaf",
    "MappingEntry",
    "MappingNode",
    "Mistakes",
    "Model",
    "Node",
    "Otherwise",
    "RefusedError",
    "ScalarNode",
    "SequenceNode",
    "TooManyMistakesError",
    "bundle_document",
    "catalogue_text",
    "choice",
    "choice_of",
    "digest_of_all",
    "digests_of",
    "document",
    "find_domain",
    "items_of",
    "list_domains",
    "load_domain",
    "open_table",
    "opening_of",
    "phrase_at",
    "plain_value",
    "raw",
    "read_at",
    "read_catalogue",
    "read_definition",
    "read_file",
    "read_model",
    "read_schema",
    "read_whole",
    "read_yaml",
    "readable_files",
    "refused",
    "rules_document",
    "says",
    "schema_among",
    "schema_document",
    "shipped_folder",
    "shown_path",
    "text",
    "text_of",
    "unexpected",
    "unknown_word",
    "utf8_text",
    "whole_number",
]

_NAMES: Final = {
    "discovery": ("DiscoveredDomain", "find_domain", "list_domains", "shipped_folder"),
    "inert": ("opening_of",),
    "json_schema": ("bundle_document", "document", "rules_document", "schema_document"),
    "loading": ("load_domain", "read_definition", "read_whole", "schema_among"),
    "mistakes": (
        "InvalidDependencyError",
        "Mistakes",
        "RefusedError",
        "TooManyMistakesError",
        "refused",
        "unexpected",
        "unknown_word",
    ),
    "models.base": ("Model", "read_model", "says"),
    "models.kinds": ("SLOT_KEYS",),
    "models.leaves": (
        "FLAG",
        "LONGEST_NAME",
        "SLOT_SHAPE",
        "Entries",
        "Items",
        "Kept",
        "Leaf",
        "Otherwise",
        "choice",
        "raw",
        "text",
        "whole_number",
    ),
    "reading.catalogue": ("Completion", "read_catalogue"),
    "reading.catalogue_tables": ("CATALOGUE_FILES", "catalogue_text", "open_table"),
    "reading.folder_files": (
        "BUNDLE",
        "LARGEST_CATALOGUE",
        "RULES",
        "SCHEMA",
        "digest_of_all",
        "digests_of",
        "read_file",
        "readable_files",
        "shown_path",
    ),
    "schema": ("MOST_SLOTS", "read_schema"),
    "values": ("DOMAIN_NAME", "SLOT_NAME", "choice_of", "items_of", "phrase_at", "read_at", "text_of"),
    "yaml.nodes": ("MappingEntry", "MappingNode", "Node", "ScalarNode", "SequenceNode"),
    "yaml.source": ("LARGEST_YAML", "UNFIT", "plain_value", "read_yaml", "utf8_text"),
}

if not TYPE_CHECKING:
    __getattr__ = lazy(__name__, _NAMES)
