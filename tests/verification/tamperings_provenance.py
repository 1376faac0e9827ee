"""Tampering with the id and the provenance."""

from __future__ import annotations

import json

from verification.tampering import Record, literals, tampering

from cocoa_core.independent import digest


@tampering("id")
def id_edited(record: Record) -> bool:
    record["id"] = record["id"][::-1]
    return True


@tampering("id")
def attempt_edited(record: Record) -> bool:
    record["provenance"]["attempt"] += 1
    return True


@tampering("id")
def index_edited(record: Record) -> bool:
    record["provenance"]["index"] += 1
    return True


@tampering("provenance")
def setting_edited(record: Record) -> bool:
    record["provenance"]["setting"][1] += 1
    return True


@tampering("provenance")
def option_set_that_there_is_not(record: Record) -> bool:
    record["provenance"]["option_set"] = 1
    return True


@tampering("provenance")
def side_that_there_is_not(record: Record) -> bool:
    record["provenance"]["side"] = "test"
    return True


@tampering("provenance")
def canary_removed(record: Record) -> bool:
    record["provenance"]["canary"] = ""
    return True


@tampering("provenance")
def minimality_unknown(record: Record) -> bool:
    record["provenance"]["minimality"] = "perfect"
    return True


@tampering("provenance")
def primitive_mode_edited(record: Record) -> bool:
    """Several primitives a slot, where the record and its settings say: one."""
    record["provenance"]["primitives"] = record["provenance"]["settings"]["primitives"] = "per-slot"
    slots = [one["slot"] for one in literals(record)]
    settings = json.dumps(record["provenance"]["settings"], sort_keys=True, separators=(",", ":"))
    made = record["provenance"]
    parts = (
        made["seed"],
        record["domain"]["digest"],
        settings,
        made["index"],
        made["option_set"],
        made["attempt"],
    )
    record["id"] = digest("question", *parts).hex()[:16]
    return len(slots) > len(set(slots))


@tampering("provenance")
def domain_renamed(record: Record) -> bool:
    record["domain"]["name"] = "trains"
    return True


@tampering("provenance")
def domain_version_edited(record: Record) -> bool:
    record["domain"]["version"] = "9.9"
    return True


@tampering("provenance")
def variant_edited(record: Record) -> bool:
    record["variant"] = "essay"
    return True
