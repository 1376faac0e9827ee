"""Shows a domain while it is written: findings, questions, proofs and words, in one's own browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cocoa_core.lazy_exports import lazy

if TYPE_CHECKING:
    from cocoa_core.preview.page import missing_packages
    from cocoa_core.preview.serving import Preview

__all__ = ["Preview", "missing_packages"]

_NAMES: Final = {"page": ("missing_packages",), "serving": ("Preview",)}

if not TYPE_CHECKING:
    __getattr__ = lazy(__name__, _NAMES)
