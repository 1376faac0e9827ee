"""Derives a data set again from its folder alone, every label, count and digest, without the engine.

In this order (`dataset.py`):

1. The manifest is read (`manifest.py`), then the domain that lies in the folder, or the graphs or rows of
   another family. Without these nothing can be checked.
2. The folder (`folder.py`): digests of the domain's files, files that are missing or unknown.
3. Every line of every file (`item_files.py`, in processes by `workers.py`): JSON as it was written, then the
   checks of the family (`checker.py` says what a family provides; `selection/`, `parsing.py`,
   `graph_to_text.py`); then the digest of the file. `selection/checker.py` lists those of a question:
   shape; options; requirement, no part of which is redundant; labels; request, every reading of which gives
   the same labels; certificate; measures; deliveries; the ask's key (`selection/asks/`); provenance.
4. All lines together (`across_records.py`): order, nothing twice, separate sides, balanced letters, counts.
5. The card (`card.py`): its header states the types of the records.

`assistant_cases.py` checks the cases of a test of an assistant in the same way.

Trusted are Python, attrs, msgspec, ruamel.yaml, zstandard and pyarrow; `cocoa_core.lexicon`, the tables of
cocoa's English, which the engine reads too; and the words of a domain's author ("nonstop" means no stops),
which the manifest counts as asserted wordings. `cocoa_core.independent` reads everything else again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cocoa_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from cocoa_core.verification.assistant_cases import TARGET_MANIFEST as TARGET_MANIFEST
    from cocoa_core.verification.assistant_cases import verify_cases as verify_cases
    from cocoa_core.verification.checker import Checker as Checker
    from cocoa_core.verification.checker import ComparedEntry as ComparedEntry
    from cocoa_core.verification.checker import ManifestFacts as ManifestFacts
    from cocoa_core.verification.dataset import verify as verify
    from cocoa_core.verification.manifest import Manifest as Manifest
    from cocoa_core.verification.manifest import read_manifest as read_manifest
    from cocoa_core.verification.report import Flaw as Flaw
    from cocoa_core.verification.report import VerificationReport as VerificationReport
else:
    __getattr__, __dir__ = lazy_exports(__name__)
