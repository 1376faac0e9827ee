"""Where every random choice comes from: a digest of what the choice is for, the same in every process."""

from __future__ import annotations

import random
from collections.abc import Iterable, MutableSequence, Sequence
from hashlib import blake2b
from math import ceil, log
from typing import Any, Final, TypeVar

_DIGEST_BYTES: Final = 32
_SEED_BYTES: Final = 8
_LISTED: Final = 21
"""Up to so many, and more where many are drawn, are listed to draw a sample of them."""

T = TypeVar("T")


def digest_of(*parts: str | int | bytes) -> bytes:
    """Returns 32 bytes of BLAKE2b over the parts, in order.

    Each part is written with its kind and its length in front, so no two different sequences of parts share
    an encoding: `("ab", "c")`, `("a", "bc")`, `("1",)` and `(1,)` all differ. `True` counts as 1.

    Raises:
        TypeError: a part has another type.
    """
    return blake2b(b"".join(map(_encoded, parts)), digest_size=_DIGEST_BYTES).digest()


def seed_of(*parts: str | int | bytes) -> int:
    """Returns the first 64 bits of `digest_of(*parts)`, as an integer from 0 to 2**64 - 1."""
    return int.from_bytes(digest_of(*parts)[:_SEED_BYTES], "big")


def stream(*parts: str | int | bytes) -> random.Random:
    """Returns a random generator of its own for these parts, seeded with `seed_of(*parts)`."""
    return _Stream(seed_of(*parts))


def plain_stream(seed: int) -> random.Random:
    """Returns what `random.Random(seed)` is in Python 3.11, in any version, to repeat what others drew with
    it.
    """
    return _Stream(seed)


class _Stream(random.Random):
    """Python's generator with the choices that Python 3.11 makes, whatever a later version does.

    Python keeps only the numbers of `random` the same between versions. These choices are also quicker: one
    call instead of three.
    """

    def choice(self, seq: Any) -> Any:
        """Returns an element of the sequence; all are equally likely."""
        number = len(seq)
        if not number:
            raise IndexError("a choice of nothing")
        bits = number.bit_length()
        index = self.getrandbits(bits)
        while index >= number:
            index = self.getrandbits(bits)
        return seq[index]

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Brings a list into random order."""
        getrandbits = self.getrandbits
        for last in range(len(x) - 1, 0, -1):
            bits = (last + 1).bit_length()
            index = getrandbits(bits)
            while index > last:
                index = getrandbits(bits)
            x[last], x[index] = x[index], x[last]

    def sample(self, population: Sequence[T], k: int, *, counts: Iterable[int] | None = None) -> list[T]:
        """Returns `k` elements in random order, none twice."""
        number = len(population)
        if counts is not None or not 0 <= k <= number:
            return super().sample(population, k, counts=counts)
        if number <= _LISTED + (4 ** ceil(log(k * 3, 4)) if k > 5 else 0):
            return self._of_list(list(population), k)
        chosen: dict[int, T] = {}
        getrandbits, bits = self.getrandbits, number.bit_length()
        while len(chosen) < k:
            index = getrandbits(bits)
            if index < number and index not in chosen:
                chosen[index] = population[index]
        return list(chosen.values())

    def _of_list(self, left: list[T], size: int) -> list[T]:
        result = []
        getrandbits = self.getrandbits
        for number in range(len(left), len(left) - size, -1):
            bits = number.bit_length()
            index = getrandbits(bits)
            while index >= number:
                index = getrandbits(bits)
            result.append(left[index])
            left[index] = left[number - 1]
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
