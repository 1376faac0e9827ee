"""Makes a Domain of a folder: safe YAML, the models of the files, discovery and digests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cocoa_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from cocoa_core.loading.discovery import DiscoveredDomain as DiscoveredDomain
    from cocoa_core.loading.discovery import find_domain as find_domain
    from cocoa_core.loading.discovery import list_domains as list_domains
    from cocoa_core.loading.discovery import shipped_folder as shipped_folder
    from cocoa_core.loading.files.catalogue import Completion as Completion
    from cocoa_core.loading.files.catalogue import read_catalogue as read_catalogue
    from cocoa_core.loading.files.catalogue_tables import CATALOGUE_FILES as CATALOGUE_FILES
    from cocoa_core.loading.files.catalogue_tables import catalogue_text as catalogue_text
    from cocoa_core.loading.files.catalogue_tables import open_table as open_table
    from cocoa_core.loading.files.catalogue_tables import unique_keys as unique_keys
    from cocoa_core.loading.files.folder_files import BUNDLE as BUNDLE
    from cocoa_core.loading.files.folder_files import LARGEST_CATALOGUE as LARGEST_CATALOGUE
    from cocoa_core.loading.files.folder_files import RULES as RULES
    from cocoa_core.loading.files.folder_files import SCHEMA as SCHEMA
    from cocoa_core.loading.files.folder_files import catalogue_name as catalogue_name
    from cocoa_core.loading.files.folder_files import digest_of_all as digest_of_all
    from cocoa_core.loading.files.folder_files import digests_of as digests_of
    from cocoa_core.loading.files.folder_files import read_file as read_file
    from cocoa_core.loading.files.folder_files import readable_files as readable_files
    from cocoa_core.loading.files.folder_files import shown_path as shown_path
    from cocoa_core.loading.inert_texts import opening_of as opening_of
    from cocoa_core.loading.json_schema import bundle_document as bundle_document
    from cocoa_core.loading.json_schema import document as document
    from cocoa_core.loading.json_schema import rules_document as rules_document
    from cocoa_core.loading.json_schema import schema_document as schema_document
    from cocoa_core.loading.loading import load_domain as load_domain
    from cocoa_core.loading.loading import read_definition as read_definition
    from cocoa_core.loading.loading import read_whole as read_whole
    from cocoa_core.loading.loading import schema_among as schema_among
    from cocoa_core.loading.mistakes import InvalidDependencyError as InvalidDependencyError
    from cocoa_core.loading.mistakes import Mistakes as Mistakes
    from cocoa_core.loading.mistakes import RefusedError as RefusedError
    from cocoa_core.loading.mistakes import TooManyMistakesError as TooManyMistakesError
    from cocoa_core.loading.mistakes import refused as refused
    from cocoa_core.loading.mistakes import unexpected as unexpected
    from cocoa_core.loading.mistakes import unknown_word as unknown_word
    from cocoa_core.loading.models.base import Model as Model
    from cocoa_core.loading.models.base import read_model as read_model
    from cocoa_core.loading.models.base import says as says
    from cocoa_core.loading.models.kinds import SLOT_KEYS as SLOT_KEYS
    from cocoa_core.loading.models.leaves import FLAG as FLAG
    from cocoa_core.loading.models.leaves import LONGEST_NAME as LONGEST_NAME
    from cocoa_core.loading.models.leaves import SLOT_SHAPE as SLOT_SHAPE
    from cocoa_core.loading.models.leaves import Entries as Entries
    from cocoa_core.loading.models.leaves import Items as Items
    from cocoa_core.loading.models.leaves import Kept as Kept
    from cocoa_core.loading.models.leaves import Leaf as Leaf
    from cocoa_core.loading.models.leaves import Otherwise as Otherwise
    from cocoa_core.loading.models.leaves import choice as choice
    from cocoa_core.loading.models.leaves import raw as raw
    from cocoa_core.loading.models.leaves import text as text
    from cocoa_core.loading.models.leaves import whole_number as whole_number
    from cocoa_core.loading.schema import MOST_SLOTS as MOST_SLOTS
    from cocoa_core.loading.schema import read_schema as read_schema
    from cocoa_core.loading.schema import usual_label as usual_label
    from cocoa_core.loading.values import DOMAIN_NAME as DOMAIN_NAME
    from cocoa_core.loading.values import SLOT_NAME as SLOT_NAME
    from cocoa_core.loading.values import choice_of as choice_of
    from cocoa_core.loading.values import items_of as items_of
    from cocoa_core.loading.values import phrase_at as phrase_at
    from cocoa_core.loading.values import read_at as read_at
    from cocoa_core.loading.values import text_of as text_of
    from cocoa_core.loading.values import third_person as third_person
    from cocoa_core.loading.yaml import LARGEST_YAML as LARGEST_YAML
    from cocoa_core.loading.yaml import UNFIT as UNFIT
    from cocoa_core.loading.yaml import MappingEntry as MappingEntry
    from cocoa_core.loading.yaml import MappingNode as MappingNode
    from cocoa_core.loading.yaml import Node as Node
    from cocoa_core.loading.yaml import ScalarNode as ScalarNode
    from cocoa_core.loading.yaml import SequenceNode as SequenceNode
    from cocoa_core.loading.yaml import plain_value as plain_value
    from cocoa_core.loading.yaml import read_yaml as read_yaml
    from cocoa_core.loading.yaml import utf8_text as utf8_text
else:
    __getattr__, __dir__ = lazy_exports(__name__)
