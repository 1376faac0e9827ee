"""Where every random choice comes from: a digest of what the choice is for, the same in every process."""

from __future__ import annotations

import random
from collections.abc import Iterable, MutableSequence, Sequence
from hashlib import blake2b
from math import ceil, log
from typing import Any, Final, TypeVar

__all__ = ["digest_of", "plain_stream", "seed_of", "stream"]

_DIGEST_BYTES: Final = 32
_SEED_BYTES: Final = 8
_LISTED: Final = 21
"""Up to so many, and more where many are drawn, are listed to draw a sample of them."""

T = TypeVar("T")


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
    return _Stream(seed_of(*parts))


def plain_stream(seed: int) -> random.Random:
    """What `random.Random(seed)` is in Python 3.11, in any version: to repeat what others drew with it."""
    return _Stream(seed)


class _Stream(random.Random):
    """Python's generator with the choices that Python 3.11 makes, whatever a later version does.

    Python keeps only the numbers of `random` the same between its versions. These are also quicker: what
    takes three calls there takes one here.
    """

    def choice(self, seq: Any) -> Any:
        """One of the sequence, each as likely."""
        number = len(seq)
        if not number:
            raise IndexError("a choice of nothing")
        bits = number.bit_length()
        place = self.getrandbits(bits)
        while place >= number:
            place = self.getrandbits(bits)
        return seq[place]

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Bring a list into random order."""
        getrandbits = self.getrandbits
        for last in range(len(x) - 1, 0, -1):
            bits = (last + 1).bit_length()
            place = getrandbits(bits)
            while place > last:
                place = getrandbits(bits)
            x[last], x[place] = x[place], x[last]

    def sample(self, population: Sequence[T], k: int, *, counts: Iterable[int] | None = None) -> list[T]:
        """`k` of the sequence in random order, none twice."""
        number = len(population)
        if counts is not None or not 0 <= k <= number:
            return super().sample(population, k, counts=counts)
        if number <= _LISTED + (4 ** ceil(log(k * 3, 4)) if k > 5 else 0):
            return self._of_list(list(population), k)
        found: dict[int, T] = {}
        getrandbits, bits = self.getrandbits, number.bit_length()
        while len(found) < k:
            place = getrandbits(bits)
            if place < number and place not in found:
                found[place] = population[place]
        return list(found.values())

    def _of_list(self, left: list[T], wanted: int) -> list[T]:
        result = []
        getrandbits = self.getrandbits
        for number in range(len(left), len(left) - wanted, -1):
            bits = number.bit_length()
            place = getrandbits(bits)
            while place >= number:
                place = getrandbits(bits)
            result.append(left[place])
            left[place] = left[number - 1]
        return result


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
