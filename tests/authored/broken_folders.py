"""Harm to the folder of a domain: files lost, renamed, replaced by folders, links, pipes; odd tables."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

_TABLE_NAMES: Final = (
    *(
        "x.csv",
        "a b.csv",
        "..csv",
        "é.csv",
        "\x1b[31m.csv",
        "a\nb.csv",
        "-.csv",
        "x" * 200 + ".csv",
        ".csv",
        "X.CSV",
    ),
    *("y.csv.csv", "a;b.csv", "$(x).csv", "\udcff.csv", "\u202evsc.csv"),
)


def clear(folder: Path) -> None:
    """Empty the folder, whatever is in it; it is made where it is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()


def _file(folder: Path, rng: random.Random) -> Path:
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return rng.choice(files) if files else folder / "none.yaml"


def _lost(folder: Path, rng: random.Random) -> None:
    _file(folder, rng).unlink(missing_ok=True)


def _renamed(folder: Path, rng: random.Random) -> None:
    path = _file(folder, rng)
    new = rng.choice(
        (path.name.upper(), path.name + "~", path.stem, path.name.replace("a", "\x1b[31ma"), "x.csv")
    )
    if path.exists() and not os.path.lexists(path.with_name(new)):
        path.rename(path.with_name(new))


def _as_folder(folder: Path, rng: random.Random) -> None:
    path = _file(folder, rng)
    path.unlink(missing_ok=True)
    path.mkdir(parents=True)
    if rng.random() < 0.5:
        (path / "x").write_text("x")


def _link(folder: Path, rng: random.Random) -> None:
    path = _file(folder, rng)
    path.unlink(missing_ok=True)
    targets = (
        path.name,
        "/etc/passwd",
        "/dev/zero",
        "/dev/stdin",
        "..",
        "nowhere",
        "/",
        "README.md",
        "x" * 255,
    )
    path.symlink_to(rng.choice(targets))


def _pipe(folder: Path, rng: random.Random) -> None:
    path = _file(folder, rng)
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def _emptied(folder: Path, rng: random.Random) -> None:
    _file(folder, rng).write_bytes(b"")


def _second_catalogue(folder: Path, rng: random.Random) -> None:
    path = folder / rng.choice(("catalogue.jsonl", "catalogue.parquet", "catalogue.csv"))
    if not os.path.lexists(path):
        path.write_bytes(rng.randbytes(40))


def _parquet(folder: Path, rng: random.Random) -> None:
    for path in folder.glob("catalogue.*"):
        path.rename(folder / f"old {path.name}")
    (folder / "catalogue.parquet").write_bytes(b"PAR1" + rng.randbytes(rng.choice((0, 40, 4000))) + b"PAR1")


def _table(folder: Path, rng: random.Random) -> None:
    tables = folder / "tables"
    if not os.path.lexists(tables):
        tables.mkdir()
    if not tables.is_dir() or tables.is_symlink():
        return
    path = tables / rng.choice(_TABLE_NAMES)
    what = rng.choice(("file", "file", "folder", "link", "loop", "pipe"))
    if os.path.lexists(path):
        return
    if what == "file":
        path.write_bytes(rng.choice((b"", b"a,b\n1,2\n", b"\0", rng.randbytes(99))))
    elif what == "folder":
        path.mkdir()
    elif what == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(path.name if what == "loop" else "../../../../etc/passwd")


def _tables(folder: Path, rng: random.Random) -> None:
    tables = folder / "tables"
    if os.path.lexists(tables):
        return
    harm = rng.choice(("file", "loop", "out", "pipe"))
    if harm == "file":
        tables.write_bytes(b"x")
    elif harm == "pipe":
        os.mkfifo(tables)
    else:
        tables.symlink_to("tables" if harm == "loop" else "/etc")


_HARMS: Final[dict[str, Callable[[Path, random.Random], None]]] = {
    "lost": _lost,
    "renamed": _renamed,
    "a folder": _as_folder,
    "a link": _link,
    "a pipe": _pipe,
    "emptied": _emptied,
    "two catalogues": _second_catalogue,
    "parquet": _parquet,
    "table": _table,
    "tables": _tables,
}


def break_folder(folder: Path, rng: random.Random) -> str:
    """Do one harm to the folder of a domain; its name."""
    name = rng.choice(list(_HARMS))
    _HARMS[name](folder, rng)
    return f"file: {name}"
