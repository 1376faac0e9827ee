"""Reads tables that are not files: databases, addresses, pages and feeds; each once, into a snapshot.

A source becomes an ordinary file with a table in it and a digest; everything after that reads the file and
never the source. What a page, feed or reply holds is data: it names no file, no command and no address that
is fetched. The one exception is the address of the next reply, which has to be at the same host.
"""

from __future__ import annotations

from cocoa_core.sources.collecting import Collected as Collected
from cocoa_core.sources.collecting import collect as collect
from cocoa_core.sources.fetching import header_names as header_names
from cocoa_core.sources.fetching import header_values as header_values
from cocoa_core.sources.fetching import is_address as is_address
from cocoa_core.sources.fetching import names_host as names_host
from cocoa_core.sources.fetching import refuse_open_headers as refuse_open_headers
from cocoa_core.sources.fetching import shown_address as shown_address
from cocoa_core.sources.page_map import check_sample as check_sample
from cocoa_core.sources.page_map import page_map_document as page_map_document
from cocoa_core.sources.page_map import read_map as read_map
from cocoa_core.sources.snapshots import Query as Query
from cocoa_core.sources.snapshots import Snapshot as Snapshot
from cocoa_core.sources.snapshots import keep_snapshot as keep_snapshot
from cocoa_core.sources.snapshots import kept_snapshot as kept_snapshot
from cocoa_core.sources.snapshots import query_before as query_before
from cocoa_core.sources.snapshots import snapshot_of as snapshot_of
