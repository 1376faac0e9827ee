"""Shows a domain while it is written: findings, questions, proofs and words, in one's own browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cocoa_core.lazy_exports import lazy

if TYPE_CHECKING:
    from cocoa_core.preview.serving import Preview, missing_packages

__all__ = ["Preview", "missing_packages"]

if not TYPE_CHECKING:
    __getattr__ = lazy(__name__, {"serving": ("Preview", "missing_packages")})
