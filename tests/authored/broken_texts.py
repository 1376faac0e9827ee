"""Harm to the bytes of a text file: lost and doubled lines, odd signs, other encodings, risky YAML."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

_SIGNS: Final = (
    *(
        "\0",
        "\ufeff",
        "\t",
        "\n",
        "\r",
        "- ",
        ": ",
        ", ",
        "[",
        "{",
        "}",
        "]",
        "'",
        '"',
        "|",
        ">",
        "\\",
        "%",
        "~",
    ),
    *(
        "&a ",
        "*a",
        "!!str ",
        "!x ",
        "!!python/object:os.system ",
        "<<: ",
        "<<: *a",
        "? ",
        "#",
        " #",
        "---\n",
        "...",
    ),
    *(
        "%YAML 1.1\n---\n",
        "%TAG ! tag:x,2000:\n---\n",
        "\n---\na: 1\n",
        "\n...\n",
        "\x1b[31m",
        "\x07",
        "\x85",
    ),
    *(
        "\u2028",
        "\u202e",
        "\u200b",
        "\ufffe",
        "\ud7ff",
        "é",
        "e\u0301",
        "\x7f",
        "\xa0",
        "\u3000",
        "\U0010ffff",
    ),
    *(
        "true",
        "null",
        "-1",
        "0",
        "1e999999999",
        ".nan",
        "-.inf",
        "9" * 5000,
        "0x" + "f" * 50,
        "1e-40",
        "１２",
        "٣",
    ),
    *("[" * 30, "{a: " * 30, "- " * 30, "? " * 30, "[" * 3000, '"' + "\\\n" * 40, "x" * 3000, "x" * 200_000),
    *(";", ";;", "; ", ",,", '""', "none", "not given", "yes", "+1", "-0", "00:60", "24:00", "2027-02-30"),
)
_ENCODINGS: Final = ("latin-1", "utf-16", "utf-16-le", "utf-32", "utf-8-sig", "cp1252", "utf-7")


def _at(text: str, rng: random.Random) -> int:
    return rng.randrange(len(text) + 1)


def _insert(text: str, rng: random.Random) -> str:
    place = _at(text, rng)
    return text[:place] + rng.choice(_SIGNS) + text[place:]


def _cut(text: str, rng: random.Random) -> str:
    here, there = sorted((_at(text, rng), _at(text, rng)))
    return text[:here] + text[min(there, here + rng.choice((1, 1, 5, 40, 10**9))) :]


def _end(text: str, rng: random.Random) -> str:
    return text[: _at(text, rng)]


def _letter(text: str, rng: random.Random) -> str:
    place = _at(text, rng)
    return text[:place] + chr(rng.choice((rng.randrange(0xD800), rng.randrange(128)))) + text[place + 1 :]


def _lines(
    change: Callable[[list[str], int, random.Random], list[str]],
) -> Callable[[str, random.Random], str]:
    def changed(text: str, rng: random.Random) -> str:
        lines = text.split("\n")
        return "\n".join(change(lines, rng.randrange(len(lines)), rng))

    return changed


def _indented(lines: list[str], place: int, rng: random.Random) -> list[str]:
    by = rng.choice((" ", "  ", "\t", " \t"))
    last = rng.choice((place + 1, place + 3))
    return [*lines[:place], *(by + line for line in lines[place:last]), *lines[last:]]


def _swapped(lines: list[str], place: int, rng: random.Random) -> list[str]:
    other = rng.randrange(len(lines))
    lines[place], lines[other] = lines[other], lines[place]
    return lines


def _moved(lines: list[str], place: int, rng: random.Random) -> list[str]:
    line = lines.pop(place)
    lines.insert(rng.randrange(len(lines) + 1), line)
    return lines


def _words(text: str, rng: random.Random) -> str:
    words = text.split(" ")
    words[rng.randrange(len(words))] = rng.choice((*words, *_SIGNS))
    return " ".join(words)


def _ends(text: str, rng: random.Random) -> str:
    end = rng.choice(("\r\n", "\r", "\n\r", "\x85", "\u2028", "\v", "\n\n"))
    return text.replace("\n", end, rng.choice((-1, 1, 5)))


def _doubled(text: str, rng: random.Random) -> str:
    return text + rng.choice(("", "\n", "\n---\n", "\0")) + text


def _tabs(text: str, _rng: random.Random) -> str:
    return text.replace("  ", "\t")


TEXT_HARMS: Final[dict[str, Callable[[str, random.Random], str]]] = {
    "sign": _insert,
    "cut": _cut,
    "truncated": _end,
    "letter": _letter,
    "line lost": _lines(lambda lines, place, _: lines[:place] + lines[place + 1 :]),
    "line doubled": _lines(lambda lines, place, _: lines[: place + 1] + lines[place:]),
    "line dedented": _lines(
        lambda lines, place, _: [*lines[:place], lines[place].lstrip(), *lines[place + 1 :]]
    ),
    "indented": _lines(_indented),
    "lines swapped": _lines(_swapped),
    "line moved": _lines(_moved),
    "word": _words,
    "line ends": _ends,
    "doubled": _doubled,
    "tabs": _tabs,
    "empty": lambda text, rng: rng.choice(("", " ", "\n\n", "#", "---", "~", "[]", "{}", "id", "\ufeff")),
}
"""Name -> a text with that harm done to it."""


def break_bytes(data: bytes, rng: random.Random) -> tuple[bytes, str]:
    """The bytes of a text file with one harm, and its name."""
    if rng.random() < 0.1:
        return _break_encoding(data, rng)
    name = rng.choice(list(TEXT_HARMS))
    text = TEXT_HARMS[name](data.decode("utf-8", "replace"), rng)
    return text.encode("utf-8", "surrogatepass"), name


def _break_encoding(data: bytes, rng: random.Random) -> tuple[bytes, str]:
    if rng.random() < 0.5:
        index = rng.randrange(len(data) + 1)
        return data[:index] + bytes([rng.choice((0, 0x80, 0xFF, rng.randrange(256)))]) + data[
            index + 1 :
        ], "byte"
    encoding = rng.choice(_ENCODINGS)
    return data.decode("utf-8", "replace").encode(encoding, "replace"), encoding
