"""Shows a domain while it is written: findings, questions, proofs and words, in one's own browser."""

from __future__ import annotations

from cocoa_core.preview.serving import Preview as Preview
