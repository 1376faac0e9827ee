"""Comparing keys and printed texts: capitals, blanks and accents' encodings do not count."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from attrs import frozen

__all__ = ["NUMBER", "KeyIndex", "folded_key", "folded_text"]

NUMBER: Final = "{n}"
"""Stands for the number in a numbered key."""

_BLANKS: Final = re.compile(r"[\s_-]+")
_MOST_DIGITS: Final = 3


def folded_text(text: str) -> str:
    """The text as it is compared: small letters, single blanks, none around."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def folded_key(key: str) -> str:
    """The key as it is compared: small letters, without blanks, "_" and "-"."""
    return _BLANKS.sub("", unicodedata.normalize("NFKC", key).casefold())


@frozen
class KeyIndex:
    """The keys of a record, to be looked up loosely."""

    names: tuple[str, ...]

    @cached_property
    def _exact(self) -> dict[str, int]:
        return {name: place for place, name in reversed(list(enumerate(self.names)))}

    @cached_property
    def _folded(self) -> dict[str, list[int]]:
        places: dict[str, list[int]] = {}
        for place, name in enumerate(self.names):
            places.setdefault(folded_key(name), []).append(place)
        return places

    @cached_property
    def _found(self) -> dict[tuple[str, ...], tuple[int, ...]]:
        return {}

    @cached_property
    def _numbered(self) -> dict[tuple[str, ...], dict[int, int]]:
        return {}

    def find(self, keys: tuple[str, ...]) -> tuple[int, ...]:
        """The places of the first spelling that is there: exactly if it is, else all that are like it."""
        found = self._found.get(keys)
        if found is None:
            found = self._found[keys] = self._places(keys)
        return found

    def numbered(self, patterns: tuple[str, ...]) -> Mapping[int, int]:
        """Places by number of the keys that fit a pattern, ascending; of two that do, the first."""
        found = self._numbered.get(patterns)
        if found is None:
            found = self._numbered[patterns] = self._look_up(patterns)
        return found

    def _places(self, keys: Sequence[str]) -> tuple[int, ...]:
        for key in keys:
            if key in self._exact:
                return (self._exact[key],)
            if folded_key(key) in self._folded:
                return tuple(self._folded[folded_key(key)])
        return ()

    def _look_up(self, patterns: Sequence[str]) -> dict[int, int]:
        found: dict[int, int] = {}
        for pattern in patterns:
            before, _, after = (folded_key(part) for part in pattern.partition(NUMBER))
            for name, places in self._folded.items():
                digits = name[len(before) : len(name) - len(after)]
                fits = name.startswith(before) and name.endswith(after) and len(digits) <= _MOST_DIGITS
                if fits and digits.isdecimal() and digits.isascii():
                    found.setdefault(int(digits), places[0])
        return dict(sorted(found.items()))
