"""Reads tables that are not files: databases, addresses, pages and feeds; each once, into a snapshot.

A source becomes an ordinary file with a table in it and a digest; everything after that reads the file and
never the source. What a page, feed or reply holds is data: it names no file, no command and no address that
is fetched. The one exception is the address of the next reply, which has to be at the same host.
"""

from __future__ import annotations

from cocoa_core.sources.collecting import Collected, collect
from cocoa_core.sources.fetching import is_address, refuse_open_headers, shown_address
from cocoa_core.sources.page_map import PageMap, check_sample, page_map_document, read_map
from cocoa_core.sources.request_headers import header_names, header_values
from cocoa_core.sources.snapshots import (
    SNAPSHOT,
    Query,
    Snapshot,
    keep_snapshot,
    kept_snapshot,
    query_before,
    snapshot_of,
)

__all__ = [
    "SNAPSHOT",
    "Collected",
    "PageMap",
    "Query",
    "Snapshot",
    "check_sample",
    "collect",
    "header_names",
    "header_values",
    "is_address",
    "keep_snapshot",
    "kept_snapshot",
    "page_map_document",
    "query_before",
    "read_map",
    "refuse_open_headers",
    "shown_address",
    "snapshot_of",
]
