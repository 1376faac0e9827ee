"""Reads and writes data sets and parts in an object store: each object complete, the manifest last, nothing
over an object that exists.
"""

from __future__ import annotations

from cocoa_core.remote.at_hand import address_or_path, at_hand
from cocoa_core.remote.making import join_at, write_dataset_at, write_part_at
from cocoa_core.remote.replies import REPLIES, Action, StatusRow, StoreVerb, reply_of
from cocoa_core.remote.store import ATTEMPTS, FIRST_WAIT, Store, is_address
from cocoa_core.remote.transfer import fetched

__all__ = [
    "ATTEMPTS",
    "FIRST_WAIT",
    "REPLIES",
    "Action",
    "StatusRow",
    "Store",
    "StoreVerb",
    "address_or_path",
    "at_hand",
    "fetched",
    "is_address",
    "join_at",
    "reply_of",
    "write_dataset_at",
    "write_part_at",
]
