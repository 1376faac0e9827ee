"""Data sets made to take all time and memory of who checks them: each is written into an empty folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from verification.dataset_edits import dumped
from verification.hostile_requests import REQUESTS, write_request
from verification.inns import FLAGS, inn_record, literal, write_inns

Spoil: TypeAlias = Callable[[Path], None]


def _lines(*lines: bytes, times: int = 1) -> Spoil:
    return lambda folder: write_inns(folder, list(lines) * times)


def _changed(change: Callable[[dict[str, Any]], Any], times: int = 1) -> Spoil:
    def spoil(folder: Path) -> None:
        record = inn_record("It has to be fine.")
        change(record)
        write_inns(folder, [dumped(record)] * times)

    return spoil


def _terms(terms: Sequence[Sequence[str]]) -> Spoil:
    tree = [[literal(name, "is", "yes") for name in term] for term in terms]
    return _lines(dumped(inn_record("It has to be fine.", tree)))


def _spread() -> Iterator[list[str]]:
    """Every flag of seven with every one of thirteen: no path visits more than fifteen."""
    return ([flag, other] for flag in FLAGS[:7] for other in FLAGS[7:])


def _nested(depth: int) -> Any:
    return json.loads("[" * depth + "]" * depth) if depth < 900 else None


def _manifest(**said: Any) -> Spoil:
    return lambda folder: write_inns(folder, [dumped(inn_record("It has to be fine."))], **said)


def _instead(name: str, put: Spoil) -> Spoil:
    """Something else in place of a file."""

    def spoil(folder: Path) -> None:
        write_inns(folder, [dumped(inn_record("It has to be fine."))])
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).unlink(missing_ok=True)
        put(folder / name)

    return spoil


def _sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)


def _link(target: str) -> Spoil:
    return lambda path: path.symlink_to(target)


def _wordings(path: Path) -> None:
    """Fifty rules of each flag, and as many wordings as the file can hold."""
    say = ", ".join(f"{{verb: be v{number}}}" for number in range(18))
    lines = ["rules:"]
    for name in FLAGS:
        lines.append(f"  {name}:")
        lines += [f"  - {{id: {name}-{rule}, tests: [is], say: [{say}]}}" for rule in range(50)]
    path.write_text("\n".join(lines))


def _reasons(folder: Path) -> None:
    record = inn_record("It has to be fine.")
    lines = []
    for number in range(100):
        record["provenance"]["index"] = number
        record["provenance"]["rejections"] = {f"reason {number} {other}": 10**17 for other in range(2_000)}
        lines.append(dumped(record))
    write_inns(folder, lines)


_FILES: Final = ("manifest.json", "questions.jsonl", "README.md", "domain/schema.yaml", "domain/rules.yaml")

SETS: Final[dict[str, Spoil]] = {
    **{name: write_request(make, 8_000) for name, make in REQUESTS.items()},
    "twenty slots in sum terms of two": _terms([*_spread()]),
    "a thousand literals over twenty slots": _terms([FLAGS] * 50),
    "a thousand sum terms over twenty slots": _terms([[name] for name in FLAGS * 50]),
    "a hundred thousand literals": _terms([["flag_a"] * 20_000]),
    "a hundred thousand empty sum terms": _terms([[]] * 100_000),
    "an id of megabytes": _changed(lambda record: record.update(id="é" * 1_900_000), 5),
    "a key of megabytes": _changed(lambda record: record.update({"k" * 4_000_000: 1})),
    "a request of megabytes": _changed(lambda record: record.update(request="It has to be fine. " * 200_000)),
    "a value of megabytes": _changed(
        lambda record: record["options"][0]["shown"].update(Town="a" * 4_000_000)
    ),
    "a number of megabytes": _changed(
        lambda record: record["options"][0]["shown"].update(Price="$1" + ",000" * 900_000)
    ),
    "a set of a million items": _changed(
        lambda record: record["options"][0]["shown"].update(Extras="; ".join(map(str, range(400_000))))
    ),
    "ten thousand arguments": _changed(
        lambda record: record["requirement"].update(
            terms=[[literal("town", "one_of", *(f"{number:06}" for number in range(10_000)))]]
        )
    ),
    "a million numbers for texts": _changed(lambda record: record.update(knowledge=[1] * 1_900_000)),
    "a hundred thousand unknown keys": _changed(
        lambda record: record.update({f"k{number}": 1 for number in range(100_000)})
    ),
    "a hundred thousand options": _changed(
        lambda record: record.update(options=record["options"][:1] * 5_000)
    ),
    "settings in each other": _changed(
        lambda record: record["provenance"]["settings"].update(more=_nested(890))
    ),
    "an answer in lists": _changed(lambda record: record.update(answer=_nested(890))),
    "an index beyond all": _changed(lambda record: record["provenance"].update(index=10**17)),
    "a number of four thousand digits": _changed(lambda record: record["provenance"].update(index=10**4290)),
    "a seed of four thousand digits": _changed(lambda record: record["provenance"].update(seed=-(10**4290))),
    "a number of more digits than are read": _lines(b'{"id":' + b"1" * 1_000_000 + b"}\n"),
    "ever new reasons": _reasons,
    "lists in each other": _lines(b"[" * 2_000_000 + b"\n"),
    "objects in each other": _lines(b'{"a":' * 500_000 + b"\n"),
    "two million empty lists": _lines(b"[" + b"[]," * 1_000_000 + b"[]]\n"),
    "a line of eighty megabytes": _lines(b"x" * 80_000_000 + b"\n"),
    "thirty thousand empty lines": _lines(b"\n", times=30_000),
    "twenty thousand objects": _lines(b"{}\n", times=20_000),
    "a million zeros": _lines(b"\0" * 1_000_000),
    "a manifest in lists": _manifest(settings={"more": _nested(890)}),
    "a manifest of sixty thousand files": _manifest(
        files={f"s{number}": {"file": f"f{number}.jsonl"} for number in range(60_000)}
    ),
    "a manifest of twenty thousand digests": _manifest(
        domain={
            "name": "inns",
            "version": "1",
            "digest": "0",
            "digests": {f"tables/t{number}.csv": "0" for number in range(20_000)},
        }
    ),
    "a manifest with a count beyond all": _manifest(count=10**4200),
    "a manifest with a seed beyond all": _manifest(seed=10**4200),
    "a manifest with half a surrogate": _manifest(cocoa_version="\ud800"),
    "a manifest with a table of surrogates": _manifest(
        domain={"name": "\udcff", "version": "1", "digest": "0", "digests": {"tables/\ud800\0.csv": "0"}}
    ),
    "a manifest of a name beyond all": _manifest(files={"questions": {"file": "a" * 5_000 + ".jsonl"}}),
    "wordings without end": _instead("domain/rules.yaml", _wordings),
    "a table of a terabyte": _instead("domain/tables/t.csv", _sparse),
    **{f"{name} of a terabyte": _instead(name, _sparse) for name in _FILES},
    **{f"{name} without an end": _instead(name, _link("/dev/zero")) for name in _FILES},
    **{f"{name} as its own link": _instead(name, _link(name.rpartition("/")[2])) for name in _FILES},
}
"""Name -> writes the data set into a folder; checking each of them ends soon and finds something."""
