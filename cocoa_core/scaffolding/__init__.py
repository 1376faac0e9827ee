"""Makes new domains: a small one to start from, or one drafted from a table."""

from __future__ import annotations

from cocoa_core.scaffolding.drafts import NewDomain, TablePart
from cocoa_core.scaffolding.from_table import Dialogue, domain_from_table
from cocoa_core.scaffolding.opened import opened_domain
from cocoa_core.scaffolding.refreshing import Refreshed, refresh, write_refreshed
from cocoa_core.scaffolding.starter import starter_domain
from cocoa_core.scaffolding.writing import Written, refuse_existing, write_domain

__all__ = [
    "Dialogue",
    "NewDomain",
    "Refreshed",
    "TablePart",
    "Written",
    "domain_from_table",
    "opened_domain",
    "refresh",
    "refuse_existing",
    "starter_domain",
    "write_domain",
    "write_refreshed",
]
