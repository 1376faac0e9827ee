"""Checks items that were made of the rows of a file, which the data set carries."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

from cocoa_core.errors import FindingsError, Place
from cocoa_core.independent import FORM_NOTATIONS, RESTORE, id_of, read_regular
from cocoa_core.verification.checker import ManifestFacts, settings_text
from cocoa_core.verification.parsing.checker import FAMILY, ParsingChecker
from cocoa_core.verification.report import Flaw

__all__ = ["FileRowChecker", "parsing_checker_of"]

_ASKED: Final = "gen.tsv"
_MOST_BYTES: Final = 200_000_000


def parsing_checker_of(folder: Path) -> ParsingChecker:
    """Returns the checker of a data set's items: by the file that it carries, or by the grammar.

    Raises:
        FindingsError: the file cannot be read.
    """
    path = folder / "domain" / _ASKED
    if not path.exists():
        return ParsingChecker()
    try:
        text = read_regular(path, _MOST_BYTES, folder).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise FindingsError(
            "the rows of the data set cannot be read",
            got=str(error),
            expected="rows in tabs, in UTF-8",
            fix=RESTORE,
            place=Place(f"domain/{_ASKED}"),
        ) from None
    rows: dict[str, set[tuple[str, ...]]] = {}
    for line in text.split("\n"):
        sentence, *others = line.removesuffix("\r").split("\t")
        rows.setdefault(sentence, set()).add(tuple(others))
    return FileRowChecker(rows)


@frozen(eq=False)
class FileRowChecker(ParsingChecker):
    """Checks items against the rows of `gen.tsv`. What a form means is not checked: the file says it."""

    rows: Mapping[str, set[tuple[str, ...]]] = field(repr=False)
    """The form and category of each row, by sentence."""

    @property
    def parts(self) -> Mapping[str, str]:
        """The files of rows."""
        return {"train": "train.tsv", "gen": _ASKED}

    def checked(self, record: Mapping[str, Any], run: ManifestFacts | None) -> list[Flaw]:
        """Returns what is wrong with a record that has the right shape."""
        provenance = record["provenance"]
        settings = provenance["settings"]
        notation = settings["notation"]
        result = []
        stated = (
            record["ask"],
            record["variant"],
            record["notation"],
            settings["hold_out"],
            provenance["side"],
        )
        expected: tuple[Any, ...] = ("form", "plain", notation, [], None)
        if stated != expected or settings["variants"] or settings["split"] or notation not in FORM_NOTATIONS:
            result.append(
                Flaw("settings", "a row of a file is asked in another way", str(stated), str(expected))
            )
        if record["groups"] or provenance["rejections"]:
            result.append(Flaw("groups", "a row of a file has no group and no refused draws"))
        rows = self.rows.get(record["sentence"], set())
        if not rows:
            result.append(Flaw("sentence", f"the sentence is not in {_ASKED}", record["sentence"]))
        elif (record["key"], record["category"]) not in rows:
            got = f"{record['key']}, {record['category']}"
            result.append(Flaw("label", f"{_ASKED} has another form or category", got, str(sorted(rows)[0])))
        if record["form"] != record["key"]:
            result.append(Flaw("form", "the form is another", record["form"], record["key"]))
        if run is not None:
            parts = (str(run.digest), settings_text(run.settings), run.seed, provenance["index"])
            if record["id"] != (wanted := id_of(FAMILY, *parts)):
                result.append(Flaw("id", "the id is another", record["id"], wanted))
        return result
