"""Derives a data set again from its folder alone, every label, count and digest, without the engine.

`selection/` and `parsing/` check the items of cocoa's own families, `selection/asks/` holds a file for each
ask; what stands beside them knows no family.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cocoa_core.verification.checker import Checker, ComparedEntry, ManifestFacts
    from cocoa_core.verification.dataset import verify
    from cocoa_core.verification.manifest import Manifest, read_manifest
    from cocoa_core.verification.report import Flaw, LocatedFlaw, VerificationReport
    from cocoa_core.verification.targets import TARGET_MANIFEST, CaseChecker, verify_cases

__all__ = [
    "TARGET_MANIFEST",
    "CaseChecker",
    "Checker",
    "ComparedEntry",
    "Flaw",
    "LocatedFlaw",
    "Manifest",
    "ManifestFacts",
    "VerificationReport",
    "read_manifest",
    "verify",
    "verify_cases",
]

_HOMES: Final = {
    **dict.fromkeys(("Checker", "ComparedEntry", "ManifestFacts"), "checker"),
    **dict.fromkeys(("LocatedFlaw", "Flaw", "VerificationReport"), "report"),
    **dict.fromkeys(("verify",), "dataset"),
    **dict.fromkeys(("Manifest", "read_manifest"), "manifest"),
    **dict.fromkeys(("TARGET_MANIFEST", "CaseChecker", "verify_cases"), "targets"),
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Returns a public name, imported when it is first used."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        return value
