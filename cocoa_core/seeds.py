"""Where every random choice comes from: a digest of what the choice is for, the same in every process."""

from __future__ import annotations

import random
from hashlib import blake2b
from typing import Final

__all__ = ["digest_of", "seed_of", "stream"]

_DIGEST_BYTES: Final = 32
_SEED_BYTES: Final = 8


def digest_of(*parts: str | int | bytes) -> bytes:
    """32 bytes of BLAKE2b over the parts, in order.

    Each part is written with its kind and its length in front, so no two different sequences of parts share
    an encoding: `("ab", "c")`, `("a", "bc")`, `("1",)` and `(1,)` are all told apart. `True` counts as 1.
    Raises TypeError for a part of another type.
    """
    return blake2b(b"".join(map(_encoded, parts)), digest_size=_DIGEST_BYTES).digest()


def seed_of(*parts: str | int | bytes) -> int:
    """The first 64 bits of `digest_of(*parts)`, as an integer from 0 to 2**64 - 1."""
    return int.from_bytes(digest_of(*parts)[:_SEED_BYTES], "big")


def stream(*parts: str | int | bytes) -> random.Random:
    """A random generator of its own for these parts, seeded with `seed_of(*parts)`."""
    return random.Random(seed_of(*parts))


def _encoded(part: str | int | bytes) -> bytes:
    if isinstance(part, str):
        kind, payload = b"s", part.encode("utf-8", "surrogatepass")
    elif isinstance(part, int):
        kind, payload = b"i", b"%d" % part
    elif isinstance(part, bytes):
        kind, payload = b"b", part
    else:
        raise TypeError(f"a seed is made of str, int and bytes, not {type(part).__name__}")
    return kind + len(payload).to_bytes(8, "big") + payload
