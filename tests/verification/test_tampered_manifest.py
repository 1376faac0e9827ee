"""A manifest that is edited or cannot be read is found, and named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from verification.dataset_edits import Copy, edit_manifest, whats

from cocoa_core.errors import FindingsError
from cocoa_core.verification.verify import verify


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", '{"format": "cocoa-dataset/1"}', "null", "[" * 100_000]
)
def test_a_manifest_that_cannot_be_read_is_one_clear_error(
    content: str, clean_set: Path, copy_of: Copy
) -> None:
    folder = copy_of(clean_set)
    (folder / "manifest.json").write_text(content)
    with pytest.raises(FindingsError) as caught:
        verify(folder)
    assert "manifest.json" in str(caught.value)


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("provenance", lambda manifest: manifest.update(seed=6)),
        ("provenance", lambda manifest: manifest["settings"].update(plain=True)),
        ("provenance", lambda manifest: manifest.update(cocoa_version="9")),
        ("counts", lambda manifest: manifest.update(count=41)),
        ("counts", lambda manifest: manifest["counts"].update(atypical=-1)),
        ("counts", lambda manifest: manifest["counts"]["answers"]["questions"].update(A=0)),
        ("counts", lambda manifest: manifest["counts"]["settings"].update({"(2, 2)": 99})),
        ("counts", lambda manifest: manifest.pop("draws")),
        ("counts", lambda manifest: manifest["minimality"].update(exact=1)),
        ("counts", lambda manifest: manifest.update(asserted_wordings=0)),
        ("lines", lambda manifest: manifest["files"]["questions"].update(questions=39)),
        ("sha256", lambda manifest: manifest["files"]["questions"].update(sha256="0" * 64)),
        ("sha256", lambda manifest: manifest["files"]["questions"].update(sha256=None)),
        ("manifest", lambda manifest: manifest["domain"].update(name="trains")),
        ("manifest", lambda manifest: manifest["domain"].update(version="9")),
        ("digest", lambda manifest: manifest["domain"].update(digest="0" * 64)),
    ],
)
def test_an_edited_manifest_is_found(
    what: str, change: Callable[[dict[str, Any]], Any], clean_set: Path, copy_of: Copy
) -> None:
    folder = copy_of(clean_set)
    edit_manifest(folder, change)
    assert what in whats(verify(folder))


def test_further_keys_of_a_manifest_are_let_be(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    edit_manifest(folder, lambda manifest: manifest.update(comment="mine"))
    assert verify(folder).clean


@pytest.mark.parametrize("name", ["../questions.jsonl", "/etc/hosts", "a/b.jsonl", ""])
def test_a_data_file_outside_the_folder_is_not_read(name: str, clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    edit_manifest(folder, lambda manifest: manifest["files"]["questions"].update(file=name))
    with pytest.raises(FindingsError):
        verify(folder)
