"""Digests: what a domain is, whatever it is called and wherever it lies."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

__all__ = ["digest_of_all", "digest_of_file"]


def digest_of_file(data: bytes) -> str:
    """SHA-256 of a file's bytes, in hexadecimal."""
    return sha256(data).hexdigest()


def digest_of_all(digests: Mapping[str, str]) -> str:
    """One digest over several named ones: SHA-256 of the lines "name digest", sorted, with line feeds."""
    lines = sorted(f"{name} {digest}\n" for name, digest in digests.items())
    return sha256("".join(lines).encode("utf-8")).hexdigest()
