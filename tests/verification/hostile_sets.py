"""Data sets made to take all time and memory of who checks them: each is written into an empty folder.

They are about inns, in a domain whose words are the author's own: towns and extras are open vocabularies.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

__all__ = ["FLAG", "REQUESTS", "RULES", "SCHEMA", "SETS", "Asked", "dumped", "inn_record", "write_inns"]

FLAGS: Final = tuple(f"flag_{letter}" for letter in "abcdefghijklmnopqrst")
SCHEMA: Final = """\
name: inns
version: "1"
noun: inn
slots:
  town: {kind: category, closed: false}
  extras: {kind: set, closed: false, max_items: 100}
  price: {kind: quantity, unit: money, whole: true, min: 10, max: 900}
  rides: {kind: list, items: {kind: duration, min: 5m, max: 2h}, max_items: 3}
""" + "".join(f"  {name}: {{kind: boolean}}\n" for name in FLAGS)
RULES: Final = """\
rules:
  town: [{id: town, tests: [is, one_of], say: [{verb: be in}]}]
  extras: [{id: extras, tests: [any, all], say: [{verb: have}]}]
  price: [{id: price, tests: [less, between], say: [{verb: cost}]}]
  rides: [{id: rides, over: each, tests: [less], say: [{item: ride, verb: last}]}]
""" + "".join(f"  {name}: [{{id: {name}, tests: [is], say: [{{verb: be fine}}]}}]\n" for name in FLAGS)

Term: TypeAlias = Sequence[dict[str, Any]]
Asked: TypeAlias = tuple[str, Sequence[Term], Sequence[str]]
"""The request after its opening, the sum terms, and the words that options show as extras."""
Spoil: TypeAlias = Callable[[Path], None]


def literal(slot: str, test: str, *values: str, rule: str = "", over: str | None = None) -> dict[str, Any]:
    """One literal of a tree, affirmed."""
    named = {"slot": slot, "rule": rule or slot, "test": test, "over": over}
    return {**named, "values": list(values), "positive": True}


FLAG: Final = [literal("flag_a", "is", "yes")]


def inn_record(request: str, terms: Sequence[Term] = (FLAG,), words: Sequence[str] = ()) -> dict[str, Any]:
    """A record of the right shape; little in it is true."""
    shown = {"Town": "Ayr", "Extras": "; ".join(sorted(words)) or "none", "Price": "$90", "Rides": "none"}
    shown |= {name.replace("_", " ").capitalize(): "yes" for name in FLAGS}
    options = [{"label": label, "row": label, "shown": shown} for label in "ABCDE"]
    settings = {"mix": [[1, 1, 1]], "primitives": "per-occurrence", "option_sets": 1, "split": None}
    counted = (
        "slots",
        "minterms",
        "sum_terms",
        "literals",
        "width",
        "component",
        "longest_path",
        "max_degree",
    )
    return {
        "id": "0" * 16,
        "domain": {"name": "inns", "version": "1", "digest": "0"},
        "request": f"I'm looking for an inn. {request}",
        "options": options,
        "answer": "A",
        "requirement": {"id": "", "text": "", "terms": [list(term) for term in terms]},
        "certificate": {"satisfied": [], "broken": {}, "terms": []},
        "complexity": dict.fromkeys(counted, 1) | {"average_degree": 0.0, "entropy": {}, "atypical": []},
        "provenance": {
            **dict.fromkeys(("seed", "index", "option_set", "attempt"), 0),
            "setting": [1, 1],
            "settings": settings | {"plain": False, "knowledge": False},
            "side": None,
            "primitives": "per-occurrence",
            "minimality": "exact",
            "rejections": {},
            "version": "0",
            "canary": "",
        },
        "kind": "choice",
        "knowledge": [],
    }


def dumped(record: Any) -> bytes:
    """The line of a record."""
    return (
        json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n"
    )


def write_inns(folder: Path, lines: Sequence[bytes], **manifest: Any) -> None:
    """A data set of these lines. manifest: what it says otherwise."""
    (folder / "domain").mkdir(parents=True)
    (folder / "domain" / "schema.yaml").write_text(SCHEMA)
    (folder / "domain" / "rules.yaml").write_text(RULES)
    (folder / "README.md").write_text("questions.jsonl")
    (folder / "questions.jsonl").write_bytes(b"".join(lines))
    files = {"questions": {"file": "questions.jsonl", "questions": len(lines), "sha256": "0"}}
    digests = {
        name: hashlib.sha256(text.encode()).hexdigest()
        for name, text in (("schema", SCHEMA), ("rules", RULES))
    }
    said = {
        "format": "cocoa-dataset/1",
        "cocoa_version": "0",
        "domain": {"name": "inns", "version": "1", "digest": "0", "digests": digests},
        "seed": 0,
        "settings": {},
        "count": len(lines),
        "complete": True,
        "files": files,
    }
    (folder / "manifest.json").write_text(json.dumps(said | manifest))


def _repeated(word: str, joint: str, longest: int = 60) -> list[str]:
    """The word, and the word joined to itself twice, three times and so on."""
    return [joint.join([word] * times) for times in range(1, longest)]


def _extras(said: str, words: Sequence[str]) -> Asked:
    return f"It has to have {said}.", [[literal("extras", "any", *sorted(words))]], words


def _towns(number: int) -> Asked:
    """Sentences that may as well be part of a town's name."""
    sentence = "It has to be in Ayr"
    words = [". ".join(["Ayr", *[sentence] * times]) for times in range(6)]
    return f"{'. '.join([sentence] * number)}.", [[literal("town", "one_of", *sorted(words))]], ()


def _flags(sentence: str, number: int) -> Asked:
    return " ".join([sentence] * number), [FLAG], ()


REQUESTS: Final[dict[str, Callable[[int], Asked]]] = {
    "a list whose items hold commas": lambda size: _extras(
        f"{', '.join(['a'] * size)} or a", _repeated("a", ", ")
    ),
    "a list whose items hold its conjunction": lambda size: _extras(
        " or ".join(["a"] * size), _repeated("a", " or ", 40)
    ),
    "a list of two words that divide it in many ways": lambda size: _extras(
        f"{', '.join(['a', 'b'] * size)} or c",
        [*"abc", *_repeated("a, b", ", ", 25), *_repeated("b, a", ", ", 25)],
    ),
    "a list that comes to nothing at its end": lambda size: _extras(
        f"{', '.join(['a'] * size)}, x or a", _repeated("a", ", ")
    ),
    "sentences that may be part of a name": lambda size: _towns(size),
    "clauses of twenty meanings": lambda size: _flags(
        "If it isn't fine and it isn't fine, it has to be fine.", size
    ),
    "sentences without end": lambda size: _flags("It has to be fine.", size),
    "conditions without end": lambda size: _flags(
        f"If it is fine{' and it is fine' * size}, it has to be fine.", 1
    ),
    "joined sentences without end": lambda size: _flags(
        f"It has to be fine{', and it has to be fine' * size}.", 1
    ),
    "one item of a list again and again": lambda size: _flags(
        "At least one of these has to be true: (a) it is fine"
        + "; (b) it is fine; (c) it is fine; (d) it is fine; (e) it is fine; (f) it is fine" * size
        + "; or (g) it is fine.",
        1,
    ),
    "a subject of many verbs": lambda size: _flags(
        f"It has to either be fine{' or be fine' * size}, or both.", 1
    ),
    "ranges of ranges": lambda size: _flags(f"It has to cost between $1{' and $2' * size}.", 1),
    "openers of nothing": lambda size: _flags("also, " * size, 1),
    "full stops": lambda size: _flags(". " * size, 1),
    "one word": lambda size: _flags("fine" * size, 1),
    "blanks": lambda size: _flags(" " * size, 1),
}
"""Name -> a request of a size, with its sum terms and the words that options show."""


def _request(make: Callable[[int], Asked], size: int) -> Spoil:
    """The greatest request of this kind that is read at all."""

    def spoil(folder: Path) -> None:
        least, most = 1, size
        while least < most:  # the largest whose request has at most 20,000 characters
            middle = (least + most + 1) // 2
            least, most = (middle, most) if len(make(middle)[0]) < 19_900 else (least, middle - 1)
        write_inns(folder, [dumped(inn_record(*make(least)))])

    return spoil


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
    return ([one, other] for one in FLAGS[:7] for other in FLAGS[7:])


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
    **{name: _request(make, 8_000) for name, make in REQUESTS.items()},
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
