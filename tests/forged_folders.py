"""Data sets' folders that a stranger made so that who reads them reads, or writes, something else.

Each is made of a data set as it was written, in place; what lies around its folder is not to be touched.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

Forge: TypeAlias = Callable[[Path], None]

SIDE_NAMES: Final = (
    *("../../x", "../x", "/abs", "a/b", "..", ".", "", "con", "NUL", "x\0y", "x\ny", "x" * 300, "a\\b"),
    *(
        "\u2025/x",
        "\uff0e\uff0e\uff0fx",
        "test\u202e",
        " test",
        "test ",
        "test.",
        ".hidden",
        "-rf",
        "~",
        "$(id)",
    ),
    *("<img src=x>", "`id`", "Test", "\N{CYRILLIC SMALL LETTER TE}est"),
)
"""Names of sides that none of them is."""
_FILE_NAMES: Final = (
    *(
        "../questions.jsonl",
        "a/questions.jsonl",
        "..\\questions.jsonl",
        "questions.jsonl/",
        "./questions.jsonl",
    ),
    *("manifest.json", "", "..", "questions.jsonl\0", "questions.jsonl\n", "test.jsonl", "questions.exe"),
    *("questions.jsonl:stream", "q" * 300 + ".jsonl", "domain/schema.yaml", "questions-1.jsonl"),
)
SOURCES: Final[dict[str, Any]] = {
    "name": (
        "",
        "../../domain",
        "/etc",
        "a/b",
        "x\ny",
        "x" * 300,
        "<script>",
        "[x](y)",
        ".hidden",
        "a\u202eb",
    ),
    "version": ("", "1\ntask: evil", "1 2", "x" * 300, "1|2", "`id`"),
    "digest": ("", "0\n", "x" * 300, '0"'),
}
"""Texts that are no name, version or digest of a domain."""


def _manifest(change: Callable[[dict[str, Any]], Any]) -> Forge:
    def forge(folder: Path) -> None:
        path = folder / "manifest.json"
        manifest = json.loads(path.read_text(encoding="utf-8"))
        change(manifest)
        path.write_text(json.dumps(manifest), encoding="utf-8")

    return forge


def _side(name: str) -> Forge:
    return _manifest(lambda manifest: manifest["files"].update({name: manifest["files"].pop("questions")}))


def _file(name: str) -> Forge:
    return _manifest(lambda manifest: manifest["files"]["questions"].update(file=name))


def _shards(*names: str) -> Forge:
    shards = [{"file": name, "items": 1, "sha256": ""} for name in names]
    return _manifest(lambda manifest: manifest["files"]["questions"].update(shards=shards))


def _count(**lie: int) -> Forge:
    return _manifest(lambda manifest: manifest["files"]["questions"].update(lie))


def instead(name: str, put: Callable[[Path, Path], object]) -> Forge:
    """Something else in the place of a file or folder, which now lies outside; put: gets both paths."""

    def forge(folder: Path) -> None:
        outside = folder.parent / "outside"
        os.replace(folder / name, outside)
        put(folder / name, outside)

    return forge


def beside(name: str, target: str) -> Forge:
    """A link that no file of the data set had to make room for."""

    def forge(folder: Path) -> None:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).symlink_to(folder.parent / target)

    return forge


def large(name: str) -> Forge:
    """A file of a terabyte, which takes no room."""
    return lambda folder: os.truncate(folder / name, 1 << 40)


def _padded(folder: Path) -> None:
    """Still the same JSON."""
    with (folder / "manifest.json").open("ab") as file:
        file.write(b" " * 100_000_000)


_TABLE: Final = "domain/tables/carriers.csv"
_PLACES: Final = ("manifest.json", "questions.jsonl", "README.md", "domain/schema.yaml", "domain/rules.yaml")

FORGED: Final[dict[str, Forge]] = {
    **{f"the side {name[:20]!r}": _side(name) for name in SIDE_NAMES},
    **{f"the file {name[:20]!r}": _file(name) for name in _FILE_NAMES},
    "an absolute file": lambda folder: _file(str(folder / "questions.jsonl"))(folder),
    "another side's file": _side("train"),
    **{f"the shard {name[:20]!r}": _shards(name) for name in _FILE_NAMES if name != "test.jsonl"},
    "a shard named twice": _shards("questions.jsonl", "questions.jsonl"),
    "a shard of another side": _shards("test-00000.jsonl"),
    "eleven thousand shards": _shards(*(f"questions-{number:05}.jsonl" for number in range(11_000))),
    "no files": _manifest(lambda manifest: manifest.update(files={})),
    "a manifest of 100 MB": _padded,
    "a manifest of a terabyte": large("manifest.json"),
    "a count below zero": _count(items=-1),
    "a count beyond all": _count(items=10**15),
    **{
        f"the domain's {key} {text[:20]!r}": _manifest(
            lambda manifest, key=key, text=text: manifest["domain"].update({key: text})
        )
        for key, texts in SOURCES.items()
        for text in texts
    },
    **{
        f"the part {name!r}": _manifest(
            lambda manifest, name=name: manifest["domain"]["digests"].update({name: "0" * 64})
        )
        for name in ("../../x", "/etc/hosts", "tables/../../x", "a\nb", "", "tables\\x.csv")
    },
    "two thousand parts": _manifest(
        lambda manifest: manifest["domain"]["digests"].update({f"tables/t{n}.csv": "0" for n in range(2_000)})
    ),
    **{f"{name} as a link": instead(name, Path.symlink_to) for name in (*_PLACES, _TABLE)},
    **{f"{name} as a pipe": instead(name, lambda path, _: os.mkfifo(path)) for name in (*_PLACES, _TABLE)},
    **{f"{name} as a folder": instead(name, lambda path, _: path.mkdir()) for name in _PLACES[:3]},
    **{f"{name} as a link": instead(name, Path.symlink_to) for name in ("domain", "domain/tables")},
    **{f"{name} as a file": instead(name, lambda path, _: path.touch()) for name in ("domain",)},
    "a link to nowhere": instead("questions.jsonl", lambda path, _: path.symlink_to("nowhere")),
    "a link to itself": instead("questions.jsonl", lambda path, _: path.symlink_to(path.name)),
    "a further table as a link": beside("domain/tables/more.csv", "secret"),
    "a further folder as a link": beside("domain/more", "secret-folder"),
    "a table of a terabyte": large(_TABLE),
}
"""Name -> makes a data set so; no command may go on with any of them."""

FEW: Final = (
    *("the side '../../x'", "the side '/abs'", "the side 'con'", "the file '../questions.jsonl'"),
    *(
        "the shard 'a/questions.jsonl'",
        "the domain's name 'a/b'",
        "the part '../../x'",
        "a manifest of 100 MB",
    ),
    *("manifest.json as a link", "questions.jsonl as a pipe", "domain as a link", f"{_TABLE} as a link"),
)
"""One of each kind."""

LIES: Final[dict[str, Forge]] = {
    "more questions than there are": _count(items=10**14),
    "fewer questions than there are": _count(items=3),
}
"""What shows as soon as all of a file has been read."""
