"""Makes new domains: a small one to start from, or one drafted from a table."""

from __future__ import annotations

from cocoa_core.scaffolding.drafts import NewDomain as NewDomain
from cocoa_core.scaffolding.drafts import TablePart as TablePart
from cocoa_core.scaffolding.drafts import starter_domain as starter_domain
from cocoa_core.scaffolding.from_table import Dialogue as Dialogue
from cocoa_core.scaffolding.from_table import draft_from_table as draft_from_table
from cocoa_core.scaffolding.refreshing import refresh as refresh
from cocoa_core.scaffolding.refreshing import write_refreshed as write_refreshed
from cocoa_core.scaffolding.widening import widened_domain as widened_domain
from cocoa_core.scaffolding.writing import Written as Written
from cocoa_core.scaffolding.writing import refuse_existing as refuse_existing
from cocoa_core.scaffolding.writing import write_domain as write_domain
from cocoa_core.scaffolding.yaml_text import as_written as as_written
