"""The names that a manifest may hold. Anybody may have written it, and they become paths and headings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from cocoa_core.errors import one_line
from cocoa_core.items.ledger import WHOLE

SIDES: Final = (WHOLE, "train", "validation", "dev", "test", "gen", "test_id", "test_ood")
"""All that a data set can have: of its settings, of `cocoa split`, or `WHOLE` alone. A closed set, so that a
side is a safe file name on every system. The verifier has its own copy."""
FORMATS: Final = ("jsonl", "jsonl.zst", "parquet")
"""How files of lines are kept, by the end of their names."""
MOST_SHARDS: Final = 10_000
"""Files of a data set. Each takes about 180 bytes of a manifest, which is read up to 4 MB."""
_ENDINGS: Final = "|".join(map(re.escape, FORMATS))
_NAMES: Final = {
    "name": (re.compile(r"\w[\w .,()+-]{0,99}"), "letters, digits and _ . , ( ) + -, 100 at most"),
    "version": (re.compile(r"[0-9A-Za-z][0-9A-Za-z.+-]{0,39}"), "letters, digits and . + -, 40 at most"),
    "digest": (re.compile(r"[0-9A-Za-z]{1,128}"), "hexadecimal digits"),
    "part": (
        re.compile(r"(?:[0-9A-Za-z][\w.-]{0,63}/){0,2}[0-9A-Za-z][\w.-]{0,63}"),
        "a file name, or up to two folders and one, without leading dots",
    ),
}
_MOST_PARTS: Final = 1_000


def check_side(side: str) -> None:
    """Refuses the name of a side that no data set has.

    Raises:
        ValueError: the name is none of `SIDES`.
    """
    if side not in SIDES:
        raise ValueError(f"the side {one_line(repr(side))}, where a side is {', '.join(SIDES)}")


def is_data_file(side: str, name: str) -> bool:
    """Returns whether cocoa gives this name to a file of the side, plain, packed or a shard."""
    return re.fullmatch(rf"{re.escape(side)}(?:-[0-9]{{5,9}})?\.(?:{_ENDINGS})", name) is not None


def check_file_name(side: str, name: str) -> None:
    """Refuses a name that cocoa gives to no file of the side.

    Raises:
        ValueError: as `is_data_file` says.
    """
    if not is_data_file(side, name):
        raise ValueError(f"the file {one_line(repr(name))}, where one of {side} is called {side}.jsonl")


def check_source(names: Mapping[str, str], parts: Mapping[str, str]) -> None:
    """Refuses a source whose texts cannot be what they are called.

    Args:
        names: texts by what they are: `name`, `version` or `digest`.
        parts: digests by part; the names of parts are paths in the source's folder.

    Raises:
        ValueError: a text does not have the form of its kind.
    """
    if len(parts) > _MOST_PARTS:
        raise ValueError(f"{len(parts):,} digests of parts, where there are {_MOST_PARTS:,} at most")
    for kind, text in (*names.items(), *(("part", part) for part in parts)):
        shape, words = _NAMES[kind]
        if not shape.fullmatch(text):
            raise ValueError(f"the {kind} {one_line(repr(text))}, where it is of {words}")
