"""Reads the lines of a text file in any encoding, and refuses files that are not text with a clear error."""

from __future__ import annotations

import codecs
import io
import re
import shlex
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from attrs import define, field

from cocoa_core.errors import DomainError, Place
from cocoa_core.loading import LARGEST_CATALOGUE, shown_path
from cocoa_core.text import library_message

_PEEKED: Final = 65_536
_SCANNED: Final = 1_000_000
_STRAY: Final = re.compile("[\udc80-\udcff]")
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_RUN: Final = re.compile(r"[^\x00-\x7f]{3,}")
_WITHIN: Final = re.compile(r"[¤¦¨¬¯¸ˆ˜]|[A-Za-zÀ-ÿ][£¥¢³¹²¼¾¿¡§“”„‚‹›†‡‰•™](?=[A-Za-zÀ-ÿ])|[a-zà-ÿ][ŸŠŽ]")
"""Signs that no table of Western words has, or none within a word: there they are letters of other code
pages, as in "Wroc³aw" (Windows-1250) and "K”nig" (DOS).
"""
_PUNCTUATED: Final = re.compile(r"[“”‘’„‚«»‹›–—…•·°€£©®™]*[À-ÿŒœŠšŽžŸ]{1,2}[“”‘’„‚«»‹›–—…•·°€£©®™]*")
_CJK: Final = r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]+"
_ENCODINGS: Final = (
    ("windows-1251", "Windows-1251 (Cyrillic)", r"№?[А-ЯЁЇІЄҐ]?[а-яёїієґ]+|[А-ЯЁЇІЄҐ]+|[№«»–—…]+"),
    ("windows-1253", "Windows-1253 (Greek)", r"[Α-ΫΆΈ-Ώ]?[ά-ώ]+|[Α-ΫΆΈ-Ώ]+|[«»–—…]+"),
    ("windows-1250", "Windows-1250 (Central European)", r"[À-ž]{1,2}|[–—…„”]+"),
    ("shift_jis", "Shift JIS", r"[\u3000-\u30ff\u4e00-\u9fff\uff00-\uff60]+"),
    ("euc_kr", "EUC-KR", r"[\uac00-\ud7a3\u3000-\u303f]+"),
    ("euc_jp", "EUC-JP", r"(?=.*[\u3040-\u30ff])[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]+"),
    ("gb18030", "GB 18030", _CJK),
    ("big5", "Big5", _CJK),
    ("windows-1255", "Windows-1255 (Hebrew)", r"[\u05d0-\u05ea–—]+"),
    ("windows-1256", "Windows-1256 (Arabic)", r"[\u0600-\u06ff–—]+"),
    ("cp850", "code page 850 (DOS)", r"[À-ÿ]{1,2}"),
)
"""Encodings of tables that people have, each with a pattern of its runs of characters beyond ASCII. An
encoding that decodes by chance gives capitals within words and letters of several scripts. At most three that
fit are named.
"""
_OTHERS: Final = {
    b"\x1f\x8b": ("compressed with gzip", "unpack it"),
    b"%PDF": ("a PDF", "save the table in it as CSV"),
    b"SQLite": ("an SQLite database", "export the table as CSV"),
}


_LONGEST_LINE: Final = 1_000_000
"""Characters of a line: one of 2 GB took 3.9 GB of memory, and 200 are read to find the delimiter."""


def first_bytes(path: Path) -> bytes:
    """Returns the beginning of a file.

    Raises:
        DomainError: the file cannot be read or is empty.
    """
    place = Place(shown_path(path))
    try:
        with path.open("rb") as file:
            head = file.read(_PEEKED)
    except OSError as error:
        reason = error.strerror or "an error of the system"
        raise DomainError("the table cannot be read", got=reason, place=place) from None
    if not head.strip():
        raise DomainError("the table is empty", expected="a header and a row for each option", place=place)
    return head


@define
class TextFile:
    """A text file.

    Lines that are not UTF-8 are read as Windows-1252, and counted.
    """

    path: Path
    stray: int = 0
    """The number of lines that are not UTF-8."""
    first: int = 0
    """The number of the first of them; 0 without any."""
    encoding: str = field(default="utf-8", init=False)

    def __attrs_post_init__(self) -> None:
        """Finds the encoding by the byte order mark, and refuses what is not text."""
        head, place = first_bytes(self.path), Place(shown_path(self.path))
        self.encoding = next((name for mark, name in _MARKS if head.startswith(mark)), "utf-8")
        for mark, (description, fix) in _OTHERS.items():
            if head.startswith(mark):
                raise DomainError("this file is not a table of text", got=description, fix=fix, place=place)
        if self.encoding.startswith("utf-8") and b"\0" in head:
            raise DomainError(
                "this file is not text",
                got=f"a NUL byte in line {head[: head.index(0)].count(10) + 1}",
                expected="CSV, TSV, JSON, JSON lines, Parquet or a spreadsheet",
                fix="save the table as CSV in UTF-8",
                place=place,
            )

    def lines(self, longest: int = _LONGEST_LINE) -> Iterator[str]:
        """Yields the lines with their line ends, whichever those are.

        Args:
            longest: the number of characters that a line may have.

        Raises:
            DomainError: a line is longer, or the file cannot be read to its end.
        """
        with self.path.open("rb") as raw:
            errors = "surrogateescape" if self.encoding.startswith("utf-8") else "strict"
            reader = io.TextIOWrapper(raw, encoding=self.encoding, errors=errors, newline="")
            try:
                for number, line in enumerate(iter(partial(reader.readline, longest + 1), ""), start=1):
                    if len(line) > longest:
                        raise DomainError(
                            f"the line has more than {longest:,} characters",
                            expected="a line for each option",
                            fix="close every quotation mark; or save the table again, with ends of lines",
                            place=Place(shown_path(self.path), number),
                        )
                    yield line if line.isascii() else self._mended(line, number)
            except (UnicodeError, OSError) as error:
                raise DomainError(
                    "the file cannot be read to its end",
                    got=library_message(error),
                    fix="save it in UTF-8",
                    place=Place(shown_path(self.path)),
                ) from None

    def text(self) -> str:
        """Returns the whole text.

        Raises:
            DomainError: it is too large.
        """
        if self.path.stat().st_size > LARGEST_CATALOGUE:
            raise DomainError(
                "the file is too large",
                expected=f"at most {LARGEST_CATALOGUE:,} bytes",
                fix="save it as JSON lines or CSV, which are read line by line",
                place=Place(shown_path(self.path)),
            )
        return "".join(self.lines(LARGEST_CATALOGUE))

    def notes(self) -> tuple[str, ...]:
        """Returns what was done about the encoding; complete after reading."""
        if self.stray:
            lines = "1 line" if self.stray == 1 else f"{self.stray} lines"
            return (f"{lines} (the first is line {self.first}) not in UTF-8: read as Windows-1252.",)
        return ()

    def _mended(self, line: str, number: int) -> str:
        if not _STRAY.search(line):
            return line
        self.stray += 1
        self.first = self.first or number
        raw = line.encode("utf-8", "surrogateescape")
        text = raw.decode("cp1252", "replace")
        if not _is_western(text):
            raise _misread(self.path, number, raw)
        return text


def _is_western(text: str) -> bool:
    """Returns whether a text decoded as Windows-1252 looks right: letters with accents stand alone or in
    pairs.

    Texts in other encodings give undefined characters, or runs of several signs and letters.
    """
    if "\ufffd" in text or _CONTROL.search(text) or _WITHIN.search(text):
        return False
    return not any(
        len(set(run)) > 1 and any(map(str.isalpha, run)) and not _PUNCTUATED.fullmatch(run)
        for run in _RUN.findall(text)
    )


def _misread(path: Path, number: int, raw: bytes) -> DomainError:
    """Returns the error for a line in neither encoding; it names those that read the whole file well."""
    place = Place(shown_path(path), number)
    strays = [raw, *_stray_lines(path)]
    fitting = [(name, called) for name, called, script in _ENCODINGS if _fits(strays, name, script)]
    western = [line for line in strays[1:] if line != raw and _is_western(line.decode("cp1252", "replace"))]
    if 2 * len(western) > len(strays):
        fix = f"correct the broken letters of line {number}; most lines are right as Windows-1252"
    elif fitting:
        name, called = fitting[0]
        others = f", or {' or '.join(called for _, called in fitting[1:3])}" if len(fitting) > 1 else ""
        fix = f"it looks like {called}{others}: iconv -f {name} -t utf-8 {shlex.quote(place.file)} > utf8.csv"
    else:
        fix = "save it in UTF-8"
    return DomainError(
        "the file is in an encoding that cannot be told",
        got=f"line {number} is no UTF-8, and has signs or broken letters as Windows-1252",
        expected="text in UTF-8 or Windows-1252",
        fix=fix,
        place=place,
    )


def _stray_lines(path: Path) -> Iterator[bytes]:
    """Yields the lines at the beginning of a file that are not UTF-8."""
    with path.open("rb") as file:
        *lines, _ = file.read(_SCANNED).split(b"\n")
    for line in lines:
        try:
            line.decode("utf-8")
        except UnicodeDecodeError:
            yield line


def _fits(lines: list[bytes], encoding: str, script: str) -> bool:
    try:
        texts = [line.decode(encoding) for line in lines]
    except UnicodeDecodeError:
        return False
    runs = re.findall(r"[^\x00-\x7f]+", "\n".join(texts))
    return all(re.fullmatch(script, run) for run in runs) and not any(map(_WITHIN.search, texts))
