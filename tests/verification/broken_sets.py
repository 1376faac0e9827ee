"""Data sets broken at random: bytes, lines, values of JSON, files. And the law of checking them.

A data set in which anything that counts is another than it was is not clean; whatever is in the folder, there
is an answer in words.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from authored.broken_tables import break_csv
from authored.broken_texts import break_bytes
from verification.mutations import mutated_at_random

_RAW: Final = (
    *(
        "NaN",
        "Infinity",
        "-Infinity",
        "1e999",
        "1" * 5000,
        "01",
        "1.",
        "+1",
        "0x1",
        "tru",
        "'a'",
        '"\\ud800"',
    ),
    *(
        '"\\u0041"',
        '"\\x"',
        '"a',
        "[" * 5000,
        '{"a":' * 2000,
        "[1,]",
        '{"a":1,"a":2}',
        "\ufeff1",
        "\0",
        "// x",
    ),
)


def content(folder: Path) -> Any:
    """What counts in a data set: its questions, its domain, and what is known of what its manifest says."""
    manifest = json.loads((folder / "manifest.json").read_bytes())
    known = (
        *("format", "cocoa_version", "domain", "seed", "settings", "count", "complete", "files", "counts"),
        *("draws", "asserted_wordings", "minimality"),
    )
    text = json.dumps({key: manifest.get(key) for key in known}, sort_keys=True)
    names = [file["file"] for file in manifest["files"].values()]
    names += [
        path.relative_to(folder).as_posix() for path in (folder / "domain").rglob("*") if path.is_file()
    ]
    return text, {name: (folder / name).read_bytes() for name in names}


def break_set(folder: Path, rng: random.Random) -> tuple[str, ...]:
    """Do one to three harms to the data set in the folder; their names."""
    harms = []
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        name = rng.choice(list(_HARMS))
        files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
        if not files:
            break
        try:
            harms.append(f"{name}: {_HARMS[name](folder, rng)}")
        except (OSError, ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
            harms.append(f"{name}: nothing")  # what an earlier harm left does not lend itself to it
    return tuple(harms)


def _questions(folder: Path, rng: random.Random) -> Path:
    return rng.choice(sorted(path for path in folder.glob("*.jsonl") if path.is_file()))


def _any(folder: Path, rng: random.Random) -> Path:
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    often = [path for path in files if path.suffix in (".jsonl", ".json")]
    return rng.choice((*files, *often * 3))


def _record(folder: Path, rng: random.Random) -> str:
    path = _questions(folder, rng)
    lines = path.read_bytes().splitlines(keepends=True)
    number = rng.randrange(len(lines))
    harmed = mutated_at_random(json.loads(lines[number]), json.loads(rng.choice(lines)), rng, 1)
    lines[number] = harmed.line
    path.write_bytes(b"".join(lines))
    return f"{harmed.kind} {harmed.named}"


def _manifest(folder: Path, rng: random.Random) -> str:
    path = folder / "manifest.json"
    harmed = mutated_at_random(json.loads(path.read_bytes()), {}, rng, 1)
    path.write_bytes(harmed.line)
    return f"{harmed.kind} {harmed.named}"


def _raw(folder: Path, rng: random.Random) -> str:
    """A value of a JSON text is another text, be it JSON or not."""
    path = rng.choice((_questions(folder, rng), folder / "manifest.json"))
    text = path.read_text(encoding="utf-8")
    places = [index for index, sign in enumerate(text) if sign == ":"]
    place = rng.choice(places) + 1
    end = next(end for end in range(place, len(text)) if text[end] in ",}]\n")
    raw = rng.choice(_RAW)
    path.write_text(text[:place] + raw + text[end:], encoding="utf-8", errors="surrogatepass")
    return raw[:20]


def _key_twice(folder: Path, rng: random.Random) -> str:
    path = rng.choice((_questions(folder, rng), folder / "manifest.json"))
    text = path.read_text(encoding="utf-8")
    key = rng.choice(("answer", "id", "format", "seed", "settings", "options"))
    found = text.find(f'"{key}"')
    path.write_text(f'{text[:found]}"{key}": "x", {text[found:]}', encoding="utf-8")
    return key


def _lines(folder: Path, rng: random.Random) -> str:
    path = _questions(folder, rng)
    lines = path.read_bytes().splitlines(keepends=True)
    index, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.choice(
        ("lost", "doubled", "swapped", "cut", "blank", "joined", "copied", "all lost", "spaced")
    )
    if kind == "lost":
        lines.pop(index)
    elif kind == "doubled":
        lines.insert(index, lines[index])
    elif kind == "swapped":
        lines[index], lines[other] = lines[other], lines[index]
    elif kind == "cut":
        lines[-1] = lines[-1][: rng.randrange(len(lines[-1]))]
    elif kind == "blank":
        lines.insert(index, rng.choice((b"\n", b" \n", b"\r\n", b"null\n", b"[]\n", b"{}\n", b"1\n")))
    elif kind == "joined":
        lines[index] = lines[index].rstrip(b"\n")
    elif kind == "copied":
        other_path = _questions(folder, rng)
        lines.insert(index, rng.choice(other_path.read_bytes().splitlines(keepends=True)))
    elif kind == "spaced":
        lines[index] = json.dumps(json.loads(lines[index])).encode() + b"\n"
    else:
        lines.clear()
    path.write_bytes(b"".join(lines))
    return kind


def _bytes(folder: Path, rng: random.Random) -> str:
    path = _any(folder, rng)
    data, said = break_bytes(path.read_bytes(), rng)
    path.write_bytes(data)
    return f"{path.name} {said}"


def _byte(folder: Path, rng: random.Random) -> str:
    path = _any(folder, rng)
    data = path.read_bytes()
    index = rng.randrange(len(data))
    sign = rng.choice((b"", b"\0", b"\xff", b"\xed\xa0\x80", bytes([rng.randrange(256)]), b"\n", b"9"))
    path.write_bytes(data[:index] + sign + data[index + 1 :])
    return f"{path.name} {sign!r}"


def _table(folder: Path, rng: random.Random) -> str:
    path = rng.choice(sorted((folder / "domain" / "tables").glob("*.csv")))
    text, said = break_csv(path.read_text(encoding="utf-8"), rng)
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    return f"{path.name} {said}"


def _ends(folder: Path, rng: random.Random) -> str:
    path = _any(folder, rng)
    data = path.read_bytes()
    kind = rng.choice(("crlf", "bom", "cr", "utf-16", "no end", "more ends"))
    changed = {
        "crlf": data.replace(b"\n", b"\r\n"),
        "bom": b"\xef\xbb\xbf" + data,
        "cr": data.replace(b"\n", b"\r"),
        "utf-16": data.decode("utf-8", "replace").encode("utf-16"),
        "no end": data.rstrip(b"\n"),
        "more ends": data + b"\n\n",
    }
    path.write_bytes(changed[kind])
    return f"{path.name} {kind}"


def _lost(folder: Path, rng: random.Random) -> str:
    path = _any(folder, rng)
    path.unlink()
    return path.name


def _as_folder(folder: Path, rng: random.Random) -> str:
    path = _any(folder, rng)
    path.unlink()
    path.mkdir()
    return path.name


def _link(folder: Path, rng: random.Random) -> str:
    path = _any(folder, rng)
    target = rng.choice((path.name, "nowhere", "..", "manifest.json", "/etc/passwd", "README.md", "x" * 255))
    path.unlink()
    path.symlink_to(target)
    return f"{path.name} to {target[:20]}"


def _endless(folder: Path, rng: random.Random) -> str:
    path = _any(folder, rng)
    path.unlink()
    if rng.random() < 0.5:
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    return path.name


def _zipped(folder: Path, rng: random.Random) -> str:
    path = _any(folder, rng)
    data = gzip.compress(path.read_bytes())
    if rng.random() < 0.5:
        path.write_bytes(data)
    else:
        path.unlink()
        path.with_name(f"{path.name}.gz").write_bytes(data)
    return path.name


def _renamed(folder: Path, rng: random.Random) -> str:
    path = _any(folder, rng)
    name = rng.choice((path.name.upper(), f"{path.name}~", f"x{path.name}", "test.jsonl", "\x1b[31m.jsonl"))
    path.rename(path.with_name(name))
    return f"{path.name} to {name!r}"


def _added(folder: Path, rng: random.Random) -> str:
    name = rng.choice(
        ("more.jsonl", "domain/x.yaml", "domain/tables/x.csv", "\udcff.jsonl", "domain/\x1b[31m")
    )
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_bytes(b"{}\n")
    return repr(name)


def _from_elsewhere(folder: Path, rng: random.Random) -> str:
    """A file of the data set stands where another belongs."""
    one, other = _any(folder, rng), _any(folder, rng)
    shutil.copyfile(one, other) if one != other else None
    return f"{one.name} as {other.name}"


_HARMS: Final[dict[str, Callable[[Path, random.Random], str]]] = {
    "record": _record,
    "record again": _record,
    "record once more": _record,
    "manifest": _manifest,
    "manifest again": _manifest,
    "raw": _raw,
    "a key twice": _key_twice,
    "lines": _lines,
    "lines again": _lines,
    "bytes": _bytes,
    "byte": _byte,
    "table": _table,
    "ends": _ends,
    "lost": _lost,
    "as a folder": _as_folder,
    "link": _link,
    "endless": _endless,
    "zipped": _zipped,
    "renamed": _renamed,
    "added": _added,
    "from elsewhere": _from_elsewhere,
}
