"""Items and data sets on disk: manifest, writer, recovery. Knows no option and no letter."""

from __future__ import annotations

from cocoa_core.items.asking import PromptOptions, messages_of, parse_record, prompt
from cocoa_core.items.card import CARD, features_of, hub_header, markdown_table, write_card
from cocoa_core.items.columns import ItemColumns
from cocoa_core.items.dataset import Dataset, read_dataset
from cocoa_core.items.episode import (
    ANSWERING,
    FULL,
    ChatMessage,
    Delivered,
    Episode,
    Script,
    UserTurn,
    episode_schema,
)
from cocoa_core.items.exporting import ExportJob, ExportOptions, Format, Progress, Split, Use
from cocoa_core.items.family import (
    BUILT_IN,
    Conversation,
    Facet,
    Family,
    ItemSource,
    Maker,
    Prompter,
    Prompting,
    RunSettings,
    families,
    family_named,
)
from cocoa_core.items.file_reading import check_no_link, lines_of, read_plain
from cocoa_core.items.folder_check import DOMAIN_FOLDER, locked
from cocoa_core.items.item import CANARY, Item, PlainItem, Provenance, Recorded, in_words, plain, wrong_parts
from cocoa_core.items.ledger import ASKED_BEFORE, WHOLE, Entry, Ledger, ranked
from cocoa_core.items.manifest import FORMAT, MANIFEST, FileState, Manifest, SourceState, read_manifest
from cocoa_core.items.names import FORMATS, SIDES
from cocoa_core.items.packing import (
    Packing,
    lines_sha256,
    open_lines,
    pack_file,
    tidy,
    unpack,
    writing_packed,
)
from cocoa_core.items.parts import Part, parts_in
from cocoa_core.items.recovery import (
    check_files,
    check_same_call,
    check_version,
    existing_manifest,
    scan_committed_records,
)
from cocoa_core.items.replies import reply_of, text_of
from cocoa_core.items.resplit import TEST_ID, TEST_OOD, TRAIN, distribution_of, write_changed, write_resplit
from cocoa_core.items.rows import Arrow
from cocoa_core.items.scoring import Graded, Reward, reward, score, score_episode
from cocoa_core.items.writing import FolderWriter

__all__ = [
    "ANSWERING",
    "ASKED_BEFORE",
    "BUILT_IN",
    "CANARY",
    "CARD",
    "DOMAIN_FOLDER",
    "FORMAT",
    "FORMATS",
    "FULL",
    "MANIFEST",
    "SIDES",
    "TEST_ID",
    "TEST_OOD",
    "TRAIN",
    "WHOLE",
    "Arrow",
    "ChatMessage",
    "Conversation",
    "Dataset",
    "Delivered",
    "Entry",
    "Episode",
    "ExportJob",
    "ExportOptions",
    "Facet",
    "Family",
    "FileState",
    "FolderWriter",
    "Format",
    "Graded",
    "Item",
    "ItemColumns",
    "ItemSource",
    "Ledger",
    "Maker",
    "Manifest",
    "Packing",
    "Part",
    "PlainItem",
    "Progress",
    "PromptOptions",
    "Prompter",
    "Prompting",
    "Provenance",
    "Recorded",
    "Reward",
    "RunSettings",
    "Script",
    "SourceState",
    "Split",
    "Use",
    "UserTurn",
    "check_files",
    "check_no_link",
    "check_same_call",
    "check_version",
    "distribution_of",
    "episode_schema",
    "existing_manifest",
    "families",
    "family_named",
    "features_of",
    "hub_header",
    "in_words",
    "lines_of",
    "lines_sha256",
    "locked",
    "markdown_table",
    "messages_of",
    "open_lines",
    "pack_file",
    "parse_record",
    "parts_in",
    "plain",
    "prompt",
    "ranked",
    "read_dataset",
    "read_manifest",
    "read_plain",
    "reply_of",
    "reward",
    "scan_committed_records",
    "score",
    "score_episode",
    "text_of",
    "tidy",
    "unpack",
    "write_card",
    "write_changed",
    "write_resplit",
    "writing_packed",
    "wrong_parts",
]
