"""Reads and writes data sets and parts in an object store: each object complete, the manifest last, nothing
over an object that exists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cocoa_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from cocoa_core.remote.status_codes import REPLIES as REPLIES
    from cocoa_core.remote.status_codes import Action as Action
    from cocoa_core.remote.status_codes import StatusRow as StatusRow
    from cocoa_core.remote.status_codes import StoreVerb as StoreVerb
    from cocoa_core.remote.status_codes import reply_of as reply_of
    from cocoa_core.remote.store import ATTEMPTS as ATTEMPTS
    from cocoa_core.remote.store import FIRST_WAIT as FIRST_WAIT
    from cocoa_core.remote.store import Store as Store
    from cocoa_core.remote.store import is_address as is_address
    from cocoa_core.remote.transfer import address_or_path as address_or_path
    from cocoa_core.remote.transfer import at_hand as at_hand
    from cocoa_core.remote.transfer import fetched as fetched
    from cocoa_core.remote.writing import join_at as join_at
    from cocoa_core.remote.writing import write_dataset_at as write_dataset_at
    from cocoa_core.remote.writing import write_part_at as write_part_at
else:
    __getattr__, __dir__ = lazy_exports(__name__)
