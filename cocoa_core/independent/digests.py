"""The digests that ids are made of, written from their description: BLAKE2b over parts with kind and
length.
"""

from __future__ import annotations

import hashlib
import struct

__all__ = ["digest", "id_of"]


def digest(*parts: str | int) -> bytes:
    """Returns 32 bytes of BLAKE2b over the parts: `s` or `i`, the payload's length in eight bytes, the
    payload.
    """
    hashed = hashlib.blake2b(digest_size=32)
    for part in parts:
        payload = (
            part.encode("utf-8", "surrogatepass") if isinstance(part, str) else str(part).encode("ascii")
        )
        hashed.update((b"s" if isinstance(part, str) else b"i") + struct.pack(">Q", len(payload)) + payload)
    return hashed.digest()


def id_of(*parts: str | int) -> str:
    """Returns the first 16 hexadecimal digits of the parts' digest."""
    return digest(*parts).hex()[:16]
